// Declares the kind of record `ticket`, its timelines and filters, and how a ticket is locked.
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { applyConditions, linkFilter } from '../../lists/filters.ts';
import { recordKind } from '../records/kind.ts';
import { type Locked, lockRecord } from '../records/verbs.ts';
import { Ticket } from './model.ts';

/** Returns the SQL of the status of a ticket at a time: a resolved one that has stayed quiet is closed. */
export function statusSql(ticket: string, now: string): string {
  return `(case when ${ticket}.status = 'resolved' and ${ticket}.closes_at <= ${now} then 'closed' else ${ticket}.status end)`;
}

/** Returns the SQL of the state of the service level of a ticket at a time. */
export function slaStateSql(ticket: string, now: string): string {
  return `(case when ${ticket}.sla_result is not null then ${ticket}.sla_result when ${ticket}.breach_at <= ${now} then 'breached'
    when ${ticket}.risk_at <= ${now} then 'at_risk' when ${ticket}.status in ('pending', 'on_hold', 'closed') then 'paused' else 'ok' end)`;
}

/** The statuses of a ticket that somebody has to work on. */
export const OPEN_STATUSES = `('new', 'open', 'pending', 'on_hold')`;

const instant = (now: Date): string => `timestamptz '${now.toISOString()}'`;

export const ticketKind = recordKind<Ticket>({
  model: Ticket,
  links: ({ id, companyId, contactId, projectId }) => [
    { entity: 'ticket', id },
    ...(companyId ? [{ entity: 'company', id: companyId }] : []),
    ...(contactId ? [{ entity: 'contact', id: contactId }] : []),
    ...(projectId ? [{ entity: 'project', id: projectId }] : []),
  ],
  filters: {
    status: (query, conditions, { now }) =>
      applyConditions(query, statusSql('support_tickets', instant(now)), conditions),
    slaState: (query, conditions, { now }) =>
      applyConditions(query, slaStateSql('support_tickets', instant(now)), conditions),
    companyId: linkFilter('support_tickets.company_id', 'companies'),
    contactId: linkFilter('support_tickets.contact_id', 'contacts'),
    projectId: linkFilter('support_tickets.project_id', 'projects'),
  },
  search: {
    // Not its company: who may read tickets alone must not learn that name here.
    subtitle: 'r.number',
    exact: [
      {
        field: 'number',
        read: (text) => text.trim() || undefined,
        find: 'select id from support_tickets where tenant_id = $1 and number = ? and deleted_at is null',
      },
    ],
    texts: { subject: 'r.subject', number: 'r.number' },
    related: { companyId: 'Company' },
  },
});

export const ticketById = ticketKind.byId;

/**
 * Locks a ticket that the caller may change.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED; TICKET_MERGED with the ticket that it was merged into
 */
export async function lockTicket(
  ctx: TenantContext,
  id: string,
  options: { expectedVersion?: number | null; deleted?: boolean } = {},
): Promise<Locked<Ticket>> {
  const ticket = await lockRecord(ctx, ticketKind, id, options);
  if (ticket.mergedIntoId)
    fail('TICKET_MERGED', undefined, { details: { merged_into_id: ticket.mergedIntoId } });
  return ticket;
}
