// Takes numbers from the series of a workspace (delivery.md section 3): one counter row for each series and period,
// locked until the transaction ends, so a number that was rolled back is given again.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { settleAll } from '../../db/transaction.ts';
import { fail, invalid } from '../../errors.ts';
import { NumberFormatRow } from './model.ts';
import {
  DEFAULT_FORMATS,
  formatNumber,
  isGapFree,
  type NumberFormat,
  periodOf,
  type SeriesName,
  tokensOf,
} from './rules.ts';

/** The document that a number is for. */
export interface NumberedDocument {
  /** The kind of the document as the ledger names it: `quote`. */
  type: string;
  id: string;
  /** The date of the document in the time zone of the workspace; it decides the period. */
  day: string;
  /** The client number of its company, for formats with `{client}`. */
  clientNumber?: string | null;
}

/** How long a call waits for those that take a number before it. */
const LOCK_WAIT = '5s';
const LOCK_NOT_AVAILABLE = '55P03';

/** Returns the format of a series. */
export async function formatOf(ctx: TenantContext, series: SeriesName): Promise<NumberFormat> {
  const [row] = await ctx.tx.rows<NumberFormat>(
    'select format, reset from number_formats where tenant_id = $1 and series = $2',
    [ctx.tenantId, series],
  );
  return row ?? DEFAULT_FORMATS[series];
}

/**
 * Takes the next number of a series and enters it in the ledger. Called as the last step before the document is written:
 * everything that can refuse the document comes first.
 * @param isTaken whether a number exists outside of the ledger; it is skipped, in series with gaps
 * @param known the format of the series, if it was read already
 * @throws ISSUE_DATE_OUT_OF_ORDER, NUMBERING_BUSY after five seconds, VALIDATION_ERROR client_number
 */
export async function takeNumber(
  ctx: TenantContext,
  series: SeriesName,
  document: NumberedDocument,
  isTaken: (number: string) => Promise<boolean> = async () => false,
  known?: NumberFormat,
): Promise<string> {
  const { format, reset } = known ?? (await formatOf(ctx, series));
  assertClientNumber(format, document);
  const period = periodOf(reset, document.day);
  for (;;) {
    const seq = await nextValue(ctx, series, period, document.day);
    const number = formatNumber(format, document.day, seq, document.clientNumber);
    if (await isTaken(number)) continue;
    if (await enter(ctx, series, document, { number, seq, period })) return number;
    if (isGapFree(series)) fail('NUMBER_IN_USE', `The number ${number} is already used; change the format.`);
  }
}

/** @throws VALIDATION_ERROR client_number for a format with `{client}` and a company without a number */
export function assertClientNumber(
  format: string,
  { clientNumber }: Pick<NumberedDocument, 'clientNumber'>,
): void {
  if (tokensOf(format).includes('client') && !clientNumber)
    throw invalid(
      'company_id',
      'client_number',
      'The numbers of this series contain the client number, so the company must be a client.',
    );
}

/** Returns the next value of a counter, and locks it until the transaction ends. */
async function nextValue(
  ctx: TenantContext,
  series: SeriesName,
  period: string,
  day: string,
): Promise<number> {
  const counted = settleAll([
    ctx.tx.rows(`set local lock_timeout = '${LOCK_WAIT}'`, []),
    ctx.tx.rows<{ value: number; lastDate: string }>(TAKE_VALUE, [ctx.tenantId, series, period, day]),
  ]);
  const [, [row]] = await counted.catch((error: { code?: string }) => {
    if (error.code !== LOCK_NOT_AVAILABLE) throw error;
    return fail('NUMBERING_BUSY', undefined, { headers: { 'retry-after': '1' } });
  });
  if (isGapFree(series) && row!.lastDate > day)
    fail(
      'ISSUE_DATE_OUT_OF_ORDER',
      `The last document of this series is dated ${row!.lastDate}; give that day or a later one.`,
      {
        details: { last_date: row!.lastDate },
      },
    );
  return row!.value;
}

const TAKE_VALUE = `
  insert into number_series as s (tenant_id, series, period, next_value, last_date) values ($1, $2, $3, 2, $4)
  on conflict (tenant_id, series, period) do update
    set next_value = s.next_value + 1, last_date = greatest(s.last_date, excluded.last_date)
  returning next_value - 1 as value, last_date::text as "lastDate"`;

async function enter(
  ctx: TenantContext,
  series: SeriesName,
  { type, id }: NumberedDocument,
  { number, seq, period }: { number: string; seq: number; period: string },
): Promise<boolean> {
  const rows = await ctx.tx.rows(
    `insert into number_ledger (tenant_id, id, series, number, seq, period, document_type, document_id, issued_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`,
    [ctx.tenantId, uuid(), series, number, seq, period, type, id, ctx.now],
  );
  return rows.length > 0;
}

/** Marks the number of a document as void; it stays used. */
export async function voidNumber(ctx: TenantContext, documentId: string): Promise<void> {
  await ctx.tx.rows(`update number_ledger set state = 'void' where tenant_id = $1 and document_id = $2`, [
    ctx.tenantId,
    documentId,
  ]);
}

/** Returns the stored format rows of the workspace by series. */
export async function storedFormats(ctx: TenantContext): Promise<Map<SeriesName, NumberFormatRow>> {
  const rows = (await NumberFormatRow.of(ctx)) as unknown as NumberFormatRow[];
  return new Map(rows.map((row) => [row.series, row]));
}
