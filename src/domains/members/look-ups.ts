// Checks members that other records reference: owners, stewards, assignees.
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';

/**
 * Refuses a user who is not an active member of the workspace.
 * @param path the field that references the user
 * @throws VALIDATION_ERROR exists
 */
export async function assertMember(ctx: TenantContext, userId: string, path: string): Promise<void> {
  const members = await ctx.tx.rows(
    `select from memberships where tenant_id = $1 and user_id = $2 and status = 'active'`,
    [ctx.tenantId, userId],
  );
  if (members.length === 0)
    throw invalid(path, 'exists', 'There is no active member of the workspace with this user id.');
}
