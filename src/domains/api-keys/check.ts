// The live check of a provider key: a single read request, which is free and changes nothing.
import type { Egress } from '../../egress/egress.ts';
import { failureOfError, failureOfStatus, type OutboundFailure } from '../../egress/failures.ts';
import type { Provider } from './rules.ts';

const CHECK_TIMEOUT_MS = 10_000;
const PROTOCOL_VERSION = '2023-06-01';

/** Asks the provider whether it accepts the secret. @returns the fault, or null if it does */
export async function checkKey(
  egress: Egress,
  { provider, baseUrl, secret }: { provider: Provider; baseUrl: string; secret: string },
): Promise<OutboundFailure | null> {
  const hasModelsEndpoint = provider === 'openai_compatible' || provider === 'anthropic_compatible';
  try {
    const { statusCode, body } = await egress.request(hasModelsEndpoint ? `${baseUrl}/models` : baseUrl, {
      method: 'GET',
      headers: credentials(provider, secret),
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    });
    await body.dump().catch(() => undefined);
    return statusCode >= 200 && statusCode < 300 ? null : failureOfStatus(statusCode);
  } catch (error) {
    return failureOfError(error);
  }
}

function credentials(provider: Provider, secret: string): Record<string, string> {
  if (provider === 'anthropic_compatible')
    return { 'x-api-key': secret, 'anthropic-version': PROTOCOL_VERSION };
  return { authorization: `Bearer ${secret}` };
}
