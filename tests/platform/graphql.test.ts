// POST and GET /graphql: limits on documents, the shape of errors, and mutations as separate transactions.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { snakeCase } from '../../src/naming.ts';
import { Inspector } from '../support/inspector.ts';
import { type Ask, type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  await service.rest('POST', '/api/companies', { name: 'Northwind', notes: ['first'] });
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

function ask(query: string, variables?: object, options?: Ask): Promise<Reply> {
  return service.graphql(query, variables, options);
}

/** Sends any request to the endpoint. */
async function raw(init: RequestInit & { search?: string }): Promise<Reply> {
  const { token, tenantId } = service.acme.people.owner;
  const response = await fetch(`${service.url}/graphql${init.search ?? ''}`, {
    ...init,
    headers: {
      authorization: `Bearer ${token}`,
      'x-tenant-id': tenantId,
      ...(init.body ? { 'content-type': 'application/json' } : {}),
      ...init.headers,
    },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

const list = (selection: string, paging = 'first: 1') =>
  `{ companies(${paging}) { nodes { ${selection} } } }`;

/** Returns a query of nested selections: `companies { nodes { parent { parent { ... id } } } }`. */
const levels = (depth: number) => list('parent { '.repeat(depth - 3) + 'id' + ' }'.repeat(depth - 3));
const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');

describe('a GraphQL document', () => {
  it.each([
    { name: 'depth', limit: 12, within: () => levels(12), over: () => levels(13), actual: 13 },
    {
      name: 'aliases',
      limit: 30,
      within: () => list(times(30, (n) => `a${n}: id`)),
      over: () => list(times(31, (n) => `a${n}: id`)),
      actual: 31,
    },
    {
      name: 'root_fields',
      limit: 20,
      within: () => `{ ${times(20, (n) => `a${n}: __typename`)} }`.replace('a0: ', ''),
      over: () => `{ ${times(21, (n) => `a${n}: currentSession { kind }`)} }`,
      actual: 21,
    },
    {
      name: 'directives',
      limit: 20,
      within: () => list(times(20, () => 'id @include(if: true)')),
      over: () => list(times(21, () => 'id @include(if: true)')),
      actual: 21,
    },
    {
      name: 'tokens',
      limit: 4000,
      // A document closer to the limit would spend too long in validation, which compares fields with each other.
      within: () => list(times(200, () => 'id')),
      over: () => list(times(4000, () => 'id')),
      actual: 4013,
    },
    {
      name: 'bytes',
      limit: 100_000,
      within: () => `${list('id')} #${'x'.repeat(99_000)}`,
      over: () => `${list('id')} #${'x'.repeat(100_000)}`,
      actual: expect.any(Number),
    },
    {
      name: 'cost',
      limit: 2500,
      within: () => list('children(first: 23) { nodes { parent { id } } }', 'first: 50'),
      over: () => list('children(first: 50) { nodes { parent { id } } }', 'first: 50'),
      actual: expect.any(Number),
    },
  ])('runs at the limit of $name and is refused above it', async ({ name, limit, within, over, actual }) => {
    const accepted = await ask(within());
    expect({ status: accepted.status, errors: accepted.body.errors }).toEqual({
      status: 200,
      errors: undefined,
    });
    const refused = await ask(over());
    expect(refused.status).toBe(400);
    expect(refused.body.data).toBeUndefined();
    expect(refused.body.errors).toEqual([
      {
        message: expect.any(String),
        extensions: {
          code: 'GRAPHQL_LIMIT_EXCEEDED',
          message: refused.body.errors[0].message,
          request_id: refused.headers.get('x-request-id'),
          retryable: false,
          details: { limit_name: name, limit, actual },
        },
      },
    ]);
  });

  it('is measured with the values of its variables and the contents of its fragments', async () => {
    const query =
      'query ($n: Int) { companies(first: $n) { nodes { ...A } } } fragment A on Company { children(first: 50) { nodes { ...B } } } fragment B on Company { parent { id } createdBy { label } }';
    expect((await ask(query, { n: 10 })).status).toBe(200);
    const refused = await ask(query, { n: 50 });
    expect([refused.status, refused.body.errors[0].extensions.details?.limit_name]).toEqual([400, 'cost']);
    const byDefault = await ask(
      'query ($n: Int = 50) { companies(first: $n) { nodes { children(first: 50) { nodes { parent { id } createdBy { label } } } } } }',
    );
    expect([byDefault.status, byDefault.body.errors?.[0].extensions.details?.limit_name]).toEqual([
      400,
      'cost',
    ]);
  });

  it('is refused when its fragments refer to each other in a circle', async () => {
    for (const query of [
      '{ ...A } fragment A on Query { ...A }',
      '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
      `${list('...C')} fragment C on Company { parent { ...C } }`,
    ]) {
      const reply = await ask(query);
      expect([reply.status, reply.body.errors[0].extensions.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
  });

  it('is refused before its fragments are expanded when the expansion would be too large', async () => {
    // Expanded, it would have more fields than could be counted within the time of a test.
    const levelsOf = 40;
    const bomb = `${list('...F0')} ${times(levelsOf, (n) => `fragment F${n} on Company { ...F${n + 1} ...F${n + 1} }`)} fragment F${levelsOf} on Company { id }`;
    const reply = await ask(bomb);
    expect([reply.status, reply.body.errors[0].extensions.code]).toEqual([400, 'GRAPHQL_LIMIT_EXCEEDED']);
  });

  it.each([
    ['names a field that does not exist', '{ companies { nodes { nmae } } }'],
    ['names an argument that does not exist', '{ companies(nmae: 1) { total } }'],
    ['names no operation', 'fragment A on Company { id }'],
    ['is not GraphQL', '{ companies {'],
    ['is empty', ''],
    ['asks for a subscription', 'subscription { companies { total } }'],
    ['holds two operations and names none', 'query A { __typename } query B { __typename }'],
  ])('is refused as invalid when it %s', async (_, query) => {
    const reply = await ask(query);
    expect([reply.status, reply.body.data]).toEqual([400, undefined]);
    expect(reply.body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      request_id: reply.headers.get('x-request-id'),
      retryable: false,
    });
  });

  it('is refused as invalid when its variables do not match their types', async () => {
    const query = 'query ($id: UUID!) { company(id: $id) { id } }';
    for (const variables of [{}, { id: null }, { id: 'x' }, { id: 5 }]) {
      const reply = await ask(query, variables);
      expect([reply.status, reply.body.errors?.[0].extensions.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
    // Repeated documents are compiled; the result must stay the same.
    for (let n = 0; n < 3; n++) expect((await ask(query, { id: 'x' })).status).toBe(400);
  });

  it('returns the same result when it is interpreted and when it is compiled', async () => {
    const query = list('id name createdBy { label } children { total }');
    const replies = [await ask(query), await ask(query), await ask(query)].map(({ body: { data } }) => data);
    expect(replies[0].companies.nodes).toHaveLength(1);
    expect(replies[1]).toEqual(replies[0]);
    expect(replies[2]).toEqual(replies[0]);
  });
});

describe('a request to /graphql', () => {
  it('is refused when it contains several documents', async () => {
    const reply = await raw({
      method: 'POST',
      body: JSON.stringify([{ query: '{ __typename }' }, { query: '{ __typename }' }]),
    });
    expect([reply.status, reply.body.errors[0].extensions.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('reads by GET and never changes anything by GET', async () => {
    const search = (query: string) => `?query=${encodeURIComponent(query)}`;
    const read = await raw({ method: 'GET', search: search('{ companies { total } }') });
    expect([read.status, read.body.data.companies.total]).toEqual([200, 1]);
    const before = await inspector.fingerprint();
    const write = await raw({
      method: 'GET',
      search: search('mutation { createCompany(input: { name: "By GET" }) { id } }'),
    });
    expect([write.status, write.body.errors[0].extensions.code, write.headers.get('allow')]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      'POST',
    ]);
    expect(await inspector.fingerprint()).toEqual(before);
    const broken = await raw({ method: 'GET', search: '?query=%7B__typename%7D&variables=nojson' });
    expect([broken.status, broken.body.errors[0].extensions.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('gets an error in the GraphQL format when its form is wrong', async () => {
    const attempts: [RequestInit, number, string][] = [
      [{ method: 'POST', body: '{"query":' }, 400, 'MALFORMED_REQUEST'],
      [{ method: 'POST', body: '{}' }, 400, 'VALIDATION_ERROR'],
      [{ method: 'POST', body: '{"query": 5}' }, 400, 'VALIDATION_ERROR'],
      [{ method: 'POST', body: '{"query": "{ __typename }", "variables": "x"}' }, 400, 'VALIDATION_ERROR'],
      [
        { method: 'POST', body: '<p>', headers: { 'content-type': 'text/html' } },
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      ],
      [{ method: 'POST', body: JSON.stringify({ query: '#'.repeat(1_100_000) }) }, 413, 'PAYLOAD_TOO_LARGE'],
      [
        { method: 'POST', body: '{"query": "{ __typename }"}', headers: { authorization: 'Bearer nobody' } },
        401,
        'UNAUTHENTICATED',
      ],
      [
        {
          method: 'POST',
          body: '{"query": "{ __typename }"}',
          headers: { 'x-tenant-id': service.globex.id },
        },
        403,
        'TENANT_ACCESS_DENIED',
      ],
    ];
    for (const [init, status, code] of attempts) {
      const reply = await raw(init);
      expect({ status: reply.status, errors: reply.body.errors }).toEqual({
        status,
        errors: [
          {
            message: expect.any(String),
            extensions: expect.objectContaining({ code, request_id: reply.headers.get('x-request-id') }),
          },
        ],
      });
    }
  });

  it('reports its cost and the remaining quota', async () => {
    const first = await ask(list('id'));
    expect(first.body.extensions.cost).toEqual({
      requested: 3,
      available: expect.any(Number),
      limit: expect.any(Number),
      refill: expect.any(Number),
    });
    const second = await ask(list('children(first: 10) { nodes { createdBy { label } } }', 'first: 5'));
    expect(second.body.extensions.cost.requested).toBeGreaterThan(50);
    expect(first.body.extensions.cost.available - second.body.extensions.cost.available).toBe(
      second.body.extensions.cost.requested,
    );
  });

  it('may introspect the schema when the caller is signed in, as deeply as the usual tools do', async () => {
    const { getIntrospectionQuery } = await import('graphql');
    const query = getIntrospectionQuery();
    const anonymous = await ask(query, {}, { as: null });
    expect([anonymous.status, anonymous.body.errors[0].extensions.code, anonymous.body.data]).toEqual([
      401,
      'UNAUTHENTICATED',
      undefined,
    ]);
    const hidden = await ask(
      '{ ...A } fragment A on Query { __schema { types { name } } }',
      {},
      { as: null },
    );
    expect(hidden.text).not.toContain('CompanyConnection');
    const viewer = await ask(query, {}, { as: service.acme.people.viewer });
    expect([viewer.status, viewer.body.errors]).toEqual([200, undefined]);
    expect(viewer.body.data.__schema.types.length).toBeGreaterThan(50);
    expect(viewer.body.extensions.cost.requested).toBe(0);
  });

  it('gets no suggestions of field names without credentials', async () => {
    const anonymous = await ask('{ compani { total } }', {}, { as: null });
    expect([anonymous.status, anonymous.text.includes('companies')]).toEqual([400, false]);
    const someone = await ask('{ compani { total } }');
    expect([someone.status, someone.text.includes('companies')]).toEqual([400, true]);
  });
});

describe('a GraphQL response', () => {
  it('keeps its other fields when one field is refused', async () => {
    const { as } = await withModuleOff();
    const reply = await ask('{ companies { total } currentSession { kind } }', {}, { as });
    expect(reply.status).toBe(200);
    expect(reply.body.data).toEqual({ companies: null, currentSession: { kind: 'SERVICE' } });
    expect(reply.body.errors).toEqual([
      {
        message: expect.any(String),
        path: ['companies'],
        locations: [{ line: 1, column: 3 }],
        extensions: {
          code: 'FEATURE_DISABLED',
          message: reply.body.errors[0].message,
          request_id: reply.headers.get('x-request-id'),
          retryable: false,
          details: { module: 'crm', flag: 'modules.crm', level: 'token' },
        },
      },
    ]);
  });

  async function withModuleOff() {
    const as = await service.token(service.acme, {
      kind: 'service',
      scopes: ['agent.runtime:use', 'crm.companies:read'],
      roleKey: 'owner',
      modules: [],
    });
    return { as };
  }

  it('refuses a relation that the caller may not read and keeps the record', async () => {
    const as = await service.token(service.acme, {
      kind: 'service',
      scopes: ['crm.companies:read'],
      roleKey: 'owner',
    });
    const query = '{ companies { nodes { name notes { nodes { body } } contacts { total } } } }';
    const reply = await ask(query, {}, { as });
    expect(reply.status).toBe(200);
    expect(reply.body.data.companies).toBeNull();
    expect(reply.body.errors.map((error: { extensions: { code: string } }) => error.extensions.code)).toEqual(
      expect.arrayContaining(['SCOPE_MISSING']),
    );
    expect(reply.text).not.toContain('first');
    const complete = await ask(query);
    expect(complete.body.data.companies.nodes[0]).toEqual({
      name: 'Northwind',
      notes: { nodes: [{ body: 'first' }] },
      contacts: { total: 0 },
    });
  });

  it('contains null for a field that the caller may not read, and names the field', async () => {
    const created = await service.rest('POST', '/api/contacts', { first_name: 'Ada' });
    await inspector.query(
      `update contacts set relationship_intent = 'Wants to build engines', interests = '{looms}', context_notes = 'Private' where id = $1`,
      [created.body.data.id],
    );
    const query =
      'query ($id: UUID!) { contact(id: $id) { firstName relationshipIntent interests contextNotes } }';
    const { id } = created.body.data;
    const manager = await ask(query, { id }, { as: service.acme.people.manager });
    expect(manager.body.data.contact).toEqual({
      firstName: 'Ada',
      relationshipIntent: 'Wants to build engines',
      interests: ['looms'],
      contextNotes: null,
    });
    expect(manager.body.extensions.redactedFields).toEqual(['context_notes']);
    for (const as of [service.acme.people.viewer, service.acme.people.member, service.acme.agent]) {
      const reply = await ask(query, { id }, { as });
      expect(reply.body.data.contact).toEqual({
        firstName: 'Ada',
        relationshipIntent: null,
        interests: null,
        contextNotes: null,
      });
      expect(reply.body.extensions.redactedFields).toEqual([
        'context_notes',
        'interests',
        'relationship_intent',
      ]);
    }
  });
});

describe('a GraphQL mutation', () => {
  const two = `mutation ($a: String!, $b: String!) {
    a: createCompany(input: { name: $a }) { id name }
    b: createCompany(input: { name: $b, website: "not a host" }) { id }
    c: createCompany(input: { name: "third" }) { id }
  }`;

  it('rolls back only its own writes when it fails', async () => {
    const name = `Stands ${randomUUID()}`;
    const reply = await ask(two, { a: name, b: `Falls ${randomUUID()}` });
    expect([reply.status, reply.body.data.a.name, reply.body.data.b]).toEqual([200, name, null]);
    expect(reply.body.data.c.id).toEqual(expect.any(String));
    expect(reply.body.errors).toHaveLength(1);
    expect(reply.body.errors[0]).toMatchObject({
      path: ['b'],
      extensions: { code: 'VALIDATION_ERROR', fields: [{ path: 'website', rule: 'hostname' }] },
    });
    const rows = await inspector.query('select name from companies where name like $1 or name like $2', [
      'Stands %',
      'Falls %',
    ]);
    expect(rows).toEqual([{ name }]);
  });

  it('rolls back only its own writes when the database refuses them', async () => {
    const reply = await ask(`mutation {
      a: createCompany(input: { name: "Before the fault" }) { id }
      b: createCompany(input: { name: "At fault", notes: ["one", "two", "three"], description: "\\u0000" }) { id }
      c: createCompany(input: { name: "After the fault" }) { id }
    }`);
    expect([reply.status, !!reply.body.data.a, reply.body.data.b, !!reply.body.data.c]).toEqual([
      200,
      true,
      null,
      true,
    ]);
    expect(reply.body.errors[0].extensions.code).toBe('VALIDATION_ERROR');
    const rows = await inspector.query<{ name: string }>(
      `select name from companies where name like '%the fault' or name = 'At fault' order by name`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['After the fault', 'Before the fault']);
    const [notes] = await inspector.query<{ n: number }>(
      `select count(*)::int as n from notes where body in ('two', 'three')`,
    );
    expect(notes!.n).toBe(0);
  });

  it('runs once for each idempotency key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const query = 'mutation ($name: String!) { createCompany(input: { name: $name }) { id } }';
    const name = `Keyed ${randomUUID()}`;
    const [first, again] = [await ask(query, { name }, { headers }), await ask(query, { name }, { headers })];
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(again.body.data).toEqual(first.body.data);
    const other = await ask(query, { name: `${name} other` }, { headers });
    expect([other.status, other.body.errors[0].extensions.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const [row] = await inspector.query<{ n: number }>(
      'select count(*)::int as n from companies where name like $1',
      [`${name}%`],
    );
    expect(row!.n).toBe(1);
  });

  it('leaves its idempotency key unused when it is refused, and uses it up when it has an outcome', async () => {
    const create =
      'mutation ($name: String!, $count: JSON) { createCompany(input: { name: $name, employeeCount: $count }) { id } }';
    const headers = { 'idempotency-key': randomUUID() };
    const refused = await ask(create, { name: 'Free', count: -1 }, { headers });
    expect(refused.body.errors[0].extensions.code).toBe('VALIDATION_ERROR');
    const done = await ask(create, { name: 'Free', count: 1 }, { headers });
    expect([done.status, done.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect(done.body.data.createCompany.id).toEqual(expect.any(String));

    const missing = { 'idempotency-key': randomUUID() };
    const update = 'mutation ($id: UUID!) { updateCompany(id: $id, input: { industry: "Toys" }) { id } }';
    const id = randomUUID();
    const first = await ask(update, { id }, { headers: missing });
    const again = await ask(update, { id }, { headers: missing });
    expect([first, again].map((reply) => reply.body.errors[0].extensions.code)).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
    ]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('must be the only mutation in its document when it has an idempotency key', async () => {
    const before = await inspector.fingerprint();
    for (const query of [
      'mutation { a: createCompany(input: { name: "x" }) { id } b: createCompany(input: { name: "y" }) { id } }',
      'mutation { ...A } fragment A on Mutation { a: createCompany(input: { name: "x" }) { id } b: createCompany(input: { name: "y" }) { id } }',
    ]) {
      const reply = await ask(query, {}, { headers: { 'idempotency-key': randomUUID() } });
      expect([
        reply.status,
        reply.body.errors[0].extensions.code,
        reply.body.errors[0].extensions.fields[0].rule,
      ]).toEqual([400, 'VALIDATION_ERROR', 'one_mutation']);
    }
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('is refused for a stale version, as on REST', async () => {
    const { id } = (await service.rest('POST', '/api/companies', { name: 'Versioned' })).body.data;
    const query =
      'mutation ($id: UUID!, $v: Int) { updateCompany(id: $id, input: { industry: "Toys" }, expectedVersion: $v) { version } }';
    const stale = await ask(query, { id, v: 4 });
    expect(stale.body.errors[0].extensions).toMatchObject({
      code: 'PRECONDITION_FAILED',
      details: { current_version: 1 },
    });
    expect((await ask(query, { id, v: 1 })).body.data.updateCompany.version).toBe(2);
  });
});

describe('a GraphQL argument', () => {
  it.each([
    ['is too long', '{ companies(search: "$LONG") { total } }', 'search', 'max_length'],
    ['is too short', 'mutation { updateProfile(input: { name: "" }) { id } }', 'name', 'min_length'],
    ['is too small', '{ companies(page: 0) { total } }', 'page', 'minimum'],
    [
      'has too many items',
      '{ companies(sort: [NAME_ASC, CREATED_AT_ASC, UPDATED_AT_ASC, EMPLOYEE_COUNT_ASC]) { total } }',
      'sort',
      'max_items',
    ],
    [
      'has a member that is too long',
      'mutation { createCompany(input: { name: "$LONG" }) { id } }',
      'name',
      'max_length',
    ],
    [
      'breaks a pattern',
      'mutation { createCompany(input: { name: "x", linkedinUrl: "http://example.com" }) { id } }',
      'linkedin_url',
      'pattern',
    ],
    [
      'has an empty list',
      'mutation { bulkUpdateCompanies(ids: [], changes: {}) { counts { failed } } }',
      'ids',
      'min_items',
    ],
  ])('is refused and named when it %s', async (_, query, path, rule) => {
    const before = await inspector.fingerprint();
    const reply = await ask(query.replace('$LONG', 'x'.repeat(300)));
    expect(reply.status).toBe(200);
    expect(reply.body.errors).toHaveLength(1);
    expect(reply.body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: [{ path, rule, message: expect.any(String) }],
    });
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it.each([
    [{ annualRevenue: '1e5', revenueCurrency: 'EUR' }],
    [{ annualRevenue: 1e30, revenueCurrency: 'EUR' }],
    [{ address: { country: 'XX' } }],
    [{ ownerUserId: 'nobody' }],
    [{ companyType: 'FOO' }],
    [{ tags: [7] }],
    [{ nope: 1 }],
    [{ name: 7 }],
    [{ customFields: [] }],
  ])('given as the variable %j is refused by rule and path as on REST', async (members) => {
    const before = await inspector.fingerprint();
    const onWire = JSON.parse(
      JSON.stringify(members).replace(/"(\w+)":/g, (_, name: string) => `"${snakeCase(name)}":`),
    );
    const rest = await service.rest('POST', '/api/companies', { name: 'x', ...onWire });
    const reply = await ask('mutation ($it: CreateCompanyInput!) { createCompany(input: $it) { id } }', {
      it: { name: 'x', ...members },
    });
    expect([reply.status, reply.body.errors.length]).toEqual([400, 1]);
    const places = (fields: { path: string; rule: string }[]) => fields.map(({ path, rule }) => [path, rule]);
    expect(rest.body.error.code).toBe('VALIDATION_ERROR');
    expect(places(reply.body.errors[0].extensions.fields)).toEqual(places(rest.body.error.fields));
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('given as the variable of a member or a filter is refused by its place', async () => {
    for (const [query, variables, path, rule] of [
      [
        'mutation ($n: Decimal) { createCompany(input: { name: "x", annualRevenue: $n, revenueCurrency: "EUR" }) { id } }',
        { n: 'much' },
        'annual_revenue',
        'money_format',
      ],
      [
        'query ($f: CompanyFilter) { companies(filter: $f) { total } }',
        { f: { createdAt: { gt: '0000-01-01' } } },
        'filter.created_at.gt',
        'format',
      ],
      ['query ($id: UUID!) { company(id: $id) { id } }', {}, 'id', 'required'],
    ] as const) {
      const reply = await ask(query, variables);
      expect([reply.status, reply.body.errors[0].extensions]).toMatchObject([
        400,
        { code: 'VALIDATION_ERROR', fields: [{ path, rule }] },
      ]);
    }
  });

  it('is limited in a nested list too', async () => {
    const refused = await ask(list('children(first: 0) { nodes { id } }'));
    expect(refused.body.errors?.[0].extensions).toMatchObject({ code: 'VALIDATION_ERROR' });
    const clamped = await ask('{ companies(first: 1000) { pageSize } }');
    expect(clamped.body.data.companies.pageSize).toBe(100);
  });
});
