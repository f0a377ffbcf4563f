// Creates tasks with their checklists and links (delivery.md section 2.3).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { assertCompany } from '../contacts/associations.ts';
import { completeCustomFields } from '../custom-fields/record-values.ts';
import { refreshProgress } from '../project-work.ts';
import { companyMismatch } from '../projects/look-ups.ts';
import { insertRecord } from '../records/verbs.ts';
import { limitWarnings } from './board-limits.ts';
import { linkPredecessors } from './dependencies.ts';
import { completeSeries, passPredecessors, reopenAncestors } from './gates.ts';
import { assertItemAssignees, readChecklist, readFields, type TaskInput, type TaskPlace } from './input.ts';
import { taskKind } from './kind.ts';
import type { Task } from './model.ts';
import { depthOf, lockPlans, reschedule } from './plan.ts';
import { rankBetween } from './rank-rules.ts';
import { lastRank } from './ranks.ts';
import { isOpen, statusColumns } from './rules.ts';
import { answerOf, assertDepth, memberWarnings, parentOf, projectOf, type WrittenTask } from './service.ts';

/**
 * Creates a task or subtask with its checklist and links.
 * @throws VALIDATION_ERROR, COMPANY_MISMATCH, DEPENDENCY_CYCLE, TASK_BLOCKED, WIP_LIMIT_REACHED, INVALID_STATE_TRANSITION
 */
export async function createTask(ctx: TenantContext, input: TaskInput): Promise<WrittenTask> {
  const { place, parent } = await placeOfNew(ctx, input);
  const { project, companyId } = place;
  const projectId = project?.id ?? null;
  const plans = await lockPlans(ctx, [projectId, ...(await projectsOfTasks(ctx, predecessorsOf(input)))]);
  const id = uuid();
  if (parent) assertDepth((await depthOf(ctx, parent.id)) + 1);
  const status = input.status ?? 'todo';
  const fields = await readFields(ctx, input, place);
  const checklist = readChecklist(input.checklist ?? [], [], ctx.now, 'checklist');
  await assertItemAssignees(ctx, checklist, (index) => `checklist[${index}].assignee_user_id`);
  const warnings = await limitWarnings(ctx, project, status);
  const columns = statusColumns(status, input.blockedReason, ctx.now);
  if (status === 'done')
    for (const item of checklist)
      if (item.required && !item.done)
        fail('CHECKLIST_INCOMPLETE', undefined, { details: { ids: [item.id] } });
  const task = await insertRecord(ctx, taskKind, {
    priority: 'normal',
    scheduleMode: 'auto',
    assigneeIds: [],
    projectId,
    companyId,
    parentId: parent?.id ?? null,
    dealId: null,
    contactId: null,
    ...fields,
    ...columns,
    id,
    checklist,
    position: rankBetween(await lastRank(ctx, projectId), null),
    customFields: completeCustomFields(ctx, 'tasks', fields.customFields as never),
  });
  const linked = await linkPredecessors(
    ctx,
    plans,
    id,
    input.dependencies ?? [],
    (index) => `dependencies[${index}].predecessor_id`,
  );
  warnings.push(...(await passPredecessors(ctx, [id], status, project)));
  warnings.push(...(await memberWarnings(ctx, project, fields.assigneeIds as string[] | undefined)));
  if (parent && isOpen(status)) warnings.push(...(await reopenAncestors(ctx, [parent.id])));
  // An open task cannot stand below one that is done.
  if (status === 'done') await completeSeries(ctx, task, parent && isOpen(parent.status) ? parent.id : null);
  const rescheduled = await reschedule(ctx, plans, { changed: [id], linked });
  await refreshProgress(ctx, [projectId]);
  return answerOf(ctx, id, rescheduled, warnings);
}

function predecessorsOf({ dependencies }: TaskInput): string[] {
  return (dependencies ?? []).map(({ predecessorId }) => predecessorId);
}

/** Returns the projects of tasks. */
export async function projectsOfTasks(
  ctx: TenantContext,
  ids: readonly string[],
): Promise<(string | null)[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.tx.rows<{ id: string | null }>(
    'select distinct project_id as id from tasks where tenant_id = $1 and id = any($2)',
    [ctx.tenantId, ids],
  );
  return rows.map(({ id }) => id);
}

/** Returns project, company and parent of a new task. @throws VALIDATION_ERROR, COMPANY_MISMATCH */
async function placeOfNew(
  ctx: TenantContext,
  input: TaskInput,
): Promise<{ place: TaskPlace; parent: Task | null }> {
  const parent = await parentOf(ctx, input.parentId ?? null);
  if (parent && input.projectId && input.projectId !== parent.projectId)
    throw invalid('parent_id', 'same_project', 'A subtask belongs to the project of its parent.');
  const project = await projectOf(ctx, parent ? parent.projectId : (input.projectId ?? null));
  if (project?.status === 'cancelled')
    fail('INVALID_STATE_TRANSITION', 'The project is cancelled; reopen it before adding tasks.', {
      details: { from: 'cancelled', to: 'active', allowed: ['active'] },
    });
  const fixed = project?.companyId ?? parent?.companyId ?? null;
  if (fixed && input.companyId && input.companyId !== fixed)
    companyMismatch(['company_id'], 'The company of a task is that of its project.');
  if (!fixed && input.companyId) await assertCompany(ctx, input.companyId);
  return { place: { project, companyId: fixed ?? input.companyId ?? null }, parent };
}
