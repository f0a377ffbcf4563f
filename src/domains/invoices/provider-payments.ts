// Payments of invoices by a payment provider: what may be paid, and what its events record.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { actorOf } from '../../db/actor.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { lockRecord } from '../records/verbs.ts';
import { invoiceKind } from './kind.ts';
import { Invoice, InvoicePayment } from './model.ts';
import { applyPayment, paymentData, readAmount } from './payments.ts';
import { addClientCredit, decimal, failState, minor } from './settlement.ts';

/** What of an invoice is to be paid, in the smallest unit of its currency. */
export interface Payable {
  amount: bigint;
  currency: string;
  title: string;
}

/** Returns what can be paid of an invoice. @throws NOT_FOUND, NOT_ISSUED, INVALID_STATE_TRANSITION, OVERPAYMENT */
export async function payableInvoice(
  ctx: TenantContext,
  invoiceId: string,
  given: string | null | undefined,
): Promise<Payable> {
  const invoice = (await Invoice.find(ctx, invoiceId)) as unknown as Invoice;
  if (invoice.status === 'draft') fail('NOT_ISSUED');
  const { currency } = invoice;
  const balance = minor(invoice.balance, currency);
  const isOpen = invoice.documentType === 'invoice' && invoice.status !== 'void' && balance > 0n;
  if (!isOpen || invoice.status === 'uncollectible') failState(invoice, 'paid');
  const amount = given == null ? balance : readAmount(given, currency, 'amount');
  if (amount > balance) fail('OVERPAYMENT', undefined, { details: { balance: decimal(balance, currency) } });
  if (amount > BigInt(Number.MAX_SAFE_INTEGER)) throw invalid('amount', 'range', 'The amount is too large.');
  return { amount, currency, title: invoice.title };
}

/**
 * Records what a provider has received. What the invoice does not need, because it was settled by another path, becomes
 * credit of the client; its balance is never negative.
 * @returns what became credit, in the smallest unit; undefined if this payment is recorded already
 */
export async function recordProviderPayment(
  ctx: TenantContext,
  invoiceId: string,
  {
    amount,
    currency,
    reference,
    paidAt,
  }: { amount: bigint; currency: string; reference: string; paidAt: Date },
): Promise<bigint | undefined> {
  const invoice = await lockRecord<Invoice>(ctx, invoiceKind, invoiceId, { deleted: true });
  if (currency !== invoice.currency) fail('CURRENCY_MISMATCH', undefined, { details: { currency } });
  const known = await InvoicePayment.of(ctx)
    .where({ method: 'provider', reference })
    .whereNot('status', 'failed')
    .first();
  if (known) return undefined;
  const balance = invoice.status === 'void' ? 0n : minor(invoice.balance, currency);
  const applied = amount < balance ? amount : balance;
  const payment = await InvoicePayment.insert(ctx, {
    id: uuid(),
    invoiceId,
    ...{
      amount: decimal(amount, currency),
      currency,
      method: 'provider',
      status: 'succeeded',
      paidAt,
      reference,
    },
    ...{
      applied: decimal(applied, currency),
      excess: decimal(amount - applied, currency),
      creditNoteId: null,
    },
    reversesWriteOff: invoice.status === 'uncollectible',
    createdBy: actorOf(ctx.principal),
  });
  if (amount > applied) await addClientCredit(ctx, invoice, amount - applied, payment.id, uuid());
  if (applied > 0n) await applyPayment(ctx, invoice, payment, applied);
  else
    await emit(ctx, 'payment.succeeded', {
      object: { id: payment.id },
      label: invoice.title,
      links: invoiceKind.links(invoice),
      data: paymentData(payment),
    });
  return amount - applied;
}

/** Sets the state of a payment that its provider disputes or has decided. */
export async function setDisputed(
  ctx: TenantContext,
  reference: string,
  isDisputed: boolean,
): Promise<boolean> {
  const payment = (await InvoicePayment.of(ctx).where({ method: 'provider', reference }).first()) as
    | InvoicePayment
    | undefined;
  if (!payment) return false;
  if (isDisputed === (payment.status === 'disputed')) return true;
  const status = isDisputed ? 'disputed' : 'succeeded';
  await InvoicePayment.of(ctx)
    .where({ id: (payment as unknown as { id: string }).id })
    .patch({ status } as never);
  const invoice = (await Invoice.find(ctx, payment.invoiceId)) as unknown as Invoice;
  await emit(ctx, isDisputed ? 'payment.disputed' : 'payment.succeeded', {
    object: { id: (payment as unknown as { id: string }).id },
    label: invoice.title,
    links: invoiceKind.links(invoice),
    data: paymentData({ ...payment, status } as InvoicePayment),
  });
  return true;
}
