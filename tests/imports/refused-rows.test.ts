// Rows that are refused while others run at the same time: they leave no trace, and the others are written once.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Reply, TestService } from '../support/service.ts';
import { ImportWorld } from './world.ts';

let service: TestService;
let world: ImportWorld;

beforeAll(async () => {
  world = await ImportWorld.start();
  ({ service } = world);
});

afterAll(() => world?.stop());

const COLUMNS = { Name: 'name', Domain: 'domain', Web: 'website', Headcount: 'employee_count' };

async function rowsOf(id: string): Promise<[number, string, string[]][]> {
  const { body } = await service.rest('GET', `/api/import/${id}/rows?pageSize=100`);
  return body.data.map((row: Reply['body']) => [
    row.row_number,
    row.status,
    row.errors.map(({ code, column }: Reply['body']) => `${code} ${column}`),
  ]);
}

/** Returns how many companies, events, audit entries and timeline lines there are for a beginning of names. */
async function traces(name: string): Promise<unknown> {
  const [row] = await service.sql(
    service.acme,
    `with mine as (select id from companies where name like ?)
     select (select count(*)::int from mine) as companies,
       (select count(*)::int from events where object_id in (select id from mine)) as events,
       (select count(*)::int from audit_entries where target_id in (select id from mine)) as audit,
       (select count(*)::int from activity_links where entity_id in (select id from mine)) as lines`,
    [`${name}%`],
  );
  return row;
}

it('the values of another row of the file are refused at their column, and the first row stays', async () => {
  const lines = Array.from(
    { length: 40 },
    (_, at) => `Twin ${at},twin-${at}.example.com,www.twin-${at}.example.com,`,
  );
  lines[7] = 'Twin 7,twin-7.example.com,www.twin-4.example.com,';
  lines[12] = 'Twin 12,twin-12.example.com,www.twin-12.example.com,many';
  lines[33] = 'Twin 33,twin-33.example.com,www.twin-2.example.com,';
  const csv = `Name,Domain,Web,Headcount\n${lines.join('\n')}\n`;
  const done = await world.executed(csv, 'companies', world.map(COLUMNS));
  expect(done).toMatchObject({
    status: 'completed_with_errors',
    counts: { total: 40, created: 37, invalid: 3 },
  });
  expect((await rowsOf(done.id)).filter(([, status]) => status !== 'created')).toEqual([
    [8, 'invalid', ['DUPLICATE_IN_FILE Web']],
    [13, 'invalid', ['INVALID_FORMAT Headcount']],
    [34, 'invalid', ['DUPLICATE_IN_FILE Web']],
  ]);
  expect(await traces('Twin ')).toEqual({ companies: 37, events: 37, audit: 37, lines: 37 });
});

it('values that were taken since the dry run fail alone, and the others are written once', async () => {
  const lines = Array.from({ length: 25 }, (_, at) => `Late ${at},,www.late-${at}.example.com,`);
  const validated = await world.validated(
    `Name,Domain,Web,Headcount\n${lines.join('\n')}\n`,
    'companies',
    world.map(COLUMNS),
  );
  for (const at of [3, 4, 20]) {
    const taken = { name: `Holder ${at}`, website: `www.late-${at}.example.com` };
    expect((await service.rest('POST', '/api/companies', taken)).status).toBe(201);
  }
  expect((await world.approve(validated)).status).toBe(200);
  await service.rest('POST', `/api/import/${validated.id}/execute`);
  const done = await world.left(validated.id, 'executing');
  expect(done).toMatchObject({
    status: 'completed_with_errors',
    counts: { created: 22, failed: 3, pending: 0 },
  });
  expect((await rowsOf(done.id)).filter(([, status]) => status === 'failed')).toEqual(
    [4, 5, 21].map((row) => [row, 'failed', ['DUPLICATE_EXISTING Web']]),
  );
  expect(await traces('Late ')).toEqual({ companies: 22, events: 22, audit: 22, lines: 22 });
});

it('two rows that find the same record by different keys change it one after another', async () => {
  const { body } = await service.rest('POST', '/api/companies', {
    name: 'Doubly Found',
    domain: 'doubly.example.com',
  });
  const csv = 'Name,Domain,Web,Headcount\n,doubly.example.com,,11\nDoubly Found,,www.doubly.example.com,\n';
  const done = await world.executed(
    csv,
    'companies',
    world.map(COLUMNS, { mode: 'update', match_keys: ['domain', 'name'] }),
  );
  expect(done.counts).toMatchObject({ updated: 2, failed: 0 });
  const { data } = (await service.rest('GET', `/api/companies/${body.data.id}`)).body;
  expect(data).toMatchObject({ version: 3, employee_count: 11, website: 'doubly.example.com' });
});
