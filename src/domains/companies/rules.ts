// Pure rules of companies: parsing of names, identifiers, headcounts, client numbers and notes.

import { domainToASCII, domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import { invalid } from '../../errors.ts';
import { isPersonalDomain } from './personal-domains.ts';

export type IdentifierType = 'website' | 'email_domain';

export interface NormalizedIdentifier {
  value: string;
  valueUnicode: string;
}

/** Trims a name and collapses inner white space (crm.md section 1). */
export function normalizeName(name: string): string {
  return name.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/**
 * Normalizes a website or an email domain (crm.md section 1): lower case; no scheme, userinfo, port, path or trailing
 * dot; A-labels; a leading `www.` removed if a registrable domain remains.
 * @param path the field that the error names
 * @throws VALIDATION_ERROR for an IP address, a single label, an unknown suffix, or a personal mail domain
 */
export function normalizeIdentifier(type: IdentifierType, input: string, path: string): NormalizedIdentifier {
  const hostnameError = (message: string) => invalid(path, 'hostname', message);
  let host = input
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/[/?#\\].*$/s, '');
  if (type === 'email_domain' || host.includes('@')) host = host.slice(host.lastIndexOf('@') + 1);
  host = host.replace(/:\d*$/, '').replace(/\.$/, '');
  const ascii = domainToASCII(host);
  if (!host || !ascii || ascii.length > 253)
    throw hostnameError(`"${truncate(input)}" is not a host name such as acme.com.`);
  const parsedHost = parse(ascii, { allowPrivateDomains: false });
  if (parsedHost.isIp) throw hostnameError('An IP address does not identify a company; give a host name.');
  if (
    !parsedHost.isIcann ||
    !parsedHost.domain ||
    parsedHost.hostname !== ascii ||
    !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(ascii)
  ) {
    throw hostnameError(`"${truncate(input)}" is not a public host name such as acme.com.`);
  }
  const withoutWww = ascii.startsWith('www.') && parse(ascii.slice(4)).domain ? ascii.slice(4) : ascii;
  if (type === 'email_domain' && isPersonalDomain(withoutWww)) {
    throw invalid(
      path,
      'personal_email_domain',
      `${withoutWww} is a personal mail domain; give a domain of the company.`,
      {
        reason: 'personal_email_domain',
      },
    );
  }
  return { value: withoutWww, valueUnicode: domainToUnicode(withoutWww) };
}

/** A whole number, or a number of thousands that may have a fraction. */
const NUMBER = /^(\d+|\d+\.\d+(?=k))k?$/;
/** Commas separate groups of digits, as in `1,001` or `1,00,000`, and never a fraction. */
const GROUPED = /^\d{1,3}(,\d{2,3})*,\d{3}$/;

/**
 * Parses a headcount (crm.md section 1): an integer, or a range, which becomes its midpoint, rounded down. `1-5` is
 * 3, `1,001-5,000` is 3000, `10k+` is 10000, `< 50` is 25.
 * @throws VALIDATION_ERROR for a negative, fractional or reversed value, or other text
 */
export function readEmployeeCount(input: unknown): number | null {
  if (input === null) return null;
  if (typeof input === 'number') return assertHeadcount(input);
  if (typeof input !== 'string') throw invalidCount();
  const text = input
    .toLowerCase()
    .replace(/employees|people|staff/g, '')
    .replace(/up to/g, '<')
    .replace(/over/g, '>')
    .replace(/\bto\b/g, '-')
    .replace(/[\s~\u2009\u202f\u00a0]/g, '')
    .replace(/[\u2012-\u2015]/g, '-')
    .replace(/\d[\d,]*/g, removeGrouping);
  const openRange = /^(?:>(.+)|(.+)\+)$/.exec(text);
  if (openRange) return assertHeadcount(parseCount(openRange[1] ?? openRange[2]!));
  if (text.startsWith('<')) return assertHeadcount(Math.floor(parseCount(text.slice(1)) / 2));
  const [from, to, ...rest] = text.split('-');
  if (rest.length) throw invalidCount();
  if (to === undefined) return assertHeadcount(parseCount(from!));
  const [low, high] = [parseCount(from!), parseCount(to)];
  if (low > high) throw invalidCount();
  assertHeadcount(high);
  return assertHeadcount(Math.floor((low + high) / 2));
}

/** Removes the commas between digit groups. @throws VALIDATION_ERROR if they are misplaced */
function removeGrouping(digits: string): string {
  if (digits.includes(',') && !GROUPED.test(digits)) throw invalidCount();
  return digits.replaceAll(',', '');
}

/**
 * Parses a number. `5.000` is rejected, since a point separates thousands in some countries and fractions in others
 * (crm.md section 1).
 */
function parseCount(text: string): number {
  if (!NUMBER.test(text)) throw invalidCount();
  return text.endsWith('k')
    ? assertHeadcount(Number((Number(text.slice(0, -1)) * 1000).toFixed(6)))
    : Number(text);
}

function assertHeadcount(value: number): number {
  if (!Number.isInteger(value) || value < 0 || value > 10_000_000) throw invalidCount();
  return value;
}

function invalidCount(): Error {
  return invalid(
    'employee_count',
    'invalid_range',
    'Give a whole number from 0 to 10,000,000 or a range such as 51-200, 1,001 to 5,000 or 10k+; separate thousands with commas, not points.',
    { reason: 'invalid_range' },
  );
}

/**
 * Normalizes a client number (crm.md section 2): trimmed, upper case.
 * @throws VALIDATION_ERROR for other characters, or more than 32
 */
export function normalizeClientNumber(input: string, path: string): string {
  const number = input.trim().toUpperCase();
  if (!/^[A-Z0-9][A-Z0-9._/-]{0,31}$/.test(number)) {
    throw invalid(
      path,
      'client_number',
      'A client number has up to 32 letters, digits and . _ / - and begins with a letter or digit.',
    );
  }
  return number;
}

/**
 * Returns the note texts given with a record (service.md 2.2): one text, or up to ten.
 * @throws VALIDATION_ERROR for other values
 */
export function readNotes(input: unknown): string[] {
  if (input === null || input === undefined) return [];
  const texts = Array.isArray(input) ? input : [input];
  const fits = (text: unknown) => typeof text === 'string' && text.trim().length > 0 && text.length <= 20_000;
  if (texts.length > 10 || !texts.every(fits)) {
    throw invalid('notes', 'notes', 'Give one text, or up to ten, each of 1 to 20,000 characters.');
  }
  return texts;
}

function truncate(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
