// Working days: the calendar of a project, and arithmetic on plain dates that counts its working days only.
import { invalid } from '../errors.ts';

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The days on which a project is worked on. */
export interface WorkingCalendar {
  weekdays: Weekday[];
  /** Days without work, YYYY-MM-DD. */
  holidays: string[];
}

export const DEFAULT_CALENDAR: WorkingCalendar = {
  weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'],
  holidays: [],
};

const DAY_MS = 86_400_000;

/** Returns the number of a day, counted from 1970-01-01. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

/** The days that a date column can hold. */
export const FIRST_DAY = dayNumber('0001-01-01');
export const LAST_DAY = dayNumber('9999-12-31');

/** Returns the date of a day number. @throws VALIDATION_ERROR range for a day that no date column holds */
export function dayText(number: number): string {
  if (!(number >= FIRST_DAY && number <= LAST_DAY))
    throw invalid(
      '',
      'range',
      'A date would come to lie outside of the years 1 to 9999; choose nearer dates.',
    );
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the date that is a number of days after another. @throws VALIDATION_ERROR range */
export function addDays(day: string, days: number): string {
  return dayText(dayNumber(day) + days);
}

/** Counts on the working days of a calendar; days are numbers of days (`dayNumber`). */
export class WorkingDays {
  readonly #weekdays: ReadonlySet<number>;
  /** How many working days a week has up to each of its days, holidays aside. */
  readonly #weekdaysUpTo: readonly number[];
  /** The holidays on weekdays that are worked on, in order. */
  readonly #holidays: readonly number[];
  readonly #isHoliday: ReadonlySet<number>;

  constructor({ weekdays, holidays }: WorkingCalendar) {
    this.#weekdays = new Set(weekdays.map((name) => WEEKDAYS.indexOf(name)));
    let count = 0;
    this.#weekdaysUpTo = WEEKDAYS.map((_, weekday) => (this.#weekdays.has(weekday) ? ++count : count));
    this.#isHoliday = new Set(
      holidays.map(dayNumber).filter((day) => this.#weekdays.has(placeInWeek(day).weekday)),
    );
    this.#holidays = [...this.#isHoliday].sort((a, b) => a - b);
  }

  /** Returns whether a day is a listed weekday and no holiday. */
  isWorking(day: number): boolean {
    return this.#weekdays.has(placeInWeek(day).weekday) && !this.#isHoliday.has(day);
  }

  /** Returns the first working day on or after a day. */
  onOrAfter(day: number): number {
    return this.isWorking(day) ? day : this.#withTotal(this.#total(day) + 1, day);
  }

  /** Returns the last working day on or before a day. */
  onOrBefore(day: number): number {
    return this.isWorking(day) ? day : this.#withTotal(this.#total(day), day);
  }

  /** Returns the working day that is a number of working days after (or, if negative, before) a working day. */
  add(day: number, count: number): number {
    return count === 0 ? day : this.#withTotal(this.#total(day) + count, day);
  }

  /** Returns how many working days there are from a day to another, both included; at least one. */
  duration(start: number, due: number): number {
    return Math.max(1, this.count(start, due));
  }

  /** Returns how many working days there are from a day to another, both included. */
  count(start: number, due: number): number {
    return due < start ? 0 : this.#total(due) - this.#total(start - 1);
  }

  /** Returns the working days by which a later day lies behind an earlier one; negative the other way round. */
  distance(from: number, to: number): number {
    return this.#total(to) - this.#total(from);
  }

  /** Returns the number of working days up to a day, counted from a fixed Monday. */
  #total(day: number): number {
    const { week, weekday } = placeInWeek(day);
    return week * this.#weekdaysUpTo.at(-1)! + this.#weekdaysUpTo[weekday]! - this.#countHolidays(day);
  }

  #countHolidays(day: number): number {
    let [from, to] = [0, this.#holidays.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.#holidays[middle]! <= day) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Returns the first day up to which there are so many working days. @param near a day to search around */
  #withTotal(total: number, near: number): number {
    const away = Math.abs(total - this.#total(near)) + this.#holidays.length + 1;
    const reach = (Math.ceil(away / this.#weekdaysUpTo.at(-1)!) + 1) * 7;
    let [from, to] = [near - reach, near + reach];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if (this.#total(middle) < total) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

/** Returns the week of a day, counted from that of 1969-12-29, and its weekday; 0 is Monday. */
function placeInWeek(day: number): { week: number; weekday: number } {
  // 1970-01-01 was a Thursday.
  const week = Math.floor((day + 3) / 7);
  return { week, weekday: day + 3 - week * 7 };
}
