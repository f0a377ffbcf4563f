// What a part of a quote or work order takes of its lines and discounts, so that the parts add up to the whole.
import { fail, invalid } from '../../errors.ts';
import { currencyDigits } from '../money.ts';
import type { CommercialDocument, DocumentConversion, DocumentLine } from './document.ts';
import { plainDecimal, roundDivide, scaled, sum, unscaled } from './exact.ts';
import type { LineInput } from './line-input.ts';
import { counts, QUANTITY_SCALE } from './totals.ts';

/** What a part takes of a line. */
export interface TakenLine {
  lineId: string;
  quantity: string;
  discount?: string;
}

/** The line of a draft, and what it takes of a line. */
export interface LinePart {
  input: LineInput;
  taken: TakenLine;
}

/**
 * Returns the line of a draft for a quantity of a line; the last part takes what is left of a discount.
 * @param left the quantity that no part before has taken
 */
export function linePart(
  line: DocumentLine,
  quantity: bigint,
  left: bigint,
  earlier: readonly DocumentConversion[],
): LinePart {
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
    const share = quantity >= left ? all - before : least(roundDivide(all * quantity, whole), all - before);
    discount = { type: 'amount', value: unscaled(share, digits) };
  }
  return {
    input: { kind, description, sku, unit, unitPrice, discount, taxes, sourceLineId: id, ...amount },
    taken: { lineId: id, quantity: text, ...(discount?.type === 'amount' && { discount: discount.value }) },
  };
}

/** Rounded shares could exceed the whole. */
function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Returns the discount of a part: a percentage as it is, an amount shared by net, its rest for the last part. */
export function discountPart(
  { discount, currency }: Pick<CommercialDocument, 'discount' | 'currency'>,
  taken: readonly TakenLine[],
  lines: readonly DocumentLine[],
  earlier: readonly DocumentConversion[],
  isLast: boolean,
): CommercialDocument['discount'] {
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
  const value = total > 0n ? least(roundDivide(all * share, total), all - before) : 0n;
  return { type: 'amount', value: unscaled(value, digits) };
}

/**
 * Returns the quantities that are wanted of lines.
 * @throws OVER_CONVERSION; VALIDATION_ERROR exists, unique, decimal_format, range
 */
export function readWanted(
  wanted: readonly { lineId: string; quantity: string }[],
  left: ReadonlyMap<string, bigint>,
): Map<string, bigint> {
  const chosen = new Map<string, bigint>();
  for (const [index, { lineId, quantity }] of wanted.entries()) {
    const id = lineId.toLowerCase();
    const available = left.get(id);
    if (available === undefined)
      throw invalid(`lines[${index}].line_id`, 'exists', 'The document has no such item that counts.');
    if (chosen.has(id)) throw invalid(`lines[${index}].line_id`, 'unique', 'Give each line once.');
    if ((plainDecimal(quantity).split('.')[1]?.length ?? 0) > QUANTITY_SCALE)
      throw invalid(`lines[${index}].quantity`, 'decimal_format', 'Give at most 4 digits behind the point.');
    const amount = scaled(plainDecimal(quantity), QUANTITY_SCALE);
    if (amount <= 0n) throw invalid(`lines[${index}].quantity`, 'range', 'Give a quantity above 0.');
    if (amount > available)
      failOver({ lines: [{ line_id: id, left: plainDecimal(unscaled(available, QUANTITY_SCALE)) }] });
    chosen.set(id, amount);
  }
  return chosen;
}

/** @throws OVER_CONVERSION with what is left */
export function failOver(details: Record<string, unknown>): never {
  return fail('OVER_CONVERSION', undefined, { details });
}
