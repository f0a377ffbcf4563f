// The one computation of a document's amounts (delivery.md section 4.2): lines, discounts, taxes and totals, in integers of the
// smallest unit of the currency.
import { power10, roundDivide, scaled, shareOut, sum } from './exact.ts';

export const PRICE_SCALE = 6;
export const QUANTITY_SCALE = 4;
export const RATE_SCALE = 4;
/** A percentage of a scaled rate: 19 % is 190000 of these. */
const WHOLE = 100n * power10(RATE_SCALE);

export interface Tax {
  name: string;
  rate: string;
  category: string;
  exemptionReason?: string | null;
}

export interface Discount {
  type: 'percent' | 'amount';
  value: string;
}

/** What the amounts of a line depend on. */
export interface PricedLine {
  kind: 'item' | 'section' | 'text';
  quantity: string | null;
  unitPrice: string | null;
  /** Of a line for working time: its amount is that of the minutes. */
  minutes: number | null;
  discount: Discount | null;
  taxes: readonly Tax[];
  optional: boolean;
  selected: boolean;
}

export interface PricedDocument {
  /** Digits of the currency behind the point. */
  digits: number;
  pricesIncludeTax: boolean;
  taxRounding: 'per_rate' | 'per_line';
  discount: Discount | null;
  lines: readonly PricedLine[];
  /** The multiple to which the total is rounded, in the smallest unit. */
  cashRounding: bigint | null;
}

export interface LineAmounts {
  gross: bigint;
  discountAmount: bigint;
  net: bigint;
  discountShare: bigint;
}

export interface TaxGroup extends Tax {
  base: bigint;
  tax: bigint;
}

export interface Totals {
  lines: LineAmounts[];
  taxGroups: TaxGroup[];
  subtotal: bigint;
  discountTotal: bigint;
  netTotal: bigint;
  taxTotal: bigint;
  roundingAdjustment: bigint;
  total: bigint;
}

const NOTHING: LineAmounts = { gross: 0n, discountAmount: 0n, net: 0n, discountShare: 0n };

/** Returns whether a line counts in the totals: an item that is not an unselected option. */
export function counts({
  kind,
  optional,
  selected,
}: Pick<PricedLine, 'kind' | 'optional' | 'selected'>): boolean {
  return kind === 'item' && (!optional || selected);
}

/** Computes all amounts of a document. */
export function computeTotals(document: PricedDocument): Totals {
  const amounts = document.lines.map((line) =>
    line.kind === 'item' ? amountsOf(line, document.digits) : NOTHING,
  );
  const counted = document.lines.flatMap((line, index) => (counts(line) ? [index] : []));
  const nets = counted.map((index) => amounts[index]!.net);
  const subtotal = sum(nets);
  const discountTotal = discountOf(document.discount, subtotal, document.digits);
  const shares = shareOut(discountTotal, nets);
  const lines = amounts.map((line, index) => {
    const at = counted.indexOf(index);
    return at < 0 ? line : { ...line, discountShare: shares[at]! };
  });
  const taxed = counted.map((index) => ({
    amount: lines[index]!.net - lines[index]!.discountShare,
    taxes: document.lines[index]!.taxes,
  }));
  const taxGroups = taxGroupsOf(taxed, document);
  const discounted = subtotal - discountTotal;
  const taxTotal = sum(taxGroups.map(({ tax }) => tax));
  const includedTax = document.pricesIncludeTax
    ? sum(taxGroups.filter((group) => !isWithheld(group)).map(({ tax }) => tax))
    : 0n;
  const netTotal = discounted - includedTax;
  const exact = netTotal + taxTotal;
  const roundingAdjustment = cashRounded(exact, document.cashRounding) - exact;
  const total = exact + roundingAdjustment;
  return { lines, taxGroups, subtotal, discountTotal, netTotal, taxTotal, roundingAdjustment, total };
}

/** Computes the tax groups of amounts after all discounts. */
export function taxGroupsOf(
  lines: readonly TaxedAmount[],
  { pricesIncludeTax, taxRounding }: Pick<PricedDocument, 'pricesIncludeTax' | 'taxRounding'>,
): TaxGroup[] {
  const groups = new Map<string, TaxGroup>();
  for (const { taxes } of lines)
    for (const tax of taxes)
      if (!groups.has(keyOf(tax))) groups.set(keyOf(tax), { ...tax, base: 0n, tax: 0n });
  const add = (tax: Tax, base: bigint, amount: bigint) => {
    const group = groups.get(keyOf(tax))!;
    group.base += base;
    group.tax += amount;
  };
  if (pricesIncludeTax) {
    for (const { amount, taxes } of taxRounding === 'per_line' ? lines : taxSets(lines)) {
      const included = splitIncludedTaxes(amount, taxes);
      for (const [index, tax] of taxes.entries()) add(tax, included.base, included.taxes[index]!);
    }
    return [...groups.values()];
  }
  for (const { amount, taxes } of lines)
    for (const tax of taxes) add(tax, amount, taxRounding === 'per_line' ? percentOf(amount, tax.rate) : 0n);
  if (taxRounding === 'per_rate')
    for (const group of groups.values()) group.tax = percentOf(group.base, group.rate);
  return [...groups.values()];
}

/** The amount of a line after all discounts, and its taxes. */
export interface TaxedAmount {
  amount: bigint;
  taxes: readonly Tax[];
}

/** Adds up the amounts of lines with the same unordered set of taxes, in the order of their first line. */
function taxSets(lines: readonly TaxedAmount[]): TaxedAmount[] {
  const sets = new Map<string, TaxedAmount>();
  for (const line of lines) {
    const key = setKey(line.taxes);
    const set = sets.get(key);
    if (set) set.amount += line.amount;
    else sets.set(key, { ...line });
  }
  return [...sets.values()];
}

/** Returns the identity of an unordered set of taxes. */
export function setKey(taxes: readonly Tax[]): string {
  return JSON.stringify(taxes.map(keyOf).sort());
}

/** Returns the base of an amount that includes its taxes, and each tax. Withholding is never included. */
function splitIncludedTaxes(amount: bigint, taxes: readonly Tax[]): { base: bigint; taxes: bigint[] } {
  const rates = taxes.map((tax) => (isWithheld(tax) ? 0n : scaled(tax.rate, RATE_SCALE)));
  const base = roundDivide(amount * WHOLE, WHOLE + sum(rates));
  const shares = shareOut(amount - base, rates);
  return {
    base,
    taxes: taxes.map((tax, index) => (isWithheld(tax) ? percentOf(base, tax.rate) : shares[index]!)),
  };
}

function amountsOf(line: PricedLine, digits: number): LineAmounts {
  const gross = grossOf(line, digits);
  const discountAmount = lineDiscount(line.discount, gross, digits);
  return { gross, discountAmount, net: gross - discountAmount, discountShare: 0n };
}

/** Returns quantity times price, or that of the minutes of a line for working time. */
function grossOf({ quantity, unitPrice, minutes }: PricedLine, digits: number): bigint {
  const price = scaled(unitPrice ?? '0', PRICE_SCALE);
  if (minutes !== null)
    return roundDivide(BigInt(minutes) * price * power10(digits), 60n * power10(PRICE_SCALE));
  const product = scaled(quantity ?? '0', QUANTITY_SCALE) * price;
  return roundDivide(product * power10(digits), power10(PRICE_SCALE + QUANTITY_SCALE));
}

/** Returns the discount of a line, with the sign of its gross. */
function lineDiscount(discount: Discount | null, gross: bigint, digits: number): bigint {
  const amount = discountOf(discount, gross, digits);
  return discount?.type === 'amount' && gross < 0n ? -amount : amount;
}

function discountOf(discount: Discount | null, of: bigint, digits: number): bigint {
  if (!discount) return 0n;
  return discount.type === 'percent' ? percentOf(of, discount.value) : scaled(discount.value, digits);
}

/** Returns a percentage of an amount. */
export function percentOf(amount: bigint, percent: string): bigint {
  return roundDivide(amount * scaled(percent, RATE_SCALE), WHOLE);
}

function cashRounded(total: bigint, multiple: bigint | null): bigint {
  return multiple ? roundDivide(total, multiple) * multiple : total;
}

function isWithheld({ category }: Tax): boolean {
  return category === 'withholding';
}

/** Returns the identity of a tax. */
export function keyOf({ name, category, rate }: Tax): string {
  return JSON.stringify([name, category, rate]);
}
