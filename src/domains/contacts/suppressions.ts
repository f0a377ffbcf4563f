// Who must not be written to: by their own wish, or because their address bounced, complained or was erased.
import type { TenantContext } from '../../context.ts';

export type SuppressionReason = 'do_not_contact' | 'opted_out' | 'bounced' | 'complained' | 'erased';

export interface SuppressedRecipient {
  address: string | null;
  contactId: string | null;
  reason: SuppressionReason;
}

/** The channels of consent, by the channel of a message. */
const CONSENT: Record<string, string> = { email: 'email', sms: 'sms', letter: 'post' };

/** Returns the recipients of a message that must not get it. */
export async function suppressedRecipients(
  ctx: TenantContext,
  channel: string,
  participants: readonly { role: string; address: string | null; contactId: string | null }[],
): Promise<SuppressedRecipient[]> {
  const recipients = participants.filter(({ role }) => role !== 'from');
  if (recipients.length === 0) return [];
  const digests = recipients.map(({ address }) => address && digestOf(ctx, address));
  const rows = await ctx.tx.rows<{ index: number; reason: SuppressionReason }>(
    `select r.index::int - 1 as index, coalesce(
        case when c.do_not_contact then 'do_not_contact'
          when c.consent -> $4 ->> 'state' = 'opted_out' then 'opted_out' end,
        case when s.reason = 'unsubscribed' then 'opted_out' else s.reason end) as reason
     from unnest($2::uuid[], $3::text[]) with ordinality as r(contact_id, digest, index)
     left join contacts c on c.tenant_id = $1 and c.id = r.contact_id
     left join suppressions s on s.tenant_id = $1 and s.kind = $5 and s.digest = r.digest
     where c.do_not_contact or c.consent -> $4 ->> 'state' = 'opted_out' or s.digest is not null
     order by r.index`,
    [
      ctx.tenantId,
      recipients.map(({ contactId }) => contactId),
      digests,
      CONSENT[channel] ?? 'phone',
      channel === 'sms' ? 'phone' : 'email',
    ],
  );
  return rows.map(({ index, reason }) => {
    const { address, contactId } = recipients[index]!;
    return { address, contactId, reason };
  });
}

/** Adds an email address to the suppression list; a complaint replaces a bounce. */
export async function suppressAddress(
  ctx: TenantContext,
  address: string,
  reason: 'bounced' | 'complained' | 'unsubscribed',
): Promise<void> {
  await ctx.tx.rows(
    `insert into suppressions as s (tenant_id, kind, digest, reason, created_at) values ($1, 'email', $2, $3, $4)
     on conflict (tenant_id, kind, digest) do update set reason = excluded.reason
       where s.reason = 'bounced' and excluded.reason <> 'bounced'`,
    [ctx.tenantId, digestOf(ctx, address), reason, ctx.now],
  );
}

/** Lets an address be written to again that bounced, because somebody says that it is valid. */
export async function liftBounce(ctx: TenantContext, address: string): Promise<void> {
  await ctx.tx.rows(
    `delete from suppressions where tenant_id = $1 and kind = 'email' and digest = $2 and reason = 'bounced'`,
    [ctx.tenantId, digestOf(ctx, address)],
  );
}

function digestOf({ services, tenantId }: TenantContext, address: string): string {
  return services.keys.hashAddress(address, tenantId);
}
