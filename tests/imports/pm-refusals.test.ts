// What an import of projects refuses, and who may see it.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import type { Reply } from '../support/service.ts';
import { PmFlow } from './pm-flow.ts';

let flow: PmFlow;
let clientId: string;
let inspector: Inspector;

beforeAll(async () => {
  flow = await PmFlow.start();
  inspector = await Inspector.open(flow.service.databaseUrl);
  clientId = await flow.client('Contoso');
});

afterAll(async () => {
  await inspector?.close();
  await flow?.stop();
});

const TABLE = 'Project,Title,Status,Assignee\nNorth,Dig,Open,Ann\n';
const MAPPING = { statuses: { Open: 'todo' } };

describe('a file', () => {
  it('of another format than the one that is insisted on is refused, and nothing is stored', async () => {
    const refusals: [string, object, number, string][] = [
      [TABLE, { source_format: 'board-json' }, 400, 'source_format'],
      [TABLE, { source_format: 'plan-csv' }, 400, 'source_format'],
      ['{"lists": [', {}, 422, 'damaged'],
      ['{"lists": [{"id": 1}], "cards": [{"id": x}]}', {}, 422, 'not_a_table'],
      ['{"name": "x", "lists": [], "cards": []}', {}, 422, 'no_rows'],
    ];
    for (const [content, more, status, named] of refusals) {
      const reply = await flow.upload(content, more);
      const { fields, details } = reply.body.error ?? {};
      expect([content, reply.status, fields?.[0]?.path ?? details?.reason]).toEqual([content, status, named]);
    }
    expect((await flow.service.rest('GET', '/api/pm-import')).body.data).toEqual([]);
  });
});

describe('a mapping', () => {
  it('is refused with every fault and its path, and changes nothing', async () => {
    const { id } = (await flow.upload(TABLE)).body.data;
    const stranger = crypto.randomUUID();
    const company = (await flow.service.rest('POST', '/api/companies', { name: 'No client' })).body.data;
    const refusals: [object, string][] = [
      [MAPPING, 'company_id required'],
      [{ ...MAPPING, company_id: clientId, company_column: 'Project' }, 'company_column exclusive'],
      [{ ...MAPPING, company_column: 'Nowhere' }, 'company_column unknown_column'],
      [{ company_id: clientId }, 'statuses.Open required'],
      [{ company_id: clientId, statuses: { Open: 'open' } }, 'statuses.Open enum'],
      [{ ...MAPPING, company_id: clientId, priorities: { High: 'x' } }, 'priorities.High enum'],
      [{ ...MAPPING, company_id: clientId, people: { Ann: stranger } }, 'people.Ann exists'],
      [{ ...MAPPING, company_id: stranger }, 'company_id exists'],
      [
        { ...MAPPING, company_id: clientId, columns: [{ source: 'Nowhere', target: 'key' }] },
        'columns[0].source unknown_column',
      ],
      [
        { ...MAPPING, company_id: clientId, columns: [{ source: 'Assignee', target: 'colour' }] },
        'columns[0].target unknown_target',
      ],
    ];
    const before = await inspector.fingerprint();
    for (const [mapping, expected] of refusals) {
      const reply = await flow.map(id, mapping);
      const named = reply.body.error?.fields?.map(({ path, rule }: Reply['body']) => `${path} ${rule}`);
      expect([reply.status, named]).toEqual([400, [expected]]);
    }
    expect(await flow.map(id, { ...MAPPING, company_id: company.id })).toMatchObject({
      body: { error: { code: 'COMPANY_NOT_A_CLIENT' } },
    });
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('that is repeated changes nothing, and another one drops the dry run', async () => {
    const imported = await flow.validated(TABLE, { ...MAPPING, company_id: clientId });
    const same = await flow.map(imported.id, { ...MAPPING, company_id: clientId });
    expect(same.body.data).toMatchObject({ version: imported.version, status: 'validated' });
    const other = await flow.map(imported.id, { company_id: clientId, statuses: { Open: 'backlog' } });
    expect(other.body.data).toMatchObject({
      ...{ status: 'mapped', validation_hash: null, counts: { pending: 2, valid: 0 } },
    });
  });
});

describe('an import of projects', () => {
  it('is found under its own path only, and in its own workspace', async () => {
    const { id } = (await flow.upload(TABLE)).body.data;
    const { globex } = flow.service;
    expect((await flow.service.rest('GET', `/api/import/${id}`)).status).toBe(404);
    expect((await flow.service.rest('GET', `/api/import/${id}/preview`)).status).toBe(404);
    expect((await flow.service.rest('GET', `/api/import/${id}/rows`)).status).toBe(200);
    const elsewhere = { as: globex.people.owner };
    expect((await flow.service.rest('GET', `/api/pm-import/${id}`, undefined, elsewhere)).status).toBe(404);
    const data = await flow.service.rest('POST', '/api/import', {
      ...{ file: { name: 'a.csv', content_base64: Buffer.from('Name\nA\n').toString('base64') } },
      target: 'companies',
    });
    expect((await flow.service.rest('GET', `/api/pm-import/${data.body.data.id}`)).status).toBe(404);
    const lists = await Promise.all(
      ['/api/import', '/api/pm-import'].map((path) => flow.service.rest('GET', path)),
    );
    for (const [at, { body }] of lists.entries()) {
      expect(new Set(body.data.map(({ kind }: Reply['body']) => kind))).toEqual(
        new Set([['data', 'pm'][at]]),
      );
      expect(body.data[0]).not.toHaveProperty('found');
    }
  });

  it('runs only once it is approved as it was read, by a person', async () => {
    const imported = await flow.validated(TABLE, { ...MAPPING, company_id: clientId });
    const execute = (): Promise<Reply> => flow.service.rest('POST', `/api/pm-import/${imported.id}/execute`);
    expect((await execute()).body.error.code).toBe('IMPORT_NOT_APPROVED');
    const changed = { ...imported, mapping_hash: '0'.repeat(64) };
    expect((await flow.approve(changed)).body.error.code).toBe('IMPORT_STALE');
    expect((await flow.approve(imported, flow.service.acme.agent)).status).toBe(403);
    expect((await flow.approve(imported)).body.data).toMatchObject({ status: 'approved' });
    expect((await execute()).status).toBe(202);
    const done = await flow.left(imported.id, 'executing');
    expect(done).toMatchObject({ status: 'completed', counts: { created: 2 } });
    expect((await execute()).body.error.code).toBe('INVALID_STATE_TRANSITION');
  });

  it('that is uploaded twice with one key is stored once', async () => {
    const file = { name: 'a.csv', content_base64: Buffer.from(TABLE).toString('base64') };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const [first, second] = [
      await flow.service.rest('POST', '/api/pm-import', { file }, { headers }),
      await flow.service.rest('POST', '/api/pm-import', { file }, { headers }),
    ];
    expect(second.body.data.id).toBe(first.body.data.id);
  });
});

it('a plan of many links is judged as a small one: only the link that closes a cycle is left out', async () => {
  const count = 1_500;
  const rows = Array.from({ length: count }, (_, at) => {
    const before = at ? `L${at - 1}` : '';
    return `Long,T${at},L${at},${at === 5 ? 'L4;L6' : before}`;
  });
  const { status, body } = await flow.upload(`Project,Title,Key,Depends on\n${rows.join('\n')}\n`);
  expect([status, body.data.found.links]).toEqual([201, { total: count, unresolved: 0, cyclic: 1 }]);
});
