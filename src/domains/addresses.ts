// Postal addresses: a change names the members that it changes.

type Address = Record<string, string | null>;

/**
 * The address of a record after a change: members that are given replace those that stood there, null clears one, and
 * an address without members is none.
 */
export function mergeAddress(before: unknown, given: unknown): Address | null {
  if (given === null) return null;
  const members = Object.entries({ ...(before as Address | null), ...(given as Address) });
  const kept = members.filter(([, value]) => value !== null && value !== undefined);
  return kept.length ? Object.fromEntries(kept) : null;
}
