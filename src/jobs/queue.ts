// The job queue, from the side that asks for work: a job is a row of the request's own transaction.
import type { Knex } from 'knex';
import type { TenantAccessContext } from '../access/context.ts';

export interface JobOptions {
  /** Not before; at once without it. */
  runAt?: Date;
  /** Jobs of one queue run one after the other; keep names few, such as one for each provider. */
  queue?: string;
  /** A job with the same key that waits is replaced. */
  key?: string;
  /** Attempts with growing pauses, 25 without it: about three days. */
  maxAttempts?: number;
}

/** What a job row holds: where it was asked for, and what the handler takes. */
export interface StoredJob {
  tenantId: string;
  requestId: string;
  payload: unknown;
}

/**
 * Asks for a job in the transaction of the request: it runs if, and only after, the transaction commits.
 * @param name a handler of `jobs/worker.ts`
 * @param payload ids, not records: the job may run minutes later, and the queue is no place for personal data
 */
export async function enqueue(
  ctx: Pick<TenantAccessContext, 'db' | 'tenantId' | 'requestId'>,
  name: string,
  payload: unknown,
  { runAt, queue, key, maxAttempts }: JobOptions = {},
): Promise<void> {
  const stored: StoredJob = { tenantId: ctx.tenantId, requestId: ctx.requestId, payload };
  // A key is a workspace's own: one must not replace the job of another.
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

/** Seconds that the oldest job which could run has been waiting. */
export async function queueLag(db: Knex): Promise<number> {
  const { rows } = await db.raw('select queue_lag_seconds() as lag');
  return rows[0].lag;
}
