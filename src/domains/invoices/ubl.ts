// The e-invoice of an issued document: EN 16931 in the syntax UBL 2.1, from the stored amounts. It is written here because the
// kept library for it, @e-invoice-eu/core, refuses parties without a Peppol address; tests check it by the rules of the standard.
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { type FileAddress, fileAddress } from '../../files/tickets.ts';
import type { DocumentLine } from '../documents/document.ts';
import { sum } from '../documents/exact.ts';
import { profileOf } from '../documents/profile.ts';
import type { Invoice } from './model.ts';
import { decimal, minor } from './settlement.ts';
import { type Allowances, allowancesOf, lineOf, netLines, withNet } from './ubl-lines.ts';
import { buyerOf, paymentOf, sellerOf } from './ubl-parties.ts';
import { assertExpressible, baseTaxTotalOf, taxTotalOf, Vats, vatOf, withheldOf } from './ubl-taxes.ts';
import { element, money, optional, tag } from './ubl-xml.ts';

const COMPONENTS = 'urn:oasis:names:specification:ubl:schema:xsd:Common';
const NAMESPACES = `xmlns:cac="${COMPONENTS}AggregateComponents-2" xmlns:cbc="${COMPONENTS}BasicComponents-2"`;
/** Codes of UNTDID 1001: credit note, prepayment invoice, commercial invoice. */
const TYPES = { credit: '381', deposit: '386', invoice: '380' };

/**
 * Returns the e-invoice as a file.
 * @throws NOT_ISSUED for a draft; VALIDATION_ERROR single_tax, currency_digits
 */
export async function ubl(
  ctx: TenantContext,
  invoice: Invoice,
  lines: readonly DocumentLine[],
): Promise<FileAddress> {
  if (invoice.status === 'draft') fail('NOT_ISSUED');
  const items = lines.filter(({ kind }) => kind === 'item');
  assertExpressible(invoice, items);
  const { currency } = await profileOf(ctx);
  const bytes = Buffer.from(ublText(invoice, items, currency, await creditedBy(ctx, invoice)));
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

/** @param baseCurrency the currency of the workspace, in which it accounts for VAT */
function ublText(
  invoice: Invoice,
  given: readonly DocumentLine[],
  baseCurrency: string,
  credited?: Credited,
): string {
  const { documentType, currency, number, issueDate, supplyDate, terms, seller, buyer } = invoice;
  const isCredit = documentType === 'credit_note';
  const root = isCredit ? 'CreditNote' : 'Invoice';
  const vats = new Vats(given);
  const items = linesWithoutTax(invoice, given, vats);
  const allowances = allowancesOf(currency, items, vats);
  const parts = [
    tag('cbc:CustomizationID', 'urn:cen.eu:en16931:2017'),
    tag('cbc:ID', number!),
    tag('cbc:IssueDate', issueDate!),
    isCredit ? '' : optional('cbc:DueDate', invoice.dueDate),
    tag(`cbc:${root}TypeCode`, typeOf(invoice)),
    optional('cbc:Note', noteOf(invoice)),
    tag('cbc:DocumentCurrencyCode', currency),
    currency === baseCurrency ? '' : tag('cbc:TaxCurrencyCode', baseCurrency),
    tag('cbc:BuyerReference', invoice.reference ?? invoice.poNumber ?? number!),
    element('cac:OrderReference', optional('cbc:ID', invoice.poNumber)),
    credited ? element('cac:BillingReference', referenceTo(credited)) : '',
    element('cac:AccountingSupplierParty', sellerOf(seller!, vats.isUntaxed)),
    element('cac:AccountingCustomerParty', buyerOf(buyer!, vats.isUntaxed)),
    element('cac:Delivery', optional('cbc:ActualDeliveryDate', supplyDate)),
    paymentOf(invoice),
    element('cac:PaymentTerms', optional('cbc:Note', terms)),
    allowances.xml,
    taxTotalOf(invoice, items, vats),
    currency === baseCurrency ? '' : baseTaxTotalOf(invoice, baseCurrency),
    totalsOf(invoice, items, allowances),
    ...items.map((line, index) => lineOf(line, index, invoice, vats)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" ${NAMESPACES}>${parts.join('')}</${root}>\n`;
}

/** A credited line has its net amount only; prices that include tax become net ones. */
function linesWithoutTax(invoice: Invoice, items: readonly DocumentLine[], vats: Vats): DocumentLine[] {
  const { pricesIncludeTax, documentType, currency } = invoice;
  if (pricesIncludeTax) return netLines(invoice, items, vats);
  return documentType === 'credit_note'
    ? items.map((line) => withNet(line, minor(line.net!, currency), currency))
    : [...items];
}

function typeOf({ documentType, kind }: Invoice): string {
  if (documentType === 'credit_note') return TYPES.credit;
  return kind === 'deposit' ? TYPES.deposit : TYPES.invoice;
}

/** EN 16931 has no withholding tax: what is withheld counts as paid, and the note says what it is. */
function noteOf({ notes, creditReason, taxGroups, currency }: Invoice): string {
  const withheld = taxGroups
    .filter(({ category }) => category === 'withholding')
    .map(({ name, rate, base, tax }) => {
      const amount = decimal(-minor(tax, currency), currency);
      return `${name} ${rate.replace('-', '')} % of ${base}: ${amount} ${currency} withheld`;
    });
  return [creditReason, notes, ...withheld].filter(Boolean).join('\n');
}

function referenceTo({ number, issueDate }: Credited): string {
  return element('cac:InvoiceDocumentReference', tag('cbc:ID', number), tag('cbc:IssueDate', issueDate));
}

function totalsOf(
  invoice: Invoice,
  items: readonly DocumentLine[],
  { allowed, charged }: Allowances,
): string {
  const { currency } = invoice;
  const text = (name: string, amount: bigint) => money(name, decimal(amount, currency), currency);
  const given = (name: string, amount: bigint) => (amount === 0n ? '' : text(name, amount));
  const net = minor(invoice.netTotal, currency);
  return element(
    'cac:LegalMonetaryTotal',
    text('cbc:LineExtensionAmount', sum(items.map((line) => minor(line.net!, currency)))),
    text('cbc:TaxExclusiveAmount', net),
    text('cbc:TaxInclusiveAmount', net + vatOf(invoice)),
    given('cbc:AllowanceTotalAmount', allowed),
    given('cbc:ChargeTotalAmount', charged),
    given('cbc:PrepaidAmount', withheldOf(invoice)),
    given('cbc:PayableRoundingAmount', minor(invoice.roundingAdjustment, currency)),
    text('cbc:PayableAmount', minor(invoice.total, currency)),
  );
}
