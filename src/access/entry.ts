// Checks that a session meets the requirements of a workspace: second factor, idle time, single sign-on (platform.md
// §4, §5).
import { ServiceError } from '../errors.ts';
import { assertSecondFactor } from './second-factor.ts';
import { invalidToken } from './signing-keys.ts';

/** A session and the workspace that it enters. */
interface SessionEntry {
  amr: string[];
  last_active_at: Date | null;
  require_mfa: boolean;
  session_idle_minutes: number | null;
  sso_tenant_id: string | null;
  sso_enforced: boolean;
  tenant_slug: string;
}

/**
 * Checks the second factor and the idle time of a session (platform.md §5).
 * @throws ServiceError MFA_REQUIRED, TOKEN_EXPIRED
 */
export function checkSession(row: SessionEntry, authTime: Date, now: Date): void {
  if (row.require_mfa)
    assertSecondFactor(row.amr, 'This workspace requires a second factor; set one up and sign in with it.');
  const active = Math.max(authTime.getTime(), row.last_active_at?.getTime() ?? 0);
  if (row.session_idle_minutes && now.getTime() - active > row.session_idle_minutes * 60_000) {
    throw invalidToken(
      'TOKEN_EXPIRED',
      'The session was idle for longer than the workspace allows; sign in again.',
    );
  }
}

/**
 * Checks single sign-on: a session of an identity provider is valid only in the workspace of that provider. Where
 * single sign-on is enforced, owners may still sign in by password, so that they can repair the connection.
 * @throws ServiceError TENANT_ACCESS_DENIED, SSO_REQUIRED
 */
export function checkSso(
  { sso_tenant_id: ssoTenantId, sso_enforced: enforced, tenant_slug: slug }: SessionEntry,
  tenantId: string,
  roles: string[],
): void {
  if (ssoTenantId && ssoTenantId !== tenantId)
    throw new ServiceError(
      'TENANT_ACCESS_DENIED',
      'This session was opened by single sign-on of another workspace; sign in again to enter this one.',
    );
  if (enforced && !ssoTenantId && !roles.includes('owner'))
    throw new ServiceError('SSO_REQUIRED', undefined, { details: { path: `/api/auth/sso/${slug}` } });
}
