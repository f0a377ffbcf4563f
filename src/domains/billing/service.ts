// Changes of the subscription by an owner or admin.
import { NO_PENDING, stateAt } from '../../access/subscription.ts';
import type { TenantContext } from '../../context.ts';
import { fail, ServiceError } from '../../errors.ts';
import { inSeparateTransaction } from '../../operations/derive-context.ts';
import { type Subscription, storedSubscription } from './model.ts';
import { subscriptionOf } from './overview.ts';
import { type ChangeInput, type PlannedChange, planChange, previewTime } from './planning.ts';
import { cancelAtProvider, chargeChange, resumeAtProvider } from './provider.ts';
import { writeSubscription } from './writing.ts';

/**
 * Changes plan, interval or seats, or takes back a cancellation. The provider is asked between two transactions.
 * @throws VALIDATION_ERROR, PRECONDITION_FAILED, PREVIEW_STALE, PLAN_LIMIT_EXCEEDED, INVALID_STATE_TRANSITION, CONFLICT
 *   payment_failed, PROVIDER_UNAVAILABLE
 */
export async function changeSubscription(
  ctx: TenantContext,
  input: ChangeInput,
  expectedVersion?: number | null,
): Promise<object> {
  const { planKey, interval, seats, cancelAtPeriodEnd, previewId } = input;
  const isChange = planKey != null || interval != null || seats != null;
  if (!isChange && cancelAtPeriodEnd == null) failEmpty();
  if (cancelAtPeriodEnd === true) throw invalidCancel();
  const planned = await inSeparateTransaction(ctx, async (reading) => {
    const first = await planChange(reading, input, ctx.now);
    assertVersion(first.state, expectedVersion);
    if (!previewId) return first;
    const at = await previewTime(reading, previewId, first.terms, first.state.version);
    return planChange(reading, input, at);
  });
  const { state } = planned;
  assertChangeable(ctx, planned);
  if (state.cancelAtPeriodEnd && state.providerSubscriptionId) await resumeAtProvider(ctx, state);
  if (planned.proration.effective !== 'none' && state.providerSubscriptionId)
    await chargeChange(ctx, planned);
  return ctx.tx.savepoint(async () => {
    const stored = await storedSubscription(ctx, 'lock');
    if (stored.version !== state.version)
      fail('PRECONDITION_FAILED', undefined, { details: { current_version: stored.version } });
    const changed = appliedChange(planned, isChange);
    return subscriptionOf(await writeSubscription(ctx, stored, changed, 'billing.subscription_changed'));
  });
}

function failEmpty(): never {
  throw new ServiceError('VALIDATION_ERROR', undefined, {
    fields: [
      {
        path: 'plan_key',
        rule: 'required',
        message: 'Give plan_key, interval, seats or cancel_at_period_end.',
      },
    ],
  });
}

function invalidCancel(): ServiceError {
  return new ServiceError('VALIDATION_ERROR', undefined, {
    fields: [
      {
        path: 'cancel_at_period_end',
        rule: 'use_cancel',
        message: 'Cancel by POST /api/billing/subscription/cancel; here false takes it back.',
      },
    ],
  });
}

/** @throws PRECONDITION_FAILED */
export function assertVersion({ version }: Subscription, expected: number | null | undefined): void {
  if (expected != null && expected !== version)
    fail('PRECONDITION_FAILED', undefined, { details: { current_version: version } });
}

/** @throws PLAN_LIMIT_EXCEEDED, INVALID_STATE_TRANSITION */
function assertChangeable({ services }: TenantContext, { state, conflicts, proration }: PlannedChange): void {
  const { status, providerSubscriptionId } = state;
  if (conflicts.length)
    fail('PLAN_LIMIT_EXCEEDED', undefined, {
      details: { meters: conflicts.map(({ meter, used, limit }) => ({ meter, used, limit })) },
    });
  const mayPay = status === 'active' || status === 'trialing';
  if (!mayPay && (providerSubscriptionId || services.config.stripe) && proration.due > 0n)
    fail('INVALID_STATE_TRANSITION', 'Pay for the plan first: open a payment page by POST /api/checkout.', {
      details: { from: status, to: 'active', allowed: [] },
    });
  const needsCheckout = services.config.stripe && !providerSubscriptionId && proration.due > 0n;
  if (needsCheckout)
    fail('CONFLICT', 'Choose a payment method first: open a payment page by POST /api/checkout.', {
      details: { reason: 'checkout_required' },
    });
  if (status === 'past_due' || status === 'restricted')
    fail('INVALID_STATE_TRANSITION', 'Pay the open invoice first; see GET /api/billing/invoices.', {
      details: { from: status, to: 'active', allowed: [] },
    });
}

function appliedChange({ state, terms, proration }: PlannedChange, isChange: boolean): Subscription {
  const kept = { ...state, cancelAtPeriodEnd: false, cancelReason: null };
  if (!isChange) return kept;
  const { effective, periodStart, periodEnd } = proration;
  if (effective === 'period_end')
    return {
      ...kept,
      ...{ pendingPlanKey: terms.planKey, pendingInterval: terms.interval, pendingSeats: terms.seats },
    };
  const isEnded = state.status === 'canceled' || state.status === 'incomplete';
  return {
    ...kept,
    ...terms,
    ...NO_PENDING,
    ...{ periodStart, periodEnd },
    ...(isEnded && { status: 'active' as const, canceledAt: null, unpaidSince: null }),
  };
}

/**
 * Cancels the subscription at the end of the period, or now.
 * @throws PRECONDITION_FAILED, INVALID_STATE_TRANSITION, PROVIDER_UNAVAILABLE
 */
export async function cancelSubscription(
  ctx: TenantContext,
  { when, reason }: { when: 'period_end' | 'now'; reason?: string | null },
  expectedVersion?: number | null,
): Promise<object> {
  const state = await inSeparateTransaction(ctx, async (reading) =>
    stateAt(await storedSubscription(reading), ctx.now),
  );
  assertVersion(state, expectedVersion);
  if (state.status === 'canceled')
    fail('INVALID_STATE_TRANSITION', 'The subscription has ended already.', {
      details: { from: 'canceled', to: 'canceled', allowed: ['active'] },
    });
  // What is not paid has no period to run to its end.
  const isNow = when === 'now' || state.status === 'incomplete' || state.status === 'restricted';
  if (state.providerSubscriptionId) await cancelAtProvider(ctx, state, isNow);
  return ctx.tx.savepoint(async () => {
    const stored = await storedSubscription(ctx, 'lock');
    if (stored.version !== state.version)
      fail('PRECONDITION_FAILED', undefined, { details: { current_version: stored.version } });
    const cancelReason = reason?.trim() || null;
    const changed: Subscription = isNow
      ? {
          ...{ ...state, ...NO_PENDING, status: 'canceled', canceledAt: ctx.now, cancelReason },
          ...{ cancelAtPeriodEnd: false, unpaidSince: null },
        }
      : { ...state, ...NO_PENDING, cancelAtPeriodEnd: true, cancelReason };
    const event = isNow ? 'billing.subscription_canceled' : 'billing.subscription_changed';
    return subscriptionOf(await writeSubscription(ctx, stored, changed, event));
  });
}
