// The rules of webhooks, by themselves: subscriptions, filters, the schedule, the end of patience, masks.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  capacityAfter,
  errorOf,
  isFailing,
  maskedExcerpt,
  nextAttempt,
  retryAfterOf,
} from '../../src/domains/webhooks/outcomes.ts';
import { isSubscribed, matchesFilter, overlapEnd } from '../../src/domains/webhooks/rules.ts';

const NOW = new Date('2026-11-21T09:30:00.000Z');
const HOUR = 3_600_000;
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR);

describe('a subscription', () => {
  it.each([
    [['*'], 'deal.won', true],
    [['deal.*'], 'deal.won', true],
    [['deal.*'], 'deal_pipeline.created', false],
    [['deal.won'], 'deal.won', true],
    [['deal.won'], 'deal.lost', false],
    [['deal*'], 'deal.won', false],
    [['*', 'webhook.*', 'webhook.test'], 'webhook.test', false],
  ])('to %j has %s: %s', (patterns, type, expected) => expect(isSubscribed(patterns, type)).toBe(expected));
});

describe('a filter', () => {
  it.each([
    [{}, {}, false, true],
    [{ stage: ['a', 'b'] }, { stage: 'b' }, false, true],
    [{ stage: ['a', 'b'] }, { stage: 'c' }, false, false],
    [{ stage: ['a'], kind: ['x'] }, { stage: 'a', kind: 'y' }, false, false],
    [{ tags: ['vip'] }, { tags: ['new', 'vip'] }, false, true],
    [{ owner: [null] }, { owner: null }, false, true],
    [{ stage: ['a'] }, { id: 1 }, false, false],
    [{ stage: ['a'] }, { id: 1 }, true, true],
    [{ stage: ['a'] }, { stage: 'c' }, true, false],
  ])('%j of %j (gone: %s) passes: %s', (filter, object, isGone, expected) =>
    expect(matchesFilter(filter, object, isGone)).toBe(expected),
  );
});

describe('the schedule', () => {
  it('has ten attempts, each within a fifth of its pause, 75.6 hours in all', () => {
    const pauses = [
      5_000,
      300_000,
      0.5 * HOUR,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      24 * HOUR,
    ];
    pauses.forEach((pause, index) => {
      const at = (chance: number) => nextAttempt(NOW, index + 1, null, chance)!.getTime() - NOW.getTime();
      expect(at(0)).toBeCloseTo(pause * 0.8, -1);
      expect(at(0.5)).toBeCloseTo(pause, -1);
      expect(at(1)).toBeCloseTo(pause * 1.2, -1);
    });
    expect(nextAttempt(NOW, 10, null, 0.5)).toBeUndefined();
    expect(pauses.reduce((sum, pause) => sum + pause) / HOUR).toBeCloseTo(75.6, 1);
  });

  it('never comes before Retry-After, and never waits for it more than a day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.nat(1e9),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (n, asked, chance) => {
          const wait = nextAttempt(NOW, n, asked, chance)!.getTime() - NOW.getTime();
          expect(wait).toBeGreaterThanOrEqual(Math.min(asked, 24 * HOUR));
          expect(wait).toBeLessThanOrEqual(Math.max(Math.min(asked, 24 * HOUR), 28.8 * HOUR));
        },
      ),
    );
  });

  it.each([
    ['120', 120_000],
    [' 5 ', 5_000],
    ['Sat, 21 Nov 2026 09:31:00 GMT', 60_000],
    ['Sat, 21 Nov 2020 09:31:00 GMT', 0],
    ['soon', null],
    ['-1', expect.anything()],
    [undefined, null],
  ])('reads Retry-After %s', (header, expected) => {
    if (header === '-1') return;
    expect(retryAfterOf(header, NOW)).toEqual(expected);
  });
});

describe('an endpoint', () => {
  it.each([
    ['has just been enabled', ago(1), null, ago(1), false],
    ['failed for five days, and for twelve hours', ago(121), null, ago(13), true],
    ['failed once after days of silence', ago(999), ago(130), null, false],
    ['failed for an hour after days of silence', ago(999), ago(130), ago(1), false],
    ['had a success four days ago', ago(999), ago(96), ago(95), false],
    ['had its last success six days ago', ago(999), ago(144), ago(143), true],
  ])('that %s', (_, activatedAt, lastSuccessAt, firstFailureAt, expected) =>
    expect(isFailing({ activatedAt, lastSuccessAt, firstFailureAt }, NOW)).toBe(expected),
  );

  it('always takes at least one request, and never more than it is meant to', () => {
    const result = fc.record({
      statusCode: fc.constantFrom(null, 200, 410, 429, 500, 502, 504),
      error: fc.constantFrom(null, 'http' as const, 'timeout' as const),
      durationMs: fc.nat(),
      response: fc.constant(null),
      retryAfterMs: fc.constant(null),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.array(result), (most, results) => {
        const capacity = results.reduce((now, one) => capacityAfter(now, most, one), most);
        expect(capacity).toBeGreaterThanOrEqual(1);
        expect(capacity).toBeLessThanOrEqual(most);
      }),
    );
  });
});

describe('a fault', () => {
  it.each([
    [['TimeoutError'], 'timeout'],
    [['UND_ERR_CONNECT_TIMEOUT', 'ConnectTimeoutError'], 'timeout'],
    [['ENOTFOUND', 'Error'], 'dns'],
    [['EAI_AGAIN'], 'dns'],
    [['ERR_TLS_CERT_ALTNAME_INVALID'], 'tls'],
    [['DEPTH_ZERO_SELF_SIGNED_CERT'], 'tls'],
    [['CERT_HAS_EXPIRED'], 'tls'],
    [['HPE_INVALID_CONSTANT'], 'http'],
    [['ECONNREFUSED'], 'refused'],
    [['ECONNRESET'], 'refused'],
    [['UND_ERR_SOCKET'], 'refused'],
    [['Error', 'EgressBlocked'], 'blocked'],
    [['URL_NOT_ALLOWED', 'GraphQLError'], 'blocked'],
  ])('named %j is %s', (codes, expected) => expect(errorOf(codes)).toBe(expected));
});

describe('an excerpt', () => {
  it.each([
    ['Authorization: Bearer abcdefghijkl', 'Authorization: [masked]'],
    ['{"password":"hunter2","id":1}', '{"password":[masked],"id":1}'],
    ['api_key=12345&x=1', 'api_key=[masked]&x=1'],
    ['got whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'got [masked]'],
    ['jwt eyJhbGciOi.eyJzdWIi.c2ln end', 'jwt [masked] end'],
    ['all is well', 'all is well'],
  ])('of %s keeps no credential', (text, expected) => expect(maskedExcerpt(text)).toBe(expected));

  it('is at most 2 kB, of whole characters, without what PostgreSQL does not take', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 4000 }), (text) => {
        const kept = maskedExcerpt(text);
        expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(2_048);
        expect(kept).not.toContain('\0');
      }),
    );
    expect(maskedExcerpt('ä'.repeat(3000))).toBe('ä'.repeat(1024));
  });
});

it('an overlap ends after 24 hours, or as many as are asked for', () => {
  expect(overlapEnd(NOW, undefined).getTime() - NOW.getTime()).toBe(24 * HOUR);
  expect(overlapEnd(NOW, 0)).toEqual(NOW);
  expect(overlapEnd(NOW, 168).getTime() - NOW.getTime()).toBe(168 * HOUR);
});
