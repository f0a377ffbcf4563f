// The net amounts of an e-invoice: EN 16931 knows prices without tax only, one VAT category a line, and no withholding.
import { invalid } from '../../errors.ts';
import type { DocumentLine } from '../documents/document.ts';
import { plainDecimal, roundDivide, scaled, shareOut, unscaled } from '../documents/exact.ts';
import { keyOf, percentOf } from '../documents/totals.ts';
import { currencyDigits } from '../money.ts';
import type { Invoice } from './model.ts';
import { decimal, minor } from './settlement.ts';

/** Digits behind the point of a price that is computed from a net amount. */
const PRICE_DIGITS = 6;
const QUANTITY_DIGITS = 4;

/** Refuses documents that EN 16931 cannot express. @throws VALIDATION_ERROR withholding, single_tax, net_prices */
export function assertExpressible(invoice: Invoice, lines: readonly DocumentLine[]): void {
  if (invoice.taxGroups.some(({ category }) => category === 'withholding'))
    throw invalid(
      'format',
      'withholding',
      'EN 16931 has no withholding tax, so its total would be another one; download the PDF instead.',
    );
  if (lines.some(({ taxes }) => taxes.length > 1))
    throw invalid(
      'format',
      'single_tax',
      'An e-invoice has one VAT category a line; download the PDF instead.',
    );
  if (invoice.pricesIncludeTax && !isExact(invoice))
    throw invalid(
      'format',
      'net_prices',
      'The tax that the prices include is not the rounded tax of their net sum, as an e-invoice needs it; download the PDF.',
    );
}

/** Returns whether the tax of each group is that of its base, to the cent. */
function isExact({ taxGroups, currency }: Invoice): boolean {
  return taxGroups.every(
    ({ base, tax, rate }) => percentOf(minor(base, currency), plainDecimal(rate)) === minor(tax, currency),
  );
}

/**
 * Returns the lines without the tax that their prices include: the base of each tax is shared by largest remainder, so the
 * lines add up to it; their discounts are in the price.
 */
export function netLines(invoice: Invoice, items: readonly DocumentLine[]): DocumentLine[] {
  const { currency } = invoice;
  const net = new Map<string, bigint>();
  for (const [key, lines] of Map.groupBy(items, ({ taxes }) => (taxes[0] ? keyOf(taxes[0]) : ''))) {
    const amounts = lines.map(
      (line) => minor(line.net!, currency) - minor(line.discountShare ?? '0', currency),
    );
    const group = invoice.taxGroups.find((one) => keyOf(one) === key);
    const shares = group ? shareOut(minor(group.base, currency), amounts) : amounts;
    for (const [index, { id }] of lines.entries()) net.set(id, shares[index]!);
  }
  return items.map(
    (line) =>
      ({
        ...line,
        net: decimal(net.get(line.id)!, currency),
        discountAmount: '0',
        discountShare: '0',
        unitPrice: priceOf(net.get(line.id)!, line.quantity ?? '1', currency),
      }) as DocumentLine,
  );
}

function priceOf(net: bigint, quantity: string, currency: string): string {
  const count = scaled(plainDecimal(quantity), QUANTITY_DIGITS);
  if (count === 0n) return '0';
  const dividend = net * 10n ** BigInt(PRICE_DIGITS + QUANTITY_DIGITS - currencyDigits(currency));
  const price = roundDivide(count < 0n ? -dividend : dividend, count < 0n ? -count : count);
  return plainDecimal(unscaled(price, PRICE_DIGITS));
}
