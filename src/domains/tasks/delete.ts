// Deletes and restores tasks with their subtasks.
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { fail, ServiceError } from '../../errors.ts';
import { refreshProgress, rollUp, stopTimersOfTasks } from '../project-work.ts';
import { type Deletion, deleteRecord, restoreRecord } from '../records/verbs.ts';
import { reopenAncestors } from './gates.ts';
import { lockTask, taskKind } from './kind.ts';
import { Task } from './model.ts';
import { lockPlans } from './plan.ts';
import { isOpen } from './rules.ts';
import { answerOf, projectOf, type WrittenTask } from './service.ts';

const RESTORABLE_DAYS = 30;

/** Deletes a task with its subtasks, and unlinks them; timers stop. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function deleteTask(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const seen = (await Task.live(ctx).where({ id }).first()) as Task | undefined;
  if (!seen) fail('NOT_FOUND');
  await lockPlans(ctx, [seen.projectId]);
  const { deletion, progressOf } = await removeTask(ctx, id, expectedVersion);
  await refreshProgress(ctx, [progressOf]);
  return deletion;
}

/**
 * Deletes a task like `deleteTask`; its plan is locked. The progress of its project is left to the caller.
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function removeTask(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<{ deletion: Deletion; progressOf: string | null }> {
  const task = await lockTask(ctx, id, { expectedVersion: expectedVersion ?? null });
  const rows = await ctx.tx.rows<{ id: string }>(
    `with recursive below as (
       select t.id from tasks t where t.tenant_id = $1 and t.parent_id = $2 and t.deleted_at is null
       union select c.id from below b join tasks c on c.tenant_id = $1 and c.parent_id = b.id and c.deleted_at is null
     ) update tasks t set deleted_at = $3, deleted_with = $2, version = version + 1, updated_at = $3, updated_by = $4
     from below b where t.tenant_id = $1 and t.id = b.id returning t.id`,
    [ctx.tenantId, id, ctx.now, JSON.stringify(actorOf(ctx.principal))],
  );
  const ids = [id, ...rows.map((row) => row.id)];
  await ctx.tx.rows(
    'delete from task_dependencies where tenant_id = $1 and (successor_id = any($2) or predecessor_id = any($2))',
    [ctx.tenantId, ids],
  );
  await stopTimersOfTasks(ctx, ids);
  const deletion = await deleteRecord(ctx, taskKind, task);
  await rollUp(ctx, task.parentId ? [task.parentId] : []);
  return { deletion, progressOf: task.projectId };
}

/** Restores a task deleted within 30 days, with the subtasks deleted with it, without links. @throws NOT_FOUND */
export async function restoreTask(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<WrittenTask> {
  const seen = (await Task.of(ctx).where({ id }).first()) as Task | undefined;
  if (!seen) fail('NOT_FOUND');
  await lockPlans(ctx, [seen.projectId]);
  const task = await lockTask(ctx, id, { expectedVersion: expectedVersion ?? null, deleted: true });
  if (!task.deletedAt) return task;
  if (ctx.now.getTime() - task.deletedAt.getTime() > RESTORABLE_DAYS * 86_400_000)
    throw new ServiceError('NOT_FOUND');
  await projectOf(ctx, task.projectId);
  await ctx.tx.rows(
    `update tasks set deleted_at = null, deleted_with = null, version = version + 1, updated_at = $3, updated_by = $4
     where tenant_id = $1 and deleted_with = $2`,
    [ctx.tenantId, id, ctx.now, JSON.stringify(actorOf(ctx.principal))],
  );
  const restored = await restoreRecord(ctx, taskKind, task);
  const parentId = await parentOfRestored(ctx, restored);
  const warnings = isOpen(restored.status) ? await reopenAncestors(ctx, [parentId]) : [];
  await rollUp(ctx, parentId ? [parentId] : []);
  await refreshProgress(ctx, [task.projectId]);
  return answerOf(ctx, id, [], warnings);
}

/** Returns the task above a restored one; a task whose parent has moved to another project stands alone. */
async function parentOfRestored(
  ctx: TenantContext,
  { id, parentId, projectId }: Task,
): Promise<string | null> {
  if (!parentId) return null;
  const parent = (await Task.of(ctx).where({ id: parentId }).first()) as Task | undefined;
  if (parent?.projectId === projectId) return parentId;
  await ctx.tx.rows('update tasks set parent_id = null where tenant_id = $1 and id = $2', [ctx.tenantId, id]);
  return null;
}
