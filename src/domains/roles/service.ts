// Roles: the fixed system roles and the custom roles of a workspace (platform.md section 5).
import { v7 as uuid } from 'uuid';
import { announceChange } from '../../access/purge.ts';
import { expandGrants, grantsIn, permissionsOf, recordScopeOf } from '../../access/roles.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { keyFrom } from '../keys.ts';
import { partKind } from '../records/kind.ts';
import { changeRecord, insertRecord, type Locked, lockRecord } from '../records/verbs.ts';
import { assertMayGrant, type RoleInput, readGrants, readName, readRecordScope } from './input.ts';
import { roleListing } from './loaders.ts';
import { findRole } from './look-up.ts';
import { Role } from './model.ts';
import { assertUnused } from './references.ts';

const roleKind = partKind({ model: Role, title: 'name' });

export { listPermissions } from './permissions.ts';

/** Returns a page of roles, by name. */
export function listRoles(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Role>> {
  return listPage<Role>(ctx, roleListing, { ...args, sort: args.sort ?? ['name'] }, lookahead);
}

/** Returns the grants of a role, as permission names and wildcards. */
export function grantsOfRole(role: Role, ctx: TenantContext): string[] {
  return grantsIn(role, ctx.services.permissions);
}

/** Returns every permission of a role. */
export function permissionsOfRole(role: Role, ctx: TenantContext): string[] {
  return [...permissionsOf([role], ctx.services.permissions)].sort();
}

/** Returns the record scope of a role. */
export const scopeOfRole = (role: Role) => recordScopeOf(role);

/**
 * Creates a role from grants or as a copy of another role.
 * @throws VALIDATION_ERROR, PERMISSION_DENIED for grants that the caller does not hold
 */
export async function createRole(ctx: TenantContext, input: RoleInput): Promise<Role> {
  const name = readName(input.name);
  const source = input.copyRoleId == null ? undefined : await findRole(ctx, input.copyRoleId);
  if (input.copyRoleId != null && !source)
    throw invalid('copy_role_id', 'exists', 'There is no role with this id.');
  const requestedGrants = input.grants ?? (source && grantsOfRole(source, ctx));
  if (!requestedGrants)
    throw invalid('grants', 'required', 'Send grants, or copy_role_id to copy another role.');
  const grants = readGrants(ctx, requestedGrants);
  assertMayGrant(ctx.principal, expandGrants(grants, ctx.services.permissions));
  const scope = input.recordScope ?? (source && recordScopeOf(source)) ?? {};
  // The lock serializes creation, so that keys are unique in the workspace.
  await ctx.tx.rows('select pg_advisory_xact_lock(hashtext($1))', [`roles:${ctx.tenantId}`]);
  const existing = await Role.of(ctx).select('key');
  return insertRecord(ctx, roleKind, {
    id: uuid(),
    key: keyFrom(name, new Set(existing.map(({ key }) => key)), 'role'),
    name,
    description: input.description ?? source?.description ?? '',
    grants,
    recordScope: readRecordScope(ctx, scope),
  });
}

/**
 * Changes a custom role, with immediate effect for its holders on every process.
 * @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT system_role, VALIDATION_ERROR, PERMISSION_DENIED for added
 *   grants that the caller does not hold
 */
export async function updateRole(
  ctx: TenantContext,
  id: string,
  input: RoleInput,
  expectedVersion?: number | null,
): Promise<Role> {
  const before = await lockCustomRole(ctx, id, expectedVersion);
  if (input.copyRoleId !== undefined)
    throw invalid(
      'copy_role_id',
      'unexpected',
      'A role can copy another one only on creation; send grants instead.',
    );
  const patch: Partial<Role> = {};
  if (input.name !== undefined) patch.name = readName(input.name);
  if (input.description !== undefined) patch.description = input.description ?? '';
  if (input.grants !== undefined) {
    patch.grants = readGrants(ctx, input.grants ?? []);
    const catalogue = ctx.services.permissions;
    const held = expandGrants(before.grants, catalogue);
    assertMayGrant(ctx.principal, expandGrants(patch.grants, catalogue).difference(held));
  }
  if (input.recordScope !== undefined) patch.recordScope = readRecordScope(ctx, input.recordScope ?? {});
  const after = await changeRecord(ctx, roleKind, before, patch);
  if (after !== before) await announceChange(ctx, ctx.tenantId);
  return after;
}

/**
 * Deletes a custom role permanently.
 * @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT system_role, RESOURCE_IN_USE if it is used
 */
export async function deleteRole(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<{ id: string; deletedAt: Date }> {
  const role = await lockCustomRole(ctx, id, expectedVersion);
  await assertUnused(ctx, id);
  await ctx.db('roles').where({ tenant_id: ctx.tenantId, id }).delete();
  await emit(ctx, 'role.deleted', { object: role, label: role.name, before: role.toJSON(), links: [] });
  return { id, deletedAt: ctx.now };
}

async function lockCustomRole(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Locked<Role>> {
  const role = await lockRecord(ctx, roleKind, id, { expectedVersion: expectedVersion ?? null });
  if (role.isSystem) {
    fail('CONFLICT', 'System roles cannot be changed; create a copy with copy_role_id.', {
      details: { reason: 'system_role' },
    });
  }
  return role;
}
