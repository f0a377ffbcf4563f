// Migrates a database to the newest schema: the tables of the service and those of the job queue.
import { readdir } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import knexModule, { type Knex } from 'knex';
import type pg from 'pg';
import { APP_ROLE } from './knex.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);

/** Knex's folder reader uses require(); this source lists and imports the files itself. */
const source: Knex.MigrationSource<string> = {
  async getMigrations() {
    return (await readdir(FOLDER)).filter((name) => /^\d{4}-.+\.ts$/.test(name)).sort();
  },
  getMigrationName: (name) => name,
  getMigration: (name) => import(new URL(name, FOLDER).href),
};

function connect(url: string): Knex {
  return knexModule({
    client: 'pg',
    connection: url,
    pool: { min: 0, max: 1 },
    migrations: { migrationSource: source, tableName: 'migrations' },
  });
}

/**
 * Applies the missing migrations. If two processes start at the same time, the second waits and finds nothing to do.
 * @param log receives the name of each migration that ran
 */
export async function migrate(url: string, log: (line: string) => void = () => undefined): Promise<void> {
  const knex = connect(url);
  try {
    // The pool has one connection, so this advisory lock is held until the end, and a lock of knex left by a killed
    // process can be freed safely.
    await knex.raw("select pg_advisory_lock(hashtext('migrate'))");
    await knex.migrate.forceFreeMigrationsLock();
    const [, applied] = (await knex.migrate.latest()) as [number, string[]];
    for (const name of applied) log(name.replace(/\.ts$/, ''));
    await runMigrations({ connectionString: url });
    await knex.raw(QUEUE_ACCESS);
  } finally {
    await knex.destroy();
  }
}

/**
 * The functions through which requests use the queue, whose tables they cannot access: add a job in the request's
 * transaction, and read how far behind the queue is. Not in a migration, because the queue library creates its schema
 * after those.
 */
const QUEUE_ACCESS = `
  create or replace function enqueue_job(
    name text, payload json, queue text, run_at timestamptz, max_attempts int, job_key text
  ) returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
    select graphile_worker.add_job(
      name, payload, queue_name := queue, run_at := run_at, max_attempts := max_attempts, job_key := job_key,
      -- A worker skips the jobs of a queue that is paused by this flag.
      flags := array[name]
    )
  $$;

  create or replace function queue_lag_seconds() returns double precision
    language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select coalesce(extract(epoch from max(now() - run_at)), 0)::double precision
    from graphile_worker.jobs
    where run_at <= now() and locked_at is null and attempts < max_attempts
  $$;

  create or replace function queue_figures()
    returns table (name text, waiting bigint, running bigint, failed bigint, lag_seconds double precision)
    language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select t.identifier,
      count(j.id) filter (where j.locked_at is null and j.attempts < j.max_attempts),
      count(j.id) filter (where j.locked_at is not null),
      count(j.id) filter (where j.locked_at is null and j.attempts >= j.max_attempts),
      coalesce(extract(epoch from max(now() - j.run_at) filter (
        where j.run_at <= now() and j.locked_at is null and j.attempts < j.max_attempts)), 0)::double precision
    from graphile_worker._private_tasks t left join graphile_worker._private_jobs j on j.task_id = t.id
    group by t.identifier
  $$;

  revoke execute on function enqueue_job, queue_lag_seconds, queue_figures from public;
  grant execute on function enqueue_job, queue_lag_seconds, queue_figures to ${APP_ROLE};
  grant select on migrations to ${APP_ROLE};
`;

/** Reverts every migration; for tests of the down migrations. */
export async function rollback(url: string): Promise<void> {
  const knex = connect(url);
  try {
    await knex.raw('drop function if exists enqueue_job, queue_lag_seconds, queue_figures');
    await knex.migrate.rollback(undefined, true);
  } finally {
    await knex.destroy();
  }
}

/** Returns the names of the migrations in this code that the database has not applied. */
export async function pendingMigrations(pool: pg.Pool): Promise<string[]> {
  const known = await source.getMigrations([]);
  const { rows } = await pool.query<{ name: string }>('select name from migrations');
  const done = new Set(rows.map(({ name }) => name));
  return known.filter((name) => !done.has(name));
}
