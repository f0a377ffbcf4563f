// Pure rules of provider keys (platform.md section 6): required addresses, visible characters, the status after a
// check.

import type { OutboundFailure } from '../../egress/failures.ts';
import { invalid } from '../../errors.ts';

export type Provider =
  | 'openai_compatible'
  | 'anthropic_compatible'
  | 'email_smtp'
  | 'transcription'
  | 'enrichment'
  | 'storage'
  | 'stripe'
  | 'custom';

export type KeyStatus = 'unverified' | 'active' | 'invalid' | 'disabled';

/** Protocols that any host can speak, so that the key must name the host. */
const NEEDS_BASE_URL: ReadonlySet<Provider> = new Set([
  'openai_compatible',
  'anthropic_compatible',
  'custom',
]);

/** The last four characters would reveal too much of a shorter secret. */
const MIN_LENGTH_FOR_LAST_FOUR = 16;

/** Returns the last four characters of a secret, or null for a short one. */
export function lastFourOf(secret: string): string | null {
  return secret.length >= MIN_LENGTH_FOR_LAST_FOUR ? secret.slice(-4) : null;
}

/**
 * Returns an address in the form in which it is stored, without a trailing slash.
 * @throws VALIDATION_ERROR for a query or a fragment
 */
export function readBaseUrl(text: string | null | undefined): string | null {
  if (text == null || text.trim() === '') return null;
  const url = text.trim();
  if (URL.canParse(url) && (new URL(url).search || new URL(url).hash))
    throw invalid('base_url', 'format', 'Give the address without a query or fragment.');
  return url.replace(/\/+$/, '');
}

/** Throws if a provider that any host can be has no address. @throws VALIDATION_ERROR required */
export function assertBaseUrl(provider: Provider, baseUrl: string | null): void {
  if (baseUrl || !NEEDS_BASE_URL.has(provider)) return;
  throw invalid('base_url', 'required', `A key of ${provider} needs the base_url of its API.`);
}

/**
 * Throws if the key cannot be checked with a request.
 * @throws VALIDATION_ERROR not_checkable, or required without an address
 */
export function assertCheckable(provider: Provider, baseUrl: string | null): void {
  if (provider === 'email_smtp')
    throw invalid('verify', 'not_checkable', 'A key of a mail server cannot be checked; omit verify.');
  if (!baseUrl) throw invalid('base_url', 'required', 'Give the base_url to which the check is sent.');
}

/**
 * Throws if a stored secret would be sent to another address, where someone with a stolen session could read it.
 * @throws VALIDATION_ERROR required
 */
export function assertSecretForNewAddress(former: string | null, next: string | null, secret: unknown): void {
  if (next !== former && secret == null)
    throw invalid('secret', 'required', 'To change base_url, give the secret again.');
}

/** Returns the status of a key after a check. A provider that could not be reached leaves it unverified. */
export function statusOf(fault: OutboundFailure | null): KeyStatus {
  if (!fault) return 'active';
  return fault === 'auth' ? 'invalid' : 'unverified';
}

/** A mail server, and the sender of its messages. */
export interface MailConnection {
  host: string;
  port: number;
  isTls: boolean;
  user: string | null;
  password: string | null;
  from: { address: string; name: string | null };
}

/** Reads `smtp[s]://user:password@host:port/?from=Name%20%3Caddress%3E`. @returns the reason why it is not one */
export function readMailUrl(secret: string): MailConnection | 'unreadable' | 'no_from' {
  if (!URL.canParse(secret)) return 'unreadable';
  const url = new URL(secret);
  if (!/^smtps?:$/.test(url.protocol) || !url.hostname) return 'unreadable';
  const isTls = url.protocol === 'smtps:';
  const [, name = '', inBrackets, bare] =
    /^\s*(?:([^<>]*)<([^<>\s]+@[^<>\s]+)>|([^<>\s]+@[^<>\s]+))\s*$/.exec(
      url.searchParams.get('from') ?? '',
    ) ?? [];
  const address = inBrackets ?? bare;
  if (!address) return 'no_from';
  const [user, password] = [url.username, url.password].map(decoded);
  if (user === undefined || password === undefined) return 'unreadable';
  return {
    host: url.hostname,
    port: Number(url.port) || (isTls ? 465 : 587),
    isTls,
    user: user || null,
    password: password || null,
    from: { address: address.toLowerCase(), name: name.replace(/["\p{Cc}]/gu, '').trim() || null },
  };
}

/** Returns a part of a URL without its percent signs; undefined if one of them encodes nothing. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
