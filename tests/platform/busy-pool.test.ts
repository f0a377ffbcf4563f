// A database that has no connection free says so as a refusal that is worth trying again, and not as a fault of ours.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { fromDatabase } from '../../src/db/sqlstate.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});

afterAll(() => database?.drop());

it('is SERVICE_UNAVAILABLE when all connections stay busy', async () => {
  const pool = new pg.Pool({ connectionString: database.url, max: 1, connectionTimeoutMillis: 50 });
  const busy = await pool.connect();
  try {
    const error = await pool.connect().catch((fault: unknown) => fault);
    const refusal = fromDatabase(error)!;
    expect([refusal.status, refusal.code, refusal.extras.details]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      { reason: 'no_connection_free' },
    ]);
  } finally {
    busy.release();
    await pool.end();
  }
});
