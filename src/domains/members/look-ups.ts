// Checks members that other records reference: owners, stewards, assignees.
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';

/** Returns whether a user is an active member of the workspace. */
export async function isMember(ctx: TenantContext, userId: string): Promise<boolean> {
  const members = await ctx.tx.rows(
    `select from memberships where tenant_id = $1 and user_id = $2 and status = 'active'`,
    [ctx.tenantId, userId],
  );
  return members.length > 0;
}

/**
 * Refuses a user who is not an active member of the workspace.
 * @param path the field that references the user
 * @throws VALIDATION_ERROR exists
 */
export async function assertMember(ctx: TenantContext, userId: string, path: string): Promise<void> {
  if (!(await isMember(ctx, userId)))
    throw invalid(path, 'exists', 'There is no active member of the workspace with this user id.');
}

/** Returns which of the users are active members of the workspace. */
export async function activeMembers(ctx: TenantContext, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await ctx.tx.rows<{ id: string }>(
    `select user_id as id from memberships where tenant_id = $1 and user_id = any($2) and status = 'active'`,
    [ctx.tenantId, userIds],
  );
  return new Set(rows.map(({ id }) => id));
}
