// Does the work of a job under a lease: counts attempts, tells how far it is, tries again, stops when asked.
import { ANONYMOUS, type Principal } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { fromDatabase } from '../../db/sqlstate.ts';
import type { Transaction } from '../../db/transaction.ts';
import { ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { JobContext, JobHandler } from '../../jobs/job.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { Job } from './model.ts';
import { isFinished, isTransient, LEASE_MS, pauseAfter } from './rules.ts';
import { ask, type TrackedPayload } from './service.ts';

/** The lease is renewed thrice in its time. */
const BEAT_MS = LEASE_MS / 3;
/** The queue looks after a lost job once its lease is surely over. */
const GRACE_MS = 5_000;
/** Progress is written this often at most. */
const REPORT_MS = 1_000;

/** What the work of a job has. */
export interface JobRun {
  services: Services;
  log: Log;
  tenantId: string;
  job: Job;
  /** Aborts when somebody cancels the job, when its lease is lost, and when the process stops. */
  signal: AbortSignal;
  /** Tells how far the work is, between two rows. @throws when it is to stop */
  progress(processed: number, total?: number): Promise<void>;
  /** Reads in a transaction, in the name of who asked for the job and with none of their rights. */
  read<T>(work: (ctx: TenantContext) => Promise<T>): Promise<T>;
  write<T>(work: (ctx: TenantContext) => Promise<T>): Promise<T>;
}

/** How work ended. */
export interface Outcome {
  /** What the requester reads as `result`. */
  result: Record<string, unknown>;
  /** Written in the transaction that ends the job. */
  also?: (ctx: TenantContext) => Promise<void>;
}

/**
 * Makes a handler of work whose job its requester follows. The work may be done more than once, from its beginning:
 * a worker can be lost. What it throws ends the job, unless it is a transient error with attempts left.
 */
export function tracked<Input>(work: (run: JobRun, input: Input) => Promise<Outcome>): JobHandler {
  return async (context: JobContext, payload: TrackedPayload) => {
    const lease = await Lease.take(context, payload);
    if (!lease) return;
    try {
      const outcome = await work(lease.run, payload.input as Input);
      await lease.succeed(outcome);
    } catch (error) {
      await lease.giveUp(error);
    } finally {
      lease.end();
    }
  };
}

class Lease {
  readonly run: JobRun;
  readonly #context: JobContext;
  readonly #payload: TrackedPayload;
  readonly #stop = new AbortController();
  readonly #beat: NodeJS.Timeout;
  #reported = Number.NEGATIVE_INFINITY;

  private constructor(context: JobContext, payload: TrackedPayload, job: Job) {
    this.#context = context;
    this.#payload = payload;
    const { services, log, tenantId, signal } = context;
    this.run = {
      services,
      log,
      tenantId,
      job,
      signal: AbortSignal.any([signal, this.#stop.signal]),
      progress: (processed, total) => this.#progress(processed, total),
      read: (work) =>
        services.database.read({ tenantId }, (tx) => work(inNameOf(job, contextOf(context, tx)))),
      write: (work) => write(context, (ctx) => work(inNameOf(job, ctx))),
    };
    this.#beat = setInterval(() => void this.#renew({}).catch(() => undefined), BEAT_MS);
  }

  /** Begins an attempt; undefined when there is nothing to do, or another worker does it. */
  static async take(context: JobContext, payload: TrackedPayload): Promise<Lease | undefined> {
    return write(context, async (ctx) => {
      const job = (await Job.of(ctx).where({ id: payload.jobId }).forUpdate().first()) as Job | undefined;
      if (!job || isFinished(job.state)) return undefined;
      const isLost = job.state !== 'queued';
      if (isLost && job.leaseUntil! > ctx.now) return undefined;
      if (job.state === 'cancelling') return finish(ctx, job, { state: 'cancelled' });
      if (isLost && pauseAfter(job.attempts, true) === undefined) {
        const error = {
          code: 'INTERNAL_ERROR',
          message: 'The work was lost again and again; ask for it anew.',
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
      await watchOver(ctx, payload);
      return new Lease(context, payload, running!);
    });
  }

  /** Ends the job well. Where its lease was lost meanwhile, who has it now ends it. */
  async succeed({ result, also }: Outcome): Promise<void> {
    await this.#settle(async (ctx, job) => {
      await finish(ctx, job, { state: 'succeeded', result });
      await also?.(inNameOf(job, ctx));
    });
  }

  /** After the work threw: stopped as asked, tried again later, or failed. */
  async giveUp(error: unknown): Promise<void> {
    const { log, signal, tenantId } = this.#context;
    await this.#settle(async (ctx, job) => {
      if (job.state === 'cancelling') return void (await finish(ctx, job, { state: 'cancelled' }));
      const cause = fromDatabase(error) ?? error;
      // A process that stops hands the work to the next one; that is no failed attempt.
      const pause = signal.aborted ? 0 : pauseAfter(job.attempts, isTransient(cause));
      if (pause !== undefined) {
        const attempts = signal.aborted ? job.attempts - 1 : job.attempts;
        await Job.of(ctx)
          .where({ id: job.id })
          .patch({ state: 'queued', attempts, leaseUntil: null, updatedAt: ctx.now });
        return ask(ctx, this.#payload, pause ? new Date(ctx.now.getTime() + pause) : undefined);
      }
      log.error({ err: error, tenant_id: tenantId, job_id: job.id, kind: job.kind }, 'a job failed');
      const told = cause instanceof ServiceError ? cause : new ServiceError('INTERNAL_ERROR');
      await finish(ctx, job, { state: 'failed', error: { code: told.code, message: told.message } });
    });
  }

  end(): void {
    clearInterval(this.#beat);
  }

  async #progress(processed: number, total?: number): Promise<void> {
    this.run.signal.throwIfAborted();
    const now = performance.now();
    if (now - this.#reported < REPORT_MS) return;
    this.#reported = now;
    await this.#renew({ processed, ...(total !== undefined && { total }) });
    this.run.signal.throwIfAborted();
  }

  /** Keeps the lease, and learns whether the work is still wanted. */
  async #renew(progress: { processed?: number; total?: number }): Promise<void> {
    await write(this.#context, async (ctx) => {
      const [job] = (await this.#held(ctx)
        .patch({ ...progress, leaseUntil: leaseEnd(ctx), updatedAt: ctx.now })
        .returning('*')) as Job[];
      if (job?.state === 'running') return watchOver(ctx, this.#payload);
      this.#stop.abort();
    });
  }

  async #settle(end: (ctx: TenantContext, job: Job) => Promise<unknown>): Promise<void> {
    await write(this.#context, async (ctx) => {
      const job = (await this.#held(ctx).forUpdate().first()) as Job | undefined;
      if (job) await end(ctx, job);
    });
  }

  /** The job, while this attempt is the one that has it. */
  #held(ctx: TenantContext) {
    const { id, attempts } = this.run.job;
    return Job.of(ctx).where({ id, attempts }).whereIn('state', ['running', 'cancelling']);
  }
}

async function finish(
  ctx: TenantContext,
  job: Job,
  end: Pick<Job, 'state'> & Partial<Pick<Job, 'result' | 'error'>>,
): Promise<undefined> {
  const all = end.state === 'succeeded' && job.total !== null && { processed: job.total };
  await Job.of(ctx)
    .where({ id: job.id })
    .patch({ ...all, ...end, leaseUntil: null, finishedAt: ctx.now, updatedAt: ctx.now });
  if (end.state === 'cancelled') return;
  await emit(inNameOf(job, ctx), end.state === 'succeeded' ? 'job.completed' : 'job.failed', {
    object: job,
    label: job.kind,
    links: [],
    data: { kind: job.kind, ...(end.error && { error_code: end.error.code }) },
  });
}

function leaseEnd(ctx: TenantContext): Date {
  return new Date(ctx.now.getTime() + LEASE_MS);
}

/** Has the queue run the job again should its worker be lost; each renewal puts that off. */
function watchOver(ctx: TenantContext, payload: TrackedPayload): Promise<void> {
  return ask(ctx, payload, new Date(ctx.now.getTime() + LEASE_MS + GRACE_MS));
}

/** A transaction of the job. */
function write<T>(context: JobContext, work: (ctx: TenantContext) => Promise<T>): Promise<T> {
  const { services, tenantId } = context;
  return services.database.write({ tenantId }, (tx) => work(contextOf(context, tx)));
}

function contextOf({ services, log, tenantId, requestId }: JobContext, tx: Transaction): TenantContext {
  return {
    services,
    requestId,
    surface: 'job',
    principal: { ...ANONYMOUS, tenantId },
    log,
    now: services.clock.now(),
    tx,
    db: tx.db,
    tenantId,
    loaders: new Map(),
    redacted: new Set(),
    shownOnce: new Set(),
    inputChecked: true,
  };
}

/** What a job writes, it writes in the name of who asked for it, and with none of their rights. */
function inNameOf({ requestedBy: { type, id, label } }: Job, ctx: TenantContext): TenantContext {
  const kind = type as Principal['kind'];
  return { ...ctx, principal: { ...ctx.principal, kind, id: id!, label } };
}
