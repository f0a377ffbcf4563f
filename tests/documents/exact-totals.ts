// An independent computation of document totals by exact fractions, for comparison with that of the service.
import type { Discount, PricedDocument, Tax } from '../../src/domains/documents/totals.ts';

/** A fraction with a positive denominator. */
export class Fraction {
  readonly n: bigint;
  readonly d: bigint;
  constructor(n: bigint, d: bigint) {
    this.n = d < 0n ? -n : n;
    this.d = d < 0n ? -d : d;
  }
  static of(text: string): Fraction {
    const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
    const value = new Fraction(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
    return text.startsWith('-') ? new Fraction(-value.n, value.d) : value;
  }
  plus({ n, d }: Fraction): Fraction {
    return new Fraction(this.n * d + n * this.d, this.d * d);
  }
  times({ n, d }: Fraction): Fraction {
    return new Fraction(this.n * n, this.d * d);
  }
  over({ n, d }: Fraction): Fraction {
    return new Fraction(this.n * d, this.d * n);
  }
  floor(): bigint {
    const quotient = this.n / this.d;
    return this.n < 0n && quotient * this.d !== this.n ? quotient - 1n : quotient;
  }
  /** Half away from zero. */
  round(): bigint {
    const half = new Fraction(1n, 2n);
    return this.n < 0n ? -new Fraction(-this.n, this.d).plus(half).floor() : this.plus(half).floor();
  }
  compare({ n, d }: Fraction): number {
    const left = this.n * d;
    const right = n * this.d;
    return left < right ? -1 : left > right ? 1 : 0;
  }
}

const int = (value: bigint) => new Fraction(value, 1n);
const HUNDRED = int(100n);
const percent = (amount: bigint, rate: string) => int(amount).times(Fraction.of(rate)).over(HUNDRED).round();

function share(amount: bigint, weights: Fraction[]): bigint[] {
  const total = weights.reduce((a, b) => a.plus(b), int(0n));
  if (total.n === 0n) return weights.map(() => 0n);
  const exact = weights.map((weight) => int(amount).times(weight).over(total));
  const parts = exact.map((one) => one.floor());
  let missing = amount - parts.reduce((a, b) => a + b, 0n);
  const order = exact
    .map((one, index) => ({ rest: one.plus(int(-parts[index]!)), index }))
    .sort((a, b) => b.rest.compare(a.rest) || a.index - b.index);
  for (const { index } of order) {
    if (missing === 0n) break;
    parts[index]! += 1n;
    missing -= 1n;
  }
  return parts;
}

function discount(of: bigint, given: Discount | null, unit: Fraction): bigint {
  if (!given) return 0n;
  return given.type === 'percent' ? percent(of, given.value) : Fraction.of(given.value).times(unit).round();
}

const name = (tax: Tax) => `${tax.name}|${tax.category}|${tax.rate}`;

/** Returns net total, tax total, adjustment and total of a document, and its groups by tax. */
export function exactTotals(document: PricedDocument) {
  const unit = int(10n ** BigInt(document.digits));
  const nets = document.lines.map((line) => {
    if (line.kind !== 'item') return 0n;
    const amount =
      line.minutes === null
        ? Fraction.of(line.quantity!).times(Fraction.of(line.unitPrice!))
        : new Fraction(BigInt(line.minutes), 60n).times(Fraction.of(line.unitPrice!));
    const gross = amount.times(unit).round();
    const off = discount(gross, line.discount, unit);
    return gross - (line.discount?.type === 'amount' && gross < 0n ? -off : off);
  });
  const used = document.lines.flatMap((line, at) =>
    line.kind === 'item' && !(line.optional && !line.selected) ? [at] : [],
  );
  const subtotal = used.reduce((total, at) => total + nets[at]!, 0n);
  const discountTotal = discount(subtotal, document.discount, unit);
  const shares = share(
    discountTotal,
    used.map((at) => int(nets[at]!)),
  );
  const after = used.map((at, index) => ({
    amount: nets[at]! - shares[index]!,
    taxes: document.lines[at]!.taxes,
  }));
  const groups = new Map<string, { base: bigint; tax: bigint }>();
  for (const { taxes } of after)
    for (const tax of taxes) groups.set(name(tax), groups.get(name(tax)) ?? { base: 0n, tax: 0n });
  let inside = 0n;
  if (document.pricesIncludeTax) {
    const sets = new Map<string, { amount: bigint; taxes: readonly Tax[] }>();
    for (const [index, line] of after.entries()) {
      const key = document.taxRounding === 'per_line' ? String(index) : line.taxes.map(name).sort().join();
      const set = sets.get(key);
      sets.set(key, set ? { ...set, amount: set.amount + line.amount } : line);
    }
    for (const { amount, taxes } of sets.values()) {
      const rates = taxes.map((tax) => (tax.category === 'withholding' ? int(0n) : Fraction.of(tax.rate)));
      const factor = rates.reduce((a, b) => a.plus(b), HUNDRED).over(HUNDRED);
      const base = int(amount).over(factor).round();
      const parts = share(amount - base, rates);
      inside += amount - base;
      for (const [at, tax] of taxes.entries()) {
        const group = groups.get(name(tax))!;
        group.base += base;
        group.tax += tax.category === 'withholding' ? percent(base, tax.rate) : parts[at]!;
      }
    }
  } else {
    for (const { amount, taxes } of after)
      for (const tax of taxes) {
        const group = groups.get(name(tax))!;
        group.base += amount;
        if (document.taxRounding === 'per_line') group.tax += percent(amount, tax.rate);
      }
    if (document.taxRounding === 'per_rate')
      for (const [key, group] of groups) group.tax = percent(group.base, key.split('|')[2]!);
  }
  const taxTotal = [...groups.values()].reduce((total, { tax }) => total + tax, 0n);
  const netTotal = subtotal - discountTotal - inside;
  const exact = netTotal + taxTotal;
  const total = document.cashRounding
    ? int(exact).over(int(document.cashRounding)).round() * document.cashRounding
    : exact;
  return { subtotal, discountTotal, netTotal, taxTotal, total, groups: [...groups.values()], nets, shares };
}
