// The delivery of a demo workspace: a template, two projects under way that were made from it, their tasks, links and time.
import { datesOf } from '../domains/project-templates/date-rules.ts';
import {
  durationOf,
  linksOf,
  readStructure,
  type StructureInput,
  storedStructure,
} from '../domains/project-templates/structure-rules.ts';
import { ranksAfter } from '../domains/tasks/rank-rules.ts';
import { DEFAULT_CALENDAR } from '../domains/working-days.ts';
import type { CompanyRow, Row } from './companies.ts';
import type { ContactRow } from './methods.ts';
import { daysBefore, type Random } from './random.ts';
import { actor, type Staff, type StaffMember } from './staff.ts';
import type { DemoWorkspace } from './workspaces.ts';

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

/** What a trade delivers: the name of its template, and its phases with their steps and working days. */
const WORK: Readonly<
  Record<DemoWorkspace['trade'], { name: string; phases: Readonly<Record<string, readonly string[]>> }>
> = {
  wholesale: {
    name: 'Warehouse rollout',
    phases: {
      Survey: ['Walk through the site', 'Measure the aisles', 'Write the report'],
      Installation: ['Order the scanners', 'Label the shelves', 'Connect the interfaces'],
      'Go-live': ['Train the team', 'Stock-taking on the new system', 'Sign-off with {{customer}}'],
    },
  },
  studio: {
    name: 'Visual identity',
    phases: {
      Research: ['Kick-off with {{customer}}', 'Interviews', 'Positioning'],
      Design: ['Three directions', 'Refine the chosen one', 'Prepare the files'],
      Delivery: ['Write the guidelines', 'Print run', 'Hand-over'],
    },
  },
};
const STEP_DAYS = 4;
const MINUTES_A_DAY = 240;
/** How many days ago the projects began; the younger one has work left in every phase. */
const STARTED = [40, 12];
const COLUMNS = {
  backlog: 'Backlog',
  todo: 'To do',
  in_progress: 'In progress',
  in_review: 'In review',
  blocked: 'Blocked',
  done: 'Done',
};

/** Draws the delivery of a workspace for its first active clients. */
export function drawDelivery(
  random: Random,
  { trade, currency }: Pick<DemoWorkspace, 'trade' | 'currency'>,
  { companies, contacts }: { companies: readonly CompanyRow[]; contacts: readonly ContactRow[] },
  staff: Staff,
  now: Date,
): DeliveryRows {
  const rows: DeliveryRows = {
    ...{ templates: [], projects: [], contacts: [], members: [], milestones: [] },
    ...{ tasks: [], links: [], time: [], series: [], ledger: [] },
  };
  const { tenantId } = staff;
  const author = staff.people.find(({ roleKey }) => roleKey === 'manager') ?? staff.people[0]!;
  const created = daysBefore(now, 200);
  const structure = readStructure(structureOf(trade));
  const template = {
    ...recordOf(random, tenantId, author, created),
    name: WORK[trade].name,
    description: null,
    status: 'published',
    calendar: DEFAULT_CALENDAR,
    structure: storedStructure(structure),
    duration_days: durationOf(structure),
  };
  rows.templates.push(template);
  const clients = companies.filter(
    ({ client_status, deleted_at }) => client_status === 'active' && !deleted_at,
  );
  for (const [index, client] of random.some(clients, STARTED.length).entries()) {
    const start = daysBefore(now, STARTED[index]!);
    const dates = datesOf(
      { ...structure, calendar: DEFAULT_CALENDAR, links: linksOf(structure.tasks) },
      'start',
      day(start),
    );
    const year = start.getUTCFullYear();
    const project = {
      ...recordOf(random, tenantId, author, start),
      custom_fields: {},
      number: `P-${year}-${String(index + 1).padStart(4, '0')}`,
      name: `${WORK[trade].name} ${client.name}`.slice(0, 200),
      company_id: client.id,
      status: 'active',
      start_date: dates.startDate,
      due_date: dates.dueDate,
      owner_user_id: author.id,
      billing_type: 'time_and_materials',
      budget_amount: 18_000,
      budget_minutes: 9600,
      bill_rate: 110,
      currency,
      working_calendar: DEFAULT_CALENDAR,
      auto_schedule: true,
      enforce_dependencies: 'warn',
      board: Object.entries(COLUMNS).map(([status, name]) => ({
        ...{ id: random.id(start), name, status },
        ...{ wipLimit: status === 'in_progress' ? 3 : null, wipMode: 'soft' },
      })),
      template_id: template.id,
      template_version: 1,
      tags: [],
    };
    rows.projects.push({ ...project, progress_percent: 0 });
    rows.ledger.push({
      ...{
        tenant_id: tenantId,
        id: random.id(start),
        series: 'project',
        number: project.number,
        seq: index + 1,
      },
      ...{
        period: String(year),
        document_type: 'project',
        document_id: project.id,
        issued_at: start,
        state: 'used',
      },
    });
    drawParts(random, rows, { project, client, contacts, staff, author, start, now, structure, dates });
  }
  const periods = Map.groupBy(rows.ledger, ({ period }) => String(period));
  for (const [period, used] of periods)
    rows.series.push({
      ...{
        tenant_id: tenantId,
        series: 'project',
        period,
        next_value: Math.max(...used.map(({ seq }) => seq as number)) + 1,
      },
    });
  return rows;
}

/** Returns the structure of the template: each phase waits for the one before, and ends with a milestone. */
function structureOf(trade: DemoWorkspace['trade']): StructureInput {
  const phases = Object.entries(WORK[trade].phases);
  return {
    variables: [{ name: 'customer', default: 'the customer' }],
    roles: ['lead'],
    milestones: phases.map(([phase, steps], index) => ({
      key: `m${index}`,
      name: `${phase} done`,
      offsetDays: (index + 1) * steps.length * STEP_DAYS - 1,
    })),
    tasks: phases.flatMap(([phase, steps], index) => [
      { key: `p${index}`, title: phase, ...(index && { dependsOn: [{ key: `p${index - 1}` }] }) },
      ...steps.map((title, step) => ({
        key: `p${index}s${step}`,
        parentKey: `p${index}`,
        title,
        offsetDays: (index * steps.length + step) * STEP_DAYS,
        durationDays: STEP_DAYS,
        estimateMinutes: STEP_DAYS * MINUTES_A_DAY,
        role: 'lead',
        milestoneKey: `m${index}`,
        ...(step && { dependsOn: [{ key: `p${index}s${step - 1}` }] }),
      })),
    ]),
  };
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
function drawParts(random: Random, rows: DeliveryRows, parts: ProjectParts): void {
  const { project, client, contacts, staff, author, start, now, structure, dates } = parts;
  const { tenantId } = staff;
  const stamps = { tenant_id: tenantId, created_at: start, updated_at: start };
  const person = contacts.find(({ company_id, deleted_at }) => company_id === client.id && !deleted_at);
  if (person)
    rows.contacts.push({
      ...stamps,
      project_id: project.id,
      contact_id: person.id,
      role: 'sponsor',
      is_primary: true,
    });
  const team = staff.people.filter(({ roleKey }) => roleKey === 'member' || roleKey === 'manager');
  for (const { id, roleKey } of team)
    rows.members.push({
      ...{ ...stamps, project_id: project.id, user_id: id, bill_rate: null, cost_rate: 60 },
      ...{ role: roleKey === 'manager' ? 'manager' : 'contributor', allocation_percent: 50 },
    });
  const today = day(now);
  const milestoneIds = new Map<string, string>();
  for (const { key, name } of structure.milestones) {
    const due = dates.milestones.get(key)!;
    const isDone = due < today;
    const record = recordOf(random, tenantId, author, start);
    milestoneIds.set(key, record.id);
    rows.milestones.push({
      ...{ ...record, project_id: project.id, name, due_date: due, billing_percent: 30 },
      ...{
        status: isDone ? 'completed' : 'open',
        completed_at: isDone ? new Date(`${due}T15:00:00Z`) : null,
      },
    });
  }
  const ids = new Map(structure.tasks.map(({ key }) => [key, random.id(start)]));
  const ranks = ranksAfter(null, structure.tasks.length);
  const parents = new Set(structure.tasks.map(({ parentKey }) => parentKey));
  for (const [index, task] of structure.tasks.entries()) {
    const { startDate, dueDate } = dates.tasks.get(task.key)!;
    const isDone = dueDate < today;
    const worker = random.pick(team);
    const status = isDone ? 'done' : startDate <= today ? 'in_progress' : 'todo';
    const id = ids.get(task.key)!;
    rows.tasks.push({
      ...{ ...recordOf(random, tenantId, author, start), id, custom_fields: {}, tags: [], checklist: [] },
      ...{
        title: task.title.replace('{{customer}}', client.name),
        project_id: project.id,
        company_id: client.id,
      },
      ...{
        parent_id: ids.get(task.parentKey ?? '') ?? null,
        status,
        priority: task.priority,
        position: ranks[index],
      },
      ...{ assignee_ids: parents.has(task.key) ? [] : [worker.id], start_date: startDate, due_date: dueDate },
      ...{ schedule_mode: 'auto', milestone_id: milestoneIds.get(task.milestoneKey ?? '') ?? null },
      estimate_minutes: parents.has(task.key) ? 3 * STEP_DAYS * MINUTES_A_DAY : task.estimateMinutes,
      completed_at: isDone ? new Date(`${dueDate}T15:00:00Z`) : null,
    });
    if (!parents.has(task.key) && startDate < today)
      drawTime(random, rows, parts, { id, startDate, worker, isDone });
  }
  for (const { predecessorId, successorId, type, lagDays } of linksOf(structure.tasks))
    rows.links.push({
      ...{
        ...stamps,
        id: random.id(start),
        predecessor_id: ids.get(predecessorId),
        successor_id: ids.get(successorId),
      },
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

function recordOf(random: Random, tenantId: string, author: StaffMember, at: Date) {
  const stamps = {
    version: 1,
    created_at: at,
    updated_at: at,
    created_by: actor(author),
    updated_by: actor(author),
  };
  return { tenant_id: tenantId, id: random.id(at), ...stamps };
}

function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}
