// The job of a batch: runs its items one after another, each in one transaction with its result.
import { refusal } from '../../access/check.ts';
import { loadAuthor } from '../../access/load-author.ts';
import type { Principal } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { fromDatabase } from '../../db/sqlstate.ts';
import { ServiceError } from '../../errors.ts';
import { snakeCase } from '../../naming.ts';
import type { PersistedOperation } from '../../operations/catalogue.ts';
import { deriveContext } from '../../operations/derive-context.ts';
import { causeOf } from '../../operations/execute.ts';
import { toVariables, type WireObject } from '../../operations/wire.ts';
import type { Job } from '../jobs/model.ts';
import { type JobRun, type Outcome, trackedHandler } from '../jobs/run.ts';
import { isRunBy } from '../jobs/service.ts';
import { type Batch, type BatchCounts, BatchItem } from './model.ts';
import {
  advance,
  type BatchEvent,
  begin,
  end,
  finalState,
  findBatch,
  lockBatch,
  progressOf,
} from './progress.ts';
import { countItems } from './service.ts';

interface Input {
  batchId: string;
}

/** Items after which the rights of the requester are loaded anew. */
const RELOAD_AFTER = 100;
const PROGRESS_MS = 250;

export const batchJobs = { run_batch: trackedHandler<Input>(run, ended) };

async function run(jobRun: JobRun, { batchId }: Input): Promise<Outcome> {
  const batch = await jobRun.read((ctx) => findBatch(ctx, batchId));
  await jobRun.write((ctx) => begin(ctx, batch));
  let author: Principal | undefined;
  let lastProgress = 0;
  for (let count = 0; ; count++) {
    if (count % RELOAD_AFTER === 0) author = await jobRun.read((ctx) => authorOf(ctx, batch));
    const showsProgress = performance.now() - lastProgress >= PROGRESS_MS;
    const counts = await jobRun.write((ctx) => runNext(ctx, jobRun, batchId, author, showsProgress));
    if (!counts) break;
    if (showsProgress) lastProgress = performance.now();
    await jobRun.progress(counts.total - counts.pending, counts.total);
  }
  const counts = await jobRun.read((ctx) => countItems(ctx, batchId));
  return { result: { batch_id: batchId, counts } };
}

async function authorOf(ctx: TenantContext, { requestedBy }: Batch): Promise<Principal | undefined> {
  const author = await loadAuthor(ctx, { type: requestedBy.type, id: requestedBy.id! });
  return (
    author && { ...author, ...(author.kind === 'agent' && { approval: { by: requestedBy, proposalId: '' } }) }
  );
}

/** Runs the next item. @returns the counts after it; undefined if there is none @throws AbortError without the lease */
async function runNext(
  ctx: TenantContext,
  { job }: JobRun,
  batchId: string,
  author: Principal | undefined,
  showsProgress: boolean,
): Promise<BatchCounts | undefined> {
  const batch = await lockBatch(ctx, batchId);
  if (!(await isRunBy(ctx, job)))
    throw new DOMException('The job is not run by this worker any more.', 'AbortError');
  const item = (await BatchItem.of(ctx).where({ batchId, state: 'pending' }).orderBy('index').first()) as
    | BatchItem
    | undefined;
  if (!item) return undefined;
  const [stored] = await ctx.tx.rows<{ variables: WireObject }>(
    'select variables from batch_items where tenant_id = $1 and batch_id = $2 and index = $3',
    [ctx.tenantId, batchId, item.index],
  );
  const operation = ctx.services.catalogue.byName.get(batch.operation!)!;
  const outcome = await runItem(ctx, operation, stored!.variables, author);
  await storeOutcome(ctx, batch, item, outcome);
  const hasFailed = outcome.state === 'failed';
  const isAborted = hasFailed && batch.onError === 'abort';
  if (isAborted) await skipRest(ctx, batchId);
  const { counts: before } = batch;
  const counts = isAborted
    ? await countItems(ctx, batchId)
    : { ...before, pending: before.pending - 1, [outcome.state]: before[outcome.state] + 1 };
  const { index } = item;
  const events: BatchEvent[] = [
    ...(hasFailed ? [{ type: 'item' as const, data: { index, state: 'failed', error: outcome.error } }] : []),
    ...(showsProgress
      ? [{ type: 'progress' as const, data: progressOf(counts, batch.startedAt, ctx.now) }]
      : []),
  ];
  await advance(ctx, batchId, { counts }, events);
  return counts;
}

type ItemOutcome = Pick<BatchItem, 'error' | 'result'> & { state: 'succeeded' | 'failed' };

/** Runs an operation in a savepoint, with the rights of the requester. */
async function runItem(
  ctx: TenantContext,
  operation: PersistedOperation,
  input: WireObject,
  principal: Principal | undefined,
): Promise<ItemOutcome> {
  try {
    if (!principal)
      throw new ServiceError('PERMISSION_DENIED', 'Whoever started this has no access any more.');
    const refused = refusal(operation.access, principal);
    if (refused) throw refused;
    const fields = ctx.services.validator.faults(operation.inputSchema, input);
    if (fields.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
    const acting = deriveContext(ctx, { principal, inputChecked: true });
    const { value } = await ctx.tx.savepoint(() =>
      ctx.services.runner.run(operation, acting, toVariables(operation, input)),
    );
    const { id } = (value ?? {}) as { id?: string };
    const type = snakeCase(operation.name.replace(/^[A-Z][a-z]+/, ''));
    return { state: 'succeeded', error: null, result: id ? { type, id } : null };
  } catch (error) {
    return { state: 'failed', result: null, error: errorOf(ctx, error) };
  }
}

function errorOf(ctx: TenantContext, thrown: unknown): BatchItem['error'] {
  const cause = causeOf(thrown);
  const refused = cause instanceof ServiceError ? cause : fromDatabase(cause);
  if (!refused) ctx.log.error({ err: cause, request_id: ctx.requestId }, 'an item of a batch failed');
  const { code, message, extras } = refused ?? new ServiceError('INTERNAL_ERROR');
  return { code, message, ...(extras.fields && { fields: extras.fields }) };
}

async function storeOutcome(
  ctx: TenantContext,
  { id: batchId, lastEvent }: Batch,
  { index, attempts }: BatchItem,
  { state, error, result }: ItemOutcome,
): Promise<void> {
  await ctx.tx.rows(
    `update batch_items set state = $4, error = $5, result = $6, attempts = $7, event_seq = $8
     where tenant_id = $1 and batch_id = $2 and index = $3`,
    [
      ctx.tenantId,
      batchId,
      index,
      state,
      error && JSON.stringify(error),
      result && JSON.stringify(result),
      attempts + 1,
      lastEvent + 1,
    ],
  );
}

async function skipRest(ctx: TenantContext, batchId: string): Promise<void> {
  await ctx.tx.rows(
    `update batch_items set state = 'skipped' where tenant_id = $1 and batch_id = $2 and state = 'pending'`,
    [ctx.tenantId, batchId],
  );
}

async function ended(ctx: TenantContext, job: Job, { batchId }: Input): Promise<void> {
  const batch = await findBatch(ctx, batchId);
  if (batch.jobId === job.id) await endBatch(ctx, batch, job.state);
}

/** Gives a batch its final state; what has not run is cancelled. */
export async function endBatch(ctx: TenantContext, { id }: Batch, state: Job['state']): Promise<void> {
  if (state !== 'succeeded')
    await ctx.tx.rows(
      `update batch_items set state = 'cancelled' where tenant_id = $1 and batch_id = $2 and state = 'pending'`,
      [ctx.tenantId, id],
    );
  const counts = await countItems(ctx, id);
  const final =
    { succeeded: finalState(counts), cancelled: 'cancelled' as const }[state as 'succeeded'] ?? 'failed';
  await end(ctx, id, final, counts, { batch_id: id, counts });
}
