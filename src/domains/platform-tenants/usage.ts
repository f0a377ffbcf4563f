// What a workspace uses, from what is counted already: one statement for each part, whatever it has (platform.md §10).
import { countSql } from '../../access/plan-limits.ts';
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { inWorkspaceAsOperator } from '../../operations/as-operator.ts';
import { KINDS } from '../kinds.ts';
import { getTenant } from './service.ts';

const DAY_MS = 86_400_000;
const USUAL_DAYS = 30;
const MAX_DAYS = 92;
/** More records of a kind are not counted, because counting takes as long as they are many. */
const MAX_COUNTED = 100_000;

interface Period {
  from: string;
  to: string;
}

interface Day {
  day: string;
  apiCalls: number;
  deliveries: number;
  deliveriesFailed: number;
}

interface Spend {
  month: string;
  purpose: string;
  requests: number;
  inputTokens: number;
  outputTokens: number;
}

/**
 * Returns the use of a workspace in a period, both days included.
 * @throws NOT_FOUND, VALIDATION_ERROR
 */
export async function tenantUsage(
  ctx: TenantContext,
  id: string,
  given: { from?: string | null; to?: string | null },
) {
  await getTenant(ctx, id);
  const period = readPeriod(given, ctx.now);
  return inWorkspaceAsOperator(ctx, id, [], async (inside) => ({
    ...period,
    ...(await countNow(inside)),
    records: await countRecords(inside),
    days: await countDays(inside, period),
    modelSpend: await spendOf(inside, period),
  }));
}

function readPeriod({ from, to }: { from?: string | null; to?: string | null }, now: Date): Period {
  const end = to ?? now.toISOString().slice(0, 10);
  const start = from ?? new Date(Date.parse(end) - (USUAL_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const days = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1;
  if (days < 1) throw invalid('from', 'order', 'from must not be after to.');
  if (days > MAX_DAYS) throw invalid('from', 'range', `Ask for at most ${MAX_DAYS} days.`);
  return { from: start, to: end };
}

async function countNow(ctx: TenantContext): Promise<{ seats: number; storageBytes: number }> {
  const [row] = await ctx.tx.rows<{ seats: number; storageBytes: number }>(
    `select (${countSql('seats')})::int as seats, (${countSql('storage_gb')})::float8 as "storageBytes"
     from (values ($2::timestamptz, $3::timestamptz)) as bounds`,
    [ctx.tenantId, ctx.now, ctx.now],
  );
  return row!;
}

function countRecords(ctx: TenantContext): Promise<{ kind: string; count: number }[]> {
  const counts = KINDS.map(
    ({ name, model }) => `select '${name}' as kind, count(*)::int as count
      from (select from ${model.tableName} where tenant_id = $1 and deleted_at is null limit ${MAX_COUNTED}) r`,
  );
  return ctx.tx.rows(`${counts.join(' union all ')} order by 1`, [ctx.tenantId]);
}

function countDays(ctx: TenantContext, { from, to }: Period): Promise<Day[]> {
  return ctx.tx.rows(
    `select day::text as day, sum(calls)::float8 as "apiCalls", sum(deliveries)::int as deliveries,
       sum(failed)::int as "deliveriesFailed"
     from (
       select day, n as calls, 0 as deliveries, 0 as failed from api_call_counts
       where tenant_id = $1 and day between $2::date and $3::date
       union all
       select (created_at at time zone 'UTC')::date, 0, count(*), count(*) filter (where state = 'failed')
       from webhook_deliveries
       where tenant_id = $1 and created_at >= $2::date::timestamp at time zone 'UTC'
         and created_at < ($3::date + 1)::timestamp at time zone 'UTC'
       group by 1) as counted
     group by day order by day`,
    [ctx.tenantId, from, to],
  );
}

function spendOf(ctx: TenantContext, { from, to }: Period): Promise<Spend[]> {
  return ctx.tx.rows(
    `select month::text as month, purpose, requests, input_tokens::float8 as "inputTokens",
       output_tokens::float8 as "outputTokens"
     from model_spend
     where tenant_id = $1 and month between date_trunc('month', $2::date)::date and $3::date order by 1, 2`,
    [ctx.tenantId, from, to],
  );
}
