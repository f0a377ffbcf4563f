// The time of a project as a whole: running timers, unbilled minutes, and sums for its financials.
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';

/** Stops the running timers of a project; each becomes an entry. */
export function stopTimersOfProject(ctx: TenantContext, projectId: string): Promise<void> {
  return stopTimers(ctx, 'project_id', projectId);
}

/** Stops the running timer of a user; it becomes an entry. */
export function stopTimersOfUser(ctx: TenantContext, userId: string): Promise<void> {
  return stopTimers(ctx, 'user_id', userId);
}

/** Stops the running timer of a deleted task. */
export function stopTimersOfTasks(ctx: TenantContext, taskIds: readonly string[]): Promise<void> {
  return stopTimers(ctx, 'task_id', taskIds);
}

async function stopTimers(
  ctx: TenantContext,
  column: 'project_id' | 'user_id' | 'task_id',
  ids: string | readonly string[],
): Promise<void> {
  await ctx.tx.rows(
    `update time_entries set running = false, version = version + 1, updated_at = $3, updated_by = $4,
       auto_stopped = $3 - started_at >= interval '12 hours',
       minutes = least(720, greatest(1, ceil(extract(epoch from $3::timestamptz - started_at) / 60)))::int
     where tenant_id = $1 and ${column} = any($2) and running and deleted_at is null`,
    [ctx.tenantId, [ids].flat(), ctx.now, JSON.stringify(actorOf(ctx.principal))],
  );
}

/** Returns the billable entries of a project that no live document bills. */
export async function unbilledMinutes(
  ctx: TenantContext,
  projectId: string,
): Promise<{ minutes: number; ids: string[] }> {
  const rows = await ctx.tx.rows<{ id: string; minutes: number }>(
    `select id, minutes from time_entries where tenant_id = $1 and project_id = $2 and deleted_at is null
       and billable and not running and status <> 'rejected' and invoice_id is null order by work_date, id limit 1000`,
    [ctx.tenantId, projectId],
  );
  return { minutes: rows.reduce((sum, row) => sum + row.minutes, 0), ids: rows.map(({ id }) => id) };
}
