// Brings a database to the newest schema: the tables of the service and those of the job queue.
import { readdir } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import knexModule, { type Knex } from 'knex';
import { APP_ROLE } from './knex.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);

/** Knex's own folder reader requires CommonJS; ours lists and imports the files itself. */
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
 * Applies what is missing. Two processes that start together take turns; the second finds nothing to do.
 * @param log told the name of each migration that ran
 */
export async function migrate(url: string, log: (line: string) => void = () => undefined): Promise<void> {
  const knex = connect(url);
  try {
    // One connection, so this lock lasts until the end; a lock that a killed process left behind is then ours to free.
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
 * What a request may do with the queue, whose own tables are closed to it: ask for a job in its transaction, and see how
 * far behind the queue is. Here and not in a migration, because the queue's library makes its schema after those.
 */
const QUEUE_ACCESS = `
  create or replace function enqueue_job(
    name text, payload json, queue text, run_at timestamptz, max_attempts int, job_key text
  ) returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
    select graphile_worker.add_job(
      name, payload, queue_name := queue, run_at := run_at, max_attempts := max_attempts, job_key := job_key
    )
  $$;

  create or replace function queue_lag_seconds() returns double precision
    language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select coalesce(extract(epoch from max(now() - run_at)), 0)::double precision
    from graphile_worker.jobs
    where run_at <= now() and locked_at is null and attempts < max_attempts
  $$;

  revoke execute on function enqueue_job, queue_lag_seconds from public;
  grant execute on function enqueue_job, queue_lag_seconds to ${APP_ROLE};
  grant select on migrations to ${APP_ROLE};
`;

/** Takes back every migration; for tests of the way back. */
export async function rollback(url: string): Promise<void> {
  const knex = connect(url);
  try {
    await knex.raw('drop function if exists enqueue_job, queue_lag_seconds');
    await knex.migrate.rollback(undefined, true);
  } finally {
    await knex.destroy();
  }
}

/** Names of the migrations that this code knows and the database lacks. */
export async function pendingMigrations(knex: Knex): Promise<string[]> {
  const known = await source.getMigrations([]);
  const { rows } = await knex.raw('select name from migrations');
  const done = new Set(rows.map((row: { name: string }) => row.name));
  return known.filter((name) => !done.has(name));
}
