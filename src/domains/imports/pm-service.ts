// Uploads and maps project-management exports (imports-dashboard-signing.md section 5); all else is as for imports of data.
import type { TenantContext } from '../../context.ts';
import type { FileInput } from '../../files/take.ts';
import { canonicalJson } from '../../operations/canonical.ts';
import { assertStatus, EDITABLE, findImport, lockImport, seesRows } from './access.ts';
import { recount } from './counts.ts';
import type { Import, PmFound, PmMapping } from './model.ts';
import { defaultColumns, type PmFormat } from './pm-formats.ts';
import { type PmMappingInput, readPmColumns, readPmMapping } from './pm-mapping.ts';
import { knownPeople, type Reading, structureRows } from './pm-structure.ts';
import { type PmReadOptions, pmFormatOf, titleOf } from './pm-table.ts';
import { assertCallable } from './run-row.ts';
import { assertMayCall, storeMapping } from './set-mapping.ts';
import type { TableFacts } from './table.ts';
import { operationNamed } from './targets.ts';
import { finishUpload, storeTable } from './upload.ts';

/** What an import of projects calls. */
const OPERATIONS = ['CreateProject', 'CreateTask'];

/** Returns an import of project management. @throws NOT_FOUND */
export function getPmImport(ctx: TenantContext, id: string): Promise<Import> {
  return findImport(ctx, id, 'pm');
}

/** Returns what was found in a file; null for a caller who may not see its rows. */
export function foundOf(ctx: TenantContext, imported: Import): Omit<PmFound, 'title'> | null {
  if (!imported.found || seesRows(ctx, imported)) return imported.found;
  ctx.redacted.add('found');
  return null;
}

/**
 * Uploads an export of a board, of issues or of a plan, or a table of tasks.
 * @throws FILE_UNREADABLE, TOO_MANY_ROWS, PAYLOAD_TOO_LARGE, VALIDATION_ERROR, PERMISSION_DENIED, FEATURE_DISABLED
 */
export async function uploadPmImport(
  ctx: TenantContext,
  { file, ...options }: PmReadOptions & { file: FileInput },
): Promise<Import> {
  for (const name of OPERATIONS) assertCallable(ctx, operationNamed(ctx, name));
  const { imported, table } = await storeTable(ctx, { file, target: 'projects', kind: 'pm', options });
  const sourceFormat = pmFormatOf(table, imported.columns, options.sourceFormat);
  const title = titleOf(table, imported.fileName);
  const found = await restructure(ctx, imported, {
    ...{ title, columns: defaultColumns(sourceFormat, imported.columns, title), company: null },
    people: (table as TableFacts & Partial<Pick<Reading, 'people'>>).people ?? new Map(),
  });
  return finishUpload(ctx, imported, { sourceFormat, found });
}

/** Derives the rows anew and counts them. */
async function restructure(ctx: TenantContext, imported: Import, reading: Reading): Promise<PmFound> {
  const { found, total } = await structureRows(ctx, imported, reading);
  imported.counts = { ...imported.counts, total };
  await recount(ctx, imported);
  return found;
}

/** Maps people, statuses, priorities, company and columns. @throws VALIDATION_ERROR, COMPANY_NOT_A_CLIENT, PERMISSION_DENIED */
export async function setPmMapping(
  ctx: TenantContext,
  id: string,
  input: PmMappingInput,
  expectedVersion?: number | null,
): Promise<Import> {
  const imported = await lockImport(ctx, id, { kind: 'pm', expectedVersion });
  assertStatus(imported, 'mapped', ...EDITABLE);
  assertMayCall(ctx, OPERATIONS);
  const columns = readPmColumns(imported, input);
  let found = imported.found!;
  if (canonicalJson(columns) !== canonicalJson(columnsBefore(imported))) {
    ctx.tx.limitReads(Number.POSITIVE_INFINITY);
    found = await restructure(ctx, imported, {
      ...{ title: found.title, columns: columns.columns, company: columns.company_column },
      people: knownPeople(found),
    });
  }
  const mapping = await readPmMapping(ctx, input, columns, found);
  return storeMapping(ctx, imported, mapping, { found });
}

/** Returns the columns by which the rows were derived last. */
function columnsBefore({
  mapping,
  sourceFormat,
  columns,
  found,
}: Import): Pick<PmMapping, 'columns' | 'company_column'> {
  if (mapping) {
    const { columns: mapped, company_column: company } = mapping as PmMapping;
    return { columns: mapped, company_column: company };
  }
  return {
    columns: defaultColumns(sourceFormat as PmFormat, columns, found!.title),
    company_column: null,
  };
}
