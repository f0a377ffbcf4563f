// The rules of passwords and sessions that need no database: pure, the clock is passed in.
import type { FieldFault } from '../../errors.ts';

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;

/** platform.md §4. */
const IDLE_LIFETIME = 30 * DAY;
const ABSOLUTE_LIFETIME = 90 * DAY;
const REUSE_GRACE = 10 * SECOND;

/** How an address is stored and looked up: trimmed, NFKC, lower case (platform.md §4). */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

/**
 * Why a password may not be set, or undefined (platform.md §4).
 * @param common the bundled list, in lower case
 */
export function passwordFault(
  password: string,
  email: string,
  common: ReadonlySet<string>,
  path = 'password',
): FieldFault | undefined {
  const text = password.normalize('NFKC');
  const length = [...text].length;
  const fault = (rule: string, message: string): FieldFault => ({ path, rule, message });
  if (length < 12) return fault('min_length', 'A password has at least 12 characters.');
  if (length > 128) return fault('max_length', 'A password has at most 128 characters.');
  const lower = text.toLowerCase();
  if (lower === normalizeEmail(email))
    return fault('password_is_email', 'A password may not be the mail address.');
  // `qwertyqwerty`: guessed as early as the words of the list, and a list cannot hold them all.
  if (common.has(lower) || /^(.{1,8})\1+$/su.test(lower)) {
    return fault('password_common', 'This password is among the first that are guessed; choose another.');
  }
  return undefined;
}

/** When a session ends unless it is used again: 30 days from now, 90 from its beginning, whichever is first. */
export function sessionExpiry(createdAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + IDLE_LIFETIME, createdAt.getTime() + ABSOLUTE_LIFETIME));
}

/** Whether a spent refresh token is a repeat whose answer got lost, rather than a theft. */
export function isWithinGrace(spentAt: Date, now: Date): boolean {
  return now.getTime() - spentAt.getTime() <= REUSE_GRACE;
}
