// Enqueues jobs in the transaction of a request.
import type { Knex } from 'knex';
import type pg from 'pg';
import type { TenantAccessContext } from '../access/context.ts';

export interface JobOptions {
  /** The earliest time to run; at once by default. */
  runAt?: Date;
  /** Jobs of one queue run one after another; use few names, such as one for each provider. */
  queue?: string;
  /** Replaces a waiting job with the same key. */
  key?: string;
  /** Number of attempts, with growing pauses; 25 by default, which takes about three days. */
  maxAttempts?: number;
}

/** The content of a job row: where it was enqueued, and the payload for the handler. */
export interface StoredJob {
  tenantId: string;
  requestId: string;
  payload: unknown;
}

/**
 * Enqueues a job in the transaction of the request: it runs after the transaction commits, and not if it rolls back.
 * @param name a handler of `jobs/worker.ts`
 * @param payload ids, not records: the job may run minutes later, and the queue must not hold personal data
 */
export async function enqueue(
  ctx: Pick<TenantAccessContext, 'db' | 'tenantId' | 'requestId'>,
  name: string,
  payload: unknown,
  { runAt, queue, key, maxAttempts }: JobOptions = {},
): Promise<void> {
  const stored: StoredJob = { tenantId: ctx.tenantId, requestId: ctx.requestId, payload };
  // The key includes the workspace, so that it cannot replace a job of another one.
  const jobKey = key === undefined ? null : `${ctx.tenantId}:${name}:${key}`;
  await ctx.db.raw('select enqueue_job(?, ?, ?, ?, ?, ?)', [
    name,
    JSON.stringify(stored),
    queue ?? null,
    runAt ?? null,
    maxAttempts ?? null,
    jobKey,
  ] as Knex.RawBinding[]);
}

/** Returns the seconds that the oldest runnable job has been waiting. */
export async function queueLag(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ lag: number }>('select queue_lag_seconds() as lag');
  return rows[0]!.lag;
}
