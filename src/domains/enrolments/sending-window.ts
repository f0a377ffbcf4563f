// When the messages of a sequence may leave.
import { instantOf } from '../../clock.ts';
import { dayOf } from '../days.ts';

export interface SendingWindow {
  /** Days of the week, 1 = Monday. */
  days: number[];
  /** Times of the day, HH:MM. */
  from: string;
  until: string;
  /** Null for the zone of the contact, else that of the workspace. */
  timeZone: string | null;
}

const DAY_MS = 24 * 3_600_000;

/** Returns whether messages may leave at an instant. */
function isWithin({ days, from, until }: SendingWindow, at: Date, timeZone: string): boolean {
  const time = at.toLocaleTimeString('sv', { timeZone }).slice(0, 5);
  return days.includes(weekdayOf(dayOf(at, timeZone))) && time >= from && time < until;
}

/** Returns the first instant, from another on, at which messages may leave. */
export function nextWithin(window: SendingWindow, at: Date, timeZone: string): Date {
  if (isWithin(window, at, timeZone)) return at;
  const today = dayOf(at, timeZone);
  for (let days = 0; days <= 7; days += 1) {
    const day = new Date(Date.parse(`${today}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
    const opens = new Date(instantOf(`${day}T${window.from}`, timeZone) ?? at);
    if (window.days.includes(weekdayOf(day)) && opens >= at) return opens;
  }
  return new Date(at.getTime() + DAY_MS);
}

/** Returns the day of the week of a date, 1 = Monday. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}
