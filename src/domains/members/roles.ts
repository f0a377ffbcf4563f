// Loads and sets the roles of members and invitations.
import { PRIVATE, permissionsOf } from '../../access/roles.ts';
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { assertMayGrant, type GrantableRole } from './rules.ts';

/** The table that assigns roles to members or invitations. */
type RoleTable =
  | { table: 'membership_roles'; column: 'membership_id' }
  | { table: 'invitation_roles'; column: 'invitation_id' };

export const MEMBER_ROLES: RoleTable = { table: 'membership_roles', column: 'membership_id' };
export const INVITATION_ROLES: RoleTable = { table: 'invitation_roles', column: 'invitation_id' };

interface RoleRow {
  id: string;
  key: string;
  grants: string[];
  is_system: boolean;
}

/** Loads roles with their permissions. @throws VALIDATION_ERROR exists for an id that is no role of the workspace */
export async function findRoles(ctx: TenantContext, ids: readonly string[]): Promise<GrantableRole[]> {
  const uniqueIds = [...new Set(ids)];
  const rows = await ctx.tx.rows<RoleRow>(
    'select id, key, grants, is_system from roles where tenant_id = $1 and id = any($2) order by key',
    [ctx.tenantId, uniqueIds],
  );
  if (rows.length < uniqueIds.length)
    throw invalid(
      'role_ids',
      'exists',
      'The workspace has no role with this id; list the roles to find their ids.',
    );
  return rows.map((row) => grantable(ctx, row));
}

/** Loads a system role of the workspace. */
export async function systemRole(ctx: TenantContext, key: 'owner' | 'admin'): Promise<GrantableRole> {
  const [row] = await ctx.tx.rows<RoleRow>(
    'select id, key, grants, is_system from roles where tenant_id = $1 and key = $2 and is_system',
    [ctx.tenantId, key],
  );
  return grantable(ctx, row!);
}

/** Loads the roles of a member or an invitation. */
export async function rolesOf(
  ctx: TenantContext,
  { table, column }: RoleTable,
  id: string,
): Promise<GrantableRole[]> {
  const rows = await ctx.tx.rows<RoleRow>(
    `select r.id, r.key, r.grants, r.is_system from ${table} h join roles r on r.tenant_id = h.tenant_id and r.id = h.role_id
     where h.tenant_id = $1 and h.${column} = $2 order by r.key`,
    [ctx.tenantId, id],
  );
  return rows.map((row) => grantable(ctx, row));
}

function grantable(ctx: TenantContext, { id, key, grants, is_system: isSystem }: RoleRow): GrantableRole {
  return { id, key, permissions: permissionsOf([{ key, grants, isSystem }], ctx.services.permissions) };
}

/** Refuses roles with permissions that the caller lacks. @throws PERMISSION_DENIED */
export function assertGrant(ctx: TenantContext, granted: readonly GrantableRole[]): void {
  assertMayGrant(granted, ctx.principal, PRIVATE);
}

/** Sets the roles of a member or an invitation, removing all others. */
export async function setRoles(
  ctx: TenantContext,
  { table, column }: RoleTable,
  id: string,
  roles: readonly GrantableRole[],
): Promise<void> {
  const ids = roles.map((role) => role.id);
  await ctx.tx.rows(
    `delete from ${table} where tenant_id = $1 and ${column} = $2 and not role_id = any($3)`,
    [ctx.tenantId, id, ids],
  );
  await ctx.tx.rows(
    `insert into ${table} (tenant_id, ${column}, role_id) select $1, $2, unnest($3::uuid[]) on conflict do nothing`,
    [ctx.tenantId, id, ids],
  );
}
