// Turns a project into the structure of a template: dates become offsets; people, time and comments are left out.
import type { Access } from '../../access/access.ts';
import { refusal } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { liveProject } from '../projects/look-ups.ts';
import type { LinkType } from '../tasks/graph-rules.ts';
import { dayNumber, type WorkingCalendar, WorkingDays } from '../working-days.ts';
import type { TemplateStructure, TemplateTask } from './structure-rules.ts';

const MAX_TASKS = 500;
const MAX_OFFSET = 3650;

/** The rights that the caller needs beyond that of writing templates. */
const READS: readonly Access[] = [
  {
    module: 'delivery',
    permission: 'projects.read',
    scope: 'delivery.projects:read',
    principals: 'tenant',
    risk: 'read',
  },
  {
    module: 'delivery',
    permission: 'tasks.read',
    scope: 'delivery.tasks:read',
    principals: 'tenant',
    risk: 'read',
  },
];

interface TaskRow {
  id: string;
  parentId: string | null;
  title: string;
  description: string | null;
  start: string | null;
  due: string | null;
  estimateMinutes: number | null;
  milestoneId: string | null;
  priority: TemplateTask['priority'];
  checklist: { title: string; required: boolean }[];
}

interface MilestoneRow {
  id: string;
  name: string;
  due: string | null;
}

interface LinkRow {
  taskId: string;
  predecessorId: string;
  type: LinkType;
  lagDays: number;
}

/**
 * Returns calendar and structure of a project: its milestones and its tasks that are not cancelled.
 * @throws PERMISSION_DENIED without the right to read projects and tasks; VALIDATION_ERROR exists, max_items
 */
export async function structureOfProject(
  ctx: TenantContext,
  projectId: string,
): Promise<{ calendar: WorkingCalendar; structure: TemplateStructure }> {
  for (const access of READS) {
    const refused = refusal(access, ctx.principal);
    if (refused) throw refused;
  }
  const project = await liveProject(ctx, projectId);
  if (!project) throw invalid('from_project_id', 'exists', 'There is no such project.');
  const tasks = await ctx.tx.rows<TaskRow>(TASKS, [ctx.tenantId, projectId]);
  if (tasks.length > MAX_TASKS)
    throw invalid('from_project_id', 'max_items', `A template has at most ${MAX_TASKS} tasks.`);
  const milestones = await ctx.tx.rows<MilestoneRow>(MILESTONES, [ctx.tenantId, projectId]);
  const links = await ctx.tx.rows<LinkRow>(LINKS, [ctx.tenantId, tasks.map(({ id }) => id)]);
  const calendar = project.workingCalendar;
  const starts = [
    project.startDate,
    ...tasks.map(({ start, due }) => start ?? due),
    ...milestones.map(({ due }) => due),
  ];
  const first = starts.filter((day) => day !== null).sort()[0];
  const days = new WorkingDays(calendar);
  const offsetOf = (day: string | null) => (day && first ? offsetFrom(days, first, day) : 0);
  const taskKeys = new Map(tasks.map(({ id }, index) => [id, `task-${index + 1}`]));
  const milestoneKeys = new Map(milestones.map(({ id }, index) => [id, `milestone-${index + 1}`]));
  const incoming = Map.groupBy(links, ({ taskId }) => taskId);
  const structure = {
    milestones: milestones.map(({ id, name, due }) => ({
      key: milestoneKeys.get(id)!,
      name,
      offsetDays: offsetOf(due),
    })),
    tasks: tasks.map(({ id, parentId, milestoneId, start, due, ...task }) => ({
      key: taskKeys.get(id)!,
      parentKey: taskKeys.get(parentId ?? '') ?? null,
      title: task.title,
      description: task.description,
      offsetDays: offsetOf(start ?? due),
      durationDays: start && due ? Math.min(MAX_OFFSET, days.duration(dayNumber(start), dayNumber(due))) : 1,
      estimateMinutes: task.estimateMinutes,
      role: null,
      milestoneKey: milestoneKeys.get(milestoneId ?? '') ?? null,
      priority: task.priority,
      checklist: task.checklist.map(({ title, required }) => ({ title, required })),
      dependsOn: (incoming.get(id) ?? []).map(({ predecessorId, type, lagDays }) => ({
        key: taskKeys.get(predecessorId)!,
        type,
        lagDays,
      })),
    })),
    roles: [],
    variables: [],
  };
  return { calendar, structure };
}

/** Returns the number of the working day on or after a day, counted from the one on or after the first day. */
function offsetFrom(days: WorkingDays, first: string, day: string): number {
  const from = days.onOrAfter(dayNumber(first));
  const to = days.onOrAfter(dayNumber(day));
  return Math.min(MAX_OFFSET, to > from ? days.distance(from, to) : 0);
}

const TASKS = `select t.id, t.parent_id as "parentId", t.title, t.description, t.start_date as start, t.due_date as due,
    t.estimate_minutes as "estimateMinutes", t.milestone_id as "milestoneId", t.priority, t.checklist
  from tasks t where t.tenant_id = $1 and t.project_id = $2 and t.deleted_at is null and t.status <> 'cancelled'
  order by t.position, t.id limit ${MAX_TASKS + 1}`;

const MILESTONES = `select m.id, m.name, m.due_date as due from milestones m
  where m.tenant_id = $1 and m.project_id = $2 and m.deleted_at is null order by m.due_date, m.created_at, m.id`;

const LINKS = `select d.successor_id as "taskId", d.predecessor_id as "predecessorId", d.type, d.lag_days as "lagDays"
  from task_dependencies d where d.tenant_id = $1 and d.successor_id = any($2) and d.predecessor_id = any($2)
  order by d.created_at, d.id`;
