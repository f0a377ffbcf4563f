// Operations on tickets: create, read, list, change with their states, delete and restore (delivery.md section 7).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { invalid } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import type { ListArguments, PageOf, Query } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { completeCustomFields } from '../custom-fields/record-values.ts';
import { dayOf } from '../days.ts';
import { takeNumber } from '../numbering/service.ts';
import {
  changeRecord,
  type Deletion,
  deleteRecord,
  insertRecord,
  type Locked,
  lockRecord,
  restoreRecord,
} from '../records/verbs.ts';
import { applySavedView } from '../saved-views/apply.ts';
import { addState, firstClocks, recomputeSome, statusColumns, withClocks } from './clocks.ts';
import { readFields, type TicketInput } from './input.ts';
import { lockTicket, ticketKind } from './kind.ts';
import { Ticket, TicketMessage } from './model.ts';
import { replacePolicies, type SlaPolicies, type SlaPoliciesInput } from './policies.ts';
import { assertTransition, statusAt } from './rules.ts';
import type { TicketStatus } from './sla-rules.ts';

/** A list whose conditions depend on the time is not served by the statements that lists keep. */
const dated = (_query: Query): void => undefined;

/** Returns a live ticket. @throws NOT_FOUND */
export function getTicket(ctx: TenantContext, id: string, lookahead?: Lookahead): Promise<Ticket> {
  return Ticket.read(ctx, id, lookahead);
}

/** Returns a page of tickets. */
export async function listTickets(
  ctx: TenantContext,
  args: ListArguments & { viewId?: string | null },
  lookahead: Lookahead,
): Promise<PageOf<Ticket>> {
  const list = await applySavedView(ctx, 'support_tickets', args);
  const isDated = /"(status|slaState)"/.test(JSON.stringify([list.filter, list.tree]));
  return listPage<Ticket>(ctx, ticketKind.listing, list, lookahead, isDated ? dated : undefined);
}

/** Where a ticket comes from, beside its input. */
export interface TicketOrigin {
  followUpOfId?: string;
}

/** Opens a ticket; its clocks start. One with an assignee is open at once. @throws VALIDATION_ERROR, COMPANY_MISMATCH */
export async function createTicket(
  ctx: TenantContext,
  input: TicketInput,
  origin: TicketOrigin = {},
): Promise<Ticket> {
  if (input.status != null && input.status !== 'new')
    throw invalid('status', 'initial', 'A ticket begins as new; leave the status out.');
  if (input.satisfaction != null) throw invalid('satisfaction', 'initial', 'A new ticket has no rating yet.');
  const audience = input.audience ?? 'client';
  const fields = await readFields(ctx, input, audience);
  const body = input.body?.trim();
  if (input.body != null && !body) throw invalid('body', 'required', 'Give the text of the message.');
  const id = uuid();
  const status: TicketStatus = fields.assigneeUserId ? 'open' : 'new';
  const priority = fields.priority ?? 'normal';
  const record = {
    channel: 'api',
    ...fields,
    id,
    audience,
    status,
    priority,
    createdAt: ctx.now,
    ...origin,
    lastMessageAt: body ? ctx.now : null,
    ...(await firstClocks(ctx, { status, priority })),
    customFields: completeCustomFields(ctx, 'support_tickets', fields.customFields),
  };
  const clientNumber = await clientNumberOf(ctx, fields.companyId);
  const day = dayOf(ctx.now, ctx.principal.timeZone);
  const number = await takeNumber(ctx, 'ticket', { type: 'ticket', id, day, clientNumber });
  const ticket = await insertRecord(ctx, ticketKind, { ...record, number } as never);
  await addState(ctx, id, status);
  if (body) await addFirstMessage(ctx, ticket, body);
  return ticket;
}

/** Adds the first message of a new ticket, which its own event already tells of. */
async function addFirstMessage(ctx: TenantContext, ticket: Ticket, body: string): Promise<void> {
  await TicketMessage.create(ctx, {
    id: uuid(),
    ticketId: ticket.id,
    visibility: 'public',
    body,
    fromRequester: true,
    contactId: ticket.contactId,
  });
}

async function clientNumberOf(
  ctx: TenantContext,
  companyId: string | null | undefined,
): Promise<string | null> {
  if (!companyId) return null;
  const [row] = await ctx.tx.rows<{ clientId: string | null }>(
    'select client_id as "clientId" from companies where tenant_id = $1 and id = $2',
    [ctx.tenantId, companyId],
  );
  return row?.clientId ?? null;
}

/**
 * Changes the given fields and the status; a new ticket that is assigned opens.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, COMPANY_MISMATCH, INVALID_STATE_TRANSITION, TICKET_MERGED
 */
export async function updateTicket(
  ctx: TenantContext,
  id: string,
  input: TicketInput,
  expectedVersion?: number | null,
): Promise<Ticket> {
  return changeTicket(ctx, await lockTicket(ctx, id, { expectedVersion: expectedVersion ?? null }), input);
}

/** Changes a locked ticket (see `updateTicket`). */
export async function changeTicket(
  ctx: TenantContext,
  locked: Locked<Ticket>,
  input: TicketInput,
): Promise<Ticket> {
  assertChangeable(locked, input);
  const fields = await readFields(ctx, input, locked.audience, locked);
  const before = await settleQuiet(ctx, locked);
  const status = nextStatus(before, input, fields);
  if (status !== before.status && !isAssignedOnly(before, input, status))
    assertTransition(before.status, status);
  if (input.satisfaction != null && !['resolved', 'closed'].includes(status))
    throw invalid('satisfaction', 'resolved', 'A ticket is rated when it is resolved.');
  const moved = status === before.status ? {} : statusColumns(ctx, status);
  const patch = { ...fields, ...moved };
  if (patch.priority === before.priority) delete patch.priority;
  const isAssigned = fields.assigneeUserId !== undefined && fields.assigneeUserId !== before.assigneeUserId;
  return changeRecord(ctx, ticketKind, before, await withClocks(ctx, before, patch), {
    ...(isAssigned && fields.assigneeUserId
      ? { event: 'ticket.assigned' as EventType }
      : status !== before.status && { event: 'ticket.status_changed' as EventType }),
    ...(status !== before.status && { data: { from: before.status, to: status } }),
  });
}

function assertChangeable(before: Ticket, input: TicketInput): void {
  if (input.body !== undefined)
    throw invalid('body', 'own_route', 'Messages are added by POST /api/support/{id}/messages.');
  if (input.audience != null && input.audience !== before.audience)
    throw invalid('audience', 'fixed', 'A ticket stays with the audience that it was opened for.');
}

function nextStatus({ status }: Ticket, input: TicketInput, fields: Partial<Ticket>): TicketStatus {
  if (input.status) return input.status;
  return status === 'new' && fields.assigneeUserId ? 'open' : status;
}

/** Whether a new ticket becomes open because it is assigned. */
function isAssignedOnly({ status, assigneeUserId }: Ticket, input: TicketInput, to: TicketStatus): boolean {
  return status === 'new' && to === 'open' && !!(input.assigneeUserId ?? assigneeUserId);
}

/** Opens a new ticket that goes on with a closed one. */
export async function createFollowUp(ctx: TenantContext, closed: Ticket): Promise<Locked<Ticket>> {
  const { audience, subject, priority, channel, companyId, contactId, projectId } = closed;
  const input = { audience, subject, priority, channel, companyId, contactId, projectId };
  return (await createTicket(ctx, input, { followUpOfId: closed.id })) as Locked<Ticket>;
}

/** Closes a locked ticket first that has been quiet for long enough, as its sweep would. */
export async function settleQuiet(ctx: TenantContext, ticket: Locked<Ticket>): Promise<Locked<Ticket>> {
  if (statusAt(ticket, ctx.now) === ticket.status) return ticket;
  const at = ticket.closesAt!;
  const patch = await withClocks(ctx, ticket, statusColumns(ctx, 'closed', at), at);
  const options = { event: 'ticket.status_changed' as EventType, data: { from: 'resolved', to: 'closed' } };
  return (await changeRecord(ctx, ticketKind, ticket, patch, options)) as Locked<Ticket>;
}

/** Deletes a ticket; its clocks give no more warnings. It can be restored for 30 days. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function deleteTicket(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  return deleteRecord(
    ctx,
    ticketKind,
    await lockRecord(ctx, ticketKind, id, { expectedVersion: expectedVersion ?? null }),
  );
}

/** Restores a deleted ticket; a live one stays as it is. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function restoreTicket(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Ticket> {
  const options = { expectedVersion: expectedVersion ?? null, deleted: true };
  return restoreRecord(ctx, ticketKind, (await Ticket.lock<Ticket>(ctx, id, options)) as Locked<Ticket>);
}

/** Replaces targets and business hours, and computes the open clocks anew. @throws VALIDATION_ERROR, PRECONDITION_FAILED */
export async function setPolicies(
  ctx: TenantContext,
  input: SlaPoliciesInput,
  expectedVersion?: number | null,
): Promise<SlaPolicies> {
  const { policies, isChanged } = await replacePolicies(ctx, input, expectedVersion);
  if (isChanged) await recomputeSome(ctx);
  return policies;
}
