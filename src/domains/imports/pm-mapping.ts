// Checks the mapping of a project-management import and completes it: company, people, statuses, priorities, columns.
import type { TenantContext } from '../../context.ts';
import { type FieldFault, ServiceError } from '../../errors.ts';
import { assertClient } from '../projects/input.ts';
import { columnFaults, dateFormatFaults, type MappingInput, readColumns } from './mapping-rules.ts';
import type { Import, PmFound, PmMapping } from './model.ts';
import { defaultColumns, GENERIC_FIELDS, type PmFormat } from './pm-formats.ts';
import { MAX_VALUES } from './pm-structure.ts';

/** A mapping as the caller gives it. */
export interface PmMappingInput extends Pick<MappingInput, 'onError' | 'dateFormat' | 'timeZone'> {
  companyId?: string | null;
  companyColumn?: string | null;
  people?: Record<string, unknown> | null;
  statuses?: Record<string, unknown> | null;
  priorities?: Record<string, unknown> | null;
  columns?: MappingInput['columns'] | null;
}

type Columns = Pick<PmMapping, 'columns' | 'company_column'>;

const TASK_STATUSES = new Set([
  'backlog',
  'todo',
  'in_progress',
  'in_review',
  'blocked',
  'done',
  'cancelled',
]);
const TASK_PRIORITIES = new Set(['low', 'normal', 'high', 'urgent']);

/**
 * Returns the columns of a mapping; those of the format stand where the caller maps nothing to their field.
 * @throws VALIDATION_ERROR unknown_column, unknown_target, duplicate_target, required
 */
export function readPmColumns(imported: Import, input: PmMappingInput): Columns {
  const given = readColumns(input.columns ?? []);
  const faults: FieldFault[] = columnFaults(given, imported.columns, GENERIC_FIELDS);
  const targets = new Set(given.map(({ target }) => target));
  const sources = new Set(given.map(({ source }) => source));
  const own = defaultColumns(imported.sourceFormat as PmFormat, imported.columns, imported.found!.title);
  const columns = [
    ...given,
    ...own.filter(({ target, source }) => !targets.has(target) && (source === null || !sources.has(source))),
  ];
  if (!columns.some(({ target }) => target === 'title'))
    faults.push({ path: 'columns', rule: 'required', message: 'Map a column to title.' });
  const { companyColumn: company = null } = input;
  if (company !== null && !imported.columns.includes(company))
    faults.push(fault('company_column', 'unknown_column', `The file has no column ${company}.`));
  throwIfAny(faults);
  return { columns, company_column: company };
}

/** Completes a mapping. @throws VALIDATION_ERROR with every fault and its path; COMPANY_NOT_A_CLIENT */
export async function readPmMapping(
  ctx: TenantContext,
  input: PmMappingInput,
  columns: Columns,
  found: PmFound,
): Promise<PmMapping> {
  const { companyId = null } = input;
  const timeZone = input.timeZone ?? ctx.principal.timeZone;
  const mapping: PmMapping = {
    ...columns,
    company_id: companyId,
    people: await readPeople(ctx, input.people, found),
    statuses: (input.statuses ?? {}) as Record<string, string>,
    priorities: { ...suggested(found), ...((input.priorities ?? {}) as Record<string, string>) },
    on_error: input.onError ?? 'skip_row',
    date_format: input.dateFormat ?? null,
    time_zone: timeZone,
  };
  const faults = [
    ...companyFaults(mapping),
    ...valueFaults('statuses', mapping.statuses, TASK_STATUSES),
    ...valueFaults('priorities', mapping.priorities, TASK_PRIORITIES),
    ...dateFormatFaults(mapping),
    ...missingStatuses(mapping, found),
  ];
  throwIfAny(faults);
  if (companyId) await assertClient(ctx, companyId);
  return mapping;
}

function throwIfAny(fields: FieldFault[]): void {
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
}

function fault(path: string, rule: string, message: string): FieldFault {
  return { path, rule, message };
}

function companyFaults({ company_id: id, company_column: column }: PmMapping): FieldFault[] {
  if (id === null && column === null)
    return [fault('company_id', 'required', 'Give the client of the projects, or the column that names it.')];
  return id !== null && column !== null
    ? [fault('company_column', 'exclusive', 'Give either company_id or company_column.')]
    : [];
}

function valueFaults(member: string, values: Record<string, unknown>, known: Set<string>): FieldFault[] {
  const message = `Give one of ${[...known].join(', ')}.`;
  return Object.entries(values).flatMap(([value, to]) =>
    typeof to === 'string' && known.has(to) ? [] : [fault(`${member}.${value}`, 'enum', message)],
  );
}

/** Every status of the file needs a status of tasks. */
function missingStatuses({ statuses }: PmMapping, found: PmFound): FieldFault[] {
  if (found.statuses.length > MAX_VALUES || found.priorities.length > MAX_VALUES)
    return [fault('columns', 'max_items', `The file has more than ${MAX_VALUES} statuses or priorities.`)];
  return found.statuses.flatMap(({ value }) =>
    Object.hasOwn(statuses, value)
      ? []
      : [fault(`statuses.${value}`, 'required', 'Say which status of tasks this is.')],
  );
}

function suggested({ priorities }: PmFound): Record<string, string> {
  return Object.fromEntries(
    priorities.flatMap(({ value, suggestion }) => (suggestion === null ? [] : [[value, suggestion]])),
  );
}

/** Returns the users of people; without any given, those whose mail address is that of a member. */
async function readPeople(
  ctx: TenantContext,
  given: Record<string, unknown> | null | undefined,
  { people }: PmFound,
): Promise<PmMapping['people']> {
  if (!given) return Object.fromEntries(people.flatMap(({ key, userId }) => (userId ? [[key, userId]] : [])));
  const ids = Object.values(given).filter((id): id is string => typeof id === 'string');
  const members = await ctx.tx.rows<{ id: string }>(
    `select user_id::text as id from memberships where tenant_id = $1 and status = 'active' and user_id::text = any($2::text[])`,
    [ctx.tenantId, ids.map((id) => id.toLowerCase())],
  );
  const known = new Set(members.map(({ id }) => id));
  const message =
    'There is no active member of the workspace with this user id; null leaves tasks unassigned.';
  throwIfAny(
    Object.entries(given).flatMap(([key, id]) =>
      id === null || (typeof id === 'string' && known.has(id.toLowerCase()))
        ? []
        : [fault(`people.${key}`, 'exists', message)],
    ),
  );
  return Object.fromEntries(
    Object.entries(given).map(([key, id]) => [key, (id as string | null)?.toLowerCase() ?? null]),
  );
}
