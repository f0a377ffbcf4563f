// When a mail about a notification is due: at once, at the full hour, at the time of the daily mail, and quiet hours.
import { describe, expect, it, test } from '@jest/globals';
import { isMailDue, isQuiet, type MailMode, type QuietHours } from '../../src/domains/notifications/rules.ts';

const night: QuietHours = { from: '20:00', to: '07:00', timeZone: 'Europe/Berlin' };

/** Tells whether the mail about a notification is due, for a person in Berlin whose daily mail comes at 08:00. */
function isDue(
  mail: MailMode,
  createdAt: string,
  now: string,
  more: { category?: 'security' | 'task_due'; quietHours?: QuietHours | null; timeZone?: string } = {},
): boolean {
  const { category = 'task_due', quietHours = null, timeZone = 'Europe/Berlin' } = more;
  const person = { quietHours, digestTime: '08:00', timeZone };
  return isMailDue({ category, mail, createdAt: new Date(createdAt) }, new Date(now), person);
}

describe('a mail about a notification', () => {
  test.each([
    ['in the hour', '2026-11-23T09:10:00Z', '2026-11-23T09:59:59Z', false],
    ['at the full hour', '2026-11-23T09:10:00Z', '2026-11-23T10:00:00Z', true],
    ['just after one', '2026-11-23T10:00:00Z', '2026-11-23T10:01:00Z', false],
  ])('by the hour, asked %s', (_, createdAt, now, due) => {
    expect(isDue('hourly', createdAt, now)).toBe(due);
  });

  test.each([
    ['at the full hour of UTC', '2026-11-23T10:00:00Z', false],
    ['at the full hour of the person', '2026-11-23T10:30:00Z', true],
  ])('by the hour, in a time zone half an hour from that of UTC, asked %s', (_, now, due) => {
    expect(isDue('hourly', '2026-11-23T09:40:00Z', now, { timeZone: 'Asia/Kolkata' })).toBe(due);
  });

  // 08:00 in Berlin is 07:00 UTC in winter and 06:00 UTC in summer.
  test.each([
    ['before its time', '2026-11-23T05:00:00Z', '2026-11-23T06:59:00Z', false],
    ['at its time', '2026-11-23T05:00:00Z', '2026-11-23T07:00:00Z', true],
    ['on the evening of the day', '2026-11-23T09:00:00Z', '2026-11-23T22:30:00Z', false],
    ['after midnight', '2026-11-23T09:00:00Z', '2026-11-24T06:59:00Z', false],
    ['on the next morning', '2026-11-23T09:00:00Z', '2026-11-24T07:00:00Z', true],
    ['in summer', '2026-07-01T05:30:00Z', '2026-07-01T06:00:00Z', true],
    ['days later, when no service ran', '2026-11-20T09:00:00Z', '2026-11-23T02:00:00Z', true],
  ])('by the day, asked %s', (_, createdAt, now, due) => {
    expect(isDue('daily', createdAt, now)).toBe(due);
  });

  it('waits in quiet hours only if it is sent at once and not about security', () => {
    const [created, now] = ['2026-11-23T21:00:00Z', '2026-11-23T22:00:00Z'];
    expect(isDue('instant', created, now)).toBe(true);
    expect(isDue('instant', created, now, { quietHours: night })).toBe(false);
    expect(isDue('instant', created, '2026-11-24T06:00:00Z', { quietHours: night })).toBe(true);
    expect(isDue('instant', created, now, { quietHours: night, category: 'security' })).toBe(true);
    expect(isDue('hourly', created, now, { quietHours: night })).toBe(true);
    expect(isDue('off', created, now)).toBe(false);
  });

  it('knows quiet hours within a day, past midnight, and none at all', () => {
    const at = (time: string) => new Date(`2026-11-23T${time}:00Z`);
    const noon = { from: '12:00', to: '14:00', timeZone: 'UTC' };
    expect([isQuiet(at('11:59'), noon), isQuiet(at('12:00'), noon), isQuiet(at('14:00'), noon)]).toEqual([
      ...[false, true, false],
    ]);
    expect([isQuiet(at('18:59'), night), isQuiet(at('19:00'), night), isQuiet(at('06:00'), night)]).toEqual([
      ...[false, true, false],
    ]);
    expect(isQuiet(at('12:00'), { from: '12:00', to: '12:00', timeZone: 'UTC' })).toBe(false);
    expect(isQuiet(at('12:00'), null)).toBe(false);
  });
});
