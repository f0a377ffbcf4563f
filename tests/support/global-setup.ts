// Runs before all tests: starts one PostgreSQL and migrates the template that every test database is cloned from.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { SERVER_URL_VARIABLE, TEMPLATE, urlOf } from './database.ts';
import globalTeardown from './global-teardown.ts';

const FOLDER_PREFIX = 'platform-tests-';

/** Starts the server (or uses `TEST_DATABASE_URL`, whose role may create databases) and fills the template. */
export default async function globalSetup(): Promise<void> {
  const serverUrl = process.env.TEST_DATABASE_URL || (await startServer());
  try {
    await fillTemplate(serverUrl);
  } catch (error) {
    // Jest does not call the teardown after a failed setup.
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
    // Open sessions on the template would prevent cloning, so no more connections are allowed.
    await client.query(`alter database ${TEMPLATE} is_template true allow_connections false`);
  });
}

async function startServer(): Promise<string> {
  clearAbandonedFolders();
  const dataDir = mkdtempSync(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  chmodSync(dataDir, 0o755);
  const server = await startEmbedded({ dataDir, testing: true });
  globalThis.testServer = { server, dataDir };
  // Ctrl-C skips the teardown, and exit() stops the server, which would otherwise keep running.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  return server.url;
}

/** Removes folders of killed runs. A server that still uses one notices it within a minute and stops. */
function clearAbandonedFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    try {
      process.kill(Number(name.slice(FOLDER_PREFIX.length).split('-')[0]), 0);
    } catch (error) {
      const hasEnded = (error as NodeJS.ErrnoException).code === 'ESRCH';
      if (hasEnded) rmSync(join(tmpdir(), name), { recursive: true, force: true });
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
