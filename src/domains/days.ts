// Days of the calendar; which one it is depends on the time zone of the workspace.

/** The day that an instant falls on in a zone, YYYY-MM-DD. */
export function dayOf(instant: Date, timeZone: string): string {
  return instant.toLocaleDateString('sv', { timeZone });
}
