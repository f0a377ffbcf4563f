// Loads the tickets of other records, and what is counted of tickets.
import type { TenantContext } from '../../context.ts';
import { countOf, listOf, loaderOf } from '../../lists/loaders.ts';
import { ticketKind } from './kind.ts';
import type { Ticket } from './model.ts';
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
