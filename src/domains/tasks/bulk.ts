// Changes of many tasks, each independently of the others.
import { raiseRisk } from '../../access/automation.ts';
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { type BulkResult, bulk } from '../bulk.ts';
import { refreshProgress } from '../project-work.ts';
import { liveProject } from '../projects/look-ups.ts';
import { shiftDay } from '../projects/shift.ts';
import { DEFAULT_CALENDAR, WorkingDays } from '../working-days.ts';
import { projectsOfTasks } from './create.ts';
import { removeTask } from './delete.ts';
import type { TaskInput } from './input.ts';
import { Task } from './model.ts';
import { lockPlans, reschedule } from './plan.ts';
import { changeTask } from './service.ts';

export interface TaskChanges
  extends Pick<TaskInput, 'status' | 'blockedReason' | 'priority' | 'assigneeIds'> {
  dueShiftDays?: number | null;
  addTags?: string[] | null;
  removeTags?: string[] | null;
  delete?: boolean | null;
}

/**
 * Applies the same changes to many tasks. Each is changed for itself; then later tasks move, and progress is worked out,
 * once for all of them, so that a task which is shifted is not pushed in addition by one before it.
 * @throws VALIDATION_ERROR exclusive, required
 */
export async function bulkUpdateTasks(
  ctx: TenantContext,
  ids: string[],
  changes: TaskChanges,
): Promise<BulkResult> {
  const { delete: isDelete } = changes;
  const others = Object.entries(changes).filter(([name, value]) => name !== 'delete' && value !== undefined);
  if (isDelete && others.length)
    throw invalid('changes.delete', 'exclusive', 'Deleting stands alone; send no other change.');
  if (!isDelete && others.length === 0) throw invalid('changes', 'required', 'Give at least one change.');
  if (isDelete) raiseRisk(ctx, 'destructive');
  const plans = await lockPlans(ctx, await projectsOfTasks(ctx, ids));
  const moved: string[] = [];
  const progressed = new Set<string | null>();
  const result = await bulk(ctx, 'task.bulk_updated', ids, async (id) => {
    if (isDelete) {
      progressed.add((await removeTask(ctx, id)).progressOf);
      return;
    }
    const { moves, progressOf } = await changeTask(ctx, plans, id, await inputOf(ctx, id, changes));
    if (moves) moved.push(id);
    if (progressOf) progressed.add(progressOf);
  });
  if (moved.length) await reschedule(ctx, plans, { changed: moved });
  await refreshProgress(ctx, [...progressed]);
  return result;
}

/** Returns the changes of one task. @throws NOT_FOUND */
async function inputOf(
  ctx: TenantContext,
  id: string,
  { delete: _, dueShiftDays, addTags, removeTags, ...fields }: TaskChanges,
): Promise<TaskInput> {
  if (!dueShiftDays && !addTags?.length && !removeTags?.length) return fields;
  const task = await Task.find<Task>(ctx, id);
  return {
    ...fields,
    ...(dueShiftDays && (await shiftedDates(ctx, task, dueShiftDays))),
    ...((addTags || removeTags) && { tags: tagsOf(task, addTags ?? [], removeTags ?? []) }),
  };
}

async function shiftedDates(ctx: TenantContext, task: Task, days: number): Promise<Partial<TaskInput>> {
  const project = await liveProject(ctx, task.projectId);
  const calendar = new WorkingDays(project?.workingCalendar ?? DEFAULT_CALENDAR);
  return {
    ...(task.startDate && { startDate: shiftDay(calendar, task.startDate, days) }),
    ...(task.dueDate && { dueDate: shiftDay(calendar, task.dueDate, days) }),
  };
}

function tagsOf({ tags }: Task, added: readonly string[], removed: readonly string[]): string[] {
  const gone = new Set(removed.map((tag) => tag.toLowerCase()));
  return [...tags.filter((tag) => !gone.has(tag.toLowerCase())), ...added];
}
