// Takes numbers from the series of a workspace (delivery.md section 3): one counter row for each series and period,
// locked until the transaction ends, so a number that was rolled back is given again.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { settleAll } from '../../db/transaction.ts';
import { fail, invalid } from '../../errors.ts';
import { NumberFormatRow } from './model.ts';
import {
  DEFAULT_FORMATS,
  isGapFree,
  type NumberFormat,
  numberParts,
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
    'generic',
  );
  return row ?? DEFAULT_FORMATS[series];
}

/**
 * Takes the next number of a series and enters it in the ledger, in one statement: others wait from then on until the
 * transaction ends. Called as the last step before the document is written: everything that can refuse the document comes first.
 * @param known the format of the series, if it was read already
 * @param taken a SQL condition on `next.number`: whether it exists outside of the ledger; it is skipped, in series with gaps
 * @throws ISSUE_DATE_OUT_OF_ORDER, NUMBERING_BUSY after five seconds, VALIDATION_ERROR client_number
 */
export async function takeNumber(
  ctx: TenantContext,
  series: SeriesName,
  document: NumberedDocument,
  known?: NumberFormat,
  taken = 'false',
): Promise<string> {
  const format = known ?? (await formatOf(ctx, series));
  assertClientNumber(format.format, document);
  for (;;) {
    const { number, isFree, lastDate } = await nextNumber(ctx, series, document, format, taken);
    if (isGapFree(series) && lastDate > document.day)
      fail(
        'ISSUE_DATE_OUT_OF_ORDER',
        `The last document of this series is dated ${lastDate}; give that day or a later one.`,
        { details: { last_date: lastDate } },
      );
    if (isFree) return number;
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

/** The next number of a series. */
interface NextNumber {
  number: string;
  /** Whether nothing has it; it is then in the ledger. */
  isFree: boolean;
  lastDate: string;
}

/** Raises the counter of a series, which is locked until the transaction ends, and enters its number in the ledger. */
async function nextNumber(
  ctx: TenantContext,
  series: SeriesName,
  { type, id, day, clientNumber }: NumberedDocument,
  { format, reset }: NumberFormat,
  isTaken: string,
): Promise<NextNumber> {
  const { prefix, width, suffix } = numberParts(format, day, clientNumber);
  const place = [ctx.tenantId, series, periodOf(reset, day), day];
  const taken = settleAll([
    ctx.tx.rows(`set local lock_timeout = '${LOCK_WAIT}'`, [], 'generic'),
    ctx.tx.rows<NextNumber>(
      takeSql(isTaken),
      [...place, prefix, width, suffix, uuid(), type, id, ctx.now],
      'generic',
    ),
  ]);
  const [, [row]] = await taken.catch((error: { code?: string }) => {
    if (error.code !== LOCK_NOT_AVAILABLE) throw error;
    return fail('NUMBERING_BUSY', undefined, { headers: { 'retry-after': '1' } });
  });
  return row!;
}

const takeSql = (isTaken: string) => `
  with counter as (
    insert into number_series as s (tenant_id, series, period, next_value, last_date) values ($1, $2, $3, 2, $4)
    on conflict (tenant_id, series, period) do update
      set next_value = s.next_value + 1, last_date = greatest(s.last_date, excluded.last_date)
    returning next_value - 1 as seq, last_date
  ), next as (
    select seq, last_date, $5::text || lpad(seq::text, greatest($6::int, length(seq::text)), '0') || $7::text as number from counter
  ), entry as (
    insert into number_ledger (tenant_id, id, series, number, seq, period, document_type, document_id, issued_at)
    select $1, $8::uuid, $2, number, seq, $3, $9, $10::uuid, $11 from next where not (${isTaken}) on conflict do nothing returning id
  )
  select number, last_date::text as "lastDate", exists (select from entry) as "isFree" from next`;

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
