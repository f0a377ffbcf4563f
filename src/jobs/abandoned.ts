// Jobs that a killed process held are freed, so that another one runs them again instead of four hours later.
import type pg from 'pg';
import type { Log } from '../log.ts';

/** How often each process looks. */
const EVERY_MS = 15_000;
/** A pool of workers may have taken jobs a moment before it shows that it lives. */
const GRACE = '30 seconds';

/**
 * Each pool of workers holds an advisory lock for as long as its process lives; PostgreSQL lets go of it when the
 * connection ends, however the process did. What is locked by a pool whose lock is free belongs to nobody any more.
 */
const FREE_ABANDONED = `
  with holders as (
    select locked_by from graphile_worker._private_jobs where locked_at < now() - interval '${GRACE}'
    union
    select locked_by from graphile_worker._private_job_queues where locked_at < now() - interval '${GRACE}'
  ), gone as materialized (
    select locked_by from holders where pg_try_advisory_xact_lock(hashtext('job-workers'), hashtext(locked_by))
  )
  select graphile_worker.force_unlock_workers(array(select locked_by from gone)), (select count(*) from gone)::int as pools
  where exists (select from gone)`;

export interface SignOfLife {
  stop(): void;
}

/**
 * Shows that a pool of workers lives, and frees what dead ones held, now and then.
 * @param pool connections as the owner of the queue; one of them is kept
 */
export async function showLife(pool: pg.Pool, workerPoolId: string, log: Log): Promise<SignOfLife> {
  const client = await pool.connect();
  await client.query(`select pg_advisory_lock(hashtext('job-workers'), hashtext($1))`, [workerPoolId]);
  const look = async (): Promise<void> => {
    try {
      const { rows } = await client.query<{ pools: number }>(FREE_ABANDONED);
      if (rows[0]) log.warn({ pools: rows[0].pools }, 'jobs of a process that is gone are free again');
    } catch (error) {
      log.warn({ err: error }, 'whether jobs were left behind cannot be seen');
    }
  };
  const timer = setInterval(look, EVERY_MS);
  await look();
  return {
    stop() {
      clearInterval(timer);
      client.release(true);
    },
  };
}
