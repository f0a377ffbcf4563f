// The rules of contacts: how names, addresses, numbers, profiles, zones and languages are read. Pure.
import { domainToASCII } from 'node:url';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import { invalid } from '../../errors.ts';
import type { Consent, ContactConsent } from './model.ts';

/** The channels that consent is given for. */
export const CHANNELS = ['email', 'sms', 'phone', 'post'] as const;

/** A way to reach a contact as it is stored. */
export interface NormalizedMethod {
  value: string;
  /** What was written, where normalizing changed it. */
  original: string | null;
}

/** The parts that a display name is made of. */
export interface NameParts {
  firstName?: string | null;
  middleName?: string | null;
  lastName?: string | null;
  email?: string | null;
}

/**
 * The name that a contact is shown by (crm.md section 4): first, middle and last name, without prefix and suffix; of a
 * contact without a name, the email address.
 * @throws VALIDATION_ERROR without first name, last name and email
 */
export function displayNameOf({ firstName, middleName, lastName, email }: NameParts): string {
  const name = [firstName, middleName, lastName].filter(Boolean).join(' ');
  if (firstName || lastName) return name;
  if (!email)
    throw invalid('first_name', 'required', 'A contact has a first name, a last name or an email address.');
  return name || email;
}

/**
 * An email address (crm.md section 4): lower case, its domain in A-labels, as the email domains of companies are.
 * @param path named in the refusal
 * @throws VALIDATION_ERROR for what is not one address
 */
export function normalizeEmail(input: string, path: string): NormalizedMethod {
  const text = input.trim().normalize('NFKC').toLowerCase();
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const host = domainToASCII(text.slice(at + 1).replace(/\.$/, ''));
  const value = `${local}@${host}`;
  const isHost = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host);
  // Quoted local parts are legal and never meant.
  const isLocal = /^[^\s@"(),:;<>[\]\\\p{C}.]+(\.[^\s@"(),:;<>[\]\\\p{C}.]+)*$/u.test(local);
  if (at < 1 || !isHost || !isLocal || Buffer.byteLength(local) > 64 || Buffer.byteLength(value) > 254) {
    throw invalid(path, 'email', `"${clip(input)}" is not an email address such as ada@acme.com.`);
  }
  return { value, original: value === input ? null : input };
}

/** The domain of a normalized address. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

/**
 * A phone number as E.164 (crm.md section 4). Its length is checked and its range is not: ranges are opened faster than
 * tables of them are updated.
 * @param country ISO 3166-1 alpha-2, of a number without a country code
 * @throws VALIDATION_ERROR for what is no number
 */
export function normalizePhone(input: string, country: string, path: string): NormalizedMethod {
  const parsed = parsePhoneNumberFromString(input.normalize('NFKC'), {
    defaultCountry: country as CountryCode,
    extract: false,
  });
  const number = parsed?.number;
  // A row of zeros passes for a number and reads as another one when it is read again.
  if (!number || !parsed.isPossible() || parsePhoneNumberFromString(number)?.number !== number) {
    throw invalid(path, 'phone', `"${clip(input)}" is not a phone number such as +49 30 12345.`);
  }
  return { value: number, original: number === input ? null : input };
}

/**
 * A profile on a network (crm.md section 4): an https URL.
 * @throws VALIDATION_ERROR for another scheme, credentials in the URL, or no URL
 */
export function normalizeProfile(input: string, path: string): NormalizedMethod {
  const url = URL.parse(input.trim());
  if (url?.protocol !== 'https:' || url.username || url.password || url.href.length > 2000) {
    throw invalid(
      path,
      'https_url',
      `"${clip(input)}" is not an https URL such as https://social.example/@ada.`,
    );
  }
  return { value: url.href, original: url.href === input ? null : input };
}

/** Refuses an association that ends before it begins. @throws VALIDATION_ERROR invalid_range */
export function assertSpan(startedOn: string | null, endedOn: string | null): void {
  if (startedOn && endedOn && endedOn < startedOn) {
    throw invalid('ended_on', 'invalid_range', 'ended_on must not be before started_on.', {
      reason: 'invalid_range',
    });
  }
}

const UNKNOWN: Consent = { state: 'unknown', source: null, at: null, by: null };

/** The consent of all channels; unknown where nothing was recorded. */
export function wholeConsent(stored: Partial<ContactConsent>): ContactConsent {
  return { email: UNKNOWN, sms: UNKNOWN, phone: UNKNOWN, post: UNKNOWN, ...stored };
}

function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
