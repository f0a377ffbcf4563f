// Searches of several words in a large workspace find exactly what a look at every record finds.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: nested members of an answer
type Data = any;

let service: TestService;
let contacts: { id: string; name: string; company: string; deleted: boolean }[];

const sql = <Row>(statement: string, bindings: unknown[] = []) =>
  service.sql(service.acme, statement, bindings) as Promise<Row[]>;

const ACTOR = `'{"type": "system", "id": null, "label": "Test"}'`;
/** Enough records that frequent words are compared as lists. */
const COMPANIES = `
  insert into companies (tenant_id, id, name, source, created_at, updated_at, created_by, updated_by)
  select current_tenant(), gen_random_uuid(),
    (array['Alpha', 'Beta', 'Gamma'])[1 + n % 3] || ' ' || (array['Bau', 'Group'])[1 + n / 3 % 2] || ' ' || n,
    'manual', now(), now() + n * interval '1 second', ${ACTOR}, ${ACTOR}
  from generate_series(1, 1600) as n`;
const CONTACTS = `
  insert into contacts (tenant_id, id, first_name, last_name, display_name, company_id, source, created_at, updated_at, created_by, updated_by)
  select c.tenant_id, gen_random_uuid(), first, last, first || ' ' || last, c.id, 'manual', now(), c.updated_at, c.created_by, c.updated_by
  from (select c.*, row_number() over (order by name) as n from companies c) c, generate_series(1, 2) as k,
    lateral (select (array['Anna', 'Ben'])[1 + (n + k) % 2] as first, (array['Baum', 'Alpha', 'Group'])[1 + (n + k) / 2 % 3] as last) as person`;
const LINKS = `
  insert into contact_companies (tenant_id, contact_id, company_id, is_primary, created_at, updated_at)
  select tenant_id, id, company_id, true, now(), now() from contacts`;
const DELETIONS = ['companies', 'contacts'].map(
  (table) =>
    `update ${table} set deleted_at = now() where id in (select id from ${table} order by id limit 150)`,
);

beforeAll(async () => {
  service = await startService();
  await service.server.services.database.write({ tenantId: service.acme.id }, async ({ db }) => {
    for (const statement of [COMPANIES, CONTACTS, LINKS, ...DELETIONS]) await db.raw(statement);
  });
  // As autovacuum does within a minute; without statistics PostgreSQL takes the tables for empty.
  const inspector = await Inspector.open(service.databaseUrl);
  await inspector.query('analyze');
  await inspector.close();
  contacts = await sql(`
    select r.id, lower(r.display_name) as name, coalesce(lower(c.name), '') as company, r.deleted_at is not null as deleted
    from contacts r left join companies c on c.id = r.company_id and c.deleted_at is null
    order by r.updated_at desc, r.id desc`);
});

afterAll(() => service?.stop());

/** Returns the contacts of which every word of the text begins a word, in the order of their list. */
function expected(text: string, options: { linked: boolean; deleted?: boolean }): string[] {
  const begins = (words: string, prefix: string) => words.split(' ').some((word) => word.startsWith(prefix));
  return contacts
    .filter(({ deleted }) => !deleted || options.deleted)
    .filter(({ name, company }) =>
      text
        .split(' ')
        .every(
          (prefix) =>
            begins(name, prefix) || (options.linked && prefix.length > 1 && begins(company, prefix)),
        ),
    )
    .map(({ id }) => id);
}

async function idsOf(statement: string, bindings: unknown[]): Promise<string[]> {
  return (await sql<{ id: string }>(statement, bindings)).map(({ id }) => id).sort();
}

const LINKED = `select unnest(search_linked_ids(current_tenant(), ?::text[], search_prefixes(?), 10000, 'contacts',
  array['company_id'], array['company'])) as id`;
const OWN = `select unnest(search_ids(current_tenant(), 'contact', search_prefixes(?), 10000)) as id`;

const TEXTS = [
  'anna',
  'alpha',
  'anna alpha',
  'alpha ann',
  'group alpha',
  'gr be',
  'anna g',
  'b a',
  'ben group alpha',
  'anna b gamma',
  'alpha beta',
  '1599 anna',
  'nobody alpha',
];

describe('a search of frequent words', () => {
  it.each(TEXTS)('for %j finds the same contacts as a look at every one', async (text) => {
    const live = expected(text, { linked: true });
    expect(await idsOf(LINKED, [['contact'], text])).toEqual([...live].sort());
    expect(await idsOf(LINKED, [['contact', 'contact.deleted'], text])).toEqual(
      expected(text, { linked: true, deleted: true }).sort(),
    );
    expect(await idsOf(OWN, [text])).toEqual(expected(text, { linked: false }).sort());
    const q = encodeURIComponent(text);
    const { body } = await service.rest('GET', `/api/contacts?search=${q}&pageSize=100`);
    expect([body.total, body.totalIsEstimate]).toEqual([live.length, false]);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(live.slice(0, 100));
  });

  it.each(TEXTS)('for %j finds all contacts up to a limit, and none above it', async (text) => {
    const all = expected(text, { linked: true }).sort();
    for (const most of [20, 300, 700, 1500]) {
      const [{ ids }] = (await sql(
        `select search_linked_ids(current_tenant(), array['contact'], search_prefixes(?), ?, 'contacts', array['company_id'],
           array['company']) as ids`,
        [text, most],
      )) as [{ ids: string[] | null }];
      // From a share of half of the limit on, more than the limit may be expected.
      if (all.length > most) expect([most, ids]).toEqual([most, null]);
      else if (ids || all.length < most / 2) expect([most, ids?.sort()]).toEqual([most, all]);
    }
  });

  it('pages by number and by cursor through the same records, without the total too', async () => {
    const first = expected('anna alpha', { linked: true }).slice(0, 100);
    const pages: string[] = [];
    for (let page = 1; page <= 4; page += 1) {
      const reply = await service.rest('GET', `/api/contacts?search=anna%20alpha&pageSize=25&page=${page}`);
      pages.push(...reply.body.data.map(({ id }: { id: string }) => id));
    }
    expect(pages).toEqual(first);
    const query = `query ($after: String) { contacts(search: "anna alpha", first: 25, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } } }`;
    const nodes: string[] = [];
    let after: string | null = null;
    for (let request = 1; request <= 4; request += 1) {
      const { data }: { data: Data } = (await service.graphql(query, { after })).body;
      nodes.push(...data.contacts.nodes.map(({ id }: { id: string }) => id));
      after = data.contacts.pageInfo.endCursor;
      expect(data.contacts.pageInfo.hasNextPage).toBe(true);
    }
    expect(nodes).toEqual(first);
  });
});
