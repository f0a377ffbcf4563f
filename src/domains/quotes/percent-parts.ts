// Parts of a quote by percent: one line for each set of taxes; the part that reaches 100 takes the rest.
import { invalid } from '../../errors.ts';
import type { DocumentLine } from '../documents/document.ts';
import { plainDecimal, scaled, sum, unscaled } from '../documents/exact.ts';
import type { LineInput } from '../documents/line-input.ts';
import { counts, percentOf, setKey, type Tax } from '../documents/totals.ts';
import { currencyDigits } from '../money.ts';
import type { Quote } from './model.ts';

/** The net of the lines with one set of taxes, after all discounts. */
interface NetSet {
  taxes: Tax[];
  net: bigint;
}

function setsOf(lines: readonly DocumentLine[], digits: number): NetSet[] {
  const sets = new Map<string, NetSet>();
  for (const line of lines.filter(counts)) {
    const net = scaled(plainDecimal(line.net!), digits) - scaled(plainDecimal(line.discountShare!), digits);
    const key = setKey(line.taxes);
    const set = sets.get(key);
    if (set) set.net += net;
    else sets.set(key, { taxes: line.taxes, net });
  }
  return [...sets.values()];
}

/** Returns the lines of a part by percent. @param earlier the percentages of the parts before it */
export function percentLines(
  quote: Quote,
  lines: readonly DocumentLine[],
  earlier: readonly string[],
  percent: string,
): LineInput[] {
  const digits = currencyDigits(quote.currency);
  const reached = sum([...earlier, percent].map((one) => scaled(plainDecimal(one), 4)));
  return setsOf(lines, digits).map(({ taxes, net }) => {
    const before = sum(earlier.map((one) => percentOf(net, plainDecimal(one))));
    const amount = reached === 1_000_000n ? net - before : percentOf(net, percent);
    return {
      kind: 'item',
      description: `${plainDecimal(percent)} % of ${quote.number}`,
      quantity: '1',
      unitPrice: unscaled(amount, digits),
      taxes,
    };
  });
}

/** Returns the lines with which a final invoice deducts the parts before it. */
export function finalLines(
  quote: Quote,
  lines: readonly DocumentLine[],
  earlier: readonly string[],
): LineInput[] {
  const digits = currencyDigits(quote.currency);
  return earlier.flatMap((percent, index) =>
    percentLines(quote, lines, earlier.slice(0, index), percent).map((line) => ({
      ...line,
      description: `Less ${line.description}`,
      quantity: '-1',
      unitPrice: unscaled(scaled(line.unitPrice!, digits), digits),
    })),
  );
}

/** Refuses a choice that the mode would ignore, because more would be converted than was meant. */
export function assertUsed(
  mode: 'all' | 'lines' | 'percent',
  { lines, percent }: { lines?: object[] | null; percent?: string | null },
): void {
  if (!lines && mode === 'lines') throw invalid('lines', 'required', 'Give the lines to convert.');
  if (lines && mode !== 'lines') throw invalid('lines', 'exclusive', 'Give lines only with the mode lines.');
  if (percent && mode !== 'percent')
    throw invalid('percent', 'exclusive', 'Give a percentage only with the mode percent.');
}
