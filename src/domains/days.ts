// Calendar days, which depend on the time zone of the workspace. Intl has the zones, so no library is needed for this.
import { LRUCache } from 'lru-cache';

/** Kept, because making a format takes far longer than using it. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });

/** Returns the calendar day (YYYY-MM-DD) on which an instant falls in a time zone. */
export function dayOf(instant: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv', { timeZone });
    formats.set(timeZone, format);
  }
  return format.format(instant);
}
