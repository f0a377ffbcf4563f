// Sessions of visitors: found by their secret, and ended when a gate changes.
import { createHash, randomBytes } from 'node:crypto';
import type { TenantContext } from '../../context.ts';

/** Returns the stored form of the secret of a link or session. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Returns a new secret: 256 bits, 43 characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Ends the live sessions of a room, of one link, or of the links that require the NDA. */
export async function endSessions(
  { tx, tenantId, now }: Pick<TenantContext, 'tx' | 'tenantId' | 'now'>,
  { roomId, linkId, linksWithNda }: { roomId: string; linkId?: string; linksWithNda?: boolean },
): Promise<void> {
  await tx.rows(
    `update room_sessions s set ended_at = $3 where s.tenant_id = $1 and s.room_id = $2 and s.ended_at is null
       and ($4::uuid is null or s.link_id = $4)
       and (not $5::boolean or exists (select from room_links l
         where l.tenant_id = $1 and l.id = s.link_id and l.nda_required))`,
    [tenantId, roomId, now, linkId ?? null, linksWithNda ?? false],
  );
}
