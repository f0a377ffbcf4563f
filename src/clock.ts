// The clock that every business time comes from (spec README point 27), and the parsing of dates in time zones.
import { readFileSync } from 'node:fs';

export interface Clock {
  now(): Date;
}

/**
 * Returns the system's clock.
 * @param offsetFile a file with seconds to add, read at each use; development and tests only
 */
export function systemClock(offsetFile?: string): Clock {
  if (!offsetFile) return { now: () => new Date() };
  return {
    now() {
      let seconds = 0;
      try {
        seconds = Number(readFileSync(offsetFile, 'utf8').trim()) || 0;
      } catch {
        // No file means no offset; a test writes the file to move the time.
      }
      return new Date(Date.now() + seconds * 1000);
    },
  };
}

/** Years have four digits, here and in the database; instants outside cannot be written. */
const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');
/** Time zones have no rules before this date, so its offset is used. */
const ZONE_RULES_START = Date.parse('1900-01-01T00:00:00.000Z');

/** Converts a local date or time of a zone to an instant from year 1 to 9999; returns any other text unchanged. */
export function inZone(text: string, timeZone: string): string {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/.test(text)) return text;
  const local = Date.parse(`${text.length === 10 ? `${text}T00:00` : text}Z`);
  // Date.parse would read the 30th of February as the 2nd of March.
  if (Number.isNaN(local) || !isDay(text.slice(0, 10))) return text;
  const offset = (at: number): number => {
    const instant = Math.max(at, ZONE_RULES_START);
    const localText = new Date(instant).toLocaleString('sv', { timeZone });
    return Date.parse(`${localText.replace(' ', 'T')}Z`) - Math.floor(instant / 1000) * 1000;
  };
  // The first guess may have the offset from before or after a clock change; a second pass at the corrected time fixes it.
  const instant = local - offset(local - offset(local));
  // Clamped, because a zone's offset can move an instant out of the range.
  return new Date(Math.min(Math.max(instant, FIRST_INSTANT), LAST_INSTANT)).toISOString();
}

/** Returns whether a text is a calendar day, YYYY-MM-DD, from year 1. */
export function isDay(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return (
    !!day &&
    !Number.isNaN(day.getTime()) &&
    day.toISOString().startsWith(text) &&
    day.getTime() >= FIRST_INSTANT
  );
}

/** Parses an RFC 3339 instant from year 1 to 9999 in UTC; returns undefined for any other text. */
export function readInstant(text: string): Date | undefined {
  const isWellFormed = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i.test(text);
  if (!isWellFormed || !isDay(text.slice(0, 10))) return undefined;
  const instant = new Date(text.toUpperCase());
  return instant.getTime() >= FIRST_INSTANT && instant.getTime() <= LAST_INSTANT ? instant : undefined;
}

/** Converts a date or time to ISO 8601 in UTC, which sorts by time; returns undefined for any other text. */
export function instantOf(text: string, timeZone: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/i.test(text))
    return undefined;
  if (!isDay(text.slice(0, 10))) return undefined;
  const instant = new Date(inZone(text, timeZone)).getTime();
  return instant >= FIRST_INSTANT && instant <= LAST_INSTANT ? new Date(instant).toISOString() : undefined;
}
