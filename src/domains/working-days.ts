// Working days: the calendar of a project, and arithmetic on plain dates that counts its working days only.

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

/** Returns the date of a day number. */
export function dayText(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

/** Counts on the working days of a calendar; days are numbers of days (`dayNumber`). */
export class WorkingDays {
  readonly #weekdays: ReadonlySet<number>;
  readonly #holidays: ReadonlySet<number>;

  constructor({ weekdays, holidays }: WorkingCalendar) {
    this.#weekdays = new Set(weekdays.map((name) => WEEKDAYS.indexOf(name)));
    this.#holidays = new Set(holidays.map(dayNumber));
  }

  /** Returns whether a day is a listed weekday and no holiday. */
  isWorking(day: number): boolean {
    // 1970-01-01 was a Thursday.
    return this.#weekdays.has((((day + 3) % 7) + 7) % 7) && !this.#holidays.has(day);
  }

  /** Returns the first working day on or after a day. */
  onOrAfter(day: number): number {
    let found = day;
    while (!this.isWorking(found)) found += 1;
    return found;
  }

  /** Returns the last working day on or before a day. */
  onOrBefore(day: number): number {
    let found = day;
    while (!this.isWorking(found)) found -= 1;
    return found;
  }

  /** Returns the working day that is a number of working days after (or, if negative, before) a working day. */
  add(day: number, count: number): number {
    const step = count < 0 ? -1 : 1;
    let found = day;
    for (let left = Math.abs(count); left > 0; ) {
      found += step;
      if (this.isWorking(found)) left -= 1;
    }
    return found;
  }

  /** Returns how many working days there are from a day to another, both included; at least one. */
  duration(start: number, due: number): number {
    return Math.max(1, this.count(start, due));
  }

  /** Returns how many working days there are from a day to another, both included. */
  count(start: number, due: number): number {
    let days = 0;
    for (let day = start; day <= due; day += 1) if (this.isWorking(day)) days += 1;
    return days;
  }

  /** Returns the working days by which a later day lies behind an earlier one; negative the other way round. */
  distance(from: number, to: number): number {
    if (to < from) return -this.distance(to, from);
    return this.count(from + 1, to);
  }
}
