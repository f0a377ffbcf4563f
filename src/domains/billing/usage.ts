// What a workspace uses of its plan, counted by the records that exist, and the refusal of what goes beyond it.

import { countSql, GIB } from '../../access/plan-limits.ts';
import {
  effectivePlan,
  type Limits,
  METERS,
  type Meter,
  stateAt,
  usagePeriod,
} from '../../access/subscription.ts';
import type { TenantContext } from '../../context.ts';
import { loadPlans, storedSubscription } from './model.ts';

/** A meter against its limit. */
export interface UsageMeter {
  meter: Meter;
  used: string;
  limit: number | null;
  percent: number | null;
  days?: { day: string; used: number }[];
}

interface Period {
  start: Date;
  end: Date;
}

const DAYS: Partial<Record<Meter, string>> = {
  api_calls: 'select day, n from api_call_counts where tenant_id = $1',
  envelopes: `select (sent_at at time zone 'UTC')::date as day, count(*) as n from envelopes
    where tenant_id = $1 and sent_at >= $2 group by 1`,
  automation_runs: 'select day, n from agent_action_counts where tenant_id = $1 and counter = $1',
};

/** Returns the uses of a period by meter, in one statement; storage in bytes. */
async function countAll(ctx: TenantContext, { start }: Period): Promise<Record<Meter, number>> {
  const columns = METERS.map((meter) => `(${countSql(meter)})::float8 as ${meter}`);
  const [row] = await ctx.tx.rows<Record<Meter, number>>(
    `select ${columns.join(', ')} from (values ($2::timestamptz, $3::timestamptz)) as bounds`,
    [ctx.tenantId, start, ctx.now],
  );
  return row!;
}

/** Returns every meter against limits. @param perDay whether with the use of each day */
export async function meters(
  ctx: TenantContext,
  period: Period,
  limits: Limits,
  perDay = false,
): Promise<UsageMeter[]> {
  const used = await countAll(ctx, period);
  const days = perDay ? await countDays(ctx, period) : undefined;
  return METERS.map((meter) => {
    const daysOf = days && DAYS[meter] ? { days: days.filter((one) => one.meter === meter) } : {};
    return { ...measured(meter, used[meter], limits), ...daysOf };
  });
}

function measured(meter: Meter, used: number, limits: Limits): UsageMeter {
  const limit = limits[meter] ?? null;
  const most = limit === null ? null : meter === 'storage_gb' ? limit * GIB : limit;
  return {
    meter,
    used: meter === 'storage_gb' ? (used / GIB).toFixed(3) : String(used),
    limit,
    percent: most === null ? null : most === 0 ? 100 : Math.floor((used * 100) / most),
  };
}

async function countDays(
  ctx: TenantContext,
  { start }: Period,
): Promise<{ meter: string; day: string; used: number }[]> {
  const parts = Object.entries(DAYS).map(
    ([meter, sql]) => `select '${meter}' as meter, day::text as day, n::float8 as used from (${sql}) as d
      where day >= ($2::timestamptz at time zone 'UTC')::date`,
  );
  return ctx.tx.rows(`${parts.join(' union all ')} order by 1, 2`, [ctx.tenantId, start]);
}

/** Returns the meters that are above limits. */
export async function conflictsWith(
  ctx: TenantContext,
  period: Period,
  limits: Limits,
  seats: number,
): Promise<UsageMeter[]> {
  const used = await countAll(ctx, period);
  return METERS.map((meter) =>
    measured(meter, meter === 'seats' ? Math.max(used.seats, seats) : used[meter], limits),
  ).filter(({ percent, meter }) => percent !== null && isAbove(meter, used[meter], limits, seats));
}

function isAbove(meter: Meter, used: number, limits: Limits, seats: number): boolean {
  const limit = limits[meter]!;
  if (meter === 'storage_gb') return used > limit * GIB;
  return (meter === 'seats' ? Math.max(used, seats) : used) > limit;
}

/** Returns the meters of the current period. */
export async function billingUsage(ctx: TenantContext, perDay: boolean | null | undefined) {
  const state = stateAt(await storedSubscription(ctx), ctx.now);
  const plan = (await loadPlans(ctx)).find(({ key }) => key === effectivePlan(state))!;
  const period = usagePeriod(state, ctx.now);
  return {
    ...{ periodStart: period.start, periodEnd: period.end },
    meters: await meters(ctx, period, plan.limits, perDay ?? false),
  };
}
