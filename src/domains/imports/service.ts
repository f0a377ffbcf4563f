// Operations on imports: read, list, dry run, execute (delivery.md section 6).
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import type { Batch } from '../batches/model.ts';
import { advance, newBatch } from '../batches/progress.ts';
import { createJob, startJob } from '../jobs/service.ts';
import { assertStatus, EDITABLE, findImport, lockImport } from './access.ts';
import { batchCounts } from './counts.ts';
import { enqueueExecutions } from './execution-limit.ts';
import { Import, type Mapping } from './model.ts';
import { allFieldsOf } from './target-fields.ts';
import { targetOf } from './targets.ts';
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
  assertStatus(imported, 'validating', 'mapped', 'validated', 'approved');
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
  assertStatus(imported, 'executing', 'approved');
  if (kind === 'data') assertFieldsStand(ctx, imported, imported.mapping as Mapping);
  const batch = await newBatch(ctx, {
    ...{ kind: 'import', importId: id, counts: batchCounts(imported.counts) },
    onError: imported.mapping!.on_error === 'abort' ? 'abort' : 'continue',
  });
  return startExecution(ctx, imported, batch);
}

/** Creates the job of an execution, which runs at once or when others have ended. */
export async function startExecution(ctx: TenantContext, imported: Import, batch: Batch): Promise<Import> {
  const job = await createJob(ctx, 'import_execute');
  await advance(ctx, batch.id, { jobId: job.id });
  const after = await imported.changeVersion(ctx, {
    ...{ status: 'executing', jobId: job.id, batchId: batch.id, error: null, finishedAt: null },
    isEnqueued: false,
    ...{ executedAt: imported.executedAt ?? ctx.now, requestId: ctx.requestId },
  });
  await enqueueExecutions(ctx);
  await emit(ctx, 'import.started', { object: after, label: imported.fileName, links: [] });
  return after;
}

/** @throws IMPORT_STALE if a custom field of the mapping was archived or made required since */
function assertFieldsStand(ctx: TenantContext, { target: name }: Import, mapping: Mapping): void {
  const fields = allFieldsOf(ctx, targetOf(name));
  const known = new Set(fields.map(({ key }) => key));
  const mapped = new Set(mapping.columns.map(({ target }) => target));
  const isMissing = mapping.columns.some(({ target }) => !known.has(target));
  const isRequired = fields.some(({ required, key, custom }) => custom && required && !mapped.has(key));
  if (isMissing || (isRequired && mapping.mode !== 'update'))
    fail('IMPORT_STALE', 'The custom fields have changed since; map and validate the import again.');
}
