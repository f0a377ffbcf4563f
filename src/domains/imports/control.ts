// Cancels and retries jobs and batches, and what they run: operations or an import.
import { permissionDenied } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { Batch } from '../batches/model.ts';
import { advance, findBatch } from '../batches/progress.ts';
import { endBatch } from '../batches/run.ts';
import { assertRetried, getBatch, reopen, retryItems } from '../batches/service.ts';
import type { Job } from '../jobs/model.ts';
import { cancelJob, getJob } from '../jobs/service.ts';
import { assertStatus, lockImport } from './access.ts';
import { batchCounts, recount } from './counts.ts';
import { endExecution } from './execute.ts';
import { Import } from './model.ts';
import { startExecution } from './service.ts';
import { endValidation } from './validate.ts';

const NOT_CANCELLABLE = new Set(['seal', 'pdf_render', 'import_rollback']);

/** Cancels a job and what it runs. @throws NOT_FOUND, JOB_FINISHED, CONFLICT not_cancellable */
export async function cancelWork(ctx: TenantContext, jobId: string): Promise<Job> {
  const before = await getJob(ctx, jobId);
  if (NOT_CANCELLABLE.has(before.kind))
    fail('CONFLICT', 'This job cannot be cancelled; wait for its end.', {
      details: { reason: 'not_cancellable' },
    });
  const job = await cancelJob(ctx, jobId);
  if (job.state !== before.state) await follow(ctx, job);
  return job;
}

/** Ends at once what a waiting job would have run; what runs already stops by itself. */
async function follow(ctx: TenantContext, job: Job): Promise<void> {
  const [batch] = await ctx.tx.rows<{ id: string }>(
    'select id from batches where tenant_id = $1 and job_id = $2',
    [ctx.tenantId, job.id],
  );
  if (job.state === 'cancelling') {
    if (batch) await stopping(ctx, await findBatch(ctx, batch.id));
    return;
  }
  const imported = (await Import.of(ctx).where({ jobId: job.id }).forUpdate().first()) as Import | undefined;
  if (imported?.status === 'validating') await endValidation(ctx, imported, job);
  else if (imported?.status === 'executing') await endExecution(ctx, imported, job);
  else if (batch) await endBatch(ctx, await findBatch(ctx, batch.id), job.state);
}

async function stopping(ctx: TenantContext, { id, state }: Batch): Promise<void> {
  await advance(ctx, id, { state: 'cancelling' }, [
    { type: 'state', data: { from: state, to: 'cancelling' } },
  ]);
}

const RUNNING = ['queued', 'running'];

/** Cancels a batch. @throws NOT_FOUND, JOB_FINISHED */
export async function cancelBatch(ctx: TenantContext, id: string): Promise<Batch> {
  const batch = await getBatch(ctx, id);
  if (batch.state === 'cancelling') return batch;
  if (!RUNNING.includes(batch.state))
    fail('JOB_FINISHED', `The batch is ${batch.state}.`, { details: { state: batch.state } });
  await cancelWork(ctx, batch.jobId!);
  return getBatch(ctx, id);
}

/** Runs failed items of a batch again. @throws NOT_FOUND, NOTHING_TO_RETRY, INVALID_STATE_TRANSITION, VALIDATION_ERROR */
export async function retryBatch(ctx: TenantContext, id: string, items?: number[] | null): Promise<Batch> {
  const batch = await getBatch(ctx, id);
  if (RUNNING.includes(batch.state) || batch.state === 'cancelling')
    fail('INVALID_STATE_TRANSITION', 'The batch still runs; wait for its end, or cancel it.', {
      details: { from: batch.state, to: 'queued', allowed: ['cancelling'] },
    });
  return batch.importId ? retryImport(ctx, batch, items) : retryItems(ctx, batch, items);
}

async function retryImport(ctx: TenantContext, batch: Batch, items?: number[] | null): Promise<Batch> {
  if (!ctx.principal.permissions.has('imports.execute')) throw permissionDenied('imports.execute');
  const imported = await lockImport(ctx, batch.importId!);
  assertStatus(imported, 'executing', 'completed', 'completed_with_errors', 'failed', 'cancelled');
  const rows = await ctx.tx.rows<{ row_number: number }>(
    `update import_rows set status = 'valid', errors = '[]' where tenant_id = $1 and import_id = $2 and status = 'failed'
       and ($3::int[] is null or row_number = any($3)) returning row_number`,
    [ctx.tenantId, imported.id, items ?? null],
  );
  const retried = rows.map(({ row_number: number }) => number);
  const counts = await recount(ctx, imported);
  // Rows that have never run need no failure to be run.
  if (items || counts.pending === 0) assertRetried(retried, items);
  await reopen(ctx, batch, batchCounts(counts));
  await startExecution(ctx, imported, batch);
  return getBatch(ctx, batch.id);
}
