// The lines of an e-invoice and its discounts, with prices without tax.
import type { DocumentLine } from '../documents/document.ts';
import { plainDecimal, roundDivide, scaled, shareOut, sum, unscaled } from '../documents/exact.ts';
import { QUANTITY_SCALE } from '../documents/totals.ts';
import { currencyDigits } from '../money.ts';
import type { Invoice } from './model.ts';
import { decimal, minor } from './settlement.ts';
import { categoryOf, type Vats } from './ubl-taxes.ts';
import { element, money, optional, tag } from './ubl-xml.ts';

/** Digits behind the point of a price that is computed from a net amount. */
const PRICE_DIGITS = 6;
/** Most characters of the name of an item; a longer text is its description. */
const NAME_LENGTH = 100;
/** Codes of UN/ECE Recommendation 20 for units as people write them; others are "one". */
const UNITS: Readonly<Record<string, string>> = {
  h: 'HUR',
  hour: 'HUR',
  hours: 'HUR',
  d: 'DAY',
  day: 'DAY',
  days: 'DAY',
  month: 'MON',
  months: 'MON',
  kg: 'KGM',
  m: 'MTR',
  km: 'KMT',
  'm²': 'MTK',
  'm³': 'MTQ',
  l: 'LTR',
};

/**
 * Returns lines without the tax that their prices include: the base of each category is shared by largest remainder, so the
 * lines add up to it; their discounts are in the price.
 */
export function netLines(invoice: Invoice, items: readonly DocumentLine[], vats: Vats): DocumentLine[] {
  const { currency, taxGroups } = invoice;
  const net = new Map<string, bigint>();
  for (const [key, lines] of Map.groupBy(items, ({ taxes }) => vats.keyOf(taxes))) {
    const amounts = lines.map(
      (line) => minor(line.net!, currency) - minor(line.discountShare ?? '0', currency),
    );
    const included = taxGroups.filter((group) => group.category !== 'withholding');
    const tax = included.filter((group) => vats.keyOf([group]) === key);
    const base = sum(amounts) - sum(tax.map((group) => minor(group.tax, currency)));
    const shares = shareOut(base, amounts);
    for (const [index, { id }] of lines.entries()) net.set(id, shares[index]!);
  }
  return items.map((line) => withNet(line, net.get(line.id)!, currency));
}

/** Returns a line whose price is its net amount by its quantity. */
export function withNet(line: DocumentLine, net: bigint, currency: string): DocumentLine {
  const quantity = line.quantity ?? '1';
  return {
    ...line,
    quantity,
    net: decimal(net, currency),
    discountAmount: '0',
    discountShare: '0',
    unitPrice: priceOf(net, quantity, currency),
  } as DocumentLine;
}

function priceOf(net: bigint, quantity: string, currency: string): string {
  const count = scaled(plainDecimal(quantity), QUANTITY_SCALE);
  const dividend = net * 10n ** BigInt(PRICE_DIGITS + QUANTITY_SCALE - currencyDigits(currency));
  const price = roundDivide(count < 0n ? -dividend : dividend, count < 0n ? -count : count);
  return plainDecimal(unscaled(price, PRICE_DIGITS));
}

/** What of the discount of a document lowers the lines of one category, and what raises them. */
export interface Allowances {
  xml: string;
  allowed: bigint;
  charged: bigint;
}

/** Returns the discount of a document, one allowance a category; below 0 it is a charge. */
export function allowancesOf(currency: string, items: readonly DocumentLine[], vats: Vats): Allowances {
  const amounts = [...Map.groupBy(items, ({ taxes }) => vats.keyOf(taxes)).values()].map((lines) => ({
    amount: sum(lines.map(({ discountShare }) => minor(discountShare ?? '0', currency))),
    vat: vats.of(lines[0]!.taxes),
  }));
  const parts = amounts.filter(({ amount }) => amount !== 0n);
  return {
    xml: parts
      .map(({ amount, vat }) => allowance(amount, currency, categoryOf('cac:TaxCategory', vat)))
      .join(''),
    allowed: sum(parts.map(({ amount }) => (amount > 0n ? amount : 0n))),
    charged: sum(parts.map(({ amount }) => (amount < 0n ? -amount : 0n))),
  };
}

function allowance(amount: bigint, currency: string, category = ''): string {
  return element(
    'cac:AllowanceCharge',
    tag('cbc:ChargeIndicator', String(amount < 0n)),
    tag('cbc:AllowanceChargeReason', 'Discount'),
    money('cbc:Amount', decimal(amount < 0n ? -amount : amount, currency), currency),
    category,
  );
}

/** Returns a line. A price is never below 0: the quantity takes its sign. */
export function lineOf(
  line: DocumentLine,
  index: number,
  { documentType, currency }: Invoice,
  vats: Vats,
): string {
  const isCredit = documentType === 'credit_note';
  const price = plainDecimal(line.unitPrice!);
  const isTurned = price.startsWith('-');
  const quantity = plainDecimal(line.quantity!);
  const discount = minor(line.discountAmount ?? '0', currency);
  const unit = line.minutes === null ? UNITS[line.unit?.toLowerCase() ?? ''] : 'HUR';
  return element(
    isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
    tag('cbc:ID', String(index + 1)),
    tag(
      isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity',
      isTurned ? turned(quantity) : quantity,
      false,
      ` unitCode="${unit ?? 'C62'}"`,
    ),
    money('cbc:LineExtensionAmount', decimal(minor(line.net!, currency), currency), currency),
    discount === 0n ? '' : allowance(discount, currency),
    element(
      'cac:Item',
      line.description.length > NAME_LENGTH ? tag('cbc:Description', line.description) : '',
      tag('cbc:Name', line.description.slice(0, NAME_LENGTH).trim()),
      element('cac:SellersItemIdentification', optional('cbc:ID', line.sku)),
      categoryOf('cac:ClassifiedTaxCategory', vats.of(line.taxes)),
    ),
    element('cac:Price', money('cbc:PriceAmount', isTurned ? turned(price) : price, currency)),
  );
}

function turned(text: string): string {
  return text.startsWith('-') ? text.slice(1) : `-${text}`;
}
