// Issues invoices: complete parties and rate, then the number, then everything is frozen (delivery.md section 4.5).
import { isDeepStrictEqual } from 'node:util';
import type { TenantContext } from '../../context.ts';
import { settleAll } from '../../db/transaction.ts';
import { type FieldFault, fail, invalid, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { enqueue } from '../../jobs/queue.ts';
import { liveCompanyId } from '../companies/loaders.ts';
import { assertExpectedTotal } from '../documents/amounts.ts';
import type { DocumentLine } from '../documents/document.ts';
import { plainDecimal } from '../documents/exact.ts';
import { missingOfParties, type Party, resolveParty } from '../documents/parties.ts';
import { type Profile, profileOf } from '../documents/profile.ts';
import { linesOf, storedLines } from '../documents/store.ts';
import { formatMoney } from '../money.ts';
import { assertClientNumber, formatOf, takeNumber } from '../numbering/service.ts';
import { type Locked, lockRecord } from '../records/verbs.ts';
import { markTimeInvoiced } from '../time-entries/billing.ts';
import { addDays } from '../working-days.ts';
import { settleCreditNote } from './credit-notes.ts';
import { primeCredits } from './credits.ts';
import { creditNotesOfInvoice, invoiceKind, paymentsOfInvoice } from './kind.ts';
import type { Invoice } from './model.ts';
import { failState } from './settlement.ts';

export interface IssueInput {
  issueDate?: string | null;
  dueDate?: string | null;
  supplyDate?: string | null;
  exchangeRate?: string | null;
  expectedTotal?: string | null;
}

/**
 * Issues a draft invoice or credit note: it gets the next number of its series and can no longer be changed.
 * @throws NOT_FOUND, PRECONDITION_FAILED, INVALID_STATE_TRANSITION, ISSUE_DATE_OUT_OF_ORDER, OVER_CREDIT, NUMBERING_BUSY,
 *   TOTAL_MISMATCH, VALIDATION_ERROR with the path of everything that is missing
 */
export async function issueInvoice(
  ctx: TenantContext,
  id: string,
  input: IssueInput,
  expectedVersion?: number | null,
): Promise<Invoice> {
  const before = await lockRecord(ctx, invoiceKind, id, { expectedVersion });
  if (before.status !== 'draft') failState(before, 'issued');
  const isCredit = before.documentType === 'credit_note';
  const series = isCredit ? 'credit_note' : 'invoice';
  const { companyId, contactId, dealId } = before;
  const [profile, lines, party, format] = await settleAll([
    profileOf(ctx),
    storedLines(ctx, 'invoiceId', before.id),
    resolveParty(ctx, { companyId, contactId, dealId, projectId: null }, before.buyerInput),
    formatOf(ctx, series),
  ]);
  const fields = frozenFields(before, input, profile, lines, party);
  const { clientNumber } = party;
  const settlement = isCredit ? await settleCreditNote(ctx, before) : invoiceSettlement(before);
  const total = settlement.total ?? formatMoney(before.total, before.currency);
  assertExpectedTotal(input.expectedTotal, total, before.currency);
  assertClientNumber(format.format, { clientNumber });
  const numbered = { type: series, id, day: fields.issueDate, clientNumber };
  const number = await takeNumber(ctx, series, numbered, format);
  const patch = { ...fields, ...settlement, number, issuedAt: ctx.now };
  // Others wait for the number until the commit, so everything is sent at once.
  const [issued] = await settleAll([
    before.change(ctx, patch),
    emit(ctx, isCredit ? 'credit_note.issued' : 'invoice.issued', {
      object: { id, version: before.version + 1 },
      label: number,
      ...differencesOf(before, patch),
      withheld: invoiceKind.withheld,
      links: invoiceKind.links(before),
      data: { number },
    }),
    isCredit ? undefined : markTimeInvoiced(ctx, id),
    enqueue(ctx, 'pdf_render', { kind: 'invoice', id }, { key: id }),
  ]);
  primeAnswer(ctx, issued, lines, party);
  return issued;
}

/** Returns the members of a document that a patch changes, before and after it. */
function differencesOf(before: Invoice, patch: Record<string, unknown>): { before: object; after: object } {
  const names = Object.keys(patch).filter(
    (name) => !isDeepStrictEqual(comparable(before[name as keyof Invoice]), comparable(patch[name])),
  );
  const pick = (record: object) => Object.fromEntries(names.map((name) => [name, record[name as never]]));
  return { before: pick(before), after: pick(patch) };
}

function comparable(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? plainDecimal(value) : (value ?? null);
}

/** Keeps what the answer shows of a document that was just issued from being read again: nothing has settled it yet. */
function primeAnswer(
  ctx: TenantContext,
  { id, companyId }: Invoice,
  lines: DocumentLine[],
  party: Party,
): void {
  linesOf.invoiceId.prime(ctx, id, lines);
  paymentsOfInvoice.prime(ctx, id, []);
  creditNotesOfInvoice.prime(ctx, id, []);
  primeCredits(ctx, id, []);
  if (party.isCompanyLive) liveCompanyId.prime(ctx, companyId);
}

function invoiceSettlement({ total, currency }: Invoice): { status: string; total?: string } {
  return { status: Number(formatMoney(total, currency)) === 0 ? 'paid' : 'issued' };
}

/** Returns what is frozen at issue: dates, rate and parties. */
function frozenFields(
  before: Locked<Invoice>,
  input: IssueInput,
  profile: Profile,
  lines: readonly DocumentLine[],
  { buyer }: Party,
) {
  const issueDate = input.issueDate ?? before.issueDate ?? profile.today;
  if (issueDate > profile.today)
    fail('ISSUE_DATE_OUT_OF_ORDER', 'The issue date must not be in the future.', {
      details: { today: profile.today },
    });
  const dueDate =
    before.documentType === 'credit_note'
      ? null
      : (input.dueDate ?? before.dueDate ?? addDays(issueDate, profile.commercial.paymentTermsDays));
  if (dueDate && dueDate < issueDate)
    throw invalid('due_date', 'range', 'The due date must not be before the issue date.');
  const exchangeRate = readRate(input.exchangeRate ?? before.exchangeRate, before.currency, profile.currency);
  const { seller } = profile.commercial;
  const fields = [...missingOfInvoice(before, lines, exchangeRate), ...missingOfParties(seller, buyer)];
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', fields[0]!.message, { fields });
  const supplyDate = input.supplyDate ?? before.supplyDate;
  return { issueDate, dueDate, supplyDate, exchangeRate, seller, buyer };
}

function readRate(rate: string | null, currency: string, baseCurrency: string): string | null {
  if (currency === baseCurrency) return '1';
  if (rate !== null && Number(rate) <= 0) throw invalid('exchange_rate', 'range', 'Give a rate above 0.');
  return rate;
}

/** Returns a fault for everything that an invoice lacks, besides its parties. */
function missingOfInvoice(
  before: Invoice,
  lines: readonly DocumentLine[],
  exchangeRate: string | null,
): FieldFault[] {
  const fields: FieldFault[] = [];
  if (!lines.some(({ kind }) => kind === 'item'))
    fields.push({ path: 'lines', rule: 'required', message: 'An invoice needs at least one item.' });
  if (Number(before.total) < 0)
    fields.push({
      path: 'lines',
      rule: 'range',
      message: 'The total of an invoice is not below 0; use a credit note.',
    });
  if (!exchangeRate)
    fields.push({
      path: 'exchange_rate',
      rule: 'required',
      message: 'Give the rate of the currency of the document.',
    });
  return fields;
}
