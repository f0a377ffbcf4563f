// A process that is killed while it rolls an import back: another one goes on, and no row is reversed twice.
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

it('a rollback whose process is killed goes on, and reverses every row once', async () => {
  const first = await crash.start();
  const names = Array.from({ length: ROWS }, (_, at) => `Back ${at}`);
  const mapping = { columns: [{ source: 'Name', target: 'name' }] };
  const { id } = await world.executed(`Name\n${names.join('\n')}\n`, 'companies', mapping);
  expect((await service.rest('POST', `/api/import/${id}/rollback`)).status).toBe(202);
  await until(async () => (await companies('Back')).count < ROWS);
  await stop(first, 'SIGKILL');
  expect((await world.get(id)).status).toBe('rolling_back');

  await crash.expireLease();
  const next = await crash.start();
  const ended = await world.left(id, 'rolling_back');
  await stop(next);
  expect(ended).toMatchObject({ status: 'rolled_back', rollback: { reversed: ROWS, kept: 0 } });
  expect(await companies('Back')).toEqual({ count: 0, names: 0 });
  const [events] = await crash.inspector.query(
    `select count(*)::int as count, count(distinct object_id)::int as companies from events
     where tenant_id = $1 and type = 'company.deleted'`,
    [service.acme.id],
  );
  expect(events).toEqual({ count: ROWS, companies: ROWS });
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
