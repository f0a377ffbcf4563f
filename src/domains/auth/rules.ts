// Pure rules of passwords, sessions and codes.
import { type FieldFault, invalid } from '../../errors.ts';

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;

/** The lifetimes of a session, and the time in which a refresh token may be repeated (platform.md §4). */
const IDLE_LIFETIME = 30 * DAY;
const ABSOLUTE_LIFETIME = 90 * DAY;
const REUSE_GRACE = 10 * SECOND;

/** Normalizes an address for storage and lookup: trimmed, NFKC, lower case (platform.md §4). */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

/**
 * Returns why a password may not be set, or undefined (platform.md §4).
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
  if (length < 12) return fault('min_length', 'A password needs at least 12 characters.');
  if (length > 128) return fault('max_length', 'A password may have at most 128 characters.');
  const lower = text.toLowerCase();
  if (lower === normalizeEmail(email))
    return fault('password_is_email', 'The password must not be your mail address.');
  // Repetitions such as `qwertyqwerty` are guessed as early as listed passwords, and no list holds them all.
  if (common.has(lower) || /^(.{1,8})\1+$/su.test(lower)) {
    return fault('password_common', 'This password is too easy to guess; choose another.');
  }
  return undefined;
}

/** Returns when a session expires if unused: 30 days from now or 90 days after its start, whichever is first. */
export function sessionExpiry(createdAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + IDLE_LIFETIME, createdAt.getTime() + ABSOLUTE_LIFETIME));
}

/** Returns whether a spent refresh token was used again so soon that its response was probably lost. */
export function isWithinGrace(spentAt: Date, now: Date): boolean {
  return now.getTime() - spentAt.getTime() <= REUSE_GRACE;
}

/** Returns a one-time or recovery code without spaces and hyphens, in lower case. */
export function normalizeCode(code: string): string {
  return code.normalize('NFKC').replace(/[\s-]/g, '').toLowerCase();
}

/** Validates the URL of a user's picture. @throws VALIDATION_ERROR https_url for anything but an https URL */
export function readAvatarUrl(text: string): string {
  const url = URL.parse(text.trim());
  if (url?.protocol !== 'https:' || url.username || url.password || url.href.length > 2048)
    throw invalid('avatar_url', 'https_url', 'Give an https URL, such as https://img.example/ada.png.');
  return url.href;
}
