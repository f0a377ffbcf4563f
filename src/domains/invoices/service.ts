// Drafts of invoices: listing, creating, changing and deleting them (delivery.md section 4.5).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { snakeCase } from '../../naming.ts';
import { assertExpectedTotal } from '../documents/amounts.ts';
import { releaseConversions } from '../documents/conversions.ts';
import { DocumentLine } from '../documents/document.ts';
import { type DocumentRules, readDraft } from '../documents/draft.ts';
import {
  assertOnlyInternal,
  changeDocument,
  changedMembers,
  dryDocument,
  insertLines,
  linesOf,
  storedLines,
} from '../documents/store.ts';
import { exportPage } from '../exports.ts';
import { formatMoney } from '../money.ts';
import { type Deletion, insertRecord, lockRecord } from '../records/verbs.ts';
import { billsWork, completeBilling, releaseBilled, tieBilled } from './billing.ts';
import type { InvoiceInput, Source } from './input.ts';
import { invoiceKind } from './kind.ts';
import { Invoice } from './model.ts';

const RULES: DocumentRules = {
  entity: 'invoices',
  allowsNegative: true,
  allowsOptions: false,
  allowsBilling: true,
};

/** Returns a live invoice or credit note. @throws NOT_FOUND */
export function getInvoice(ctx: TenantContext, id: string, lookahead?: Lookahead): Promise<Invoice> {
  return Invoice.read(ctx, id, lookahead);
}

/** Returns a page of invoices and credit notes. */
export function listInvoices(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Invoice>> {
  return listPage<Invoice>(ctx, invoiceKind.listing as Listing, args, lookahead);
}

/** Returns a page of invoices for an export. */
export function exportInvoices(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Invoice>> {
  return exportPage<Invoice>(ctx, 'invoice', invoiceKind.listing, args, lookahead);
}

/**
 * Creates a draft invoice, which has no number until it is issued; a dry run only computes it.
 * @throws VALIDATION_ERROR, COMPANY_MISMATCH, TOTAL_MISMATCH, TIME_ENTRY_LOCKED, MILESTONE_BILLED
 */
export async function createInvoice(
  ctx: TenantContext,
  given: InvoiceInput,
  dryRun = false,
  source?: Source,
): Promise<Invoice> {
  assertDates(given.issueDate, given.dueDate);
  const input = await completeBilling(ctx, given);
  const draft = await readDraft(ctx, RULES, input);
  const fields = {
    ...draft.fields,
    ...source,
    status: 'draft',
    number: null,
    documentType: 'invoice',
    kind: input.kind ?? 'standard',
    issueDate: input.issueDate ?? null,
    dueDate: input.dueDate ?? null,
    supplyDate: input.supplyDate ?? null,
    amountPaid: '0',
    amountCredited: '0',
    balance: draft.fields.total,
    reminderCount: 0,
    creditRemaining: null,
  };
  if (dryRun) return dryDocument(ctx, invoiceKind, 'invoiceId', fields, draft.lines);
  const id = uuid();
  const invoice = await insertRecord(ctx, invoiceKind, { ...fields, id } as never);
  linesOf.invoiceId.prime(ctx, id, await insertLines(ctx, 'invoiceId', id, draft.lines));
  if (billsWork(draft.lines)) await tieBilled(ctx, id);
  return invoice;
}

function assertDates(issueDate: string | null | undefined, dueDate: string | null | undefined): void {
  if (issueDate && dueDate && dueDate < issueDate)
    throw invalid('due_date', 'range', 'The due date must not be before the issue date.');
}

/**
 * Changes a draft; of an issued document only what is internal.
 * @throws NOT_FOUND, PRECONDITION_FAILED, DOCUMENT_IMMUTABLE, VALIDATION_ERROR, COMPANY_MISMATCH, TOTAL_MISMATCH,
 *   TIME_ENTRY_LOCKED, MILESTONE_BILLED
 */
export async function updateInvoice(
  ctx: TenantContext,
  id: string,
  given: InvoiceInput,
  expectedVersion?: number | null,
): Promise<Invoice> {
  const before = await lockRecord(ctx, invoiceKind, id, { expectedVersion });
  const lines = await storedLines(ctx, 'invoiceId', id);
  const isFrozen = before.status !== 'draft';
  if (isFrozen) assertOnlyInternal(before, lines, given);
  else if (before.documentType === 'credit_note') assertOfCreditNote(before, lines, given);
  const isPriced = !isFrozen && before.documentType === 'invoice';
  const input = isPriced ? await completeBilling(ctx, given, { ...before, lines }) : internalOf(given);
  const draft = await readDraft(ctx, RULES, input, {
    document: before,
    lines,
  });
  if (!isPriced) {
    const { internalNotes, tags, customFields, issueDate, reference, poNumber, terms, notes } =
      draft.fields as Record<string, unknown>;
    const patch = {
      internalNotes,
      tags,
      customFields,
      ...(!isFrozen && { issueDate, reference, poNumber, terms, notes }),
    };
    return changeDocument(ctx, invoiceKind, before, patch);
  }
  const dates = { issueDate: input.issueDate, dueDate: input.dueDate, supplyDate: input.supplyDate };
  assertDates(dates.issueDate ?? before.issueDate, dates.dueDate ?? before.dueDate);
  const patch = {
    ...draft.fields,
    ...dates,
    ...(input.kind && { kind: input.kind }),
    balance: draft.fields.total,
  };
  const after = await changeDocument(ctx, invoiceKind, before, patch, {
    lines: { owner: 'invoiceId', before: lines, after: draft.lines },
  });
  if (billsWork([...lines, ...draft.lines])) await tieBilled(ctx, id);
  return after;
}

/** The members of a draft that do not depend on what it bills or credits. */
const OF_ANY_DRAFT: readonly string[] = [
  'internalNotes',
  'tags',
  'customFields',
  'issueDate',
  'reference',
  'poNumber',
  'terms',
  'notes',
];

/** Refuses members of a draft credit note that follow from what it credits. @throws VALIDATION_ERROR read_only */
function assertOfCreditNote(note: Invoice, lines: readonly DocumentLine[], given: InvoiceInput): void {
  const fields = changedMembers(note, lines, given)
    .filter((name) => !OF_ANY_DRAFT.includes(name))
    .map((name) => ({
      path: snakeCase(name),
      rule: 'read_only',
      message: 'This follows from what the note credits; delete the note and make another.',
    }));
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', fields[0]!.message, { fields });
  const { total, currency } = note;
  assertExpectedTotal(given.expectedTotal, formatMoney(total, currency), currency);
}

function internalOf(given: InvoiceInput): InvoiceInput {
  return Object.fromEntries(OF_ANY_DRAFT.map((name) => [name, given[name]]));
}

/** Erases a draft; no number was used. @throws NOT_FOUND, PRECONDITION_FAILED, DOCUMENT_IMMUTABLE */
export async function deleteInvoice(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const invoice = await lockRecord(ctx, invoiceKind, id, { expectedVersion });
  if (invoice.status !== 'draft')
    fail('DOCUMENT_IMMUTABLE', 'Only a draft can be deleted.', { details: { fields: [] } });
  await releaseConversions(ctx, id);
  await releaseBilled(ctx, id);
  await emit(ctx, 'invoice.deleted', {
    object: { id, version: invoice.version + 1 },
    label: invoice.title,
    links: invoiceKind.links(invoice).filter(({ entity }) => entity !== 'invoice'),
  });
  await DocumentLine.of(ctx).where({ invoiceId: id }).delete();
  await Invoice.of(ctx).where({ id }).delete();
  return { id, deletedAt: ctx.now };
}
