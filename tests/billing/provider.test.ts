// Subscriptions at a provider: payment pages, charges, and its signed events, in any order, repeated, forged and late.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { watchSubscriptions } from '../../src/domains/billing/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { DocumentWorld } from '../documents/world.ts';
import { startService, type TestService } from '../support/service.ts';
import { type StripeServer, sendEvent, startStripeServer, WEBHOOK_SECRET } from '../support/stripe-server.ts';
import { until } from '../support/until.ts';

let provider: StripeServer;
let service: TestService;
let worker: Worker;

beforeAll(async () => {
  provider = await startStripeServer();
  service = await startService({ ...provider.settings, PAGES_URL: 'https://app.example.com' });
  worker = await startWorker(service.server.services, service.databaseUrl, service.server.app.log);
});

afterAll(async () => {
  await worker?.stop();
  await service?.stop();
  await provider?.stop();
});

const URLS = { success_url: 'https://app.example.com/paid', cancel_url: 'https://app.example.com/billing' };
const seconds = () => Math.floor(service.server.services.clock.now().getTime() / 1000);
const subscription = async () => (await service.rest('GET', '/api/billing')).body.data.subscription;
const stateOf = async (id: string) =>
  (
    await service.sql<{ state: string }>(
      service.acme,
      'select state from payment_events where event_id = ?',
      [id],
    )
  )[0]?.state;
const settled = (id: string, state: string) => until(async () => (await stateOf(id)) === state);

it('a plan is paid on a page of the provider, and only its event begins the subscription', async () => {
  const created = await service.rest('POST', '/api/checkout', {
    ...{ purpose: 'subscription', plan_key: 'growth', interval: 'month', seats: 5 },
    ...URLS,
  });
  expect(created.body.data).toMatchObject({ status: 'open', amount: '245.00', currency: 'EUR' });
  expect(provider.requests.at(-1)).toMatchObject({
    path: '/v1/checkout/sessions',
    form: { 'line_items[0][price]': 'price_growth_month_eur', 'line_items[0][quantity]': '5' },
  });
  const [row] = await service.sql<{ id: string }>(
    service.acme,
    'select provider_session_id as id from checkout_sessions',
  );
  // Comes before the page is known to have been paid.
  const early = { id: 'evt_early', type: 'customer.subscription.updated', created: seconds() - 5 };
  const object = { object: 'subscription', id: 'sub_1', customer: 'cus_1', status: 'incomplete' };
  expect((await sendEvent(service, { ...early, object })).body).toEqual({ received: true, duplicate: false });
  expect(await stateOf('evt_early')).toBe('parked');
  const completed = {
    ...{ id: 'evt_1', type: 'checkout.session.completed', created: seconds() },
    object: { id: row!.id, customer: 'cus_1', subscription: 'sub_1', payment_status: 'paid' },
  };
  expect((await sendEvent(service, completed)).body).toEqual({ received: true, duplicate: false });
  expect((await sendEvent(service, completed)).body).toEqual({ received: true, duplicate: true });
  await settled('evt_1', 'applied');
  expect(await subscription()).toMatchObject({
    status: 'active',
    plan_key: 'growth',
    seats: 5,
    provider: 'stripe',
  });
  const page = await service.rest('GET', `/api/checkout/${created.body.data.id}`);
  expect(page.body.data.status).toBe('completed');
  await watchSubscriptions(service.server.services, service.server.app.log);
  await settled('evt_early', 'stale');
  expect((await subscription()).status).toBe('active');
});

it('an upgrade is charged by exactly the previewed amounts', async () => {
  const change = { plan_key: 'scale' };
  const preview = (await service.rest('POST', '/api/billing/subscription/preview', change)).body.data;
  provider.requests.length = 0;
  const changed = await service.rest('PATCH', '/api/billing/subscription', {
    ...change,
    preview_id: preview.preview_id,
  });
  expect(changed.body.data).toMatchObject({ plan_key: 'scale', seats: 5 });
  const amounts = provider.requests
    .filter(({ path }) => path === '/v1/invoiceitems')
    .map(({ form }) => Number(form.amount));
  const minor = (text: string) => Number(text.replace('.', ''));
  expect(amounts).toEqual([-minor(preview.credit), minor(preview.charge)]);
  expect(provider.requests.at(-1)).toMatchObject({
    path: '/v1/subscriptions/sub_1',
    form: { proration_behavior: 'none', 'items[0][price]': 'price_scale_month_eur' },
  });
});

it('a failed renewal leaves the subscription past due until it is paid; older events change nothing', async () => {
  const now = seconds() + 100;
  const about = { subscription: 'sub_1', customer: 'cus_1' };
  await sendEvent(service, {
    id: 'evt_2',
    type: 'invoice.payment_failed',
    created: now,
    object: { id: 'in_2', ...about },
  });
  await settled('evt_2', 'applied');
  expect((await subscription()).status).toBe('past_due');
  await sendEvent(service, {
    id: 'evt_3',
    type: 'invoice.paid',
    created: now - 1,
    object: { id: 'in_1', ...about },
  });
  await settled('evt_3', 'stale');
  expect((await subscription()).status).toBe('past_due');
  provider.requests.length = 0;
  service.advance(86_400 + 200);
  await watchSubscriptions(service.server.services, service.server.app.log);
  expect(provider.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1/invoices',
    'POST /v1/invoices/in_1/pay',
  ]);
  service.advance(0);
  await sendEvent(service, {
    id: 'evt_4',
    type: 'invoice.paid',
    created: now + 1,
    object: { id: 'in_2', ...about },
  });
  await settled('evt_4', 'applied');
  expect((await subscription()).status).toBe('active');
});

it('the end of a subscription is final', async () => {
  const now = seconds() + 300;
  const object = { object: 'subscription', id: 'sub_1', customer: 'cus_1' };
  await sendEvent(service, { id: 'evt_5', type: 'customer.subscription.deleted', created: now, object });
  await settled('evt_5', 'applied');
  const revived = { ...object, status: 'active' };
  await sendEvent(service, {
    id: 'evt_6',
    type: 'customer.subscription.updated',
    created: now + 9,
    object: revived,
  });
  await settled('evt_6', 'stale');
  expect((await subscription()).status).toBe('canceled');
});

it('forged, late and malformed events are refused and not stored', async () => {
  const event = { id: 'evt_forged', type: 'invoice.paid', created: seconds(), object: { id: 'in_9' } };
  const code = async (...args: Parameters<typeof sendEvent>) => {
    const { status, body } = await sendEvent(...args);
    return [status, body.error?.code];
  };
  expect(await code(service, event, { secret: 'whsec_other' })).toEqual([401, 'INVALID_SIGNATURE']);
  expect(await code(service, event, { at: seconds() - 301 })).toEqual([401, 'INVALID_SIGNATURE']);
  expect(await code(service, event, { at: seconds() + 310 })).toEqual([401, 'INVALID_SIGNATURE']);
  expect(await code(service, event, { path: '/api/billing/webhooks/other' })).toEqual([
    404,
    'UNKNOWN_PROVIDER',
  ]);
  expect(await code(service, event, { path: '/api/webhooks/payments?connection=x' })).toEqual([
    401,
    'INVALID_SIGNATURE',
  ]);
  expect(await code(service, { ...event, id: '' })).toEqual([400, 'VALIDATION_ERROR']);
  expect(await stateOf('evt_forged')).toBeUndefined();
  const rotated = await sendEvent(
    service,
    { ...event, id: 'evt_7' },
    { secret: 'whsec_former', header: 'payment-signature' },
  );
  expect(rotated.status).toBe(200);
});

it('a payment page leads back to allowed origins only', async () => {
  const body = { purpose: 'subscription', plan_key: 'growth', interval: 'month', ...URLS };
  const reply = await service.rest('POST', '/api/checkout', {
    ...body,
    success_url: 'https://evil.example/',
  });
  expect([reply.status, reply.body.error.code]).toEqual([422, 'URL_NOT_ALLOWED']);
});

it('a provider that is down is said so, without its words', async () => {
  provider.failWith(500);
  const reply = await service.rest('POST', '/api/billing/portal', { return_url: URLS.cancel_url });
  provider.failWith(undefined);
  expect([reply.status, reply.body.error.code]).toEqual([502, 'PROVIDER_UNAVAILABLE']);
  expect(reply.text).not.toContain('secret text');
});

it('payment methods are masked, and invoices have a link to their PDF', async () => {
  const methods = await service.rest('GET', '/api/billing/payment-methods');
  expect(methods.body.data).toEqual([
    { id: 'pm_1', brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030, is_default: true },
  ]);
  const invoices = await service.rest('GET', '/api/billing/invoices');
  expect(invoices.body.data).toMatchObject([{ number: 'A-1', total: '245.00', currency: 'EUR' }]);
});

it('an invoice is paid through the account of the workspace; what it does not need becomes credit of the client', async () => {
  const key = await service.rest('POST', '/api/settings/api-keys', {
    ...{ provider: 'stripe', label: 'Payments', secret: 'sk_test_tenant', base_url: provider.url },
    ingress_secret: WEBHOOK_SECRET,
  });
  expect(key.status).toBe(201);
  const { id, balance } = await new DocumentWorld(service, service.acme.people.owner).issued();
  const input = { purpose: 'invoice', invoice_id: id, ...URLS };
  const page = await service.rest('POST', '/api/checkout', input);
  expect(page.body.data).toMatchObject({ status: 'open', amount: balance, currency: 'EUR' });
  const again = await service.rest('POST', '/api/checkout', input);
  expect(again.body.data.id).toBe(page.body.data.id);
  const amount = Number(balance.replace('.', '')) + 500;
  const object = {
    client_reference_id: page.body.data.id,
    amount_total: amount,
    currency: 'eur',
    payment_intent: 'pi_1',
  };
  const path = `/api/webhooks/payments?connection=${key.body.data.id}`;
  const event = { id: 'evt_paid', type: 'checkout.completed', created: seconds(), object };
  expect((await sendEvent(service, event, { path })).body).toEqual({ received: true, duplicate: false });
  await settled('evt_paid', 'applied');
  const paid = await service.rest('GET', `/api/invoices/${id}`);
  expect(paid.body.data).toMatchObject({ status: 'paid', balance: '0.00' });
  const credits = await service.sql(service.acme, 'select amount::float8 as amount from client_credits');
  expect(credits).toEqual([{ amount: 5 }]);
});
