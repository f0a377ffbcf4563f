// A payment provider for tests: speaks what the official client asks of it, and signs events as the official library does.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { startService, type TestService } from './service.ts';

/** A request as it arrived; its form decoded. */
export interface ProviderRequest {
  method: string;
  path: string;
  form: Record<string, string>;
  key: string | undefined;
}

export interface StripeServer {
  url: string;
  requests: ProviderRequest[];
  /** The settings of a service that uses it. */
  settings: Record<string, string>;
  /** Makes it answer every request with an error of this status; undefined ends that. */
  failWith(status: number | undefined): void;
  stop(): Promise<void>;
}

export const WEBHOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** Starts a service with a payment provider, whose payment pages may lead back to the origin of the examples. */
export async function startServiceWithPayments(
  ...[settings, log]: Parameters<typeof startService>
): Promise<TestService> {
  const provider = await startStripeServer();
  const service = await startService(
    { ...provider.settings, PAGES_URL: 'https://app.example.com', ...settings },
    log,
  );
  const stop = service.stop.bind(service);
  return Object.assign(service, {
    async stop() {
      await stop();
      await provider.stop();
    },
  });
}

export async function startStripeServer(): Promise<StripeServer> {
  const requests: ProviderRequest[] = [];
  let failure: number | undefined;
  let count = 0;
  const answerOf = (method: string, path: string, form: Record<string, string>): object => {
    count += 1;
    const [, , kind, id, verb] = path.split('/');
    if (kind === 'prices') return { data: [{ id: `price_${form['lookup_keys[0]']}` }] };
    if (path === '/v1/checkout/sessions')
      return { id: `cs_${count}`, url: `https://pay.example/cs_${count}` };
    if (kind === 'invoices' && method === 'GET') return { data: [INVOICE] };
    if (kind === 'invoices' && verb === 'pay') return { id, status: 'paid' };
    if (kind === 'invoices') return { id: `in_${count}` };
    if (kind === 'subscriptions') return { id, items: { data: [{ id: 'si_1' }] } };
    if (kind === 'payment_methods') return { data: [CARD] };
    if (kind === 'customers' && method === 'POST') return { id: `cus_${count}` };
    if (kind === 'customers') return { id, invoice_settings: { default_payment_method: 'pm_1' } };
    if (kind === 'billing_portal') return { url: 'https://pay.example/portal' };
    return { id: `obj_${count}` };
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const [path = '', query = ''] = url.split('?');
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString() || query));
      requests.push({ method, path, form, key: headers['idempotency-key'] as string | undefined });
      const body = failure
        ? { error: { type: 'api_error', message: 'secret text' } }
        : answerOf(method, path, form);
      response.writeHead(failure ?? 200, {
        'content-type': 'application/json',
        'stripe-should-retry': 'false',
      });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    settings: {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: `${WEBHOOK_SECRET},whsec_former`,
      STRIPE_API_URL: url,
    },
    failWith: (status) => {
      failure = status;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

const INVOICE = {
  ...{ id: 'in_1', number: 'A-1', status: 'open', currency: 'eur', total: 24_500, amount_remaining: 24_500 },
  ...{ created: 1_700_000_000, invoice_pdf: 'https://pay.example/in_1.pdf' },
};
const CARD = {
  id: 'pm_1',
  type: 'card',
  card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 },
};

/** An event as the provider sends it. */
export interface SentEvent {
  id: string;
  type: string;
  /** Seconds since 1970. */
  created: number;
  object: object;
}

/** Sends an event, signed by the official library at the time of the service unless `at` says otherwise. */
export async function sendEvent(
  service: TestService,
  { id, type, created, object }: SentEvent,
  {
    path = '/api/billing/webhooks/stripe',
    secret = WEBHOOK_SECRET,
    at,
    header = 'stripe-signature',
  }: { path?: string; secret?: string; at?: number; header?: string } = {},
): Promise<{ status: number; body: { received?: boolean; duplicate?: boolean; error?: { code: string } } }> {
  const payload = JSON.stringify({ id, type, created, data: { object } });
  const timestamp = at ?? Math.floor(service.server.services.clock.now().getTime() / 1000);
  const signature = new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const response = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [header]: signature },
    body: payload,
  });
  return { status: response.status, body: (await response.json()) as never };
}
