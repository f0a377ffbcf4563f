// Work that goes on after the answer of its request: asked for, looked at, cancelled (delivery.md section 6.2).
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { jobListing } from './loaders.ts';
import { Job, type JobKind } from './model.ts';
import { cancelled } from './rules.ts';

/** Sees and cancels the jobs of everybody (delivery.md section 6.2). */
const MANAGE = 'jobs.manage';

/** What is to be done. */
export interface Task {
  kind: JobKind;
  /** A handler of `jobs/worker.ts` that `tracked` made. */
  handler: string;
  /** What the handler takes; ids, not records. */
  input: object;
}

/** The payload of every handler that `tracked` made. */
export interface TrackedPayload {
  jobId: string;
  handler: string;
  input: unknown;
}

/** Writes a job that its requester can follow, and asks for its work; both stand if the transaction commits. */
export async function startJob(ctx: TenantContext, { kind, handler, input }: Task): Promise<Job> {
  const job = await Job.insert<Job>(ctx, { kind, requestedBy: actorOf(ctx.principal) });
  await ask(ctx, { jobId: job.id, handler, input });
  await emit(ctx, 'job.requested', { object: job, label: kind, links: [] });
  return job;
}

/** Asks for the work of a job, in the place of what was asked for before. */
export function ask(
  ctx: Pick<TenantContext, 'db' | 'tenantId' | 'requestId'>,
  payload: TrackedPayload,
  runAt?: Date,
): Promise<void> {
  // The row of the job counts the attempts; the queue makes one.
  return enqueue(ctx, payload.handler, payload, { key: payload.jobId, maxAttempts: 1, runAt });
}

/** A page of the jobs that the caller asked for, of everybody's with jobs.manage; the youngest first. */
export function listJobs(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Job>> {
  const own = ctx.principal.permissions.has(MANAGE) ? undefined : ctx.principal.id;
  return listPage<Job>(
    ctx,
    jobListing,
    { ...args, sort: args.sort ?? ['-created_at'] },
    lookahead,
    own ? (query) => query.where('jobs.requester_id', own) : undefined,
  );
}

/** One job. @throws NOT_FOUND, for the job of somebody else too */
export async function getJob(ctx: TenantContext, id: string): Promise<Job> {
  const job = (await Job.of(ctx).where({ id }).first()) as Job | undefined;
  return visible(ctx, job);
}

/**
 * Asks a job to stop: at once while it waits, at its next row while it runs. What it has done stays.
 * @throws NOT_FOUND, JOB_FINISHED
 */
export async function cancelJob(ctx: TenantContext, id: string): Promise<Job> {
  const job = visible(ctx, (await Job.of(ctx).where({ id }).forUpdate().first()) as Job | undefined);
  const state = cancelled(job.state);
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

function visible(ctx: TenantContext, job: Job | undefined): Job {
  const { id, permissions } = ctx.principal;
  if (job && (job.requestedBy.id === id || permissions.has(MANAGE))) return job;
  return fail('NOT_FOUND');
}
