// The links between tasks (delivery.md section 2.3).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { DeliveryWarning } from '../projects/warnings.ts';
import type { Deletion } from '../records/verbs.ts';
import type { DependencyInput } from './input.ts';
import { lockTask } from './kind.ts';
import { Task, TaskDependency } from './model.ts';
import { assertNoCycle, lockPlans, type Rescheduled, readPlans, reschedule } from './plan.ts';

/** The most predecessors of a task. */
export const MAX_LINKS = 100;

/** A link as the answer to a write shows it. */
export type WrittenLink = TaskDependency & {
  outcome: 'created' | 'updated';
  rescheduled: Rescheduled[];
  warnings: DeliveryWarning[];
};

/**
 * Makes a task wait for others; the plans are locked.
 * @param pathOf where the caller gave a predecessor
 * @returns the task, if it got a link
 * @throws VALIDATION_ERROR exists, unique, max_items; DEPENDENCY_CYCLE with the path
 */
export async function linkPredecessors(
  ctx: TenantContext,
  plans: readonly (string | null)[],
  successorId: string,
  inputs: readonly DependencyInput[],
  pathOf: (index: number) => string,
): Promise<string[]> {
  if (inputs.length === 0) return [];
  const ids = inputs.map(({ predecessorId }) => predecessorId.toLowerCase());
  const rows = await ctx.tx.rows<{ id: string; crosses: boolean }>(
    `select p.id, p.project_id is distinct from s.project_id as crosses from tasks p
     join tasks s on s.tenant_id = $1 and s.id = $3 where p.tenant_id = $1 and p.id = any($2) and p.deleted_at is null`,
    [ctx.tenantId, ids, successorId],
  );
  const crossing = new Map(rows.map(({ id, crosses }) => [id, crosses]));
  for (const [index, id] of ids.entries()) {
    if (!crossing.has(id)) throw invalid(pathOf(index), 'exists', 'There is no such task.');
    if (ids.indexOf(id) < index) throw invalid(pathOf(index), 'unique', 'Give each predecessor once.');
  }
  await TaskDependency.insertAll(
    ctx,
    inputs.map(({ type, lagDays }, index) => ({
      id: uuid(),
      predecessorId: ids[index]!,
      successorId,
      type: type ?? 'finish_to_start',
      lagDays: lagDays ?? 0,
      crosses: crossing.get(ids[index]!)!,
    })),
  );
  assertNoCycle(await readPlans(ctx, plans));
  return [successorId];
}

/**
 * Makes a task wait for another one; a link that stands is changed.
 * @throws NOT_FOUND, VALIDATION_ERROR exists, max_items; DEPENDENCY_CYCLE with the path
 */
export async function addDependency(
  ctx: TenantContext,
  taskId: string,
  input: DependencyInput,
): Promise<WrittenLink> {
  const { predecessorId } = input;
  const seen = (await Task.live(ctx).whereIn('id', [taskId, predecessorId])) as Task[];
  const successor = seen.find(({ id }) => id === taskId);
  if (!successor) fail('NOT_FOUND');
  if (taskId === predecessorId) fail('DEPENDENCY_CYCLE', undefined, { details: { path: [taskId, taskId] } });
  const predecessor = seen.find(({ id }) => id === predecessorId);
  if (!predecessor) throw invalid('predecessor_id', 'exists', 'There is no such task.');
  const plans = await lockPlans(ctx, [successor.projectId, predecessor.projectId]);
  const task = await lockTask(ctx, taskId);
  const before = (await TaskDependency.of(ctx).where({ successorId: taskId, predecessorId }).first()) as
    | TaskDependency
    | undefined;
  const values = { type: input.type ?? undefined, lagDays: input.lagDays ?? undefined };
  let link: TaskDependency;
  if (before) {
    link = await before.change(ctx, values);
    if (link === before) return answer(before, 'updated', []);
  } else {
    const [count] = await ctx.tx.rows<{ n: number }>(
      'select count(*) as n from task_dependencies where tenant_id = $1 and successor_id = $2',
      [ctx.tenantId, taskId],
    );
    if (count!.n >= MAX_LINKS)
      throw invalid('predecessor_id', 'max_items', `A task waits for at most ${MAX_LINKS} others.`);
    await linkPredecessors(ctx, plans, taskId, [input], () => 'predecessor_id');
    link = (await TaskDependency.of(ctx)
      .where({ successorId: taskId, predecessorId })
      .first()) as TaskDependency;
  }
  await emitLinks(ctx, task, { predecessor_id: predecessorId, type: link.type, lag_days: link.lagDays });
  const rescheduled = await reschedule(ctx, plans, { linked: [taskId] });
  return answer(link, before ? 'updated' : 'created', rescheduled);
}

function answer(
  link: TaskDependency,
  outcome: WrittenLink['outcome'],
  rescheduled: Rescheduled[],
): WrittenLink {
  return Object.assign(link, { outcome, rescheduled, warnings: [] }) as unknown as WrittenLink;
}

/** Removes a link. No task moves by that: nothing is ever pulled earlier. @throws NOT_FOUND */
export async function removeDependency(ctx: TenantContext, taskId: string, id: string): Promise<Deletion> {
  const seen = (await Task.live(ctx).where({ id: taskId }).first()) as Task | undefined;
  if (!seen) fail('NOT_FOUND');
  await lockPlans(ctx, [seen.projectId]);
  const task = await lockTask(ctx, taskId);
  const removed = await TaskDependency.of(ctx).where({ id, successorId: taskId }).delete();
  if (!removed) fail('NOT_FOUND');
  await emitLinks(ctx, task, { removed_id: id });
  return { id, deletedAt: ctx.now };
}

/** Writes that the links of a task have changed. */
export async function emitLinks(
  ctx: TenantContext,
  task: Task,
  data: Record<string, unknown>,
): Promise<void> {
  const { version } = await task.changeVersion(ctx);
  await emit(ctx, 'task.links_changed', {
    object: { id: task.id, version },
    label: task.title,
    links: [],
    data,
  });
}
