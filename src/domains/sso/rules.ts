// The rules of single sign-on that need no database and no provider (platform.md §4).
import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import { invalid, ServiceError } from '../../errors.ts';

/** Algorithms of identity tokens that are accepted, whatever the provider offers. */
export const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
/** Seconds that the clocks of provider and service may differ. */
export const CLOCK_TOLERANCE = 60;
/** How long a sign-in may take at the provider. */
export const ATTEMPT_LIFETIME = 600_000;
export const MAX_GROUPS = 100;

/** Why a sign-in was refused, as far as it may be told (platform.md §2). */
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

const MENDS: Record<SsoFault, string> = {
  state_invalid: 'This sign-in is unknown, used or older than 10 minutes; start again.',
  connection_disabled: 'Single sign-on is switched off in this workspace; sign in another way.',
  provider_refused: 'The identity provider refused the code; start again.',
  provider_unavailable: 'The identity provider does not answer; try again later.',
  token_invalid: 'The identity token is not one that this service accepts; ask who runs the provider.',
  signature_invalid: 'The identity token is not signed by a key of the provider; ask who runs it.',
  issuer_mismatch: 'The identity token is from another issuer; ask an admin to compare the connection.',
  audience_mismatch: 'The identity token is for another client; ask an admin to compare the client id.',
  nonce_mismatch: 'The identity token belongs to another sign-in; start again.',
  token_expired: 'The identity token is outside of its time; start again, and check the clocks.',
  proof_too_old: 'The identity provider did not ask who you are recently enough; start again.',
  mail_unverified: 'The identity provider does not vouch for your mail address; ask who runs it.',
  domain_unproven: 'Your mail domain is not one that this workspace has proven; ask an admin.',
  not_a_member: 'You are no member of this workspace; ask an admin for an invitation.',
  account_closed: 'Your account is closed; ask an admin.',
  other_person: 'The identity provider named somebody else; sign in there as yourself.',
};

/** The refusal of a sign-in. */
export function ssoFailed(reason: SsoFault): ServiceError {
  return new ServiceError('SSO_FAILED', MENDS[reason], { details: { reason } });
}

/** A mail domain in the form in which it is compared. @throws VALIDATION_ERROR for what is none */
export function normalizeDomain(text: string, path = 'domains'): string {
  const domain = domainToASCII(text.trim().replace(/\.$/, '')).toLowerCase();
  if (
    domain.length > 253 ||
    // Nobody owns the whole of co.uk.
    !parse(domain).domain ||
    !/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(domain)
  )
    throw invalid(path, 'domain', 'Give mail domains such as example.com.');
  return domain;
}

/** The domain of an address, as `normalizeDomain` writes it. */
export function domainOf(email: string): string {
  return domainToASCII(email.slice(email.lastIndexOf('@') + 1)).toLowerCase();
}

/** Where the provider may send a browser back to. @throws VALIDATION_ERROR for any other place */
export function readRedirectUri(text: string, allowedOrigins: readonly string[]): string {
  const refuse = (rule: string, message: string) => invalid('redirect_uri', rule, message);
  if (!URL.canParse(text)) throw refuse('url', 'Give an absolute URL.');
  const url = new URL(text);
  if (url.search || url.hash || url.username || url.password)
    throw refuse('url', 'Give a URL without user, query and fragment.');
  if (!allowedOrigins.includes(url.origin))
    throw refuse('allowed_origin', `The URL must be on ${allowedOrigins.join(' or ')}.`);
  return url.href;
}

/** Group name to role id as it was given. @throws VALIDATION_ERROR naming the member */
export function readGroupMap(given: Record<string, unknown>): Map<string, unknown> {
  const entries = Object.entries(given);
  if (entries.length > MAX_GROUPS)
    throw invalid('group_map', 'max_items', `Map at most ${MAX_GROUPS} groups.`);
  for (const [group] of entries) {
    if (group.length < 1 || group.length > 200 || group.includes('\0'))
      throw invalid('group_map', 'group_name', 'The name of a group has 1 to 200 characters.');
  }
  return new Map(entries);
}

/** The groups that an identity token brings. */
export function groupsOf(claim: unknown): string[] {
  const list = Array.isArray(claim) ? claim : [claim];
  return list.filter((group) => typeof group === 'string');
}

/**
 * The roles of a member after a sign-in: those that the map speaks of follow the groups, all others stay.
 * @param groupMap group name to role id
 */
export function rolesAfter(
  held: readonly string[],
  groups: readonly string[],
  groupMap: Readonly<Record<string, string>>,
): string[] {
  const mapped = new Set(Object.values(groupMap));
  const brought = groups.flatMap((group) => (Object.hasOwn(groupMap, group) ? [groupMap[group]!] : []));
  const after = [...held.filter((role) => !mapped.has(role)), ...brought];
  // Nobody is left without a role: that is for an admin to decide.
  return after.length ? [...new Set(after)].sort() : [...held].sort();
}
