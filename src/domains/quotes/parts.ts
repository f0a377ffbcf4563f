// What a part of a quote takes of its lines and discounts, so that the parts add up to the whole.
import { fail } from '../../errors.ts';
import type { DocumentConversion, DocumentLine } from '../documents/document.ts';
import { plainDecimal, roundDivide, scaled, sum, unscaled } from '../documents/exact.ts';
import type { LineInput } from '../documents/line-input.ts';
import { counts, QUANTITY_SCALE } from '../documents/totals.ts';
import { currencyDigits } from '../money.ts';
import type { Quote } from './model.ts';

export interface ConvertInput {
  target: 'work_order' | 'invoice';
  mode?: 'all' | 'lines' | 'percent' | null;
  lines?: { lineId: string; quantity: string }[] | null;
  percent?: string | null;
}

/** What a conversion takes of a quote: the lines of the draft, and what is stored of it. */
export interface Part {
  mode: DocumentConversion['mode'];
  percent: string | null;
  kind: 'standard' | 'deposit' | 'progress' | 'final';
  input: LineInput[];
  taken: { lineId: string; quantity: string; discount?: string }[];
  discount: Quote['discount'];
}

interface TakenLine {
  lineId: string;
  quantity: string;
  discount?: string;
}

/** Returns the line of a draft for a quantity of a line of the quote; the last part takes what is left of a discount. */
export function linePart(
  line: DocumentLine,
  quantity: bigint,
  left: bigint,
  earlier: readonly DocumentConversion[],
): { line: DocumentLine; input: LineInput; taken: TakenLine } {
  const { kind, description, sku, unit, unitPrice, minutes, taxes, id } = line;
  const digits = currencyDigits(line.currency);
  const whole = scaled(plainDecimal(line.quantity!), QUANTITY_SCALE);
  const text = plainDecimal(unscaled(quantity, QUANTITY_SCALE));
  const amount = minutes !== null && quantity === whole ? { minutes } : { quantity: text };
  let discount = line.discount;
  if (discount?.type === 'amount') {
    const all = scaled(plainDecimal(discount.value), digits);
    const before = sum(
      earlier
        .flatMap(({ lines }) => lines)
        .filter((part) => part.lineId === id)
        .map((part) => scaled(part.discount ?? '0', digits)),
    );
    const share = quantity === left ? all - before : roundDivide(all * quantity, whole);
    discount = { type: 'amount', value: unscaled(share, digits) };
  }
  return {
    line,
    input: { kind, description, sku, unit, unitPrice, discount, taxes, sourceLineId: id, ...amount },
    taken: { lineId: id, quantity: text, ...(discount?.type === 'amount' && { discount: discount.value }) },
  };
}

/** Returns the discount of a part: a percentage as it is, an amount shared by net, its rest for the last part. */
export function discountPart(
  quote: Quote,
  taken: readonly TakenLine[],
  lines: readonly DocumentLine[],
  earlier: readonly DocumentConversion[],
  isLast: boolean,
): Quote['discount'] {
  const { discount, currency } = quote;
  if (discount?.type !== 'amount') return discount;
  const digits = currencyDigits(currency);
  const all = scaled(plainDecimal(discount.value), digits);
  const before = sum(earlier.map((one) => scaled(plainDecimal(one.discount), digits)));
  if (isLast) return { type: 'amount', value: unscaled(all - before, digits) };
  const counted = lines.filter(counts);
  const total = sum(counted.map(({ net }) => scaled(plainDecimal(net!), digits)));
  // The net of the part, in ten-thousandths of a unit of quantity.
  const share = counted.reduce((amount, line) => {
    const part = taken.find(({ lineId }) => lineId === line.id);
    if (!part) return amount;
    const whole = scaled(plainDecimal(line.quantity!), QUANTITY_SCALE);
    return (
      amount +
      roundDivide(scaled(plainDecimal(line.net!), digits) * scaled(part.quantity, QUANTITY_SCALE), whole)
    );
  }, 0n);
  const value = total > 0n ? roundDivide(all * share, total) : 0n;
  return { type: 'amount', value: unscaled(value, digits) };
}

/** @throws OVER_CONVERSION with what is left */
export function failOver(details: Record<string, unknown>): never {
  return fail('OVER_CONVERSION', undefined, { details });
}

/** Returns the line of a draft for a whole line of the quote. */
export function wholeLine(line: DocumentLine): LineInput {
  const { kind, description, sku, quantity, unit, unitPrice, minutes, discount, taxes, id } = line;
  if (kind !== 'item') return { kind, description, sourceLineId: id };
  const amount = minutes === null ? { quantity } : { minutes };
  return { kind, description, sku, unit, unitPrice, discount, taxes, sourceLineId: id, ...amount };
}
