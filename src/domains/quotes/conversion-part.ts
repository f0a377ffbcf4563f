// What a conversion takes of a quote: a part by percent, the rest after such parts, or quantities of its lines.
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { failOver } from '../documents/conversion-parts.ts';
import type { DocumentConversion, DocumentLine } from '../documents/document.ts';
import { plainDecimal, scaled, unscaled } from '../documents/exact.ts';
import { counts } from '../documents/totals.ts';
import { formatMoney } from '../money.ts';
import { linesPart } from './line-parts.ts';
import type { Quote } from './model.ts';
import { type ConvertInput, type Part, wholeLine } from './parts.ts';
import { assertUsed, finalLines, percentLines } from './percent-parts.ts';

/**
 * Returns what a conversion takes.
 * @throws OVER_CONVERSION, CONFLICT mixed_conversion, open_conversions; VALIDATION_ERROR
 */
export async function partOf(
  ctx: TenantContext,
  quote: Quote,
  lines: readonly DocumentLine[],
  earlier: readonly DocumentConversion[],
  input: ConvertInput,
): Promise<Part> {
  const mode = input.mode ?? 'all';
  assertUsed(mode, input);
  const percents = earlier.filter((one) => one.mode === 'percent');
  const isMixed =
    mode === 'percent' ? percents.length < earlier.length : mode === 'lines' && percents.length > 0;
  if (isMixed)
    fail('CONFLICT', 'A quote is converted either by lines or by percent.', {
      details: { reason: 'mixed_conversion' },
    });
  if (mode === 'percent') return percentPart(quote, lines, percents, input);
  if (percents.length) return finalPart(ctx, quote, lines, earlier, input);
  return linesPart(quote, lines, earlier, mode, input.lines);
}

function percentPart(
  quote: Quote,
  lines: readonly DocumentLine[],
  earlier: readonly DocumentConversion[],
  { target, percent }: ConvertInput,
): Part {
  if (target !== 'invoice') throw invalid('target', 'enum', 'A part by percent becomes an invoice.');
  if (!percent) throw invalid('percent', 'required', 'Give the percentage to convert.');
  if ((plainDecimal(percent).split('.')[1]?.length ?? 0) > 4)
    throw invalid('percent', 'decimal_format', 'Give at most 4 digits behind the point.');
  const given = scaled(plainDecimal(percent), 4);
  if (given <= 0n || given > 1_000_000n)
    throw invalid('percent', 'range', 'Give a percentage above 0 to 100.');
  const before = earlier.reduce((total, one) => total + scaled(one.percent!, 4), 0n);
  if (before + given > 1_000_000n) failOver({ percent_left: plainDecimal(unscaled(1_000_000n - before, 4)) });
  const input = percentLines(
    quote,
    lines,
    earlier.map((one) => one.percent!),
    plainDecimal(percent),
  );
  return {
    mode: 'percent',
    percent: plainDecimal(percent),
    kind: earlier.length ? 'progress' : 'deposit',
    input,
    taken: [],
    discount: null,
  };
}

async function finalPart(
  ctx: TenantContext,
  quote: Quote,
  lines: readonly DocumentLine[],
  earlier: readonly DocumentConversion[],
  { target }: ConvertInput,
): Promise<Part> {
  if (target !== 'invoice')
    throw invalid('target', 'enum', 'The rest after parts by percent becomes an invoice.');
  if (earlier.some(({ mode }) => mode === 'final')) failOver({});
  const open = await ctx.tx.rows(
    `select from invoices where tenant_id = $1 and id = any($2) and status = 'draft'`,
    [ctx.tenantId, earlier.map(({ documentId }) => documentId)],
  );
  if (open.length)
    fail('CONFLICT', 'Issue the invoices of the parts first.', { details: { reason: 'open_conversions' } });
  const counted = lines.filter((line) => line.kind !== 'item' || counts(line));
  const input = [
    ...counted.map(wholeLine),
    ...finalLines(
      quote,
      lines,
      earlier.map(({ percent }) => percent!),
    ),
  ];
  // The parts were computed after the discount, so the whole of it stands on the final invoice.
  const discount = quote.discount && {
    type: 'amount' as const,
    value: formatMoney(quote.discountTotal, quote.currency),
  };
  return { mode: 'final', percent: null, kind: 'final', input, taken: [], discount };
}
