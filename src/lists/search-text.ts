// The text of a search, and the phone numbers that it can mean.
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import type { TenantAccessContext } from '../access/context.ts';
import { countryOf } from '../access/workspace-country.ts';

/** A text to search for. */
export interface SearchText {
  text: string;
  /** The digits of the phone numbers that the text can mean, the most specific first. */
  numbers: string[];
}

/** Digits as people write numbers, with an optional extension. */
const PHONE_NOTATION =
  /^(?:tel:)?(?<number>[+(]?[\d][\d\s()./\-‐‑–·]*?)(?:[\s,;]*(?:extension|ext|durchwahl|dw|x|#)[\s.:=]*\d{1,7})?$/iu;
/** Shorter numbers are searched as words, which the endings of stored numbers are. */
const MIN_DIGITS = 6;

/** Reads the text of a search; only the numbers of the workspace's country need no country code. */
export async function readSearchText(ctx: TenantAccessContext, text: string): Promise<SearchText> {
  const normalized = text.normalize('NFKC').trim();
  const number = PHONE_NOTATION.exec(normalized)?.groups?.number;
  if (!number || number.replace(/\D/g, '').length < MIN_DIGITS) return { text, numbers: [] };
  return { text, numbers: phoneDigits(number, await countryOf(ctx)) };
}

/**
 * Returns the digits of a phone number: in international form, and those that it ends with in any country, which are
 * its digits without the prefix of national or international calls.
 */
export function phoneDigits(number: string, country: string): string[] {
  const parsed = parsePhoneNumberFromString(number, {
    defaultCountry: country as CountryCode,
    extract: false,
  });
  const ending = number.replace(/\(0\)/, '').replace(/\D/g, '').replace(/^0+/, '');
  return [
    ...new Set([
      ...(parsed?.isPossible() ? [parsed.number.slice(1)] : []),
      ...(ending.length >= MIN_DIGITS - 1 ? [ending] : []),
    ]),
  ];
}
