// Postal addresses: a change replaces only the members that it gives.

type Address = Record<string, string | null>;

/**
 * Returns the address after a change: given members replace the former ones, null clears a member, and an address
 * without members becomes null.
 */
export function mergeAddress(before: unknown, change: unknown): Address | null {
  if (change === null) return null;
  const members = Object.entries({ ...(before as Address | null), ...(change as Address) });
  const present = members.filter(([, value]) => value !== null && value !== undefined);
  return present.length ? Object.fromEntries(present) : null;
}
