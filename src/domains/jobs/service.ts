// Jobs, the background work of requests: start, list, get, cancel (delivery.md section 6.2).
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { jobListing } from './loaders.ts';
import { Job, type JobKind, type JobWork } from './model.ts';
import { stateAfterCancel } from './rules.ts';

/** The permission to see and cancel the jobs of all members (delivery.md section 6.2). */
const MANAGE = 'jobs.manage';

/** The work of a job. */
export interface Task {
  kind: JobKind;
  /** The name of a handler in `jobs/worker.ts` that `trackedHandler` created. */
  handler: string;
  /** The input of the handler; ids, not records. */
  input: object;
  /** Whether a failed job can be started again as it is: its end has changed nothing else. */
  repeatable?: boolean;
}

/** The queue payload of every handler that `trackedHandler` created. */
export interface TrackedPayload {
  jobId: string;
  handler: string;
  input: unknown;
}

/** Creates a job that its requester can follow and enqueues its work, in the transaction of the request. */
export async function startJob(
  ctx: TenantContext,
  { kind, handler, input, repeatable = false }: Task,
): Promise<Job> {
  const job = await createJob(ctx, kind, { handler, input, repeatable });
  await enqueueJob(ctx, { jobId: job.id, handler, input });
  return job;
}

/**
 * Creates a job without enqueuing its work.
 * @param work what is known of it already
 */
export async function createJob(
  ctx: TenantContext,
  kind: JobKind,
  work: JobWork | null = null,
): Promise<Job> {
  const job = await Job.insert<Job>(ctx, { kind, work, requestedBy: actorOf(ctx.principal) });
  await emit(ctx, 'job.requested', { object: job, label: kind, links: [] });
  return job;
}

/** Enqueues the work of a job, replacing its earlier queue entry. */
export function enqueueJob(
  ctx: Pick<TenantContext, 'db' | 'tenantId' | 'requestId'>,
  payload: TrackedPayload,
  runAt?: Date,
): Promise<void> {
  // The job row counts attempts, so the queue must not retry by itself.
  return enqueue(ctx, payload.handler, payload, { key: payload.jobId, maxAttempts: 1, runAt });
}

/** Returns a page of the caller's jobs, or with jobs.manage of all members' jobs, newest first. */
export function listJobs(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Job>> {
  const ownId = ctx.principal.permissions.has(MANAGE) ? undefined : ctx.principal.id;
  return listPage<Job>(
    ctx,
    jobListing,
    { ...args, sort: args.sort ?? ['-created_at'] },
    lookahead,
    ownId ? (query) => query.where('jobs.requester_id', ownId) : undefined,
  );
}

/** Returns one job. @throws NOT_FOUND, also for a job of another member */
export async function getJob(ctx: TenantContext, id: string): Promise<Job> {
  const job = (await Job.of(ctx).where({ id }).first()) as Job | undefined;
  return assertVisible(ctx, job);
}

/**
 * Starts a failed job again, as if it had just been requested.
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for a job that has not failed; CONFLICT not_repeatable
 */
export async function repeatJob(ctx: TenantContext, id: string): Promise<Job> {
  const job = (await Job.of(ctx).where({ id }).forUpdate().first()) as Job | undefined;
  if (!job) return fail('NOT_FOUND');
  if (job.state !== 'failed')
    fail('INVALID_STATE_TRANSITION', 'Only a failed job can be started again.', {
      details: { from: job.state, to: 'queued', allowed: [] },
    });
  if (!job.work?.repeatable)
    fail('CONFLICT', 'What this job belongs to has ended with it; start that again in its workspace.', {
      details: { reason: 'not_repeatable' },
    });
  const fresh = { state: 'queued', error: null, finishedAt: null, processed: 0, attempts: 0 } as const;
  const [after] = (await Job.of(ctx)
    .where({ id })
    .patch({ ...fresh, updatedAt: ctx.now })
    .returning('*')) as Job[];
  const { handler, input } = job.work;
  await enqueueJob(ctx, { jobId: id, handler, input });
  await emit(ctx, 'job.repeated', {
    object: job,
    label: job.kind,
    before: { state: job.state },
    after: { state: fresh.state },
    links: [],
  });
  return after!;
}

/**
 * Cancels a job: at once if it is queued, at its next row if it runs. Completed work is kept.
 * @throws NOT_FOUND, JOB_FINISHED
 */
export async function cancelJob(ctx: TenantContext, id: string): Promise<Job> {
  const job = assertVisible(ctx, (await Job.of(ctx).where({ id }).forUpdate().first()) as Job | undefined);
  const state = stateAfterCancel(job.state);
  if (state === job.state) return job;
  const patch = { state, updatedAt: ctx.now, ...(state === 'cancelled' && { finishedAt: ctx.now }) };
  const [after] = (await Job.of(ctx).where({ id }).patch(patch).returning('*')) as Job[];
  await emit(ctx, 'job.cancelled', {
    object: job,
    label: job.kind,
    before: { state: job.state },
    after: { state },
    links: [],
  });
  return after!;
}

/** Returns whether an attempt still runs its job: it was neither cancelled nor taken over by another worker. */
export async function isRunBy(
  ctx: TenantContext,
  { id, attempts }: Pick<Job, 'id' | 'attempts'>,
): Promise<boolean> {
  const job = (await Job.of(ctx).where({ id, attempts }).first()) as Job | undefined;
  return job?.state === 'running';
}

function assertVisible(ctx: TenantContext, job: Job | undefined): Job {
  const { id, permissions } = ctx.principal;
  if (job && (job.requestedBy.id === id || permissions.has(MANAGE))) return job;
  return fail('NOT_FOUND');
}
