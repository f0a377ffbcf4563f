// Scheduled work on tickets: warnings of their service level, the end of quiet ones, and clocks by new policies.
// Reads judge by the clock and do not depend on this; it writes the events, once for each.
import type { TenantContext } from '../../context.ts';
import { emit } from '../../events/emit.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { inWorkspace } from '../in-workspace.ts';
import type { Locked } from '../records/verbs.ts';
import { currentClocks, recomputeClocks } from './clocks.ts';
import { ticketKind } from './kind.ts';
import { Ticket } from './model.ts';
import { settleQuiet } from './service.ts';
import { storedClocks, warningsOf } from './sla-rules.ts';

/** Tickets in one transaction; small, so that no lock is held for long. */
const BATCH = 100;

/** Warns of clocks, closes quiet tickets and follows new policies in every workspace; runs every minute. */
export async function sweepTickets(services: Services, log: Log, signal?: AbortSignal): Promise<void> {
  const tenants = await services.database.read({}, ({ db }) => db('tenants').select('id').orderBy('id'));
  for (const { id: tenantId } of tenants)
    for (const step of [recomputeClocks, closeQuiet, warn])
      while (!signal?.aborted) {
        const origin = { services, log, tenantId, requestId: 'sweep_tickets' };
        if ((await inWorkspace(origin, step)) < BATCH) break;
      }
}

/** Locks the live tickets of which a time has come; another process skips them. */
async function lockDue(ctx: TenantContext, column: 'closes_at' | 'sla_check_at'): Promise<Locked<Ticket>[]> {
  return (await Ticket.live(ctx)
    .whereRaw(`support_tickets.${column} <= ?`, [ctx.now])
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()) as Locked<Ticket>[];
}

async function closeQuiet(ctx: TenantContext): Promise<number> {
  const tickets = await lockDue(ctx, 'closes_at');
  for (const ticket of tickets) await settleQuiet(ctx, ticket);
  return tickets.length;
}

/** Writes an event for each clock that is at risk or has ended since the last look; both at once are one event. */
async function warn(ctx: TenantContext): Promise<number> {
  const tickets = await lockDue(ctx, 'sla_check_at');
  const clocksOfTickets = await currentClocks(ctx, tickets);
  for (const [at, ticket] of tickets.entries()) {
    const clocks = clocksOfTickets[at]!;
    const held = warningsOf(clocks, ctx.now);
    const fresh = held.filter((warning) => !ticket.slaWarned.includes(warning));
    const { slaWarned, slaCheckAt } = storedClocks(clocks, held, ctx.now);
    await ctx.tx.rows(
      'update support_tickets set sla_warned = $3, sla_check_at = $4 where tenant_id = $1 and id = $2',
      [ctx.tenantId, ticket.id, slaWarned, slaCheckAt],
    );
    for (const state of ['breached', 'at_risk'] as const) {
      const names = fresh
        .filter((warning) => warning.endsWith(`:${state}`))
        .map((warning) => warning.split(':')[0]!)
        .filter((name) => state === 'breached' || !fresh.includes(`${name}:breached`));
      if (names.length)
        await emit(ctx, `ticket.sla_${state}`, {
          object: ticket,
          label: ticket.subject,
          links: ticketKind.links(ticket),
          data: { clocks: names },
        });
    }
  }
  return tickets.length;
}
