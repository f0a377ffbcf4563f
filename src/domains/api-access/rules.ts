// Pure rules of API tokens (platform.md section 6).
import { invalid } from '../../errors.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The default and the longest lifetime of a token, and the default overlap of a rotation (platform.md section 6). */
const LIFETIME = 90 * DAY;
const MAX_LIFETIME = 365 * DAY;
export const OVERLAP_HOURS = 24;
/** How long a token outlives the membership of its owner. */
const ORPHAN_GRACE_PERIOD = 14 * DAY;

export type TokenStatus = 'active' | 'rotating' | 'expired' | 'revoked';

/** Days before expiry at which a notice is sent. */
export type Notice = 14 | 3 | 0;

interface TokenLifetime {
  expiresAt: Date;
  revokedAt: Date | null;
  previousSecretExpiresAt: Date | null;
}

/** Returns the status of a token at a time; revocation and expiry are final. */
export function statusOf(
  { expiresAt, revokedAt, previousSecretExpiresAt }: TokenLifetime,
  now: Date,
): TokenStatus {
  if (revokedAt) return 'revoked';
  if (expiresAt <= now) return 'expired';
  return previousSecretExpiresAt && previousSecretExpiresAt > now ? 'rotating' : 'active';
}

/** Returns when a token expires by default. */
export function defaultExpiry(now: Date): Date {
  return new Date(now.getTime() + LIFETIME);
}

/** Throws for an expiry in the past or more than a year ahead. @throws VALIDATION_ERROR */
export function assertExpiry(expiresAt: Date, now: Date): void {
  if (expiresAt <= now)
    throw invalid('expires_at', 'past', 'Give an expiry in the future; to end the token now, revoke it.');
  if (expiresAt.getTime() - now.getTime() > MAX_LIFETIME)
    throw invalid('expires_at', 'maximum', 'Give an expiry within the next 365 days.');
}

/** Returns the end of the overlap, during which both secrets are valid. */
export function overlapEnd(hours: number, now: Date): Date {
  return new Date(now.getTime() + hours * HOUR);
}

/** Returns the notice that is due, or null while the expiry is more than 14 days away. */
export function noticeDue(expiresAt: Date, now: Date): Notice | null {
  const remaining = expiresAt.getTime() - now.getTime();
  if (remaining <= 0) return 0;
  if (remaining <= 3 * DAY) return 3;
  return remaining <= 14 * DAY ? 14 : null;
}

/** Returns when a token is revoked whose owner left at `since`. */
export function orphanRevocationDate(since: Date): Date {
  return new Date(since.getTime() + ORPHAN_GRACE_PERIOD);
}

/** Returns the time before which an owner must have left for the token to be revoked now. */
export function orphanCutoff(now: Date): Date {
  return new Date(now.getTime() - ORPHAN_GRACE_PERIOD);
}
