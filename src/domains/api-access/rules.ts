// The rules of API tokens that need no database: pure, the clock is passed in (platform.md section 6).
import { invalid } from '../../errors.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** platform.md section 6. */
const LIFETIME = 90 * DAY;
const LONGEST_LIFETIME = 365 * DAY;
export const OVERLAP_HOURS = 24;
/** How long a token outlives the membership of the person who answers for it. */
const WITHOUT_OWNER = 14 * DAY;

export type TokenStatus = 'active' | 'rotating' | 'expired' | 'revoked';

/** Days before its end at which a token is spoken of. */
export type Notice = 14 | 3 | 0;

interface Ends {
  expiresAt: Date;
  revokedAt: Date | null;
  previousSecretExpiresAt: Date | null;
}

/** What a token is at a moment; a revocation is final, and so is its end. */
export function statusOf({ expiresAt, revokedAt, previousSecretExpiresAt }: Ends, now: Date): TokenStatus {
  if (revokedAt) return 'revoked';
  if (expiresAt <= now) return 'expired';
  return previousSecretExpiresAt && previousSecretExpiresAt > now ? 'rotating' : 'active';
}

/** When a token ends where nothing else is said. */
export function defaultExpiry(now: Date): Date {
  return new Date(now.getTime() + LIFETIME);
}

/** @throws VALIDATION_ERROR for an end that is past, or more than a year away */
export function assertExpiry(expiresAt: Date, now: Date): void {
  if (expiresAt <= now)
    throw invalid('expires_at', 'past', 'A token ends in the future; revoke it to end it now.');
  if (expiresAt.getTime() - now.getTime() > LONGEST_LIFETIME)
    throw invalid('expires_at', 'maximum', 'A token lives 365 days at most; rotate it then.');
}

/** The end of the overlap in which both secrets are good. */
export function overlapEnd(hours: number, now: Date): Date {
  return new Date(now.getTime() + hours * HOUR);
}

/** The notice whose time has come, or null while the end is far. */
export function noticeDue(expiresAt: Date, now: Date): Notice | null {
  const left = expiresAt.getTime() - now.getTime();
  if (left <= 0) return 0;
  if (left <= 3 * DAY) return 3;
  return left <= 14 * DAY ? 14 : null;
}

/** When a token whose owner has left is revoked. */
export function endWithoutOwner(since: Date): Date {
  return new Date(since.getTime() + WITHOUT_OWNER);
}

/** Tokens whose owner left before this moment are to be revoked. */
export function goneBefore(now: Date): Date {
  return new Date(now.getTime() - WITHOUT_OWNER);
}
