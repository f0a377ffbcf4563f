// What the events of a workspace's own payment provider do to its invoices.
import type { TenantContext } from '../../context.ts';
import { recordProviderPayment, setDisputed } from '../invoices/provider-payments.ts';
import { CHECKOUT_COLUMNS, type CheckoutSession } from './checkout.ts';
import { idOf } from './events.ts';
import { type Outcome, type PaymentEvent, setCheckout } from './subscription-events.ts';

/** Applies an event to the invoice that its payment page was opened for. */
export async function applyInvoiceEvent(
  ctx: TenantContext,
  connection: string,
  { type, object, created }: PaymentEvent,
): Promise<Outcome> {
  if (type.startsWith('dispute.')) return dispute(ctx, type, object);
  if (!/^(checkout|payment)\./.test(type)) return 'ignored';
  const [page] = await ctx.tx.rows<CheckoutSession>(
    `select ${CHECKOUT_COLUMNS} from checkout_sessions
     where tenant_id = $1 and connection_id = $2 and (provider_session_id = $3 or id::text = $4) for update`,
    [ctx.tenantId, connection, idOf(object.id) ?? idOf(object.checkout_id), idOf(object.client_reference_id)],
  );
  if (!page) return 'parked';
  if (page.status === 'completed') return 'stale';
  if (type === 'checkout.expired' || type === 'payment.failed') {
    await setCheckout(ctx, page, type === 'payment.failed' ? 'failed' : 'expired');
    return 'applied';
  }
  if (type === 'checkout.completed' && object.payment_status === 'unpaid') {
    await setCheckout(ctx, page, 'processing');
    return 'applied';
  }
  const amount = object.amount_total ?? object.amount;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0) return 'ignored';
  const currency = typeof object.currency === 'string' ? object.currency.toUpperCase() : '';
  await recordProviderPayment(ctx, page.invoiceId!, {
    amount: BigInt(amount),
    currency,
    // Disputes and refunds name it.
    reference: idOf(object.payment_intent) ?? page.providerSessionId,
    paidAt: created < ctx.now ? created : ctx.now,
  });
  await setCheckout(ctx, page, 'completed');
  return 'applied';
}

async function dispute(ctx: TenantContext, type: string, object: Record<string, unknown>): Promise<Outcome> {
  const reference = idOf(object.payment_intent) ?? idOf(object.payment);
  if (!reference) return 'ignored';
  if (type === 'dispute.lost') return 'applied';
  return (await setDisputed(ctx, reference, type === 'dispute.opened')) ? 'applied' : 'parked';
}
