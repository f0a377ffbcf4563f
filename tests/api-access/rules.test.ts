// The rules of API tokens: status, expiry notices and address lists.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { containsAddress, normalizeRange, readAddressList } from '../../src/access/addresses.ts';
import { assertExpiry, noticeDue, statusOf } from '../../src/domains/api-access/rules.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const DAY = 86_400_000;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY);

describe('the status of a token', () => {
  it.each([
    ['is active before the token expires', { expiresAt: inDays(1) }, 'active'],
    [
      'is rotating while the previous secret is valid',
      { expiresAt: inDays(1), previousSecretExpiresAt: inDays(0.5) },
      'rotating',
    ],
    [
      'is active once the previous secret has expired',
      { expiresAt: inDays(1), previousSecretExpiresAt: NOW },
      'active',
    ],
    [
      'is expired even if the previous secret is still valid',
      { expiresAt: NOW, previousSecretExpiresAt: inDays(1) },
      'expired',
    ],
    ['is revoked even if the token has expired', { expiresAt: inDays(-1), revokedAt: inDays(-2) }, 'revoked'],
  ])('%s', (_, times, expected) => {
    const token = { revokedAt: null, previousSecretExpiresAt: null, ...times };
    expect(statusOf(token, NOW)).toBe(expected);
  });

  it('never leaves an end state as time passes', () => {
    const time = fc.date({ min: inDays(-30), max: inDays(30), noInvalidDate: true });
    fc.assert(
      fc.property(
        time,
        fc.option(time),
        fc.option(time),
        time,
        fc.nat(60),
        (expiresAt, revoked, overlap, at, days) => {
          const token = {
            expiresAt,
            revokedAt: revoked && revoked <= at ? revoked : null,
            previousSecretExpiresAt: overlap,
          };
          const first = statusOf(token, at);
          const later = statusOf(token, new Date(at.getTime() + days * DAY));
          if (first === 'expired' || first === 'revoked') expect(later).toBe(first);
          if (later === 'rotating') expect(first).toBe('rotating');
        },
      ),
    );
  });
});

describe('the expiry of a token', () => {
  it('is announced 14, 3 and 0 days before', () => {
    expect([15, 14, 4, 3, 0.1, 0, -2].map((days) => noticeDue(inDays(days), NOW))).toEqual([
      null,
      14,
      14,
      3,
      3,
      0,
      0,
    ]);
  });

  it('must be in the future and at most a year away', () => {
    expect(() => assertExpiry(inDays(365), NOW)).not.toThrow();
    expect(() => assertExpiry(new Date(inDays(365).getTime() + 1), NOW)).toThrow('365 days');
    expect(() => assertExpiry(NOW, NOW)).toThrow('future');
  });
});

describe('an address list', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.77/24 ', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:DB8::1', '2001:db8::1'],
    ['2001:db8:1::5/48', '2001:db8:1::/48'],
    ['10', undefined],
    ['0x7f.1', undefined],
    ['203.0.113.0/33', undefined],
    ['example.com', undefined],
    ['', undefined],
  ])('reads the entry %p as %p', (text, expected) => {
    expect(normalizeRange(text)).toBe(expected);
  });

  it('contains the addresses in its ranges, for IPv4 and IPv6', () => {
    const list = readAddressList(['203.0.113.0/24', '198.51.100.4', '2001:db8::/32']);
    for (const ip of ['203.0.113.200', '::ffff:203.0.113.9', '198.51.100.4', '2001:db8:9::1'])
      expect({ ip, held: containsAddress(list, ip) }).toEqual({ ip, held: true });
    for (const ip of ['203.0.114.1', '198.51.100.5', '2001:db9::1', '::1', 'nonsense', ''])
      expect({ ip, held: containsAddress(list, ip) }).toEqual({ ip, held: false });
  });

  it('contains every address that it lists, in any notation', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (ip) => {
        const range = normalizeRange(ip)!;
        expect(normalizeRange(range)).toBe(range);
        expect(containsAddress(readAddressList([range]), ip)).toBe(true);
      }),
    );
  });
});
