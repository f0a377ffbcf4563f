// Gives many tasks their parents and predecessors at once, as an import writes them: the plans are read and checked once.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { refreshProgress, rollUp } from '../project-work.ts';
import { changeRecord, type Locked } from '../records/verbs.ts';
import { projectsOfTasks } from './create.ts';
import { emitLinks, MAX_LINKS } from './dependencies.ts';
import { reopenAncestors } from './gates.ts';
import { ancestorsOf, type TaskLink } from './graph-rules.ts';
import { taskKind } from './kind.ts';
import { Task, TaskDependency } from './model.ts';
import { assertNoCycle, lockPlans, type PlanRows, readPlans, reschedule } from './plan.ts';
import { isOpen } from './rules.ts';
import { assertDepth } from './service.ts';

/** A task that gets a parent. */
export interface Placement {
  taskId: string;
  parentId: string;
}

/**
 * Gives tasks their parents and makes tasks wait for others; all of it, or nothing. Whether the caller may change each
 * task is not checked.
 * @throws NOT_FOUND, VALIDATION_ERROR same_project, depth, max_items, DEPENDENCY_CYCLE with the path, CONFLICT for a link
 *   that exists
 */
export async function connectTasks(
  ctx: TenantContext,
  placements: readonly Placement[],
  links: readonly TaskLink[],
): Promise<void> {
  const ids = [
    ...placements.flatMap(({ taskId, parentId }) => [taskId, parentId]),
    ...links.flatMap(({ successorId, predecessorId }) => [successorId, predecessorId]),
  ];
  const plans = await lockPlans(ctx, await projectsOfTasks(ctx, ids));
  const locked = (await Task.live(ctx).whereIn('id', ids).orderBy('id').forUpdate()) as Locked<Task>[];
  const tasks = new Map(locked.map((task) => [task.id, task]));
  if (ids.some((id) => !tasks.has(id))) fail('NOT_FOUND');
  for (const { taskId, parentId } of placements) await place(ctx, tasks, taskId, parentId);
  await link(ctx, tasks, links);
  const plan = await readPlans(ctx, plans);
  assertNoCycle(plan);
  assertLimits(plan);
  const parents = placements.filter(({ taskId }) => isOpen(tasks.get(taskId)!.status));
  await reopenAncestors(
    ctx,
    parents.map(({ parentId }) => parentId),
  );
  await rollUp(
    ctx,
    locked.flatMap(({ parentId }) => parentId ?? []),
  );
  await reschedule(ctx, plans, {
    changed: placements.map(({ taskId }) => taskId),
    linked: links.map(({ successorId }) => successorId),
  });
  await refreshProgress(ctx, plans);
}

async function place(
  ctx: TenantContext,
  tasks: Map<string, Locked<Task>>,
  taskId: string,
  parentId: string,
): Promise<void> {
  const task = tasks.get(taskId)!;
  if (tasks.get(parentId)!.projectId !== task.projectId)
    throw invalid('parent_id', 'same_project', 'A subtask belongs to the project of its parent.');
  tasks.set(taskId, (await changeRecord(ctx, taskKind, task, { parentId })) as Locked<Task>);
}

async function link(
  ctx: TenantContext,
  tasks: ReadonlyMap<string, Task>,
  links: readonly TaskLink[],
): Promise<void> {
  await TaskDependency.insertAll(
    ctx,
    links.map((one) => ({
      id: uuid(),
      ...one,
      crosses: tasks.get(one.predecessorId)!.projectId !== tasks.get(one.successorId)!.projectId,
    })),
  );
  for (const [successorId, own] of Map.groupBy(links, (one) => one.successorId))
    await emitLinks(ctx, tasks.get(successorId)!, {
      added: own.map(({ predecessorId, type, lagDays }) => ({
        predecessor_id: predecessorId,
        type,
        lag_days: lagDays,
      })),
    });
}

function assertLimits({ tasks, links }: PlanRows): void {
  const parentOf = new Map(tasks.map(({ id, parentId }) => [id, parentId]));
  for (const { id } of tasks) assertDepth(ancestorsOf(id, parentOf).length);
  for (const own of Map.groupBy(links, ({ successorId }) => successorId).values())
    if (own.length > MAX_LINKS)
      throw invalid('predecessor_id', 'max_items', `A task waits for at most ${MAX_LINKS} others.`);
}
