// What the events of the platform's payment provider do to the subscription of a workspace. Events come in any order and
// more than once: the newest decides, and the end of a subscription is final.
import { NO_PENDING, type SubscriptionStatus, stateAt } from '../../access/subscription.ts';
import type { TenantContext } from '../../context.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emit } from '../../events/emit.ts';
import { CHECKOUT_COLUMNS, type CheckoutSession } from './checkout.ts';
import type { EventType as PaymentEventType } from './event-types.ts';
import { idOf, subscriptionIdOf } from './events.ts';
import { loadPlans, type Plan, type Subscription, storedSubscription } from './model.ts';
import { registerObject } from './objects.ts';
import { PROVIDER } from './stripe.ts';
import { firstPeriod, writeSubscription } from './writing.ts';

/** An event whose type is known. */
export interface PaymentEvent {
  type: PaymentEventType;
  created: Date;
  object: Record<string, unknown>;
}

/** What became of an event. */
export type Outcome = 'applied' | 'stale' | 'parked' | 'ignored';

/** Of two events of one second, the higher one wins. */
const RANK: Record<SubscriptionStatus, number> = {
  ...{ incomplete: 1, trialing: 2, active: 3, past_due: 4, restricted: 5, canceled: 6 },
};

const STATUS: Readonly<Record<string, SubscriptionStatus>> = {
  ...{
    trialing: 'trialing',
    active: 'active',
    past_due: 'past_due',
    unpaid: 'restricted',
    paused: 'restricted',
  },
  ...{
    canceled: 'canceled',
    incomplete: 'incomplete',
    incomplete_expired: 'canceled',
    restricted: 'restricted',
  },
};

/** Applies an event to the subscription of the workspace. */
export async function applySubscriptionEvent(ctx: TenantContext, event: PaymentEvent): Promise<Outcome> {
  const stored = await storedSubscription(ctx, 'lock');
  const { type, object } = event;
  if (type === 'checkout.completed' || type === 'checkout.expired' || type === 'payment.succeeded')
    return settleCheckout(ctx, stored, event);
  const subscriptionId =
    subscriptionIdOf(object) ?? (type.startsWith('subscription.') ? idOf(object.id) : null);
  if (!subscriptionId) return 'ignored';
  if (subscriptionId !== stored.providerSubscriptionId) {
    // It comes before the page that it was paid on; a former subscription has ended.
    const isFormer = await isKnown(ctx, subscriptionId);
    return isFormer ? 'stale' : 'parked';
  }
  const changed = changedBy(stateAt(stored, ctx.now), event, await loadPlans(ctx));
  if (!changed) return 'ignored';
  return applyNewest(ctx, stored, changed, event);
}

async function isKnown(ctx: TenantContext, objectId: string): Promise<boolean> {
  const rows = await ctx.tx.rows(
    'select object_id from billing_objects where provider = $1 and object_id = $2 and workspace_id = $3',
    [PROVIDER, objectId, ctx.tenantId],
  );
  return rows.length > 0;
}

/** Writes the state of an event unless a newer one, or the end of the subscription, came before. */
async function applyNewest(
  ctx: TenantContext,
  stored: Subscription,
  changed: Subscription,
  { created }: PaymentEvent,
): Promise<Outcome> {
  const rank = RANK[changed.status];
  const { eventCreated, eventRank, status } = stored;
  if (status === 'canceled' && stored.providerSubscriptionId === changed.providerSubscriptionId)
    return 'stale';
  if (eventCreated && (created < eventCreated || (+created === +eventCreated && rank < eventRank)))
    return 'stale';
  const marked = { ...changed, eventCreated: created, eventRank: rank };
  await writeSubscription(ctx, stored, marked, eventOf(stored.status, changed.status));
  return 'applied';
}

/** Returns the event that reports a change of status. */
export function eventOf(from: SubscriptionStatus, to: SubscriptionStatus): EventType {
  if (from !== to && to === 'past_due') return 'billing.payment_failed';
  if (from !== to && to === 'restricted') return 'billing.restricted';
  if (from !== to && to === 'canceled') return 'billing.subscription_canceled';
  return 'billing.subscription_changed';
}

/** Returns the subscription after an event; undefined if the event says nothing of it. */
function changedBy(
  state: Subscription,
  { type, created, object }: PaymentEvent,
  plans: readonly Plan[],
): Subscription | undefined {
  switch (type) {
    case 'invoice.paid':
      return { ...withStatus(state, 'active', created), ...periodOf(object) };
    case 'invoice.payment_failed':
      return withStatus(state, state.status === 'incomplete' ? 'incomplete' : 'past_due', created);
    case 'subscription.canceled':
      return { ...withStatus(state, 'canceled', created), ...NO_PENDING, cancelAtPeriodEnd: false };
    case 'subscription.updated':
      return updated(state, created, object, plans);
    default:
      return undefined;
  }
}

function updated(
  state: Subscription,
  created: Date,
  object: Record<string, unknown>,
  plans: readonly Plan[],
): Subscription | undefined {
  const status = typeof object.status === 'string' ? STATUS[object.status] : undefined;
  if (!status) return undefined;
  const item = itemOf(object);
  const [planKey = '', interval] = String(item.price?.lookup_key ?? '').split('_');
  const isKnownPlan =
    plans.some(({ key }) => key === planKey) && (interval === 'month' || interval === 'year');
  const { quantity } = item;
  return {
    ...withStatus(state, status, created),
    ...periodOf({
      lines: { data: [{ period: { start: item.current_period_start, end: item.current_period_end } }] },
    }),
    ...(isKnownPlan && !state.pendingPlanKey && { planKey, interval: interval as 'month' | 'year' }),
    ...(Number.isInteger(quantity) &&
      quantity! > 0 &&
      quantity! <= 100_000 &&
      !state.pendingSeats && { seats: quantity! }),
    ...(typeof object.cancel_at_period_end === 'boolean' && {
      cancelAtPeriodEnd: object.cancel_at_period_end,
    }),
    ...(status === 'trialing' && { trialEndsAt: dateOf(object.trial_end) ?? state.periodEnd }),
    ...(status === 'canceled' && { cancelAtPeriodEnd: false }),
  };
}

interface Item {
  price?: { lookup_key?: unknown };
  quantity?: number;
  current_period_start?: unknown;
  current_period_end?: unknown;
}

function itemOf({ items }: Record<string, unknown>): Item {
  const data = (items as { data?: unknown } | null | undefined)?.data;
  const first = Array.isArray(data) ? (data[0] as unknown) : undefined;
  return first !== null && typeof first === 'object' ? (first as Item) : {};
}

function withStatus(state: Subscription, status: SubscriptionStatus, at: Date): Subscription {
  const isUnpaid = status === 'past_due' || status === 'restricted' || status === 'incomplete';
  return {
    ...state,
    status,
    // The grace runs from the first failure.
    unpaidSince: isUnpaid ? (state.unpaidSince ?? at) : null,
    retries: isUnpaid ? state.retries : 0,
    canceledAt: status === 'canceled' ? (state.canceledAt ?? at) : null,
    trialEndsAt: status === 'trialing' ? (state.trialEndsAt ?? state.periodEnd) : state.trialEndsAt,
  };
}

/** Returns the period that an object names; nothing if it names none. */
function periodOf({ lines }: Record<string, unknown>): Partial<Subscription> {
  const data = (lines as { data?: unknown } | null | undefined)?.data;
  const last = Array.isArray(data)
    ? (data.at(-1) as { period?: { start?: unknown; end?: unknown } } | null)
    : null;
  const [start, end] = [dateOf(last?.period?.start), dateOf(last?.period?.end)];
  return start && end && start < end ? { periodStart: start, periodEnd: end } : {};
}

function dateOf(seconds: unknown): Date | undefined {
  const isTime = typeof seconds === 'number' && seconds > 0 && seconds < 1e11;
  return isTime ? new Date(seconds * 1000) : undefined;
}

/** A paid page begins the subscription that it was opened for. */
async function settleCheckout(
  ctx: TenantContext,
  stored: Subscription,
  event: PaymentEvent,
): Promise<Outcome> {
  const { type, object, created } = event;
  const [page] = await ctx.tx.rows<CheckoutSession>(
    `select ${CHECKOUT_COLUMNS} from checkout_sessions
     where tenant_id = $1 and purpose = 'subscription' and provider_session_id = $2 for update`,
    [ctx.tenantId, idOf(object.id)],
  );
  if (!page) return 'ignored';
  if (page.status === 'completed' || page.status === 'failed') return 'stale';
  const isPaid = type === 'payment.succeeded' || object.payment_status !== 'unpaid';
  const status = type === 'checkout.expired' ? 'expired' : isPaid ? 'completed' : 'processing';
  await setCheckout(ctx, page, status);
  if (status === 'expired') return 'applied';
  const [customer, subscription] = [idOf(object.customer), idOf(object.subscription)];
  for (const id of [customer, subscription]) if (id) await registerObject(ctx, id);
  const state = stateAt(stored, ctx.now);
  const begun: Subscription = {
    ...withStatus(
      { ...state, ...NO_PENDING, canceledAt: null, unpaidSince: null },
      isPaid ? 'active' : 'incomplete',
      created,
    ),
    ...{ planKey: page.planKey!, interval: page.interval!, seats: page.seats!, currency: page.currency },
    ...firstPeriod(created, page.interval!),
    ...{ provider: PROVIDER, providerCustomerId: customer, providerSubscriptionId: subscription },
    ...{
      cancelAtPeriodEnd: false,
      cancelReason: null,
      eventCreated: created,
      eventRank: isPaid ? RANK.active : RANK.incomplete,
    },
  };
  await writeSubscription(ctx, stored, begun, 'billing.subscription_changed');
  return 'applied';
}

/** Sets the state of a payment page. */
export async function setCheckout(
  ctx: TenantContext,
  { id }: Pick<CheckoutSession, 'id'>,
  status: CheckoutSession['status'],
): Promise<void> {
  const [row] = await ctx.tx.rows<CheckoutSession>(
    `update checkout_sessions set status = $3, version = version + 1, updated_at = $4,
       completed_at = case when $3 = 'completed' then $4 else completed_at end
     where tenant_id = $1 and id = $2 and status <> $3 returning ${CHECKOUT_COLUMNS}`,
    [ctx.tenantId, id, status, ctx.now],
  );
  if (!row || status !== 'completed') return;
  const { version, purpose, invoiceId, planKey, amount, currency } = row;
  await emit(ctx, 'checkout.completed', {
    object: { id, version },
    after: { status },
    links: [],
    data: { purpose, invoice_id: invoiceId, plan_key: planKey, amount, currency },
  });
}
