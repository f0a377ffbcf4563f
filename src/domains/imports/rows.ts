// The rows of an import: list them, and correct or exclude one.

import { permissionDenied } from '../../access/check.ts';
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { applyConditions, conditionFrom } from '../../lists/filters.ts';
import type { Filter, ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { deriveContext } from '../../operations/derive-context.ts';
import { assertStatus, findWithRows, lockImport, seesRows } from './access.ts';
import { recount } from './counts.ts';
import { type HiddenColumns, hiddenColumnsOf, visibleCells, visibleErrors } from './hidden-columns.ts';
import { type Cell, type Import, ImportRow, type Mapping, type RowError } from './model.ts';
import { repeatedError } from './plan.ts';
import { rowPlansOf } from './row-plans.ts';
import { planHash, storeRows } from './row-store.ts';
import { planPatches } from './validate.ts';

/** Filters by a member of any error of a row. */
const byError =
  (member: 'code' | 'column'): Filter =>
  (query, { neq, nin, isNull, ...conditions }) => {
    const errors = `select from jsonb_array_elements(import_rows.errors) e where e ->> '${member}'`;
    const others = [neq ?? [], nin ?? []].flat();
    if (others.length) query.whereRaw(`not exists (${errors} = any(?::text[]))`, [others as string[]]);
    if (isNull !== undefined && isNull !== null)
      query.whereRaw(`${isNull ? 'not ' : ''}exists (${errors} is not null)`);
    const one = conditionFrom((part) => applyConditions(part, `(e ->> '${member}')`, conditions));
    if (one) query.whereRaw(`exists (${errors} is not null and ${one.sql})`, one.values);
  };

export const rowListing: Listing = {
  model: ImportRow,
  filters: { code: byError('code'), column: byError('column') },
};

/** Returns a page of the rows of an import by their number. @throws NOT_FOUND, PERMISSION_DENIED */
export async function listRows(
  ctx: TenantContext,
  importId: string,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<ImportRow>> {
  const imported = await findWithRows(ctx, importId);
  const sort = args.sort ?? ['row_number'];
  const page = await listPage<ImportRow>(ctx, rowListing, { ...args, sort }, lookahead, (query) =>
    query.where({ importId }),
  );
  rememberImport(ctx, imported);
  return page;
}

/** The import whose rows an operation has read, and its columns that the caller may not see. */
const readImports = new WeakMap<object, { columns: string[]; hidden: HiddenColumns }>();

function rememberImport(ctx: TenantContext, imported: Import): void {
  readImports.set(ctx, { columns: imported.columns, hidden: hiddenColumnsOf(ctx, imported) });
}

/** Returns the cells of a row by column, or the values of a derived one; null once they were erased. */
export function valuesOf(ctx: TenantContext, { cells, parts }: ImportRow): Record<string, Cell> | null {
  const { columns, hidden } = readImports.get(ctx)!;
  return parts ?? (cells && visibleCells(columns, cells, hidden));
}

/** Returns the errors of a row, without values that the caller may not see. */
export function errorsOfRow(ctx: TenantContext, { errors }: ImportRow): RowError[] {
  return visibleErrors(errors, readImports.get(ctx)!.hidden);
}

export interface FixInput {
  values?: Record<string, unknown> | null;
  excluded?: boolean | null;
}

const FIXABLE_AFTER = ['completed_with_errors', 'failed', 'cancelled'];

/** Corrects or excludes a row, which is planned anew at once. @throws VALIDATION_ERROR, CONFLICT row_done */
export async function fixRow(
  ctx: TenantContext,
  id: string,
  rowNumber: number,
  input: FixInput,
): Promise<ImportRow> {
  const imported = await lockImport(ctx, id);
  if (!seesRows(ctx, imported)) throw permissionDenied('imports.approve');
  const row = (await ImportRow.of(ctx).where({ importId: id, rowNumber }).forUpdate().first()) as
    | ImportRow
    | undefined;
  if (!row) fail('NOT_FOUND', 'The import has no such row.');
  if (input.values == null && input.excluded == null)
    throw invalid('values', 'required', 'Give values or excluded.');
  assertFixable(ctx, imported, row);
  const values = readValues(input.values ?? {});
  const { cells, parts } = row.parts
    ? { cells: null, parts: changedParts(row.parts, values) }
    : { cells: changedCells(imported, row, values), parts: null };
  rememberImport(ctx, imported);
  const isExcluded = input.excluded ?? row.status === 'excluded';
  const isSame =
    JSON.stringify([cells, parts]) === JSON.stringify([row.cells, row.parts]) &&
    isExcluded === (row.status === 'excluded');
  if (isSame) return row;
  await ImportRow.of(ctx)
    .where({ importId: id, rowNumber })
    .patch({ cells, parts, readErrors: [], fixedBy: actorOf(ctx.principal), status: 'pending' } as never);
  const changed = Object.assign(row, { cells, parts, readErrors: [] });
  if (isExcluded)
    await storeRows(ctx, id, [
      { ...row, status: 'excluded', action: null, errors: [], keys: row.kind ? row.keys : [] },
    ]);
  else await planOne(ctx, imported, changed);
  await recount(ctx, imported, true);
  const after = await imported.changeVersion(ctx, {
    validationHash: await planHash(ctx, id),
    ...(imported.status === 'approved' && { status: 'validated', approval: null }),
  });
  await emit(ctx, 'import.row_fixed', {
    object: after,
    label: imported.fileName,
    links: [],
    data: { row_number: rowNumber },
  });
  return (await ImportRow.of(ctx).where({ importId: id, rowNumber }).first()) as unknown as ImportRow;
}

function assertFixable(ctx: TenantContext, imported: Import, { status }: ImportRow): void {
  if (['created', 'updated', 'skipped', 'reversed', 'kept'].includes(status))
    fail('CONFLICT', 'The row is done; change its record instead.', { details: { reason: 'row_done' } });
  if (FIXABLE_AFTER.includes(imported.status)) {
    if (ctx.principal.kind !== 'user') throw new ServiceError('HUMAN_REQUIRED');
    return;
  }
  assertStatus(imported, 'validated', 'validated', 'approved', ...(FIXABLE_AFTER as never[]));
}

/** @throws VALIDATION_ERROR for a value that is no text and not null */
function readValues(values: Record<string, unknown>): Map<string, string | null> {
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && typeof value !== 'string')
      throw invalid(`values.${name}`, 'type', 'Give a text or null.');
    if (value !== null && Buffer.byteLength(value) > 32_768)
      throw invalid(`values.${name}`, 'max_length', 'Give at most 32 KB.');
  }
  return new Map(Object.entries(values) as [string, string | null][]);
}

function changedCells(
  { columns }: Import,
  { cells }: ImportRow,
  values: ReadonlyMap<string, string | null>,
): Cell[] {
  const after = columns.map((_, at) => cells?.[at] ?? null);
  for (const [name, value] of values) {
    const at = columns.indexOf(name);
    if (at < 0) throw invalid(`values.${name}`, 'unknown_column', `The file has no column ${name}.`);
    after[at] = value;
  }
  return after;
}

/** Changes the values of a row that was derived from others; it has no others than those. */
function changedParts(
  parts: Record<string, string>,
  values: ReadonlyMap<string, string | null>,
): Record<string, string> {
  const after = { ...parts };
  for (const [name, value] of values) {
    if (!Object.hasOwn(parts, name))
      throw invalid(`values.${name}`, 'unknown_column', `The row has no value ${name}.`);
    if (!value?.trim()) throw invalid(`values.${name}`, 'required', 'Exclude the row instead.');
    after[name] = value.trim();
  }
  return after;
}

class Undone {}

/** Plans a row anew, against the other rows of its import; what it writes for that is undone. */
async function planOne(ctx: TenantContext, imported: Import, row: ImportRow): Promise<void> {
  const acting = deriveContext(ctx, { inputChecked: true });
  let patch: Parameters<typeof storeRows>[2][number] | undefined;
  await ctx.tx
    .savepoint(async () => {
      const plans = rowPlansOf(acting, imported, { seen: new Map() }, true);
      const [planned] = await plans.plan([row]);
      planned!.errors.push(...(await repeatedKey(ctx, imported, row, plans.uniqueKeys(planned!))));
      [patch] = await planPatches(plans, [planned!]);
      throw new Undone();
    })
    .catch((end) => {
      if (!(end instanceof Undone)) throw end;
    });
  ctx.loaders.clear();
  await storeRows(ctx, imported.id, [patch!]);
}

/** Returns the error of a row whose key another row of the file has. */
async function repeatedKey(
  ctx: TenantContext,
  { mapping }: Import,
  row: ImportRow,
  keys: string[],
): Promise<RowError[]> {
  const { importId, rowNumber } = row;
  const [other] = await ctx.tx.rows<{ row_number: number; keys: string[] }>(
    `select row_number, keys from import_rows where tenant_id = $1 and import_id = $2 and row_number <> $3 and keys && $4::text[]
       and status not in ('excluded', 'invalid') order by row_number limit 1`,
    [ctx.tenantId, importId, rowNumber, keys],
  );
  if (!other) return [];
  const key = keys.find((one) => other.keys.includes(one))!;
  return [repeatedError(mapping as Mapping, row, key, other.row_number)];
}
