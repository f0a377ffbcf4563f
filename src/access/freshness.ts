// How long a session counts as fresh after its person proved who they are, and which operations want that (platform.md §4).
import { ServiceError } from '../errors.ts';
import type { Access } from './access.ts';
import type { Principal } from './principal.ts';

/** platform.md §4. */
const FRESH_SECONDS = 900;

/** Modules whose risky operations want it; the routes of roles are part of settings. */
const GUARDED: ReadonlySet<string> = new Set(['settings', 'webhooks', 'admin']);

/** Until when the session counts as fresh; a refresh does not move it. */
export function freshUntil(authTime: Date): Date {
  return new Date(authTime.getTime() + FRESH_SECONDS * 1000);
}

/** Whether an operation asks for a fresh session: what is risky in the hands of admins and operators (platform.md §4). */
export function wantsFreshSession({ module, principals, risk }: Access): boolean {
  return isRiskyForAdmins({ principals, risk }) && GUARDED.has(module);
}

/** Whether an operation can refuse a session that is not fresh, for all or for some of its arguments. */
export function mayWantFreshSession(access: Access): boolean {
  return wantsFreshSession(access) || access.freshByArguments === true;
}

function isRiskyForAdmins({ principals, risk }: Pick<Access, 'principals' | 'risk'>): boolean {
  return risk === 'risky' && (principals === 'admin' || principals === 'operator');
}

/** The refusal of a call for which the session is not fresh enough (platform.md §1 step 12), or undefined. */
export function freshnessRefusal(access: Access, principal: Principal, now: Date): ServiceError | undefined {
  return wantsFreshSession(access) ? staleSession(principal, now) : undefined;
}

/** The refusal of a session that is not fresh; also for what only the arguments of a call make this risky. */
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
