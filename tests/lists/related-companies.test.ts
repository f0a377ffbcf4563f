// Every list of records with a company filters by fields of it, and tasks are created, deleted and restored in batches.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let serial = 0;
const clients: Record<string, string> = {};

beforeAll(async () => {
  service = await startService();
  for (const industry of ['Food', 'Wood']) {
    const client = await create('/api/clients', {
      ...{ client_name: `${industry} Ltd`, website: `${industry.toLowerCase()}.example.com` },
    });
    await service.rest('PATCH', `/api/companies/${client}`, { industry });
    clients[industry] = client;
  }
});

afterAll(() => service?.stop());

async function create(path: string, body: object): Promise<string> {
  const reply = await service.rest('POST', path, body);
  if (reply.status >= 300) throw new Error(`${path}: ${reply.text}`);
  return reply.body.data.id;
}

const draft = () => ({});

describe('a list of records with a company', () => {
  it.each([
    ['/api/projects', (name: string) => ({ name })],
    ['/api/tasks', (title: string) => ({ title })],
    ['/api/rooms', (title: string) => ({ title })],
    ['/api/signing', (title: string) => ({ title })],
    ['/api/quotes', draft],
    ['/api/work-orders', draft],
    ['/api/invoices', draft],
  ])('%s is filtered by fields of the company, alone, negated and in a tree', async (path, body) => {
    const ids: Record<string, string> = {};
    for (const [industry, company_id] of Object.entries(clients))
      ids[industry] = await create(path, { ...body(`Record ${++serial}`), company_id });
    const found = async (query: string) => {
      const reply = await service.rest('GET', `${path}?${query}`);
      expect([query, reply.status]).toEqual([query, 200]);
      return reply.body.data.map(({ id }: { id: string }) => id);
    };
    expect(await found('filter[company][industry]=Food')).toEqual([ids.Food]);
    expect(await found('filter[company][name][starts_with]=wood')).toEqual([ids.Wood]);
    expect(await found('filter[company][industry][not][in]=Food')).toEqual([ids.Wood]);
    const tree = { or: [{ field: 'company.industry', op: 'eq', value: 'Wood' }] };
    expect(await found(`filter=${encodeURIComponent(JSON.stringify(tree))}`)).toEqual([ids.Wood]);
    const refused = await service.rest('GET', `${path}?filter[company][nope]=1`);
    expect(refused.body.error.fields).toMatchObject([{ path: 'filter.company.nope', rule: 'unknown_field' }]);
  });

  it('does not filter by the company for who may not read companies', async () => {
    const token = await service.token(service.acme, {
      kind: 'service',
      scopes: ['delivery.tasks:read'],
    });
    const reply = await service.rest('GET', '/api/tasks?filter[company][industry]=Food', undefined, {
      as: token,
    });
    expect([reply.status, reply.body.error.fields[0].rule]).toEqual([400, 'field_not_readable']);
  });
});

describe('tasks', () => {
  it('are created, deleted and restored many at a time, each by itself', async () => {
    const run = async (field: string, argument: string, type: string, values: unknown[]) => {
      const members = argument === 'items' ? 'failed { index code }' : 'failed { id code }';
      const query = `mutation ($v: [${type}!]!) { result: ${field}(${argument}: $v) { succeeded ${members} counts { succeeded failed } } }`;
      const { body } = await service.graphql(query, { v: values });
      if (body.errors) throw new Error(JSON.stringify(body.errors));
      return body.data.result;
    };
    const created = await run('batchCreateTasks', 'items', 'CreateTaskInput', [
      { title: 'One' },
      { title: 'Two', projectId: crypto.randomUUID() },
      { title: 'Three' },
    ]);
    expect(created).toMatchObject({
      succeeded: [expect.any(String), expect.any(String)],
      failed: [{ index: 1, code: 'VALIDATION_ERROR' }],
    });
    const ids = created.succeeded;
    const listed = async () =>
      (await service.rest('GET', `/api/tasks?filter[id][in]=${ids}&sort=title`)).body.data.map(
        ({ title }: { title: string }) => title,
      );
    expect(await listed()).toEqual(['One', 'Three']);
    expect((await run('bulkDeleteTasks', 'ids', 'UUID', ids)).counts).toEqual({ succeeded: 2, failed: 0 });
    expect(await listed()).toEqual([]);
    const missing = crypto.randomUUID();
    expect(await run('bulkRestoreTasks', 'ids', 'UUID', [...ids, missing])).toEqual({
      succeeded: ids,
      failed: [{ id: missing, code: 'NOT_FOUND' }],
      counts: { succeeded: 2, failed: 1 },
    });
    expect(await listed()).toEqual(['One', 'Three']);
  });
});
