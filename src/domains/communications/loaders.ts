// Loads communications and their parts for other records.
import type { TenantContext } from '../../context.ts';
import { allOf, listOf, loaderOf } from '../../lists/loaders.ts';
import { communicationKind } from './kind.ts';
import { type Communication, CommunicationParticipant } from './model.ts';

const newestFirst = { listing: communicationKind.listing, sort: ['-occurred_at'] };

export const communicationById = communicationKind.byId;
export const participantsOfCommunication = allOf<CommunicationParticipant>(
  CommunicationParticipant,
  'communicationId',
  'communication_id',
  (table) => `${table}.position`,
);
export const communicationsOfCompany = listOf<Communication>('communications.company', {
  ...newestFirst,
  parent: 'communications.company_id',
});
export const communicationsOfDeal = listOf<Communication>('communications.deal', {
  ...newestFirst,
  parent: 'communications.deal_id',
});
export const communicationsOfContact = listOf<Communication>('communications.contact', {
  ...newestFirst,
  parent: 'communication_contacts.contact_id',
  join: `join communication_contacts on communication_contacts.tenant_id = communications.tenant_id
    and communication_contacts.communication_id = communications.id`,
});

/** Returns the contacts that a communication is linked to, without those that only took part. */
export function linkedContacts(ctx: TenantContext, communicationId: string): Promise<string[]> {
  return loaderOf<string, string[]>(ctx, 'communications.linked_contacts', async (ids) => {
    const rows = await ctx.tx.rows<{ id: string; contact: string }>(
      `select communication_id as id, contact_id as contact from communication_contacts
       where tenant_id = $1 and communication_id = any ($2) and is_link order by created_at, contact_id`,
      [ctx.tenantId, ids],
    );
    const groups = Map.groupBy(rows, ({ id }) => id);
    return ids.map((id) => (groups.get(id) ?? []).map(({ contact }) => contact));
  }).load(communicationId);
}

/** Returns the SQL of the contacts that the rows of a table of communications are linked to, as JSON. */
export function linkedContactsSql(table: string): string {
  return linksSql(table, 'communication_contacts', 'communication_id');
}

/** Returns the SQL of the linked contacts of a row as JSON, in the order of their loaders. */
export function linksSql(table: string, links: string, key: string): string {
  return `coalesce((select json_agg(k.contact_id order by k.created_at, k.contact_id) from ${links} k
    where k.tenant_id = ${table}.tenant_id and k.${key} = ${table}.id and k.is_link), '[]'::json)`;
}

/** A participant of any message of a thread. */
interface ThreadParticipant {
  address: string | null;
  name: string | null;
  contactId: string | null;
  userId: string | null;
}

/** The parts of a thread that its messages give. */
export interface ThreadParts {
  participants: ThreadParticipant[];
  contactIds: string[];
  lastMessage: object | null;
}

/** Returns the participants, linked contacts and last message of a thread, with one statement for a page of threads. */
export function partsOfThread(ctx: TenantContext, threadId: string): Promise<ThreadParts> {
  return loaderOf<string, ThreadParts>(ctx, 'communication_threads.parts', async (ids) => {
    const rows = await ctx.tx.rows<{ id: string } & ThreadParts>(
      `select t.id,
         (select coalesce(json_agg(json_build_object('address', p.address, 'name', p.name, 'contactId', p.contact_id,
             'userId', p.user_id) order by p.first_at), '[]') from (
           select p.address, max(p.name) as name, p.contact_id, p.user_id, min(coalesce(c.occurred_at, c.created_at)) as first_at
           from communications c join communication_participants p on p.tenant_id = $1 and p.communication_id = c.id
           where c.tenant_id = $1 and c.thread_id = t.id and c.deleted_at is null
           group by p.address, p.contact_id, p.user_id) p) as participants,
         array(select distinct k.contact_id from communications c
           join communication_contacts k on k.tenant_id = $1 and k.communication_id = c.id
           where c.tenant_id = $1 and c.thread_id = t.id and c.deleted_at is null) as "contactIds",
         (select json_build_object('id', m.id, 'direction', m.direction, 'occurredAt', m.occurred_at, 'snippet', m.snippet)
           from communications m where m.tenant_id = $1 and m.id = t.last_message_id) as "lastMessage"
       from communication_threads t where t.tenant_id = $1 and t.id = any ($2)`,
      [ctx.tenantId, ids],
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? { participants: [], contactIds: [], lastMessage: null });
  }).load(threadId);
}
