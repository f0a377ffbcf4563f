// Inserts the tasks and links of a whole plan in a few statements: the one of a project that is made from a template.
import { v7 as uuid } from 'uuid';
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { completeCustomFields } from '../custom-fields/record-values.ts';
import type { TaskLink } from './graph-rules.ts';
import { Task, TaskDependency } from './model.ts';
import { ranksAfter } from './rank-rules.ts';
import { changedItem } from './rules.ts';

/** A task of a plan; its dates and estimate are worked out. */
export interface PlannedTask
  extends Pick<
    Task,
    | 'id'
    | 'parentId'
    | 'title'
    | 'description'
    | 'startDate'
    | 'dueDate'
    | 'estimateMinutes'
    | 'priority'
    | 'milestoneId'
    | 'assigneeIds'
  > {
  checklist: readonly { title: string; required: boolean }[];
}

/** A statement takes at most 65,535 parameters, and a link has eight. */
const LINKS_PER_STATEMENT = 5000;

/**
 * Inserts the tasks of a new project in their order, then the links between them; neither has events of its own.
 * @returns the ids of the links, in their order
 */
export async function insertPlan(
  ctx: TenantContext,
  project: { id: string; companyId: string },
  tasks: readonly PlannedTask[],
  links: readonly TaskLink[],
): Promise<string[]> {
  const author = actorOf(ctx.principal);
  const ranks = ranksAfter(null, tasks.length);
  const customFields = tasks.length ? completeCustomFields(ctx, 'tasks', undefined) : {};
  await Task.insertAll(
    ctx,
    tasks.map(({ checklist, ...task }, index) => ({
      ...task,
      projectId: project.id,
      companyId: project.companyId,
      status: 'todo',
      scheduleMode: 'auto',
      position: ranks[index]!,
      checklist: checklist.map((item) => changedItem(item, undefined, uuid(), ctx.now)),
      customFields,
      createdBy: author,
      updatedBy: author,
    })) as never,
  );
  const rows = links.map((link) => ({ ...link, id: uuid(), crosses: false }));
  for (let from = 0; from < rows.length; from += LINKS_PER_STATEMENT)
    await TaskDependency.insertAll(ctx, rows.slice(from, from + LINKS_PER_STATEMENT));
  return rows.map(({ id }) => id);
}
