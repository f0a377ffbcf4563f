// Exact arithmetic on amounts: integers of the smallest unit of a currency, rounded half away from zero (delivery.md section
// 4.2). Decimals are scaled integers; nothing is ever a floating-point number.

/** Returns a decimal text as an integer of `scale` digits behind the point; it must have no more digits. */
export function scaled(text: string, scale: number): bigint {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)!;
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > scale) throw new Error(`${text} has more than ${scale} digits behind the point`);
  const value = BigInt(whole! + digits.padEnd(scale, '0'));
  return sign ? -value : value;
}

/** Returns an integer of `scale` digits behind the point as a decimal text with all of them. */
export function unscaled(value: bigint, scale: number): string {
  const text = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const point = text.length - scale;
  return `${value < 0n ? '-' : ''}${text.slice(0, point)}${scale ? `.${text.slice(point)}` : ''}`;
}

/** Returns a decimal text without the zeros that end its fraction and without those before its first digit. */
export function plainDecimal(text: string): string {
  const whole = text.replace(/^(-?)0+(?=\d)/, '$1');
  const trimmed = whole.includes('.') ? whole.replace(/\.?0+$/, '') : whole;
  return trimmed === '-0' ? '0' : trimmed;
}

export function power10(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

/** Divides and rounds half away from zero; the divisor is positive. */
export function roundDivide(dividend: bigint, divisor: bigint): bigint {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const rounded = (2n * magnitude + divisor) / (2n * divisor);
  return dividend < 0n ? -rounded : rounded;
}

/** Divides and rounds towards minus infinity; the divisor is positive. */
function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

/** Returns the sum of amounts. */
export function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

/**
 * Shares an amount in proportion to weights so that the shares add up to it: each exact share is rounded down, and the
 * missing units go to the greatest remainders, to the earlier one of two that are equal.
 */
export function shareOut(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = sum(weights);
  if (total === 0n) return weights.map(() => 0n);
  const sign = total < 0n ? -1n : 1n;
  const exact = weights.map((weight) => amount * weight * sign);
  const shares = exact.map((value) => floorDivide(value, total * sign));
  const remainders = exact.map((value, index) => value - shares[index]! * total * sign);
  const missing = Number(amount - sum(shares));
  const order = remainders
    .map((remainder, index) => ({ remainder, index }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of order.slice(0, missing)) shares[index] = shares[index]! + 1n;
  return shares;
}
