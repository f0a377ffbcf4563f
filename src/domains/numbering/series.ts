// Lists the number series of a workspace and changes their formats and counters.
import type { TenantContext } from '../../context.ts';
import { assertVersion } from '../../db/record-model.ts';
import { fail, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { dayOf } from '../days.ts';
import {
  DEFAULT_FORMATS,
  formatFaults,
  formatNumber,
  isGapFree,
  type NumberFormat,
  numberPattern,
  periodOf,
  type Reset,
  SERIES_NAMES,
  type SeriesName,
} from './rules.ts';
import { storedFormats } from './service.ts';

/** A series as the API returns it. */
export interface NumberSeries extends NumberFormat {
  docType: SeriesName;
  gapFree: boolean;
  nextValue: number;
  period: string;
  nextNumber: string;
  usedCount: number;
  version: number;
  updatedAt: Date | null;
}

export interface SeriesInput {
  format?: string | null;
  reset?: Reset | null;
  nextValue?: number | null;
  dryRun?: boolean | null;
}

/** What is stored of a series in its current period. */
interface Counter {
  series: SeriesName;
  period: string;
  next: number;
  used: number;
}

/** Returns the series of the workspace, in their usual order. */
export async function listSeries(ctx: TenantContext): Promise<NumberSeries[]> {
  const formats = await storedFormats(ctx);
  const today = dayOf(ctx.now, ctx.principal.timeZone);
  const periods = SERIES_NAMES.map((name) =>
    periodOf((formats.get(name) ?? DEFAULT_FORMATS[name]).reset, today),
  );
  const counters = await readCounters(ctx, SERIES_NAMES, periods);
  return SERIES_NAMES.map((name, at) => {
    const stored = formats.get(name);
    const changed = { version: stored?.version ?? 1, updatedAt: stored?.updatedAt ?? null };
    return seriesOf(name, stored ?? DEFAULT_FORMATS[name], counters[at]!, today, changed);
  });
}

function seriesOf(
  docType: SeriesName,
  { format, reset }: NumberFormat,
  { period, next, used }: Counter,
  today: string,
  { version, updatedAt }: { version: number; updatedAt: Date | null },
): NumberSeries {
  const nextNumber = formatNumber(format, today, next);
  return {
    docType,
    format,
    reset,
    gapFree: isGapFree(docType),
    nextValue: next,
    period,
    nextNumber,
    usedCount: used,
    version,
    updatedAt,
  };
}

async function readCounters(
  ctx: TenantContext,
  series: readonly SeriesName[],
  periods: readonly string[],
): Promise<Counter[]> {
  return ctx.tx.rows<Counter>(
    `select w.series, w.period, coalesce(s.next_value, 1) as next,
       (select count(*) from number_ledger l where l.tenant_id = $1 and l.series = w.series) as used
     from unnest($2::text[], $3::text[]) with ordinality as w(series, period, at)
     left join number_series s on s.tenant_id = $1 and s.series = w.series and s.period = w.period order by w.at`,
    [ctx.tenantId, series, periods],
  );
}

/**
 * Changes the format, the reset rule or the next value of a series; `dryRun` only shows what it would be.
 * @throws VALIDATION_ERROR, NUMBER_IN_USE, CONFLICT gap_free_in_use, PRECONDITION_FAILED
 */
export async function updateSeries(
  ctx: TenantContext,
  docType: SeriesName,
  input: SeriesInput,
  expectedVersion?: number | null,
): Promise<NumberSeries> {
  await lockSeries(ctx, docType);
  const before = (await listSeries(ctx)).find((one) => one.docType === docType)!;
  assertVersion(before, expectedVersion);
  const format = input.format?.trim() ?? before.format;
  const reset = input.reset ?? before.reset;
  const faults = formatFaults(docType, { format, reset });
  if (faults.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields: faults });
  const today = dayOf(ctx.now, ctx.principal.timeZone);
  const period = periodOf(reset, today);
  const [current] = await readCounters(ctx, [docType], [period]);
  // When numbers start to be counted by another period, they go on where they were.
  const reached = period === before.period ? current!.next : Math.max(current!.next, before.nextValue);
  const next = await nextValueOf(ctx, docType, { ...current!, next: reached }, input.nextValue);
  await assertFormatFree(ctx, docType, { format, reset }, before, next);
  const isUnchanged = format === before.format && reset === before.reset && next === before.nextValue;
  const after = seriesOf(docType, { format, reset }, { ...current!, next }, today, {
    version: isUnchanged ? before.version : before.version + 1,
    updatedAt: isUnchanged ? before.updatedAt : ctx.now,
  });
  if (!isUnchanged && !input.dryRun) await store(ctx, before, after);
  return after;
}

/** Waits for other changes of the series: its format and its counter have no row until somebody changes them. */
async function lockSeries(ctx: TenantContext, docType: SeriesName): Promise<void> {
  await ctx.tx.rows('select pg_advisory_xact_lock(hashtext($1))', [
    `number_series:${ctx.tenantId}:${docType}`,
  ]);
  await ctx.tx.rows('select from number_series where tenant_id = $1 and series = $2 for update', [
    ctx.tenantId,
    docType,
  ]);
}

/** Returns the next value after the change. */
async function nextValueOf(
  ctx: TenantContext,
  docType: SeriesName,
  { period, next }: Counter,
  wanted: number | null | undefined,
): Promise<number> {
  if (wanted == null || wanted === next) return next;
  const [used] = await ctx.tx.rows<{ greatest: number | null }>(
    'select max(seq) as greatest from number_ledger where tenant_id = $1 and series = $2 and period = $3',
    [ctx.tenantId, docType, period],
  );
  const greatest = Math.max(used?.greatest ?? 0, next - 1);
  if (wanted <= greatest)
    fail('NUMBER_IN_USE', `The numbers up to ${greatest} are used; give a greater next value.`, {
      details: { next_value: next },
    });
  if (isGapFree(docType) && used?.greatest)
    fail(
      'CONFLICT',
      'This series has no gaps, so its next value can only be raised before its first use in a period.',
      {
        details: { reason: 'gap_free_in_use', period },
      },
    );
  return wanted;
}

/** Refuses a format of a series without gaps that could give a used number again. @throws NUMBER_IN_USE */
async function assertFormatFree(
  ctx: TenantContext,
  docType: SeriesName,
  { format, reset }: NumberFormat,
  before: NumberSeries,
  next: number,
): Promise<void> {
  if (!isGapFree(docType) || (format === before.format && reset === before.reset)) return;
  const [taken] = await ctx.tx.rows<{ number: string }>(
    `select number from number_ledger where tenant_id = $1 and series = $2
       and ((regexp_match(number, $3))[1])::numeric >= $4
       and (period = $5 or number not in (select number from number_ledger where tenant_id = $1 and series = $2 and period <> $5))
     limit 1`,
    [ctx.tenantId, docType, numberPattern(format), next, before.period],
  );
  if (taken)
    fail('NUMBER_IN_USE', `With this format the used number ${taken.number} would be given again.`, {
      details: { number: taken.number },
    });
}

async function store(ctx: TenantContext, before: NumberSeries, after: NumberSeries): Promise<void> {
  const { docType, format, reset, version, period, nextValue } = after;
  await ctx.tx.rows(
    `insert into number_formats (tenant_id, series, format, reset, version, updated_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, series) do update
       set format = excluded.format, reset = excluded.reset, version = excluded.version, updated_at = excluded.updated_at`,
    [ctx.tenantId, docType, format, reset, version, ctx.now],
  );
  if (period !== before.period || nextValue !== before.nextValue)
    await ctx.tx.rows(
      `insert into number_series (tenant_id, series, period, next_value) values ($1, $2, $3, $4)
       on conflict (tenant_id, series, period) do update set next_value = excluded.next_value`,
      [ctx.tenantId, docType, period, nextValue],
    );
  await emit(ctx, 'number_series.updated', {
    object: { id: ctx.tenantId, version },
    label: docType,
    before: fieldsOf(before),
    after: fieldsOf(after),
    links: [],
    data: { doc_type: docType },
  });
}

function fieldsOf({ format, reset, nextValue }: NumberSeries): object {
  return { format, reset, nextValue };
}
