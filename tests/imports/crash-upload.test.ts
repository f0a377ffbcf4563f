// A process that is killed while it stores an upload or runs a batch: nothing is half written, and nothing is done twice.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Crash } from '../support/crash.ts';
import { stop } from '../support/process.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const ROWS = 3_000;
const ITEMS = 150;

let crash: Crash;
let service: TestService;

beforeAll(async () => {
  crash = new Crash();
  service = await startService(crash.shared);
  await crash.open(service);
});

afterAll(async () => {
  await crash?.stop();
  await service?.stop();
});

const csv = ['Name,Notes', ...Array.from({ length: ROWS }, (_, at) => `Row ${at},${'x'.repeat(50)}`)].join(
  '\n',
);

function send(url: string): Promise<Response> {
  const { token, tenantId } = service.acme.people.owner;
  const form = new FormData();
  form.append('target', 'companies');
  form.append('file', new Blob([csv]), 'rows.csv');
  const headers = {
    ...{ authorization: `Bearer ${token}`, 'x-tenant-id': tenantId, 'idempotency-key': 'upload' },
  };
  return fetch(`${url}/api/import`, { method: 'POST', headers, body: form });
}

it('an upload whose process is killed leaves no import and no row, and can be repeated with its key', async () => {
  const killed = await crash.start();
  let answer: Promise<unknown> = Promise.resolve();
  await crash.killAt('lock table import_rows in share row exclusive mode', async () => {
    answer = send(killed.url).catch(() => 'no answer');
    return killed;
  });
  expect(await answer).toBe('no answer');
  const left = async () => {
    const [row] = await crash.inspector.query(
      `select (select count(*)::int from imports) as imports, (select count(*)::int from import_rows) as rows`,
    );
    return row;
  };
  expect(await left()).toEqual({ imports: 0, rows: 0 });

  await crash.expireLease();
  const next = await crash.start();
  const reply = await send(next.url);
  const { data } = (await reply.json()) as Reply['body'];
  expect([reply.status, data?.counts.total]).toEqual([201, ROWS]);
  expect(await left()).toEqual({ imports: 1, rows: ROWS });
  await stop(next);
});

it('a batch whose process is killed runs every item once, and its counts add up', async () => {
  const parent = (await service.rest('POST', '/api/companies', { name: 'Parent' })).body.data;
  const items = Array.from({ length: ITEMS }, (_, at) => ({
    // Every tenth item is refused, and one in the middle refers to a company that the test locks.
    variables:
      at % 10 === 9 ? {} : { name: `Item ${at}`, ...(at === 75 && { parent_company_id: parent.id }) },
  }));
  const created = await service.rest('POST', '/api/jobs/batch', { operation: 'CreateCompany', items });
  expect(created.status).toBe(202);
  const { id } = created.body.data;
  const get = async () => (await service.rest('GET', `/api/jobs/batch/${id}`)).body.data;
  const companies = async () => {
    const [row] = await crash.inspector.query(
      `select count(*)::int as count, count(distinct name)::int as names, count(distinct id)::int as ids from companies
       where tenant_id = $1 and name like 'Item %'`,
      [service.acme.id],
    );
    return row;
  };
  await crash.killAt(`select id from companies where id = '${parent.id}' for update`, () => crash.start());
  expect(await get()).toMatchObject({
    state: 'running',
    counts: { total: ITEMS, succeeded: 68, failed: 7, pending: 75, running: 0, skipped: 0, cancelled: 0 },
  });
  expect(await companies()).toEqual({ count: 68, names: 68, ids: 68 });

  await crash.expireLease();
  const next = await crash.start();
  await until(async () => (await get()).state !== 'running');
  await stop(next);
  const [succeeded, failed] = [(ITEMS / 10) * 9, ITEMS / 10];
  expect(await get()).toMatchObject({
    state: 'partially_failed',
    counts: { total: ITEMS, succeeded, failed, pending: 0, running: 0, skipped: 0, cancelled: 0 },
  });
  expect(await companies()).toEqual({ count: succeeded, names: succeeded, ids: succeeded });
  const [stored] = await crash.inspector.query(
    `select count(*)::int as count, max(attempts) as attempts, count(distinct result ->> 'id')::int as records
     from batch_items where tenant_id = $1 and batch_id = $2`,
    [service.acme.id, id],
  );
  expect(stored).toEqual({ count: ITEMS, attempts: 1, records: succeeded });
  const [events] = await crash.inspector.query(
    `select count(*)::int as count, max(seq)::int as last, count(*) filter (where type = 'done')::int as done,
       count(*) filter (where type = 'item')::int as failed
     from job_events where tenant_id = $1 and batch_id = $2`,
    [service.acme.id, id],
  );
  expect(events).toMatchObject({ done: 1, failed });
  expect(events!.count).toBe(events!.last);
});
