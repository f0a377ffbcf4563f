// Lists of contacts: filters, search, sorting, pages, related companies, governed fields and exports.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
const ids: Record<string, string> = {};
let companyId: string;

const post = async (path: string, body: object) => (await service.rest('POST', path, body)).body.data;

beforeAll(async () => {
  service = await startService();
  companyId = (await post('/api/companies', { name: 'Listed', domain: 'listed.de' })).id;
  const { userId: owner_user_id } = service.acme.people.manager;
  ids.ada = (
    await post('/api/contacts', {
      first_name: 'Ada',
      last_name: 'Byron',
      email: 'ada@listed.de',
      tags: ['Poet'],
      owner_user_id,
    })
  ).id;
  ids.bob = (await post('/api/contacts', { first_name: 'Bob', email: 'bob@else.de', status: 'inactive' })).id;
  ids.eve = (await post('/api/contacts', { first_name: 'Ève', last_name: 'Zuse', title: 'Engineer' })).id;
  await post(`/api/contacts/${ids.bob}/companies`, { company_id: companyId, role: 'Advisor' });
  await post(`/api/contacts/${ids.bob}/contact-methods`, { kind: 'email', value: 'Robert@Private.de' });
  await service.server.services.database.write({ tenantId: service.acme.id }, ({ db }) =>
    db('contacts')
      .where({ tenant_id: service.acme.id, id: ids.ada })
      .update({
        relationship_intent: 'Old friends',
        interests: ['engines'],
        context_notes: 'Likes tea',
        desired_cadence_days: 30,
        steward_user_id: owner_user_id,
      }),
  );
});

afterAll(() => service?.stop());

/** Returns the names of the listed contacts, in the order of the list. */
async function names(query: string): Promise<string[]> {
  const reply = await service.rest('GET', `/api/contacts?${query}`);
  expect(reply.status).toBe(200);
  return reply.body.data.map(({ id }: { id: string }) => Object.keys(ids).find((name) => ids[name] === id));
}

describe('a list of contacts', () => {
  it.each([
    ['primary company', () => `company_id=${companyId}`, ['ada']],
    ['any associated company', () => `filter[associated_company_id]=${companyId}`, ['ada', 'bob']],
    ['having no company', () => 'filter[associated_company_id][is_null]=true', ['eve']],
    [
      'not being associated with a given company',
      () => `filter[associated_company_id][neq]=${companyId}`,
      ['eve'],
    ],
    ['owner', () => `owner_user_id=${service.acme.people.manager.userId}`, ['ada']],
    ['steward', () => `steward_user_id=${service.acme.people.manager.userId}`, ['ada']],
    ['status', () => 'filter[status]=inactive', ['bob']],
    ['tag, ignoring case', () => 'tag=poet', ['ada']],
    ['any email address, ignoring case', () => 'filter[email]=ROBERT@private.de', ['bob']],
    ['the beginning of an email address', () => 'filter[email][starts_with]=ada@', ['ada']],
    ['a percent sign in an email address, taken literally', () => 'filter[email][contains]=%25', []],
    ['having no email address', () => 'filter[email][is_null]=true', ['eve']],
    ['several email addresses', () => 'filter[email][in]=ada@listed.de,bob@else.de', ['ada', 'bob']],
    ['creation time', () => 'created_before=2020-01-01', []],
    ['search words, ignoring case and accents', () => 'search=eve zus', ['eve']],
    ['a search word from an email address', () => 'search=robert', ['bob']],
    ['a single letter of the name', () => 'search=a', ['ada']],
  ])('can be filtered by %s', async (_, query, expected) => {
    expect((await names(query())).sort()).toEqual(expected);
  });

  it('sorts by name and pages by cursor', async () => {
    expect(await names('sort=name')).toEqual(['ada', 'bob', 'eve']);
    const first = await service.rest('GET', '/api/contacts?sort=-name&pageSize=2');
    expect(first.body).toMatchObject({
      data: [{ display_name: 'Ève Zuse' }, { display_name: 'Bob' }],
      page: 1,
      pageSize: 2,
      total: 3,
      totalPages: 2,
    });
    const rest = await service.rest(
      'GET',
      `/api/contacts?sort=-name&pageSize=2&cursor=${encodeURIComponent(first.body.nextCursor)}`,
    );
    expect(rest.body).toMatchObject({ data: [{ display_name: 'Ada Byron' }], page: null, nextCursor: null });
  });

  it.each(['filter[context_notes]=tea', 'sort=relationship_intent', 'sort=context_notes', 'filter[emial]=x'])(
    'rejects the query string %s',
    async (query) => {
      expect(await service.rest('GET', `/api/contacts?${query}`)).toMatchObject({
        status: 400,
        body: { error: { code: 'VALIDATION_ERROR' } },
      });
    },
  );

  it('does not search governed fields', async () => {
    expect(await names('search=tea')).toEqual([]);
    expect(await names('search=engines')).toEqual([]);
  });

  it('includes deleted contacts only for callers who may delete them', async () => {
    const { id } = await post('/api/contacts', { first_name: 'Deleted' });
    await service.rest('DELETE', `/api/contacts/${id}`);
    const reply = await service.rest('GET', '/api/contacts?include_deleted=true');
    expect(reply.body.data.map((contact: { id: string }) => contact.id)).toContain(id);
    const { viewer } = service.acme.people;
    expect(
      (await service.rest('GET', '/api/contacts?include_deleted=true', undefined, { as: viewer })).status,
    ).toBe(403);
  });

  it('runs as many SQL statements for ten contacts as for one', async () => {
    const statements = async (query: string): Promise<number> => {
      const before = await total();
      await service.rest('GET', `/api/contacts?${query}`);
      return (await total()) - before;
    };
    const total = async (): Promise<number> => {
      const metric = await service.server.services.metrics.statements.get();
      const sum = metric.values.find(
        ({ metricName, labels }) => metricName?.endsWith('_sum') && labels.operation === 'ListContacts',
      );
      return sum?.value ?? 0;
    };
    const statementsForOne = await statements('pageSize=1');
    for (let n = 0; n < 10; n++)
      await post('/api/contacts', { first_name: 'Many', email: `many-${n}@else.de` });
    expect(statementsForOne).toBeGreaterThan(0);
    expect(await statements('pageSize=100')).toBe(statementsForOne);
    for (const { id } of (await service.rest('GET', '/api/contacts?filter[first_name]=Many')).body.data)
      await service.rest('DELETE', `/api/contacts/${id}`);
  });
});

describe('governed fields of a contact', () => {
  const governed = { relationship_intent: 'Old friends', interests: ['engines'], context_notes: 'Likes tea' };
  const hidden = { relationship_intent: null, interests: null, context_notes: null };

  it.each([
    ['owner', { ...governed, context_notes: null }, ['context_notes']],
    ['manager', { ...governed, context_notes: null }, ['context_notes']],
    ['member', hidden, ['context_notes', 'interests', 'relationship_intent']],
    ['viewer', hidden, ['context_notes', 'interests', 'relationship_intent']],
  ] as const)(
    'are returned to the %s as far as permissions allow, and listed as redacted otherwise',
    async (role, expected, redacted_fields) => {
      for (const path of [`/api/contacts/${ids.ada}`, `/api/contacts?company_id=${companyId}`]) {
        const reply = await service.rest('GET', path, undefined, { as: service.acme.people[role] });
        const [contact] = [reply.body.data].flat();
        expect(contact).toMatchObject({
          ...expected,
          desired_cadence_days: 30,
          steward_user_id: service.acme.people.manager.userId,
        });
        expect(reply.body.meta).toEqual({ redacted_fields });
      }
    },
  );

  it('are hidden from an agent', async () => {
    const reply = await service.rest('GET', `/api/contacts/${ids.ada}`, undefined, {
      as: service.acme.agent,
    });
    expect(reply.body.data).toMatchObject(hidden);
  });

  it('never appear in audit entries or events', async () => {
    const rows = await service.sql(
      service.acme,
      'select changes::text as text from audit_entries union all select data::text from events',
    );
    for (const { text } of rows) expect(text).not.toMatch(/Old friends|engines|Likes tea/);
  });
});

describe('a company', () => {
  it('exposes its contacts, its primary contacts and the number of contacts in GraphQL', async () => {
    const { body } = await service.graphql(
      `query ($id: UUID!) { company(id: $id) {
        contacts { total nodes { id companies { role isPrimary company { name } } } }
        primaryContacts(first: 5) { nodes { id company { name } } }
        counts { contacts }
      } }`,
      { id: companyId },
    );
    const { company } = body.data;
    expect(company.contacts.nodes.map(({ id }: { id: string }) => id).sort()).toEqual(
      [ids.ada, ids.bob].sort(),
    );
    expect(company.contacts.nodes).toContainEqual({
      id: ids.bob,
      companies: [{ role: 'Advisor', isPrimary: false, company: { name: 'Listed' } }],
    });
    expect(company).toMatchObject({
      contacts: { total: 2 },
      primaryContacts: { nodes: [{ id: ids.ada, company: { name: 'Listed' } }] },
      counts: { contacts: 2 },
    });
  });

  it('counts its contacts in REST', async () => {
    const reply = await service.rest('GET', `/api/companies/${companyId}`);
    expect(reply.body.data.counts).toMatchObject({ contacts: 2, notes: 0 });
  });
});

describe('an export of contacts', () => {
  it('contains the governed columns that the caller may read, and no others', async () => {
    const asOwner = await service.rest('GET', '/api/contacts/export');
    expect(asOwner.headers.get('content-type')).toContain('text/csv');
    const [header, ...lines] = asOwner.text.trim().split('\n');
    expect(header!.split(',')).toEqual(
      expect.arrayContaining(['id', 'display_name', 'email', 'relationship_intent', 'interests']),
    );
    expect(header).not.toContain('context_notes');
    expect(lines).toHaveLength(3);
    const { token } = service;
    const integration = await token(service.acme, {
      kind: 'service',
      roleKey: 'admin',
      scopes: ['crm.contacts:read'],
    });
    expect(
      (
        await service.rest('GET', '/api/contacts/export?format=ndjson&tag=poet', undefined, {
          as: integration,
        })
      ).status,
    ).toBe(200);
  });

  it('is refused to a caller who may only read contacts', async () => {
    const reply = await service.rest('GET', '/api/contacts/export', undefined, {
      as: service.acme.people.viewer,
    });
    expect(reply).toMatchObject({
      status: 403,
      body: { error: { details: { required_permission: 'contacts.export' } } },
    });
  });
});
