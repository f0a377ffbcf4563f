// What belongs to a project of the demo: people, milestones, tasks, links and time.

import type { datesOf } from '../domains/project-templates/date-rules.ts';
import { linksOf, type readStructure } from '../domains/project-templates/structure-rules.ts';
import { ranksAfter } from '../domains/tasks/rank-rules.ts';
import type { CompanyRow, Row } from './companies.ts';
import { MINUTES_A_DAY, STEP_DAYS } from './delivery-structure.ts';
import type { ContactRow } from './methods.ts';
import type { Random } from './random.ts';
import { actor, type Staff, type StaffMember } from './staff.ts';

/** Rows of the tables of delivery. */
export interface DeliveryRows {
  templates: Row[];
  projects: Row[];
  contacts: Row[];
  members: Row[];
  milestones: Row[];
  tasks: Row[];
  links: Row[];
  time: Row[];
  series: Row[];
  ledger: Row[];
}

interface ProjectParts {
  project: Row & { id: string; company_id: string; currency: string };
  client: CompanyRow;
  contacts: readonly ContactRow[];
  staff: Staff;
  author: StaffMember;
  start: Date;
  now: Date;
  structure: ReturnType<typeof readStructure>;
  dates: ReturnType<typeof datesOf>;
}

/** Draws people, milestones, tasks, links and time of a project. */
export function drawParts(random: Random, rows: DeliveryRows, parts: ProjectParts): void {
  const team = drawPeople(rows, parts);
  const milestoneIds = drawMilestones(random, rows, parts);
  drawTasks(random, rows, parts, { team, milestoneIds });
}

/** Draws the sponsor and the team. @returns who works on the tasks */
function drawPeople(rows: DeliveryRows, { project, client, contacts, staff, start }: ProjectParts) {
  const stamps = { tenant_id: staff.tenantId, created_at: start, updated_at: start };
  const person = contacts.find(({ company_id, deleted_at }) => company_id === client.id && !deleted_at);
  if (person)
    rows.contacts.push({
      ...{ ...stamps, project_id: project.id, contact_id: person.id },
      ...{ role: 'sponsor', is_primary: true },
    });
  const team = staff.people.filter(({ roleKey }) => roleKey === 'member' || roleKey === 'manager');
  for (const { id, roleKey } of team)
    rows.members.push({
      ...{ ...stamps, project_id: project.id, user_id: id, bill_rate: null, cost_rate: 60 },
      ...{ role: roleKey === 'manager' ? 'manager' : 'contributor', allocation_percent: 50 },
    });
  return team;
}

/** Draws the milestones. @returns their ids by key */
function drawMilestones(
  random: Random,
  rows: DeliveryRows,
  { project, staff, author, start, now, structure, dates }: ProjectParts,
): Map<string, string> {
  const ids = new Map<string, string>();
  for (const { key, name } of structure.milestones) {
    const due = dates.milestones.get(key)!;
    const isDone = due < day(now);
    const record = recordOf(random, staff.tenantId, author, start);
    ids.set(key, record.id);
    rows.milestones.push({
      ...{ ...record, project_id: project.id, name, due_date: due, billing_percent: 30 },
      ...{
        status: isDone ? 'completed' : 'open',
        completed_at: isDone ? new Date(`${due}T15:00:00Z`) : null,
      },
    });
  }
  return ids;
}

/** Draws the tasks as far as they are by today, with links and time. */
function drawTasks(
  random: Random,
  rows: DeliveryRows,
  parts: ProjectParts,
  { team, milestoneIds }: { team: readonly StaffMember[]; milestoneIds: ReadonlyMap<string, string> },
): void {
  const { project, client, staff, author, start, now, structure, dates } = parts;
  const today = day(now);
  const ids = new Map(structure.tasks.map(({ key }) => [key, random.id(start)]));
  const ranks = ranksAfter(null, structure.tasks.length);
  const parents = new Set(structure.tasks.map(({ parentKey }) => parentKey));
  for (const [index, task] of structure.tasks.entries()) {
    const { startDate, dueDate } = dates.tasks.get(task.key)!;
    const isDone = dueDate < today;
    const isParent = parents.has(task.key);
    const worker = random.pick(team);
    const status = isDone ? 'done' : startDate <= today ? 'in_progress' : 'todo';
    const id = ids.get(task.key)!;
    rows.tasks.push({
      ...{
        ...recordOf(random, staff.tenantId, author, start),
        id,
        custom_fields: {},
        tags: [],
        checklist: [],
      },
      title: task.title.replace('{{customer}}', client.name),
      ...{ project_id: project.id, company_id: client.id, parent_id: ids.get(task.parentKey ?? '') ?? null },
      ...{ status, priority: task.priority, position: ranks[index] },
      ...{ assignee_ids: isParent ? [] : [worker.id], start_date: startDate, due_date: dueDate },
      ...{ schedule_mode: 'auto', milestone_id: milestoneIds.get(task.milestoneKey ?? '') ?? null },
      estimate_minutes: isParent ? 3 * STEP_DAYS * MINUTES_A_DAY : task.estimateMinutes,
      completed_at: isDone ? new Date(`${dueDate}T15:00:00Z`) : null,
    });
    if (!isParent && startDate < today) drawTime(random, rows, parts, { id, startDate, worker, isDone });
  }
  for (const { predecessorId, successorId, type, lagDays } of linksOf(structure.tasks))
    rows.links.push({
      ...{ tenant_id: staff.tenantId, created_at: start, updated_at: start, id: random.id(start) },
      ...{ predecessor_id: ids.get(predecessorId), successor_id: ids.get(successorId) },
      ...{ type, lag_days: lagDays, crosses: false },
    });
}

/** Draws an entry for the first day of a task: approved once the task is done. */
function drawTime(
  random: Random,
  rows: DeliveryRows,
  { project, staff, author }: ProjectParts,
  { id, startDate, worker, isDone }: { id: string; startDate: string; worker: StaffMember; isDone: boolean },
): void {
  const at = new Date(`${startDate}T16:00:00Z`);
  rows.time.push({
    ...recordOf(random, staff.tenantId, worker, at),
    ...{ user_id: worker.id, task_id: id, project_id: project.id, company_id: project.company_id },
    ...{ work_date: startDate, minutes: random.int(4, 16) * 30, note: null, billable: true, rate: 110 },
    ...{
      currency: project.currency,
      status: isDone ? 'approved' : 'submitted',
      running: false,
      auto_stopped: false,
    },
    ...{ approved_by: isDone ? author.id : null, approved_at: isDone ? at : null },
  });
}

/** The columns that every record has. */
export function recordOf(random: Random, tenantId: string, author: StaffMember, at: Date) {
  const stamps = {
    version: 1,
    created_at: at,
    updated_at: at,
    created_by: actor(author),
    updated_by: actor(author),
  };
  return { tenant_id: tenantId, id: random.id(at), ...stamps };
}

/** Returns the day of a time. */
export function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}
