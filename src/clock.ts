// The one clock: every business time is taken here (spec README point 27); and what it shows in a time zone.
import { readFileSync } from 'node:fs';

export interface Clock {
  now(): Date;
}

/** @param offsetFile a file with seconds to add, read at each use; development and tests only */
export function systemClock(offsetFile?: string): Clock {
  if (!offsetFile) return { now: () => new Date() };
  return {
    now() {
      let seconds = 0;
      try {
        seconds = Number(readFileSync(offsetFile, 'utf8').trim()) || 0;
      } catch {
        // No file means no offset; a test writes it when it wants the time to move.
      }
      return new Date(Date.now() + seconds * 1000);
    },
  };
}

/** Years are written with four digits: what lies outside has no such form, in the database neither. */
const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');
/** Before it zones have no rules, and calendars of their own. */
const RULED = Date.parse('1900-01-01T00:00:00.000Z');

/** A local date or time of a zone as an instant from year 1 to 9999; a text that is none as it is. */
export function inZone(text: string, timeZone: string): string {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/.test(text)) return text;
  const local = Date.parse(`${text.length === 10 ? `${text}T00:00` : text}Z`);
  // A 30th of February would be taken for the 2nd of March.
  if (Number.isNaN(local) || !isDay(text.slice(0, 10))) return text;
  const offset = (at: number): number => {
    const ruled = Math.max(at, RULED);
    const shown = new Date(ruled).toLocaleString('sv', { timeZone });
    return Date.parse(`${shown.replace(' ', 'T')}Z`) - Math.floor(ruled / 1000) * 1000;
  };
  // The offset of the guess may be that of the other side of a change; asking once more at the corrected time settles it.
  const instant = local - offset(local - offset(local));
  // Nothing lies beyond the first and the last one.
  return new Date(Math.min(Math.max(instant, FIRST), LAST)).toISOString();
}

/** Whether a text is a day of the calendar, YYYY-MM-DD, from year 1. */
export function isDay(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return (
    !!day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) && day.getTime() >= FIRST
  );
}

/** An instant of RFC 3339, from year 1 to 9999 in UTC; undefined for a text that is none. */
export function readInstant(text: string): Date | undefined {
  const isWritten = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i.test(text);
  if (!isWritten || !isDay(text.slice(0, 10))) return undefined;
  const instant = new Date(text.toUpperCase());
  return instant.getTime() >= FIRST && instant.getTime() <= LAST ? instant : undefined;
}

/** An instant in the one form that sorts as time does; undefined for a text that is none. */
export function instantOf(text: string, timeZone: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/i.test(text))
    return undefined;
  if (!isDay(text.slice(0, 10))) return undefined;
  const instant = new Date(inZone(text, timeZone)).getTime();
  return instant >= FIRST && instant <= LAST ? new Date(instant).toISOString() : undefined;
}
