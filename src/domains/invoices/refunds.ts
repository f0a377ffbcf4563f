// Refunds of payments: what became credit of the client goes back first, then what settled the invoice.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { type Locked, lockRecord } from '../records/verbs.ts';
import { lockForCredit } from './credit-notes.ts';
import { invoiceKind } from './kind.ts';
import { type Invoice, InvoicePayment, type Refund } from './model.ts';
import { CREDITS, failOver, type PaymentResult, paymentData, readAmount } from './payments.ts';
import { addClientCredit, decimal, lockClientCredit, minor, settled } from './settlement.ts';

export interface RefundInput {
  amount?: string | null;
  reason: string;
  reference?: string | null;
  creditNoteId?: string | null;
}

/**
 * Refunds a payment, wholly or in part: first what became credit of the client, then what settled the invoice.
 * @throws NOT_FOUND, INVALID_STATE_TRANSITION, REFUND_TOO_LARGE, OVER_CREDIT, VALIDATION_ERROR
 */
export async function refundPayment(
  ctx: TenantContext,
  invoiceId: string,
  paymentId: string,
  input: RefundInput,
  expectedVersion?: number | null,
): Promise<PaymentResult> {
  if (!input.reason.trim()) throw invalid('reason', 'required', 'Say why.');
  const invoice = await lockRecord(ctx, invoiceKind, invoiceId, { expectedVersion });
  const payment = (await InvoicePayment.of(ctx)
    .where({ id: paymentId, invoiceId })
    .forUpdate()
    .first()) as unknown as InvoicePayment | undefined;
  if (!payment) fail('NOT_FOUND');
  if (
    CREDITS.includes(payment.method) ||
    !['succeeded', 'partially_refunded', 'refunded'].includes(payment.status)
  )
    fail('INVALID_STATE_TRANSITION', 'Only money that was received can be refunded.', {
      details: { from: payment.status, to: 'refunded', allowed: [] },
    });
  const { currency } = invoice;
  const left = minor(payment.amount, currency) - minor(payment.refunded, currency);
  const amount = input.amount == null ? left : readAmount(input.amount, currency, 'amount');
  if (amount > left || amount === 0n)
    fail('REFUND_TOO_LARGE', undefined, { details: { left: decimal(left, currency) } });
  const { fromCredit, fromInvoice } = await sourcesOf(ctx, invoice, payment, amount, input.creditNoteId);
  if (fromCredit > 0n) await addClientCredit(ctx, invoice, -fromCredit, payment.id, uuid());
  const refund: Refund = {
    id: uuid(),
    amount: decimal(amount, currency),
    reason: input.reason.trim(),
    reference: input.reference?.trim() || null,
    creditNoteId: input.creditNoteId ?? null,
    fromCredit: decimal(fromCredit, currency),
    at: ctx.now.toISOString(),
  };
  const after = await payment.change(ctx, {
    refunded: decimal(minor(payment.refunded, currency) + amount, currency),
    refunds: [...payment.refunds, refund],
    status: amount === left ? 'refunded' : 'partially_refunded',
  });
  return afterRefund(ctx, invoice, after, fromInvoice);
}

/** Returns what of a refund comes out of the client's credit and what opens the invoice again. */
async function sourcesOf(
  ctx: TenantContext,
  invoice: Invoice,
  payment: InvoicePayment,
  amount: bigint,
  creditNoteId: string | null | undefined,
): Promise<{ fromCredit: bigint; fromInvoice: bigint }> {
  const { currency } = invoice;
  if (creditNoteId) {
    const note = await lockForCredit(ctx, creditNoteId).catch(() => undefined);
    if (note?.documentType !== 'credit_note' || note.companyId !== invoice.companyId)
      throw invalid('credit_note_id', 'exists', 'There is no such credit note of the client.');
    const left = note.status === 'issued' ? minor(note.creditRemaining ?? '0', currency) : 0n;
    if (amount > left) failOver(left, currency);
    await note.change(ctx, { creditRemaining: decimal(left - amount, currency) });
    return { fromCredit: 0n, fromInvoice: 0n };
  }
  const returned = payment.refunds.reduce((total, one) => total + minor(one.fromCredit, currency), 0n);
  const excess = minor(payment.excess, currency) - returned;
  const available = excess > 0n ? await lockClientCredit(ctx, invoice.companyId, currency) : 0n;
  const fromCredit = [excess, available, amount].reduce((least, one) => (one < least ? one : least));
  const fromInvoice = amount - fromCredit;
  if (fromInvoice > minor(invoice.amountPaid, currency))
    fail('REFUND_TOO_LARGE', 'The rest of this payment was applied to other documents.', {
      details: { left: decimal(fromCredit + minor(invoice.amountPaid, currency), currency) },
    });
  return { fromCredit, fromInvoice };
}

async function afterRefund(
  ctx: TenantContext,
  invoice: Locked<Invoice>,
  payment: InvoicePayment,
  fromInvoice: bigint,
): Promise<PaymentResult> {
  await emit(ctx, 'payment.refunded', {
    object: { id: payment.id },
    label: invoice.title,
    links: invoiceKind.links(invoice),
    data: { ...paymentData(payment), refunded: payment.refunded },
  });
  const after =
    fromInvoice > 0n
      ? await invoice.change(ctx, settled(invoice, { paid: -fromInvoice }))
      : ((await invoice.changeVersion(ctx)) as Invoice);
  return Object.assign(payment, { invoice: after });
}
