// Time-based one-time codes (RFC 6238: SHA-1, 6 digits, 30 seconds) and recovery codes, without storage.
import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const PERIOD = 30;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Accepted steps before and after the current one, for clocks that differ (platform.md §4). */
const WINDOW = 1;

const RECOVERY_CODE_COUNT = 10;
/** Crockford's base 32, which leaves out letters that look like digits; 16 characters hold 80 bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Generates a secret in the base 32 form that authenticators expect. */
export function makeSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the URL that an authenticator scans as a QR code. */
export function otpauthUrl(secret: string, email: string, issuer: string): string {
  return totpOf(secret, { label: email, issuer }).toString();
}

/** Returns the time step that a code belongs to, or undefined for a wrong code. */
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

/** Generates ten codes for the loss of the authenticator, such as `3f7k-9mzq-0c4t-xv2e` (platform.md §4). */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => ALPHABET[randomInt(32)]).join('')).join(
      '-',
    ),
  );
}
