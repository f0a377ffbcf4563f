// Unit tests of the relative values of saved views.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { periodOf, resolveRelative } from '../../src/lists/relative.ts';

const viewer = {
  me: 'me',
  today: '2026-11-21',
  timeZone: 'Europe/Berlin',
  workspaceZone: 'America/New_York',
};
const resolve = (op: string, value: unknown, kind: 'day' | 'instant' | 'person' | 'other') =>
  resolveRelative({ field: 'f', op, value }, kind, viewer);

describe('a relative value of a saved view', () => {
  it('is resolved to a day or to the quarter of that day', () => {
    expect(periodOf('@today', '2026-03-01')).toEqual({ from: '2026-03-01', to: '2026-03-01' });
    expect(periodOf('@today-1', '2028-03-01')).toEqual({ from: '2028-02-29', to: '2028-02-29' });
    expect(periodOf('@today+31', '2026-12-31')).toEqual({ from: '2027-01-31', to: '2027-01-31' });
    expect(periodOf('@this_quarter', '2026-11-21')).toEqual({ from: '2026-10-01', to: '2026-12-31' });
    expect(periodOf('@this_quarter', '2028-02-29')).toEqual({ from: '2028-01-01', to: '2028-03-31' });
    for (const none of ['@tomorrow', '@today+', '@today+12345', '@todays', 7, null]) {
      expect(periodOf(none, '2026-11-21')).toBeUndefined();
    }
  });

  it('contains today in its quarter, whatever the day', () => {
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

  it('is resolved to a range of time for every operator', () => {
    const quarter = ['2026-10-01', '2026-12-31'];
    expect(resolve('eq', '@this_quarter', 'day')).toEqual({ op: 'between', value: quarter });
    expect(resolve('neq', '@this_quarter', 'day')).toEqual({ op: 'between', value: quarter, not: true });
    expect(resolve('lt', '@this_quarter', 'day')).toEqual({ op: 'lt', value: quarter[0] });
    expect(resolve('lte', '@this_quarter', 'day')).toEqual({ op: 'lte', value: quarter[1] });
    expect(resolve('gt', '@this_quarter', 'day')).toEqual({ op: 'gt', value: quarter[1] });
    expect(resolve('gte', '@this_quarter', 'day')).toEqual({ op: 'gte', value: quarter[0] });
    expect(resolve('between', ['2026-11-01', '@today'], 'day').value).toEqual(['2026-11-01', '2026-11-21']);
  });

  it("is resolved in the viewer's time zone, while a literal day uses the workspace's time zone", () => {
    expect(resolve('eq', '@today', 'instant').value).toEqual([
      '2026-11-20T23:00:00.000Z',
      '2026-11-21T22:59:59.999Z',
    ]);
    expect(resolve('gte', '2026-11-21', 'instant').value).toBe('2026-11-21T05:00:00.000Z');
  });

  it('is resolved only in fields that contain a day or a person', () => {
    expect(resolve('eq', '@today', 'other').value).toBe('@today');
    expect(resolve('eq', '@me', 'other').value).toBe('@me');
    expect(resolve('in', ['@me', 'you'], 'person').value).toEqual(['me', 'you']);
  });
});
