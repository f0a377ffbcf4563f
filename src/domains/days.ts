// Calendar days, which depend on the time zone of the workspace. Intl has the zones, so no library is needed for this.

/** Returns the calendar day (YYYY-MM-DD) on which an instant falls in a time zone. */
export function dayOf(instant: Date, timeZone: string): string {
  return instant.toLocaleDateString('sv', { timeZone });
}
