// Payments of invoices, credits that are applied to invoices included (delivery.md section 4.5).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { actorOf } from '../../db/actor.ts';
import { fail, invalid } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emit } from '../../events/emit.ts';
import { plainDecimal } from '../documents/exact.ts';
import { profileOf } from '../documents/profile.ts';
import { changeDocument } from '../documents/store.ts';
import { currencyDigits } from '../money.ts';
import { changeRecord, type Locked, lockRecord } from '../records/verbs.ts';
import { lockForCredit } from './credit-notes.ts';
import { invoiceKind } from './kind.ts';
import { type Invoice, InvoicePayment, type PaymentMethod } from './model.ts';
import { addClientCredit, decimal, failState, lockClientCredit, minor, settled } from './settlement.ts';

export interface PaymentInput {
  amount: string;
  currency?: string | null;
  method: PaymentMethod;
  paidAt?: Date | null;
  reference?: string | null;
  creditNoteId?: string | null;
  allowOverpayment?: boolean | null;
}

/** A payment with its invoice as of the write. */
export type PaymentResult = InvoicePayment & { invoice: Invoice };

const UNIQUE_VIOLATION = '23505';

/** The methods that apply credit; no money is received by them. */
export const CREDITS: readonly PaymentMethod[] = ['credit_note', 'client_credit'];

/**
 * Records a payment, or applies a credit note or the credit of the client.
 * @throws NOT_FOUND, NOT_ISSUED, INVALID_STATE_TRANSITION, OVERPAYMENT, OVER_CREDIT, DUPLICATE_PAYMENT, CURRENCY_MISMATCH,
 *   VALIDATION_ERROR
 */
export async function recordPayment(
  ctx: TenantContext,
  invoiceId: string,
  input: PaymentInput,
  expectedVersion?: number | null,
): Promise<PaymentResult> {
  const invoice = await lockRecord(ctx, invoiceKind, invoiceId, { expectedVersion });
  if (invoice.documentType === 'credit_note' || invoice.status === 'void' || invoice.status === 'draft')
    failState(invoice, 'paid');
  const { currency } = invoice;
  if (input.currency && input.currency !== currency)
    fail('CURRENCY_MISMATCH', `Pay the invoice in ${currency}.`, { details: { currency } });
  const amount = readAmount(input.amount, currency, 'amount');
  const paidAt = input.paidAt ?? ctx.now;
  if (paidAt > ctx.now) throw invalid('paid_at', 'range', 'A payment cannot be in the future.');
  const reference = input.reference?.trim() || null;
  await assertNew(ctx, input.method, reference);
  const applied = await appliedOf(ctx, invoice, amount, input);
  // What a provider has not confirmed yet settles nothing.
  const isPending = input.method === 'provider';
  const payment = await InvoicePayment.insert(ctx, {
    id: uuid(),
    invoiceId,
    amount: decimal(amount, currency),
    currency,
    method: input.method,
    status: isPending ? 'pending' : 'succeeded',
    paidAt,
    reference,
    applied: decimal(applied, currency),
    excess: decimal(amount - applied, currency),
    creditNoteId: input.method === 'credit_note' ? input.creditNoteId! : null,
    reversesWriteOff: invoice.status === 'uncollectible',
    createdBy: actorOf(ctx.principal),
  }).catch(asDuplicate);
  if (input.method === 'client_credit') await addClientCredit(ctx, invoice, -amount, payment.id, uuid());
  if (isPending) return awaitPayment(ctx, invoice, payment);
  if (amount > applied) await addClientCredit(ctx, invoice, amount - applied, payment.id, uuid());
  return applyPayment(ctx, invoice, payment, applied);
}

/** Reads an amount above 0. @throws VALIDATION_ERROR money_format, range */
export function readAmount(text: string, currency: string, path: string): bigint {
  const plain = plainDecimal(text);
  const digits = currencyDigits(currency);
  if ((plain.split('.')[1]?.length ?? 0) > digits)
    throw invalid(path, 'money_format', `Give at most ${digits} digits behind the point.`);
  const amount = minor(plain, currency);
  if (amount <= 0n || plain.split('.')[0]!.length > 13)
    throw invalid(path, 'range', 'Give an amount above 0.');
  return amount;
}

async function assertNew(ctx: TenantContext, method: PaymentMethod, reference: string | null): Promise<void> {
  if (!reference) return;
  const [same] = await ctx.tx.rows<{ id: string }>(
    `select id from invoice_payments where tenant_id = $1 and method = $2 and reference = $3 and status <> 'failed'`,
    [ctx.tenantId, method, reference],
  );
  if (same) fail('DUPLICATE_PAYMENT', undefined, { details: { payment_id: same.id } });
}

/** Two calls with one reference at once: the database lets one of them in. */
function asDuplicate(error: { code?: string }): never {
  if (error.code !== UNIQUE_VIOLATION) throw error;
  return fail('DUPLICATE_PAYMENT');
}

/** Returns what of a payment settles the invoice; the rest becomes credit of the client, where that is allowed. */
async function appliedOf(
  ctx: TenantContext,
  invoice: Locked<Invoice>,
  amount: bigint,
  input: PaymentInput,
): Promise<bigint> {
  const { currency } = invoice;
  const balance = minor(invoice.balance, currency);
  if (input.creditNoteId && input.method !== 'credit_note')
    throw invalid('credit_note_id', 'exclusive', 'Give a credit note only with the method credit_note.');
  if (CREDITS.includes(input.method)) await takeCredit(ctx, invoice, amount, input);
  if (amount <= balance) return amount;
  const { commercial } = await profileOf(ctx);
  const isAllowed =
    !CREDITS.includes(input.method) && (input.allowOverpayment ?? commercial.allowOverpayment);
  if (!isAllowed) {
    if (balance === 0n) failState(invoice, 'paid');
    fail('OVERPAYMENT', undefined, { details: { balance: decimal(balance, currency) } });
  }
  return balance;
}

/** Takes the amount out of a credit note or the client's credit. @throws OVER_CREDIT */
async function takeCredit(
  ctx: TenantContext,
  invoice: Invoice,
  amount: bigint,
  { method, creditNoteId }: PaymentInput,
): Promise<void> {
  const { currency, companyId } = invoice;
  if (method === 'client_credit') {
    const left = await lockClientCredit(ctx, companyId, currency);
    if (amount > left) failOver(left, currency);
    return;
  }
  if (!creditNoteId) throw invalid('credit_note_id', 'required', 'Give the credit note to apply.');
  const note = await lockForCredit(ctx, creditNoteId).catch(() => undefined);
  if (note?.documentType !== 'credit_note')
    throw invalid('credit_note_id', 'exists', 'There is no such credit note.');
  if (note.companyId !== companyId)
    fail('COMPANY_MISMATCH', undefined, {
      fields: [
        {
          path: 'credit_note_id',
          rule: 'company_mismatch',
          message: 'The credit note is of another company.',
        },
      ],
    });
  if (note.currency !== currency) fail('CURRENCY_MISMATCH', undefined, { details: { currency } });
  if (note.status === 'draft') fail('NOT_ISSUED');
  const left = note.status === 'void' ? 0n : minor(note.creditRemaining ?? '0', currency);
  if (amount > left) failOver(left, currency);
  if (amount <= minor(invoice.balance, currency))
    await note.change(ctx, { creditRemaining: decimal(left - amount, currency) });
}

/** @throws OVER_CREDIT with what is left */
export function failOver(left: bigint, currency: string): never {
  return fail('OVER_CREDIT', undefined, { details: { left: decimal(left, currency) } });
}

/** A pending payment changes nothing of the invoice but that it has one. */
async function awaitPayment(
  ctx: TenantContext,
  invoice: Locked<Invoice>,
  payment: InvoicePayment,
): Promise<PaymentResult> {
  const after = await changeRecord(
    ctx,
    invoiceKind,
    invoice,
    {},
    { changesParts: true, data: { payment_id: payment.id } },
  );
  return Object.assign(payment, { invoice: after });
}

export async function applyPayment(
  ctx: TenantContext,
  invoice: Locked<Invoice>,
  payment: InvoicePayment,
  applied: bigint,
): Promise<PaymentResult> {
  const isCredit = CREDITS.includes(payment.method);
  const patch = settled(invoice, isCredit ? { credited: applied } : { paid: applied });
  const events: Record<string, EventType> = {
    paid: 'invoice.paid',
    partially_paid: 'invoice.partially_paid',
  };
  const event = applied > 0n && patch.status !== invoice.status ? events[patch.status] : undefined;
  await emit(ctx, 'payment.succeeded', {
    object: { id: payment.id },
    label: invoice.title,
    links: invoiceKind.links(invoice),
    data: paymentData(payment),
  });
  const after = await changeDocument(ctx, invoiceKind, invoice, patch, {
    event: event ?? (patch.status === 'partially_paid' ? 'invoice.partially_paid' : 'invoice.updated'),
    data: { payment_id: payment.id },
  });
  return Object.assign(payment, { invoice: after });
}

/** Returns what the events of a payment carry. */
export function paymentData({
  invoiceId,
  amount,
  currency,
  method,
  status,
  paidAt,
  reference,
}: InvoicePayment): Record<string, unknown> {
  return { invoice_id: invoiceId, amount, currency, method, status, paid_at: paidAt, reference };
}
