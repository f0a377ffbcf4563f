// A process that is killed while it runs an import or its dry run: another one goes on, and no row is lost or run twice.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Crash } from '../support/crash.ts';
import { stop } from '../support/process.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { ImportWorld } from './world.ts';

const ROWS = 800;

let crash: Crash;
let service: TestService;
let world: ImportWorld;

beforeAll(async () => {
  crash = new Crash();
  service = await startService(crash.shared);
  world = new ImportWorld(service);
  await crash.open(service);
});

afterAll(async () => {
  await crash?.stop();
  await service?.stop();
});

it('an import whose process is killed goes on where its last chunk ended', async () => {
  const killed = await crash.start();
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

  await crash.expireLease();
  const next = await crash.start();
  await until(async () => (await world.get(id)).status !== 'executing', 60_000);
  await stop(next);
  expect(await world.get(id)).toMatchObject({
    status: 'completed',
    counts: { total: ROWS, created: ROWS, failed: 0, pending: 0 },
  });
  expect(await companies('Crash')).toEqual({ count: ROWS, names: ROWS });
  const [events] = await crash.inspector.query(
    `select count(*)::int as count, count(distinct object_id)::int as companies from events
     where tenant_id = $1 and type = 'company.created'`,
    [service.acme.id],
  );
  expect(events).toEqual({ count: ROWS, companies: ROWS });
  const [ended] = await crash.inspector.query(
    `select count(*)::int as count, max(seq) as last from job_events where tenant_id = $1 and batch_id = $2`,
    [service.acme.id, batch_id],
  );
  expect(ended!.count).toBe(ended!.last);
});

it('a dry run whose process is killed begins anew, and counts every row once', async () => {
  const killed = await crash.start();
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

  await crash.expireLease();
  const next = await crash.start();
  const validated = await world.left(id, 'validating');
  await stop(next);
  expect(validated).toMatchObject({
    status: 'validated',
    counts: { total: ROWS, valid: ROWS - 3, invalid: 3, to_create: ROWS - 3, pending: ROWS - 3 },
  });
  expect(await companies('Dry')).toEqual({ count: 0, names: 0 });
});

/** Returns how many live companies have names that begin with a word, and how many names they have. */
async function companies(word: string): Promise<{ count: number; names: number }> {
  const [row] = await crash.inspector.query(
    `select count(*)::int as count, count(distinct name)::int as names from companies
     where tenant_id = $1 and name like $2 and deleted_at is null`,
    [service.acme.id, `${word} %`],
  );
  return row as { count: number; names: number };
}
