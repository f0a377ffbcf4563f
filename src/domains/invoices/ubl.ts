// The e-invoice of an issued document: EN 16931 in the syntax UBL 2.1, from the stored amounts.
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { type FileAddress, fileAddress } from '../../files/tickets.ts';
import type { DocumentLine } from '../documents/document.ts';
import { plainDecimal } from '../documents/exact.ts';
import { formatMoney } from '../money.ts';
import type { Invoice } from './model.ts';
import { decimal, minor } from './settlement.ts';
import { assertExpressible, netLines } from './ubl-amounts.ts';
import { buyerOf, paymentOf, sellerOf } from './ubl-parties.ts';
import { money, tag } from './ubl-xml.ts';

/** Codes of UNCL5305 for the categories of taxes. */
const CATEGORY: Record<string, string> = {
  standard: 'S',
  reduced: 'S',
  zero: 'Z',
  exempt: 'E',
  reverse_charge: 'AE',
  outside_scope: 'O',
};
const NAMESPACES = `xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"`;

/**
 * Returns the e-invoice as a file.
 * @throws NOT_ISSUED for a draft; VALIDATION_ERROR withholding, single_tax, net_prices
 */
export async function ubl(
  ctx: TenantContext,
  invoice: Invoice,
  lines: readonly DocumentLine[],
): Promise<FileAddress> {
  if (invoice.status === 'draft') fail('NOT_ISSUED');
  assertExpressible(invoice, lines);
  const bytes = Buffer.from(ublText(invoice, lines, await creditedBy(ctx, invoice)));
  async function* chunks(): AsyncGenerator<Buffer> {
    yield bytes;
  }
  const file = await ctx.services.files.write(
    { tenantId: ctx.tenantId, name: `${invoice.number}.xml`, mime: 'application/xml' },
    chunks(),
  );
  return fileAddress(ctx, file);
}

/** The invoice that a credit note credits. */
interface Credited {
  number: string;
  issueDate: string;
}

async function creditedBy(
  { tx, tenantId }: TenantContext,
  { creditedInvoiceId }: Invoice,
): Promise<Credited | undefined> {
  if (!creditedInvoiceId) return undefined;
  const [invoice] = await tx.rows<Credited>(
    'select number, issue_date as "issueDate" from invoices where tenant_id = $1 and id = $2',
    [tenantId, creditedInvoiceId],
  );
  return invoice;
}

function ublText(document: Invoice, lines: readonly DocumentLine[], credited?: Credited): string {
  const { pricesIncludeTax } = document;
  // With net amounts, the discounts are part of the prices.
  const invoice = (pricesIncludeTax ? { ...document, discountTotal: '0' } : document) as Invoice;
  const isCredit = invoice.documentType === 'credit_note';
  const root = isCredit ? 'CreditNote' : 'Invoice';
  const { currency } = invoice;
  const given = lines.filter(({ kind }) => kind === 'item');
  const items = pricesIncludeTax ? netLines(document, given) : given;
  const parts = [
    tag('cbc:CustomizationID', 'urn:cen.eu:en16931:2017'),
    tag('cbc:ID', invoice.number!),
    tag('cbc:IssueDate', invoice.issueDate!),
    isCredit || !invoice.dueDate ? '' : tag('cbc:DueDate', invoice.dueDate),
    tag(`cbc:${root}TypeCode`, isCredit ? '381' : '380'),
    invoice.notes ? tag('cbc:Note', invoice.notes) : '',
    tag('cbc:DocumentCurrencyCode', currency),
    tag('cbc:BuyerReference', invoice.reference ?? invoice.poNumber ?? invoice.number!),
    invoice.poNumber ? tag('cac:OrderReference', tag('cbc:ID', invoice.poNumber), true) : '',
    credited ? tag('cac:BillingReference', referenceTo(credited), true) : '',
    tag('cac:AccountingSupplierParty', sellerOf(invoice.seller!), true),
    tag('cac:AccountingCustomerParty', buyerOf(invoice.buyer!), true),
    invoice.supplyDate ? tag('cac:Delivery', tag('cbc:ActualDeliveryDate', invoice.supplyDate), true) : '',
    paymentOf(invoice.seller!),
    invoice.terms ? tag('cac:PaymentTerms', tag('cbc:Note', invoice.terms), true) : '',
    ...allowancesOf(invoice, items),
    taxTotalOf(invoice),
    totalsOf(invoice, isCredit),
    ...items.map((line, index) => lineOf(line, index, isCredit, invoice)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" ${NAMESPACES}>${parts.join('')}</${root}>\n`;
}

function referenceTo({ number, issueDate }: Credited): string {
  return tag('cac:InvoiceDocumentReference', tag('cbc:ID', number) + tag('cbc:IssueDate', issueDate), true);
}

function categoryOf(
  tax: { category: string; rate: string; exemptionReason?: string | null },
  withReason = false,
): string {
  const reason = withReason && tax.exemptionReason ? tag('cbc:TaxExemptionReason', tax.exemptionReason) : '';
  return (
    tag('cbc:ID', CATEGORY[tax.category] ?? 'S') +
    (tax.category === 'outside_scope' ? '' : tag('cbc:Percent', plainDecimal(tax.rate))) +
    reason +
    tag('cac:TaxScheme', tag('cbc:ID', 'VAT'), true)
  );
}

/** The discount on the document, one allowance for each set of taxes. */
function allowancesOf({ currency }: Invoice, items: readonly DocumentLine[]): string[] {
  const shares = new Map<string, { amount: bigint; line: DocumentLine }>();
  for (const line of items) {
    const key = JSON.stringify(line.taxes);
    const amount = minor(line.discountShare ?? '0', currency) + (shares.get(key)?.amount ?? 0n);
    shares.set(key, { amount, line });
  }
  return [...shares.values()]
    .filter(({ amount }) => amount !== 0n)
    .map(({ amount, line }) =>
      tag(
        'cac:AllowanceCharge',
        tag('cbc:ChargeIndicator', 'false') +
          tag('cbc:AllowanceChargeReason', 'Discount') +
          money('cbc:Amount', decimal(amount, currency), currency) +
          tag('cac:TaxCategory', categoryOf(line.taxes[0] ?? NO_TAX), true),
        true,
      ),
    );
}

const NO_TAX = { category: 'outside_scope', rate: '0', exemptionReason: 'Not subject to VAT' };

function taxTotalOf(invoice: Invoice): string {
  const { currency } = invoice;
  const groups = invoice.taxGroups.length
    ? invoice.taxGroups
    : [{ ...NO_TAX, base: formatMoney(invoice.netTotal, currency), tax: formatMoney('0', currency) }];
  const subtotals = groups.map((group) =>
    tag(
      'cac:TaxSubtotal',
      money('cbc:TaxableAmount', group.base, currency) +
        money('cbc:TaxAmount', group.tax, currency) +
        tag('cac:TaxCategory', categoryOf(group, true), true),
      true,
    ),
  );
  return tag(
    'cac:TaxTotal',
    money('cbc:TaxAmount', formatMoney(invoice.taxTotal, currency), currency) + subtotals.join(''),
    true,
  );
}

function totalsOf(invoice: Invoice, isCredit: boolean): string {
  const { currency } = invoice;
  const text = (name: string, amount: string) => money(name, formatMoney(amount, currency), currency);
  const exact = decimal(minor(invoice.netTotal, currency) + minor(invoice.taxTotal, currency), currency);
  return tag(
    'cac:LegalMonetaryTotal',
    money(
      'cbc:LineExtensionAmount',
      decimal(minor(invoice.netTotal, currency) + minor(invoice.discountTotal, currency), currency),
      currency,
    ) +
      text('cbc:TaxExclusiveAmount', invoice.netTotal) +
      money('cbc:TaxInclusiveAmount', exact, currency) +
      (Number(invoice.discountTotal) ? text('cbc:AllowanceTotalAmount', invoice.discountTotal) : '') +
      (Number(invoice.amountPaid) && !isCredit ? text('cbc:PrepaidAmount', '0') : '') +
      (Number(invoice.roundingAdjustment)
        ? text('cbc:PayableRoundingAmount', invoice.roundingAdjustment)
        : '') +
      text('cbc:PayableAmount', invoice.total),
    true,
  );
}

function lineOf(line: DocumentLine, index: number, isCredit: boolean, { currency }: Invoice): string {
  const name = isCredit ? 'CreditNote' : 'Invoice';
  const quantity = plainDecimal(line.quantity ?? '1');
  const discount =
    line.discountAmount && Number(line.discountAmount)
      ? tag(
          'cac:AllowanceCharge',
          tag('cbc:ChargeIndicator', 'false') +
            tag('cbc:AllowanceChargeReason', 'Discount') +
            money('cbc:Amount', formatMoney(line.discountAmount, currency), currency),
          true,
        )
      : '';
  const price = line.unitPrice ? plainDecimal(line.unitPrice) : formatMoney(line.net!, currency);
  return tag(
    `cac:${name}Line`,
    tag('cbc:ID', String(index + 1)) +
      tag(
        isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity',
        quantity,
        false,
        ` unitCode="${line.minutes === null ? 'C62' : 'HUR'}"`,
      ) +
      money('cbc:LineExtensionAmount', formatMoney(line.net!, currency), currency) +
      discount +
      tag(
        'cac:Item',
        tag('cbc:Name', line.description.slice(0, 200)) +
          tag('cac:ClassifiedTaxCategory', categoryOf(line.taxes[0] ?? NO_TAX), true),
        true,
      ) +
      tag('cac:Price', money('cbc:PriceAmount', price, currency), true),
    true,
  );
}
