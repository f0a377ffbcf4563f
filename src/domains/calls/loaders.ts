// Loads calls and their parts for other records.
import type { TenantContext } from '../../context.ts';
import { allOf, listOf, loaderOf } from '../../lists/loaders.ts';
import { linksSql } from '../communications/loaders.ts';
import { callKind } from './kind.ts';
import { type Call, CallParticipant } from './model.ts';

const newestFirst = { listing: callKind.listing, sort: ['-started_at'] };

export const callById = callKind.byId;
export const participantsOfCall = allOf<CallParticipant>(
  CallParticipant,
  'callId',
  'call_id',
  (table) => `${table}.position`,
);
export const callsOfCompany = listOf<Call>('calls.company', { ...newestFirst, parent: 'calls.company_id' });
export const callsOfDeal = listOf<Call>('calls.deal', { ...newestFirst, parent: 'calls.deal_id' });
export const callsOfContact = listOf<Call>('calls.contact', {
  ...newestFirst,
  parent: 'call_contacts.contact_id',
  join: 'join call_contacts on call_contacts.tenant_id = calls.tenant_id and call_contacts.call_id = calls.id',
});

/** Returns the contacts that a call is linked to, without those that only took part. */
export function contactsLinkedToCall(ctx: TenantContext, callId: string): Promise<string[]> {
  return loaderOf<string, string[]>(ctx, 'calls.linked_contacts', async (ids) => {
    const rows = await ctx.tx.rows<{ id: string; contact: string }>(
      `select call_id as id, contact_id as contact from call_contacts
       where tenant_id = $1 and call_id = any ($2) and is_link order by created_at, contact_id`,
      [ctx.tenantId, ids],
    );
    const groups = Map.groupBy(rows, ({ id }) => id);
    return ids.map((id) => (groups.get(id) ?? []).map(({ contact }) => contact));
  }).load(callId);
}

/** Returns the SQL of the contacts that the rows of a table of calls are linked to, as JSON. */
export function contactsLinkedToCallSql(table: string): string {
  return linksSql(table, 'call_contacts', 'call_id');
}
