// Decides whether a principal may use a field or an operation, for every surface.
import { ServiceError } from '../errors.ts';
import { loadObjectTypes } from '../sdl/type-defs.ts';
import { type Access, accessOf } from './access.ts';
import { impersonationRefusal } from './impersonation.ts';
import type { Principal } from './principal.ts';

/** Modules that cannot be switched off (platform.md §3). */
export const ALWAYS_ON: ReadonlySet<string> = new Set([
  'auth',
  'settings',
  'dashboard',
  'activities',
  'admin',
]);

/**
 * Returns the refusal of a call, checked in the order of platform.md §1 steps 4 to 10, or undefined if the call is
 * allowed. A pure function: everything it needs is in the principal.
 */
export function refusal(access: Access, principal: Principal): ServiceError | undefined {
  if (access.principals === 'public' || access.principals === 'ingress') return undefined;
  if (principal.kind === 'anonymous') {
    return new ServiceError('UNAUTHENTICATED', undefined, { headers: { 'www-authenticate': 'Bearer' } });
  }
  const impersonated = principal.impersonation && impersonationRefusal(access, principal.impersonation);
  if (impersonated) return impersonated;
  const human = principal.kind === 'user';
  if (!human && access.principals !== 'tenant') return new ServiceError('HUMAN_REQUIRED');
  if (access.principals === 'user' && access.module === 'auth') return undefined;
  const isOperator = principal.operatorRole !== undefined;
  if (access.principals === 'operator' && !isOperator) return new ServiceError('OPERATOR_REQUIRED');
  if (access.principals !== 'operator' && isOperator)
    return new ServiceError(
      'TENANT_ACCESS_DENIED',
      'Operators have no access to workspaces; start an impersonation.',
    );
  if (!principal.tenantId) return new ServiceError('TENANT_REQUIRED');
  const { module, permission, scope, anyScope } = access;
  if (!principal.modules.has(module) && !ALWAYS_ON.has(module)) {
    return new ServiceError(
      'FEATURE_DISABLED',
      `The module ${module} is switched off; ask for it to be enabled.`,
      {
        details: { module, flag: `modules.${module}`, level: principal.moduleLevel(module) },
      },
    );
  }
  if (module === 'assistant' && !principal.assistantEnabled && !isSetting(access))
    return new ServiceError('ASSISTANT_DISABLED');
  if (
    access.principals === 'admin' &&
    !principal.roles.includes('owner') &&
    !principal.roles.includes('admin')
  ) {
    return new ServiceError('PERMISSION_DENIED', 'Only an owner or admin of the workspace may do this.', {
      details: { required_role: 'admin' },
    });
  }
  if (permission && !principal.permissions.has(permission)) return permissionDenied(permission);
  if (scope && principal.scopes && !principal.scopes.has(scope)) return scopeMissing([scope]);
  if (anyScope && principal.scopes && !anyScope.some((one) => principal.scopes!.has(one)))
    return scopeMissing(anyScope, 'or');
  return principal.subscription.status === 'restricted' && !isOpenWhileRestricted(access)
    ? new ServiceError('SUBSCRIPTION_RESTRICTED')
    : undefined;
}

/**
 * Whether an operation works while renewals of the subscription stay unpaid: reading, exporting, and everything that ends
 * the restriction (delivery.md section 8).
 */
export function isOpenWhileRestricted({ risk, module, permission }: Access): boolean {
  return (
    risk === 'read' || module === 'billing' || module === 'auth' || permission?.endsWith('.export') === true
  );
}

/**
 * Whether this operation works while the assistant is off: reading its settings and switching it on again (service.md
 * 4.2).
 */
function isSetting({ permission }: Access): boolean {
  return permission === undefined || permission === 'assistant.manage';
}

export function permissionDenied(permission: string): ServiceError {
  return new ServiceError(
    'PERMISSION_DENIED',
    `The role lacks the permission ${permission}; ask an owner for it.`,
    {
      details: { required_permission: permission },
    },
  );
}

/** @param joined `or` if one of the scopes is enough */
export function scopeMissing(scopes: string[], joined: 'and' | 'or' = 'and'): ServiceError {
  return new ServiceError(
    'SCOPE_MISSING',
    `The token lacks ${scopes.join(` ${joined} `)}; ask for a token that has it.`,
    {
      details: { required_scopes: scopes },
    },
  );
}

/**
 * Returns the refusal of a change without a version, if the operation or the workspace requires one (platform.md §3).
 * @param version the given version; null and undefined mean none
 */
export function preconditionRefusal(
  { policy }: Principal,
  { requiresVersion }: Access,
  version: unknown,
): ServiceError | undefined {
  if (!(requiresVersion || policy.requireIfMatch) || (version !== undefined && version !== null))
    return undefined;
  return new ServiceError('PRECONDITION_REQUIRED');
}

/** Returns whether a caller may read the records of a type: its module, permission and scope. */
export function mayReadType(type: string, principal: Principal): boolean {
  const access = accessOf(loadObjectTypes().get(type)!.definition, 'query');
  return !access || !refusal(access, principal);
}
