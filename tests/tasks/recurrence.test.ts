// The recurrence of tasks compared with a model that tries every day: the next due date, COUNT and UNTIL.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextDueDate, readRecurrence } from '../../src/domains/tasks/recurrence.ts';
import { addDays, dayNumber } from '../../src/domains/working-days.ts';

const NAMES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

interface Rule {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  interval: number;
  days: string[];
}

const rules: fc.Arbitrary<Rule> = fc.record({
  freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
  interval: fc.integer({ min: 1, max: 5 }),
  days: fc.subarray(NAMES),
});
const dates = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2024-01-01', days));

const textOf = ({ freq, interval, days }: Rule) =>
  `FREQ=${freq};INTERVAL=${interval}${days.length ? `;BYDAY=${days.join(',')}` : ''}`;
const weekdayOf = (day: string) => (dayNumber(day) + 3) % 7;
const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
const mondayOf = (day: string) => dayNumber(day) - weekdayOf(day);

/** Whether a day is an occurrence of a rule that begins on the former due date (RFC 5545 section 3.3.10). */
function occursOn({ freq, interval, days }: Rule, former: string, day: string): boolean {
  const fits = days.length === 0 || days.includes(NAMES[weekdayOf(day)]!);
  if (freq === 'DAILY') return fits && (dayNumber(day) - dayNumber(former)) % interval === 0;
  if (freq === 'WEEKLY') {
    const weeks = (mondayOf(day) - mondayOf(former)) / 7;
    return weeks % interval === 0 && (days.length ? fits : weekdayOf(day) === weekdayOf(former));
  }
  if (freq === 'MONTHLY') {
    if ((monthOf(day) - monthOf(former)) % interval !== 0) return false;
    return days.length ? fits : day.slice(8) === former.slice(8);
  }
  if ((Number(day.slice(0, 4)) - Number(former.slice(0, 4))) % interval !== 0) return false;
  return days.length ? fits : day.slice(5) === former.slice(5);
}

function nextByTrying(rule: Rule, former: string): string {
  let day = former;
  do day = addDays(day, 1);
  while (!occursOn(rule, former, day));
  return day;
}

describe('the next occurrence', () => {
  it('is the first day behind the former due date on which the rule falls', () => {
    fc.assert(
      fc.property(rules, dates, (rule, former) => {
        const text = readRecurrence(textOf(rule));
        expect({ text, former, next: nextDueDate(text, former, 1) }).toEqual({
          text,
          former,
          next: nextByTrying(rule, former),
        });
      }),
      { numRuns: 300 },
    );
  });

  it('is none behind COUNT occurrences, and none behind the day of UNTIL', () => {
    fc.assert(
      fc.property(
        rules,
        dates,
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
        (rule, former, count, at) => {
          const next = nextByTrying(rule, former);
          expect(nextDueDate(`${textOf(rule)};COUNT=${count}`, former, at)).toBe(
            at < count ? next : undefined,
          );
          const until = (day: string) => `${textOf(rule)};UNTIL=${day.replaceAll('-', '')}`;
          expect(nextDueDate(until(next), former, at)).toBe(next);
          expect(nextDueDate(until(addDays(next, -1)), former, at)).toBeUndefined();
        },
      ),
      { numRuns: 150 },
    );
  });

  it('skips the months that lack the day, and leap days but in leap years', () => {
    expect(nextDueDate('FREQ=MONTHLY', '2026-01-31', 1)).toBe('2026-03-31');
    expect(nextDueDate('FREQ=YEARLY', '2024-02-29', 1)).toBe('2028-02-29');
    expect(nextDueDate('FREQ=MONTHLY;BYDAY=-1FR', '2026-01-30', 1)).toBe('2026-02-27');
    expect(nextDueDate('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', '2026-03-04', 1)).toBe('2026-03-16');
  });
});
