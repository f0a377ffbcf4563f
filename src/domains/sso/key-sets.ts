// The signing keys of identity providers, cached in process memory (platform.md §4).
import { createRemoteJWKSet, customFetch, type FetchImplementation, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Egress } from '../../egress/egress.ts';

const TEN_MINUTES = 600_000;
const MINUTE = 60_000;
const DAY = 24 * 3_600_000;

/** The provider could not be reached or its response not be read. */
export class ProviderUnavailable extends Error {}

const sets = new WeakMap<Egress, LRUCache<string, JWTVerifyGetKey>>();

/**
 * Returns the key set at a URL. It is refreshed every ten minutes, for an unknown key at most once a minute, and served
 * from the cache for a day while the provider is down.
 */
export function keySetOf(egress: Egress, jwksUri: string): JWTVerifyGetKey {
  let cache = sets.get(egress);
  if (!cache) {
    cache = new LRUCache({ max: 1_000 });
    sets.set(egress, cache);
  }
  let set = cache.get(jwksUri);
  if (!set) {
    set = createRemoteJWKSet(new URL(jwksUri), {
      cacheMaxAge: TEN_MINUTES,
      cooldownDuration: MINUTE,
      [customFetch]: lastKnownGood(egress.fetch),
    });
    cache.set(jwksUri, set);
  }
  return set;
}

/** Fetches a key set. @throws ProviderUnavailable if the URL returns no key set */
export async function fetchKeySet(
  fetch: FetchImplementation,
  ...request: Parameters<FetchImplementation>
): Promise<{ keys: unknown[] }> {
  try {
    const response = await fetch(...request);
    const set = (await response.json()) as { keys?: unknown } | null;
    if (response.status === 200 && Array.isArray(set?.keys)) return { keys: set.keys };
  } catch (error) {
    throw new ProviderUnavailable('the key set cannot be read', { cause: error });
  }
  throw new ProviderUnavailable('the answer is no key set');
}

/** Wraps fetch so that it returns the last valid key set for up to a day when requests fail. */
function lastKnownGood(fetch: FetchImplementation): FetchImplementation {
  let last: { set: object; at: number } | undefined;
  return async (...request) => {
    try {
      last = { set: await fetchKeySet(fetch, ...request), at: Date.now() };
    } catch (error) {
      if (!last || Date.now() - last.at > DAY) throw error;
    }
    return Response.json(last.set);
  };
}
