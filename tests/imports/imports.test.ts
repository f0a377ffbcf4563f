// Imports from upload to execution: companies and contacts from CSV, with mapping, dry run, fixes and approval.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Reply, TestService } from '../support/service.ts';
import { ImportWorld } from './world.ts';

let service: TestService;
let world: ImportWorld;

beforeAll(async () => {
  world = await ImportWorld.start();
  ({ service } = world);
});

afterAll(() => world?.stop());

function expectSum({
  total,
  empty,
  excluded,
  invalid,
  created,
  updated,
  skipped,
  failed,
  pending,
}: Record<string, number>): void {
  expect(empty! + excluded! + invalid! + created! + updated! + skipped! + failed! + pending!).toBe(total);
}

describe('an import of companies', () => {
  it('creates the valid rows and reports the others', async () => {
    const csv =
      'Name;Domain;Employees\nAlpha;alpha.example.com;51-200\n;\nShort\nBeta;gmail.com;3\nGamma;alpha.example.com;7\n,;x.example.com;1\n';
    const done = await world.executed(
      csv,
      'companies',
      world.map({ Name: 'name', Domain: 'domain', Employees: 'employee_count' }),
    );
    expect(done).toMatchObject({
      status: 'completed_with_errors',
      counts: { total: 6, created: 2, invalid: 3, empty: 1, pending: 0 },
    });
    expectSum(done.counts);
    const { body } = await service.rest('GET', `/api/import/${done.id}/rows`);
    const codes = body.data.map((row: Reply['body']) => [
      row.row_number,
      row.status,
      row.errors.map((one: Reply['body']) => one.code),
    ]);
    expect(codes).toEqual([
      [1, 'created', []],
      [3, 'invalid', ['RAGGED_ROW']],
      [4, 'invalid', ['PERSONAL_DOMAIN']],
      [5, 'invalid', ['DUPLICATE_IN_FILE']],
      [6, 'created', []],
    ]);
    const faults = body.data.flatMap((row: Reply['body']) => row.errors);
    expect(faults.slice(1)).toMatchObject([
      { column: 'Domain', value: 'gmail.com' },
      { column: 'Domain', field: 'domain', value: expect.any(String) },
    ]);
    const numbers = async (filter: string) => {
      const list = await service.rest('GET', `/api/import/${done.id}/rows?${filter}`);
      expect([filter, list.status, list.body.error]).toEqual([filter, 200, undefined]);
      return list.body.data.map((row: Reply['body']) => row.row_number);
    };
    expect(await numbers('filter[code][neq]=RAGGED_ROW&filter[status]=invalid')).toEqual([4, 5]);
    expect(await numbers('filter[code][not][eq]=PERSONAL_DOMAIN&filter[status]=invalid')).toEqual([3, 5]);
    expect(await numbers('filter[code][exists]=false')).toEqual([1, 6]);
    expect(await numbers('filter[code][starts_with]=DUPLICATE')).toEqual([5]);
    expect(await numbers('filter[column][in]=Domain,Name')).toEqual([4, 5]);
  });

  it('is refused a mapping without the fields that a new record needs, which are named', async () => {
    const cases: [string, object, string[]][] = [
      ['contacts', { A: 'title' }, ['first_name, last_name, email']],
      ['clients', { A: 'client_name' }, ['website, domain']],
      ['time_entries', { A: 'minutes' }, ['work_date', 'task.id']],
      ['notes', { A: 'body' }, ['company.id']],
    ];
    for (const [target, columns, missing] of cases) {
      const { body } = await world.upload('A,B\nx,y\n', target);
      const path = `/api/import/${body.data.id}/mapping`;
      const refused = await service.rest('PUT', path, world.map(columns as Record<string, string>));
      expect([target, refused.status]).toEqual([target, 400]);
      const { fields } = refused.body.error;
      expect(fields.map(({ rule }: Reply['body']) => rule)).toEqual(missing.map(() => 'required'));
      for (const [at, name] of missing.entries()) expect(fields[at].message).toContain(name);
    }
  });

  it('takes the default of an empty cell beside a map, and refuses an unknown country', async () => {
    const { body } = await world.upload('Name,Kind\nOmega,\n', 'companies');
    const path = `/api/import/${body.data.id}`;
    const kind = { source: 'Kind', target: 'industry', transform: ['map'], map: { a: 'Retail' } };
    const mapping = (last: object) => ({ columns: [{ source: 'Name', target: 'name' }, last] });
    const stored = await service.rest('PUT', `${path}/mapping`, mapping({ ...kind, default: 'Trade' }));
    expect(stored.status).toBe(200);
    const preview = await service.rest('GET', `${path}/preview`);
    expect(preview.body.data.rows[0]).toMatchObject({ record: { industry: 'Trade' }, errors: [] });
    const unknown = mapping({ source: 'Kind', target: 'phone', transform: ['phone:ZZ'] });
    const refused = await service.rest('PUT', `${path}/mapping`, unknown);
    expect(refused.body.error.fields).toContainEqual(expect.objectContaining({ rule: 'unknown_transform' }));
  });

  it('has its counts in the results of its jobs, in its events and at the end of its stream', async () => {
    const { id, counts, batch_id } = await world.executed(
      'Name,Domain\nIota,iota.example.com\nKappa,gmail.com\n',
      'companies',
      world.map({ Name: 'name', Domain: 'domain' }),
    );
    const { body } = await service.rest('GET', '/api/jobs?pageSize=2');
    const plan = { ...counts, created: 0, pending: 1, valid: 1 };
    expect(body.data.map(({ kind, result }: Reply['body']) => [kind, result])).toEqual([
      ['import_execute', { import_id: id, counts }],
      ['import_validate', { import_id: id, counts: plan }],
    ]);
    const { token, tenantId } = service.acme.people.owner;
    const headers = { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId, 'last-event-id': '0' };
    const stream = await fetch(`${service.url}/api/jobs/batch/${batch_id}/stream`, { headers });
    const [, done] = /event: done\nid: \d+\ndata: (.*)/.exec(await stream.text())!;
    expect(JSON.parse(done!)).toMatchObject({ state: 'succeeded', result: { import_id: id, counts } });
    const events = await service.sql<{ counts: object }>(
      service.acme,
      `select data -> 'object' -> 'counts' as counts from events where object_id = ? and type = 'import.completed'`,
      [id],
    );
    expect(events).toEqual([{ counts }]);
  });

  it('updates what it finds and creates the rest', async () => {
    const first = await world.executed(
      'Name,Domain\nDelta,delta.example.com\n',
      'companies',
      world.map({ Name: 'name', Domain: 'domain' }),
    );
    expect(first.counts).toMatchObject({ created: 1 });
    const csv = 'Name,Domain,Industry\nDelta,delta.example.com,Trade\nEpsilon,epsilon.example.com,Trade\n';
    const done = await world.executed(
      csv,
      'companies',
      world.map({ Name: 'name', Domain: 'domain', Industry: 'industry' }, { mode: 'upsert' }),
    );
    expect(done).toMatchObject({
      status: 'completed',
      counts: { created: 1, updated: 1, to_create: 1, to_update: 1 },
    });
    const again = await world.executed(
      csv,
      'companies',
      world.map({ Name: 'name', Domain: 'domain', Industry: 'industry' }, { mode: 'upsert' }),
    );
    expect(again).toMatchObject({ status: 'completed', counts: { skipped: 2, created: 0, updated: 0 } });
  });

  it('refers to companies of earlier rows as parents', async () => {
    const csv = 'Name,Parent\nHolding A,\nDaughter A,Holding A\n';
    const done = await world.executed(csv, 'companies', world.map({ Name: 'name', Parent: 'parent.name' }));
    expect(done).toMatchObject({ status: 'completed', counts: { created: 2 } });
  });
});

describe('an import of contacts', () => {
  it('finds companies by their domain, and drops an approval when a row is fixed', async () => {
    await service.rest('POST', '/api/companies', { name: 'Zeta', domain: 'zeta.example.com' });
    const csv =
      'First,Mail,Company\nAda,ada@zeta.example.com,zeta.example.com\nBob,not a mail,zeta.example.com\n';
    const mapping = world.map({ First: 'first_name', Mail: 'email', Company: 'company.domain' });
    const found = await world.validated(csv, 'contacts', mapping);
    expect(found.counts).toMatchObject({ total: 2, valid: 1, invalid: 1, to_create: 1, pending: 1 });
    const { id, mapping_hash, validation_hash } = found;
    await service.rest('POST', `/api/import/${id}/approve`, { mapping_hash, validation_hash });
    const fixed = await service.rest('PATCH', `/api/import/${id}/rows/2`, {
      values: { Mail: 'bob@zeta.example.com' },
    });
    expect(fixed).toMatchObject({ status: 200, body: { data: { status: 'valid', action: 'create' } } });
    const after = (await service.rest('GET', `/api/import/${id}`)).body.data;
    expect(after).toMatchObject({ status: 'validated', approval: null, counts: { valid: 2, pending: 2 } });
    const stale = await service.rest('POST', `/api/import/${id}/approve`, { mapping_hash, validation_hash });
    expect(stale).toMatchObject({ status: 409, body: { error: { code: 'IMPORT_STALE' } } });
  });
});

describe('a rollback', () => {
  it('deletes what it created, restores what it changed, and keeps what somebody has touched since', async () => {
    const before = await service.rest('POST', '/api/companies', {
      name: 'Old',
      domain: 'old.example.com',
      industry: 'Rail',
    });
    const csv =
      'Name,Domain,Industry\nOld,old.example.com,Sea\nNew,new.example.com,Sea\nKept,kept.example.com,Sea\n';
    const mapping = world.map({ Name: 'name', Domain: 'domain', Industry: 'industry' }, { mode: 'upsert' });
    const { id } = await world.executed(csv, 'companies', mapping);
    const { body } = await service.rest('GET', `/api/import/${id}/rows`);
    const [, made, kept] = body.data.map((row: Reply['body']) => row.record.id);
    await service.rest('PATCH', `/api/companies/${kept}`, { industry: 'Air' });
    expect((await service.rest('POST', `/api/import/${id}/rollback`, { reason: 'wrong file' })).status).toBe(
      202,
    );
    const after = await world.left(id, 'rolling_back');
    expect(after).toMatchObject({
      status: 'rolled_back',
      rollback: { reversed: 2, kept: 1 },
      counts: { created: 2, updated: 1 },
    });
    const rows = (await service.rest('GET', `/api/import/${id}/rows`)).body.data;
    expect(rows.map((row: Reply['body']) => [row.status, row.kept_reason])).toEqual([
      ['reversed', null],
      ['reversed', null],
      ['kept', 'changed'],
    ]);
    expect((await service.rest('GET', `/api/companies/${made}`)).status).toBe(404);
    const restored = await service.rest('GET', `/api/companies/${before.body.data.id}`);
    expect(restored.body.data.industry).toBe('Rail');
    expect((await service.rest('POST', `/api/import/${id}/rollback`, {})).body.error.code).toBe(
      'INVALID_STATE_TRANSITION',
    );
  });
});

describe('the batch of an import', () => {
  it('runs failed rows again after their cause is gone', async () => {
    const { id, mapping_hash, validation_hash } = await world.validated(
      'Name,Domain\nRace,race.example.com\n',
      'companies',
      world.map({ Name: 'name', Domain: 'domain' }),
    );
    const other = await service.rest('POST', '/api/companies', {
      name: 'Faster',
      domain: 'race.example.com',
    });
    await service.rest('POST', `/api/import/${id}/approve`, { mapping_hash, validation_hash });
    await service.rest('POST', `/api/import/${id}/execute`);
    const failed = await world.left(id, 'executing');
    expect(failed).toMatchObject({ status: 'failed', counts: { failed: 1, created: 0 } });
    const items = await service.rest('GET', `/api/jobs/batch/${failed.batch_id}/items`);
    expect(items.body.data).toMatchObject([
      { index: 1, state: 'failed', error: { code: 'DUPLICATE_EXISTING' } },
    ]);
    await service.rest('DELETE', `/api/companies/${other.body.data.id}`);
    expect((await service.rest('POST', `/api/jobs/batch/${failed.batch_id}/retry`, {})).status).toBe(202);
    const done = await world.left(id, 'executing');
    expect(done).toMatchObject({ status: 'completed', counts: { failed: 0, created: 1 } });
    const again = await service.rest('POST', `/api/jobs/batch/${failed.batch_id}/retry`, {});
    expect(again.body.error.code).toBe('NOTHING_TO_RETRY');
  });
});

describe('the rows with errors as CSV', () => {
  it('come with their columns and can be uploaded again as they are', async () => {
    const { id } = await world.validated(
      'Name,Domain\n=1+1,gmail.com\nFine,fine.example.com\n',
      'companies',
      world.map({ Name: 'name', Domain: 'domain' }),
    );
    const { token, tenantId } = service.acme.people.owner;
    const { headers, ...answer } = await fetch(`${service.url}/api/import/${id}/rows`, {
      headers: { accept: 'text/csv', authorization: `Bearer ${token}`, 'x-tenant-id': tenantId },
    }).then(async (reply) => ({ headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }));
    const text = answer.bytes.toString('utf8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="data-errors.csv"');
    expect(text.split('\r\n').slice(0, 1)).toEqual(['\ufeffName,Domain,_row,_errors']);
    expect(text).toMatch(/^'=1\+1,gmail\.com,1,"?PERSONAL_DOMAIN Domain: /m);
    const again = await world.upload(text, 'companies');
    expect(again.body.data).toMatchObject({ columns: ['Name', 'Domain'], counts: { total: 1 } });
    const rows = await service.rest('GET', `/api/import/${again.body.data.id}/rows`);
    expect(rows.body.data[0].values).toEqual({ Name: '=1+1', Domain: 'gmail.com' });
  });
});
