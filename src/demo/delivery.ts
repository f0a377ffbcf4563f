// The delivery of a demo workspace: a template, two projects under way that were made from it, their tasks, links and time.
import { datesOf } from '../domains/project-templates/date-rules.ts';
import {
  durationOf,
  linksOf,
  readStructure,
  storedStructure,
} from '../domains/project-templates/structure-rules.ts';
import { DEFAULT_CALENDAR } from '../domains/working-days.ts';
import type { CompanyRow, Row } from './companies.ts';
import { type DeliveryRows, day, drawParts, recordOf } from './delivery-parts.ts';
import { structureOf, WORK } from './delivery-structure.ts';
import type { ContactRow } from './methods.ts';
import { daysBefore, type Random } from './random.ts';
import type { Staff, StaffMember } from './staff.ts';
import type { DemoWorkspace } from './workspaces.ts';

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
  const setting = { tenantId, author, currency, contacts, staff, now, structure, template };
  for (const [index, client] of random.some(clients, STARTED.length).entries())
    drawProject(random, rows, { ...setting, client, index, name: `${WORK[trade].name} ${client.name}` });
  rows.series.push(...seriesOf(rows.ledger, tenantId));
  return rows;
}

interface ProjectSetting {
  tenantId: string;
  author: StaffMember;
  currency: string;
  client: CompanyRow;
  contacts: readonly ContactRow[];
  staff: Staff;
  now: Date;
  structure: ReturnType<typeof readStructure>;
  template: Row;
  index: number;
  name: string;
}

/** Draws a project with its number and its parts. */
function drawProject(random: Random, rows: DeliveryRows, setting: ProjectSetting): void {
  const { tenantId, author, currency, client, contacts, staff, now, structure, index } = setting;
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
    name: setting.name.slice(0, 200),
    ...{ company_id: client.id, status: 'active', start_date: dates.startDate, due_date: dates.dueDate },
    ...{ owner_user_id: author.id, billing_type: 'time_and_materials', budget_amount: 18_000 },
    ...{ budget_minutes: 9600, bill_rate: 110, currency, working_calendar: DEFAULT_CALENDAR },
    ...{ auto_schedule: true, enforce_dependencies: 'warn' },
    board: Object.entries(COLUMNS).map(([status, name]) => ({
      ...{ id: random.id(start), name, status },
      ...{ wipLimit: status === 'in_progress' ? 3 : null, wipMode: 'soft' },
    })),
    ...{ template_id: setting.template.id, template_version: 1, tags: [] },
  };
  rows.projects.push({ ...project, progress_percent: 0 });
  rows.ledger.push({
    ...{ tenant_id: tenantId, id: random.id(start), series: 'project', number: project.number },
    ...{ seq: index + 1, period: String(year), document_type: 'project', document_id: project.id },
    ...{ issued_at: start, state: 'used' },
  });
  drawParts(random, rows, { project, client, contacts, staff, author, start, now, structure, dates });
}

/** Returns the counters of the numbers that were used. */
function seriesOf(ledger: readonly Row[], tenantId: string): Row[] {
  return [...Map.groupBy(ledger, ({ period }) => String(period))].map(([period, used]) => ({
    ...{ tenant_id: tenantId, series: 'project', period },
    next_value: Math.max(...used.map(({ seq }) => seq as number)) + 1,
  }));
}
