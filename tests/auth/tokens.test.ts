// API tokens: what the format promises to scanners and to people who mistype.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isApiToken, makeApiToken } from '../../src/access/token-format.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const fresh = fc.constant(undefined).map(() => makeApiToken());

describe('an API token', () => {
  test('has the documented shape and is accepted', () => {
    fc.assert(
      fc.property(fresh, ({ secret, prefix, lastFour }) => {
        expect(secret).toMatch(/^tat_[0-9A-Za-z]{58}$/);
        expect(secret.slice(0, 16)).toBe(prefix);
        expect(secret.slice(-4)).toBe(lastFour);
        expect(isApiToken(secret)).toBe(true);
      }),
    );
  });

  test('is refused with any one character changed', () => {
    const change = fc.record({
      token: fresh,
      at: fc.integer({ min: 4, max: 61 }),
      digit: fc.constantFrom(...ALPHABET),
    });
    fc.assert(
      fc.property(change, ({ token: { secret }, at, digit }) => {
        fc.pre(secret[at] !== digit);
        expect(isApiToken(secret.slice(0, at) + digit + secret.slice(at + 1))).toBe(false);
      }),
    );
  });

  test('is refused with two neighbours swapped', () => {
    fc.assert(
      fc.property(fresh, fc.integer({ min: 4, max: 60 }), ({ secret }, at) => {
        fc.pre(secret[at] !== secret[at + 1]);
        const swapped = secret.slice(0, at) + secret[at + 1] + secret[at] + secret.slice(at + 2);
        expect(isApiToken(swapped)).toBe(false);
      }),
    );
  });

  test('never comes out of arbitrary text', () => {
    fc.assert(fc.property(fc.string(), (text) => !isApiToken(text) && !isApiToken(`tat_${text}`)));
  });

  test('has a checksum that other implementations compute too', () => {
    // Worked out with Python's zlib.crc32: 204405077, six digits of base62.
    const body = `tat_${'0'.repeat(52)}`;
    expect(isApiToken(`${body}0Dpf65`)).toBe(true);
  });

  test('uses every digit about equally often', () => {
    const counts = new Map<string, number>();
    for (let made = 0; made < 2000; made += 1) {
      for (const digit of makeApiToken().secret.slice(4, 56)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    }
    const expected = (2000 * 52) / 62;
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - expected) / expected).toBeLessThan(0.2);
  });
});
