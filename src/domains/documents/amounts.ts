// Turns lines and a header into stored amounts, and checks them against their bounds.
import { type FieldFault, invalid, ServiceError } from '../../errors.ts';
import { currencyDigits } from '../money.ts';
import type { CommercialDocument, DocumentLine, StoredTaxGroup } from './document.ts';
import { plainDecimal, power10, scaled, sum, unscaled } from './exact.ts';
import type { NewLine } from './line-input.ts';
import type { Profile } from './profile.ts';
import { computeTotals, counts, type PricedLine, type TaxGroup, type Totals } from './totals.ts';

/** The members of a header that its amounts depend on. */
export type PricedHeader = Pick<
  CommercialDocument,
  'currency' | 'pricesIncludeTax' | 'taxRounding' | 'discount'
>;

/** The stored amounts of a document. */
export type StoredTotals = Pick<
  CommercialDocument,
  'taxGroups' | 'subtotal' | 'discountTotal' | 'netTotal' | 'taxTotal' | 'roundingAdjustment' | 'total'
>;

/** A line with its amounts. */
export type PricedRow = NewLine &
  Pick<DocumentLine, 'currency' | 'gross' | 'discountAmount' | 'net' | 'discountShare'>;

/** Most digits of an amount before the point. */
const MAX_DIGITS = 13;

/**
 * Computes the amounts of a document.
 * @throws VALIDATION_ERROR range for amounts beyond the bounds and discounts above what they are taken from
 */
export function priceDocument(
  header: PricedHeader,
  lines: readonly NewLine[],
  profile: Pick<Profile, 'currency' | 'commercial'>,
): { lines: PricedRow[]; totals: StoredTotals } {
  const { currency } = header;
  const digits = currencyDigits(currency);
  const { cashRounding } = profile.commercial;
  const totals = computeTotals({
    digits,
    pricesIncludeTax: header.pricesIncludeTax,
    taxRounding: header.taxRounding,
    discount: header.discount,
    lines: lines.map(pricedLine),
    cashRounding: cashRounding && currency === profile.currency ? scaled(cashRounding, digits) : null,
  });
  assertBounds(header, lines, totals, digits);
  const text = (value: bigint) => unscaled(value, digits);
  return {
    lines: lines.map((line, index) => {
      const isItem = line.kind === 'item';
      const { gross, discountAmount, net, discountShare } = totals.lines[index]!;
      return {
        ...line,
        currency,
        gross: isItem ? text(gross) : null,
        discountAmount: isItem ? text(discountAmount) : null,
        net: isItem ? text(net) : null,
        discountShare: isItem ? text(discountShare) : null,
      };
    }),
    totals: storedTotals(totals, digits),
  };
}

/** Returns totals as they are stored. */
export function storedTotals(totals: Omit<Totals, 'lines'>, digits: number): StoredTotals {
  const text = (value: bigint) => unscaled(value, digits);
  return {
    taxGroups: totals.taxGroups.map((group) => storedGroup(group, digits)),
    subtotal: text(totals.subtotal),
    discountTotal: text(totals.discountTotal),
    netTotal: text(totals.netTotal),
    taxTotal: text(totals.taxTotal),
    roundingAdjustment: text(totals.roundingAdjustment),
    total: text(totals.total),
  };
}

function storedGroup({ base, tax, ...group }: TaxGroup, digits: number): StoredTaxGroup {
  return { ...group, base: unscaled(base, digits), tax: unscaled(tax, digits) };
}

/** Returns what the amounts of a stored or new line depend on. */
export function pricedLine(line: NewLine | DocumentLine): PricedLine {
  return {
    ...line,
    quantity: line.quantity && plainDecimal(line.quantity),
    unitPrice: line.unitPrice && plainDecimal(line.unitPrice),
  };
}

function assertBounds(header: PricedHeader, lines: readonly NewLine[], totals: Totals, digits: number): void {
  const faults: FieldFault[] = [];
  const fault = (path: string, message: string) => faults.push({ path, rule: 'range', message });
  const bound = power10(MAX_DIGITS + digits);
  const isBeyond = (value: bigint) => value >= bound || value <= -bound;
  for (const [index, { gross, net, discountAmount }] of totals.lines.entries()) {
    if (isBeyond(gross) || isBeyond(net))
      fault(`lines[${index}]`, 'The amount of this line has too many digits.');
    if (lines[index]!.discount?.type === 'amount' && magnitude(discountAmount) > magnitude(gross))
      fault(`lines[${index}].discount.value`, 'A discount is at most the amount of its line.');
  }
  const counted = sum(totals.lines.flatMap(({ net }, index) => (counts(lines[index]!) ? [net] : [])));
  if (header.discount && totals.discountTotal !== 0n && counted <= 0n)
    fault('discount', 'A discount on the document needs lines with a sum above 0.');
  else if (totals.discountTotal > counted && counted > 0n)
    fault('discount.value', 'A discount is at most the sum of the lines.');
  if ([totals.subtotal, totals.total, totals.taxTotal].some(isBeyond))
    fault('lines', 'The sum of the lines has too many digits.');
  if (faults.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields: faults });
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** Refuses totals that are not those the caller expects. @throws TOTAL_MISMATCH, VALIDATION_ERROR money_format */
export function assertExpectedTotal(
  expected: string | null | undefined,
  total: string,
  currency: string,
): void {
  if (expected == null) return;
  const digits = currencyDigits(currency);
  if ((plainDecimal(expected).split('.')[1]?.length ?? 0) > digits)
    throw invalid('expected_total', 'money_format', `Give at most ${digits} digits behind the point.`);
  const given = unscaled(scaled(plainDecimal(expected), digits), digits);
  if (given !== total)
    throw new ServiceError('TOTAL_MISMATCH', `The total is ${total}, not ${given}.`, {
      details: { expected: given, actual: total },
    });
}
