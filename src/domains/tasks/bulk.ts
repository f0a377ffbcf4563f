// Changes of many tasks, each independently of the others.
import { raiseRisk } from '../../access/automation.ts';
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { type BulkResult, bulk } from '../bulk.ts';
import { liveProject } from '../projects/look-ups.ts';
import { shiftDay } from '../projects/shift.ts';
import { DEFAULT_CALENDAR, WorkingDays } from '../working-days.ts';
import { deleteTask } from './delete.ts';
import type { TaskInput } from './input.ts';
import { Task } from './model.ts';
import { updateTask } from './service.ts';

export interface TaskChanges
  extends Pick<TaskInput, 'status' | 'blockedReason' | 'priority' | 'assigneeIds'> {
  dueShiftDays?: number | null;
  addTags?: string[] | null;
  removeTags?: string[] | null;
  delete?: boolean | null;
}

/** Applies the same changes to many tasks. @throws VALIDATION_ERROR exclusive, required */
export function bulkUpdateTasks(
  ctx: TenantContext,
  ids: string[],
  changes: TaskChanges,
): Promise<BulkResult> {
  const { delete: isDelete, dueShiftDays, addTags, removeTags, ...fields } = changes;
  const others = Object.entries(changes).filter(([name, value]) => name !== 'delete' && value !== undefined);
  if (isDelete && others.length)
    throw invalid('changes.delete', 'exclusive', 'Deleting stands alone; send no other change.');
  if (!isDelete && others.length === 0) throw invalid('changes', 'required', 'Give at least one change.');
  if (isDelete) {
    raiseRisk(ctx, 'destructive');
    return bulk(ctx, 'task.bulk_updated', ids, (id) => deleteTask(ctx, id));
  }
  const needsTask = !!dueShiftDays || !!addTags?.length || !!removeTags?.length;
  return bulk(ctx, 'task.bulk_updated', ids, async (id) => {
    const task = needsTask ? await Task.find<Task>(ctx, id) : undefined;
    const shifted = task && dueShiftDays ? await shiftedDates(ctx, task, dueShiftDays) : {};
    const tags = task && (addTags || removeTags) ? tagsOf(task, addTags ?? [], removeTags ?? []) : undefined;
    return updateTask(ctx, id, { ...fields, ...shifted, ...(tags && { tags }) });
  });
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
