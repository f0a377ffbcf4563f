// Operations on imports: read, list, map, dry run, approve, execute, discard (delivery.md section 6).
import { permissionDenied } from '../../access/check.ts';
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import type { Batch } from '../batches/model.ts';
import { advance, newBatch } from '../batches/progress.ts';
import { startJob } from '../jobs/service.ts';
import { assertStatus, EDITABLE, findImport, lockImport } from './access.ts';
import { batchCounts } from './counts.ts';
import { Import, type Mapping } from './model.ts';
import { fieldsOf, targetOf } from './targets.ts';
import { IDLE_MS } from './upload.ts';

export const importListing: Listing = { model: Import };

/** Returns a page of imports of a kind, newest first. */
export function listImports(
  ctx: TenantContext,
  kind: Import['kind'],
  { search, ...args }: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Import>> {
  const words = search?.trim();
  return listPage<Import>(
    ctx,
    importListing,
    { ...args, sort: args.sort ?? ['-created_at'] },
    lookahead,
    (query) => {
      query.where('imports.kind', kind);
      if (words) query.whereRaw('imports.file_name ilike ?', [`%${words.replace(/[\\%_]/g, '\\$&')}%`]);
    },
  );
}

/** Returns an import of data. @throws NOT_FOUND */
export function getImport(ctx: TenantContext, id: string): Promise<Import> {
  return findImport(ctx, id, 'data');
}

/** Returns when an import is discarded, unless it changes. */
export function discardsAt({ status, updatedAt }: Import): Date | null {
  return [...EDITABLE, 'validating'].includes(status as never)
    ? new Date(new Date(updatedAt).getTime() + IDLE_MS)
    : null;
}

/** Starts the dry run. @throws INVALID_STATE_TRANSITION unless it is mapped or was validated before */
export async function validateImport(
  ctx: TenantContext,
  kind: Import['kind'],
  id: string,
  expectedVersion?: number | null,
): Promise<Import> {
  const imported = await lockImport(ctx, id, { kind, expectedVersion });
  assertStatus(imported, 'mapped', 'validated', 'approved');
  const job = await startJob(ctx, {
    ...{ kind: 'import_validate', handler: 'import_validate', input: { importId: id } },
  });
  const after = await imported.changeVersion(ctx, {
    ...{ status: 'validating', jobId: job.id, approval: null, validationHash: null },
    ...{ error: null, requestId: ctx.requestId },
  });
  await emit(ctx, 'import.validating', { object: after, label: imported.fileName, links: [] });
  return after;
}

/** The hashes that a person has seen. */
export interface ApprovalInput {
  mappingHash: string;
  validationHash: string;
  note?: string | null;
  expectedVersion?: number | null;
}

/** Approves the dry run. @throws INVALID_STATE_TRANSITION, IMPORT_STALE, CONFLICT nothing_to_import, invalid_rows */
export async function approveImport(
  ctx: TenantContext,
  kind: Import['kind'],
  id: string,
  input: ApprovalInput,
): Promise<Import> {
  const imported = await lockImport(ctx, id, { kind, expectedVersion: input.expectedVersion });
  assertStatus(imported, 'validated');
  if (input.mappingHash !== imported.mappingHash || input.validationHash !== imported.validationHash)
    fail('IMPORT_STALE');
  const { pending, invalid: invalidRows } = imported.counts;
  if (pending === 0)
    fail('CONFLICT', 'No row can be imported; correct the rows or the mapping.', {
      details: { reason: 'nothing_to_import' },
    });
  if (invalidRows > 0 && imported.mapping!.on_error === 'abort')
    fail('CONFLICT', 'The import stops at errors and has invalid rows; correct or exclude them.', {
      details: { reason: 'invalid_rows' },
    });
  const after = await imported.changeVersion(ctx, {
    status: 'approved',
    approval: {
      ...{ by: actorOf(ctx.principal), at: ctx.now, note: input.note ?? null },
      ...{ mappingHash: input.mappingHash, validationHash: input.validationHash },
    },
  });
  await emit(ctx, 'import.approved', { object: after, label: imported.fileName, links: [] });
  return after;
}

/** Starts the execution as a batch. @throws IMPORT_NOT_APPROVED, IMPORT_STALE, INVALID_STATE_TRANSITION */
export async function executeImport(
  ctx: TenantContext,
  kind: Import['kind'],
  id: string,
  expectedVersion?: number | null,
): Promise<Import> {
  const imported = await lockImport(ctx, id, { kind, expectedVersion });
  if (['uploaded', 'mapped', 'validating', 'validated'].includes(imported.status))
    fail('IMPORT_NOT_APPROVED');
  assertStatus(imported, 'approved');
  if (kind === 'data') assertFieldsStand(ctx, imported, imported.mapping as Mapping);
  const batch = await newBatch(ctx, {
    ...{ kind: 'import', importId: id, counts: batchCounts(imported.counts) },
    onError: imported.mapping!.on_error === 'abort' ? 'abort' : 'continue',
  });
  return startExecution(ctx, imported, batch);
}

/** Starts the job of an execution. */
export async function startExecution(ctx: TenantContext, imported: Import, batch: Batch): Promise<Import> {
  const job = await startJob(ctx, {
    ...{ kind: 'import_execute', handler: 'import_execute', input: { importId: imported.id } },
  });
  await advance(ctx, batch.id, { jobId: job.id });
  const after = await imported.changeVersion(ctx, {
    ...{ status: 'executing', jobId: job.id, batchId: batch.id, error: null, finishedAt: null },
    ...{ executedAt: imported.executedAt ?? ctx.now, requestId: ctx.requestId },
  });
  await emit(ctx, 'import.started', { object: after, label: imported.fileName, links: [] });
  return after;
}

/** @throws IMPORT_STALE if a custom field of the mapping was archived or made required since */
function assertFieldsStand(ctx: TenantContext, { target: name }: Import, mapping: Mapping): void {
  const fields = fieldsOf(ctx, targetOf(name));
  const known = new Set(fields.map(({ key }) => key));
  const mapped = new Set(mapping.columns.map(({ target }) => target));
  const isMissing = mapping.columns.some(({ target }) => !known.has(target));
  const isRequired = fields.some(({ required, key, custom }) => custom && required && !mapped.has(key));
  if (isMissing || (isRequired && mapping.mode !== 'update'))
    fail('IMPORT_STALE', 'The custom fields have changed since; map and validate the import again.');
}

/** Discards an import before its execution; the file and the cells are erased. @throws INVALID_STATE_TRANSITION */
export async function discardImport(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<{ id: string; status: 'discarded'; deletedAt: Date }> {
  const imported = await lockImport(ctx, id, { expectedVersion });
  if (imported.createdBy.id !== ctx.principal.id && !ctx.principal.permissions.has('imports.approve'))
    throw permissionDenied('imports.approve');
  if (imported.status === 'discarded') return { id, status: 'discarded', deletedAt: imported.finishedAt! };
  assertStatus(imported, ...EDITABLE);
  await discard(ctx, imported);
  return { id, status: 'discarded', deletedAt: ctx.now };
}

/** Erases the file and the cells of an import and gives it its last state. */
export async function discard(ctx: TenantContext, imported: Import): Promise<void> {
  await eraseCells(ctx, imported.id);
  const after = await imported.changeVersion(ctx, {
    ...{
      status: 'discarded',
      fileId: null,
      found: null,
      purgedAt: ctx.now,
      finishedAt: ctx.now,
      approval: null,
    },
  });
  await emit(ctx, 'import.discarded', { object: after, label: imported.fileName, links: [] });
}

/** Erases what the rows took from the file; states, codes and links to records stay. */
export async function eraseCells(ctx: TenantContext, importId: string): Promise<void> {
  await ctx.tx.rows(
    `update import_rows r set cells = null, parts = null, before = null, keys = '{}', read_errors = '[]', errors = (
       select coalesce(jsonb_agg(e || '{"value": null}'), '[]') from jsonb_array_elements(r.errors) e)
     where r.tenant_id = $1 and r.import_id = $2 and (r.cells is not null or r.parts is not null)`,
    [ctx.tenantId, importId],
  );
}
