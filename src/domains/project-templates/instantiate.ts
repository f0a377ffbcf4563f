// Makes a project from a template in two passes, all tasks and then all links, or computes it only (delivery.md section 2.4).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { activeMembers } from '../members/look-ups.ts';
import { assertClient } from '../projects/input.ts';
import type { findProject } from '../projects/look-ups.ts';
import { insertMilestones } from '../projects/milestones.ts';
import { createProject } from '../projects/service.ts';
import type { DeliveryWarning } from '../projects/warnings.ts';
import type { TaskLink } from '../tasks/graph-rules.ts';
import { insertPlan } from '../tasks/insert-plan.ts';
import { datesOf, type TemplateDates } from './date-rules.ts';
import { ProjectTemplate } from './model.ts';
import { withoutTasks } from './skip-rules.ts';
import { structureOf, type TemplateMilestone, type TemplateTask } from './structure-rules.ts';
import { VariableTexts } from './variable-rules.ts';

export interface ProjectFromTemplateInput {
  companyId: string;
  name: string;
  anchor?: 'start' | 'end' | null;
  date: string;
  roleAssignments?: Record<string, unknown> | null;
  variables?: Record<string, unknown> | null;
  skipTaskKeys?: readonly string[] | null;
}

/** What an instantiation makes, before anything is written. */
interface ProjectPlan {
  name: string;
  description: string | null;
  milestones: TemplateMilestone[];
  tasks: TemplateTask[];
  links: TaskLink[];
  dates: TemplateDates;
  /** The user of each assigned role. */
  users: Map<string, string>;
}

type Project = Awaited<ReturnType<typeof findProject>>;

const MAX_LINKS = 100;
const LENGTHS = { name: 200, title: 500, description: 50_000 };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Makes a planned project from a published template.
 * @param dryRun whether to compute only
 * @throws NOT_FOUND, TEMPLATE_NOT_PUBLISHED, TEMPLATE_VARIABLE_MISSING, VALIDATION_ERROR, COMPANY_NOT_A_CLIENT
 */
export async function instantiateTemplate(
  ctx: TenantContext,
  id: string,
  input: ProjectFromTemplateInput,
  dryRun: boolean,
): Promise<object> {
  const template = await ProjectTemplate.find<ProjectTemplate>(ctx, id);
  if (template.status !== 'published')
    fail('TEMPLATE_NOT_PUBLISHED', undefined, { details: { status: template.status } });
  const plan = await planOf(ctx, template, input);
  if (dryRun) await assertClient(ctx, input.companyId);
  const project = dryRun ? null : await storeProject(ctx, template, plan, input.companyId);
  const ids = new Map([...plan.milestones, ...plan.tasks].map((row) => [row, dryRun ? null : uuid()]));
  const linkIds = project ? await storeParts(ctx, project, plan, ids as Map<object, string>) : [];
  const { startDate, dueDate } = plan.dates;
  const estimates = estimatesOf(plan.tasks);
  return {
    dryRun,
    projectId: project?.id ?? null,
    project,
    startDate,
    dueDate,
    milestones: plan.milestones.map((milestone) => ({
      key: milestone.key,
      id: ids.get(milestone),
      name: milestone.name,
      dueDate: plan.dates.milestones.get(milestone.key),
    })),
    tasks: plan.tasks.map((task) => ({
      ...task,
      ...plan.dates.tasks.get(task.key),
      id: ids.get(task),
      estimateMinutes: estimates.get(task.key),
      assigneeIds: assigneesOf(plan, task),
    })),
    dependencies: plan.links.map(({ predecessorId, successorId, type, lagDays }, index) => ({
      id: linkIds[index] ?? null,
      taskKey: successorId,
      predecessorKey: predecessorId,
      type,
      lagDays,
    })),
    warnings: memberWarnings(
      plan,
      project?.ownerUserId ?? (ctx.principal.kind === 'user' ? ctx.principal.id : null),
    ),
  };
}

/** Works out texts, tasks, links and dates. */
async function planOf(
  ctx: TenantContext,
  template: ProjectTemplate,
  input: ProjectFromTemplateInput,
): Promise<ProjectPlan> {
  const structure = structureOf(template);
  const skipped = readSkipped(structure.tasks, input.skipTaskKeys ?? []);
  const { tasks, links } = withoutTasks(structure.tasks, skipped);
  const incoming = Map.groupBy(links, ({ successorId }) => successorId);
  for (const [key, own] of incoming)
    if (own.length > MAX_LINKS)
      throw invalid(
        'skip_task_keys',
        'max_items',
        `The task ${key} would wait for more than ${MAX_LINKS} others.`,
      );
  const users = await readAssignments(ctx, structure.roles, input.roleAssignments ?? {});
  const texts = new VariableTexts(structure.variables, input.variables ?? {});
  const named = {
    name: texts.fill(input.name, LENGTHS.name),
    description: template.description && texts.fill(template.description, LENGTHS.description, false),
    milestones: structure.milestones.map((milestone) => ({
      ...milestone,
      name: texts.fill(milestone.name, LENGTHS.name),
    })),
    tasks: tasks.map((task) => ({
      ...task,
      title: texts.fill(task.title, LENGTHS.title),
      description: task.description && texts.fill(task.description, LENGTHS.description, false),
      checklist: task.checklist.map((item) => ({ ...item, title: texts.fill(item.title, LENGTHS.title) })),
    })),
  };
  texts.assertResolved();
  const schedule = { calendar: template.calendar, milestones: named.milestones, tasks: named.tasks, links };
  return { ...named, links, users, dates: datesOf(schedule, input.anchor ?? 'start', input.date) };
}

/** @throws VALIDATION_ERROR exists for a key that the template does not have */
function readSkipped(tasks: readonly TemplateTask[], keys: readonly string[]): Set<string> {
  const known = new Set(tasks.map(({ key }) => key));
  for (const [index, key] of keys.entries())
    if (!known.has(key))
      throw invalid(`skip_task_keys[${index}]`, 'exists', 'The template has no task with this key.');
  return new Set(keys);
}

/** Returns the user of each assigned role. @throws VALIDATION_ERROR exists */
async function readAssignments(
  ctx: TenantContext,
  roles: readonly string[],
  assignments: Record<string, unknown>,
): Promise<Map<string, string>> {
  const users = new Map<string, string>();
  for (const [role, userId] of Object.entries(assignments)) {
    const path = `role_assignments.${role}`;
    if (!roles.includes(role)) throw invalid(path, 'exists', 'The template has no such role.');
    if (userId === null) continue;
    if (typeof userId !== 'string' || !UUID.test(userId))
      throw invalid(path, 'type', 'Give the id of a user.');
    users.set(role, userId.toLowerCase());
  }
  const members = await activeMembers(ctx, [...users.values()]);
  for (const [role, userId] of users)
    if (!members.has(userId))
      throw invalid(
        `role_assignments.${role}`,
        'exists',
        'There is no active member of the workspace with this user id.',
      );
  return users;
}

function storeProject(
  ctx: TenantContext,
  template: ProjectTemplate,
  plan: ProjectPlan,
  companyId: string,
): Promise<Project> {
  const { name, description, dates, milestones, tasks, links } = plan;
  const counts = {
    task_count: tasks.length,
    milestone_count: milestones.length,
    dependency_count: links.length,
  };
  return createProject(
    ctx,
    {
      companyId,
      name,
      description,
      startDate: dates.startDate,
      dueDate: dates.dueDate,
      workingCalendar: template.calendar,
    },
    {
      templateId: template.id,
      templateVersion: template.version,
      data: { template_id: template.id, ...counts },
    },
  );
}

/** Inserts milestones and tasks, then the links. @returns the ids of the links */
async function storeParts(
  ctx: TenantContext,
  project: Project,
  { milestones, tasks, links, dates, users }: ProjectPlan,
  ids: ReadonlyMap<object, string>,
): Promise<string[]> {
  const milestoneIds = new Map(milestones.map((milestone) => [milestone.key, ids.get(milestone)!]));
  const taskIds = new Map(tasks.map((task) => [task.key, ids.get(task)!]));
  const estimates = estimatesOf(tasks);
  await insertMilestones(
    ctx,
    project.id,
    milestones.map(({ key, name }) => ({
      id: milestoneIds.get(key)!,
      name,
      dueDate: dates.milestones.get(key)!,
    })),
  );
  return insertPlan(
    ctx,
    project,
    tasks.map((task) => ({
      id: taskIds.get(task.key)!,
      parentId: task.parentKey && taskIds.get(task.parentKey)!,
      title: task.title,
      description: task.description,
      ...dates.tasks.get(task.key)!,
      estimateMinutes: estimates.get(task.key)!,
      priority: task.priority,
      milestoneId: task.milestoneKey && milestoneIds.get(task.milestoneKey)!,
      assigneeIds: assigneesOf({ users }, task),
      checklist: task.checklist,
    })),
    links.map((link) => ({
      ...link,
      predecessorId: taskIds.get(link.predecessorId)!,
      successorId: taskIds.get(link.successorId)!,
    })),
  );
}

function assigneesOf({ users }: Pick<ProjectPlan, 'users'>, { role }: TemplateTask): string[] {
  const user = role && users.get(role);
  return user ? [user] : [];
}

/** Returns the estimates of tasks; that of a task with subtasks is the sum of theirs. */
function estimatesOf(tasks: readonly TemplateTask[]): Map<string, number | null> {
  const children = Map.groupBy(tasks, ({ parentKey }) => parentKey);
  const estimates = new Map<string, number | null>();
  const visit = (task: TemplateTask): number | null => {
    const parts = children.get(task.key)?.map(visit);
    const known = parts?.filter((minutes) => minutes !== null);
    const estimate = known
      ? known.length
        ? known.reduce((sum, minutes) => sum + minutes, 0)
        : null
      : task.estimateMinutes;
    estimates.set(task.key, estimate);
    return estimate;
  };
  for (const task of children.get(null) ?? []) visit(task);
  return estimates;
}

/** Returns the warning about assignees who are no members of the new project: only its owner is one. */
function memberWarnings(plan: ProjectPlan, ownerId: string | null): DeliveryWarning[] {
  const assigned = new Set(plan.tasks.flatMap((task) => assigneesOf(plan, task)));
  const ids = [...assigned].filter((id) => id !== ownerId);
  return ids.length
    ? [{ code: 'ASSIGNEE_NOT_MEMBER', message: 'Assignees are no members of the project.', ids }]
    : [];
}
