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
    // The queue's own schema: requests enqueue in their transaction, under the application role.
    await knex.raw(`
      grant usage on schema graphile_worker to ${APP_ROLE};
      grant execute on all functions in schema graphile_worker to ${APP_ROLE};
      grant select, insert, update, delete on all tables in schema graphile_worker to ${APP_ROLE};
      grant usage on all sequences in schema graphile_worker to ${APP_ROLE};
    `);
  } finally {
    await knex.destroy();
  }
}

/** Takes back every migration; for tests of the way back. */
export async function rollback(url: string): Promise<void> {
  const knex = connect(url);
  try {
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
