// Unit tests of the webhook rules: subscriptions, filters, retry schedule, automatic disabling and masking.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  capacityAfter,
  errorOf,
  excerptOf,
  isFailing,
  nextAttempt,
  retryAfterOf,
} from '../../src/domains/webhooks/outcomes.ts';
import { isSubscribed, overlapEnd, passes } from '../../src/domains/webhooks/rules.ts';

const NOW = new Date('2026-11-21T09:30:00.000Z');
const HOUR = 3_600_000;
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR);

describe('a webhook subscription', () => {
  it.each([
    [['*'], 'deal.won', true],
    [['deal.*'], 'deal.won', true],
    [['deal.*'], 'deal_pipeline.created', false],
    [['deal.won'], 'deal.won', true],
    [['deal.won'], 'deal.lost', false],
    [['deal*'], 'deal.won', false],
    [['*', 'webhook.*', 'webhook.test'], 'webhook.test', false],
  ])('to %j includes the event %s: %s', (patterns, type, expected) =>
    expect(isSubscribed(patterns, type)).toBe(expected),
  );
});

describe('a webhook filter', () => {
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
  ])('of %j matches the record %j (deleted: %s): %s', (filter, object, isGone, expected) =>
    expect(passes(filter, object, isGone)).toBe(expected),
  );
});

describe('the retry schedule of webhooks', () => {
  it('has ten attempts within 75.6 hours, each pause varied by at most a fifth', () => {
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

  it('never retries before Retry-After and never delays a retry by more than a day because of it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.nat(1e9),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (n, retryAfter, chance) => {
          const wait = nextAttempt(NOW, n, retryAfter, chance)!.getTime() - NOW.getTime();
          expect(wait).toBeGreaterThanOrEqual(Math.min(retryAfter, 24 * HOUR));
          expect(wait).toBeLessThanOrEqual(Math.max(Math.min(retryAfter, 24 * HOUR), 28.8 * HOUR));
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
  ])('reads the Retry-After header "%s"', (header, expected) => {
    if (header === '-1') return;
    expect(retryAfterOf(header, NOW)).toEqual(expected);
  });
});

describe('the assessment of a webhook endpoint', () => {
  it.each([
    ['has just been enabled', ago(1), null, ago(1), false],
    ['failed for five days, and for twelve hours', ago(121), null, ago(13), true],
    ['failed once after days of silence', ago(999), ago(130), null, false],
    ['failed for an hour after days of silence', ago(999), ago(130), ago(1), false],
    ['had a success four days ago', ago(999), ago(96), ago(95), false],
    ['had its last success six days ago', ago(999), ago(144), ago(143), true],
  ])('decides whether it is failing when it %s', (_, activatedAt, lastSuccessAt, firstFailureAt, expected) =>
    expect(isFailing({ activatedAt, lastSuccessAt, firstFailureAt }, NOW)).toBe(expected),
  );

  it('always allows at least one concurrent request and never more than the configured number', () => {
    const result = fc.record({
      statusCode: fc.constantFrom(null, 200, 410, 429, 500, 502, 504),
      error: fc.constantFrom(null, 'http' as const, 'timeout' as const),
      durationMs: fc.nat(),
      response: fc.constant(null),
      retryAfterMs: fc.constant(null),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.array(result), (limit, results) => {
        const capacity = results.reduce((now, outcome) => capacityAfter(now, limit, outcome), limit);
        expect(capacity).toBeGreaterThanOrEqual(1);
        expect(capacity).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

describe('the classification of a connection error', () => {
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
  ])('turns the error codes %j into "%s"', (codes, expected) => expect(errorOf(codes)).toBe(expected));
});

describe('the stored excerpt of a response', () => {
  it.each([
    ['Authorization: Bearer abcdefghijkl', 'Authorization: [masked]'],
    ['{"password":"hunter2","id":1}', '{"password":[masked],"id":1}'],
    ['api_key=12345&x=1', 'api_key=[masked]&x=1'],
    ['got whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'got [masked]'],
    ['jwt eyJhbGciOi.eyJzdWIi.c2ln end', 'jwt [masked] end'],
    ['all is well', 'all is well'],
  ])('masks the credentials in "%s"', (text, expected) => expect(excerptOf(text)).toBe(expected));

  it('has at most 2 kB of whole characters and no NUL, which PostgreSQL does not accept', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 4000 }), (text) => {
        const excerpt = excerptOf(text);
        expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(2_048);
        expect(excerpt).not.toContain('\0');
      }),
    );
    expect(excerptOf('ä'.repeat(3000))).toBe('ä'.repeat(1024));
  });
});

it('the overlap of a secret rotation ends after 24 hours or after the requested number of hours', () => {
  expect(overlapEnd(NOW, undefined).getTime() - NOW.getTime()).toBe(24 * HOUR);
  expect(overlapEnd(NOW, 0)).toEqual(NOW);
  expect(overlapEnd(NOW, 168).getTime() - NOW.getTime()).toBe(168 * HOUR);
});
