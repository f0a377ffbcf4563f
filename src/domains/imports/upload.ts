// Takes an uploaded file: reads it once from beginning to end, and stores its rows.

import { v7 as uuid } from 'uuid';
import { refusal } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { StoredFile } from '../../files/files.ts';
import { type FileInput, storeFile } from '../../files/take.ts';
import { wireCounts } from './counts.ts';
import { Import, type ImportCounts, type ImportWarning } from './model.ts';
import type { PmReadOptions } from './pm-table.ts';
import type { RowBatch } from './row-batches.ts';
import type { ReadOptions, TableFacts } from './table.ts';
import { readTable } from './table-thread.ts';
import { operationOf, targetOf } from './targets.ts';

export interface UploadInput extends ReadOptions {
  file: FileInput;
  target: string;
}

const MAX_BYTES = 25 * 1024 * 1024;
const DAY_MS = 86_400_000;

export const NO_ROWS: ImportCounts = {
  ...{
    total: 0,
    empty: 0,
    excluded: 0,
    valid: 0,
    warning: 0,
    invalid: 0,
    toCreate: 0,
    toUpdate: 0,
    toSkip: 0,
  },
  ...{ created: 0, updated: 0, skipped: 0, failed: 0, pending: 0 },
};

/**
 * Uploads a file for a target.
 * @throws FILE_UNREADABLE, TOO_MANY_ROWS, PAYLOAD_TOO_LARGE, PERMISSION_DENIED, FEATURE_DISABLED
 */
export async function uploadImport(
  ctx: TenantContext,
  { file, target, ...options }: UploadInput,
): Promise<Import> {
  assertWritable(ctx, target);
  const { imported, table } = await storeTable(ctx, { file, target, kind: 'data', options });
  return finishUpload(ctx, imported, { sourceFormat: table.format });
}

/** What a file is uploaded for. */
interface Upload {
  file: FileInput;
  target: string;
  kind: Import['kind'];
  options: PmReadOptions;
}

/** Stores a file, an import and the rows that are found in the file. @throws as `uploadImport` */
export async function storeTable(
  ctx: TenantContext,
  { file: input, target, kind, options }: Upload,
): Promise<{ imported: Import; table: TableFacts }> {
  const file = await storeFile(ctx, input, { scope: 'imports/', maxBytes: MAX_BYTES });
  ctx.tx.limitReads(Number.POSITIVE_INFINITY);
  const bytes = await bytesOf(ctx, file);
  return readTable({ kind, bytes, options }, async ({ facts: table, batches }) => {
    const { name, bytes: size, sha256 } = file;
    const { encoding, delimiter, sheet, sheets } = table;
    const imported = (await Import.create(ctx, {
      ...{
        id: uuid(),
        kind,
        target,
        status: 'uploaded',
        sourceFormat: kind === 'pm' ? 'generic' : table.format,
      },
      ...{ fileId: file.id, fileName: name, columns: [], counts: NO_ROWS, warnings: [] },
      file: { name, size, sha256, encoding, delimiter, sheet, sheets },
    } as never)) as unknown as Import;
    const counts = await insertRows(ctx, imported.id, batches);
    const warnings = [...table.warnings, ...(await repeated(ctx, file, target))];
    return { imported: Object.assign(imported, { columns: table.columns, counts, warnings }), table };
  });
}

/** Completes an uploaded import with what its rows have shown. */
export async function finishUpload(
  ctx: TenantContext,
  imported: Import,
  values: Partial<Import>,
): Promise<Import> {
  const { id, columns, counts, warnings } = imported;
  const [stored] = (await Import.of(ctx)
    .where({ id })
    .patch({ columns, counts, warnings, ...values } as never)
    .returning('*')) as unknown as Import[];
  await emit(ctx, 'import.uploaded', {
    ...{ object: stored!, label: imported.fileName, links: [] },
    data: { counts: wireCounts(counts) },
  });
  return stored!;
}

/** @throws the refusal of the target's operations; VALIDATION_ERROR for a target that does not exist yet */
function assertWritable(ctx: TenantContext, name: string): void {
  const target = name === 'projects' ? undefined : targetOf(name);
  const create = target && operationOf(ctx, target.create);
  if (!target || !create)
    throw invalid('target', 'enum', 'Files cannot be imported into this target; see the targets.');
  const refused = refusal(create.access, ctx.principal);
  const update = operationOf(ctx, target.update);
  if (refused && (!update || refusal(update.access, ctx.principal))) throw refused;
}

/** Reads a file in the transaction of its upload, in which alone its bytes may be visible. */
async function bytesOf(ctx: TenantContext, file: StoredFile): Promise<Uint8Array> {
  const bytes = new Uint8Array(file.bytes);
  let at = 0;
  for await (const part of partsOf(ctx, file)) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

async function* partsOf(ctx: TenantContext, file: StoredFile): AsyncGenerator<Uint8Array> {
  if (file.storage !== 'database') {
    yield* await ctx.services.files.read(file);
    return;
  }
  for (let part = 0; ; part++) {
    const [row] = await ctx.tx.rows<{ content: Buffer }>(
      'select content from file_parts where tenant_id = $1 and file_id = $2 and part = $3',
      [ctx.tenantId, file.id, part],
    );
    if (!row) return;
    yield row.content;
  }
}

const INSERT = `
  insert into import_rows (tenant_id, import_id, row_number, line, status, cells, read_errors)
  select $1, $2, n.row_number, n.line, 'pending', n.cells, n.errors
  from jsonb_to_recordset($3::jsonb) as n(row_number int, line int, cells jsonb, errors jsonb)`;

/** Stores the rows as they are read; blank ones count and are not stored. @throws as `readTable` */
async function insertRows(
  ctx: TenantContext,
  importId: string,
  batches: AsyncIterable<RowBatch>,
): Promise<ImportCounts> {
  let [total, empty] = [0, 0];
  for await (const batch of batches) {
    total += batch.total;
    empty += batch.empty;
    await ctx.tx.rows(INSERT, [ctx.tenantId, importId, batch.json]);
  }
  return { ...NO_ROWS, total, empty, pending: total - empty };
}

/** Returns a warning if the same file was executed for the same target within a day. */
async function repeated(
  ctx: TenantContext,
  { sha256 }: StoredFile,
  target: string,
): Promise<ImportWarning[]> {
  const since = new Date(ctx.now.getTime() - DAY_MS);
  const [row] = await ctx.tx.rows<{ count: number }>(
    `select count(*)::int as count from imports where tenant_id = $1 and target = $2 and file ->> 'sha256' = $3
       and executed_at >= $4`,
    [ctx.tenantId, target, sha256, since],
  );
  const message = 'The same file was imported into the same target within the last 24 hours.';
  return row!.count ? [{ code: 'SAME_FILE_EXECUTED', message, column: null, count: row!.count }] : [];
}

/** When an import that nobody changes is discarded, in ms after its last change. */
export const IDLE_MS = 7 * DAY_MS;

/** @throws NOT_FOUND once the cells were erased */
export function assertCells({ purgedAt }: Import): void {
  if (purgedAt) fail('NOT_FOUND', 'The file and its cells have been erased.');
}
