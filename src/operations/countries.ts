// Country codes accepted in inputs: those that ISO 3166-1 has assigned, not the reserved ones.
import { iso31661 } from 'iso-3166/1.js';

const COUNTRIES: ReadonlySet<string> = new Set(iso31661.map(({ alpha2 }) => alpha2));

/** Returns whether a text is an ISO 3166-1 alpha-2 code in upper case. */
export function isCountry(code: string): boolean {
  return COUNTRIES.has(code);
}
