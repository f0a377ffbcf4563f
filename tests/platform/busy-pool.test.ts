// A database without a free connection is reported as a retryable refusal and not as an internal error.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { fromDatabase } from '../../src/db/sqlstate.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});

afterAll(() => database?.drop());

it('a request fails with SERVICE_UNAVAILABLE when all database connections stay busy', async () => {
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
