// Countries as inputs may name them: the codes that ISO 3166-1 has assigned, not those that it reserves.
import { iso31661 } from 'iso-3166';

const COUNTRIES: ReadonlySet<string> = new Set(iso31661.map(({ alpha2 }) => alpha2));

/** Whether a text is an ISO 3166-1 alpha-2 code, in upper case. */
export function isCountry(code: string): boolean {
  return COUNTRIES.has(code);
}
