// Global search: one query over every module, by GraphQL and as an agent tool (service.md 4.7; crm.md section 14).
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Identity, startService, type TestService } from '../support/service.ts';

const SCOPES = ['crm.companies:read', 'crm.contacts:read'];

interface Group {
  module: string;
  status: string;
  skipReason: string | null;
  message: string | null;
  total: number | null;
  totalIsEstimate: boolean;
  hasMore: boolean;
  hits: { id: string; title: string; subtitle: string | null; matchedField: string }[];
}

let service: TestService;

beforeAll(async () => {
  service = await startService();
  const post = (path: string, body: object) => service.rest('POST', path, body);
  // Listed in the order of their last change, so the last one is the latest.
  for (const body of [
    { name: 'Harbour Northwind', website: 'harbour.example.com' },
    {
      name: 'Northwind Traders',
      website: 'northwind.example.com',
      domain: 'northwind.example.com',
      address: { city: 'Oslo' },
    },
    { name: 'Northwind Optics', client_id: 'C-77' },
    { name: 'Old Mill', legal_name: 'Northwind Holding' },
    { name: 'C-77 Motors' },
    { name: 'Vossiek Maschinenbau' },
    { name: 'Percent 100% off' },
    { name: '東京電力' },
    { name: '🚀 Rocket' },
    { name: 'شركة الشمال' },
  ])
    expect((await post('/api/companies', body)).status).toBe(201);
  for (const body of [
    {
      first_name: 'Nora',
      last_name: 'Northwind',
      email: 'nora@harbour.example.com',
    },
    { first_name: 'Ada', last_name: 'Byron', email: 'ada@northwind.example.com' },
  ])
    expect((await post('/api/contacts', body)).body).toMatchObject({ success: true });
  expect((await post('/api/deals', { name: 'Northwind Rollout' })).body).toMatchObject({ success: true });
  await service.server.services.database.write({ tenantId: service.acme.id }, ({ db }) =>
    db.raw("update contacts set interests = array['submarines'] where first_name = 'Ada'"),
  );
  await service.rest(
    'POST',
    '/api/companies',
    { name: 'Northwind of Globex' },
    { as: service.globex.people.owner },
  );
});

afterAll(() => service?.stop());

const QUERY = `query ($q: String!, $modules: [SearchModule!], $first: Int) {
  globalSearch(q: $q, modules: $modules, first: $first) {
    q tookMs
    groups { module status skipReason message total totalIsEstimate hasMore hits { id title subtitle matchedField } }
  }
}`;

async function search(variables: object, options?: { as?: Identity }): Promise<Group[]> {
  const reply = await service.graphql(QUERY, variables, options);
  expect(reply.body.errors).toBeUndefined();
  expect(reply.status).toBe(200);
  return reply.body.data.globalSearch.groups;
}

const group = async (module: string, q: string, options?: { as?: Identity }) =>
  (await search({ q, modules: [module] }, options))[0]!;
const titles = async (module: string, q: string) => (await group(module, q)).hits.map(({ title }) => title);

describe('the groups of a global search', () => {
  it('contain one for each module in a fixed order, searchable or not', async () => {
    const groups = await search({ q: 'northwind' });
    expect(groups.map(({ module }) => module)).toEqual([
      'COMPANIES',
      'CLIENTS',
      'CONTACTS',
      'DEALS',
      'PROJECTS',
      'ROOMS',
      'COMMUNICATIONS',
      'CAMPAIGNS',
      'COMPETITORS',
    ]);
    expect(groups[0]).toMatchObject({ status: 'SEARCHED', skipReason: null, message: null });
    expect(groups.map(({ status }) => status)).toEqual(Array(9).fill('SEARCHED'));
  });

  it('can be restricted to some modules', async () => {
    const groups = await search({ q: 'northwind', modules: ['CONTACTS', 'COMPANIES', 'CONTACTS'] });
    expect(groups.map(({ module }) => module)).toEqual(['COMPANIES', 'CONTACTS']);
  });

  it('contain as many hits as requested and report whether there are more', async () => {
    const [few] = await search({ q: 'northwind', modules: ['COMPANIES'], first: 2 });
    expect([few!.hits.length, few!.total, few!.hasMore]).toEqual([2, 4, true]);
    const [all] = await search({ q: 'northwind', modules: ['COMPANIES'], first: 10 });
    expect([all!.hits.length, all!.total, all!.hasMore]).toEqual([4, 4, false]);
  });

  it('link to the records with the fields that the caller may read', async () => {
    const query = `{ globalSearch(q: "byron") { groups { hits { title record {
      __typename ... on Contact { email interests company { name } } ... on Company { name } } } } } }`;
    const hitOf = async (as: Identity) => {
      const { body } = await service.graphql(query, {}, { as });
      return body.data.globalSearch.groups.flatMap((searchGroup: Group) => searchGroup.hits)[0];
    };
    const { owner, viewer } = service.acme.people;
    const record = {
      __typename: 'Contact',
      email: 'ada@northwind.example.com',
      company: { name: 'Northwind Traders' },
    };
    expect(await hitOf(owner)).toEqual({
      title: 'Ada Byron',
      record: { ...record, interests: ['submarines'] },
    });
    expect(await hitOf(viewer)).toEqual({ title: 'Ada Byron', record: { ...record, interests: null } });
  });
});

describe('a deal in the global search', () => {
  it('is found by its name and shows its current stage', async () => {
    const { total, hits } = await group('DEALS', 'rollout north');
    expect([total, hits]).toEqual([
      1,
      [{ id: expect.any(String), title: 'Northwind Rollout', subtitle: 'Prospecting', matchedField: 'name' }],
    ]);
  });
});

describe('a client in the global search', () => {
  it('is found by its number and its words, and a company that is no client is not', async () => {
    for (const q of ['C-77', 'northwind']) {
      const { total, hasMore, hits } = await group('CLIENTS', q);
      expect([total, hasMore, hits.map(({ title, subtitle }) => [title, subtitle])]).toEqual([
        1,
        false,
        [['Northwind Optics', 'C-77']],
      ]);
    }
  });

  it('links to the client and to the company as their own types', async () => {
    const query = `{ globalSearch(q: "c-77", modules: [CLIENTS, COMPANIES]) { groups { hits {
      record { __typename ... on Client { clientName clientNumber } ... on Company { name } } } } } }`;
    const { groups } = (await service.graphql(query)).body.data.globalSearch;
    expect(groups.map(({ hits }: { hits: unknown[] }) => hits[0])).toEqual([
      { record: { __typename: 'Company', name: 'Northwind Optics' } },
      { record: { __typename: 'Client', clientName: 'Northwind Optics', clientNumber: 'C-77' } },
    ]);
  });
});

describe('the order of global search hits', () => {
  it('puts a client number before a name that begins with it', async () => {
    const { hits } = await group('COMPANIES', 'c-77');
    expect(hits.map(({ title, matchedField }) => [title, matchedField])).toEqual([
      ['Northwind Optics', 'client_number'],
      ['C-77 Motors', 'name'],
    ]);
  });

  it('puts a complete identifier or address first, however people write it', async () => {
    const [hit] = (await group('COMPANIES', 'https://www.northwind.example.com/about')).hits;
    expect(hit).toMatchObject({
      title: 'Northwind Traders',
      subtitle: 'northwind.example.com, Oslo',
      matchedField: 'identifier',
    });
    const [contact] = (await group('CONTACTS', 'ADA@northwind.example.com')).hits;
    expect(contact).toMatchObject({ title: 'Ada Byron', matchedField: 'email' });
  });

  it('puts names that begin with the text before other words, each with the latest first', async () => {
    const { hits } = await group('COMPANIES', 'Northwind');
    expect(hits.map(({ title, matchedField }) => [title, matchedField])).toEqual([
      ['Northwind Optics', 'name'],
      ['Northwind Traders', 'name'],
      ['Old Mill', 'legal_name'],
      ['Harbour Northwind', 'name'],
    ]);
  });

  it('puts names of similar spelling last and matches only the words of names', async () => {
    expect(await titles('COMPANIES', 'vosiek')).toEqual(['Vossiek Maschinenbau']);
    expect(await titles('COMPANIES', 'vossiek maschinebau')).toEqual(['Vossiek Maschinenbau']);
    expect(await titles('COMPANIES', 'voxxxx')).toEqual([]);
    expect(await titles('COMPANIES', 'holdin')).toEqual(['Old Mill']);
    expect(await titles('COMPANIES', 'hodling')).toEqual([]);
  });
});

describe('a global search', () => {
  it.each([
    ['n', 'QUERY_TOO_SHORT'],
    ['  x  ', 'QUERY_TOO_SHORT'],
    ['', 'QUERY_TOO_SHORT'],
    ['\u0000n', 'QUERY_TOO_SHORT'],
  ])('for %j is skipped because the text is too short', async (q, reason) => {
    expect((await group('COMPANIES', q)).skipReason).toBe(reason);
  });

  it.each([
    ['100%', ['Percent 100% off']],
    ['%%', []],
    ['__', []],
    ["o'; drop table companies; --", []],
    ['\\\\', []],
    ['"":*&|!()', []],
    ['東京', ['東京電力']],
    ['電力', ['東京電力']],
    ['🚀 ', []],
    ['🚀 Rock', ['🚀 Rocket']],
    ['الشمال', ['شركة الشمال']],
    ['north\u0000wind', []],
    ['\ud800x', []],
    ['x'.repeat(200), []],
  ])('for %j finds exactly %j', async (q, expected) => {
    const { status, skipReason, hits } = await group('COMPANIES', q);
    if (q.trim().length === 2 && q.trim() === '🚀') expect(skipReason).toBe('QUERY_TOO_SHORT');
    else expect(status).toBe('SEARCHED');
    expect(hits.map(({ title }) => title)).toEqual(expected);
  });

  it('is refused for more than 200 characters or more than ten hits', async () => {
    for (const variables of [
      { q: 'x'.repeat(201) },
      { q: 'north', first: 11 },
      { q: 'north', modules: [] },
    ]) {
      const { body } = await service.graphql(QUERY, variables);
      expect(body.errors[0].extensions.code).toBe('VALIDATION_ERROR');
    }
  });
});

describe('the caller of a global search', () => {
  it('finds nothing of another workspace', async () => {
    const { hits } = await group('COMPANIES', 'globex');
    expect(hits).toEqual([]);
  });

  it('learns which scope is missing while the other modules return hits', async () => {
    const agent = await service.token(service.acme, { kind: 'agent', scopes: [SCOPES[1]!] });
    const groups = await search({ q: 'northwind' }, { as: agent });
    expect(groups.slice(0, 3).map(({ skipReason }) => skipReason)).toEqual([
      'SCOPE_MISSING',
      expect.anything(),
      null,
    ]);
    expect(groups[0]!.message).toContain('crm.companies:read');
    expect(groups[2]!.hits.map(({ title }) => title)).toEqual(['Ada Byron', 'Nora Northwind']);
  });

  it('needs at least one of the scopes', async () => {
    const agent = await service.token(service.acme, { kind: 'agent', scopes: ['agent.runtime:use'] });
    const { body } = await service.graphql(QUERY, { q: 'northwind' }, { as: agent });
    expect(body.data.globalSearch).toBeNull();
    expect(body.errors[0].extensions).toMatchObject({
      code: 'SCOPE_MISSING',
      details: { required_scopes: expect.arrayContaining(SCOPES) },
    });
  });

  it('finds no governed text, whatever the permissions', async () => {
    expect(await titles('CONTACTS', 'submarines')).toEqual([]);
  });

  it('learns which module is switched off for the token', async () => {
    const token = await service.token(service.acme, {
      kind: 'service',
      scopes: SCOPES,
      roleKey: 'admin',
      modules: ['deals'],
    });
    expect((await group('COMPANIES', 'northwind', { as: token })).skipReason).toBe('MODULE_ACCESS');
  });
});

describe('a module that fails in a global search', () => {
  /** Runs work while every statement that searches companies fails. */
  async function whileCompaniesFail(fail: () => Promise<never>, work: () => Promise<void>): Promise<void> {
    const { database } = service.server.services;
    const read = database.read.bind(database);
    database.read = ((visibility: never, run: (tx: object) => Promise<unknown>) =>
      read(visibility, (tx) => {
        const rows = tx.rows.bind(tx);
        tx.rows = ((text: string, values: unknown[]) =>
          text.includes("= 'company'") ? fail() : rows(text, values)) as never;
        return run(tx);
      })) as never;
    await work().finally(() => {
      database.read = read as never;
    });
  }

  const searchBoth = () => search({ q: 'northwind', modules: ['COMPANIES', 'CONTACTS'] });

  it.each([
    ['ERROR', new Error('broken')],
    ['TIMEOUT', Object.assign(new Error('slow'), { code: '57014' })],
  ])('reports its error while the other modules return hits: %s', (reason, failure) =>
    whileCompaniesFail(
      () => Promise.reject(failure),
      async () => expect((await searchBoth()).map(({ skipReason }) => skipReason)).toEqual([reason, null]),
    ),
  );

  it('makes few of many simultaneous searches search each module by itself', () =>
    whileCompaniesFail(
      async () => {
        await sleep(500);
        throw new Error('broken');
      },
      async () => {
        const answers = await Promise.all(Array.from({ length: 12 }, searchBoth));
        const contacts = answers.map(([, group]) => group!.skipReason);
        expect(new Set(contacts)).toEqual(new Set([null, 'TIMEOUT']));
        expect(contacts.filter((reason) => reason === null).length).toBeGreaterThanOrEqual(4);
        expect((await searchBoth()).map(({ skipReason }) => skipReason)).toEqual(['ERROR', null]);
      },
    ));
});
