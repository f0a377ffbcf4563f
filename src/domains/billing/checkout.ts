// Hosted payment pages: for a plan of the workspace at the platform's account, for an invoice at the workspace's own.
import { v7 as uuid } from 'uuid';
import { staleSession } from '../../access/freshness.ts';
import { stateAt } from '../../access/subscription.ts';
import type { TenantContext } from '../../context.ts';
import { actorOf } from '../../db/actor.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { inSeparateTransaction } from '../../operations/derive-context.ts';
import { findPaymentAccount, type PaymentAccount } from '../api-keys/payment-accounts.ts';
import { payableInvoice } from '../invoices/provider-payments.ts';
import { loadPlans, storedSubscription } from './model.ts';
import { registerObject } from './objects.ts';
import { choosable, decimalOf, minorOf, priceOf } from './proration.ts';
import { assertReturnUrl } from './provider.ts';
import { atProvider, connectedClient, priceIdOf, requiredClient } from './stripe.ts';
import { conflictsWith } from './usage.ts';

export interface CheckoutInput {
  purpose: 'subscription' | 'invoice';
  planKey?: string | null;
  interval?: 'month' | 'year' | null;
  seats?: number | null;
  invoiceId?: string | null;
  amount?: string | null;
  successUrl: string;
  cancelUrl: string;
}

export interface CheckoutSession {
  id: string;
  version: number;
  purpose: 'subscription' | 'invoice';
  status: 'open' | 'processing' | 'completed' | 'expired' | 'failed';
  planKey: string | null;
  interval: 'month' | 'year' | null;
  seats: number | null;
  invoiceId: string | null;
  amount: string | null;
  currency: string;
  url: string;
  expiresAt: Date;
  completedAt: Date | null;
  createdAt: Date;
  providerSessionId: string;
}

/** A page lives for an hour; providers take half an hour at least. */
const PAGE_MS = 3_600_000;

export const CHECKOUT_COLUMNS = `id, version, purpose, status, plan_key as "planKey", "interval", seats, invoice_id as "invoiceId",
  amount::text, currency, url, expires_at as "expiresAt", completed_at as "completedAt", created_at as "createdAt",
  provider_session_id as "providerSessionId"`;

/** Returns a payment page. @throws NOT_FOUND */
export async function getCheckout(ctx: TenantContext, id: string): Promise<CheckoutSession> {
  const [row] = await ctx.tx.rows<CheckoutSession>(
    `select ${CHECKOUT_COLUMNS} from checkout_sessions where tenant_id = $1 and id = $2`,
    [ctx.tenantId, id],
  );
  return row ? pageAt(row, ctx.now) : fail('NOT_FOUND');
}

function pageAt(row: CheckoutSession, now: Date): CheckoutSession {
  const amount = row.amount === null ? null : decimalOf(minorOf(row.amount, row.currency), row.currency);
  return { ...row, amount, status: row.status === 'open' && row.expiresAt <= now ? 'expired' : row.status };
}

/**
 * Opens a payment page.
 * @throws VALIDATION_ERROR, PERMISSION_DENIED, FRESH_SESSION_REQUIRED, URL_NOT_ALLOWED, CONNECTOR_NOT_CONFIGURED,
 *   PLAN_LIMIT_EXCEEDED, CONFLICT, NOT_FOUND, NOT_ISSUED, INVALID_STATE_TRANSITION, OVERPAYMENT, PROVIDER_UNAVAILABLE
 */
export async function createCheckout(ctx: TenantContext, input: CheckoutInput): Promise<CheckoutSession> {
  assertMembers(input);
  if (input.purpose === 'invoice') {
    assertReturnUrls(ctx, input);
    return openInvoicePage(ctx, input.invoiceId!, input);
  }
  const { roles } = ctx.principal;
  if (!roles.includes('owner') && !roles.includes('admin'))
    fail('PERMISSION_DENIED', 'Only an owner or admin of the workspace may pay for a plan.', {
      details: { required_role: 'admin' },
    });
  const stale = staleSession(ctx.principal, ctx.now);
  if (stale) throw stale;
  assertReturnUrls(ctx, input);
  return openPlanPage(ctx, input);
}

function assertReturnUrls(ctx: TenantContext, { successUrl, cancelUrl }: CheckoutInput): void {
  assertReturnUrl(ctx, successUrl, 'success_url');
  assertReturnUrl(ctx, cancelUrl, 'cancel_url');
}

function assertMembers(input: CheckoutInput): void {
  const isPlan = input.purpose === 'subscription';
  const required = isPlan ? (['planKey', 'interval'] as const) : (['invoiceId'] as const);
  const foreign = isPlan ? (['invoiceId', 'amount'] as const) : (['planKey', 'interval', 'seats'] as const);
  const wire = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  for (const name of required)
    if (input[name] == null) throw invalid(wire(name), 'required', `Give ${wire(name)} for this purpose.`);
  for (const name of foreign)
    if (input[name] != null)
      throw invalid(wire(name), 'exclusive', `${wire(name)} belongs to the other purpose.`);
}

async function openPlanPage(ctx: TenantContext, input: CheckoutInput): Promise<CheckoutSession> {
  const client = requiredClient(ctx.services);
  const { state, seats, amount } = await inSeparateTransaction(ctx, (reading) => planTerms(reading, input));
  const id = uuid();
  const { planKey, interval, successUrl, cancelUrl } = input;
  const { currency, providerCustomerId } = state;
  const expiresAt = new Date(ctx.now.getTime() + PAGE_MS);
  const page = await atProvider(async () => {
    const price = await priceIdOf(client, planKey!, interval!, currency);
    return client.checkout.sessions.create(
      {
        mode: 'subscription',
        line_items: [{ price, quantity: seats }],
        ...{ success_url: successUrl, cancel_url: cancelUrl, client_reference_id: id },
        expires_at: Math.floor(expiresAt.getTime() / 1000),
        ...(providerCustomerId && { customer: providerCustomerId }),
      },
      { idempotencyKey: id },
    );
  });
  return store(ctx, {
    ...{
      id,
      purpose: 'subscription',
      planKey: planKey!,
      interval: interval!,
      seats,
      amount,
      currency,
      expiresAt,
    },
    ...{ invoiceId: null, connectionId: null, url: page.url ?? '', providerSessionId: page.id },
  });
}

async function planTerms(ctx: TenantContext, input: CheckoutInput) {
  const state = stateAt(await storedSubscription(ctx), ctx.now);
  if (state.providerSubscriptionId && state.status !== 'canceled')
    fail('CONFLICT', 'The workspace has a subscription; change it by PATCH /api/billing/subscription.', {
      details: { reason: 'subscribed' },
    });
  const plan = choosable(await loadPlans(ctx), input.planKey!);
  const seats = input.seats ?? state.seats;
  const price = priceOf(plan, { interval: input.interval!, seats }, state.currency);
  if (price === 0n)
    throw invalid('plan_key', 'price', 'This plan costs nothing, so there is nothing to pay.');
  const period = { start: state.periodStart, end: state.periodEnd };
  const conflicts = await conflictsWith(ctx, period, plan.limits, seats);
  if (conflicts.length)
    fail('PLAN_LIMIT_EXCEEDED', undefined, {
      details: { meters: conflicts.map(({ meter, used, limit }) => ({ meter, used, limit })) },
    });
  return { state, seats, amount: decimalOf(price, state.currency) };
}

/** Opens the page for an invoice, or returns the open one. @param input the amount, and where the page leads back to */
export async function openInvoicePage(
  ctx: TenantContext,
  invoiceId: string,
  input: Pick<CheckoutInput, 'amount' | 'successUrl' | 'cancelUrl'>,
): Promise<CheckoutSession> {
  const { payable, account, open } = await inSeparateTransaction(ctx, async (reading) => {
    const found = await payableInvoice(reading, invoiceId, input.amount);
    return {
      payable: found,
      account: await findPaymentAccount(reading),
      open: await openPageOf(reading, invoiceId),
    };
  });
  if (!account) return failUnconfigured();
  if (open?.amount && minorOf(open.amount, open.currency) === payable.amount) return pageAt(open, ctx.now);
  const id = uuid();
  const expiresAt = new Date(ctx.now.getTime() + PAGE_MS);
  const { currency, title, amount } = payable;
  const client = connectedClient(ctx.services, account.secret, account.baseUrl);
  if (open)
    await atProvider(() => client.checkout.sessions.expire(open.providerSessionId)).catch(() => undefined);
  const page = await atProvider(() =>
    client.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: currency.toLowerCase(),
              unit_amount: Number(amount),
              product_data: { name: title },
            },
          },
        ],
        ...{ success_url: input.successUrl, cancel_url: input.cancelUrl, client_reference_id: id },
        expires_at: Math.floor(expiresAt.getTime() / 1000),
      },
      { idempotencyKey: id },
    ),
  );
  return store(ctx, {
    ...{ id, purpose: 'invoice', invoiceId, amount: decimalOf(amount, currency), currency, expiresAt },
    ...{ planKey: null, interval: null, seats: null, connectionId: account.id },
    ...{ url: page.url ?? '', providerSessionId: page.id },
  });
}

function failUnconfigured(): never {
  return fail(
    'CONNECTOR_NOT_CONFIGURED',
    'The seller takes no payments by this page; pay by bank transfer.',
    {
      details: { reason: 'no_payment_provider' },
    },
  );
}

async function openPageOf(ctx: TenantContext, invoiceId: string): Promise<CheckoutSession | undefined> {
  const [row] = await ctx.tx.rows<CheckoutSession>(
    `select ${CHECKOUT_COLUMNS} from checkout_sessions
     where tenant_id = $1 and invoice_id = $2 and status = 'open' and expires_at > $3`,
    [ctx.tenantId, invoiceId, ctx.now],
  );
  return row;
}

type NewSession = Pick<
  CheckoutSession,
  | 'id'
  | 'purpose'
  | 'planKey'
  | 'interval'
  | 'seats'
  | 'invoiceId'
  | 'amount'
  | 'currency'
  | 'url'
  | 'expiresAt'
  | 'providerSessionId'
> & { connectionId: PaymentAccount['id'] | null };

/** Stores a page; of two that were opened for an invoice at once, the first stays. */
function store(ctx: TenantContext, session: NewSession): Promise<CheckoutSession> {
  return ctx.tx.savepoint(async () => {
    const { id, purpose, planKey, interval, seats, invoiceId, amount, currency, connectionId } = session;
    if (invoiceId) {
      await ctx.tx.rows(
        `update checkout_sessions set status = 'expired', version = version + 1, updated_at = $3
         where tenant_id = $1 and invoice_id = $2 and status = 'open' and (expires_at <= $3 or amount <> $4)`,
        [ctx.tenantId, invoiceId, ctx.now, amount],
      );
    }
    const [row] = await ctx.tx.rows<CheckoutSession>(
      `insert into checkout_sessions (tenant_id, id, purpose, plan_key, "interval", seats, invoice_id, amount, currency,
         connection_id, url, provider_session_id, expires_at, created_at, updated_at, created_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15)
       on conflict (tenant_id, invoice_id) where status = 'open' and invoice_id is not null do nothing
       returning ${CHECKOUT_COLUMNS}`,
      [
        ...[ctx.tenantId, id, purpose, planKey, interval, seats, invoiceId, amount, currency, connectionId],
        ...[session.url, session.providerSessionId, session.expiresAt, ctx.now],
        JSON.stringify(actorOf(ctx.principal)),
      ],
    );
    if (!row) return pageAt((await openPageOf(ctx, invoiceId!))!, ctx.now);
    if (purpose === 'subscription') await registerObject(ctx, session.providerSessionId);
    await emit(ctx, 'checkout.created', {
      object: { id, version: 1 },
      after: { purpose, planKey, interval, seats, invoiceId, amount, currency },
      links: [],
    });
    return pageAt(row, ctx.now);
  });
}
