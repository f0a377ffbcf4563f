// The timeline of a project: its plan with slack, critical path and conflicts.
import type { TenantContext } from '../../context.ts';
import { findProject } from '../projects/look-ups.ts';
import { dayNumber, dayText, FIRST_DAY, LAST_DAY, WorkingDays } from '../working-days.ts';
import { planOf } from './critical-path-rules.ts';
import type { TaskLink } from './graph-rules.ts';
import { isBroken, type ScheduledTask } from './schedule-rules.ts';

interface Row {
  id: string;
  title: string;
  parentId: string | null;
  startDate: string | null;
  dueDate: string | null;
  isAuto: boolean;
  isOpen: boolean;
}

/** Returns the plan of a project. @throws NOT_FOUND */
export async function getTimeline(ctx: TenantContext, projectId: string): Promise<object> {
  const project = await findProject(ctx, projectId);
  const ids = [ctx.tenantId, projectId];
  const [rows, links, milestones] = await Promise.all([
    ctx.tx.rows<Row>(
      `select id, title, parent_id as "parentId", start_date as "startDate", due_date as "dueDate",
         schedule_mode = 'auto' as "isAuto", status not in ('done', 'cancelled') as "isOpen"
       from tasks where tenant_id = $1 and project_id = $2 and deleted_at is null and status <> 'cancelled'
       order by start_date nulls last, position, id`,
      ids,
    ),
    ctx.tx.rows<TaskLink & { id: string }>(
      `select d.id, d.predecessor_id as "predecessorId", d.successor_id as "successorId", d.type, d.lag_days as "lagDays"
       from task_dependencies d join tasks s on s.tenant_id = $1 and s.id = d.successor_id and s.deleted_at is null
       join tasks p on p.tenant_id = $1 and p.id = d.predecessor_id and p.deleted_at is null
       where d.tenant_id = $1 and s.project_id = $2 and p.project_id = $2 order by d.created_at, d.id`,
      ids,
    ),
    ctx.tx.rows(
      `select id, name, due_date as "dueDate", status from milestones where tenant_id = $1 and project_id = $2
       and deleted_at is null order by due_date nulls last, created_at, id`,
      ids,
    ),
  ]);
  return { projectId, milestones, links, ...planned(rows, links, new WorkingDays(project.workingCalendar)) };
}

/** Computed days may lie outside of the years that a date can have; a plan that is only read shows the nearest date. */
function nearestDate(day: number): string {
  return dayText(Math.min(Math.max(day, FIRST_DAY), LAST_DAY));
}

function planned(rows: readonly Row[], links: readonly TaskLink[], days: WorkingDays): object {
  const number = (day: string | null) => (day === null ? null : dayNumber(day));
  const tasks = rows.map(({ startDate, dueDate, ...row }): ScheduledTask & { title: string } => ({
    ...row,
    projectId: null,
    start: number(startDate),
    due: number(dueDate),
  }));
  const plan = planOf(tasks, links, days);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const incoming = Map.groupBy(links, ({ successorId }) => successorId);
  const scheduled = tasks.filter(({ id }) => plan.tasks.has(id));
  const starts = scheduled.map(({ start }) => start!);
  const entries = scheduled.map(({ id, title, parentId, start, due, isOpen }) => {
    const { durationDays, earlyStart, earlyFinish, lateStart, lateFinish, slackDays, isCritical } =
      plan.tasks.get(id)!;
    const conflict =
      isOpen &&
      (incoming.get(id) ?? []).some((link) =>
        isBroken(link, byId.get(link.predecessorId)!, { start, due }, days),
      );
    return {
      id,
      title,
      parentId,
      startDate: dayText(start!),
      dueDate: dayText(due!),
      durationDays,
      earlyStart: nearestDate(earlyStart),
      earlyFinish: nearestDate(earlyFinish),
      lateStart: nearestDate(lateStart),
      lateFinish: nearestDate(lateFinish),
      slackDays,
      isCritical,
      conflict,
    };
  });
  return {
    startDate: starts.length ? dayText(Math.min(...starts)) : null,
    finishDate: plan.finish === null ? null : nearestDate(plan.finish),
    unscheduled: tasks.length - scheduled.length,
    tasks: entries,
    criticalPath: plan.criticalPath,
  };
}
