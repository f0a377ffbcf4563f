// The forecast: won and expected amounts by month, owner and currency.

import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { dayOf } from '../days.ts';
import { roundMoney } from '../money.ts';

/** The maximum and the default number of months. */
const MAX_MONTHS = 24;
const DEFAULT_MONTHS = 12;

export interface ForecastArguments {
  /** Year and month, such as `2026-11`; both ends are included. */
  from?: string | null;
  to?: string | null;
  pipelineId?: string | null;
  ownerUserId?: string | null;
}

const AMOUNTS = ['won', 'commit', 'bestCase', 'pipeline', 'weighted'] as const;

export type ForecastRow = { month: string; ownerUserId: string | null; currency: string } & Record<
  (typeof AMOUNTS)[number],
  string
>;

/**
 * Returns sums by month, owner and currency. An open deal counts in the month of its expected close, in exactly one
 * of commit (75 % and more), best case (50 to 74 %) and pipeline. A won deal counts in the month in which it was
 * closed, in the time zone of the workspace.
 * @throws VALIDATION_ERROR for a range that ends before it starts, or of more than 24 months
 */
export async function getForecast(
  ctx: TenantContext,
  args: ForecastArguments,
): Promise<{ rows: ForecastRow[] }> {
  const { timeZone } = ctx.principal;
  const firstMonth = args.from ? monthIndex(args.from) : monthIndex(monthOf(ctx.now, timeZone));
  const lastMonth = args.to ? monthIndex(args.to) : firstMonth + DEFAULT_MONTHS - 1;
  if (lastMonth < firstMonth || lastMonth - firstMonth >= MAX_MONTHS) {
    throw invalid('to', 'invalid_range', `Give a range of 1 to ${MAX_MONTHS} months.`, {
      reason: 'invalid_range',
    });
  }
  const rows = await ctx.tx.rows<ForecastRow>(SELECT_FORECAST, [
    ctx.tenantId,
    firstDayOf(firstMonth),
    firstDayOf(lastMonth + 1),
    timeZone,
    args.pipelineId ?? null,
    args.ownerUserId ?? null,
  ]);
  return {
    rows: rows.map((row) => ({
      ...row,
      ...(Object.fromEntries(AMOUNTS.map((name) => [name, roundMoney(row[name], row.currency)])) as Pick<
        ForecastRow,
        (typeof AMOUNTS)[number]
      >),
    })),
  };
}

function monthOf(time: Date, timeZone: string): string {
  return dayOf(time, timeZone).slice(0, 7);
}

/** Returns the number of months since the year 0, for arithmetic. */
function monthIndex(month: string): number {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return year * 12 + number - 1;
}

function firstDayOf(index: number): string {
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`;
}

const SELECT_FORECAST = `
  select month, owner_user_id as "ownerUserId", currency,
    coalesce(sum(value) filter (where status = 'won'), 0)::text as won,
    coalesce(sum(value) filter (where status = 'open' and probability >= 75), 0)::text as commit,
    coalesce(sum(value) filter (where status = 'open' and probability between 50 and 74), 0)::text as "bestCase",
    coalesce(sum(value) filter (where status = 'open' and probability < 50), 0)::text as pipeline,
    coalesce(sum(value * probability * 0.01) filter (where status = 'open'), 0)::text as weighted
  from (
    select to_char(d.expected_close_on, 'YYYY-MM') as month, d.owner_user_id, d.currency, d.status, d.probability, d.value
    from deals d
    where d.tenant_id = $1 and d.deleted_at is null and d.status = 'open'
      and d.expected_close_on >= $2::date and d.expected_close_on < $3::date
      and ($5::uuid is null or d.pipeline_id = $5) and ($6::uuid is null or d.owner_user_id = $6)
    union all
    select to_char(d.closed_at at time zone $4, 'YYYY-MM'), d.owner_user_id, d.currency, d.status, d.probability, d.value
    from deals d
    where d.tenant_id = $1 and d.deleted_at is null and d.status = 'won'
      and d.closed_at >= $2::date::timestamp at time zone $4 and d.closed_at < $3::date::timestamp at time zone $4
      and ($5::uuid is null or d.pipeline_id = $5) and ($6::uuid is null or d.owner_user_id = $6)
  ) counted
  group by month, owner_user_id, currency order by month, owner_user_id nulls last, currency`;
