// Loads the tickets of other records, and what is counted of tickets.
import type { TenantContext } from '../../context.ts';
import type { StoredFile } from '../../files/files.ts';
import { fileAddress } from '../../files/tickets.ts';
import { countOf, listOf, loaderOf } from '../../lists/loaders.ts';
import { ticketKind } from './kind.ts';
import { type Ticket, TicketMessage } from './model.ts';
import { slaState } from './sla-rules.ts';

export { statusAt } from './rules.ts';

const { listing } = ticketKind;

export const ticketsOfCompany = listOf<Ticket>('support_tickets.company', {
  listing,
  parent: 'support_tickets.company_id',
});
export const ticketsOfContact = listOf<Ticket>('support_tickets.contact', {
  listing,
  parent: 'support_tickets.contact_id',
});
export const ticketsOfProject = listOf<Ticket>('support_tickets.project', {
  listing,
  parent: 'support_tickets.project_id',
});
export const countTicketsOfCompany = countOf('support_tickets.company', {
  listing,
  parent: 'support_tickets.company_id',
});

/** Returns the minutes logged on the tasks of a ticket. */
export function trackedMinutes(ctx: TenantContext, ticketId: string): Promise<number> {
  return loaderOf<string, number>(ctx, 'support_tickets.minutes', async (ids) => {
    const rows = await ctx.tx.rows<{ id: string; minutes: number }>(
      `select t.ticket_id as id, sum(e.minutes)::int as minutes from tasks t
       join time_entries e on e.tenant_id = $1 and e.task_id = t.id and e.deleted_at is null and e.status <> 'rejected'
       where t.tenant_id = $1 and t.ticket_id = any($2) and t.deleted_at is null group by 1`,
      [ctx.tenantId, ids],
      'generic',
    );
    const found = new Map(rows.map(({ id, minutes }) => [id, minutes]));
    return ids.map((id) => found.get(id) ?? 0);
  }).load(ticketId);
}

/** The last messages of a ticket, oldest first. */
export function lastMessages(ctx: TenantContext, ticketId: string): Promise<TicketMessage[]> {
  return loaderOf<string, TicketMessage[]>(ctx, 'support_tickets.last_messages', async (ids) => {
    const rows = await ctx.tx.rows<{ ticket_id: string }>(
      `select m.* from unnest($2::uuid[]) w(id) cross join lateral (
           select * from support_messages k where k.tenant_id = $1 and k.ticket_id = w.id
           order by k.created_at desc, k.id desc limit 10) m order by m.created_at, m.id`,
      [ctx.tenantId, ids],
    );
    const groups = Map.groupBy(
      rows.map((row) => TicketMessage.fromDatabaseJson(row) as unknown as TicketMessage),
      (message) => message.ticketId,
    );
    return ids.map((id) => groups.get(id) ?? []);
  }).load(ticketId);
}

/** Returns the files of a message, each with a signed address. */
export async function filesOfMessage(ctx: TenantContext, messageId: string) {
  const files = await loaderOf<string, StoredFile[]>(ctx, 'support_messages.files', async (ids) => {
    const rows = await ctx.tx.rows<StoredFile & { messageId: string }>(
      `select f.id, f.tenant_id as "tenantId", f.name, f.mime, f.bytes::float8 as bytes, f.sha256, a.message_id as "messageId"
       from support_message_files a join files f on f.tenant_id = $1 and f.id = a.file_id
       where a.tenant_id = $1 and a.message_id = any($2) order by a.id`,
      [ctx.tenantId, ids],
    );
    const groups = Map.groupBy(rows, (row) => row.messageId);
    return ids.map((id) => groups.get(id) ?? []);
  }).load(messageId);
  return files.map((file) => ({ id: file.id, ...fileAddress(ctx, file) }));
}

/** Returns the clocks of a ticket as they are shown. */
export function slaOf(ticket: Ticket, now: Date) {
  const { firstResponseDueAt, nextResponseDueAt, resolutionDueAt, slaMissed } = ticket;
  return {
    firstResponseDueAt,
    nextResponseDueAt,
    resolutionDueAt,
    state: slaState(ticket, now),
    missed: slaMissed,
  };
}
