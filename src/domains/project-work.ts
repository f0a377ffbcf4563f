// The tasks and timers of a project or a person as a whole: each function is one statement for all of them.
import { actorOf } from '../access/principal.ts';
import type { TenantContext } from '../context.ts';

const OPEN = `status not in ('done', 'cancelled')`;

/** Counts the open tasks of a project. */
export async function countOpenTasks(ctx: TenantContext, projectId: string): Promise<number> {
  const [row] = await ctx.tx.rows<{ n: number }>(
    `select count(*) as n from tasks where tenant_id = $1 and project_id = $2 and deleted_at is null and ${OPEN}`,
    [ctx.tenantId, projectId],
  );
  return row!.n;
}

/** Cancels the open tasks of a project, which no longer count for its progress. */
export async function cancelOpenTasks(ctx: TenantContext, projectId: string): Promise<void> {
  await ctx.tx.rows(
    `update tasks set status = 'cancelled', blocked_reason = null, version = version + 1, updated_at = $3, updated_by = $4
     where tenant_id = $1 and project_id = $2 and deleted_at is null and ${OPEN}`,
    [ctx.tenantId, projectId, ctx.now, JSON.stringify(actorOf(ctx.principal))],
  );
  await refreshProgress(ctx, [projectId]);
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

/** Works out dates and estimates of parents in auto mode from their subtasks, a level per statement. */
export async function rollUp(ctx: TenantContext, parentIds: readonly string[]): Promise<void> {
  let ids = [...new Set(parentIds)];
  while (ids.length) {
    const rows = await ctx.tx.rows<{ parent: string | null }>(
      `update tasks p set start_date = c.start, due_date = c.due, estimate_minutes = c.estimate
       from (select t.parent_id, min(t.start_date) as start, max(t.due_date) as due, sum(t.estimate_minutes)::int as estimate
         from tasks t where t.tenant_id = $1 and t.parent_id = any($2) and t.deleted_at is null group by 1) c
       where p.tenant_id = $1 and p.id = c.parent_id and p.schedule_mode = 'auto'
         and (p.start_date, p.due_date, p.estimate_minutes) is distinct from (c.start, c.due, c.estimate)
       returning p.parent_id as parent`,
      [ctx.tenantId, ids],
    );
    ids = [...new Set(rows.flatMap(({ parent }) => parent ?? []))];
  }
}

/** Works out the progress of projects from their tasks without subtasks; cancelled ones do not count. */
export async function refreshProgress(
  ctx: TenantContext,
  projectIds: readonly (string | null)[],
): Promise<void> {
  const ids = projectIds.filter((id) => id !== null);
  if (ids.length === 0) return;
  await ctx.tx.rows(
    `update projects p set progress_percent = f.progress from (
       select w.id, coalesce(round(case when bool_and(l.estimate_minutes > 0) then 100.0 * sum(l.estimate_minutes) filter (where l.status = 'done')
           / sum(l.estimate_minutes) else 100.0 * count(*) filter (where l.status = 'done') / nullif(count(l.id), 0) end), 0)::int as progress
       from unnest($2::uuid[]) w(id) left join tasks l on l.tenant_id = $1 and l.project_id = w.id and l.deleted_at is null
         and l.status <> 'cancelled' and not exists (select from tasks c where c.tenant_id = $1 and c.parent_id = l.id and c.deleted_at is null)
       group by 1) f
     where p.tenant_id = $1 and p.id = f.id and p.progress_percent <> f.progress`,
    [ctx.tenantId, ids],
  );
}

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

/** Ends the work of a member in all projects; their open tasks go to the given user, or to nobody. */
export async function endProjectWork(ctx: TenantContext, userId: string, to: string | null): Promise<void> {
  await reassignOpenTasks(ctx, userId, to);
  await ctx.tx.rows('delete from project_members where tenant_id = $1 and user_id = $2', [
    ctx.tenantId,
    userId,
  ]);
  await stopTimersOfUser(ctx, userId);
}
