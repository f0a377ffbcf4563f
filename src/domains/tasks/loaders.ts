// Loads tasks, their links and what follows from them for other records.
import type { TenantContext } from '../../context.ts';
import { listOf, loaderOf, type RelationSql, relation } from '../../lists/loaders.ts';
import { DEFAULT_CALENDAR } from '../working-days.ts';
import { blockedSql, taskKind } from './kind.ts';
import { Task, TaskDependency } from './model.ts';

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

const NO_FIGURES: TaskFigures = {
  trackedMinutes: 0,
  isBlocked: false,
  columnId: null,
  scheduleConflict: false,
  durationDays: null,
};

const WITHOUT_PROJECT = `'${JSON.stringify(DEFAULT_CALENDAR)}'::jsonb`;

/**
 * The SQL of each figure of a task. A link is broken if fewer working days lie between its dates than it demands, counted
 * behind the due day of the predecessor for finish_to_start, and from the date concerned on for the others.
 */
export const FIGURES: Readonly<Record<keyof TaskFigures, (task: string) => string>> = {
  trackedMinutes: (task) => `(select coalesce(sum(fe.minutes), 0)::int from time_entries fe
    where fe.tenant_id = ${task}.tenant_id and fe.task_id = ${task}.id and fe.deleted_at is null and fe.status <> 'rejected')`,
  isBlocked: blockedSql,
  columnId: (task) => `(select fc.c ->> 'id' from projects fp cross join jsonb_array_elements(fp.board) fc(c)
    where fp.tenant_id = ${task}.tenant_id and fp.id = ${task}.project_id and fc.c ->> 'status' = ${task}.status)`,
  scheduleConflict: (
    task,
  ) => `(${task}.status not in ('done', 'cancelled') and exists (select from task_dependencies fd
    join tasks fo on fo.tenant_id = fd.tenant_id and fo.id = fd.predecessor_id and fo.deleted_at is null
    left join projects fp on fp.tenant_id = fd.tenant_id and fp.id = ${task}.project_id
    where fd.tenant_id = ${task}.tenant_id and fd.successor_id = ${task}.id and fd.lag_days >= working_days_after(
      case fd.type when 'finish_to_start' then fo.due_date when 'finish_to_finish' then fo.due_date - 1 else fo.start_date - 1 end,
      case when fd.type in ('finish_to_start', 'start_to_start') then ${task}.start_date else ${task}.due_date end,
      coalesce(fp.working_calendar, ${WITHOUT_PROJECT}))))`,
  durationDays: (
    task,
  ) => `greatest(case when ${task}.start_date is not null and ${task}.due_date is not null then 1 end,
    working_days_after(${task}.start_date - 1, ${task}.due_date,
      coalesce((select fp.working_calendar from projects fp where fp.tenant_id = ${task}.tenant_id and fp.id = ${task}.project_id),
      ${WITHOUT_PROJECT})))`,
};

const SELECT_FIGURES = `select t.id, ${Object.entries(FIGURES)
  .map(([name, sql]) => `${sql('t')} as "${name}"`)
  .join(', ')} from tasks t where t.tenant_id = $1 and t.id = any($2)`;

/** Returns what is worked out for a task, in one statement for all tasks of an answer. */
export function figuresOf(ctx: TenantContext, id: string): Promise<TaskFigures> {
  return loaderOf<string, TaskFigures>(ctx, 'tasks.figures', async (ids) => {
    const rows = await ctx.tx.rows<TaskFigures & { id: string }>(
      SELECT_FIGURES,
      [ctx.tenantId, ids],
      'generic',
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((task) => found.get(task) ?? NO_FIGURES);
  }).load(id);
}
