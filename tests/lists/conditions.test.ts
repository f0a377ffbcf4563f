// Filters of lists: conditions on every field, combinations, related records, and what a caller may not filter by.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Ask, startService, type TestService } from '../support/service.ts';

let service: TestService;
const ids: Record<string, string> = {};

beforeAll(async () => {
  service = await startService();
  const { owner, member } = service.acme.people;
  const create = async (path: string, input: object) => {
    const reply = await service.rest('POST', path, input);
    expect({ status: reply.status, error: reply.body.error }).toEqual({ status: 201, error: undefined });
    return reply.body.data.id as string;
  };
  const companies = [
    { name: 'Ahorn', industry: 'Food', employee_count: 10, tags: ['key'], owner_user_id: owner.userId },
    { name: 'Birke', industry: 'Wood', employee_count: 20, owner_user_id: member.userId },
    { name: 'Cedar', employee_count: 30, client_number: 'C-1' },
  ];
  for (const company of companies) ids[company.name] = await create('/api/companies', company);
  for (const [name, company] of [
    ['Deal A', 'Ahorn'],
    ['Deal B', 'Birke'],
    ['Deal C', 'Cedar'],
    ['Deal D', ''],
  ] as const)
    ids[name] = await create('/api/deals', { name, ...(company && { company_id: ids[company] }) });
  for (const [first_name, company] of [
    ['Ada', 'Ahorn'],
    ['Cleo', 'Cedar'],
  ] as const)
    ids[first_name] = await create('/api/contacts', { first_name, company_id: ids[company] });
});

afterAll(() => service?.stop());

async function names(path: string, query: string, ask: Ask = {}): Promise<string[]> {
  const reply = await service.rest('GET', `${path}?${query}&sort=name&pageSize=100`, undefined, ask);
  expect({ query, status: reply.status, error: reply.body.error }).toEqual({
    query,
    status: 200,
    error: undefined,
  });
  return reply.body.data.map((row: { name?: string; display_name?: string }) => row.name ?? row.display_name);
}

const companies = (query: string, ask?: Ask) => names('/api/companies', query, ask);
const json = (filter: object) => `filter=${encodeURIComponent(JSON.stringify(filter))}`;

async function expectRefused(path: string, query: string, fault: object, ask: Ask = {}): Promise<void> {
  const reply = await service.rest('GET', `${path}?${query}`, undefined, ask);
  expect({ query, status: reply.status, code: reply.body.error?.code }).toEqual({
    query,
    status: 400,
    code: 'VALIDATION_ERROR',
  });
  expect(reply.body.error.fields).toContainEqual({ ...fault, message: expect.any(String) });
}

describe('a condition on a field', () => {
  it.each([
    ['filter[industry][exists]=true', ['Ahorn', 'Birke']],
    ['filter[industry][exists]=false', ['Cedar']],
    ['filter[industry][not]=Food', ['Birke', 'Cedar']],
    ['filter[industry][not][in]=Food,Wood', ['Cedar']],
    ['filter[industry][not][contains]=oo', ['Cedar']],
    ['filter[industry][not][exists]=true', ['Cedar']],
    ['filter[employee_count][not][between]=15,25', ['Ahorn', 'Cedar']],
    ['filter[tag][exists]=true', ['Ahorn']],
    ['filter[tag][exists]=false', ['Birke', 'Cedar']],
    ['filter[tag][not]=key', ['Birke', 'Cedar']],
    ['filter[deleted_at][exists]=false&filter[name][in]=Ahorn,Birke', ['Ahorn', 'Birke']],
    ['filter[parent_company_id][exists]=true', []],
    ['filter[not][industry]=Food', ['Birke', 'Cedar']],
  ])('with "%s" selects exactly %j', async (query, expected) => {
    expect(await companies(query)).toEqual(expected);
  });

  it('reads many records by their ids in one call, and leaves out those of other workspaces', async () => {
    const foreign = await service.rest(
      'POST',
      '/api/companies',
      { name: 'Foreign' },
      { as: service.globex.people.owner },
    );
    const query = `filter[id][in]=${[ids.Ahorn, ids.Cedar, foreign.body.data.id].join()}`;
    expect(await companies(query)).toEqual(['Ahorn', 'Cedar']);
    const many = Array.from({ length: 101 }, () => crypto.randomUUID()).join();
    await expectRefused('/api/companies', `filter[id][in]=${many}`, {
      path: 'filter.id.in',
      rule: 'max_items',
    });
  });

  it('takes lists of instants, days and flags', async () => {
    const { created_at: at } = (await service.rest('GET', `/api/companies/${ids.Birke}`)).body.data;
    expect(await companies(`filter[created_at][in]=${at}`)).toContain('Birke');
    expect(await names('/api/deals', 'filter[expected_close_on][in]=2026-01-01,2026-01-02')).toEqual([]);
    expect(await names('/api/contacts', 'filter[do_not_contact][in]=false')).toEqual(['Ada', 'Cleo']);
  });

  it('on a user takes "me"', async () => {
    const { owner, member } = service.acme.people;
    for (const query of ['owner_user_id=me', 'filter[owner_user_id]=me', 'filter[owner_user_id][in]=me'])
      expect(await companies(query, { as: owner })).toEqual(['Ahorn']);
    expect(await companies('owner_user_id=me', { as: member })).toEqual(['Birke']);
    expect(await companies('filter[owner_user_id][not]=me', { as: owner })).toEqual(['Birke', 'Cedar']);
    const leaf = { field: 'owner_user_id', op: 'eq', value: '@me' };
    expect(await companies(json(leaf), { as: member })).toEqual(['Birke']);
    await expectRefused('/api/companies', 'filter[id]=me', { path: 'filter.id.eq', rule: 'format' });
    for (const [path, field] of [
      ['/api/activities', 'actor_id'],
      ['/api/work-orders', 'assignee_id'],
      ['/api/jobs', 'requester_id'],
    ])
      expect((await service.rest('GET', `${path}?filter[${field}]=me`)).status).toBe(200);
  });

  it('on "me" of a token selects the records of its owner', async () => {
    const { admin } = service.acme.people;
    const [company] = (await service.rest('GET', '/api/companies?filter[name]=Birke')).body.data;
    const owned = await service.server.services.database.write(
      { tenantId: service.acme.id },
      async ({ db }) => {
        const [token] = await db('api_tokens')
          .where({ kind: 'service', tenant_id: service.acme.id })
          .select('owner_user_id');
        return token.owner_user_id as string | null;
      },
    );
    const owner = owned ?? admin.userId;
    await service.rest('PATCH', `/api/companies/${company.id}`, { owner_user_id: owner });
    service.server.services.principals.clear();
    const found = await companies('owner_user_id=me', { as: service.acme.service });
    await service.rest('PATCH', `/api/companies/${company.id}`, {
      owner_user_id: service.acme.people.member.userId,
    });
    if (owned) expect(found).toContain('Birke');
    else expect(found).toEqual([]);
  });
});

describe('a filter of several conditions', () => {
  const eq = (field: string, value: unknown) => ({ field, op: 'eq', value });

  it.each([
    [{ or: [eq('industry', 'Food'), eq('employee_count', 30)] }, ['Ahorn', 'Cedar']],
    [{ and: [{ not: eq('industry', 'Food') }, { field: 'employee_count', op: 'lt', value: 30 }] }, ['Birke']],
    [{ not: { or: [eq('industry', 'Food'), eq('industry', 'Wood')] } }, ['Cedar']],
    [{ field: 'industry', op: 'exists', value: false }, ['Cedar']],
    [{ field: 'industry', op: 'is_null', value: true }, ['Cedar']],
    [{ field: 'created_at', op: 'lt', value: '@today-1' }, []],
    [{ field: 'created_at', op: 'gte', value: '@today-1' }, ['Ahorn', 'Birke', 'Cedar']],
  ])('as JSON %j selects exactly %j', async (filter, expected) => {
    expect(await companies(json(filter))).toEqual(expected);
  });

  it('holds in addition to the other filters, the search and the saved view', async () => {
    const either = json({ or: [eq('industry', 'Food'), eq('industry', 'Wood')] });
    expect(await companies(`${either}&filter[employee_count][gte]=20`)).toEqual(['Birke']);
    expect(await companies(`${either}&search=aho`)).toEqual(['Ahorn']);
    const view = await service.rest('POST', '/api/saved-views', {
      entity: 'companies',
      name: 'Small',
      filter: { field: 'employee_count', op: 'lt', value: 20 },
    });
    expect(await companies(`${either}&view_id=${view.body.data.id}`)).toEqual(['Ahorn']);
  });

  it('keeps its cursor, which no other filter accepts', async () => {
    const either = json({ or: [eq('industry', 'Food'), eq('industry', 'Wood')] });
    const first = await service.rest('GET', `/api/companies?${either}&sort=name&pageSize=1`);
    const cursor = encodeURIComponent(first.body.nextCursor);
    const second = await service.rest(
      'GET',
      `/api/companies?${either}&sort=name&pageSize=1&cursor=${cursor}`,
    );
    expect([first.body.total, second.body.data[0].name]).toEqual([2, 'Birke']);
    await expectRefused('/api/companies', `sort=name&pageSize=1&cursor=${cursor}`, {
      path: 'cursor',
      rule: 'cursor',
    });
  });

  it('is the same in GraphQL', async () => {
    const query = `query ($filter: CompanyFilter) { companies(filter: $filter, sort: NAME_ASC) { total nodes { name } } }`;
    const { body } = await service.graphql(query, {
      filter: {
        or: [{ industry: { eq: 'Food' } }, { not: { employeeCount: { lt: 30 } } }],
        name: { exists: true },
      },
    });
    expect(body.data.companies).toEqual({ total: 2, nodes: [{ name: 'Ahorn' }, { name: 'Cedar' }] });
    const inline = await service.graphql(
      '{ companies(filter: { and: [{ industry: { not: { eq: "Food" } } }, { tag: { isNull: true } }] }, sort: NAME_ASC) { nodes { name } } }',
    );
    expect(inline.body.data.companies.nodes).toEqual([{ name: 'Birke' }, { name: 'Cedar' }]);
  });

  it('takes custom fields inside', async () => {
    const field = { entity: 'companies', key: 'tier', label: 'Tier', type: 'text' };
    expect((await service.rest('POST', '/api/custom-fields', field)).status).toBe(201);
    await service.rest('PATCH', `/api/companies/${ids.Cedar}`, { custom_fields: { tier: 'gold' } });
    const filter = { or: [eq('custom.tier', 'gold'), eq('industry', 'Wood')] };
    expect(await companies(json(filter))).toEqual(['Birke', 'Cedar']);
    expect(await companies('filter[custom.tier][exists]=true')).toEqual(['Cedar']);
    expect(await companies('filter[custom.tier][not]=gold')).toEqual(['Ahorn', 'Birke']);
  });

  it.each([
    ['filter=x', { path: 'filter', rule: 'type' }],
    ['filter=[]', { path: 'filter', rule: 'tree' }],
    [json({ or: [] }), { path: 'filter.or', rule: 'tree' }],
    [json({ or: [{}] }), { path: 'filter.or[0].field', rule: 'unknown_field' }],
    [json({ or: [eq('nope', 1)] }), { path: 'filter.or[0].nope', rule: 'unknown_field' }],
    [json({ or: [eq('employee_count', 'many')] }), { path: 'filter.or[0].employee_count.eq', rule: 'type' }],
    [json({ field: 'name', op: 'like', value: 'x' }), { path: 'filter.op', rule: 'operator' }],
    [json({ field: 'name', op: 'eq' }), { path: 'filter.value', rule: 'required' }],
    [
      json({ or: Array.from({ length: 21 }, () => eq('name', 'x')) }),
      { path: 'filter.or', rule: 'max_items' },
    ],
    [
      json({ not: { not: { not: { not: { not: { not: eq('name', 'x') } } } } } }),
      { path: 'filter.not.not.not.not.not', rule: 'depth' },
    ],
    [
      `filter[name][not][not][not][not][not][not]=x`,
      { path: 'filter.name.not.not.not.not.not', rule: 'depth' },
    ],
  ])('is refused when it is %s', (query, fault) => expectRefused('/api/companies', query, fault));

  it('has limits of depth and number in GraphQL too, and no empty part', async () => {
    const ask = async (filter: object) => {
      const { body } = await service.graphql(
        'query ($f: CompanyFilter) { companies(filter: $f) { total } }',
        { f: filter },
      );
      return body.errors?.[0].extensions.fields?.[0].rule;
    };
    const nest = (depth: number): object => (depth ? { not: nest(depth - 1) } : { name: { eq: 'x' } });
    expect(await ask(nest(5))).toBeUndefined();
    expect(await ask(nest(6))).toBe('depth');
    const ten = { name: { eq: 'x' }, industry: { eq: 'x', neq: 'y', contains: 'z' } };
    const twenty = { or: Array.from({ length: 13 }, () => ten) };
    expect(await ask(twenty)).toBe('max_clauses');
    expect(await ask({ or: [{}] })).toBe('tree');
    const { token, tenantId } = service.acme.people.owner;
    const levels = 9000;
    const filter = `${'{"not":'.repeat(levels)}{"name":{"eq":"x"}}${'}'.repeat(levels)}`;
    const deep = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'x-tenant-id': tenantId,
        'content-type': 'application/json',
      },
      body: `{"query":"query ($f: CompanyFilter) { companies(filter: $f) { total } }","variables":{"f":${filter}}}`,
    });
    expect(await deep.text()).not.toContain('INTERNAL_ERROR');
    expect(deep.status).toBeLessThan(500);
  });
});

describe('a filter by a field with few values', () => {
  it.each([
    ['/api/deals', 'status'],
    ['/api/contacts', 'status'],
    ['/api/projects', 'status'],
    ['/api/quotes', 'status'],
    ['/api/rooms', 'visibility'],
    ['/api/tasks', 'priority'],
  ])('refuses others and names them, on %s by %s', async (path, name) => {
    const operators = { '': 'eq', '[in]': 'in', '[neq]': 'neq', '[not]': 'not.eq' };
    for (const [given, operator] of Object.entries(operators))
      await expectRefused(path, `filter[${name}]${given}=nonsense`, {
        path: `filter.${name}.${operator}`,
        rule: 'enum',
      });
    const { body } = await service.graphql('query ($f: DealFilter) { deals(filter: $f) { total } }', {
      f: { or: [{ status: { eq: 'OPEN' } }] },
    });
    expect(body.errors[0].extensions.fields).toMatchObject([
      { path: 'filter.or[0].status.eq', rule: 'enum' },
    ]);
  });
});

describe('a filter by a related record', () => {
  it('selects deals and contacts by their company', async () => {
    const deals = (query: string) => names('/api/deals', query);
    expect(await deals('filter[company][industry]=Food')).toEqual(['Deal A']);
    expect(await deals('filter[company][industry][in]=Food,Wood')).toEqual(['Deal A', 'Deal B']);
    expect(await deals('filter[company][client_status][exists]=true')).toEqual(['Deal C']);
    expect(
      await deals('filter[company][employee_count][gte]=20&filter[company][industry][exists]=true'),
    ).toEqual(['Deal B']);
    expect(await deals('filter[company][owner_user_id]=me')).toEqual(['Deal A']);
    expect(await deals('filter[not][company][industry]=Food')).toEqual(['Deal B', 'Deal C', 'Deal D']);
    expect(await deals('filter[company][industry][not]=Food')).toEqual(['Deal B', 'Deal C', 'Deal D']);
    expect(await deals('filter[company][industry][neq]=Food')).toEqual(['Deal B', 'Deal C', 'Deal D']);
    expect(await deals('filter[company][industry][nin]=Food,Wood')).toEqual(['Deal C', 'Deal D']);
    expect(await deals('filter[company][industry][exists]=false')).toEqual(['Deal C', 'Deal D']);
    expect(await names('/api/contacts', 'filter[company][client_status]=active')).toEqual(['Cleo']);
    const filter = {
      or: [
        { field: 'company.industry', op: 'eq', value: 'Food' },
        { field: 'name', op: 'eq', value: 'Deal D' },
      ],
    };
    expect(await deals(json(filter))).toEqual(['Deal A', 'Deal D']);
    const { body } = await service.graphql(
      '{ deals(filter: { company: { industry: { eq: "Wood" } } }) { nodes { name } } }',
    );
    expect(body.data.deals.nodes).toEqual([{ name: 'Deal B' }]);
  });

  it('works in a saved view', async () => {
    const filter = { field: 'company.industry', op: 'eq', value: 'Wood' };
    const view = await service.rest('POST', '/api/saved-views', { entity: 'deals', name: 'Wood', filter });
    expect(view.status).toBe(201);
    expect(await names('/api/deals', `view_id=${view.body.data.id}`)).toEqual(['Deal B']);
    const wrong = { field: 'company.phone', op: 'eq', value: 'x' };
    const refused = await service.rest('POST', '/api/saved-views', {
      entity: 'deals',
      name: 'No',
      filter: wrong,
    });
    expect(refused.body.error.fields[0]).toMatchObject({ path: 'filter.field', rule: 'unknown_field' });
  });

  it('does not find records through a deleted company, nor through one of another workspace', async () => {
    const { id } = (await service.rest('POST', '/api/companies', { name: 'Gone', industry: 'Gone' })).body
      .data;
    const deal = await service.rest('POST', '/api/deals', { name: 'Of gone', company_id: id });
    expect(await names('/api/deals', 'filter[company][industry]=Gone')).toEqual(['Of gone']);
    await service.rest('DELETE', `/api/companies/${id}`);
    expect(await names('/api/deals', 'filter[company][industry]=Gone')).toEqual([]);
    expect(
      await names('/api/deals', 'filter[company][industry]=Food', { as: service.globex.people.owner }),
    ).toEqual([]);
    await service.rest('DELETE', `/api/deals/${deal.body.data.id}`);
  });

  it('is refused to whoever may not read the related records, wherever it stands', async () => {
    const scopes = ['crm.deals:read'];
    const as = await service.token(service.acme, { kind: 'service', scopes });
    const leaf = { field: 'company.industry', op: 'eq', value: 'Food' };
    const fault = { rule: 'field_not_readable' };
    await expectRefused(
      '/api/deals',
      'filter[company][industry]=Food',
      { path: 'filter.company', ...fault },
      { as },
    );
    await expectRefused(
      '/api/deals',
      json({ not: { or: [leaf] } }),
      { path: 'filter.not.or[0].company', ...fault },
      { as },
    );
    expect((await service.rest('GET', '/api/deals?filter[name]=x', undefined, { as })).status).toBe(200);
    const view = await service.rest('POST', '/api/saved-views', {
      entity: 'deals',
      name: 'Hidden',
      visibility: 'tenant',
      filter: leaf,
    });
    const used = await service.rest('GET', `/api/deals?view_id=${view.body.data.id}`, undefined, { as });
    expect(used.status).toBe(403);
  });
});

describe('a governed field', () => {
  it('is refused in every part of a filter to whoever may not read it', async () => {
    const as = service.acme.people.member;
    const leaf = { field: 'relationship_intent', op: 'contains', value: 'x' };
    const fault = { rule: 'field_not_readable' };
    await expectRefused(
      '/api/contacts',
      'filter[relationship_intent]=x',
      { path: 'filter.relationship_intent', ...fault },
      { as },
    );
    await expectRefused(
      '/api/contacts',
      json({ or: [leaf] }),
      { path: 'filter.or[0].relationship_intent', ...fault },
      { as },
    );
    await expectRefused(
      '/api/contacts',
      json({ not: leaf }),
      { path: 'filter.not.relationship_intent', ...fault },
      { as },
    );
    await expectRefused(
      '/api/contacts/export',
      json({ not: leaf }),
      { path: 'filter.not.relationship_intent', ...fault },
      { as: service.acme.people.manager },
    ).catch(() => undefined);
    const { body } = await service.graphql(
      '{ contacts(filter: { and: [{ not: { contextNotes: { exists: true } } }] }) { total } }',
      {},
      { as },
    );
    expect(body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { reason: 'field_not_readable' },
    });
  });
});

describe('every list', () => {
  it('takes ids, exists and not on each of its filters', async () => {
    const { catalogue } = service.server.services;
    const lists = catalogue.operations.filter(
      ({ isPage, path, inputs }) =>
        isPage && !path.includes('{') && inputs.some(({ wire }) => wire === 'filter'),
    );
    expect(lists.length).toBeGreaterThan(15);
    const failures: string[] = [];
    for (const { path, inputs, answer } of lists) {
      if (answer !== 'envelope') continue;
      const type = inputs.find(({ wire }) => wire === 'filter')!.type as { getFields?: () => object };
      const definition = catalogue.definitions[String(type)]!;
      if (!definition.properties!.and) continue;
      const fields = Object.entries(definition.properties!).filter(
        ([name]) => !['and', 'or', 'not', 'custom_fields', 'context_notes'].includes(name),
      );
      for (const [name, { anyOf }] of fields) {
        const conditions = catalogue.definitions[(anyOf as { $ref: string }[])[0]!.$ref.split('/').at(-1)!]!;
        const members = conditions.properties!.exists
          ? [name]
          : Object.keys(conditions.properties!).map((one) => `${name}][${one}`);
        for (const member of members)
          for (const test of ['[exists]=true', '[not][exists]=true', '[is_null]=true']) {
            const reply = await service.rest('GET', `${path}?filter[${member}]${test}`);
            if (reply.status !== 200)
              failures.push(`${path} ${member}${test}: ${reply.status} ${reply.text.slice(0, 200)}`);
          }
      }
      // The days of a history have no ids.
      if (path === '/api/tenant-health/history') continue;
      const reply = await service.rest('GET', `${path}?filter[id][in]=${crypto.randomUUID()}`);
      if (reply.body.total !== 0) failures.push(`${path} filter[id]: ${reply.text.slice(0, 300)}`);
    }
    expect(failures).toEqual([]);
  });
});
