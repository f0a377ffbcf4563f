// Defines how long a session is fresh after authentication, and which operations require a fresh one (platform.md §4).
import { ServiceError } from '../errors.ts';
import type { Access } from './access.ts';
import type { Principal } from './principal.ts';

/** platform.md §4. */
const FRESH_SECONDS = 900;

/** Modules whose risky operations require a fresh session; the operations on roles belong to settings. */
const GUARDED: ReadonlySet<string> = new Set(['settings', 'webhooks', 'billing', 'admin']);

/** Returns until when the session is fresh; a refresh does not extend it. */
export function freshUntil(authTime: Date): Date {
  return new Date(authTime.getTime() + FRESH_SECONDS * 1000);
}

/**
 * Returns whether an operation requires a fresh session: the risky operations of admins and operators (platform.md §4).
 */
export function wantsFreshSession({ module, principals, risk }: Access): boolean {
  return isRiskyForAdmins({ principals, risk }) && GUARDED.has(module);
}

/** Returns whether an operation can require a fresh session, for all or for some of its arguments. */
export function mayWantFreshSession(access: Access): boolean {
  return wantsFreshSession(access) || access.freshByArguments === true;
}

function isRiskyForAdmins({ principals, risk }: Pick<Access, 'principals' | 'risk'>): boolean {
  return risk === 'risky' && (principals === 'admin' || principals === 'operator');
}

/** Returns the refusal of a call that needs a fresher session (platform.md §1 step 12), or undefined. */
export function freshnessRefusal(access: Access, principal: Principal, now: Date): ServiceError | undefined {
  return wantsFreshSession(access) ? staleSession(principal, now) : undefined;
}

/** Returns the refusal of a session that is not fresh. Services call it for arguments that make a call risky. */
export function staleSession({ authTime }: Principal, now: Date): ServiceError | undefined {
  if (authTime && now <= freshUntil(authTime)) return undefined;
  return new ServiceError('FRESH_SESSION_REQUIRED', undefined, {
    details: {
      max_age_seconds: FRESH_SECONDS,
      authenticated_at: authTime?.toISOString() ?? null,
      path: '/api/auth/re-authenticate',
    },
  });
}
