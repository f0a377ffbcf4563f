// Credit notes: what is credited of the lines of an invoice, with tax by the difference method, so that all credit notes
// together are exactly the invoice (delivery.md section 4.5).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { insertLines, linesOf, storedLines } from '../documents/store.ts';
import { insertRecord, lockRecord } from '../records/verbs.ts';
import {
  assertWithin,
  type CreditInput,
  type CreditLine,
  creditedOf,
  noteTotals,
  readParts,
  restOf,
} from './credit-amounts.ts';
import { invoiceKind } from './kind.ts';
import { Invoice } from './model.ts';
import { decimal, failState, minor, settled } from './settlement.ts';

/**
 * Makes a draft credit note for an issued invoice; a dry run is computed by the same code and rolled back by the caller.
 * @throws NOT_FOUND, PRECONDITION_FAILED, NOT_ISSUED, INVALID_STATE_TRANSITION, OVER_CREDIT, VALIDATION_ERROR
 */
export async function createCreditNote(
  ctx: TenantContext,
  invoiceId: string,
  input: CreditInput,
  expectedVersion?: number | null,
): Promise<{ fields: Record<string, unknown>; lines: object[] }> {
  const invoice = await lockRecord(ctx, invoiceKind, invoiceId, { expectedVersion });
  if (invoice.documentType !== 'invoice' || invoice.status === 'draft' || invoice.status === 'void')
    failState(invoice, 'credited');
  if (!input.reason.trim()) throw invalid('reason', 'required', 'Say why.');
  const lines = (await storedLines(ctx, 'invoiceId', invoiceId)).filter(({ kind }) => kind === 'item');
  const credited = await creditedOf(ctx, invoice);
  if (input.full && input.lines) throw invalid('lines', 'exclusive', 'Give either lines or full: true.');
  const parts = input.full ? restOf(lines, credited) : readParts(input.lines ?? [], lines, credited, invoice);
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
