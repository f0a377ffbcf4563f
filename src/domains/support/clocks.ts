// Keeps the clocks of tickets: computes them with every change, and anew after a change of the policies.
import type { TenantContext } from '../../context.ts';
import { settleAll } from '../../db/transaction.ts';
import { Ticket } from './model.ts';
import { type Pace, readPace } from './policies.ts';
import { QUIET_MS } from './rules.ts';
import {
  clocksOf,
  missedClocks,
  type SlaClock,
  storedClocks,
  type TicketHistory,
  type TicketState,
} from './sla-rules.ts';

/** Tickets whose clocks are computed in one transaction. */
const BATCH = 500;
/** How many of these a change of the policies waits for; the sweep does the rest. */
const BATCHES_AT_ONCE = 4;

interface StateRow {
  ticketId: string;
  status: TicketState['status'];
  at: Date;
}

/** Reads the states of tickets, in order. */
async function readStates(ctx: TenantContext, ids: readonly string[]): Promise<Map<string, TicketState[]>> {
  const rows = await ctx.tx.rows<StateRow>(
    `select ticket_id as "ticketId", status, at from support_ticket_states
     where tenant_id = $1 and ticket_id = any($2) order by ticket_id, position`,
    [ctx.tenantId, ids],
  );
  const states = rows.map(({ ticketId, status, at }) => ({ ticketId, status, at: new Date(at) }));
  return Map.groupBy(states, ({ ticketId }) => ticketId);
}

type Facts = Pick<Ticket, 'createdAt' | 'firstRespondedAt' | 'waitingSince' | 'mergedIntoId'>;

function historyOf(
  { createdAt, firstRespondedAt, waitingSince, mergedIntoId }: Facts,
  states: readonly TicketState[],
): TicketHistory {
  return { createdAt, firstRespondedAt, waitingSince, states, isMerged: mergedIntoId !== null };
}

/** Returns the columns of the clocks of a new ticket. */
export async function firstClocks(
  ctx: TenantContext,
  ticket: Pick<Ticket, 'status' | 'priority'>,
): Promise<Partial<Ticket>> {
  const pace = await readPace(ctx);
  const history = { createdAt: ctx.now, firstRespondedAt: null, waitingSince: null, mergedIntoId: null };
  const clocks = clocksOf(
    historyOf(history, [{ status: ticket.status, at: ctx.now }]),
    pace.targetOf(ticket.priority),
    pace.clock,
  );
  return { ...storedClocks(clocks, [], ctx.now), slaPolicyVersion: pace.version };
}

/** Writes that a ticket has a status from now on; called after the ticket is written. */
export async function addState(
  ctx: TenantContext,
  ticketId: string,
  status: TicketState['status'],
  at = ctx.now,
): Promise<void> {
  await ctx.tx.rows(
    `insert into support_ticket_states (tenant_id, ticket_id, position, status, at)
     values ($1, $2, (select coalesce(max(s.position) + 1, 0) from support_ticket_states s where s.tenant_id = $1 and s.ticket_id = $2), $3, $4)`,
    [ctx.tenantId, ticketId, status, at],
  );
}

/**
 * Returns a change of a ticket with what it does to the clocks, and writes the new state. The ticket is locked.
 * @param at when the change took effect, if that is not now
 */
export async function withClocks(
  ctx: TenantContext,
  before: Ticket,
  patch: Partial<Ticket>,
  at = ctx.now,
): Promise<Partial<Ticket>> {
  const isMoved = patch.status !== undefined && patch.status !== before.status;
  const follows =
    isMoved || ['priority', 'firstRespondedAt', 'waitingSince', 'mergedIntoId'].some((name) => name in patch);
  if (!follows) return patch;
  const [pace, found] = await settleAll([readPace(ctx), readStates(ctx, [before.id])]);
  const states = found.get(before.id) ?? [{ status: before.status, at: before.createdAt }];
  const after = { ...before, ...patch } as Ticket;
  const statesAfter = isMoved ? [...states, { status: after.status, at }] : states;
  const former = clocksOf(historyOf(before, states), pace.targetOf(before.priority), pace.clock);
  const clocks = clocksOf(historyOf(after, statesAfter), pace.targetOf(after.priority), pace.clock);
  const isRunning = new Set(clocks.filter((clock) => clock.isRunning).map(({ name }) => name));
  const missed = missedClocks(former, at);
  // What ends with this change and was late stays late.
  const ended = missed.filter(
    (name) => !isRunning.has(name) || (name === 'next_response' && patch.waitingSince !== undefined),
  );
  if (isMoved) await addState(ctx, before.id, after.status, at);
  return {
    ...patch,
    ...storedClocks(clocks, before.slaWarned, ctx.now),
    slaMissed: [...new Set([...before.slaMissed, ...ended])].sort(),
    slaPolicyVersion: pace.version,
    ...(isMoved && resultOf(before, after, missed.includes('resolution'))),
  };
}

/** Returns how the resolution ended, for a ticket that is resolved or opened again. */
function resultOf(before: Ticket, after: Ticket, isLate: boolean): Partial<Ticket> {
  const isOver = ({ status }: Ticket) => status === 'resolved' || status === 'closed';
  if (isOver(after) === isOver(before)) return {};
  if (!isOver(after) || after.mergedIntoId) return { slaResult: null };
  return { slaResult: isLate ? 'breached' : 'met' };
}

/** Returns the columns of a status that begins now, beside its clocks. */
export function statusColumns(ctx: TenantContext, status: Ticket['status'], at = ctx.now): Partial<Ticket> {
  return {
    status,
    closesAt: status === 'resolved' ? new Date(at.getTime() + QUIET_MS) : null,
    closedAt: status === 'closed' ? at : null,
    ...(status === 'resolved' && { resolvedAt: at }),
    ...(status === 'open' && { resolvedAt: null }),
  };
}

/**
 * Computes the clocks of open tickets anew that were computed by other policies.
 * @returns the number of tickets; fewer than a batch if none is left
 */
export async function recomputeClocks(ctx: TenantContext): Promise<number> {
  const pace = await readPace(ctx);
  const tickets = (await Ticket.of(ctx)
    .whereRaw(
      `status in ('new', 'open', 'pending', 'on_hold') and deleted_at is null and sla_policy_version <> ?`,
      [pace.version],
    )
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()) as Ticket[];
  const states = await readStates(
    ctx,
    tickets.map(({ id }) => id),
  );
  const rows = tickets.map((ticket) => ({
    id: ticket.id,
    ...storedClocks(clocksByPace(ticket, states.get(ticket.id) ?? [], pace), ticket.slaWarned, ctx.now),
  }));
  await ctx.tx.rows(
    `update support_tickets t set first_response_due_at = n."firstResponseDueAt", next_response_due_at = n."nextResponseDueAt",
       resolution_due_at = n."resolutionDueAt", risk_at = n."riskAt", breach_at = n."breachAt", sla_warned = n."slaWarned",
       sla_check_at = n."slaCheckAt", sla_policy_version = $3
     from jsonb_to_recordset($2) n(id uuid, "firstResponseDueAt" timestamptz, "nextResponseDueAt" timestamptz,
       "resolutionDueAt" timestamptz, "riskAt" timestamptz, "breachAt" timestamptz, "slaWarned" text[], "slaCheckAt" timestamptz)
     where t.tenant_id = $1 and t.id = n.id`,
    [ctx.tenantId, JSON.stringify(rows), pace.version],
  );
  return tickets.length;
}

function clocksByPace(ticket: Ticket, states: readonly TicketState[], pace: Pace): SlaClock[] {
  const known = states.length ? states : [{ status: ticket.status, at: ticket.createdAt }];
  return clocksOf(historyOf(ticket, known), pace.targetOf(ticket.priority), pace.clock);
}

/** Computes the clocks of the open tickets by new policies; those of very many are left to the sweep. */
export async function recomputeSome(ctx: TenantContext): Promise<void> {
  for (let batch = 0; batch < BATCHES_AT_ONCE; batch += 1) if ((await recomputeClocks(ctx)) < BATCH) return;
}

/** Returns the clocks of tickets as they are. */
export async function currentClocks(ctx: TenantContext, tickets: readonly Ticket[]): Promise<SlaClock[][]> {
  if (tickets.length === 0) return [];
  const [pace, states] = await settleAll([
    readPace(ctx),
    readStates(
      ctx,
      tickets.map(({ id }) => id),
    ),
  ]);
  return tickets.map((ticket) => clocksByPace(ticket, states.get(ticket.id) ?? [], pace));
}
