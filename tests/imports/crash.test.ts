// A process that is killed while it runs an import: another one goes on, and no row is lost or run twice.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { endProcesses, newFolder, start, stop } from '../support/process.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { PmFlow } from './pm-flow.ts';
import { ImportWorld } from './world.ts';

const ROWS = 1_200;
const TASKS = 500;
/** Longer than a killed process keeps its lease of a job. */
const LEASE_SECONDS = 120;

let service: TestService;
let world: ImportWorld;
let inspector: Inspector;
let settings: Record<string, string>;
/** How many leases have expired. */
let leases = 0;

beforeAll(async () => {
  const folder = newFolder();
  const shared = { SECRET_KEY: randomBytes(32).toString('hex'), CLOCK_OFFSET_FILE: join(folder, 'clock') };
  service = await startService(shared);
  world = new ImportWorld(service);
  inspector = await Inspector.open(service.databaseUrl);
  settings = { ...shared, DATABASE_URL: service.databaseUrl, DATA_DIR: folder, PORT: '0', DEMO: '0' };
});

afterAll(async () => {
  await endProcesses();
  await inspector?.close();
  await service?.stop();
});

it('an import whose process is killed goes on where its last chunk ended', async () => {
  const killed = await start(settings);
  const names = Array.from({ length: ROWS }, (_, at) => `Crash ${at}`);
  const mapping = { columns: [{ source: 'Name', target: 'name' }] };
  const { id, batch_id } = await world.started(`Name\n${names.join('\n')}\n`, 'companies', mapping);
  await until(async () => (await world.get(id)).counts.created > 0);
  await stop(killed, 'SIGKILL');
  const { counts, status } = await world.get(id);
  expect(status).toBe('executing');
  expect(counts.created).toBeGreaterThan(0);
  expect(counts.created).toBeLessThan(ROWS);
  expect(await companies('Crash')).toEqual({ count: counts.created, names: counts.created });

  await expireLease();
  const next = await start(settings);
  await until(async () => (await world.get(id)).status !== 'executing', 60_000);
  await stop(next);
  expect(await world.get(id)).toMatchObject({
    status: 'completed',
    counts: { total: ROWS, created: ROWS, failed: 0, pending: 0 },
  });
  expect(await companies('Crash')).toEqual({ count: ROWS, names: ROWS });
  const [events] = await inspector.query(
    `select count(*)::int as count, count(distinct object_id)::int as companies from events
     where tenant_id = $1 and type = 'company.created'`,
    [service.acme.id],
  );
  expect(events).toEqual({ count: ROWS, companies: ROWS });
  const [ended] = await inspector.query(
    `select count(*)::int as count, max(seq) as last from job_events where tenant_id = $1 and batch_id = $2`,
    [service.acme.id, batch_id],
  );
  expect(ended!.count).toBe(ended!.last);
});

it('a dry run whose process is killed begins anew, and counts every row once', async () => {
  const killed = await start(settings);
  const names = Array.from({ length: ROWS }, (_, at) => `Dry ${at % (ROWS - 3)}`);
  const { id } = (await world.upload(`Name\n${names.join('\n')}\n`, 'companies')).body.data;
  const mapping = { columns: [{ source: 'Name', target: 'name' }], match_keys: ['name'] };
  expect((await service.rest('PUT', `/api/import/${id}/mapping`, mapping)).status).toBe(200);
  expect((await service.rest('POST', `/api/import/${id}/validate`)).status).toBe(202);
  const planned = async () =>
    (await service.rest('GET', `/api/import/${id}/rows?filter[status]=valid`)).body.total;
  await until(async () => (await planned()) > 0);
  await stop(killed, 'SIGKILL');
  expect((await world.get(id)).status).toBe('validating');

  await expireLease();
  const next = await start(settings);
  const validated = await world.left(id, 'validating');
  await stop(next);
  expect(validated).toMatchObject({
    status: 'validated',
    counts: { total: ROWS, valid: ROWS - 3, invalid: 3, to_create: ROWS - 3, pending: ROWS - 3 },
  });
  expect(await companies('Dry')).toEqual({ count: 0, names: 0 });
});

it('a rollback whose process is killed goes on, and reverses every row once', async () => {
  const first = await start(settings);
  const names = Array.from({ length: ROWS }, (_, at) => `Back ${at}`);
  const mapping = { columns: [{ source: 'Name', target: 'name' }] };
  const { id } = await world.executed(`Name\n${names.join('\n')}\n`, 'companies', mapping);
  expect((await service.rest('POST', `/api/import/${id}/rollback`)).status).toBe(202);
  await until(async () => (await companies('Back')).count < ROWS);
  await stop(first, 'SIGKILL');
  expect((await world.get(id)).status).toBe('rolling_back');

  await expireLease();
  const next = await start(settings);
  const ended = await world.left(id, 'rolling_back');
  await stop(next);
  expect(ended).toMatchObject({ status: 'rolled_back', rollback: { reversed: ROWS, kept: 0 } });
  expect(await companies('Back')).toEqual({ count: 0, names: 0 });
  const [events] = await inspector.query(
    `select count(*)::int as count, count(distinct object_id)::int as companies from events
     where tenant_id = $1 and type = 'company.deleted'`,
    [service.acme.id],
  );
  expect(events).toEqual({ count: ROWS, companies: ROWS });
});

it('an import of a plan whose process is killed writes every task and link once', async () => {
  const flow = new PmFlow(service);
  const company_id = await flow.client('Relay');
  const killed = await start(settings);
  const tasks = Array.from({ length: TASKS }, (_, at) => `Relay,Task ${at},R${at},${at ? `R${at - 1}` : ''}`);
  const plan = `Project,Title,Key,Depends on\n${tasks.join('\n')}\n`;
  const id = await flow.started(plan, { company_id });
  await until(async () => (await flow.get(id)).counts.created > 1);
  await stop(killed, 'SIGKILL');
  expect((await flow.get(id)).status).toBe('executing');

  await expireLease();
  const next = await start(settings);
  await until(async () => (await flow.get(id)).status !== 'executing');
  await stop(next);
  const rows = 1 + TASKS + TASKS - 1;
  expect(await flow.get(id)).toMatchObject({ status: 'completed', counts: { total: rows, created: rows } });
  const [written] = await inspector.query(
    `select count(*)::int as tasks, count(distinct title)::int as titles, (select count(*)::int from task_dependencies) as links,
       (select count(distinct successor_id)::int from task_dependencies) as successors
     from tasks where tenant_id = $1`,
    [service.acme.id],
  );
  expect(written).toEqual({ tasks: TASKS, titles: TASKS, links: TASKS - 1, successors: TASKS - 1 });
});

/** Lets the lease of the killed process expire, and its job run again. */
async function expireLease(): Promise<void> {
  leases += 1;
  writeFileSync(settings.CLOCK_OFFSET_FILE!, String(leases * LEASE_SECONDS));
  // The queue reads the clock of the database, which cannot be advanced.
  await inspector.query(
    'select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where locked_at is null), run_at := now())',
  );
}

/** Returns how many live companies have names that begin with a word, and how many names they have. */
async function companies(word: string): Promise<{ count: number; names: number }> {
  const [row] = await inspector.query(
    `select count(*)::int as count, count(distinct name)::int as names from companies
     where tenant_id = $1 and name like $2 and deleted_at is null`,
    [service.acme.id, `${word} %`],
  );
  return row as { count: number; names: number };
}
