// The links of recipients, and the invitation of the group whose turn it is.
import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { Database } from '../../db/knex.ts';
import type { PublicLink } from '../../operations/context.ts';
import { mailRecipient } from './mails.ts';
import { type Envelope, EnvelopeRecipient } from './model.ts';
import { isExternal } from './provider.ts';
import { openGroup } from './rules.ts';

/** The most links of a recipient that work at the same time; the oldest ends first. */
const MAX_LINKS = 10;

/** Returns the stored form of the secret of a link or session. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Returns a new secret: 256 bits, 43 characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Finds whom a token belongs to: their idempotency keys hold for all of their links. Undefined for an unknown one. */
export async function findSigningLink(database: Database, token: string): Promise<PublicLink | undefined> {
  const hash = secretHash(token);
  const rows = await database.read({ secretHash: hash }, (tx) =>
    tx.rows<PublicLink>(
      'select tenant_id as "tenantId", recipient_id as id from envelope_links where token_hash = $1 and revoked_at is null',
      [hash],
    ),
  );
  return rows[0];
}

/** Makes a link of a recipient. @returns its address, which only their mail contains */
export async function makeLink(
  { tx, tenantId, now, services }: TenantContext,
  { id, envelopeId }: EnvelopeRecipient,
): Promise<string> {
  const token = newSecret();
  await tx.rows(
    `insert into envelope_links (tenant_id, id, token_hash, envelope_id, recipient_id, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [tenantId, uuid(), secretHash(token), envelopeId, id, now],
  );
  await tx.rows(
    `update envelope_links set revoked_at = $3 where tenant_id = $1 and recipient_id = $2 and revoked_at is null
       and id not in (select id from envelope_links where tenant_id = $1 and recipient_id = $2 and revoked_at is null
         order by created_at desc, id desc limit ${MAX_LINKS})`,
    [tenantId, id, now],
  );
  return `${services.config.pagesUrl}/sign#token=${token}`;
}

/** Ends the links and sessions of a recipient. */
export async function endLinks({ tx, tenantId, now }: TenantContext, recipientId: string): Promise<void> {
  await tx.rows(
    'update envelope_links set revoked_at = $3 where tenant_id = $1 and recipient_id = $2 and revoked_at is null',
    [tenantId, recipientId, now],
  );
  await tx.rows('delete from envelope_sessions where tenant_id = $1 and recipient_id = $2', [
    tenantId,
    recipientId,
  ]);
}

/** Returns the recipients of an envelope as they are now. */
export function storedRecipients(ctx: TenantContext, envelopeId: string): Promise<EnvelopeRecipient[]> {
  return EnvelopeRecipient.of(ctx).where({ envelopeId }).orderBy('position') as unknown as Promise<
    EnvelopeRecipient[]
  >;
}

/** Invites those of the open group who have not been invited yet; another provider does so itself. */
export async function inviteOpenGroup(ctx: TenantContext, envelope: Envelope): Promise<void> {
  if (isExternal(envelope)) return;
  const recipients = await storedRecipients(ctx, envelope.id);
  for (const recipient of openGroup(envelope.routing, recipients)) {
    if (recipient.status !== 'queued') continue;
    const url = await makeLink(ctx, recipient);
    await recipient.change(ctx, { status: 'sent' });
    await mailRecipient(ctx, envelope, recipient, 'invitation', { url, message: envelope.message });
  }
}
