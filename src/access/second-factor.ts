// Sessions that were opened with a second factor.
import { ServiceError } from '../errors.ts';

/** Authentication methods that count as a second factor (RFC 8176). */
export const SECOND_FACTORS: readonly string[] = ['mfa', 'otp', 'hwk', 'swk'];

/** Checks that a session was opened with a second factor. @throws ServiceError MFA_REQUIRED */
export function assertSecondFactor(amr: readonly string[], message: string): void {
  if (amr.some((method) => SECOND_FACTORS.includes(method))) return;
  throw new ServiceError('MFA_REQUIRED', message, { details: { methods: ['totp'] } });
}
