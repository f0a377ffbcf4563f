// Creates a database for each test file, cloned from the migrated template.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The environment variable by which global-setup passes the server's address to the Jest workers. */
export const SERVER_URL_VARIABLE = 'TEST_SERVER_URL';
export const TEMPLATE = 'template_platform';

export interface TestDatabase {
  url: string;
  /** Ends open sessions and removes the database. */
  drop(): Promise<void>;
}

/** Clones the template, which has all tables and only the rows that migrations insert. */
export async function createDatabase(): Promise<TestDatabase> {
  const name = `test_${process.env.JEST_WORKER_ID ?? '0'}_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  return {
    url: urlOf(serverUrl(), name),
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  };
}

/** Returns the address of another database on the same server. */
export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

function serverUrl(): string {
  const url = process.env[SERVER_URL_VARIABLE];
  if (!url)
    throw new Error(
      `${SERVER_URL_VARIABLE} is not set: tests run under Jest with tests/support/global-setup.ts`,
    );
  return url;
}

/** Runs one statement and retries while an autovacuum or a simultaneous clone uses the template. */
async function onServer(statement: string): Promise<void> {
  const OBJECT_IN_USE = '55006';
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        await client.query(statement);
        return;
      } catch (error) {
        if ((error as pg.DatabaseError).code !== OBJECT_IN_USE || attempt === 10) throw error;
        await sleep(attempt * 50);
      }
    }
  } finally {
    await client.end();
  }
}
