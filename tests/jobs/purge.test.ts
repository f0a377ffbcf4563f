// Purging expired rows as the owner of the tables: a superuser in these tests, a plain role in many installations.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { purgeExpired } from '../../src/jobs/purge.ts';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';

const DAY = 86_400_000;
const OWNER = `owner_${process.pid}_${Date.now()}`;

let service: TestService;
let inspector: Inspector;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const counts = async () =>
  (
    await inspector.query(
      `select (select count(*)::int from events) as events, (select count(*)::int from audit_entries) as audit,
        (select count(*)::int from idempotency_keys) as keys`,
    )
  )[0];

it('the purge deletes expired rows of every workspace, even for a table owner who is not a superuser', async () => {
  for (const { people } of [service.acme, service.globex]) {
    const headers = { 'idempotency-key': 'one' };
    const created = await service.rest(
      'POST',
      '/api/companies',
      { name: 'Old' },
      { as: people.owner, headers },
    );
    expect(created.status).toBe(201);
  }
  expect(await counts()).toMatchObject({ events: 2, keys: 2 });
  await inspector.query(`create role ${OWNER} nosuperuser nobypassrls`);
  const tables = await inspector.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  for (const { name } of tables) await inspector.query(`alter table ${name} owner to ${OWNER}`);
  await inspector.query(`grant usage on schema public to ${OWNER}`);
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    await client.query(`set role ${OWNER}`);
    const { rows } = await client.query('select from events');
    expect(rows).toHaveLength(0);
    const later = new Date(Date.now() + 31 * DAY);
    await purgeExpired(client as unknown as pg.PoolClient, later, service.server.app.log);
  } finally {
    await client.end();
    await inspector.query(`reassign owned by ${OWNER} to current_user`);
    await inspector.query(`drop owned by ${OWNER}`);
    await inspector.query(`drop role ${OWNER}`);
  }
  expect(await counts()).toMatchObject({ events: 0, keys: 0 });
});
