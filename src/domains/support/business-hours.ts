// Business hours: the times of the week at which the clocks of tickets run, and arithmetic on instants that counts these
// times only.
import { instantOf } from '../../clock.ts';
import { dayOf } from '../days.ts';
import { dayNumber, WEEKDAYS, type Weekday } from '../working-days.ts';

/** Hours of a weekday, HH:MM; `until` may be 24:00. */
export interface Period {
  weekday: Weekday;
  from: string;
  until: string;
}

/** When the clocks run, in the time zone of the workspace. */
export interface BusinessHours {
  periods: Period[];
  /** Days without business, YYYY-MM-DD. */
  holidays: string[];
}

const DAY_MS = 86_400_000;

/** Monday to Friday, nine to five. */
export const DEFAULT_HOURS: BusinessHours = {
  periods: WEEKDAYS.slice(0, 5).map((weekday) => ({ weekday, from: '09:00', until: '17:00' })),
  holidays: [],
};

/** Returns the minutes of a time of day: 90 for 01:30. */
export function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':') as [string, string];
  return Number(hours) * 60 + Number(minutes);
}

/** Counts the time that business hours contain; without hours, all time counts. Times are in milliseconds. */
export class BusinessClock {
  readonly #timeZone: string;
  readonly #byWeekday: ReadonlyMap<number, readonly Period[]> | null;
  readonly #holidays: ReadonlySet<number>;
  /** The hours of the days that were needed so far. */
  readonly #days = new Map<number, readonly (readonly [number, number])[]>();

  constructor(hours: BusinessHours | null, timeZone: string) {
    this.#timeZone = timeZone;
    this.#byWeekday =
      hours &&
      Map.groupBy(
        hours.periods.toSorted((a, b) => minutesOf(a.from) - minutesOf(b.from)),
        ({ weekday }) => WEEKDAYS.indexOf(weekday),
      );
    this.#holidays = new Set(hours?.holidays.map(dayNumber));
  }

  /** Returns the first instant by which so much business time has passed since another one. */
  add(from: Date, duration: number): Date {
    if (!this.#byWeekday) return new Date(from.getTime() + duration);
    let left = duration;
    for (let day = this.#dayOf(from); ; day += 1)
      for (const [opens, closes] of this.#hoursOf(day)) {
        const start = Math.max(opens, from.getTime());
        if (closes <= start) continue;
        if (closes - start >= left) return new Date(start + left);
        left -= closes - start;
      }
  }

  /** Returns the business time between two instants; 0 if the second one is not later. */
  between(from: Date, until: Date): number {
    const [start, end] = [from.getTime(), until.getTime()];
    if (end <= start) return 0;
    if (!this.#byWeekday) return end - start;
    let passed = 0;
    for (let day = this.#dayOf(from); day <= this.#dayOf(until); day += 1)
      for (const [opens, closes] of this.#hoursOf(day))
        passed += Math.max(0, Math.min(closes, end) - Math.max(opens, start));
    return passed;
  }

  #dayOf(instant: Date): number {
    return dayNumber(dayOf(instant, this.#timeZone));
  }

  /** Returns the business hours of a day as instants; hours that a change of the clocks skips are empty. */
  #hoursOf(day: number): readonly (readonly [number, number])[] {
    let hours = this.#days.get(day);
    if (!hours) {
      // 1970-01-01 was a Thursday.
      const weekday = (((day + 3) % 7) + 7) % 7;
      const periods = this.#holidays.has(day) ? [] : (this.#byWeekday!.get(weekday) ?? []);
      hours = periods.map(
        ({ from, until }) => [this.#instant(day, from), this.#instant(day, until)] as const,
      );
      this.#days.set(day, hours);
    }
    return hours;
  }

  #instant(day: number, time: string): number {
    const isNextDay = time === '24:00';
    const date = new Date((day + (isNextDay ? 1 : 0)) * DAY_MS).toISOString().slice(0, 10);
    return Date.parse(instantOf(`${date}T${isNextDay ? '00:00' : time}`, this.#timeZone)!);
  }
}
