// What a caller may write of a role: grants that exist, and that the caller holds (platform.md section 5).

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

/** What a caller may write; absent leaves alone. */
export interface RoleInput {
  name?: string | null;
  description?: string | null;
  grants?: string[] | null;
  recordScope?: Record<string, unknown> | null;
  /** Only on creation. */
  copyRoleId?: string | null;
}

/** @throws VALIDATION_ERROR required */
export function readName(name: string | null | undefined): string {
  const text = name?.replace(/\s+/gu, ' ').trim();
  if (!text) throw invalid('name', 'required', 'A role has a name.');
  return text;
}

/**
 * Grants as they are stored: each once, with what every role holds.
 * @throws VALIDATION_ERROR exists for each that names nothing which a role can hold
 */
export function readGrants(ctx: TenantContext, given: readonly string[]): string[] {
  const catalogue = ctx.services.permissions;
  const fields: FieldFault[] = given.flatMap((grant, index) => {
    if (expandGrants([grant], catalogue).size > 0) return [];
    const message = `There is no permission ${grant}; see GET /api/roles/permissions.`;
    return [{ path: `grants[${index}]`, rule: 'exists', message }];
  });
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
  const held = expandGrants(given, catalogue);
  const missing = BASELINE.filter((permission) => catalogue.has(permission) && !held.has(permission));
  return [...new Set([...given, ...missing])].sort();
}

/**
 * Whose records a role reaches, by entity.
 * @throws VALIDATION_ERROR for an entity without records to change, or a scope that is neither all nor own
 */
export function readRecordScope(ctx: TenantContext, given: Record<string, unknown>): RecordScopes {
  const entities = entitiesOf(ctx.services.permissions);
  const fields: FieldFault[] = [];
  for (const [entity, scope] of Object.entries(given)) {
    const path = `record_scope.${entity.slice(0, 60)}`;
    if (entity !== '*' && !entities.has(entity))
      fields.push({
        path,
        rule: 'exists',
        message: 'There is no such entity; give one such as deals, or *.',
      });
    else if (scope !== 'all' && scope !== 'own')
      fields.push({ path, rule: 'enum', message: 'Give all or own.' });
  }
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
  return given as RecordScopes;
}

function entitiesOf(catalogue: PermissionCatalogue): Set<string> {
  const changing = [...catalogue].filter(
    ([permission, module]) => module !== 'admin' && /\.(update|delete)$/.test(permission),
  );
  return new Set(changing.map(([permission]) => entityOf(permission)));
}

/**
 * Refuses to put into a role what the caller does not hold. The one exception: an owner may give the right to private
 * notes without holding it (spec README point 2).
 * @throws PERMISSION_DENIED, naming the first permission that is missing
 */
export function assertMayGrant(principal: Principal, permissions: ReadonlySet<string>): void {
  const excepted = principal.roles.includes('owner') ? new Set(PRIVATE) : new Set<string>();
  assertHolds(principal, permissions.difference(excepted));
}

/** Refuses to hand on what the caller does not hold (platform.md section 5). @throws PERMISSION_DENIED as above */
export function assertHolds(principal: Principal, permissions: ReadonlySet<string>): void {
  const [missing] = permissions.difference(principal.permissions as Set<string>);
  if (missing) throw permissionDenied(missing);
}
