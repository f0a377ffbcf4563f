// Buckets and order of somebody's work.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BUCKETS, bucketOf, calendarOf, compareKeys, readUntil } from '../../src/domains/my-work/rules.ts';

// A Wednesday, half past eleven in the evening in Berlin.
const now = new Date('2026-11-25T22:30:00Z');

describe('a bucket', () => {
  const berlin = calendarOf(now, 'Europe/Berlin', 'de-DE');

  it.each([
    [null, 'no_date'],
    ['2026-11-24', 'overdue'],
    ['2026-11-25', 'today'],
    ['2026-11-25T22:29:00Z', 'overdue'],
    ['2026-11-25T22:31:00Z', 'today'],
    ['2026-11-25T23:30:00Z', 'this_week'],
    ['2026-11-29', 'this_week'],
    ['2026-11-30', 'later'],
  ])('of %s is %s', (dueAt, bucket) => {
    expect(bucketOf(dueAt, berlin)).toBe(bucket);
  });

  it('ends the week by the locale of the workspace', () => {
    expect(berlin.weekEnd).toBe('2026-11-29');
    expect(calendarOf(now, 'America/New_York', 'en-US').weekEnd).toBe('2026-11-28');
    expect(calendarOf(now, 'Asia/Dubai', 'ar-AE').today).toBe('2026-11-26');
  });

  it('never comes earlier for a later day', () => {
    const day = fc
      .integer({ min: 0, max: 60 })
      .map((n) => new Date(Date.UTC(2026, 10, 1 + n)).toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, day, (a, b) => {
        const [first, second] = [a, b].sort();
        expect(BUCKETS.indexOf(bucketOf(first!, berlin))).toBeLessThanOrEqual(
          BUCKETS.indexOf(bucketOf(second!, berlin)),
        );
      }),
    );
  });
});

describe('the order of items', () => {
  it('is total and antisymmetric', () => {
    const key = fc.tuple(fc.nat(4), fc.nat(3), fc.string(), fc.string());
    fc.assert(
      fc.property(key, key, (a, b) => {
        expect(compareKeys(a, b) + compareKeys(b, a)).toBe(0);
        if (compareKeys(a, b) === 0) expect(a).toEqual(b);
      }),
    );
  });
});

describe('the time until which an item is hidden', () => {
  const startOf = (day: string) => new Date(`${day}T00:00:00Z`);

  it.each(['', 'soon', '2026-13-01', '2026-11-27T09:00', '2026-02-30T09:00:00'])('cannot be %j', (text) => {
    expect(() => readUntil(text, now, startOf)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR' }),
    );
  });

  it.each(['2026-11-25', '2026-11-25T22:30:00Z', '2027-02-24', '2027-02-23T22:31:00Z'])(
    'is out of range at %s',
    (text) => {
      expect(() => readUntil(text, now, startOf)).toThrow(
        expect.objectContaining({ code: 'VALIDATION_ERROR' }),
      );
    },
  );

  it('is an instant or the start of a day', () => {
    expect(readUntil('2026-11-27', now, startOf)).toEqual(startOf('2026-11-27'));
    expect(readUntil('2026-11-26T10:00:00+02:00', now, startOf)).toEqual(new Date('2026-11-26T08:00:00Z'));
  });
});
