// The cache of a provider's signing keys: how long keys are used and when they are fetched again.
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { keySetOf } from '../../src/domains/sso/key-sets.ts';

const URL = 'https://login.example.com/keys';
const MINUTE = 60_000;

let now = 0;
let fetchCount = 0;
let keys: JWK[] = [];
let isDown = false;
let keyOf: (kid: string) => Promise<unknown>;

beforeEach(async () => {
  now = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  const { publicKey } = await generateKeyPair('ES256');
  keys = [{ ...(await exportJWK(publicKey)), kid: 'first' }];
  [fetchCount, isDown] = [0, false];
  const fetch = async () => {
    fetchCount += 1;
    if (isDown) throw new TypeError('fetch failed');
    return Response.json({ keys });
  };
  const set = keySetOf({ fetch } as never, URL);
  keyOf = (kid) =>
    Promise.resolve(set({ alg: 'ES256', kid }, {} as never)).catch(({ code, message }) => code ?? message);
});

afterEach(() => {
  jest.restoreAllMocks();
});

function wait(milliseconds: number): void {
  now += milliseconds;
}

describe('the cached keys of an identity provider', () => {
  it('are fetched again every ten minutes', async () => {
    await keyOf('first');
    wait(9.9 * MINUTE);
    await keyOf('first');
    expect(fetchCount).toBe(1);
    wait(0.2 * MINUTE);
    await keyOf('first');
    expect(fetchCount).toBe(2);
  });

  it('are fetched again for an unknown key, at most once a minute', async () => {
    await keyOf('first');
    for (let n = 0; n < 5; n += 1) expect(await keyOf('second')).toBe('ERR_JWKS_NO_MATCHING_KEY');
    expect(fetchCount).toBe(1);
    wait(1.1 * MINUTE);
    keys = [{ ...keys[0]!, kid: 'second' }];
    for (let n = 0; n < 5; n += 1) expect(await keyOf('second')).toHaveProperty('type', 'public');
    expect(fetchCount).toBe(2);
  });

  it('are used for at most a day while the provider is down', async () => {
    await keyOf('first');
    isDown = true;
    wait(23 * 60 * MINUTE);
    expect(await keyOf('first')).toHaveProperty('type', 'public');
    wait(70 * MINUTE);
    expect(await keyOf('first')).toBe('the key set cannot be read');
  });
});
