// The execution of an import: chunks of rows, each one transaction of records, row results, counts and events.
import type { TenantContext } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { Batch } from '../batches/model.ts';
import {
  advance,
  type BatchEvent,
  begin,
  end,
  finalState,
  lockBatch,
  progressOf,
} from '../batches/progress.ts';
import type { Job } from '../jobs/model.ts';
import { type JobRun, type Outcome, trackedHandler } from '../jobs/run.ts';
import { isRunBy } from '../jobs/service.ts';
import { rowError } from './cells.ts';
import { batchCounts, recount, wireCounts } from './counts.ts';
import { enqueueExecutions } from './execution-limit.ts';
import { executorContext } from './executor.ts';
import { Import, type ImportCounts, type ImportRow, type ImportStatus } from './model.ts';
import { isRefused, type RowPlan, type RowResult, type RunMemory } from './row-plan.ts';
import { phasesOf, rowPlansOf } from './row-plans.ts';
import { type RowPatch, readRows, storeRows } from './row-store.ts';
import { runRows } from './run-rows.ts';

interface Input {
  importId: string;
}

/** At least this time is between two `progress` events. */
const PROGRESS_MS = 250;
/** The states of rows that are still to be run. */
const RUNNABLE = ['valid', 'warning'];

export const executeImportJob = trackedHandler<Input>(execute, ended);

async function execute(run: JobRun, { importId }: Input): Promise<Outcome> {
  const total = await run.write(async (ctx) => {
    const { imported, batch } = await lockRun(ctx, run, importId);
    await begin(ctx, batch);
    return imported.counts.pending;
  });
  const memory: RunMemory = { seen: new Map() };
  let lastProgress = 0;
  for (let processed = 0; ; ) {
    const showsProgress = performance.now() - lastProgress >= PROGRESS_MS;
    const rows = await run.write((ctx) => executeChunk(ctx, run, { importId, memory, showsProgress }));
    if (rows === 0) break;
    if (showsProgress) lastProgress = performance.now();
    processed += rows;
    await run.progress(Math.min(processed, total), total);
  }
  const { counts } = await run.read((ctx) => Import.find(ctx, importId) as unknown as Promise<Import>);
  return { result: { import_id: importId, counts: wireCounts(counts) } };
}

/**
 * Locks the import for one chunk, so that two workers never run the same rows.
 * @throws AbortError if this worker has lost the job, or it is to be cancelled
 */
async function lockRun(
  ctx: TenantContext,
  { job }: JobRun,
  importId: string,
): Promise<{ imported: Import; batch: Batch }> {
  const imported = (await Import.of(ctx).where({ id: importId }).forUpdate().first()) as Import;
  if (imported.jobId !== job.id || !(await isRunBy(ctx, job)))
    throw new DOMException('The job is not run by this worker any more.', 'AbortError');
  return { imported, batch: await lockBatch(ctx, imported.batchId!) };
}

interface Chunk {
  importId: string;
  memory: RunMemory;
  showsProgress: boolean;
}

/** Runs the next rows. @returns how many there were */
async function executeChunk(
  ctx: TenantContext,
  run: JobRun,
  { importId, memory, showsProgress }: Chunk,
): Promise<number> {
  const { imported, batch } = await lockRun(ctx, run, importId);
  const rows = await nextRows(ctx, imported);
  if (rows.length === 0) return 0;
  const patches = await runChunk(ctx, run, imported, memory, rows);
  await storeRows(ctx, importId, patches, batch.lastEvent + 1);
  const counts = await recount(ctx, imported);
  const hasFailed = patches.some(({ status }) => status === 'failed');
  const progress = progressOf(batchCounts(counts), batch.startedAt ?? ctx.now, ctx.now);
  const events = failuresOf(patches);
  if (showsProgress) events.push({ type: 'progress', data: progress });
  await advance(ctx, batch.id, { counts: batchCounts(counts) }, events);
  return hasFailed && imported.mapping!.on_error === 'abort' ? 0 : rows.length;
}

/** Returns the next rows to run, those of one kind. */
async function nextRows(ctx: TenantContext, imported: Import): Promise<ImportRow[]> {
  for (const kind of phasesOf(imported)) {
    const rows = await readRows(ctx, imported.id, { states: RUNNABLE, kind });
    if (rows.length) return rows;
  }
  return [];
}

async function runChunk(
  ctx: TenantContext,
  { job }: JobRun,
  imported: Import,
  memory: RunMemory,
  rows: ImportRow[],
): Promise<RowPatch[]> {
  let acting: TenantContext;
  try {
    acting = await executorContext(ctx, imported, job.requestedBy);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const fault = rowError(null, null, { code: 'PERMISSION', message: error.message });
    return rows.map((row) => ({ ...row, status: 'failed', errors: [fault], attempts: row.attempts + 1 }));
  }
  const plans = rowPlansOf(acting, imported, memory, false);
  const patches: RowPatch[] = [];
  const planned = (await plans.plan(rows)).map(refuseIfChanged);
  const isAborting = imported.mapping!.on_error === 'abort';
  await runRows(plans, planned, (plan, result) => {
    patches.push(patchOf(plan, result));
    return result.outcome === 'failed' && isAborting ? 'stop' : 'go on';
  });
  await plans.finish();
  ctx.loaders.clear();
  return patches;
}

/** Adds the error of a row whose plan is another one than that of the dry run. */
function refuseIfChanged(planned: RowPlan): RowPlan {
  const { row, match, errors } = planned;
  const isRetry = row.attempts > 0;
  const isChanged =
    !isRetry && ((match?.id ?? null) !== row.matchId || (match?.version ?? null) !== row.matchVersion);
  if (isChanged && !isRefused(planned))
    errors.push(
      rowError(null, null, {
        code: 'CHANGED_SINCE_VALIDATION',
        message: 'The record has changed since the dry run; retry the row to plan it anew.',
      }),
    );
  return planned;
}

function patchOf({ row, keys, match, action, errors: planned }: RowPlan, result: RowResult): RowPatch {
  const { outcome, record, before } = result;
  const warnings = planned.filter(({ severity }) => severity === 'warning');
  return {
    ...{ rowNumber: row.rowNumber, status: outcome, action, keys, before },
    errors: result.errors.length ? result.errors : warnings,
    attempts: row.attempts + 1,
    matchId: match?.id ?? null,
    matchVersion: match?.version ?? null,
    outcome: outcome === 'created' || outcome === 'updated' ? outcome : null,
    recordType: record?.type ?? null,
    recordId: record?.id ?? null,
    recordVersion: record?.version ?? null,
  };
}

function failuresOf(patches: RowPatch[]): BatchEvent[] {
  const failed = patches.filter(({ status }) => status === 'failed');
  return failed.map(({ rowNumber, errors }): BatchEvent => {
    const [{ code, message } = { code: 'INTERNAL', message: '' }] = errors;
    return { type: 'item', data: { index: rowNumber, state: 'failed', error: { code, message } } };
  });
}

/** Ends the import in the transaction that ends its job. */
async function ended(ctx: TenantContext, job: Job, { importId }: Input): Promise<void> {
  const imported = (await Import.of(ctx).where({ id: importId }).forUpdate().first()) as Import | undefined;
  if (imported?.status === 'executing' && imported.jobId === job.id) await endExecution(ctx, imported, job);
}

/** Gives the import and its batch their final states. */
export async function endExecution(
  ctx: TenantContext,
  imported: Import,
  job: Pick<Job, 'state' | 'error' | 'requestedBy'>,
): Promise<void> {
  const counts = await recount(ctx, imported);
  const status = finalStatus(counts, job.state, imported.mapping!.on_error);
  const { pending, ...rest } = batchCounts(counts);
  const isCancelled = status === 'cancelled';
  const total = {
    ...rest,
    pending: 0,
    ...(isCancelled ? { cancelled: pending } : { skipped: rest.skipped + pending }),
  };
  const result = { import_id: imported.id, counts: wireCounts(counts) };
  const state = isCancelled ? 'cancelled' : job.state === 'failed' ? 'failed' : finalState(total);
  await end(ctx, imported.batchId!, state, total, result);
  const after = await imported.changeVersion(ctx, {
    status,
    finishedAt: ctx.now,
    error: job.state === 'failed' ? job.error : null,
  });
  await enqueueExecutions(ctx);
  const event = status === 'failed' ? 'import.failed' : isCancelled ? 'import.cancelled' : 'import.completed';
  await emit(ctx, event, {
    object: after,
    label: imported.fileName,
    links: [],
    data: { counts: result.counts, executed_by: job.requestedBy.id },
  });
}

function finalStatus(counts: ImportCounts, state: Job['state'], onError: string): ImportStatus {
  if (state === 'cancelled') return 'cancelled';
  const { failed, invalid, created, updated, skipped, pending } = counts;
  const isAborted = failed > 0 && onError === 'abort';
  if (state === 'failed' || isAborted || (failed > 0 && created + updated + skipped === 0)) return 'failed';
  return failed || invalid || pending ? 'completed_with_errors' : 'completed';
}
