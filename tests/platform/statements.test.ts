// How many SQL statements a read takes: the exact number, and that it is the same for one record and for fifty.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Transaction } from '../../src/db/transaction.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
/** The number of statements of each transaction since the last reset, without BEGIN and COMMIT. */
let counts: number[] = [];

beforeAll(async () => {
  service = await startService();
  await seed();
  countStatements();
});

afterAll(() => service?.stop());

/** Creates sixty companies in a tree, each with an identifier, notes and contacts. */
async function seed(): Promise<void> {
  const { id: tenantId, people } = service.acme;
  const actor = JSON.stringify({ type: 'user', id: people.owner.userId, label: 'owner' });
  const statements = [
    `insert into companies (tenant_id, id, name, website, source, created_at, updated_at, created_by, updated_by)
     select current_tenant(), gen_random_uuid(), 'Company ' || n, 'c' || n || '.com', 'manual', now(), now() + n * interval '1 second', :actor, :actor
     from generate_series(1, 60) n`,
    `update companies c set parent_company_id = p.id from companies p
     where p.name = 'Company ' || (substring(c.name from 9)::int / 2) and substring(c.name from 9)::int between 2 and 31`,
    `insert into company_identifiers (tenant_id, id, company_id, identifier_type, value, value_unicode, is_primary, source, created_at, updated_at)
     select tenant_id, gen_random_uuid(), id, 'website', website, website, true, 'compat_field', now(), now() from companies`,
    `insert into notes (tenant_id, id, company_id, body, author, created_at, updated_at, created_by, updated_by)
     select tenant_id, gen_random_uuid(), id, 'Note ' || n, created_by, now(), now(), created_by, updated_by from companies, generate_series(1, 3) n`,
    `insert into contacts (tenant_id, id, display_name, company_id, company_link, source, created_at, updated_at, created_by, updated_by)
     select current_tenant(), gen_random_uuid(), 'Contact ' || n, c.id, 'manual', 'manual', now(), now(), :actor, :actor
     from generate_series(1, 120) n join companies c on c.name = 'Company ' || (1 + n % 60)`,
    `insert into contact_companies (tenant_id, contact_id, company_id, is_primary, created_at, updated_at)
     select tenant_id, id, company_id, true, now(), now() from contacts`,
    `insert into notes (tenant_id, id, contact_id, body, author, created_at, updated_at, created_by, updated_by)
     select tenant_id, gen_random_uuid(), id, 'On a contact', created_by, now(), now(), created_by, updated_by from contacts`,
    `insert into deals (tenant_id, id, name, company_id, value, currency, pipeline_id, stage, status, probability, stage_entered_at,
       source, created_at, updated_at, created_by, updated_by)
     select c.tenant_id, gen_random_uuid(), 'Deal ' || n, c.id, n, 'EUR', p.id, 'proposal', 'open', 50, now(), 'manual', now(), now(),
       c.created_by, c.updated_by
     from companies c join deal_pipelines p on p.tenant_id = c.tenant_id, generate_series(1, 2) n`,
    `insert into deal_contacts (tenant_id, id, deal_id, contact_id, role, created_at, updated_at)
     select d.tenant_id, gen_random_uuid(), d.id, c.id, 'champion', now(), now()
     from deals d join contacts c on c.tenant_id = d.tenant_id and c.company_id = d.company_id`,
  ];
  await service.server.services.database.write({ tenantId }, async ({ db }) => {
    for (const statement of statements) await db.raw(statement, { actor });
  });
}

/** Counts statements where all access to the database passes. */
function countStatements(): void {
  const { database } = service.server.services;
  for (const kind of ['read', 'write'] as const) {
    const original = database[kind].bind(database) as (
      visibility: object,
      work: (tx: Transaction) => Promise<unknown>,
    ) => Promise<unknown>;
    database[kind] = ((visibility: object, work: (tx: Transaction) => Promise<unknown>) =>
      original(visibility, async (tx) => {
        try {
          return await work(tx);
        } finally {
          counts.push(tx.statements);
        }
      })) as never;
  }
}

/** Returns the data of a query and the statements of its one transaction once everything is cached and compiled. */
async function measure(query: string, variables: object): Promise<{ statements: number; data: unknown }> {
  let last: { statements: number; data: unknown } | undefined;
  for (let run = 0; run < 3; run++) {
    counts = [];
    const reply = await service.graphql(query, variables);
    expect(reply.body.errors).toBeUndefined();
    const statements = counts.reduce((sum, count) => sum + count, 0);
    // The interpreted and the compiled run take the same statements; the first run may also load the caller.
    if (last && run > 1) expect(statements).toBe(last.statements);
    last = { statements, data: reply.body.data };
  }
  return last!;
}

describe('nodes', () => {
  it('reads records of two kinds by one statement that finds them and one for each kind', async () => {
    const query =
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Company { name } ... on Deal { name } } }';
    const rows = await service.sql<{ id: string }>(
      service.acme,
      '(select id from companies limit 20) union all (select id from deals limit 20)',
    );
    const one = await measure(query, { ids: [rows[0]!.id, rows.at(-1)!.id] });
    const many = await measure(query, { ids: rows.map(({ id }) => id) });
    expect([one.statements, many.statements]).toEqual([3, 3]);
  });
});

describe('a nested GraphQL read', () => {
  it.each([
    { name: 'companies', selection: 'id name', statements: 1 },
    { name: 'companies with their total', selection: 'id', page: 'total', statements: 1 },
    {
      name: 'companies with identifiers',
      selection: 'identifiers { value } websites { value } emailDomains { value }',
      statements: 1,
    },
    { name: 'companies with their parents', selection: 'parent { name parent { name } }', statements: 1 },
    { name: 'companies with children', selection: 'children(first: 5) { nodes { name } }', statements: 1 },
    {
      name: 'companies with notes',
      selection: 'notes(first: 5) { nodes { body author { label } } }',
      statements: 1,
    },
    {
      name: 'companies with contacts',
      selection: 'contacts(first: 5) { nodes { displayName } }',
      statements: 1,
    },
    {
      name: 'companies, contacts, their companies, notes',
      selection: `contacts(first: 2) { nodes { displayName notes(first: 2) { nodes { body } } companies { company { name notes(first: 2) { nodes { body } } } } } }`,
      statements: 1,
    },
    { name: 'companies with counts', selection: 'counts { children notes }', statements: 1 },
    {
      name: 'companies with deals and who takes part',
      selection: `counts { openDeals } deals(first: 2) { nodes { name value pipeline { name stages { key } } predecessor { name }
        contacts { role contact { displayName deals(first: 1) { nodes { role } } } } stageHistory { stage } } }`,
      statements: 1,
    },
    {
      name: 'everything at once',
      selection: `identifiers { value } parent { name } children(first: 2) { nodes { name identifiers { value } } }
        notes(first: 2) { nodes { body } } contacts(first: 2) { nodes { displayName methods { value } } }`,
      statements: 1,
    },
  ])(
    'of $name takes $statements statements for one record and for fifty',
    async ({ selection, page = '', statements }) => {
      const query = `query ($n: Int) { companies(first: $n) { ${page} nodes { ${selection} } } }`;
      const one = await measure(query, { n: 1 });
      const fifty = await measure(query, { n: 50 });
      const nodes = (data: unknown) => (data as { companies: { nodes: unknown[] } }).companies.nodes;
      expect([nodes(one.data).length, nodes(fifty.data).length]).toEqual([1, 50]);
      expect(nodes(fifty.data)[0]).toEqual(nodes(one.data)[0]);
      expect({ one: one.statements, fifty: fifty.statements }).toEqual({
        one: statements,
        fifty: statements,
      });
    },
  );

  it('takes one statement for each level where cursors require data loaders', async () => {
    const first = await service.graphql(
      '{ companies(first: 50) { nodes { notes(first: 1) { nextCursor } } } }',
    );
    const after = first.body.data.companies.nodes[0].notes.nextCursor;
    expect(after).toEqual(expect.any(String));
    const query =
      'query ($n: Int, $after: String) { companies(first: $n) { nodes { notes(first: 2, after: $after) { nodes { body } } } } }';
    const [one, fifty] = [await measure(query, { n: 1, after }), await measure(query, { n: 50, after })];
    expect([one.statements, fifty.statements]).toEqual([2, 2]);
  });
});

describe('the REST operation', () => {
  it.each([
    {
      name: 'ListCompanies',
      method: 'GET',
      path: '/api/companies?pageSize=50',
      body: undefined,
      statements: 1,
    },
    {
      name: 'ListContacts',
      method: 'GET',
      path: '/api/contacts?pageSize=50',
      body: undefined,
      statements: 1,
    },
    { name: 'GetCompany', method: 'GET', path: '/api/companies/{}', body: undefined, statements: 1 },
    { name: 'ListDeals', method: 'GET', path: '/api/deals?pageSize=50', body: undefined, statements: 1 },
    {
      name: 'GetDealPipeline, and the companies of its cards',
      method: 'GET',
      path: '/api/deals/pipeline?cards=50',
      body: undefined,
      statements: 2,
    },
    { name: 'GetDealForecast', method: 'GET', path: '/api/deals/forecast', body: undefined, statements: 1 },
    {
      name: 'ListDealPipelines',
      method: 'GET',
      path: '/api/deals/pipelines',
      body: undefined,
      statements: 3,
    },
    {
      name: 'CreateCompany',
      method: 'POST',
      path: '/api/companies',
      body: { name: 'Counted' },
      statements: 2,
    },
    {
      name: 'UpdateCompany',
      method: 'PATCH',
      path: '/api/companies/{}',
      body: { industry: 'Toys' },
      statements: 4,
    },
  ])('$name takes $statements SQL statements', async ({ method, path, body, statements }) => {
    const { data } = (await service.rest('GET', '/api/companies?pageSize=1')).body;
    const url = path.replace('{}', data[0].id);
    await service.rest(method, url, body);
    counts = [];
    const reply = await service.rest(method, url, body && { ...body, description: 'again' });
    expect(reply.status).toBeLessThan(300);
    expect(counts).toEqual([statements]);
  });
});
