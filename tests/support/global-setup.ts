// Before the first test: one PostgreSQL for the run, and a migrated template that every test database is cloned from.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { SERVER_URL_VARIABLE, TEMPLATE, urlOf } from './database.ts';
import globalTeardown from './global-teardown.ts';

const FOLDER_PREFIX = 'platform-tests-';

/** Starts the server (or takes `TEST_DATABASE_URL`, a role that may create databases) and fills the template. */
export default async function globalSetup(): Promise<void> {
  const serverUrl = process.env.TEST_DATABASE_URL || (await startServer());
  try {
    await fillTemplate(serverUrl);
  } catch (error) {
    // Jest calls no teardown for a setup that failed.
    await globalTeardown();
    throw error;
  }
  process.env[SERVER_URL_VARIABLE] = serverUrl;
}

async function fillTemplate(serverUrl: string): Promise<void> {
  await onDatabase(serverUrl, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [TEMPLATE]);
    if (found.rowCount) {
      await client.query(`alter database ${TEMPLATE} is_template false`);
      await client.query(`drop database ${TEMPLATE} with (force)`);
    }
    await client.query(`create database ${TEMPLATE}`);
  });
  await migrate(urlOf(serverUrl, TEMPLATE));
  await onDatabase(serverUrl, async (client) => {
    // A session on the template would stop the cloning: from here on there is none.
    await client.query(`alter database ${TEMPLATE} is_template true allow_connections false`);
  });
}

async function startServer(): Promise<string> {
  clearAbandonedFolders();
  const dataDir = mkdtempSync(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  chmodSync(dataDir, 0o755);
  const server = await startEmbedded({ dataDir, testing: true });
  globalThis.testServer = { server, dataDir };
  // Ctrl-C skips the teardown, and the server would outlive it; leaving by exit() takes it along.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  return server.url;
}

/** Folders of runs that were killed. A server still on one notices within a minute and ends. */
function clearAbandonedFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    try {
      process.kill(Number(name.slice(FOLDER_PREFIX.length).split('-')[0]), 0);
    } catch (error) {
      const gone = (error as NodeJS.ErrnoException).code === 'ESRCH';
      if (gone) rmSync(join(tmpdir(), name), { recursive: true, force: true });
    }
  }
}

async function onDatabase(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
