// Loads tasks, their links and what follows from them for other records.
import type { TenantContext } from '../../context.ts';
import { listOf, loaderOf, type RelationSql, relation } from '../../lists/loaders.ts';
import type { WorkingCalendar } from '../working-days.ts';
import { DEFAULT_CALENDAR, dayNumber, WorkingDays } from '../working-days.ts';
import type { TaskLink } from './graph-rules.ts';
import { blockedSql, taskKind } from './kind.ts';
import { Task, TaskDependency } from './model.ts';
import { isBroken } from './schedule-rules.ts';

export const taskById = taskKind.byId;
export const tasksOfProject = listOf<Task>('tasks.project', {
  listing: taskKind.listing,
  parent: 'tasks.project_id',
});

const SUBTASKS: RelationSql = {
  name: 'tasks.subtasks',
  kind: 'all',
  model: Task,
  where: (table, key) => `${table}.parent_id = ${key} and ${table}.deleted_at is null`,
  order: (table) => `${table}.position, ${table}.id`,
};

/** The live tasks that are parts of a task, by rank. */
export const subtasksOf = relation(
  (ctx: TenantContext, id: string): Promise<Task[]> =>
    loaderOf<string, Task[]>(ctx, SUBTASKS.name, async (ids) => {
      const rows = (await Task.live(ctx)
        .whereRaw('tasks.parent_id = any(?)', [ids as string[]])
        .orderByRaw(SUBTASKS.order!('tasks'))) as Task[];
      const groups = Map.groupBy(rows, ({ parentId }) => parentId!);
      return ids.map((parent) => groups.get(parent) ?? []);
    }).load(id),
  SUBTASKS,
);

/** The links of a task with live tasks: to those that it waits for, or to those that wait for it. */
function linksOn(side: 'successor' | 'predecessor') {
  const other = side === 'successor' ? 'predecessor' : 'successor';
  const sql: RelationSql = {
    name: `task_dependencies.${side}`,
    kind: 'all',
    model: TaskDependency,
    where: (table, key) => `${table}.${side}_id = ${key} and exists (select from tasks o
      where o.tenant_id = ${table}.tenant_id and o.id = ${table}.${other}_id and o.deleted_at is null)`,
    order: (table) => `${table}.created_at, ${table}.id`,
  };
  const load = (ctx: TenantContext, id: string): Promise<TaskDependency[]> =>
    loaderOf<string, TaskDependency[]>(ctx, sql.name, async (ids) => {
      const rows = await ctx.tx.rows<object>(
        `select d.* from task_dependencies d where d.tenant_id = $1 and ${sql.where('d', 'any($2)')} order by ${sql.order!('d')}`,
        [ctx.tenantId, ids],
      );
      const links = rows.map((row) => TaskDependency.fromDatabaseJson(row) as TaskDependency);
      const groups = Map.groupBy(links, (link) =>
        side === 'successor' ? link.successorId : link.predecessorId,
      );
      return ids.map((task) => groups.get(task) ?? []);
    }).load(id);
  return relation(load, sql);
}

export const dependenciesOf = linksOn('successor');
export const dependentsOf = linksOn('predecessor');

/** What is worked out for a task when it is read. */
export interface TaskFigures {
  trackedMinutes: number;
  isBlocked: boolean;
  columnId: string | null;
  scheduleConflict: boolean;
  durationDays: number | null;
}

interface FigureRow {
  id: string;
  tracked: number;
  blocked: boolean;
  column: string | null;
  isOpen: boolean;
  start: string | null;
  due: string | null;
  calendar: WorkingCalendar | null;
  links: (TaskLink & { start: string | null; due: string | null })[] | null;
}

const FIGURES = `
  select t.id, ${blockedSql('t')} as blocked, t.status not in ('done', 'cancelled') as "isOpen",
    t.start_date as start, t.due_date as due, p.working_calendar as calendar,
    (select c ->> 'id' from jsonb_array_elements(p.board) c where c ->> 'status' = t.status) as column,
    (select coalesce(sum(e.minutes), 0)::int from time_entries e where e.tenant_id = $1 and e.task_id = t.id
      and e.deleted_at is null and e.status <> 'rejected') as tracked,
    (select json_agg(json_build_object('type', d.type, 'lagDays', d.lag_days, 'start', o.start_date, 'due', o.due_date))
      from task_dependencies d join tasks o on o.tenant_id = $1 and o.id = d.predecessor_id and o.deleted_at is null
      where d.tenant_id = $1 and d.successor_id = t.id) as links
  from tasks t left join projects p on p.tenant_id = $1 and p.id = t.project_id
  where t.tenant_id = $1 and t.id = any($2)`;

/** Returns what is worked out for a task, in one statement for all tasks of an answer. */
export function figuresOf(ctx: TenantContext, id: string): Promise<TaskFigures> {
  return loaderOf<string, TaskFigures>(ctx, 'tasks.figures', async (ids) => {
    const rows = await ctx.tx.rows<FigureRow>(FIGURES, [ctx.tenantId, ids]);
    const found = new Map(rows.map((row) => [row.id, figuresFrom(row)]));
    return ids.map(
      (task) =>
        found.get(task) ?? {
          trackedMinutes: 0,
          isBlocked: false,
          columnId: null,
          scheduleConflict: false,
          durationDays: null,
        },
    );
  }).load(id);
}

function figuresFrom({
  tracked,
  blocked,
  column,
  isOpen,
  start,
  due,
  calendar,
  links,
}: FigureRow): TaskFigures {
  const days = new WorkingDays(calendar ?? DEFAULT_CALENDAR);
  const number = (day: string | null) => (day === null ? null : dayNumber(day));
  const own = { start: number(start), due: number(due) };
  return {
    trackedMinutes: tracked,
    isBlocked: blocked,
    columnId: column,
    scheduleConflict:
      isOpen &&
      (links ?? []).some((link) =>
        isBroken(link, { start: number(link.start), due: number(link.due) }, own, days),
      ),
    durationDays: own.start === null || own.due === null ? null : days.duration(own.start, own.due),
  };
}
