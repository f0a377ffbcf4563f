// What is asked of the payment provider about the subscription of a workspace.
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { inSeparateTransaction } from '../../operations/derive-context.ts';
import { type Subscription, storedSubscription, storeSubscription } from './model.ts';
import { registerObject } from './objects.ts';
import type { PlannedChange } from './planning.ts';
import { decimalOf } from './proration.ts';
import { atProvider, platformClient, priceIdOf, requiredClient } from './stripe.ts';

/**
 * Changes a subscription at the provider. What is due at once is charged by an invoice of exactly the previewed amounts,
 * without a proration of the provider's own; a repeated call has the same keys, so nothing is charged twice.
 */
export async function chargeChange(
  { services }: TenantContext,
  { state, terms, proration }: PlannedChange,
): Promise<void> {
  const client = requiredClient(services);
  const { providerSubscriptionId: subscription, providerCustomerId: customer, currency } = state;
  const key = `${state.id}:${state.version}:${terms.planKey}:${terms.interval}:${terms.seats}`;
  await atProvider(async () => {
    const price = await priceIdOf(client, terms.planKey, terms.interval, currency);
    if (proration.due > 0n) {
      const line = { customer: customer!, currency: currency.toLowerCase() };
      const invoice = await client.invoices.create(
        { ...line, auto_advance: false, pending_invoice_items_behavior: 'exclude' },
        { idempotencyKey: `${key}:invoice` },
      );
      for (const [name, amount] of [
        ['credit', -proration.credit],
        ['charge', proration.charge],
      ] as const) {
        if (amount === 0n) continue;
        const description = `${name === 'credit' ? 'Unused time' : 'Remaining time'} of the plan`;
        await client.invoiceItems.create(
          { ...line, invoice: invoice.id!, amount: Number(amount), description },
          { idempotencyKey: `${key}:${name}` },
        );
      }
      await client.invoices.pay(invoice.id!, {}, { idempotencyKey: `${key}:pay` });
    }
    const current = await client.subscriptions.retrieve(subscription!);
    const item = current.items.data[0]!;
    const resets = proration.effective === 'now' && proration.periodStart !== state.periodStart;
    await client.subscriptions.update(
      subscription!,
      {
        items: [{ id: item.id, price, quantity: terms.seats }],
        proration_behavior: 'none',
        // The period that is paid already is not charged again.
        ...(resets && { trial_end: Math.floor(proration.periodEnd.getTime() / 1000) }),
        metadata: { workspace_id: state.id },
      },
      { idempotencyKey: `${key}:update` },
    );
  });
}

/** Takes back a cancellation at the provider. */
export async function resumeAtProvider(
  { services }: TenantContext,
  { providerSubscriptionId }: Subscription,
): Promise<void> {
  const client = requiredClient(services);
  await atProvider(() =>
    client.subscriptions.update(providerSubscriptionId!, { cancel_at_period_end: false }),
  );
}

/** Cancels a subscription at the provider. */
export async function cancelAtProvider(
  { services }: TenantContext,
  { providerSubscriptionId }: Subscription,
  isNow: boolean,
): Promise<void> {
  const client = requiredClient(services);
  await atProvider(() =>
    isNow
      ? client.subscriptions.cancel(providerSubscriptionId!)
      : client.subscriptions.update(providerSubscriptionId!, { cancel_at_period_end: true }),
  );
}

async function customerOf(ctx: TenantContext): Promise<string | null> {
  const { providerCustomerId } = await inSeparateTransaction(ctx, (reading) => storedSubscription(reading));
  return providerCustomerId;
}

/** Makes the workspace known at the provider, so that it can choose a payment method before it pays. */
async function createCustomer(
  { services, tenantId }: TenantContext,
  subscriptionId: string,
): Promise<string> {
  const client = requiredClient(services);
  const { id } = await atProvider(() =>
    client.customers.create(
      { metadata: { workspace_id: tenantId } },
      { idempotencyKey: `customer:${subscriptionId}` },
    ),
  );
  return id;
}

async function storeCustomer(ctx: TenantContext, customer: string): Promise<void> {
  await ctx.tx.savepoint(async () => {
    const stored = await storedSubscription(ctx, 'lock');
    if (stored.providerCustomerId) return;
    await registerObject(ctx, customer);
    await storeSubscription(ctx, stored, { ...stored, providerCustomerId: customer });
  });
}

/** Returns the last hundred invoices of the platform to the workspace; none without a provider, which charges nothing. */
export async function listBillingInvoices(ctx: TenantContext): Promise<object[]> {
  const client = platformClient(ctx.services);
  const customer = await customerOf(ctx);
  if (!client || !customer) return [];
  const { data } = await atProvider(() => client.invoices.list({ customer, limit: 100 }));
  return data.map((one) => {
    const currency = one.currency.toUpperCase();
    return {
      ...{ id: one.id, number: one.number, status: one.status ?? 'draft', currency },
      total: decimalOf(BigInt(one.total), currency),
      amountDue: decimalOf(BigInt(one.amount_remaining), currency),
      createdAt: new Date(one.created * 1000),
      pdfUrl: one.invoice_pdf ?? null,
    };
  });
}

/** Returns the masked payment methods. @throws CONNECTOR_NOT_CONFIGURED, PROVIDER_UNAVAILABLE */
export async function listPaymentMethods(ctx: TenantContext): Promise<object[]> {
  const client = requiredClient(ctx.services);
  const customer = await customerOf(ctx);
  if (!customer) return [];
  return atProvider(async () => {
    const { data } = await client.paymentMethods.list({ customer, limit: 100 });
    const owner = await client.customers.retrieve(customer);
    const preferred = owner.deleted ? null : owner.invoice_settings?.default_payment_method;
    const preferredId = typeof preferred === 'string' ? preferred : preferred?.id;
    return data.map(({ id, type, card, sepa_debit: debit }) => ({
      ...{ id, brand: card?.brand ?? type, last4: card?.last4 ?? debit?.last4 ?? '' },
      ...{
        expMonth: card?.exp_month ?? null,
        expYear: card?.exp_year ?? null,
        isDefault: id === preferredId,
      },
    }));
  });
}

/** Opens the portal of the provider. @throws CONNECTOR_NOT_CONFIGURED, URL_NOT_ALLOWED, PROVIDER_UNAVAILABLE */
export async function createPortalSession(ctx: TenantContext, returnUrl: string): Promise<object> {
  const client = requiredClient(ctx.services);
  assertReturnUrl(ctx, returnUrl, 'return_url');
  const { id, providerCustomerId } = await inSeparateTransaction(ctx, (reading) =>
    storedSubscription(reading),
  );
  const customer = providerCustomerId ?? (await createCustomer(ctx, id));
  const { url } = await atProvider(() =>
    client.billingPortal.sessions.create({ customer, return_url: returnUrl }),
  );
  if (!providerCustomerId) await storeCustomer(ctx, customer);
  return { url };
}

/** Refuses an address to which a payment page may not lead back. @throws VALIDATION_ERROR, URL_NOT_ALLOWED */
export function assertReturnUrl({ principal, services }: TenantContext, url: string, path: string): void {
  if (!URL.canParse(url)) throw invalid(path, 'url', 'Give a URL such as https://app.example.com/billing.');
  const { origin, protocol } = new URL(url);
  const allowed = [...principal.policy.origins, new URL(services.config.pagesUrl).origin];
  const isOwnPage = origin === new URL(services.config.pagesUrl).origin;
  if ((protocol !== 'https:' && !isOwnPage) || !allowed.includes(origin))
    fail(
      'URL_NOT_ALLOWED',
      'Give an https URL of an allowed origin of the workspace (security.allowed_origins).',
      {
        details: { rule: 'origin', path },
      },
    );
}
