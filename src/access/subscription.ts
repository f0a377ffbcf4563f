// What the subscription of a workspace gives: the states of a subscription by the clock, its limits and its modules.
import { ServiceError } from '../errors.ts';
import { type FlagState, flagValue } from './feature-flags.ts';

export type SubscriptionStatus =
  | 'trialing'
  | 'incomplete'
  | 'active'
  | 'past_due'
  | 'restricted'
  | 'canceled';

export type Interval = 'month' | 'year';

export const METERS = [
  'seats',
  'contacts',
  'storage_gb',
  'api_calls',
  'envelopes',
  'automation_runs',
] as const;
export type Meter = (typeof METERS)[number];

/** Limits by meter; null or a missing one does not bind. */
export type Limits = Partial<Record<Meter, number | null>>;

/** The members of a subscription on which its state depends. */
export interface SubscriptionState {
  planKey: string;
  status: SubscriptionStatus;
  interval: Interval;
  seats: number;
  periodStart: Date;
  periodEnd: Date;
  trialEndsAt: Date | null;
  unpaidSince: Date | null;
  cancelAtPeriodEnd: boolean;
  canceledAt: Date | null;
  pendingPlanKey: string | null;
  pendingInterval: Interval | null;
  pendingSeats: number | null;
  providerSubscriptionId: string | null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const TRIAL_MS = 14 * DAY_MS;
export const FIRST_PAYMENT_MS = 23 * HOUR_MS;
export const GRACE_MS = 14 * DAY_MS;
export const FREE_PLAN = 'free';

/**
 * Returns the subscription as it is at a time: what has expired counts as expired, whether or not the sweep has run
 * (delivery.md section 8).
 */
export function stateAt<S extends SubscriptionState>(stored: S, now: Date): S {
  let state = stored;
  for (let at = nextChange(state); at && at <= now; at = nextChange(state)) state = changedAt(state, at, now);
  return state;
}

/** Returns when a subscription changes by itself; null if it never does. */
export function nextChange(state: SubscriptionState): Date | null {
  switch (state.status) {
    case 'trialing':
      return state.providerSubscriptionId ? null : state.trialEndsAt;
    case 'incomplete':
      return new Date(state.unpaidSince!.getTime() + FIRST_PAYMENT_MS);
    case 'past_due':
      return new Date(state.unpaidSince!.getTime() + GRACE_MS);
    case 'active':
      // Its provider tells of a renewal, or of a payment that failed; an end and a change are known here.
      return state.cancelAtPeriodEnd || state.pendingPlanKey || !state.providerSubscriptionId
        ? state.periodEnd
        : null;
    default:
      return null;
  }
}

function changedAt<S extends SubscriptionState>(state: S, at: Date, now: Date): S {
  if (state.status === 'past_due') return { ...state, status: 'restricted' };
  if (state.status === 'active' && !state.cancelAtPeriodEnd) return renewed(state, now);
  return {
    ...state,
    ...NO_PENDING,
    status: 'canceled',
    canceledAt: at,
    cancelAtPeriodEnd: false,
    unpaidSince: null,
  };
}

export const NO_PENDING = { pendingPlanKey: null, pendingInterval: null, pendingSeats: null };

/** Returns the subscription in its period at a time after the stored one, with the change that waited for it. */
function renewed<S extends SubscriptionState>(state: S, now: Date): S {
  const { pendingPlanKey, pendingInterval, pendingSeats } = state;
  const interval = pendingInterval ?? state.interval;
  const { start, end } = periodAt(state.periodEnd, interval, now);
  return {
    ...state,
    ...NO_PENDING,
    ...{ planKey: pendingPlanKey ?? state.planKey, interval, seats: pendingSeats ?? state.seats },
    ...{ periodStart: start, periodEnd: end },
  };
}

/** Returns the period that contains a time, of those that follow each other from an anchor at or before it. */
export function periodAt(anchor: Date, interval: Interval, now: Date): { start: Date; end: Date } {
  const months = interval === 'year' ? 12 : 1;
  const passed =
    (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth();
  let count = Math.max(0, Math.floor(passed / months));
  while (count > 0 && addMonths(anchor, count * months) > now) count -= 1;
  while (addMonths(anchor, (count + 1) * months) <= now) count += 1;
  return { start: addMonths(anchor, count * months), end: addMonths(anchor, (count + 1) * months) };
}

/** Adds months; the 31st becomes the last day of a shorter month. */
export function addMonths(date: Date, months: number): Date {
  const moved = new Date(date);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(date.getUTCDate(), last));
  return moved;
}

/** Returns the period over which use counts: that of the subscription; without one, months since it ended. */
export function usagePeriod(
  { status, periodStart, periodEnd, canceledAt, unpaidSince }: SubscriptionState,
  now: Date,
): { start: Date; end: Date } {
  const isRunning = status !== 'canceled' && status !== 'incomplete' && periodEnd > now;
  if (isRunning) return { start: periodStart, end: periodEnd };
  const anchor = (status === 'incomplete' ? unpaidSince : canceledAt) ?? periodStart;
  return periodAt(anchor <= now ? anchor : periodStart, 'month', now);
}

/** Returns the key of the plan whose limits and modules apply. */
export function effectivePlan({ status, planKey }: SubscriptionState): string {
  return status === 'incomplete' || status === 'canceled' ? FREE_PLAN : planKey;
}

/** What of the subscription each request needs; part of the principal. */
export interface Entitlement {
  readonly status: SubscriptionStatus;
  readonly planKey: string;
  readonly limits: Limits;
  /** The modules of the plan that no flag of the platform switches off; null for all. */
  readonly modules: ReadonlySet<string> | null;
  readonly periodStart: Date | null;
  readonly periodEnd: Date | null;
  /** When this no longer holds. */
  readonly changesAt: Date | null;
  /** Calls of the API in this period, as of the loading. */
  readonly apiCalls: number;
}

/** Of the service itself, and of a workspace without a subscription. */
export const UNLIMITED: Entitlement = {
  ...{ status: 'active', planKey: 'scale', limits: {}, modules: null, apiCalls: 0 },
  ...{ periodStart: null, periodEnd: null, changesAt: null },
};

/** What was negotiated with a workspace: limits in place of those of its plan, and further modules. */
export interface Override {
  limits?: Limits;
  modules?: string[];
}

/** Returns a plan with what was negotiated, until that ends; otherwise the plan itself. */
export function withOverride<P extends { limits: Limits; modules: string[] }>(
  plan: P,
  override: Override | null,
  until: Date | null,
  now: Date,
): P {
  if (!override || (until && until <= now)) return plan;
  return {
    ...plan,
    limits: { ...plan.limits, ...override.limits },
    modules: [...new Set([...plan.modules, ...(override.modules ?? [])])],
  };
}

/** The columns of a subscription as JSON, with the plans that can apply, the calls by day, and the switches of modules. */
export interface EntitlementRow {
  subscription: Record<string, unknown>;
  plans: Record<string, { limits: Limits; modules: string[] }>;
  calls: Record<string, number> | null;
  switches: Omit<FlagState, 'kind' | 'rollout'>[] | null;
}

/** SQL on the row `t` of a workspace that returns an `EntitlementRow`; null without a subscription. */
export const ENTITLEMENT_SQL = `(select jsonb_build_object('subscription', to_jsonb(b),
    'plans', (select jsonb_object_agg(p.key, jsonb_build_object('limits', v.limits, 'modules', v.modules)) from plans p
      join plan_versions v on v.plan_key = p.key
        and v.version = case when p.key = b.plan_key then b.plan_version else p.version end
      where p.key in ('${FREE_PLAN}', b.plan_key, b.pending_plan_key)),
    'switches', (select jsonb_agg(jsonb_build_object('key', f.flag_key, 'module', f.module, 'defaultValue',
        f.default_value, 'plans', f.plans, 'override', o.value, 'expiresAt', o.expires_at))
      from module_switches f left join tenant_flags o on o.tenant_id = t.id and o.flag_key = f.flag_key),
    'calls', (select jsonb_object_agg(c.day, c.n) from api_call_counts c where c.tenant_id = b.tenant_id
      and c.day >= b.period_start::date)) from subscriptions b where b.tenant_id = t.id)`;

/** Converts the row for the principal. */
export function entitlementOf(row: EntitlementRow | null, now: Date): Entitlement {
  if (!row) return UNLIMITED;
  const state = stateAt(readState(row.subscription), now);
  const planKey = effectivePlan(state);
  const { override, override_until: until } = row.subscription;
  const overrideUntil = until ? new Date(until as string) : null;
  const negotiated = planKey === state.planKey ? (override as Override | null) : null;
  const plan = withOverride(row.plans[planKey]!, negotiated, overrideUntil, now);
  const switches = (row.switches ?? []).map((one) => ({ ...one, kind: 'module' as const, rollout: null }));
  const tenantId = row.subscription.tenant_id as string;
  const isOff = (module: string) =>
    switches.some((one) => one.module === module && !flagValue(one, { tenantId, planKey, now }).value);
  const changes = [overrideUntil, ...switches.map(({ expiresAt }) => expiresAt && new Date(expiresAt))];
  const period = usagePeriod(state, now);
  const since = period.start.toISOString().slice(0, 10);
  const calls = Object.entries(row.calls ?? {}).filter(([day]) => day >= since);
  return {
    status: state.status,
    planKey,
    limits: plan.limits,
    modules: new Set(plan.modules.filter((module) => !isOff(module))),
    ...{ periodStart: period.start, periodEnd: period.end },
    changesAt: earliest([nextChange(state) ?? period.end, ...changes], now),
    apiCalls: calls.reduce((sum, [, n]) => sum + Number(n), 0),
  };
}

/** Returns the first of the times that is still to come. */
function earliest(times: readonly (Date | null | '')[], now: Date): Date | null {
  const coming = times.filter((time): time is Date => time instanceof Date && time > now);
  return coming.length ? new Date(Math.min(...coming.map(Number))) : null;
}

function readState(row: Record<string, unknown>): SubscriptionState {
  const date = (name: string) => (row[name] ? new Date(row[name] as string) : null);
  return {
    ...{ planKey: row.plan_key as string, status: row.status as SubscriptionStatus },
    ...{ interval: row.interval as Interval, seats: row.seats as number },
    ...{ periodStart: date('period_start')!, periodEnd: date('period_end')! },
    ...{
      trialEndsAt: date('trial_ends_at'),
      unpaidSince: date('unpaid_since'),
      canceledAt: date('canceled_at'),
    },
    cancelAtPeriodEnd: row.cancel_at_period_end as boolean,
    pendingPlanKey: row.pending_plan_key as string | null,
    pendingInterval: row.pending_interval as Interval | null,
    pendingSeats: row.pending_seats as number | null,
    providerSubscriptionId: row.provider_subscription_id as string | null,
  };
}

/** Returns the refusal of a use beyond the plan. */
export function quotaExceeded(
  { planKey, periodEnd }: Entitlement,
  meter: Meter,
  limit: number,
  used: number,
): ServiceError {
  const isByPeriod = meter === 'api_calls' || meter === 'envelopes' || meter === 'automation_runs';
  return new ServiceError(
    'QUOTA_EXCEEDED',
    `The plan ${planKey} includes ${limit} ${meter.replace('_', ' ')}; an owner can change the plan.`,
    {
      details: {
        ...{ quota: meter, limit, used },
        resets_at: isByPeriod ? (periodEnd?.toISOString() ?? null) : null,
      },
    },
  );
}
