// Reads and validates the input of roles: grants must exist, and the caller must hold them (platform.md section 5).

import { permissionDenied } from '../../access/check.ts';
import type { Principal } from '../../access/principal.ts';
import {
  BASELINE,
  entityOf,
  expandGrants,
  type PermissionCatalogue,
  PRIVATE,
  type RecordScopes,
} from '../../access/roles.ts';
import type { TenantContext } from '../../context.ts';
import { type FieldFault, invalid, ServiceError } from '../../errors.ts';

/** The fields of a role that a caller can set; absent fields stay unchanged. */
export interface RoleInput {
  name?: string | null;
  description?: string | null;
  grants?: string[] | null;
  recordScope?: Record<string, unknown> | null;
  /** Only on creation. */
  copyRoleId?: string | null;
}

/** Reads the name of a role. @throws VALIDATION_ERROR required */
export function readName(name: string | null | undefined): string {
  const text = name?.replace(/\s+/gu, ' ').trim();
  if (!text) throw invalid('name', 'required', 'Send a name for the role.');
  return text;
}

/**
 * Validates grants, removes repeats and adds the permissions that every role has.
 * @throws VALIDATION_ERROR exists for each grant that matches no permission
 */
export function readGrants(ctx: TenantContext, input: readonly string[]): string[] {
  const catalogue = ctx.services.permissions;
  const fields: FieldFault[] = input.flatMap((grant, index) => {
    if (expandGrants([grant], catalogue).size > 0) return [];
    const message = `There is no permission named ${grant}; see GET /api/roles/permissions.`;
    return [{ path: `grants[${index}]`, rule: 'exists', message }];
  });
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
  const held = expandGrants(input, catalogue);
  const missing = BASELINE.filter((permission) => catalogue.has(permission) && !held.has(permission));
  return [...new Set([...input, ...missing])].sort();
}

/**
 * Validates the record scope of a role: whose records it may change, by entity.
 * @throws VALIDATION_ERROR for an unknown entity, or a scope other than all and own
 */
export function readRecordScope(ctx: TenantContext, input: Record<string, unknown>): RecordScopes {
  const entities = entitiesOf(ctx.services.permissions);
  const fields: FieldFault[] = [];
  for (const [entity, scope] of Object.entries(input)) {
    const path = `record_scope.${entity.slice(0, 60)}`;
    if (entity !== '*' && !entities.has(entity))
      fields.push({
        path,
        rule: 'exists',
        message: 'There is no such entity; send an entity such as deals, or *.',
      });
    else if (scope !== 'all' && scope !== 'own')
      fields.push({ path, rule: 'enum', message: 'Send all or own.' });
  }
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
  return input as RecordScopes;
}

function entitiesOf(catalogue: PermissionCatalogue): Set<string> {
  const changing = [...catalogue].filter(
    ([permission, module]) => module !== 'admin' && /\.(update|delete)$/.test(permission),
  );
  return new Set(changing.map(([permission]) => entityOf(permission)));
}

/**
 * Refuses grants that the caller does not hold. As the only exception, an owner may grant access to private notes
 * without having it (spec README point 2).
 * @throws PERMISSION_DENIED with the first missing permission
 */
export function assertMayGrant(principal: Principal, permissions: ReadonlySet<string>): void {
  const exceptions = principal.roles.includes('owner') ? new Set(PRIVATE) : new Set<string>();
  assertHolds(principal, permissions.difference(exceptions));
}

/** Refuses permissions that the caller does not hold (platform.md section 5). @throws PERMISSION_DENIED as above */
export function assertHolds(principal: Principal, permissions: ReadonlySet<string>): void {
  const [missing] = permissions.difference(principal.permissions as Set<string>);
  if (missing) throw permissionDenied(missing);
}
