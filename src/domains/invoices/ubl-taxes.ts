// The VAT of an e-invoice: EN 16931 has one category a line, and one breakdown for each category and rate.
import { invalid } from '../../errors.ts';
import type { DocumentLine } from '../documents/document.ts';
import { plainDecimal, power10, roundDivide, scaled, sum, unscaled } from '../documents/exact.ts';
import type { Tax } from '../documents/totals.ts';
import { currencyDigits } from '../money.ts';
import type { Invoice } from './model.ts';
import { decimal, minor } from './settlement.ts';
import { element, money, optional, tag } from './ubl-xml.ts';

/** A VAT category with its rate. */
export interface Vat {
  /** Of UNCL5305: standard, zero rated, exempt, reverse charge, not subject to VAT. */
  code: 'S' | 'Z' | 'E' | 'AE' | 'O';
  rate: string;
  reason: string | null;
}

const CODES: Readonly<Record<string, Vat['code']>> = {
  standard: 'S',
  reduced: 'S',
  zero: 'Z',
  exempt: 'E',
  reverse_charge: 'AE',
  outside_scope: 'O',
};
const UNTAXED: Vat = { code: 'O', rate: '0', reason: 'Not subject to VAT' };
/** Most digits behind the point of an amount. */
const MAX_DIGITS = 2;

/** Refuses documents that EN 16931 cannot express. @throws VALIDATION_ERROR single_tax, currency_digits */
export function assertExpressible({ currency }: Invoice, items: readonly DocumentLine[]): void {
  if (items.some(({ taxes }) => taxes.filter(isVat).length > 1))
    throw invalid(
      'format',
      'single_tax',
      'An e-invoice has one VAT category a line; download the PDF instead.',
    );
  if (currencyDigits(currency) > MAX_DIGITS)
    throw invalid(
      'format',
      'currency_digits',
      `An e-invoice has amounts of two digits behind the point, ${currency} has more; download the PDF instead.`,
    );
}

function isVat({ category }: Tax): boolean {
  return category !== 'withholding';
}

/** The VAT of the lines of a document. What is not subject to VAT cannot stand beside other categories: there it is exempt. */
export class Vats {
  readonly #isMixed: boolean;
  /** Whether nothing of the document is subject to VAT; it then names no VAT identifiers. */
  readonly isUntaxed: boolean;

  constructor(items: readonly DocumentLine[]) {
    const codes = new Set(items.map(({ taxes }) => plainVat(taxes).code));
    this.#isMixed = codes.has('O') && codes.size > 1;
    this.isUntaxed = codes.has('O') && codes.size === 1;
  }

  /** Returns the VAT of a line, or of a tax group. */
  of(taxes: readonly Tax[]): Vat {
    const vat = plainVat(taxes);
    return vat.code === 'O' && this.#isMixed ? { ...vat, code: 'E' } : vat;
  }

  /** Returns the identity of the VAT of a line: its category and rate. */
  keyOf(taxes: readonly Tax[]): string {
    const { code, rate } = this.of(taxes);
    return `${code} ${rate}`;
  }
}

function plainVat(taxes: readonly Tax[]): Vat {
  const tax = taxes.find(isVat);
  if (!tax) return UNTAXED;
  const reason = tax.exemptionReason?.trim() || null;
  return { code: CODES[tax.category]!, rate: plainDecimal(tax.rate), reason };
}

/** Returns the category of a line, an allowance or a breakdown. */
export function categoryOf(name: string, { code, rate }: Vat, reasons: readonly string[] = []): string {
  return element(
    name,
    tag('cbc:ID', code),
    code === 'O' ? '' : tag('cbc:Percent', rate),
    optional('cbc:TaxExemptionReason', reasons.join('; ')),
    element('cac:TaxScheme', tag('cbc:ID', 'VAT')),
  );
}

/** Returns what the buyer keeps of the price and pays to the tax office for the seller. */
export function withheldOf({ taxGroups, currency }: Invoice): bigint {
  return -sum(taxGroups.filter((group) => !isVat(group)).map(({ tax }) => minor(tax, currency)));
}

/** Returns the tax of a document without withholding. */
export function vatOf(invoice: Invoice): bigint {
  return minor(invoice.taxTotal, invoice.currency) + withheldOf(invoice);
}

/** Digits behind the point of an exchange rate. */
const RATE_DIGITS = 8;

/** Returns the total of VAT in the currency in which the seller accounts for it (BT-111), by the rate of the document. */
export function baseTaxTotalOf(invoice: Invoice, baseCurrency: string): string {
  const rate = scaled(plainDecimal(invoice.exchangeRate!), RATE_DIGITS);
  const digits = Math.min(currencyDigits(baseCurrency), MAX_DIGITS);
  const inBase = roundDivide(
    vatOf(invoice) * rate * power10(digits),
    power10(RATE_DIGITS + currencyDigits(invoice.currency)),
  );
  return element('cac:TaxTotal', money('cbc:TaxAmount', unscaled(inBase, digits), baseCurrency));
}

/** Returns the total of VAT with its breakdown; the lines are those with net amounts. */
export function taxTotalOf(invoice: Invoice, items: readonly DocumentLine[], vats: Vats): string {
  const { currency, taxGroups } = invoice;
  const keyed = Map.groupBy(items, ({ taxes }) => vats.keyOf(taxes));
  const breakdown = [...keyed].map(([key, lines]) => {
    const base = sum(
      lines.map((line) => minor(line.net!, currency) - minor(line.discountShare ?? '0', currency)),
    );
    const groups = taxGroups.filter((group) => isVat(group) && vats.keyOf([group]) === key);
    const vat = vats.of(lines[0]!.taxes);
    const reasons = lines.map(({ taxes }) => vats.of(taxes).reason).filter((reason) => reason !== null);
    return element(
      'cac:TaxSubtotal',
      money('cbc:TaxableAmount', decimal(base, currency), currency),
      money('cbc:TaxAmount', decimal(sum(groups.map(({ tax }) => minor(tax, currency))), currency), currency),
      categoryOf('cac:TaxCategory', vat, 'S Z'.includes(vat.code) ? [] : [...new Set(reasons)]),
    );
  });
  return element(
    'cac:TaxTotal',
    money('cbc:TaxAmount', decimal(vatOf(invoice), currency), currency),
    ...breakdown,
  );
}
