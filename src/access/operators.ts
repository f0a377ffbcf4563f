// Operators of the platform: their workspace, their roles and permissions, and what a risky call of theirs must state.
import { invalid, ServiceError } from '../errors.ts';
import type { Access } from './access.ts';
import { entityOf, type PermissionCatalogue } from './roles.ts';
import { assertSecondFactor } from './second-factor.ts';

/** The workspace of the platform itself; the records, audit and idempotency keys of operators belong to it. */
export const PLATFORM_WORKSPACE = '00000000-0000-7000-8000-000000000001';

export type OperatorRole = 'support' | 'engineer' | 'administrator';

/** The longest reason that the audit stores, in characters. */
export const MAX_REASON = 500;

/** The header that states why an operator makes a call. */
export const REASON_HEADER = 'x-operator-reason';

/** What operators of a role may do besides reading: entities with all of their actions, and single permissions. */
const GRANTS: Record<Exclude<OperatorRole, 'administrator'>, readonly string[]> = {
  support: ['platform_impersonations', 'platform_users.manage', 'platform_incidents'],
  engineer: [
    'platform_impersonations',
    'platform_users.manage',
    'platform_incidents',
    'platform_jobs',
    'platform_webhooks',
    'platform_ingress',
    'platform_limits',
    'platform_maintenance',
    'platform_flags',
  ],
};

/** Returns the permissions of an operator role (platform.md §5); tenant roles give none of them. */
export function operatorPermissions(role: OperatorRole, catalogue: PermissionCatalogue): Set<string> {
  const all = [...catalogue].flatMap(([permission, module]) => (module === 'admin' ? [permission] : []));
  if (role === 'administrator') return new Set(all);
  const granted = GRANTS[role];
  return new Set(
    all.filter(
      (permission) =>
        permission.endsWith('.read') ||
        granted.includes(permission) ||
        granted.includes(entityOf(permission)),
    ),
  );
}

/**
 * Returns what an operator may do, in the workspace of the platform (platform.md §10).
 * @throws ServiceError OPERATOR_REQUIRED; MFA_REQUIRED for a session without a second factor
 */
export function operatorRights(
  { operator_role: operatorRole, amr }: { operator_role: OperatorRole | null; amr: readonly string[] },
  catalogue: PermissionCatalogue,
) {
  if (!operatorRole) throw new ServiceError('OPERATOR_REQUIRED');
  assertSecondFactor(amr, 'Operators need a second factor; set one up and sign in with it.');
  return {
    tenantId: PLATFORM_WORKSPACE,
    operatorRole,
    permissions: operatorPermissions(operatorRole, catalogue),
  };
}

/**
 * Returns the refusal of a risky operator call without a reason (platform.md §10), or undefined.
 * @param reason the header X-Operator-Reason
 */
export function reasonRefusal(
  { principals, risk }: Access,
  reason: string | undefined,
): ServiceError | undefined {
  if (principals !== 'operator') return undefined;
  if (risk === 'risky' && !reason)
    return invalid(REASON_HEADER, 'required', 'State in the header X-Operator-Reason why you do this.');
  if (reason && reason.length > MAX_REASON)
    return invalid(REASON_HEADER, 'maxLength', `A reason has at most ${MAX_REASON} characters.`);
  return undefined;
}
