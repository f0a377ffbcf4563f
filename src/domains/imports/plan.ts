// Plans rows: reads their cells, finds the records that they mean, and decides what becomes of each.
import { createHash } from 'node:crypto';
import type { TenantContext } from '../../context.ts';
import type { PersistedOperation } from '../../operations/catalogue.ts';
import type { WireObject } from '../../operations/wire.ts';
import { CellError, readCell, rowError } from './cells.ts';
import { type Found, LookUps, lookUpKey } from './look-ups.ts';
import type { Cell, ColumnMapping, Import, ImportRow, Mapping, RowError } from './model.ts';
import { isRefused } from './row-plan.ts';
import { allFieldsOf, type TargetField } from './target-fields.ts';
import { operationOf, type TargetSpec, targetOf } from './targets.ts';

/** A reference that is looked up again when the row runs, because an earlier row may make its record. */
interface LateReference {
  column: PlannedColumn;
  kind: string;
  by: string;
  key: string;
}

/** What becomes of a row. */
export interface PlannedRow {
  row: ImportRow;
  errors: RowError[];
  /** The input of its operation by wire name. */
  input: WireObject;
  keys: string[];
  match?: Found;
  action: 'create' | 'update' | 'skip' | null;
  late: LateReference[];
}

/** The length of the values that are stored to find the rows that have them. */
const MAX_KEY = 200;

interface PlannedColumn {
  mapping: ColumnMapping;
  field: TargetField;
  /** Its place in the cells of a row; -1 for a constant. */
  at: number;
}

/** A mapping with the fields of its target, for many rows. */
export interface Planner {
  target: TargetSpec;
  mapping: Mapping;
  columns: PlannedColumn[];
  /** The values of the match keys of earlier rows. */
  seen: Map<string, number>;
  create: PersistedOperation;
  update: PersistedOperation | undefined;
  /** Whether the records of earlier rows exist by now, as in an execution. */
  requiresReferences: boolean;
}

/** Prepares the plan of an import by a mapping. */
export function plannerOf(ctx: TenantContext, imported: Import, mapping: Mapping): Planner {
  const target = targetOf(imported.target);
  const fields = new Map(allFieldsOf(ctx, target).map((field) => [field.key, field]));
  const columns = mapping.columns.flatMap((one): PlannedColumn[] => {
    const field = fields.get(one.target);
    return field
      ? [{ mapping: one, field, at: one.source === null ? -1 : imported.columns.indexOf(one.source) }]
      : [];
  });
  return {
    ...{ target, mapping, columns, seen: new Map(), requiresReferences: false },
    create: operationOf(ctx, target.create)!,
    update: operationOf(ctx, target.update),
  };
}

/** Plans rows in their order, with one statement for each kind of value that they are found by. */
export async function planRows(
  ctx: TenantContext,
  planner: Planner,
  rows: ImportRow[],
): Promise<PlannedRow[]> {
  const lookUps = new LookUps();
  const drafts: Draft[] = [];
  for (const row of rows) drafts.push(await draftOf(ctx, planner, row, lookUps));
  await lookUps.run(ctx);
  return drafts.map((draft) => complete(planner, draft, lookUps));
}

/** A row whose cells are read and whose references are not looked up yet. */
interface Draft {
  planned: PlannedRow;
  references: (LateReference & { value: Cell })[];
  matchKeys: { key: string; value: string }[];
  /** What the record of the row will have and no other one may have. */
  uniqueKeys: string[];
}

async function draftOf(
  ctx: TenantContext,
  planner: Planner,
  row: ImportRow,
  lookUps: LookUps,
): Promise<Draft> {
  const planned: PlannedRow = {
    row,
    errors: row.readErrors.filter((error) => matters(planner, error)),
    input: {},
    keys: [],
    action: null,
    late: [],
  };
  const draft: Draft = { planned, references: [], matchKeys: [], uniqueKeys: [] };
  for (const column of planner.columns) {
    const cell = column.at < 0 ? null : (row.cells?.[column.at] ?? null);
    try {
      const value = readCell(cell, column.mapping, column.field, planner.mapping);
      if (value === null && column.field.required)
        throw new CellError('REQUIRED', 'This field needs a value.');
      if (value === undefined) continue;
      if (column.field.reference && value !== null) await refer(ctx, draft, column, value, lookUps);
      else if (column.field.key === 'id') planned.input.id = String(value).trim();
      else setAt(planned.input, column.field.path, value);
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      planned.errors.push(rowError(column.mapping.source, column.field.key, error, cell));
    }
  }
  await readMatchKeys(ctx, planner, draft, lookUps);
  draft.uniqueKeys = await uniqueKeysOf(ctx, planner, planned);
  return draft;
}

/** Returns whether what the file has wrong with a cell is told: an error of a column that is not imported is not. */
function matters({ columns }: Planner, { column, severity }: RowError): boolean {
  const isImported = column === null || columns.some(({ mapping }) => mapping.source === column);
  return isImported || severity === 'warning';
}

async function refer(
  ctx: TenantContext,
  { references }: Draft,
  column: PlannedColumn,
  value: unknown,
  lookUps: LookUps,
): Promise<void> {
  const { kind, by } = column.field.reference!;
  for (const one of [value].flat()) {
    const key = await lookUpKey(ctx, kind, by, String(one));
    lookUps.want(kind, by, key);
    references.push({ column, kind, by, key, value: String(one) });
  }
}

async function readMatchKeys(
  ctx: TenantContext,
  { mapping, target, columns }: Planner,
  { planned, matchKeys }: Draft,
  lookUps: LookUps,
): Promise<void> {
  for (const key of mapping.match_keys) {
    const value = planned.input[key];
    if (typeof value !== 'string' || !value.trim()) continue;
    try {
      const normalized = await lookUpKey(ctx, target.record, key, value);
      lookUps.want(target.record, key, normalized);
      matchKeys.push({ key, value: normalized });
      planned.keys.push(`${key}:${normalized}`);
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      const column = columns.find(({ field }) => field.key === key)!;
      planned.errors.push(rowError(column.mapping.source, key, error, value));
    }
  }
}

/** Returns the values of a row that must be unique, besides those of its match keys. */
async function uniqueKeysOf(
  ctx: TenantContext,
  { mapping, target, columns }: Planner,
  { input }: PlannedRow,
): Promise<string[]> {
  const keys: string[] = [];
  for (const { field } of columns) {
    const isUnique = field.custom?.isUnique ?? target.unique?.includes(field.key);
    const value = field.path.reduce<unknown>((at, part) => (at as WireObject | undefined)?.[part], input);
    if (!isUnique || value == null || mapping.match_keys.includes(field.key)) continue;
    try {
      const isIdentifying = target.matchKeys.some(({ key }) => key === field.key);
      const text = String(value);
      const normalized = isIdentifying
        ? await lookUpKey(ctx, target.record, field.key, text)
        : text.toLowerCase();
      keys.push(`${field.key}:${normalized.length > MAX_KEY ? digestOf(normalized) : normalized}`);
    } catch (error) {
      // The operation that writes the record says what is wrong with the value.
      if (!(error instanceof CellError)) throw error;
    }
  }
  return keys;
}

function complete(planner: Planner, draft: Draft, lookUps: LookUps): PlannedRow {
  const { planned, references } = draft;
  for (const reference of references) resolve(planner, planned, reference, lookUps);
  findMatch(planner, draft, lookUps);
  claim(planner, planned, planned.keys);
  rememberNames(planner, planned);
  decide(planner, planned);
  // A row that writes nothing takes no values from later ones.
  if (planned.action !== 'skip' && !isRefused(planned)) {
    planned.keys.push(...draft.uniqueKeys);
    claim(planner, planned, draft.uniqueKeys);
  }
  return planned;
}

/** Remembers the keys of a row, unless an earlier one has any of them, which is an error of this row. */
function claim({ seen, mapping }: Planner, { row, errors }: PlannedRow, keys: readonly string[]): void {
  const repeated = keys.find((key) => seen.has(digestOf(key)));
  const earlier = repeated === undefined ? undefined : seen.get(digestOf(repeated));
  if (repeated !== undefined && earlier !== row.rowNumber)
    errors.push(repeatedError(mapping, row, repeated, earlier!));
  else for (const key of keys) seen.set(digestOf(key), row.rowNumber);
}

/** Returns a key in a length that 50,000 rows can have in memory. */
function digestOf(key: string): string {
  return key.length <= 64 ? key : createHash('sha256').update(key).digest('base64url');
}

/** Returns the error of a row that has the key, `name:value`, of another one. */
export function repeatedError(mapping: Mapping, { cells }: ImportRow, key: string, other: number): RowError {
  const [name = ''] = key.split(':');
  const column = mapping.columns.find(({ target }) => target === name)?.source ?? null;
  const message = `Row ${other} has the same ${name}.`;
  const error = { code: 'DUPLICATE_IN_FILE', message };
  return rowError(column, name, error, cells && key.slice(name.length + 1));
}

function resolve(
  planner: Planner,
  planned: PlannedRow,
  reference: Draft['references'][number],
  lookUps: LookUps,
): void {
  const { column, kind, by, key, value } = reference;
  const found = lookUps.of(kind, by, key);
  const { source } = column.mapping;
  const field = column.field;
  if (found.length === 1) addReference(planned.input, field, found[0]!.id);
  else if (found.length > 1) {
    const message = `${found.length} records have this ${by}; give another value.`;
    planned.errors.push(rowError(source, field.key, { code: 'AMBIGUOUS_MATCH', message }, value));
  } else if (planner.seen.has(`reference:${kind}.${by}:${key.toLowerCase()}`)) planned.late.push(reference);
  else {
    const message = `There is no live ${kind} with this ${by}.`;
    planned.errors.push(rowError(source, field.key, { code: 'UNKNOWN_REFERENCE', message }, value));
  }
}

/** Puts the id of a record into the input. */
export function addReference(input: WireObject, { path, list, reference }: TargetField, id: string): void {
  const [member] = path;
  const itemMember = reference?.itemMember;
  if (list) input[member!] = [...((input[member!] as string[] | undefined) ?? []), id];
  else setAt(input, path, itemMember ? [{ [itemMember]: id }] : id);
}

/** Remembers by which values later rows of the same import may refer to the record of this row. */
function rememberNames({ target, seen }: Planner, { input, row }: PlannedRow): void {
  if (target.name !== 'companies') return;
  for (const by of ['domain', 'name'])
    if (typeof input[by] === 'string')
      seen.set(`reference:company.${by}:${(input[by] as string).trim().toLowerCase()}`, row.rowNumber);
}

function findMatch({ target, columns }: Planner, { planned, matchKeys }: Draft, lookUps: LookUps): void {
  for (const { key, value } of matchKeys) {
    const found = lookUps.of(target.record, key, value);
    if (found.length === 0) continue;
    const column = columns.find(({ field }) => field.key === key)!;
    if (found.length === 1) planned.match = found[0]!;
    else {
      const message = `${found.length} records have this ${key}; use another match key.`;
      planned.errors.push(rowError(column.mapping.source, key, { code: 'AMBIGUOUS_MATCH', message }, value));
    }
    return;
  }
}

function decide({ mapping, columns, target }: Planner, planned: PlannedRow): void {
  const { match, errors, input } = planned;
  const [key] = mapping.match_keys;
  const column = columns.find(({ field }) => field.key === key);
  const refuse = (code: string, message: string): unknown =>
    errors.push(rowError(column?.mapping.source ?? null, key ?? null, { code, message }, input[key ?? '']));
  if (match && mapping.mode === 'create')
    refuse('DUPLICATE_EXISTING', `There is already a ${target.record} with this ${key}.`);
  if (!match && mapping.mode === 'update' && target.name !== 'clients' && errors.length === 0)
    refuse('UNKNOWN_REFERENCE', `There is no ${target.record} with this ${key}.`);
  if (target.matchKeys.some((one) => one.key === 'id')) delete input.id;
  if (match) planned.action = mapping.mode === 'skip_existing' ? 'skip' : 'update';
  else planned.action = 'create';
}

function setAt(input: WireObject, [member, part]: string[], value: unknown): void {
  if (part === undefined) input[member!] = value;
  else input[member!] = { ...(input[member!] as object | undefined), [part]: value };
}
