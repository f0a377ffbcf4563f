// Credit notes: what is credited of the lines of an invoice, with tax by the difference method, so that all credit notes
// together are exactly the invoice (delivery.md section 4.5).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { storedTotals } from '../documents/amounts.ts';
import type { DocumentLine, StoredTaxGroup } from '../documents/document.ts';
import { plainDecimal, roundDivide, scaled, sum } from '../documents/exact.ts';
import { insertLines, linesOf, storedLines } from '../documents/store.ts';
import { keyOf, QUANTITY_SCALE, taxGroupsOf } from '../documents/totals.ts';
import { currencyDigits } from '../money.ts';
import { insertRecord, lockRecord } from '../records/verbs.ts';
import { invoiceKind } from './kind.ts';
import { Invoice } from './model.ts';
import { decimal, failState, minor, settled } from './settlement.ts';

export interface CreditInput {
  reason: string;
  lines?: { lineId: string; quantity?: string | null; amount?: string | null }[] | null;
  full?: boolean | null;
  issueDate?: string | null;
}

/** What was credited of an invoice by issued notes. */
interface Credited {
  /** Net and quantity by line of the invoice. */
  lines: Map<string, { net: bigint; quantity: bigint }>;
  groups: Map<string, { base: bigint; tax: bigint }>;
  adjustment: bigint;
}

/** What a note credits of one line. */
interface CreditLine {
  line: DocumentLine;
  quantity: string | null;
  net: bigint;
}

/**
 * Makes a draft credit note for an issued invoice; a dry run is computed by the same code and rolled back by the caller.
 * @throws NOT_FOUND, NOT_ISSUED, INVALID_STATE_TRANSITION, OVER_CREDIT, VALIDATION_ERROR
 */
export async function createCreditNote(
  ctx: TenantContext,
  invoiceId: string,
  input: CreditInput,
): Promise<{ fields: Record<string, unknown>; lines: object[] }> {
  const invoice = await lockRecord(ctx, invoiceKind, invoiceId);
  if (invoice.documentType !== 'invoice' || invoice.status === 'draft' || invoice.status === 'void')
    failState(invoice, 'credited');
  if (!input.reason.trim()) throw invalid('reason', 'required', 'Say why.');
  const lines = (await storedLines(ctx, 'invoiceId', invoiceId)).filter(({ kind }) => kind === 'item');
  const credited = await creditedOf(ctx, invoice);
  if (input.full && input.lines) throw invalid('lines', 'exclusive', 'Give either lines or full: true.');
  const parts = input.full
    ? restOf(lines, credited, invoice)
    : readParts(input.lines ?? [], lines, credited, invoice);
  if (parts.length === 0) {
    if (input.full) fail('OVER_CREDIT', 'Everything of the invoice is credited.');
    throw invalid('lines', 'required', 'Give the lines to credit, or full: true.');
  }
  const totals = noteTotals(invoice, lines, credited, parts);
  const { companyId, contactId, dealId, ownerUserId, currency, pricesIncludeTax, taxRounding, exchangeRate } =
    invoice;
  const { buyer, buyerInput, seller, locale, reference, poNumber, words } = invoice;
  return {
    fields: {
      ...{ companyId, contactId, dealId, ownerUserId, currency, pricesIncludeTax, taxRounding, exchangeRate },
      ...{ buyer, buyerInput, seller, locale, reference, poNumber, words },
      ...totals,
      status: 'draft',
      number: null,
      documentType: 'credit_note',
      kind: 'standard',
      issueDate: input.issueDate ?? null,
      creditedInvoiceId: invoiceId,
      creditReason: input.reason.trim(),
      creditRemaining: totals.total,
      amountPaid: '0',
      amountCredited: '0',
      balance: '0',
      reminderCount: 0,
      tags: [],
      customFields: {},
      sourceType: 'invoice',
      sourceId: invoiceId,
    },
    lines: parts.map((part, index) => noteLine(part, index)),
  };
}

/** Stores a draft credit note. */
export async function storeCreditNote(
  ctx: TenantContext,
  { fields, lines }: { fields: Record<string, unknown>; lines: object[] },
): Promise<Invoice> {
  const id = uuid();
  const note = await insertRecord(ctx, invoiceKind, { ...fields, id } as never);
  linesOf.invoiceId.prime(ctx, id, await insertLines(ctx, 'invoiceId', id, lines));
  return note;
}

/** A credited line: its net stands after both discounts, so it has none of its own. */
function noteLine({ line, quantity, net }: CreditLine, index: number): object {
  const { kind, description, sku, unit, unitPrice, taxes, currency, id } = line;
  const amount = decimal(net, currency);
  return {
    ...{ kind, description, sku, unit, taxes, currency, quantity },
    id: uuid(),
    unitPrice: quantity ? unitPrice : null,
    minutes: null,
    discount: null,
    position: index + 1,
    gross: amount,
    discountAmount: decimal(0n, currency),
    net: amount,
    discountShare: decimal(0n, currency),
    optional: false,
    selected: false,
    timeEntryIds: [],
    sourceLineId: id,
  };
}

/** Reads what the issued notes of an invoice have credited. */
async function creditedOf(ctx: TenantContext, invoice: Invoice): Promise<Credited> {
  const { id, currency } = invoice;
  const rows = await ctx.tx.rows<{ lineId: string; net: string; quantity: string }>(
    `select l.source_line_id as "lineId", sum(l.net)::text as net, coalesce(sum(l.quantity), 0)::text as quantity
     from invoices n join document_lines l on l.tenant_id = $1 and l.invoice_id = n.id
     where n.tenant_id = $1 and n.credited_invoice_id = $2 and n.status not in ('draft', 'void') group by 1`,
    [ctx.tenantId, id],
  );
  const notes = (await Invoice.of(ctx)
    .where({ creditedInvoiceId: id })
    .whereNotIn('status', ['draft', 'void'])) as unknown as Invoice[];
  const groups: Credited['groups'] = new Map();
  for (const group of notes.flatMap(({ taxGroups }) => taxGroups)) addGroup(groups, group, currency);
  return {
    lines: new Map(
      rows.map(({ lineId, net, quantity }) => [
        lineId,
        { net: minor(net, currency), quantity: scaled(plainDecimal(quantity), QUANTITY_SCALE) },
      ]),
    ),
    groups,
    adjustment: sum(notes.map(({ roundingAdjustment }) => minor(roundingAdjustment, currency))),
  };
}

function addGroup(groups: Credited['groups'], group: StoredTaxGroup, currency: string): void {
  const key = keyOf(group);
  const found = groups.get(key) ?? { base: 0n, tax: 0n };
  groups.set(key, {
    base: found.base + minor(group.base, currency),
    tax: found.tax + minor(group.tax, currency),
  });
}

/** Returns what of a line can be credited: its net after both discounts. */
function baseOf(line: DocumentLine): bigint {
  return minor(line.net!, line.currency) - minor(line.discountShare!, line.currency);
}

function restOf(lines: readonly DocumentLine[], credited: Credited, _invoice: Invoice): CreditLine[] {
  return lines.flatMap((line) => {
    const before = credited.lines.get(line.id) ?? { net: 0n, quantity: 0n };
    const net = baseOf(line) - before.net;
    const isWhole = before.net === 0n;
    return net === 0n ? [] : [{ line, net, quantity: isWhole ? plainDecimal(line.quantity!) : null }];
  });
}

function readParts(
  input: NonNullable<CreditInput['lines']>,
  lines: readonly DocumentLine[],
  credited: Credited,
  { currency }: Invoice,
): CreditLine[] {
  const seen = new Set<string>();
  return input.map(({ lineId, quantity, amount }, index) => {
    const path = `lines[${index}]`;
    const line = lines.find(({ id }) => id === lineId.toLowerCase());
    if (!line) throw invalid(`${path}.line_id`, 'exists', 'The invoice has no item with this id.');
    if (seen.has(line.id)) throw invalid(`${path}.line_id`, 'unique', 'Give each line once.');
    seen.add(line.id);
    if ((quantity == null) === (amount == null))
      throw invalid(`${path}.quantity`, 'exclusive', 'Give either the quantity or the amount to credit.');
    const before = credited.lines.get(line.id) ?? { net: 0n, quantity: 0n };
    const net =
      quantity == null
        ? readAmount(amount!, currency, `${path}.amount`)
        : quantityNet(line, plainDecimal(quantity), before, `${path}.quantity`);
    assertWithin(line, before.net + net);
    return { line, net, quantity: quantity == null ? null : plainDecimal(quantity) };
  });
}

function readAmount(text: string, currency: string, path: string): bigint {
  const plain = plainDecimal(text);
  if ((plain.split('.')[1]?.length ?? 0) > currencyDigits(currency))
    throw invalid(path, 'money_format', `Give at most ${currencyDigits(currency)} digits behind the point.`);
  const amount = minor(plain, currency);
  if (amount <= 0n) throw invalid(path, 'range', 'Give an amount above 0.');
  return amount;
}

/** Returns the net of a quantity: the share of all credited quantities, less what is credited. */
function quantityNet(
  line: DocumentLine,
  text: string,
  before: { net: bigint; quantity: bigint },
  path: string,
): bigint {
  if ((text.split('.')[1]?.length ?? 0) > QUANTITY_SCALE)
    throw invalid(path, 'decimal_format', 'Give at most 4 digits behind the point.');
  const quantity = scaled(text, QUANTITY_SCALE);
  if (quantity <= 0n) throw invalid(path, 'range', 'Give a quantity above 0.');
  const whole = scaled(plainDecimal(line.quantity!), QUANTITY_SCALE);
  if (before.quantity + quantity > (whole < 0n ? -whole : whole)) failOver(line);
  return roundDivide(baseOf(line) * (before.quantity + quantity), whole < 0n ? -whole : whole) - before.net;
}

function assertWithin(line: DocumentLine, credited: bigint): void {
  const base = baseOf(line);
  if (base < 0n ? credited < base || credited > 0n : credited > base) failOver(line);
}

function failOver(line: DocumentLine): never {
  return fail('OVER_CREDIT', 'More would be credited of a line than it has.', {
    details: { line_id: line.id },
  });
}

/** Returns the totals of a note: those of everything credited with it, less those credited before. */
function noteTotals(
  invoice: Invoice,
  lines: readonly DocumentLine[],
  credited: Credited,
  parts: readonly CreditLine[],
) {
  const { currency, pricesIncludeTax, taxRounding } = invoice;
  const cumulative = lines.map((line) => ({
    taxes: line.taxes,
    amount:
      (credited.lines.get(line.id)?.net ?? 0n) + (parts.find((part) => part.line.id === line.id)?.net ?? 0n),
    isComplete: false,
  }));
  const groups = taxGroupsOf(cumulative, { pricesIncludeTax, taxRounding })
    .map((group) => {
      const before = credited.groups.get(keyOf(group)) ?? { base: 0n, tax: 0n };
      return { ...group, base: group.base - before.base, tax: group.tax - before.tax };
    })
    .filter(({ base, tax }) => base !== 0n || tax !== 0n);
  const subtotal = sum(parts.map(({ net }) => net));
  const taxTotal = sum(groups.map(({ tax }) => tax));
  const includedTax = pricesIncludeTax
    ? sum(groups.filter(({ category }) => category !== 'withholding').map(({ tax }) => tax))
    : 0n;
  const isComplete = lines.every((line, index) => cumulative[index]!.amount === baseOf(line));
  const roundingAdjustment = isComplete
    ? minor(invoice.roundingAdjustment, currency) - credited.adjustment
    : 0n;
  const netTotal = subtotal - includedTax;
  const total = netTotal + taxTotal + roundingAdjustment;
  return storedTotals(
    { taxGroups: groups, subtotal, discountTotal: 0n, netTotal, taxTotal, roundingAdjustment, total },
    currencyDigits(currency),
  );
}

/**
 * Computes a note again at its issue, under the lock of its invoice, and settles the invoice with it.
 * @returns the columns of the note that follow
 * @throws OVER_CREDIT, INVALID_STATE_TRANSITION
 */
export async function settleCreditNote(
  ctx: TenantContext,
  note: Invoice,
): Promise<{ status: string; total: string } & Record<string, unknown>> {
  const invoice = await lockForCredit(ctx, note.creditedInvoiceId!);
  if (invoice.status === 'void') failState(invoice, 'credited');
  const { currency } = note;
  const lines = (await storedLines(ctx, 'invoiceId', invoice.id)).filter(({ kind }) => kind === 'item');
  const credited = await creditedOf(ctx, invoice);
  const parts = (await storedLines(ctx, 'invoiceId', note.id)).map((noted) => {
    const line = lines.find(({ id }) => id === noted.sourceLineId)!;
    const net = minor(noted.net!, currency);
    assertWithin(line, (credited.lines.get(line.id)?.net ?? 0n) + net);
    return { line, net, quantity: noted.quantity };
  });
  const totals = noteTotals(invoice, lines, credited, parts);
  const total = minor(totals.total, currency);
  const balance = invoice.status === 'uncollectible' ? 0n : minor(invoice.balance, currency);
  const applied = total < balance ? total : balance;
  if (applied > 0n) {
    await ctx.tx.rows(
      `insert into credit_applications (tenant_id, id, invoice_id, credit_note_id, amount, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $6)`,
      [ctx.tenantId, uuid(), invoice.id, note.id, decimal(applied, currency), ctx.now],
    );
    await invoice.change(ctx, settled(invoice, { credited: applied }));
  }
  return { ...totals, status: 'issued', creditRemaining: decimal(total - applied, currency) };
}

/** Locks the invoice that a note credits, whatever the caller may do with it. */
export async function lockForCredit(ctx: TenantContext, id: string): Promise<Invoice> {
  return (await Invoice.lock(ctx, id)) as unknown as Invoice;
}
