// Moves of tasks: to a column and place of the board, and to another project (delivery.md section 2.3).
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { refreshProgress, rollUp } from '../project-work.ts';
import type { Project } from '../projects/model.ts';
import type { DeliveryWarning } from '../projects/warnings.ts';
import { changeRecord } from '../records/verbs.ts';
import { limitWarnings } from './board-limits.ts';
import {
  assertReopenable,
  completeSeries,
  completeSubtasks,
  passPredecessors,
  reopenAncestors,
} from './gates.ts';
import { lockTask, taskKind } from './kind.ts';
import { Task } from './model.ts';
import { lockPlans, reschedule } from './plan.ts';
import { rankBetween, ranksAfter } from './rank-rules.ts';
import { isLastOfStatus, lastRank, neighbours } from './ranks.ts';
import { isOpen, statusColumns, type TaskStatus } from './rules.ts';
import { answerOf, projectOf, type WrittenTask } from './service.ts';

export interface MoveInput {
  columnId?: string | null;
  beforeId?: string | null;
  afterId?: string | null;
  projectId?: string | null;
}

export interface Dropped {
  kind: 'milestone' | 'dependency' | 'parent' | 'deal' | 'contact';
  id: string;
}

/**
 * Moves a task; no other card gets another rank.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR required, exclusive, exists; WIP_LIMIT_REACHED and the refusals
 *   of the gates of a status
 */
export async function moveTask(
  ctx: TenantContext,
  id: string,
  input: MoveInput,
  expectedVersion?: number | null,
): Promise<WrittenTask & { dropped: Dropped[] }> {
  const { columnId, beforeId, afterId, projectId } = input;
  if (!columnId && !beforeId && !afterId && !projectId)
    throw invalid('column_id', 'required', 'Say where to: column_id, before_id, after_id or project_id.');
  if (beforeId && afterId) throw invalid('after_id', 'exclusive', 'Give either before_id or after_id.');
  const seen = (await Task.live(ctx).where({ id }).first()) as Task | undefined;
  if (!seen) fail('NOT_FOUND');
  const plans = await lockPlans(ctx, [seen.projectId, projectId ?? seen.projectId]);
  const before = await lockTask(ctx, id, { expectedVersion: expectedVersion ?? null });
  const project = await projectOf(ctx, projectId ?? before.projectId);
  const isElsewhere = !!projectId && projectId !== before.projectId;
  const reference = await referenceCard(ctx, input, project, before.id);
  const status = targetStatus(project, columnId ?? null, reference, before.status);
  const warnings: DeliveryWarning[] = [];
  const columns = status === before.status ? {} : await enterStatus(ctx, before, status, project, warnings);
  if (isElsewhere && status === before.status) warnings.push(...(await limitWarnings(ctx, project, status)));
  const dropped = isElsewhere ? await changeProject(ctx, before, project!) : [];
  const position = await rankFor(ctx, input, project, reference, before, status);
  const patch = { ...columns, position, ...(isElsewhere && placeIn(before, project!, dropped)) };
  const event =
    status === before.status
      ? undefined
      : status === 'done'
        ? ('task.completed' as const)
        : ('task.status_changed' as const);
  const after = await changeRecord(ctx, taskKind, before, patch, event ? { event } : {});
  if (status !== before.status) {
    if (isOpen(status)) warnings.push(...(await reopenAncestors(ctx, [after.parentId])));
    if (status === 'done') await completeSeries(ctx, after);
  }
  if (isElsewhere) await rollUp(ctx, before.parentId ? [before.parentId] : []);
  const rescheduled = isElsewhere ? await reschedule(ctx, plans, { changed: [id] }) : [];
  if (isElsewhere || status !== before.status)
    await refreshProgress(ctx, [before.projectId, after.projectId]);
  return Object.assign(await answerOf(ctx, id, rescheduled, warnings), { dropped });
}

/** Returns the card next to which the task is to stand. @throws VALIDATION_ERROR exists */
async function referenceCard(
  ctx: TenantContext,
  { columnId, beforeId, afterId }: MoveInput,
  project: Project | null,
  id: string,
): Promise<Task | null> {
  const [path, wanted] = beforeId ? ['before_id', beforeId] : ['after_id', afterId];
  if (!wanted) return null;
  const card = (await Task.live(ctx).where({ id: wanted }).first()) as Task | undefined;
  const column = columnId && project?.board.find((one) => one.id === columnId);
  if (
    !card ||
    card.id === id ||
    card.projectId !== (project?.id ?? null) ||
    (column && column.status !== card.status)
  )
    throw invalid(path!, 'exists', 'There is no such card in the column.');
  return card;
}

/** Returns the status of the column. @throws VALIDATION_ERROR exists */
function targetStatus(
  project: Project | null,
  columnId: string | null,
  reference: Task | null,
  now: TaskStatus,
): TaskStatus {
  if (!columnId) return reference?.status ?? now;
  const column = project?.board.find(({ id }) => id === columnId.toLowerCase());
  if (!column) throw invalid('column_id', 'exists', 'The board of the project has no such column.');
  return column.status as TaskStatus;
}

async function enterStatus(
  ctx: TenantContext,
  task: Task,
  to: TaskStatus,
  project: Project | null,
  warnings: DeliveryWarning[],
): Promise<Partial<Task>> {
  const columns = statusColumns(to, null, ctx.now);
  await assertReopenable(ctx, task, project, to);
  warnings.push(...(await passPredecessors(ctx, [task.id], to, project)));
  if (to === 'done') warnings.push(...(await completeSubtasks(ctx, task, project, false)));
  warnings.push(...(await limitWarnings(ctx, project, to)));
  return columns;
}

/** Returns the new rank: next to the reference, or behind all cards; undefined if the task stands there already. */
async function rankFor(
  ctx: TenantContext,
  { beforeId, columnId, projectId }: MoveInput,
  project: Project | null,
  reference: Task | null,
  task: Task,
  status: TaskStatus,
): Promise<string | undefined> {
  const inProject = project?.id ?? null;
  const stays = status === task.status && inProject === task.projectId;
  if (!reference) {
    if (!columnId && !projectId) return undefined;
    if (stays && (await isLastOfStatus(ctx, task))) return undefined;
    return rankBetween(await lastRank(ctx, inProject), null);
  }
  const { position } = reference;
  const { before, after } = await neighbours(ctx, inProject, position, task.id);
  const [low, high] = beforeId ? [before, position] : [position, after];
  const isThere = (low ?? '') < task.position && (high === null || task.position < high);
  return stays && isThere ? undefined : rankBetween(low, high);
}

/** Returns the columns of a task in its new project. */
function placeIn(task: Task, project: Project, dropped: readonly Dropped[]): Partial<Task> {
  const has = (kind: Dropped['kind'], id: string | null) =>
    dropped.some((one) => one.kind === kind && one.id === id);
  return {
    projectId: project.id,
    companyId: project.companyId,
    parentId: null,
    milestoneId: null,
    ...(has('deal', task.dealId) && { dealId: null }),
    ...(has('contact', task.contactId) && { contactId: null }),
  };
}

/** A task that moves along, with whether its deal and contact may belong to a task of the new company. */
interface Moving extends Pick<Task, 'id' | 'milestoneId' | 'dealId' | 'contactId'> {
  keepsDeal: boolean;
  keepsContact: boolean;
}

/** The task $2 and those below it, locked, by rank. */
const SUBTREE = `
  with recursive below as (
    select t.id from tasks t where t.tenant_id = $1 and t.id = $2
    union select c.id from below b join tasks c on c.tenant_id = $1 and c.parent_id = b.id and c.deleted_at is null
  ) select t.id, t.milestone_id as "milestoneId", t.deal_id as "dealId", t.contact_id as "contactId",
    exists (select from deals d where d.tenant_id = $1 and d.id = t.deal_id and d.company_id = $3) as "keepsDeal",
    exists (select from contacts c where c.tenant_id = $1 and c.id = t.contact_id and (c.company_id = $3 or exists (
      select from contact_companies l where l.tenant_id = $1 and l.contact_id = c.id and l.company_id = $3))) as "keepsContact"
  from tasks t join below b on b.id = t.id where t.tenant_id = $1 order by t.position, t.id for update of t`;

/** Moves the subtasks of a task along, and drops the links that do not fit. @returns what was dropped, each once */
async function changeProject(ctx: TenantContext, task: Task, project: Project): Promise<Dropped[]> {
  if (project.status === 'cancelled')
    fail('INVALID_STATE_TRANSITION', 'The project is cancelled; reopen it before moving tasks to it.', {
      details: { from: 'cancelled', to: 'active', allowed: ['active'] },
    });
  const subtree = await ctx.tx.rows<Moving>(SUBTREE, [ctx.tenantId, task.id, project.companyId]);
  const links = await ctx.tx.rows<{ id: string }>(
    `delete from task_dependencies where tenant_id = $1 and (successor_id = any($2)) <> (predecessor_id = any($2)) returning id`,
    [ctx.tenantId, subtree.map(({ id }) => id)],
  );
  const below = subtree.filter(({ id }) => id !== task.id);
  const ranks = ranksAfter(await lastRank(ctx, project.id), below.length);
  await ctx.tx.rows(
    `update tasks t set project_id = $6, company_id = $7, milestone_id = null, position = m.rank, version = version + 1,
       updated_at = $8, updated_by = $9, deal_id = m.deal, contact_id = m.contact
     from unnest($2::uuid[], $3::text[], $4::uuid[], $5::uuid[]) as m(id, rank, deal, contact)
     where t.tenant_id = $1 and t.id = m.id`,
    [
      ctx.tenantId,
      below.map(({ id }) => id),
      ranks,
      below.map(({ dealId, keepsDeal }) => (keepsDeal ? dealId : null)),
      below.map(({ contactId, keepsContact }) => (keepsContact ? contactId : null)),
      project.id,
      project.companyId,
      ctx.now,
      JSON.stringify(actorOf(ctx.principal)),
    ],
  );
  const ids = (kind: Dropped['kind'], list: readonly (string | null)[]): Dropped[] =>
    [...new Set(list)].flatMap((id) => (id ? [{ kind, id }] : []));
  return [
    ...ids(
      'milestone',
      subtree.map(({ milestoneId }) => milestoneId),
    ),
    ...ids(
      'dependency',
      links.map(({ id }) => id),
    ),
    ...ids('parent', [task.parentId]),
    ...ids(
      'deal',
      subtree.map(({ dealId, keepsDeal }) => (keepsDeal ? null : dealId)),
    ),
    ...ids(
      'contact',
      subtree.map(({ contactId, keepsContact }) => (keepsContact ? null : contactId)),
    ),
  ];
}
