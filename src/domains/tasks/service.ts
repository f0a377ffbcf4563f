// Operations on tasks (delivery.md section 2.3).
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import type { ListArguments, PageOf, Query } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { assertCompany } from '../contacts/associations.ts';
import { exportPage } from '../exports.ts';
import { refreshProgress, rollUp } from '../project-work.ts';
import { companyMismatch, liveProject } from '../projects/look-ups.ts';
import type { Project } from '../projects/model.ts';
import { type DeliveryWarning, withWarnings } from '../projects/warnings.ts';
import { changeRecord } from '../records/verbs.ts';
import { limitWarnings } from './board-limits.ts';
import {
  assertReopenable,
  completeSeries,
  completeSubtasks,
  passPredecessors,
  reopenAncestors,
} from './gates.ts';
import { MAX_DEPTH } from './graph-rules.ts';
import { readFields, type TaskInput } from './input.ts';
import { lockTask, taskKind } from './kind.ts';
import { Task } from './model.ts';
import {
  assertNoCycle,
  depthBelow,
  heightOf,
  lockPlans,
  type Rescheduled,
  readPlans,
  reschedule,
} from './plan.ts';
import { isOpen, statusColumns, type TaskStatus } from './rules.ts';

/** A task with what a write did to others. */
export type WrittenTask = Task & { rescheduled?: Rescheduled[]; warnings?: DeliveryWarning[] };

/** A list whose conditions depend on today is not served by the statements that lists keep. */
const dated = (_query: Query): void => undefined;

/** Returns a live task. @throws NOT_FOUND */
export function getTask(ctx: TenantContext, id: string, lookahead?: Lookahead): Promise<Task> {
  return Task.read(ctx, id, lookahead);
}

/** Returns a page of tasks. */
export function listTasks(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Task>> {
  const given = JSON.stringify([args.filter, args.tree]);
  const scope = /"(isOverdue|assigneeId)"/.test(given) ? dated : undefined;
  return listPage<Task>(ctx, taskKind.listing, args, lookahead, scope);
}

/** Returns a page of tasks for an export. */
export function exportTasks(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Task>> {
  return exportPage<Task>(ctx, 'task', taskKind.listing, args, lookahead);
}

/** Returns the live project of a task; null without one. @throws VALIDATION_ERROR exists */
export async function projectOf(
  ctx: TenantContext,
  id: string | null,
  path = 'project_id',
): Promise<Project | null> {
  if (!id) return null;
  const project = await liveProject(ctx, id);
  if (!project) throw invalid(path, 'exists', 'There is no such project.');
  return project;
}

/** Returns the live task above another one; null for no id. @throws VALIDATION_ERROR exists */
export async function parentOf(ctx: TenantContext, id: string | null): Promise<Task | null> {
  if (!id) return null;
  const parent = (await Task.live(ctx).where({ id }).first()) as Task | undefined;
  if (!parent) throw invalid('parent_id', 'exists', 'There is no such task.');
  return parent;
}

/** Throws if a task would stand below itself, too deep, or make a cycle. @throws HIERARCHY_CYCLE, DEPENDENCY_CYCLE */
export async function assertBelow(
  ctx: TenantContext,
  plans: (string | null)[],
  id: string,
  parent: Task,
): Promise<void> {
  const { tasks, links } = await readPlans(ctx, plans);
  assertDepth(depthBelow(tasks, id, parent.id) + heightOf(tasks, id));
  assertNoCycle({
    tasks: tasks.map((task) => (task.id === id ? { ...task, parentId: parent.id } : task)),
    links,
  });
}

/** Throws if tasks would have too many levels. @throws VALIDATION_ERROR depth */
export function assertDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw invalid('parent_id', 'depth', `Tasks have at most ${MAX_DEPTH} levels.`);
}

/** A changed task, with what is to be done for others: the caller does it once for all tasks that it changes. */
export interface TaskChange {
  task: Task;
  warnings: DeliveryWarning[];
  /** Whether its dates or its place changed, so that later tasks may have to move. */
  moves: boolean;
  /** The project whose progress may have changed; undefined if none has. */
  progressOf: string | null | undefined;
}

/**
 * Changes the given fields and the status; later tasks may move.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, and the refusals of the gates of a status
 */
export async function updateTask(
  ctx: TenantContext,
  id: string,
  input: TaskInput,
  expectedVersion?: number | null,
): Promise<WrittenTask> {
  const seen = (await Task.live(ctx).where({ id }).first()) as Task | undefined;
  if (!seen) fail('NOT_FOUND');
  const plans = await lockPlans(ctx, [seen.projectId]);
  const { moves, progressOf, warnings } = await changeTask(ctx, plans, id, input, expectedVersion);
  const rescheduled = moves ? await reschedule(ctx, plans, { changed: [id] }) : [];
  if (progressOf) await refreshProgress(ctx, [progressOf]);
  return answerOf(ctx, id, rescheduled, warnings);
}

/**
 * Changes a task; the plans are locked. Later tasks and the progress of the project are left to the caller.
 * @throws as `updateTask`
 */
export async function changeTask(
  ctx: TenantContext,
  plans: (string | null)[],
  id: string,
  input: TaskInput,
  expectedVersion?: number | null,
): Promise<TaskChange> {
  assertUpdatable(input);
  const before = await lockTask(ctx, id, { expectedVersion: expectedVersion ?? null });
  const project = await projectOf(ctx, before.projectId);
  const parent = await newParent(ctx, before, input, plans);
  const companyId = await newCompany(ctx, before, input, project);
  const fields = await readFields(ctx, input, { project, companyId }, before);
  await assertNotRolledUp(ctx, before, input);
  const warnings: DeliveryWarning[] = [];
  const status = await statusChange(ctx, before, input, project, warnings);
  const moved = input.parentId !== undefined && (parent?.id ?? null) !== before.parentId;
  const patch = { ...fields, companyId, ...(moved && { parentId: parent?.id ?? null }), ...status };
  const isStatus = status.status !== undefined && status.status !== before.status;
  const event = isStatus
    ? status.status === 'done'
      ? 'task.completed'
      : 'task.status_changed'
    : assignedEvent(before, fields);
  const task = await changeRecord(ctx, taskKind, before, patch, event ? { event } : {});
  if (isStatus || moved) {
    if (isOpen(task.status)) warnings.push(...(await reopenAncestors(ctx, [task.parentId])));
    if (task.status === 'done' && isStatus) await completeSeries(ctx, task);
  }
  warnings.push(...(await memberWarnings(ctx, project, fields.assigneeIds as string[] | undefined)));
  const dates = ['startDate', 'dueDate', 'scheduleMode', 'estimateMinutes'].some((name) => name in fields);
  if (moved) await rollUp(ctx, before.parentId ? [before.parentId] : []);
  const hasProgressed = isStatus || moved || 'estimateMinutes' in fields;
  return { task, warnings, moves: dates || moved, progressOf: hasProgressed ? task.projectId : undefined };
}

/** Only a change of assignees alone is an event of its own. */
function assignedEvent(
  before: Task,
  { assigneeIds, ...others }: Record<string, unknown>,
): 'task.assigned' | undefined {
  if (!assigneeIds || Object.values(others).some((value) => value !== undefined)) return undefined;
  return (assigneeIds as string[]).some((id) => !before.assigneeIds.includes(id))
    ? 'task.assigned'
    : undefined;
}

function assertUpdatable(input: TaskInput): void {
  if (input.projectId !== undefined)
    throw invalid(
      'project_id',
      'use_move',
      'To move a task to another project, use POST /api/tasks/{id}/move.',
    );
  for (const part of ['checklist', 'dependencies'] as const)
    if (input[part] !== undefined)
      throw invalid(part, 'own_route', `Use the route /api/tasks/{id}/${part} for this.`);
}

async function newParent(
  ctx: TenantContext,
  before: Task,
  { parentId }: TaskInput,
  plans: (string | null)[],
): Promise<Task | null> {
  const parent = await parentOf(ctx, parentId ?? null);
  if (!parent || parent.id === before.parentId) return parent;
  if (parent.projectId !== before.projectId)
    throw invalid('parent_id', 'same_project', 'A subtask belongs to the project of its parent.');
  await assertBelow(ctx, plans, before.id, parent);
  return parent;
}

async function newCompany(
  ctx: TenantContext,
  before: Task,
  { companyId }: TaskInput,
  project: Project | null,
): Promise<string | null> {
  if (companyId === undefined || companyId === before.companyId) return before.companyId;
  if (project) companyMismatch(['company_id'], 'The company of a task is that of its project.');
  if (companyId) await assertCompany(ctx, companyId);
  return companyId;
}

/** Throws for dates or an estimate of a parent in auto mode. @throws VALIDATION_ERROR rolled_up */
async function assertNotRolledUp(ctx: TenantContext, task: Task, input: TaskInput): Promise<void> {
  const mode = input.scheduleMode ?? task.scheduleMode;
  const given = {
    startDate: 'start_date',
    dueDate: 'due_date',
    estimateMinutes: 'estimate_minutes',
  } as const;
  const path = Object.entries(given).find(([name]) => input[name as keyof typeof given] !== undefined)?.[1];
  if (mode !== 'auto' || !path) return;
  const children = await ctx.tx.rows(
    'select from tasks where tenant_id = $1 and parent_id = $2 and deleted_at is null limit 1',
    [ctx.tenantId, task.id],
  );
  if (children.length)
    throw invalid(path, 'rolled_up', 'It follows from the subtasks; change those, or use manual mode.');
}

/** Returns the columns of a change of status, after its gates. */
async function statusChange(
  ctx: TenantContext,
  before: Task,
  input: TaskInput,
  project: Project | null,
  warnings: DeliveryWarning[],
): Promise<Partial<Task>> {
  const to: TaskStatus = input.status ?? before.status;
  if (to === before.status)
    return to === 'blocked' && input.blockedReason !== undefined
      ? statusColumns(to, input.blockedReason, ctx.now)
      : {};
  const columns = statusColumns(to, input.blockedReason, ctx.now);
  await assertReopenable(ctx, before, project, to);
  warnings.push(...(await passPredecessors(ctx, [before.id], to, project)));
  if (to === 'done')
    warnings.push(...(await completeSubtasks(ctx, before, project, input.cascade === 'complete')));
  warnings.push(...(await limitWarnings(ctx, project, to)));
  return columns;
}

/** Warns of assignees who are not members of the project. */
export async function memberWarnings(
  ctx: TenantContext,
  project: Project | null,
  assigneeIds: string[] | undefined,
): Promise<DeliveryWarning[]> {
  if (!project || !assigneeIds?.length) return [];
  const rows = await ctx.tx.rows<{ id: string }>(
    'select user_id as id from project_members where tenant_id = $1 and project_id = $2 and user_id = any($3)',
    [ctx.tenantId, project.id, assigneeIds],
  );
  const members = new Set([...rows.map(({ id }) => id), project.ownerUserId]);
  const ids = assigneeIds.filter((id) => !members.has(id));
  return ids.length
    ? [{ code: 'ASSIGNEE_NOT_MEMBER', message: 'Assignees are no members of the project.', ids }]
    : [];
}

/** Returns the task as it is after a write, with the effects of the write. */
export async function answerOf(
  ctx: TenantContext,
  id: string,
  rescheduled: Rescheduled[],
  warnings: DeliveryWarning[],
): Promise<WrittenTask> {
  ctx.loaders.clear();
  const task = await Task.find<Task>(ctx, id);
  return withWarnings(Object.assign(task, { rescheduled }), warnings);
}
