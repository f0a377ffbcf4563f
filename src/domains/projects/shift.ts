// Moves the open tasks of a project by working days, in a statement for all of them and one for each level of parents.
import type { TenantContext } from '../../context.ts';
import { rollUp } from '../project-work.ts';
import { dayNumber, dayText, type WorkingCalendar, WorkingDays } from '../working-days.ts';

/** Moves start and due of the open auto tasks of a project by a number of working days. */
export async function shiftOpenTasks(
  ctx: TenantContext,
  project: { id: string; workingCalendar: WorkingCalendar },
  days: number,
): Promise<void> {
  if (days === 0) return;
  const tasks = await ctx.tx.rows<{
    id: string;
    parentId: string | null;
    start: string | null;
    due: string | null;
  }>(
    `select t.id, t.parent_id as "parentId", t.start_date as start, t.due_date as due from tasks t where t.tenant_id = $1 and t.project_id = $2
       and t.deleted_at is null and t.status not in ('done', 'cancelled') and t.schedule_mode = 'auto'
       and (t.start_date is not null or t.due_date is not null) order by t.id for update`,
    [ctx.tenantId, project.id],
  );
  const calendar = new WorkingDays(project.workingCalendar);
  const moved = (day: string | null) => day && shiftDay(calendar, day, days);
  await ctx.tx.rows(
    `update tasks t set start_date = m.start, due_date = m.due, version = version + 1, updated_at = $5
     from unnest($2::uuid[], $3::date[], $4::date[]) as m(id, start, due) where t.tenant_id = $1 and t.id = m.id`,
    [
      ctx.tenantId,
      tasks.map(({ id }) => id),
      tasks.map(({ start }) => moved(start)),
      tasks.map(({ due }) => moved(due)),
      ctx.now,
    ],
  );
  // Tasks that are done stay where they are, and so do their parents' dates as far as those follow from them.
  await rollUp(
    ctx,
    tasks.flatMap(({ parentId }) => parentId ?? []),
  );
}

/** Returns the day that is a number of working days after another one, or before it. */
export function shiftDay(calendar: WorkingDays, day: string, days: number): string {
  const number = dayNumber(day);
  const from = days < 0 ? calendar.onOrBefore(number) : calendar.onOrAfter(number);
  return dayText(calendar.add(from, days));
}
