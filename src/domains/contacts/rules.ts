// Pure rules of contacts: names, email addresses, phone numbers, profiles and consent.
import { domainToASCII } from 'node:url';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import { invalid } from '../../errors.ts';
import type { Consent, ContactConsent } from './model.ts';

/** The channels for which consent is recorded. */
export const CHANNELS = ['email', 'sms', 'phone', 'post'] as const;

/** A contact method in the form in which it is stored. */
export interface NormalizedMethod {
  value: string;
  /** The original input, if normalizing changed it. */
  original: string | null;
}

/** The fields that make up a display name. */
export interface NameParts {
  firstName?: string | null;
  middleName?: string | null;
  lastName?: string | null;
  email?: string | null;
}

/**
 * Returns the display name of a contact (crm.md section 4): first, middle and last name, without prefix and suffix,
 * or the email address if there is no name.
 * @throws VALIDATION_ERROR without first name, last name and email
 */
export function displayNameOf({ firstName, middleName, lastName, email }: NameParts): string {
  const name = [firstName, middleName, lastName].filter(Boolean).join(' ');
  if (firstName || lastName) return name;
  if (!email) throw invalid('first_name', 'required', 'Give a first name, a last name or an email address.');
  return name || email;
}

/**
 * Normalizes an email address (crm.md section 4): lower case, its domain in A-labels like the email domains of
 * companies.
 * @param path the field that the error names
 * @throws VALIDATION_ERROR for anything but a single address
 */
export function normalizeEmail(input: string, path: string): NormalizedMethod {
  const text = input.trim().normalize('NFKC').toLowerCase();
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const host = domainToASCII(text.slice(at + 1).replace(/\.$/, ''));
  const value = `${local}@${host}`;
  const isHost = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host);
  // Quoted local parts are legal, but in practice a mistake.
  const isLocal = /^[^\s@"(),:;<>[\]\\\p{C}.]+(\.[^\s@"(),:;<>[\]\\\p{C}.]+)*$/u.test(local);
  if (at < 1 || !isHost || !isLocal || Buffer.byteLength(local) > 64 || Buffer.byteLength(value) > 254) {
    throw invalid(path, 'email', `"${truncate(input)}" is not an email address such as ada@acme.com.`);
  }
  return { value, original: value === input ? null : input };
}

/** Returns the domain of a normalized address. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

/**
 * Normalizes a phone number to E.164 (crm.md section 4). Only its length is checked, not its range, because new
 * ranges appear faster than tables of them are updated.
 * @param country ISO 3166-1 alpha-2 code for numbers without a country code
 * @throws VALIDATION_ERROR for anything but a phone number
 */
export function normalizePhone(input: string, country: string, path: string): NormalizedMethod {
  const parsed = parsePhoneNumberFromString(input.normalize('NFKC'), {
    defaultCountry: country as CountryCode,
    extract: false,
  });
  const number = parsed?.number;
  // A row of zeros is accepted by the parser, but parses as another number the next time.
  if (!number || !parsed.isPossible() || parsePhoneNumberFromString(number)?.number !== number) {
    throw invalid(path, 'phone', `"${truncate(input)}" is not a phone number such as +49 30 12345.`);
  }
  return { value: number, original: number === input ? null : input };
}

/**
 * Normalizes a profile on a social network (crm.md section 4), an https URL.
 * @throws VALIDATION_ERROR for another scheme, credentials in the URL, or no URL
 */
export function normalizeProfile(input: string, path: string): NormalizedMethod {
  const url = URL.parse(input.trim());
  if (url?.protocol !== 'https:' || url.username || url.password || url.href.length > 2000) {
    throw invalid(
      path,
      'https_url',
      `"${truncate(input)}" is not an https URL such as https://social.example/@ada.`,
    );
  }
  return { value: url.href, original: url.href === input ? null : input };
}

/** Throws if an association ends before it starts. @throws VALIDATION_ERROR invalid_range */
export function assertDateOrder(startedOn: string | null, endedOn: string | null): void {
  if (startedOn && endedOn && endedOn < startedOn) {
    throw invalid('ended_on', 'invalid_range', 'ended_on must not be before started_on.', {
      reason: 'invalid_range',
    });
  }
}

const UNKNOWN: Consent = { state: 'unknown', source: null, at: null, by: null };

/** Returns the consent on all channels; unknown where nothing was recorded. */
export function completeConsent(stored: Partial<ContactConsent>): ContactConsent {
  return { email: UNKNOWN, sms: UNKNOWN, phone: UNKNOWN, post: UNKNOWN, ...stored };
}

function truncate(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
