// The payment provider: Stripe, by its official client. What it answers is reduced to what this service uses.
import { createRequire } from 'node:module';
import type Stripe from 'stripe';
import type { StripeSettings } from '../../config.ts';
import { fail, ServiceError } from '../../errors.ts';
import type { Services } from '../../services.ts';

const TIMEOUT_MS = 20_000;
export const PROVIDER = 'stripe';

/** Loaded at the first use: its code takes 5 MB, and most services charge nobody. */
const loadStripe = (): typeof Stripe => createRequire(import.meta.url)('stripe');

const clients = new Map<string, Stripe>();

/** Returns the client of the account that charges workspaces; undefined without one. */
export function platformClient({ config }: Pick<Services, 'config'>): Stripe | undefined {
  return config.stripe && clientOf(config.stripe);
}

/** Returns the client of that account. @throws CONNECTOR_NOT_CONFIGURED */
export function requiredClient(services: Pick<Services, 'config'>): Stripe {
  return (
    platformClient(services) ??
    fail('CONNECTOR_NOT_CONFIGURED', 'This service has no payment provider, so nothing is charged.', {
      details: { reason: 'no_payment_provider' },
    })
  );
}

function clientOf({ secretKey, apiUrl }: StripeSettings): Stripe {
  const key = `${secretKey} ${apiUrl ?? ''}`;
  const existing = clients.get(key);
  if (existing) return existing;
  const client = new (loadStripe())(secretKey, { ...hostOf(apiUrl), ...OPTIONS });
  clients.set(key, client);
  return client;
}

const OPTIONS = { timeout: TIMEOUT_MS, maxNetworkRetries: 1, telemetry: false } as const;

function hostOf(apiUrl: string | undefined): object {
  if (!apiUrl) return {};
  const { hostname, port, protocol } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  return { host: hostname, port: port || (isPlain ? 80 : 443), protocol: isPlain ? 'http' : 'https' };
}

/**
 * Returns a client for the account of a workspace, whose requests keep to the rules of egress.
 * @param baseUrl another address of its API
 */
export function connectedClient({ egress }: Services, secret: string, baseUrl: string | null): Stripe {
  const send = async (url: unknown, init?: { method?: string; headers?: object; body?: unknown }) => {
    const { statusCode, headers, body } = await egress.request(String(url), {
      method: (init?.method ?? 'GET') as 'GET',
      headers: Object.fromEntries(
        Object.entries(init?.headers ?? {}).map(([name, value]) => [name, String(value)]),
      ),
      body: (init?.body as string | undefined) || null,
    });
    const plain = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(await body.text(), { status: statusCode, headers: plain });
  };
  const httpClient = loadStripe().createFetchHttpClient(send as never);
  return new (loadStripe())(secret, { ...hostOf(baseUrl ?? undefined), ...OPTIONS, httpClient });
}

/**
 * Calls the provider. Its texts are never passed on.
 * @throws PROVIDER_UNAVAILABLE; CONFLICT payment_failed if a card was declined
 */
export async function atProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    if (error instanceof loadStripe().errors.StripeCardError)
      fail('CONFLICT', 'The payment was declined; choose another payment method in the portal.', {
        details: { reason: 'payment_failed' },
      });
    throw new ServiceError('PROVIDER_UNAVAILABLE', 'The payment provider is not responding; try again.');
  }
}

/** Returns the id of the provider's price of a plan: prices are found there by `growth_month_eur`. */
export async function priceIdOf(
  client: Stripe,
  plan: string,
  interval: string,
  currency: string,
): Promise<string> {
  const key = `${plan}_${interval}_${currency.toLowerCase()}`;
  const { data } = await client.prices.list({ lookup_keys: [key], active: true, limit: 1 });
  return (
    data[0]?.id ??
    fail('CONNECTOR_NOT_CONFIGURED', `The payment provider has no price with the lookup key ${key}.`, {
      details: { reason: 'price_missing', lookup_key: key },
    })
  );
}
