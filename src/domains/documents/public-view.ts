// What the page of a client shows of a document: parties, lines and amounts, never anything internal.
import type { TenantContext } from '../../context.ts';
import { formatMoney } from '../money.ts';
import type { CommercialDocument, DocumentLine } from './document.ts';
import { plainDecimal } from './exact.ts';
import { type PdfLink, pdfLink } from './pdf-files.ts';
import type { Discount } from './totals.ts';

/** The members that the views of quotes and invoices share. */
export async function publicMembers(
  ctx: TenantContext,
  document: CommercialDocument,
  lines: readonly DocumentLine[],
) {
  const { currency, number, issueDate, seller, buyer, taxGroups, terms, notes, locale, reference, poNumber } =
    document;
  const money = (amount: string) => formatMoney(amount, currency);
  return {
    ...{ number, currency, issueDate, seller, buyer, taxGroups, terms, notes, locale, reference, poNumber },
    pricesIncludeTax: document.pricesIncludeTax,
    lines: lines.map((line) => publicLine(line)),
    subtotal: money(document.subtotal),
    discountTotal: money(document.discountTotal),
    netTotal: money(document.netTotal),
    taxTotal: money(document.taxTotal),
    roundingAdjustment: money(document.roundingAdjustment),
    total: money(document.total),
    pdf: (await pdfLink(ctx, document)) as PdfLink | null,
  };
}

function publicLine({
  id,
  position,
  kind,
  description,
  sku,
  quantity,
  unit,
  unitPrice,
  minutes,
  taxes,
  ...line
}: DocumentLine) {
  const money = (amount: string | null) => amount && formatMoney(amount, line.currency);
  return {
    ...{ id, position, kind, description, sku, unit, minutes, taxes },
    quantity: quantity && plainDecimal(quantity),
    unitPrice: unitPrice && plainDecimal(unitPrice),
    discount: shownDiscount(line.discount, line.currency),
    gross: money(line.gross),
    discountAmount: money(line.discountAmount),
    net: money(line.net),
    discountShare: money(line.discountShare),
    optional: line.optional,
    selected: line.selected,
  };
}

/** Returns a discount as it is answered: that of an amount with the digits of its currency. */
export function shownDiscount(discount: Discount | null, currency: string): Discount | null {
  if (discount?.type !== 'amount') return discount;
  return { ...discount, value: formatMoney(discount.value, currency) };
}
