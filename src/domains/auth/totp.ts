// One-time codes by time (RFC 6238: SHA-1, 6 digits, 30 seconds) and recovery codes, without their storage.
import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const PERIOD = 30;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Steps before and after the present one, for clocks that differ (platform.md §4). */
const WINDOW = 1;

const RECOVERY_CODES = 10;
/** Without letters that read like digits or like each other: Crockford's base 32, 80 bits in 16 of them. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A new secret, as authenticators take it. */
export function makeSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What an authenticator scans. */
export function otpauthUrl(secret: string, email: string, issuer: string): string {
  return totpOf(secret, { label: email, issuer }).toString();
}

/** The step of time that a code belongs to, or undefined for a wrong one. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD) + delta;
}

function totpOf(secret: string, names: { label?: string; issuer?: string } = {}): TOTP {
  return new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD,
  });
}

/** Ten codes for whoever loses the authenticator, such as `3f7k-9mzq-0c4t-xv2e` (platform.md §4). */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => ALPHABET[randomInt(32)]).join('')).join(
      '-',
    ),
  );
}
