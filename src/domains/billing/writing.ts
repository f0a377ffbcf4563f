// Writes a changed subscription with its event.
import { announceChange } from '../../access/purge.ts';
import { addMonths } from '../../access/subscription.ts';
import type { TenantContext } from '../../context.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emit } from '../../events/emit.ts';
import { type Subscription, storeSubscription } from './model.ts';

/** Writes a changed subscription with its event, and lets every process load what it gives now. */
export async function writeSubscription(
  ctx: TenantContext,
  stored: Subscription,
  changed: Subscription,
  event: EventType,
): Promise<Subscription> {
  const after = await storeSubscription(ctx, stored, changed);
  if (after === stored) return stored;
  await announceChange(ctx, ctx.tenantId);
  await emit(ctx, event, {
    object: { id: after.id, version: after.version },
    label: after.planKey,
    before: auditOf(stored),
    after: auditOf(after),
    withheld: ['cancelReason'],
    links: [],
    data: { plan_key: after.planKey, status: after.status, seats: after.seats, interval: after.interval },
  });
  return after;
}

/** What of a subscription audit and events record: nothing by which the provider knows it. */
function auditOf(state: Subscription): object {
  const { providerCustomerId, providerSubscriptionId, eventCreated, eventRank, retries, ...shown } = state;
  return shown;
}

/** Returns the period of a subscription that begins now. */
export function firstPeriod(now: Date, interval: 'month' | 'year') {
  return { periodStart: now, periodEnd: addMonths(now, interval === 'year' ? 12 : 1) };
}
