// The format of API tokens: shape, checksum and distribution of the digits.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isApiToken, makeApiToken } from '../../src/access/token-format.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const newToken = fc.constant(undefined).map(() => makeApiToken());

describe('an API token', () => {
  test('has the documented format and is recognized', () => {
    fc.assert(
      fc.property(newToken, ({ secret, prefix, lastFour }) => {
        expect(secret).toMatch(/^tat_[0-9A-Za-z]{58}$/);
        expect(secret.slice(0, 16)).toBe(prefix);
        expect(secret.slice(-4)).toBe(lastFour);
        expect(isApiToken(secret)).toBe(true);
      }),
    );
  });

  test('is rejected when any one character is changed', () => {
    const change = fc.record({
      token: newToken,
      index: fc.integer({ min: 4, max: 61 }),
      digit: fc.constantFrom(...ALPHABET),
    });
    fc.assert(
      fc.property(change, ({ token: { secret }, index, digit }) => {
        fc.pre(secret[index] !== digit);
        expect(isApiToken(secret.slice(0, index) + digit + secret.slice(index + 1))).toBe(false);
      }),
    );
  });

  test('is rejected when two adjacent characters are swapped', () => {
    fc.assert(
      fc.property(newToken, fc.integer({ min: 4, max: 60 }), ({ secret }, index) => {
        fc.pre(secret[index] !== secret[index + 1]);
        const swapped = secret.slice(0, index) + secret[index + 1] + secret[index] + secret.slice(index + 2);
        expect(isApiToken(swapped)).toBe(false);
      }),
    );
  });

  test('is never recognized in arbitrary text', () => {
    fc.assert(fc.property(fc.string(), (text) => !isApiToken(text) && !isApiToken(`tat_${text}`)));
  });

  test('has a checksum that other implementations can compute', () => {
    // Computed with Python's zlib.crc32: 204405077, written as six base62 digits.
    const body = `tat_${'0'.repeat(52)}`;
    expect(isApiToken(`${body}0Dpf65`)).toBe(true);
  });

  test('uses every digit about equally often', () => {
    const counts = new Map<string, number>();
    for (let n = 0; n < 2000; n += 1) {
      for (const digit of makeApiToken().secret.slice(4, 56)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    }
    const expected = (2000 * 52) / 62;
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - expected) / expected).toBeLessThan(0.2);
  });
});
