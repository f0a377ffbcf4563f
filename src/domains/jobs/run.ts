// Runs a job under a lease: counts attempts, reports progress, retries transient errors, and stops on cancellation.
import type { Principal } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { fromDatabase } from '../../db/sqlstate.ts';
import { ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { JobContext, JobHandler } from '../../jobs/job.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { backgroundContext, inWorkspace } from '../in-workspace.ts';
import { Job } from './model.ts';
import { isFinished, isTransient, LEASE_MS, retryDelay } from './rules.ts';
import { enqueueJob, type TrackedPayload } from './service.ts';

/** The lease is renewed three times before it would expire. */
const RENEWAL_MS = LEASE_MS / 3;
/** The queue runs a lost job this long after its lease has expired. */
const GRACE_MS = 5_000;
/** Minimum time between two writes of the progress. */
const PROGRESS_MS = 1_000;

/** What the work of a job is given. */
export interface JobRun {
  services: Services;
  log: Log;
  tenantId: string;
  job: Job;
  /** Aborts when the job is cancelled, its lease is lost or the process stops. */
  signal: AbortSignal;
  /** Reports progress between two rows. @throws AbortError if the work must stop */
  progress(processed: number, total?: number): Promise<void>;
  /** Runs a read transaction in the name of the requester, without their permissions. */
  read<T>(work: (ctx: TenantContext) => Promise<T>): Promise<T>;
  write<T>(work: (ctx: TenantContext) => Promise<T>): Promise<T>;
}

/** The result of successful work. */
export interface Outcome {
  /** The `result` of the job for its requester. */
  result: Record<string, unknown>;
  /** Runs in the transaction that finishes the job. */
  inFinalTransaction?: (ctx: TenantContext) => Promise<void>;
}

/** What happens in the transaction in which a job ends, whatever its state then is. */
type Ended<Input> = (ctx: TenantContext, job: Job, input: Input) => Promise<void>;

/**
 * Creates a queue handler for a job that its requester can follow. The work may run more than once from its beginning,
 * because a worker can be lost. An error ends the job unless it is transient and attempts are left.
 * @param ended runs as the system when the job has succeeded, failed or been cancelled
 */
export function trackedHandler<Input>(
  work: (run: JobRun, input: Input) => Promise<Outcome>,
  ended: Ended<Input> = async () => undefined,
): JobHandler {
  return async (context: JobContext, payload: TrackedPayload) => {
    const lease = await Lease.take(context, payload, ended as Ended<unknown>);
    if (!lease) return;
    try {
      const outcome = await work(lease.run, payload.input as Input);
      await lease.succeed(outcome);
    } catch (error) {
      await lease.fail(error);
    } finally {
      lease.close();
    }
  };
}

class Lease {
  readonly run: JobRun;
  readonly #context: JobContext;
  readonly #payload: TrackedPayload;
  readonly #stop = new AbortController();
  readonly #renewal: NodeJS.Timeout;
  readonly #ended: Ended<unknown>;
  #lastProgressAt = Number.NEGATIVE_INFINITY;

  private constructor(context: JobContext, payload: TrackedPayload, job: Job, ended: Ended<unknown>) {
    this.#context = context;
    this.#payload = payload;
    this.#ended = ended;
    const { services, log, tenantId, signal } = context;
    this.run = {
      services,
      log,
      tenantId,
      job,
      signal: AbortSignal.any([signal, this.#stop.signal]),
      progress: (processed, total) => this.#progress(processed, total),
      read: (work) =>
        services.database.read({ tenantId }, (tx) => work(asRequester(job, backgroundContext(context, tx)))),
      write: (work) => inWorkspace(context, (ctx) => work(asRequester(job, ctx))),
    };
    this.#renewal = setInterval(() => void this.#renew({}).catch(() => undefined), RENEWAL_MS);
  }

  /** Begins an attempt; returns undefined if there is nothing to do or another worker has the lease. */
  static async take(
    context: JobContext,
    payload: TrackedPayload,
    ended: Ended<unknown>,
  ): Promise<Lease | undefined> {
    const finish: Finish = (ctx, job, outcome) => finishWith(ctx, job, outcome, ended, payload);
    return inWorkspace(context, async (ctx) => {
      const job = (await Job.of(ctx).where({ id: payload.jobId }).forUpdate().first()) as Job | undefined;
      if (!job || isFinished(job.state)) return undefined;
      const isLost = job.state !== 'queued';
      if (isLost && job.leaseUntil! > ctx.now) return undefined;
      if (job.state === 'cancelling') return finish(ctx, job, { state: 'cancelled' });
      if (isLost && retryDelay(job.attempts, true) === undefined) {
        const error = {
          code: 'INTERNAL_ERROR',
          message: 'The job was interrupted too many times; start it again.',
        };
        return finish(ctx, job, { state: 'failed', error });
      }
      const [running] = (await Job.of(ctx)
        .where({ id: job.id })
        .patch({
          state: 'running',
          attempts: job.attempts + 1,
          startedAt: job.startedAt ?? ctx.now,
          leaseUntil: leaseEnd(ctx),
          updatedAt: ctx.now,
        })
        .returning('*')) as Job[];
      await scheduleRecovery(ctx, payload);
      return new Lease(context, payload, running!, ended);
    });
  }

  /** Finishes the job as succeeded. If the lease was lost, this does nothing: its new holder finishes the job. */
  async succeed({ result, inFinalTransaction }: Outcome): Promise<void> {
    await this.#endWith(async (ctx, job) => {
      await this.#finish(ctx, job, { state: 'succeeded', result });
      await inFinalTransaction?.(asRequester(job, ctx));
    });
  }

  /** Handles an error of the work: the job is cancelled, retried later or failed. */
  async fail(error: unknown): Promise<void> {
    const { log, signal, tenantId } = this.#context;
    await this.#endWith(async (ctx, job) => {
      if (job.state === 'cancelling') return void (await this.#finish(ctx, job, { state: 'cancelled' }));
      const cause = fromDatabase(error) ?? error;
      // If this process stops, another one continues at once, and the attempt does not count.
      const delay = signal.aborted ? 0 : retryDelay(job.attempts, isTransient(cause));
      if (delay !== undefined) {
        const attempts = signal.aborted ? job.attempts - 1 : job.attempts;
        await Job.of(ctx)
          .where({ id: job.id })
          .patch({ state: 'queued', attempts, leaseUntil: null, updatedAt: ctx.now });
        return enqueueJob(ctx, this.#payload, delay ? new Date(ctx.now.getTime() + delay) : undefined);
      }
      log.error({ err: error, tenant_id: tenantId, job_id: job.id, kind: job.kind }, 'a job failed');
      const publicError = cause instanceof ServiceError ? cause : new ServiceError('INTERNAL_ERROR');
      await this.#finish(ctx, job, {
        state: 'failed',
        error: { code: publicError.code, message: publicError.message },
      });
    });
  }

  #finish(ctx: TenantContext, job: Job, outcome: FinalState): Promise<undefined> {
    return finishWith(ctx, job, outcome, this.#ended, this.#payload);
  }

  close(): void {
    clearInterval(this.#renewal);
  }

  async #progress(processed: number, total?: number): Promise<void> {
    this.run.signal.throwIfAborted();
    const now = performance.now();
    if (now - this.#lastProgressAt < PROGRESS_MS) return;
    this.#lastProgressAt = now;
    await this.#renew({ processed, ...(total !== undefined && { total }) });
    this.run.signal.throwIfAborted();
  }

  /** Renews the lease and aborts the work if the job was cancelled or taken over. */
  async #renew(progress: { processed?: number; total?: number }): Promise<void> {
    await inWorkspace(this.#context, async (ctx) => {
      const [job] = (await this.#leasedJob(ctx)
        .patch({ ...progress, leaseUntil: leaseEnd(ctx), updatedAt: ctx.now })
        .returning('*')) as Job[];
      if (job?.state === 'running') return scheduleRecovery(ctx, this.#payload);
      this.#stop.abort();
    });
  }

  async #endWith(end: (ctx: TenantContext, job: Job) => Promise<unknown>): Promise<void> {
    await inWorkspace(this.#context, async (ctx) => {
      const job = (await this.#leasedJob(ctx).forUpdate().first()) as Job | undefined;
      if (job) await end(ctx, job);
    });
  }

  /** Selects the job if this attempt still holds its lease. */
  #leasedJob(ctx: TenantContext) {
    const { id, attempts } = this.run.job;
    return Job.of(ctx).where({ id, attempts }).whereIn('state', ['running', 'cancelling']);
  }
}

type FinalState = Pick<Job, 'state'> & Partial<Pick<Job, 'result' | 'error'>>;
type Finish = (ctx: TenantContext, job: Job, outcome: FinalState) => Promise<undefined>;

async function finishWith(
  ctx: TenantContext,
  job: Job,
  outcome: FinalState,
  ended: Ended<unknown>,
  { input }: TrackedPayload,
): Promise<undefined> {
  await finish(ctx, job, outcome);
  await ended(ctx, Object.assign(job, outcome), input);
}

async function finish(ctx: TenantContext, job: Job, outcome: FinalState): Promise<undefined> {
  const completed = outcome.state === 'succeeded' && job.total !== null && { processed: job.total };
  await Job.of(ctx)
    .where({ id: job.id })
    .patch({ ...completed, ...outcome, leaseUntil: null, finishedAt: ctx.now, updatedAt: ctx.now });
  if (outcome.state === 'cancelled') return;
  await emit(asRequester(job, ctx), outcome.state === 'succeeded' ? 'job.completed' : 'job.failed', {
    object: job,
    label: job.kind,
    links: [],
    data: { kind: job.kind, ...(outcome.error && { error_code: outcome.error.code }) },
  });
}

function leaseEnd(ctx: TenantContext): Date {
  return new Date(ctx.now.getTime() + LEASE_MS);
}

/** Schedules another run in case this worker is lost; each renewal postpones it. */
function scheduleRecovery(ctx: TenantContext, payload: TrackedPayload): Promise<void> {
  return enqueueJob(ctx, payload, new Date(ctx.now.getTime() + LEASE_MS + GRACE_MS));
}

/** Returns a context in the name of the requester, without their permissions. */
function asRequester({ requestedBy: { type, id, label } }: Job, ctx: TenantContext): TenantContext {
  const kind = type as Principal['kind'];
  return { ...ctx, principal: { ...ctx.principal, kind, id: id!, label } };
}
