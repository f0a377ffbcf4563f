// Reads the input of a task from a row of a project-management export.
import type { WireObject } from '../../operations/wire.ts';
import { dayOf } from '../days.ts';
import { CellError, readCell, rowError } from './cells.ts';
import type { Cell, ColumnMapping, Import, ImportRow, Mapping, PmMapping, RowError } from './model.ts';
import { PM_FIELDS } from './pm-formats.ts';
import { keyOf, type PmRowReader } from './pm-row-reader.ts';

export interface ReadTask {
  /** By wire name. */
  input: WireObject;
  errors: RowError[];
}

/** Fields whose cells become a member of the input by themselves. */
const PLAIN = new Set(['title', 'description', 'start_date', 'due_date', 'estimate_minutes', 'tags']);
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(Z|[+-]\d{2}:?\d{2})$/;

/** Returns the fields of a task, without its project and milestone. */
export function readTask(imported: Import, reader: PmRowReader, row: ImportRow): ReadTask {
  const mapping = imported.mapping as PmMapping;
  const read: ReadTask = { input: {}, errors: [] };
  for (const column of mapping.columns) readColumn(imported, mapping, column, row, read);
  if (!read.input.title && !read.errors.some(({ field }) => field === 'title'))
    read.errors.push(columnError(mapping, 'title', 'REQUIRED', 'A task needs a title.'));
  const cells = row.cells ?? [];
  readStatus(mapping, reader, cells, read);
  readPriority(mapping, reader, cells, read);
  readPeople(mapping, reader, cells, read);
  const checklist = reader.texts(cells, 'checklist', /\n/).map(checklistItem);
  if (checklist.length) read.input.checklist = checklist;
  return read;
}

function readColumn(
  { columns }: Import,
  mapping: PmMapping,
  column: ColumnMapping,
  row: ImportRow,
  { input, errors }: ReadTask,
): void {
  const { source, target } = column;
  const isSeconds = target === 'estimate_seconds';
  if (!PLAIN.has(target) && !isSeconds) return;
  const field = PM_FIELDS.get(target)!;
  const cell = source === null ? null : (row.cells?.[columns.indexOf(source)] ?? null);
  try {
    const value = readCell(
      dayInZone(cell, field.type, mapping),
      column,
      field,
      mapping as unknown as Mapping,
    );
    if (value === undefined || value === null) return;
    const [member] = field.path as [string];
    if (target === 'tags')
      input.tags = [...((input.tags as string[] | undefined) ?? []), ...(value as string[])];
    else input[member] = isSeconds ? Math.round(Number(value) / 60) : value;
  } catch (error) {
    if (!(error instanceof CellError)) throw error;
    errors.push(rowError(source, target, error, cell));
  }
}

/** Returns the day on which an instant of an export falls in the time zone of the mapping. */
function dayInZone(cell: Cell, type: string, { date_format: format, time_zone: zone }: PmMapping): Cell {
  if (type !== 'date' || format !== null || typeof cell !== 'string' || !INSTANT.test(cell.trim()))
    return cell;
  const instant = new Date(cell.trim());
  return Number.isNaN(instant.getTime()) ? cell : dayOf(instant, zone);
}

function columnError(
  { columns }: PmMapping,
  field: string,
  code: string,
  message: string,
  value: string | null = null,
  severity: RowError['severity'] = 'error',
): RowError {
  const column = columns.find(({ target }) => target === field)?.source ?? null;
  return rowError(column, field, { code, message }, value, severity);
}

function readStatus(
  mapping: PmMapping,
  reader: PmRowReader,
  cells: readonly Cell[],
  { input, errors }: ReadTask,
): void {
  const { status: value } = reader.place(cells);
  const percent = Number(reader.text(cells, 'percent_complete').replace('%', ''));
  if (value && !Object.hasOwn(mapping.statuses, value)) {
    const message = 'The mapping has no status of tasks for this one.';
    errors.push(columnError(mapping, 'status', 'INVALID_FORMAT', message, value));
  } else if (value) input.status = mapping.statuses[value];
  else if (percent > 0) input.status = percent >= 100 ? 'done' : 'in_progress';
  if (/^true$/i.test(reader.text(cells, 'is_done'))) input.status = 'done';
  if (input.status === 'blocked') input.blocked_reason = `It was ${value} in the imported project.`;
}

function readPriority(
  mapping: PmMapping,
  reader: PmRowReader,
  cells: readonly Cell[],
  { input, errors }: ReadTask,
): void {
  const { priority: value } = reader.place(cells);
  if (!value) return;
  if (Object.hasOwn(mapping.priorities, value)) input.priority = mapping.priorities[value];
  else {
    const message = 'The mapping has no priority of tasks for this one; the task has the normal one.';
    errors.push(columnError(mapping, 'priority', 'INVALID_FORMAT', message, value, 'warning'));
  }
}

function readPeople(
  mapping: PmMapping,
  reader: PmRowReader,
  cells: readonly Cell[],
  { input, errors }: ReadTask,
): void {
  const users = new Map(Object.entries(mapping.people).map(([key, id]) => [keyOf(key), id]));
  const ids = new Set<string>();
  for (const key of reader.place(cells).people) {
    const id = users.get(keyOf(key));
    if (id) ids.add(id);
    if (id !== undefined) continue;
    const message = 'Nobody stands for this person; the task is not assigned to them.';
    errors.push(columnError(mapping, 'assignee', 'UNKNOWN_REFERENCE', message, key, 'warning'));
  }
  if (ids.size) input.assignee_ids = [...ids];
}

/** Reads an item of a checklist, which is done if its box is ticked. */
function checklistItem(text: string): WireObject {
  const [, box, title] = /^\[([ x])\]\s*(.*)$/is.exec(text) ?? [undefined, ' ', text];
  return { title, done: box!.toLowerCase() === 'x' };
}
