// The signing keys of identity providers, kept in the memory of a process (platform.md §4).
import { createRemoteJWKSet, customFetch, type FetchImplementation, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Egress } from '../../egress/egress.ts';

const TEN_MINUTES = 600_000;
const MINUTE = 60_000;
const DAY = 24 * 3_600_000;

/** The provider could not be asked, or not understood. */
export class ProviderUnavailable extends Error {}

const sets = new WeakMap<Egress, LRUCache<string, JWTVerifyGetKey>>();

/**
 * The keys behind an address: asked for every ten minutes, for an unknown key once a minute at most, and served for a day
 * while the provider is down.
 */
export function keySetOf(egress: Egress, jwksUri: string): JWTVerifyGetKey {
  let known = sets.get(egress);
  if (!known) {
    known = new LRUCache({ max: 1_000 });
    sets.set(egress, known);
  }
  let set = known.get(jwksUri);
  if (!set) {
    set = createRemoteJWKSet(new URL(jwksUri), {
      cacheMaxAge: TEN_MINUTES,
      cooldownDuration: MINUTE,
      [customFetch]: lastKnownGood(egress.fetch),
    });
    known.set(jwksUri, set);
  }
  return set;
}

/** @throws ProviderUnavailable when the address answers no key set */
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

/** Repeats the last good answer for a day when there is no newer one. */
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
