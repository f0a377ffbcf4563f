// Bulk operations on every kind of record: results record by record, events, record scope, idempotency and approval.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Ask, startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const BATCH = `succeeded failed { index code message fields } outcomes { index id outcome } counts { succeeded failed }`;
const BULK = `succeeded failed { id code message fields } counts { succeeded failed }`;

// biome-ignore lint/suspicious/noExplicitAny: tests read nested members of responses
async function mutate(field: string, type: string, values: unknown[], ask: Ask = {}): Promise<any> {
  const name = field.startsWith('batch') ? 'items' : 'ids';
  const query = `mutation ($v: [${type}!]!) { result: ${field}(${name}: $v) { ${name === 'items' ? BATCH : BULK} } }`;
  const { body } = await service.graphql(query, { v: values }, ask);
  return { ...body.data?.result, errors: body.errors, extensions: body.extensions };
}

async function total(path: string, query = ''): Promise<number> {
  return (await service.rest('GET', `${path}?${query}`)).body.total;
}

async function eventsOf(ids: string[]): Promise<string[]> {
  const rows = await service.sql(
    service.acme,
    'select action from audit_entries where tenant_id = ? and target_id = any(?) order by seq',
    [service.acme.id, ids],
  );
  return (rows as { action: string }[]).map(({ action }) => action);
}

describe('a batch create', () => {
  it('creates the valid records and says of each other one why it failed, by its position', async () => {
    await service.rest('POST', '/api/companies', { name: 'Taken', website: 'taken.example.com' });
    const result = await mutate('batchCreateCompanies', 'CreateCompanyInput', [
      { name: 'First', notes: 'Met at the fair.' },
      { name: 'Second', website: 'taken.example.com' },
      { name: 'Third', ownerUserId: crypto.randomUUID() },
      { name: 'Fourth', industry: '   ' },
    ]);
    expect(result.errors).toBeUndefined();
    expect(result.counts).toEqual({ succeeded: 2, failed: 2 });
    expect(result.failed).toMatchObject([
      { index: 1, code: 'CONFLICT', message: expect.any(String) },
      { index: 2, code: 'VALIDATION_ERROR', fields: [{ path: 'owner_user_id', rule: expect.any(String) }] },
    ]);
    expect(result.outcomes).toEqual([
      { index: 0, id: result.succeeded[0], outcome: 'CREATED' },
      { index: 3, id: result.succeeded[1], outcome: 'CREATED' },
    ]);
    expect(await total('/api/companies', 'filter[name][in]=Second,Third')).toBe(0);
    const { body } = await service.rest('GET', `/api/companies/${result.succeeded[1]}`);
    expect(body.data).toMatchObject({ name: 'Fourth', industry: null });
  });

  it('leaves the events of each record and one of the call', async () => {
    const { succeeded } = await mutate('batchCreateContacts', 'ContactInput', [
      { firstName: 'Ada' },
      { firstName: 'Bob' },
    ]);
    expect(await eventsOf([succeeded[1]])).toEqual(['contact.created']);
    expect((await eventsOf([succeeded[0]])).sort()).toEqual(['contact.bulk_created', 'contact.created']);
    const deals = await mutate('batchCreateDeals', 'CreateDealInput', [{ name: 'Deal' }]);
    expect(deals.counts).toEqual({ succeeded: 1, failed: 0 });
  });

  it('refuses a malformed record, none and more than a hundred, and writes nothing', async () => {
    const before = await total('/api/companies');
    for (const items of [
      [{ name: 'Fine' }, {}],
      [{ name: 'Fine' }, { name: 'x', nope: 1 }],
      [],
      Array.from({ length: 101 }, (_, n) => ({ name: `N ${n}` })),
    ]) {
      const { errors } = await mutate('batchCreateCompanies', 'CreateCompanyInput', items);
      expect(errors[0].extensions.code).toBe('VALIDATION_ERROR');
    }
    expect(await total('/api/companies')).toBe(before);
  });

  it('of a hundred records is one call', async () => {
    const items = Array.from({ length: 100 }, (_, n) => ({
      name: `Hundred ${n}`,
      domain: `hundred-${n}.example.com`,
    }));
    const result = await mutate('batchCreateCompanies', 'CreateCompanyInput', items);
    expect(result.counts).toEqual({ succeeded: 100, failed: 0 });
    expect(new Set(result.succeeded).size).toBe(100);
    expect(await total('/api/companies', 'filter[name][starts_with]=hundred')).toBe(100);
  });

  it('needs the permission of the single create', async () => {
    const { errors } = await mutate('batchCreateCompanies', 'CreateCompanyInput', [{ name: 'No' }], {
      as: service.acme.people.viewer,
    });
    expect(errors[0].extensions.code).toBe('PERMISSION_DENIED');
    const as = await service.token(service.acme, { kind: 'service', scopes: ['crm.companies:read'] });
    const token = await mutate('batchCreateCompanies', 'CreateCompanyInput', [{ name: 'No' }], { as });
    expect(token.errors[0].extensions.code).toBe('SCOPE_MISSING');
    expect(await total('/api/companies', 'filter[name]=No')).toBe(0);
  });

  it('takes effect once under a repeated key', async () => {
    const headers = { 'idempotency-key': 'batch-1' };
    const send = () => mutate('batchCreateCompanies', 'CreateCompanyInput', [{ name: 'Keyed' }], { headers });
    const [first, second] = [await send(), await send()];
    expect(second.succeeded).toEqual(first.succeeded);
    expect(await total('/api/companies', 'filter[name]=Keyed')).toBe(1);
  });
});

describe('a batch upsert', () => {
  it('updates what exists and creates the rest, also twice the same record', async () => {
    const input = (name: string, domain: string) => ({ name, domain });
    await service.rest('POST', '/api/companies', input('Old', 'upsert-a.example.com'));
    const result = await mutate('batchUpsertCompanies', 'CompanyInput', [
      input('New', 'upsert-a.example.com'),
      input('B', 'upsert-b.example.com'),
      input('B again', 'upsert-b.example.com'),
      { industry: 'No key' },
    ]);
    expect(result.outcomes.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'UPDATED',
      'CREATED',
      'UPDATED',
    ]);
    expect(result.failed).toMatchObject([{ index: 3, code: 'VALIDATION_ERROR' }]);
    expect(result.counts).toEqual({ succeeded: 3, failed: 1 });
    expect(result.succeeded[1]).toBe(result.succeeded[2]);
    expect(await total('/api/companies', 'filter[name][in]=New,B again')).toBe(2);
    const contacts = await mutate('batchUpsertContacts', 'UpsertContactInput', [
      { email: 'ada@upsert-a.example.com', firstName: 'Ada' },
      { email: 'not an address' },
    ]);
    expect(contacts.counts).toEqual({ succeeded: 1, failed: 1 });
  });
});

describe.each([
  ['/api/companies', 'Companies', { name: 'Bulk company' }, 'company'],
  ['/api/contacts', 'Contacts', { first_name: 'Bulk' }, 'contact'],
  ['/api/deals', 'Deals', { name: 'Bulk deal' }, 'deal'],
])('bulk delete and restore of %s', (path, plural, input, kind) => {
  const create = async (ask: Ask = {}) =>
    (await service.rest('POST', path, input, ask)).body.data.id as string;

  it('delete and restore each record, and say which ones do not exist', async () => {
    const [one, two, unknown] = [await create(), await create(), crypto.randomUUID()];
    const foreign = await create({ as: service.globex.people.owner });
    const ids = [one, unknown, two, foreign, one];
    const deleted = await mutate(`bulkDelete${plural}`, 'UUID', ids);
    expect(deleted.succeeded).toEqual([one, two]);
    expect(deleted.failed.map(({ id, code }: { id: string; code: string }) => [id, code])).toEqual([
      [unknown, 'NOT_FOUND'],
      [foreign, 'NOT_FOUND'],
    ]);
    expect((await service.rest('GET', `${path}/${one}`)).status).toBe(404);
    const restored = await mutate(`bulkRestore${plural}`, 'UUID', [one, two, unknown]);
    expect([restored.succeeded, restored.counts]).toEqual([[one, two], { succeeded: 2, failed: 1 }]);
    expect((await service.rest('GET', `${path}/${one}`)).body.data.deleted_at).toBeNull();
    expect(await eventsOf([two])).toEqual([`${kind}.created`, `${kind}.deleted`, `${kind}.restored`]);
    expect(await eventsOf([one])).toEqual(
      expect.arrayContaining([`${kind}.bulk_deleted`, `${kind}.bulk_restored`]),
    );
  });

  it('leave the records of others to a role that may only change its own', async () => {
    const { member, owner } = service.acme.people;
    const [mine, others] = [await create({ as: member }), await create({ as: owner })];
    const { succeeded, failed } = await mutate(`bulkDelete${plural}`, 'UUID', [mine, others], { as: member });
    if (succeeded) {
      expect(succeeded).toEqual([mine]);
      expect(failed).toMatchObject([{ id: others, code: 'PERMISSION_DENIED' }]);
    }
    expect((await service.rest('GET', `${path}/${others}`)).status).toBe(200);
  });

  it('wait for approval when an agent deletes', async () => {
    const id = await create();
    const headers = { 'idempotency-key': `agent-${kind}` };
    await mutate(`bulkDelete${plural}`, 'UUID', [id], {
      as: service.acme.agent,
      headers,
    });
    expect((await service.rest('GET', `${path}/${id}`)).status).toBe(200);
    const { body } = await service.rest('GET', '/api/agent/actions/proposals?filter[state]=queued');
    const proposal = body.data.find((one: { arguments: object }) =>
      JSON.stringify(one.arguments).includes(id),
    );
    expect(proposal).toMatchObject({ operation: `BulkDelete${plural}`, arguments: { ids: [id] } });
    const approved = await service.rest('POST', `/api/agent/actions/approvals/${proposal.id}/approve`, {
      arguments_hash: proposal.arguments_hash,
      target_version: proposal.target?.version ?? null,
    });
    expect(approved.status).toBe(200);
    expect((await service.rest('GET', `${path}/${id}`)).status).toBe(404);
  });
});

describe('the tools of bulk operations', () => {
  it('run over MCP', async () => {
    const { token, tenantId } = service.acme.people.owner;
    const response = await fetch(`${service.url}/api/agent/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'x-tenant-id': tenantId,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'batch_create_companies',
          arguments: {
            items: [
              { name: 'By tool', employee_count: 5 },
              { name: 'By tool', website: 'nonsense' },
            ],
            idempotencyKey: 'tool-1',
          },
        },
      }),
    });
    const text = await response.text();
    const { result } = JSON.parse(
      text.startsWith('{') ? text : text.slice(text.indexOf('{')).split('\n')[0]!,
    );
    expect(result.structuredContent.data ?? result.structuredContent).toMatchObject({
      counts: { succeeded: 1, failed: 1 },
      failed: [{ index: 1, code: 'VALIDATION_ERROR' }],
      outcomes: [{ index: 0, outcome: 'created' }],
    });
  });
});
