// The plan and the subscription of a workspace as they are shown.
import { effectivePlan, GRACE_MS, stateAt, usagePeriod } from '../../access/subscription.ts';
import type { TenantContext } from '../../context.ts';
import { loadPlans, type Plan, type Subscription, storedSubscription } from './model.ts';
import { decimalOf, priceOf } from './proration.ts';
import { meters, type UsageMeter } from './usage.ts';

const DAY_MS = 86_400_000;

/** Returns the plan, the subscription, the limits, the next charge and what needs attention. */
export async function billingOverview(ctx: TenantContext): Promise<object> {
  const plans = await loadPlans(ctx);
  const state = stateAt(await storedSubscription(ctx), ctx.now);
  const plan = plans.find(({ key }) => key === effectivePlan(state))!;
  const used = await meters(ctx, usagePeriod(state, ctx.now), plan.limits);
  return {
    plan: planOf(plan),
    subscription: subscriptionOf(state),
    access: state.status === 'restricted' ? 'read_only' : plan.key === state.planKey ? 'full' : 'free',
    limits: limitsOf(plan),
    nextCharge: nextCharge(state, plans, ctx.now),
    alerts: alertsOf(state, used, ctx.now),
  };
}

/** Returns the plans that can be chosen. */
export async function listPlans(ctx: TenantContext): Promise<object[]> {
  return (await loadPlans(ctx)).filter((plan) => plan.public && plan.status === 'active').map(planOf);
}

function planOf(plan: Plan): object {
  return { ...plan, limits: limitsOf(plan) };
}

/** Returns the limits of a plan as the API names them. */
export function limitsOf({
  limits: { seats, contacts, storage_gb, api_calls, envelopes, automation_runs },
}: Pick<Plan, 'limits'>): object {
  const given = {
    seats,
    contacts,
    storageGb: storage_gb,
    apiCalls: api_calls,
    envelopes,
    automationRuns: automation_runs,
  };
  return Object.fromEntries(Object.entries(given).map(([name, limit]) => [name, limit ?? null]));
}

/** Returns a subscription as the API shows it. */
export function subscriptionOf(state: Subscription): object {
  const { pendingPlanKey, pendingInterval, pendingSeats, periodEnd, unpaidSince, status } = state;
  return {
    ...state,
    graceEndsAt: status === 'past_due' ? new Date(unpaidSince!.getTime() + GRACE_MS) : null,
    pending: pendingPlanKey && {
      ...{ planKey: pendingPlanKey, interval: pendingInterval, seats: pendingSeats, at: periodEnd },
    },
  };
}

function nextCharge(state: Subscription, plans: readonly Plan[], now: Date): object | null {
  if (state.status === 'canceled' || state.cancelAtPeriodEnd || !state.provider) return null;
  const terms = {
    planKey: state.pendingPlanKey ?? state.planKey,
    interval: state.pendingInterval ?? state.interval,
    seats: state.pendingSeats ?? state.seats,
  };
  const plan = plans.find(({ key }) => key === terms.planKey)!;
  const amount = priceOf(plan, terms, state.currency);
  const at = state.status === 'trialing' ? state.trialEndsAt! : state.periodEnd;
  if (amount === 0n || at < now) return null;
  return { at, amount: decimalOf(amount, state.currency), currency: state.currency };
}

function alertsOf(state: Subscription, used: readonly UsageMeter[], now: Date): object[] {
  const { status, trialEndsAt, cancelAtPeriodEnd, periodEnd } = state;
  const alert = (code: string, message: string, meter: string | null = null) => ({ code, message, meter });
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return [
    ...(status === 'past_due'
      ? [alert('payment_failed', 'The last payment failed; check the payment method.')]
      : []),
    ...(status === 'restricted'
      ? [alert('restricted', 'The subscription is unpaid; nothing can be changed.')]
      : []),
    ...(status === 'trialing' && trialEndsAt!.getTime() - now.getTime() <= 3 * DAY_MS
      ? [alert('trial_ending', `The trial ends on ${day(trialEndsAt!)}.`)]
      : []),
    ...(cancelAtPeriodEnd ? [alert('canceling', `The subscription ends on ${day(periodEnd)}.`)] : []),
    ...used
      .filter(({ percent }) => percent !== null && percent >= 80)
      .map(({ meter, used: count, limit, percent }) =>
        alert(
          percent! >= 100 ? 'usage_100' : 'usage_80',
          `${count} of ${limit} ${meter.replace('_', ' ')} are used.`,
          meter,
        ),
      ),
  ];
}
