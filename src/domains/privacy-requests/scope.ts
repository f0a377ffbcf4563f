// Finds what concerns a person in one workspace, and what of it an erasure keeps.
import type { Transaction } from '../../db/transaction.ts';
import type { PrivacyHold } from './model.ts';

/** The person: an address in any workspace, or a contact of one. */
export interface Subject {
  email: string | null;
  contactId: string | null;
}

export interface Scope {
  /** Contacts that are not erased yet, in the order of their ids. */
  contactIds: string[];
  counts: Record<string, number>;
  holds: PrivacyHold[];
}

const MAX_CONTACTS = 500;
export const MAX_HOLDS = 200;

/** Returns what concerns a person. The transaction sees the workspace. */
export async function scopeIn(
  tx: Pick<Transaction, 'rows'>,
  workspaceId: string,
  { email, contactId }: Subject,
): Promise<Scope> {
  const contacts = await tx.rows<{ id: string }>(
    `select c.id from contacts c
     where c.tenant_id = $1 and c.merged_into_id is null and c.status is distinct from 'erased' and (c.id = $2 or exists (
       select from contact_methods m where m.tenant_id = $1 and m.contact_id = c.id and m.kind = 'email' and m.value = $3))
     order by c.id limit ${MAX_CONTACTS}`,
    [workspaceId, contactId, email],
  );
  const contactIds = contacts.map(({ id }) => id);
  const [counts] = await tx.rows<Record<string, number>>(
    `select
       (select count(distinct communication_id) from communication_participants
        where tenant_id = $1 and (contact_id = any ($2) or address = $3))::int as communications,
       (select count(*) from notes where tenant_id = $1 and contact_id = any ($2))::int as notes,
       (select count(distinct envelope_id) from envelope_recipients
        where tenant_id = $1 and (contact_id = any ($2) or lower(email) = $3))::int as envelopes`,
    [workspaceId, contactIds, email],
  );
  const holds = await tx.rows<Omit<PrivacyHold, 'workspaceId'>>(
    `select 'envelope' as entity, e.id, 'signed' as reason from envelopes e
     where e.tenant_id = $1 and e.status in ('completing', 'completed') and exists (
       select from envelope_recipients r where r.tenant_id = $1 and r.envelope_id = e.id
         and (r.contact_id = any ($2) or lower(r.email) = $3))
     union all
     select 'invoice', i.id, 'retention' from invoices i
     where i.tenant_id = $1 and i.status <> 'draft' and i.contact_id = any ($2)
     union all
     select 'user', u.id, 'account' from users u join memberships m on m.user_id = u.id and m.tenant_id = $1
     where u.email = $3 and m.status = 'active'
     order by 1, 2 limit ${MAX_HOLDS}`,
    [workspaceId, contactIds, email],
  );
  return {
    contactIds,
    counts: { contacts: contactIds.length, ...counts! },
    holds: holds.map((hold) => ({ workspaceId, ...hold })),
  };
}

/** Returns the sums of counts by kind. */
export function summed(all: readonly Record<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const counts of all)
    for (const [kind, count] of Object.entries(counts)) sums[kind] = (sums[kind] ?? 0) + count;
  return sums;
}
