// Unlocks the jobs of a killed process, so that another process runs them at once instead of four hours later.
import type pg from 'pg';
import type { Log } from '../log.ts';

/** How often each process checks for abandoned jobs. */
const EVERY_MS = 15_000;
/** A new pool of workers may lock jobs shortly before it holds its advisory lock. */
const GRACE = '30 seconds';

/**
 * Unlocks the jobs of pools that are gone. Each pool of workers holds an advisory lock while its process is alive;
 * PostgreSQL releases it when the connection ends. If the lock of a pool is free, its jobs are abandoned.
 */
const UNLOCK_ABANDONED = `
  with holders as (
    select locked_by from graphile_worker._private_jobs where locked_at < now() - interval '${GRACE}'
    union
    select locked_by from graphile_worker._private_job_queues where locked_at < now() - interval '${GRACE}'
  ), gone as materialized (
    select locked_by from holders where pg_try_advisory_xact_lock(hashtext('job-workers'), hashtext(locked_by))
  )
  select graphile_worker.force_unlock_workers(array(select locked_by from gone)), (select count(*) from gone)::int as pools
  where exists (select from gone)`;

export interface AbandonedJobsWatch {
  stop(): void;
}

/**
 * Takes the advisory lock of a pool of workers, and unlocks the jobs of dead pools at intervals.
 * @param pool connections as the owner of the queue; one of them is held
 */
export async function watchAbandonedJobs(
  pool: pg.Pool,
  workerPoolId: string,
  log: Log,
): Promise<AbandonedJobsWatch> {
  const client = await pool.connect();
  await client.query(`select pg_advisory_lock(hashtext('job-workers'), hashtext($1))`, [workerPoolId]);
  const unlock = async (): Promise<void> => {
    try {
      const { rows } = await client.query<{ pools: number }>(UNLOCK_ABANDONED);
      if (rows[0]) log.warn({ pools: rows[0].pools }, 'unlocked jobs of a process that is gone');
    } catch (error) {
      log.warn({ err: error }, 'could not check for abandoned jobs');
    }
  };
  const timer = setInterval(unlock, EVERY_MS);
  await unlock();
  return {
    stop() {
      clearInterval(timer);
      client.release(true);
    },
  };
}
