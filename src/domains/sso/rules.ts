// Pure rules of single sign-on (platform.md §4).
import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import { invalid, ServiceError } from '../../errors.ts';

/** The accepted signature algorithms of identity tokens. */
export const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
/** Tolerated difference between the clocks of provider and service, in seconds. */
export const CLOCK_TOLERANCE = 60;
/** How long a sign-in may take, in ms. */
export const ATTEMPT_LIFETIME = 600_000;
export const MAX_GROUPS = 100;

/** The public reasons of a refused sign-in (platform.md §2). */
export type SsoFault =
  | 'state_invalid'
  | 'connection_disabled'
  | 'provider_refused'
  | 'provider_unavailable'
  | 'token_invalid'
  | 'signature_invalid'
  | 'issuer_mismatch'
  | 'audience_mismatch'
  | 'nonce_mismatch'
  | 'token_expired'
  | 'proof_too_old'
  | 'mail_unverified'
  | 'domain_unproven'
  | 'not_a_member'
  | 'account_closed'
  | 'other_person';

const MESSAGES: Record<SsoFault, string> = {
  state_invalid: 'This sign-in is unknown, already used or older than 10 minutes; start again.',
  connection_disabled: 'Single sign-on is disabled in this workspace; sign in another way.',
  provider_refused: 'The identity provider refused the authorization code; start again.',
  provider_unavailable: 'The identity provider does not respond; try again later.',
  token_invalid: 'The identity token is invalid; contact the administrator of the provider.',
  signature_invalid: 'The identity token is not signed by a key of the provider; contact its administrator.',
  issuer_mismatch: 'The identity token is from another issuer; ask an admin to check the connection.',
  audience_mismatch: 'The identity token is for another client; ask an admin to check the client id.',
  nonce_mismatch: 'The identity token belongs to another sign-in; start again.',
  token_expired: 'The identity token has expired or is not valid yet; check the clocks and start again.',
  proof_too_old: 'The identity provider did not authenticate you recently enough; start again.',
  mail_unverified: 'The identity provider has not verified your mail address; contact its administrator.',
  domain_unproven: 'Your mail domain is not verified for this workspace; contact an admin.',
  not_a_member: 'You are not a member of this workspace; ask an admin for an invitation.',
  account_closed: 'Your account is closed; contact an admin.',
  other_person: 'The identity provider authenticated another person; sign in there with your own account.',
};

/** Returns the error of a refused sign-in. */
export function ssoFailed(reason: SsoFault): ServiceError {
  return new ServiceError('SSO_FAILED', MESSAGES[reason], { details: { reason } });
}

/** Normalizes a mail domain for comparison. @throws VALIDATION_ERROR if it is not a domain */
export function normalizeDomain(text: string, path = 'domains'): string {
  const domain = domainToASCII(text.trim().replace(/\.$/, '')).toLowerCase();
  if (
    domain.length > 253 ||
    // Refuses public suffixes such as co.uk.
    !parse(domain).domain ||
    !/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(domain)
  )
    throw invalid(path, 'domain', 'Send mail domains such as example.com.');
  return domain;
}

/** Returns the domain of a mail address, as `normalizeDomain` returns it. */
export function domainOf(email: string): string {
  return domainToASCII(email.slice(email.lastIndexOf('@') + 1)).toLowerCase();
}

/** Validates the redirect URI of a sign-in. @throws VALIDATION_ERROR if it is malformed or its origin is not allowed */
export function readRedirectUri(text: string, allowedOrigins: readonly string[]): string {
  const refuse = (rule: string, message: string) => invalid('redirect_uri', rule, message);
  if (!URL.canParse(text)) throw refuse('url', 'Send an absolute URL.');
  const url = new URL(text);
  if (url.search || url.hash || url.username || url.password)
    throw refuse('url', 'Send a URL without user, query and fragment.');
  if (!allowedOrigins.includes(url.origin))
    throw refuse('allowed_origin', `The URL must be on ${allowedOrigins.join(' or ')}.`);
  return url.href;
}

/** Reads role ids by group name; the ids are not checked here. @throws VALIDATION_ERROR */
export function readGroupMap(input: Record<string, unknown>): Map<string, unknown> {
  const entries = Object.entries(input);
  if (entries.length > MAX_GROUPS)
    throw invalid('group_map', 'max_items', `Map at most ${MAX_GROUPS} groups.`);
  for (const [group] of entries) {
    if (group.length < 1 || group.length > 200 || group.includes('\0'))
      throw invalid('group_map', 'group_name', 'Send group names of 1 to 200 characters.');
  }
  return new Map(entries);
}

/** Returns the groups in a claim of an identity token. */
export function groupsOf(claim: unknown): string[] {
  const list = Array.isArray(claim) ? claim : [claim];
  return list.filter((group) => typeof group === 'string');
}

/**
 * Returns the roles of a member after a sign-in: mapped roles follow the groups, all other roles stay.
 * @param groupMap role ids by group name
 */
export function rolesAfter(
  held: readonly string[],
  groups: readonly string[],
  groupMap: Readonly<Record<string, string>>,
): string[] {
  const mapped = new Set(Object.values(groupMap));
  const brought = groups.flatMap((group) => (Object.hasOwn(groupMap, group) ? [groupMap[group]!] : []));
  const after = [...held.filter((role) => !mapped.has(role)), ...brought];
  // A sign-in never removes the last role; only an admin does.
  return after.length ? [...new Set(after)].sort() : [...held].sort();
}
