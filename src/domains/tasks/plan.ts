// The plan of projects in the database: one lock for the projects whose tasks are linked, cycles of links and hierarchy,
// the effect of a change on later tasks, and the dates of parents. Each step is one statement for all tasks.
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { rollUp } from '../project-work.ts';
import { DEFAULT_CALENDAR, dayNumber, dayText, type WorkingCalendar, WorkingDays } from '../working-days.ts';
import { ancestorsOf, findCycle, type TaskLink } from './graph-rules.ts';
import { type ProjectSchedule, push, type ScheduledTask } from './schedule-rules.ts';

/** A task that the schedule moved, or one in conflict. */
export interface Rescheduled {
  taskId: string;
  startDate: string | null;
  dueDate: string | null;
  formerStartDate: string | null;
  formerDueDate: string | null;
  conflict: boolean;
}

type ProjectId = string | null;

/**
 * Locks the plans of projects and of all projects that are linked with them, until the transaction ends. Comes before
 * any lock of a task.
 * @returns the locked projects; null stands for tasks without a project
 */
export async function lockPlans(ctx: TenantContext, projectIds: readonly ProjectId[]): Promise<ProjectId[]> {
  let locked: ProjectId[] = [];
  for (;;) {
    const found = await linkedProjects(ctx, projectIds);
    const missing = found.filter((id) => !locked.includes(id));
    if (missing.length === 0) return locked;
    const keys = missing.map((id) => `tasks.plan:${ctx.tenantId}:${id}`).sort();
    await ctx.tx.rows(
      'select pg_advisory_xact_lock(hashtext(k)) from (select k from unnest($1::text[]) k order by k) keys',
      [keys],
    );
    locked = [...locked, ...missing];
  }
}

/** Returns the projects that are linked with the given ones over any number of links, themselves included. */
async function linkedProjects(ctx: TenantContext, projectIds: readonly ProjectId[]): Promise<ProjectId[]> {
  const pairs = await ctx.tx.rows<{ a: ProjectId; b: ProjectId }>(
    `select distinct p.project_id as a, s.project_id as b from task_dependencies d
     join tasks p on p.tenant_id = $1 and p.id = d.predecessor_id join tasks s on s.tenant_id = $1 and s.id = d.successor_id
     where d.tenant_id = $1 and d.crosses`,
    [ctx.tenantId],
  );
  const found = new Set(projectIds);
  for (let size = 0; size < found.size; ) {
    size = found.size;
    for (const { a, b } of pairs) if (found.has(a) || found.has(b)) found.add(a).add(b);
  }
  return [...found];
}

/** What is needed to plan projects. */
export interface PlanRows {
  tasks: ScheduledTask[];
  links: TaskLink[];
  scheduleOf: (projectId: ProjectId) => ProjectSchedule;
}

/** Reads the tasks, links and calendars of locked projects. */
export async function readPlans(ctx: TenantContext, projectIds: readonly ProjectId[]): Promise<PlanRows> {
  const named = projectIds.filter((id) => id !== null);
  const inProjects = `(t.project_id = any($2) ${projectIds.includes(null) ? 'or t.project_id is null' : ''})`;
  // Without a project, only tasks that are linked or in a hierarchy concern the plan.
  const rows = await ctx.tx.rows<ScheduledTask & { startDate: string | null; dueDate: string | null }>(
    `select t.id, t.parent_id as "parentId", t.project_id as "projectId", t.start_date as "startDate", t.due_date as "dueDate",
       t.schedule_mode = 'auto' as "isAuto", t.status not in ('done', 'cancelled') as "isOpen"
     from tasks t where t.tenant_id = $1 and t.deleted_at is null and ${inProjects}`,
    [ctx.tenantId, named],
  );
  const links = await ctx.tx.rows<TaskLink>(
    `select d.predecessor_id as "predecessorId", d.successor_id as "successorId", d.type, d.lag_days as "lagDays"
     from task_dependencies d join tasks t on t.tenant_id = $1 and t.id = d.successor_id
     where d.tenant_id = $1 and t.deleted_at is null and ${inProjects}`,
    [ctx.tenantId, named],
  );
  const projects = await ctx.tx.rows<{ id: string; calendar: WorkingCalendar; pushes: boolean }>(
    `select id, working_calendar as calendar, auto_schedule and status <> 'on_hold' as pushes from projects
     where tenant_id = $1 and id = any($2)`,
    [ctx.tenantId, named],
  );
  const schedules = new Map<ProjectId, ProjectSchedule>(
    projects.map(({ id, calendar, pushes }) => [id, { days: new WorkingDays(calendar), pushes }]),
  );
  const plain = { days: new WorkingDays(DEFAULT_CALENDAR), pushes: true };
  const number = (day: string | null) => (day === null ? null : dayNumber(day));
  return {
    tasks: rows.map(({ startDate, dueDate, ...task }) => ({
      ...task,
      start: number(startDate),
      due: number(dueDate),
    })),
    links,
    scheduleOf: (projectId) => schedules.get(projectId) ?? plain,
  };
}

/** Throws if links and hierarchy make tasks wait for each other. @throws DEPENDENCY_CYCLE with the path */
export function assertNoCycle({ tasks, links }: Pick<PlanRows, 'tasks' | 'links'>): void {
  const path = findCycle(tasks, links);
  if (path) fail('DEPENDENCY_CYCLE', undefined, { details: { path } });
}

/** Throws if a task would stand below itself, or too deep. @throws HIERARCHY_CYCLE; returns the depth of the parent */
export function depthBelow(tasks: readonly ScheduledTask[], id: string, parentId: string): number {
  const parents = new Map(tasks.map((task) => [task.id, task.parentId]));
  const above = ancestorsOf(parentId, parents);
  if (above.includes(id)) {
    const path = [...above.slice(0, above.indexOf(id) + 1)].reverse();
    fail('HIERARCHY_CYCLE', undefined, { details: { path: [...path, id] } });
  }
  return above.length;
}

/** Returns how many levels a task and those below it have. */
export function heightOf(tasks: readonly ScheduledTask[], id: string): number {
  const children = Map.groupBy(tasks, ({ parentId }) => parentId);
  const height = (at: string): number =>
    1 + Math.max(0, ...(children.get(at) ?? []).map((child) => height(child.id)));
  return height(id);
}

/**
 * Moves the later tasks that a change pushes, and works out the dates of parents.
 * @param changed tasks whose dates or parents changed
 * @param linked tasks that got a new link
 * @returns the tasks that moved, and those in conflict
 */
export async function reschedule(
  ctx: TenantContext,
  projectIds: readonly ProjectId[],
  { changed = [], linked = [] }: { changed?: readonly string[]; linked?: readonly string[] },
): Promise<Rescheduled[]> {
  const parents = await parentsOf(ctx, changed);
  await rollUp(ctx, parents);
  if (linked.length === 0 && !(await hasSuccessors(ctx, changed))) return [];
  const plan = await readPlans(ctx, projectIds);
  if (plan.links.length === 0) return [];
  const { moved, conflicts } = push(plan.tasks, plan.links, plan.scheduleOf, { changed, linked });
  const byId = new Map(plan.tasks.map((task) => [task.id, task]));
  if (moved.size) {
    await ctx.tx.rows(
      `update tasks t set start_date = m.start, due_date = m.due, version = version + 1, updated_at = $5, updated_by = $6
       from unnest($2::uuid[], $3::date[], $4::date[]) as m(id, start, due) where t.tenant_id = $1 and t.id = m.id`,
      [
        ctx.tenantId,
        [...moved.keys()],
        [...moved.values()].map(({ start }) => dayText(start)),
        [...moved.values()].map(({ due }) => dayText(due)),
        ctx.now,
        JSON.stringify(actorOf(ctx.principal)),
      ],
    );
    await rollUp(
      ctx,
      [...moved.keys()].flatMap((id) => byId.get(id)!.parentId ?? []),
    );
  }
  const text = (day: number | null) => (day === null ? null : dayText(day));
  return [...moved.keys(), ...conflicts].map((id) => {
    const { start, due } = byId.get(id)!;
    const to = moved.get(id) ?? { start, due };
    return {
      taskId: id,
      startDate: text(to.start),
      dueDate: text(to.due),
      formerStartDate: text(start),
      formerDueDate: text(due),
      conflict: !moved.has(id),
    };
  });
}

/** The tasks `any($2)` with all tasks above them. */
const LINE = `with recursive line (id, parent_id) as (
  select t.id, t.parent_id from tasks t where t.tenant_id = $1 and t.id = any($2)
  union select p.id, p.parent_id from line l join tasks p on p.tenant_id = $1 and p.id = l.parent_id)`;

/** Returns how many levels a task stands below its root, the root included. */
export async function depthOf(ctx: TenantContext, id: string): Promise<number> {
  return (await ctx.tx.rows(`${LINE} select from line`, [ctx.tenantId, [id]])).length;
}

/** Returns whether links lead on from tasks or from those above them: nothing else makes their dates move others. */
async function hasSuccessors(ctx: TenantContext, ids: readonly string[]): Promise<boolean> {
  const found = await ctx.tx.rows(
    `${LINE} select from task_dependencies d join line l on l.id = d.predecessor_id where d.tenant_id = $1 limit 1`,
    [ctx.tenantId, ids],
  );
  return found.length > 0;
}

async function parentsOf(ctx: TenantContext, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.tx.rows<{ id: string }>(
    'select distinct parent_id as id from tasks where tenant_id = $1 and id = any($2) and parent_id is not null',
    [ctx.tenantId, ids],
  );
  return rows.map(({ id }) => id);
}
