// Relative values of views, as rules.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { periodOf, resolveRelative } from '../../src/domains/saved-views/relative.ts';

const moment = {
  me: 'me',
  today: '2026-11-21',
  timeZone: 'Europe/Berlin',
  workspaceZone: 'America/New_York',
};
const turn = (op: string, value: unknown, kind: 'day' | 'instant' | 'person' | 'other') =>
  resolveRelative({ field: 'f', op, value }, kind, moment);

describe('a relative value', () => {
  it('is a day, or the quarter that the day is in', () => {
    expect(periodOf('@today', '2026-03-01')).toEqual({ from: '2026-03-01', to: '2026-03-01' });
    expect(periodOf('@today-1', '2028-03-01')).toEqual({ from: '2028-02-29', to: '2028-02-29' });
    expect(periodOf('@today+31', '2026-12-31')).toEqual({ from: '2027-01-31', to: '2027-01-31' });
    expect(periodOf('@this_quarter', '2026-11-21')).toEqual({ from: '2026-10-01', to: '2026-12-31' });
    expect(periodOf('@this_quarter', '2028-02-29')).toEqual({ from: '2028-01-01', to: '2028-03-31' });
    for (const none of ['@tomorrow', '@today+', '@today+12345', '@todays', 7, null]) {
      expect(periodOf(none, '2026-11-21')).toBeUndefined();
    }
  });

  it('holds today in its quarter, whatever the day', () => {
    const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10);
        const { from, to } = periodOf('@this_quarter', day)!;
        expect(from <= day && day <= to).toBe(true);
        expect(Number(to.slice(5, 7)) - Number(from.slice(5, 7))).toBe(2);
      }),
    );
  });

  it('is a span for every operator', () => {
    const quarter = ['2026-10-01', '2026-12-31'];
    expect(turn('eq', '@this_quarter', 'day')).toEqual({ op: 'between', value: quarter });
    expect(turn('neq', '@this_quarter', 'day')).toEqual({ op: 'between', value: quarter, not: true });
    expect(turn('lt', '@this_quarter', 'day')).toEqual({ op: 'lt', value: quarter[0] });
    expect(turn('lte', '@this_quarter', 'day')).toEqual({ op: 'lte', value: quarter[1] });
    expect(turn('gt', '@this_quarter', 'day')).toEqual({ op: 'gt', value: quarter[1] });
    expect(turn('gte', '@this_quarter', 'day')).toEqual({ op: 'gte', value: quarter[0] });
    expect(turn('between', ['2026-11-01', '@today'], 'day').value).toEqual(['2026-11-01', '2026-11-21']);
  });

  it('begins and ends in the zone of the viewer, and a written day in that of the workspace', () => {
    expect(turn('eq', '@today', 'instant').value).toEqual([
      '2026-11-20T23:00:00.000Z',
      '2026-11-21T22:59:59.999Z',
    ]);
    expect(turn('gte', '2026-11-21', 'instant').value).toBe('2026-11-21T05:00:00.000Z');
  });

  it('means nothing where no day or person stands', () => {
    expect(turn('eq', '@today', 'other').value).toBe('@today');
    expect(turn('eq', '@me', 'other').value).toBe('@me');
    expect(turn('in', ['@me', 'you'], 'person').value).toEqual(['me', 'you']);
  });
});
