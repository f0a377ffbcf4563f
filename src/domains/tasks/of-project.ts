// What happens to the tasks of a project when its state, members or calendar change: each a statement for all of them.
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';

const OPEN = `status not in ('done', 'cancelled')`;

/** Counts the open tasks of a project. */
export async function countOpenTasks(ctx: TenantContext, projectId: string): Promise<number> {
  const [row] = await ctx.tx.rows<{ n: number }>(
    `select count(*) as n from tasks where tenant_id = $1 and project_id = $2 and deleted_at is null and ${OPEN}`,
    [ctx.tenantId, projectId],
  );
  return row!.n;
}

/** Cancels the open tasks of a project, and returns how many. */
export async function cancelOpenTasks(ctx: TenantContext, projectId: string): Promise<number> {
  const rows = await ctx.tx.rows(
    `update tasks set status = 'cancelled', blocked_reason = null, version = version + 1, updated_at = $3, updated_by = $4
     where tenant_id = $1 and project_id = $2 and deleted_at is null and ${OPEN} returning id`,
    [ctx.tenantId, projectId, ctx.now, JSON.stringify(actorOf(ctx.principal))],
  );
  return rows.length;
}

/** Deletes the tasks of a project together with it; `restoreTasks` brings the same ones back. */
export async function deleteTasks(ctx: TenantContext, projectId: string): Promise<void> {
  await ctx.tx.rows(
    `update tasks set deleted_at = $3, deleted_with = $2, version = version + 1, updated_at = $3, updated_by = $4
     where tenant_id = $1 and project_id = $2 and deleted_at is null`,
    [ctx.tenantId, projectId, ctx.now, JSON.stringify(actorOf(ctx.principal))],
  );
}

/** Restores the tasks that were deleted with their project. */
export async function restoreTasks(ctx: TenantContext, projectId: string): Promise<void> {
  await ctx.tx.rows(
    `update tasks set deleted_at = null, deleted_with = null, version = version + 1, updated_at = $3, updated_by = $4
     where tenant_id = $1 and project_id = $2 and deleted_with = $2`,
    [ctx.tenantId, projectId, ctx.now, JSON.stringify(actorOf(ctx.principal))],
  );
}

/** Gives the open tasks of a member in a project, or in all of them, to another user, or to nobody. */
export async function reassignOpenTasks(
  ctx: TenantContext,
  from: string,
  to: string | null,
  projectId?: string,
): Promise<number> {
  const rows = await ctx.tx.rows(
    `update tasks set assignee_ids = case when $3::uuid is null or $3 = any(assignee_ids) then array_remove(assignee_ids, $2)
       else array_replace(assignee_ids, $2, $3) end, version = version + 1, updated_at = $5, updated_by = $6
     where tenant_id = $1 and assignee_ids @> array[$2::uuid] and ($4::uuid is null or project_id = $4)
       and deleted_at is null and ${OPEN} returning id`,
    [ctx.tenantId, from, to, projectId ?? null, ctx.now, JSON.stringify(actorOf(ctx.principal))],
  );
  return rows.length;
}
