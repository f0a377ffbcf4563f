// The health of projects: what dates, milestones, tasks and budget say, as a SQL expression (delivery.md section 2.2).

/**
 * Returns the SQL of the computed health of a project (delivery.md section 2.2); null for one that is over.
 * @param project the alias of its row
 * @param today the day in the workspace, as a SQL expression
 */
export function healthSql(project: string, today: string): string {
  const ofProject = (table: string) =>
    `${table}.tenant_id = ${project}.tenant_id and ${table}.project_id = ${project}.id`;
  return `case when ${project}.status in ('completed', 'cancelled') then null
    else coalesce(${project}.health_override, (select case
      when ${project}.due_date < ${today} or late.first < ${today} - 7 or used.minutes > 100 then 'off_track'
      when late.first is not null or work.overdue > 0.2 * work.open
        or greatest(used.minutes, used.value) - ${project}.progress_percent > 20 then 'at_risk'
      else 'on_track' end
      from (select min(m.due_date) as first from milestones m where ${ofProject('m')} and m.deleted_at is null
          and m.status = 'open' and m.due_date < ${today}) late,
        (select count(*) as open, count(*) filter (where t.due_date < ${today}) as overdue from tasks t
          where ${ofProject('t')} and t.deleted_at is null and t.status not in ('done', 'cancelled')) work,
        (select 100.0 * sum(e.minutes) / ${project}.budget_minutes as minutes,
            100.0 * sum(e.minutes * e.rate / 60) filter (where e.billable) / nullif(${project}.budget_amount, 0) as value
          from time_entries e where ${ofProject('e')} and e.deleted_at is null and e.status <> 'rejected') used)) end`;
}
