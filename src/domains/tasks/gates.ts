// The conditions before a state of tasks, and what follows from reaching it: completed subtasks, reopened parents and
// the next occurrence (delivery.md section 2.3).
import { v7 as uuid } from 'uuid';
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { Project } from '../projects/model.ts';
import type { DeliveryWarning } from '../projects/warnings.ts';
import { insertRecord } from '../records/verbs.ts';
import { dayNumber, dayText } from '../working-days.ts';
import { taskKind } from './kind.ts';
import { Task } from './model.ts';
import { rankBetween } from './rank-rules.ts';
import { lastRank } from './ranks.ts';
import { nextDueDate } from './recurrence.ts';
import { assertChecklist, isOpen, type TaskStatus } from './rules.ts';

/** Throws unless open predecessors allow a state. @returns warnings, where the project only warns */
export async function passPredecessors(
  ctx: TenantContext,
  taskIds: readonly string[],
  to: TaskStatus,
  project: Pick<Project, 'enforceDependencies'> | null,
): Promise<DeliveryWarning[]> {
  const enforce = project?.enforceDependencies ?? 'warn';
  if ((to !== 'in_progress' && to !== 'done') || enforce === 'off') return [];
  const rows = await ctx.tx.rows<{ id: string }>(
    `select distinct p.id from task_dependencies d join tasks p on p.tenant_id = $1 and p.id = d.predecessor_id
     where d.tenant_id = $1 and d.successor_id = any($2) and d.type = 'finish_to_start' and p.deleted_at is null
       and p.status not in ('done', 'cancelled') and p.id <> all($2) order by 1`,
    [ctx.tenantId, taskIds],
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  if (enforce === 'block') fail('TASK_BLOCKED', undefined, { details: { ids } });
  return [{ code: 'TASK_BLOCKED', message: 'Predecessors of the task are not done.', ids }];
}

/**
 * Checks the gates of `done` in their order, and completes the open subtasks by the same gates if asked to.
 * @throws TASK_BLOCKED, OPEN_SUBTASKS, CHECKLIST_INCOMPLETE
 */
export async function completeSubtasks(
  ctx: TenantContext,
  task: Task,
  project: Project | null,
  cascade: boolean,
): Promise<DeliveryWarning[]> {
  const subtasks = await openBelow(ctx, task.id);
  if (subtasks.length && !cascade)
    fail('OPEN_SUBTASKS', undefined, { details: { ids: subtasks.map(({ id }) => id) } });
  assertChecklist(task.checklist);
  for (const { checklist } of subtasks) assertChecklist(checklist);
  const warnings = await passPredecessors(
    ctx,
    subtasks.map(({ id }) => id),
    'done',
    project,
  );
  if (subtasks.length === 0) return warnings;
  await ctx.tx.rows(
    `update tasks set status = 'done', completed_at = $3, blocked_reason = null, version = version + 1, updated_at = $3, updated_by = $4
     where tenant_id = $1 and id = any($2)`,
    [ctx.tenantId, subtasks.map(({ id }) => id), ctx.now, JSON.stringify(actorOf(ctx.principal))],
  );
  for (const subtask of subtasks)
    await emit(ctx, 'task.completed', {
      object: { id: subtask.id, version: subtask.version + 1 },
      label: subtask.title,
      before: { status: subtask.status },
      after: { status: 'done' },
      links: taskKind.links(subtask),
    });
  // An open task cannot stand below one that is done.
  for (const subtask of subtasks) await completeSeries(ctx, subtask, null);
  return warnings;
}

/** Returns the open tasks below a task, at any depth. */
async function openBelow(ctx: TenantContext, id: string): Promise<Task[]> {
  const rows = await ctx.tx.rows<object>(
    `with recursive below as (
       select t.id from tasks t where t.tenant_id = $1 and t.parent_id = $2 and t.deleted_at is null
       union select c.id from below b join tasks c on c.tenant_id = $1 and c.parent_id = b.id and c.deleted_at is null
     ) select t.* from tasks t join below b on b.id = t.id
     where t.tenant_id = $1 and t.status not in ('done', 'cancelled') order by t.id for update of t`,
    [ctx.tenantId, id],
  );
  return rows.map((row) => Task.fromDatabaseJson(row) as Task);
}

/** Throws if a task that is over may not be reopened. @throws INVALID_STATE_TRANSITION */
export async function assertReopenable(
  ctx: TenantContext,
  task: Task,
  project: Project | null,
  to: TaskStatus,
): Promise<void> {
  if (isOpen(task.status) || !isOpen(to) || project?.status !== 'completed') return;
  const invoiced = await ctx.tx.rows(
    `select from time_entries where tenant_id = $1 and task_id = $2 and deleted_at is null
       and (status = 'invoiced' or invoice_id is not null) limit 1`,
    [ctx.tenantId, task.id],
  );
  if (invoiced.length) failInvoiced(task.status, to);
}

function failInvoiced(from: TaskStatus, to: TaskStatus): never {
  return fail(
    'INVALID_STATE_TRANSITION',
    'Time of the task is invoiced and its project is completed, so it stays.',
    { details: { from, to, allowed: [] } },
  );
}

/** The tasks above those in $2, and these themselves. */
const ABOVE = `with recursive above as (
  select t.id, t.parent_id from tasks t where t.tenant_id = $1 and t.id = any($2)
  union select p.id, p.parent_id from above a join tasks p on p.tenant_id = $1 and p.id = a.parent_id
)`;

/**
 * Reopens the done ancestors of a task that is open.
 * @returns a warning that names them
 * @throws INVALID_STATE_TRANSITION if one may not be reopened
 */
export async function reopenAncestors(
  ctx: TenantContext,
  parentIds: readonly (string | null)[],
): Promise<DeliveryWarning[]> {
  const parents = parentIds.filter((id) => id !== null);
  if (parents.length === 0) return [];
  const fixed = await ctx.tx.rows(
    `${ABOVE} select from above a join tasks t on t.tenant_id = $1 and t.id = a.id and t.status = 'done'
       join projects p on p.tenant_id = $1 and p.id = t.project_id and p.status = 'completed'
       join time_entries e on e.tenant_id = $1 and e.task_id = t.id and e.deleted_at is null
         and (e.status = 'invoiced' or e.invoice_id is not null)
     limit 1`,
    [ctx.tenantId, parents],
  );
  if (fixed.length) failInvoiced('done', 'in_progress');
  const rows = await ctx.tx.rows<{ id: string; version: number; title: string }>(
    `${ABOVE} update tasks t set status = 'in_progress', completed_at = null, version = version + 1, updated_at = $3, updated_by = $4
     from above a where t.tenant_id = $1 and t.id = a.id and t.status = 'done' returning t.id, t.version, t.title`,
    [ctx.tenantId, parents, ctx.now, JSON.stringify(actorOf(ctx.principal))],
  );
  for (const { id, version, title } of rows)
    await emit(ctx, 'task.status_changed', {
      object: { id, version },
      label: title,
      before: { status: 'done' },
      after: { status: 'in_progress' },
      links: [{ entity: 'task', id }],
    });
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return [{ code: 'PARENT_REOPENED', message: 'Tasks above it were done and are open again.', ids }];
}

/**
 * Creates the next occurrence of a recurring task that is done, once.
 * @param parentId the task above the next occurrence
 */
export async function completeSeries(
  ctx: TenantContext,
  task: Task,
  parentId: string | null = task.parentId,
): Promise<void> {
  if (task.nextTaskId) return;
  const nextTaskId = await createNextOccurrence(ctx, task, parentId);
  if (nextTaskId)
    await ctx.tx.rows('update tasks set next_task_id = $3 where tenant_id = $1 and id = $2', [
      ctx.tenantId,
      task.id,
      nextTaskId,
    ]);
}

/** @returns the id of the next occurrence; null if the series ends */
async function createNextOccurrence(
  ctx: TenantContext,
  task: Task,
  parentId: string | null,
): Promise<string | null> {
  if (!task.recurrence || !task.seriesId || !task.dueDate) return null;
  const due = nextDueDate(task.recurrence, task.dueDate, task.occurrence!);
  if (!due) return null;
  const taken = await ctx.tx.rows<{ id: string }>(
    'select id from tasks where tenant_id = $1 and series_id = $2 and occurrence = $3',
    [ctx.tenantId, task.seriesId, task.occurrence! + 1],
  );
  if (taken[0]) return taken[0].id;
  const distance = dayNumber(due) - dayNumber(task.dueDate);
  const next = {
    ...Object.fromEntries(
      (
        [
          'title',
          'projectId',
          'companyId',
          'priority',
          'assigneeIds',
          'dueTime',
          'scheduleMode',
          'estimateMinutes',
          'milestoneId',
          'description',
          'recurrence',
          'seriesId',
          'dealId',
          'contactId',
          'tags',
          'customFields',
        ] as const
      ).map((name) => [name, task[name]]),
    ),
    id: uuid(),
    parentId,
    status: 'todo',
    startDate: task.startDate && dayText(dayNumber(task.startDate) + distance),
    dueDate: due,
    occurrence: task.occurrence! + 1,
    checklist: task.checklist.map((item) => ({ ...item, id: uuid(), done: false, done_at: null })),
    position: rankBetween(await lastRank(ctx, task.projectId), null),
  };
  await insertRecord(ctx, taskKind, next);
  return next.id;
}
