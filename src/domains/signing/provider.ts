// Which provider carries out an envelope. Connections to other providers are not built yet, so none of their events is taken.
import { fail, invalid } from '../../errors.ts';

/** Returns the provider of an envelope in its stored form. @throws VALIDATION_ERROR exists */
export function readProvider(provider: string): string {
  if (provider !== 'internal')
    throw invalid('provider', 'exists', 'There is no such connection; give internal.');
  return provider;
}

/** Refuses an event of a provider. @throws UNKNOWN_PROVIDER, INVALID_SIGNATURE */
export function receiveSigningEvent(provider: string): never {
  return fail(provider === 'generic' ? 'INVALID_SIGNATURE' : 'UNKNOWN_PROVIDER');
}
