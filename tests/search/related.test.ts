// Deals and contacts are found by the words of their company, as long as the caller may read it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Identity, startService, type TestService } from '../support/service.ts';

let service: TestService;
let company: string;
let deal: string;
let contact: string;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

async function create(path: string, body: object, as?: Identity): Promise<string> {
  const reply = await service.rest('POST', path, body, as && { as });
  expect(reply.status).toBe(201);
  return reply.body.data.id;
}

let serial = 0;
/** A name that no other test uses, in letters. */
let name: string;

beforeEach(async () => {
  serial += 1;
  name = `Quark${String.fromCharCode(96 + serial)}`;
  company = await create('/api/companies', { name: `${name} Foundry`, domain: `${name}.example.com` });
  deal = await create('/api/deals', { name: 'Rollout', company_id: company });
  contact = await create('/api/contacts', { first_name: 'Nora', last_name: 'Sund', company_id: company });
});

async function listed(path: string, search: string, as?: Identity): Promise<string[]> {
  const { status, body } = await service.rest(
    'GET',
    `${path}${path.includes('?') ? '&' : '?'}search=${encodeURIComponent(search)}`,
    undefined,
    as && { as },
  );
  expect(status).toBe(200);
  expect(body.total).toBe(body.data.length);
  return body.data.map(({ id }: { id: string }) => id);
}

const QUERY = `query ($q: String!) { globalSearch(q: $q, modules: [CONTACTS, DEALS], first: 10) {
  groups { module total hits { id matchedField } } } }`;

async function everywhere(q: string, as?: Identity): Promise<Record<string, [id: string, field: string][]>> {
  const { body } = await service.graphql(QUERY, { q }, as && { as });
  return Object.fromEntries(
    body.data.globalSearch.groups.map(
      (group: { module: string; total: number; hits: { id: string; matchedField: string }[] }) => {
        expect(group.total ?? 0).toBe(group.hits.length);
        return [group.module, group.hits.map((hit) => [hit.id, hit.matchedField])];
      },
    ),
  );
}

/** Expects that the text finds the contact and the deal, or neither, in their lists and in global search. */
async function expectFound(text: string, isFound: boolean, as?: Identity): Promise<void> {
  expect(await listed('/api/deals', text, as)).toEqual(isFound ? [deal] : []);
  expect(await listed('/api/contacts', text, as)).toEqual(isFound ? [contact] : []);
  const groups = await everywhere(text, as);
  expect(groups).toEqual({
    CONTACTS: isFound ? [[contact, 'company']] : [],
    DEALS: isFound ? [[deal, 'company']] : [],
  });
}

describe('the words of a company', () => {
  it('find its deals and contacts, which say that the company matched', async () => {
    await expectFound(name, true);
    await expectFound(`foundry ${name}`, true);
    await expectFound(name.slice(0, -1).toUpperCase() + name.slice(-1), true);
    await expectFound(`${name}x`, false);
  });

  it('are combined with the words of the record itself, in any order', async () => {
    expect(await listed('/api/deals', `rollout ${name}`)).toEqual([deal]);
    expect(await listed('/api/deals', `${name} roll`)).toEqual([deal]);
    expect(await listed('/api/deals', `${name} sund`)).toEqual([]);
    expect(await listed('/api/contacts', `${name} sund`)).toEqual([contact]);
    expect(await everywhere(`rollout ${name}`)).toMatchObject({ DEALS: [[deal, 'name']] });
    expect(await everywhere(`${name} sund`)).toMatchObject({ CONTACTS: [[contact, 'name']] });
  });

  it('narrow a filtered and sorted list, and a count', async () => {
    expect(await listed('/api/deals?filter[status]=open&sort=name', name)).toEqual([deal]);
    expect(await listed('/api/deals?filter[status]=won', name)).toEqual([]);
    const query = `query ($q: String!) { deals(search: $q) { total } contacts(search: $q) { total } }`;
    expect((await service.graphql(query, { q: name })).body.data).toEqual({
      deals: { total: 1 },
      contacts: { total: 1 },
    });
  });

  it('find a record of another company no longer after it moved there', async () => {
    const other = await create('/api/companies', { name: `Other ${serial}` });
    await service.rest('PATCH', `/api/deals/${deal}`, { company_id: other });
    await service.rest('PATCH', `/api/contacts/${contact}`, { company_id: other });
    await expectFound(name, false);
  });

  it('find nothing in another workspace', async () => {
    const { owner } = service.globex.people;
    expect(await listed('/api/deals', name, owner)).toEqual([]);
    expect(await everywhere(name, owner)).toEqual({ CONTACTS: [], DEALS: [] });
  });
});

describe('the words of a company that changed', () => {
  it('are those of its new name after it was renamed', async () => {
    await service.rest('PATCH', `/api/companies/${company}`, { name: `Vortex${serial} Works` });
    await expectFound(`vortex${serial}`, true);
    await expectFound('foundry '.concat(name), false);
  });

  it('find nothing while it is deleted, and its deals and contacts after it was restored', async () => {
    expect((await service.rest('DELETE', `/api/companies/${company}`)).status).toBe(200);
    await expectFound(name, false);
    expect((await service.rest('POST', `/api/companies/${company}/restore`)).status).toBe(200);
    await expectFound(name, true);
  });

  it('lead to what moved to the company into which it was merged, by the name of that company', async () => {
    const survivor = await create('/api/companies', { name: `Survivor${serial} Ltd` });
    const merged = await service.rest('POST', `/api/companies/${survivor}/merge`, {
      duplicate_company_id: company,
    });
    expect(merged.body).toMatchObject({ success: true });
    await expectFound(`survivor${serial}`, true);
  });

  it('find no deleted deal or contact, unless deleted ones are listed', async () => {
    await service.rest('DELETE', `/api/deals/${deal}`);
    await service.rest('DELETE', `/api/contacts/${contact}`);
    await expectFound(name, false);
    expect(await listed('/api/deals?include_deleted=true', name)).toEqual([deal]);
    expect(await listed('/api/contacts?include_deleted=true', name)).toEqual([contact]);
  });

  it('find no erased contact by its own words', async () => {
    await service.rest('POST', `/api/contacts/${contact}/erase`);
    expect(await listed('/api/contacts', `${name} sund`)).toEqual([]);
    expect(await everywhere(`${name} sund`)).toEqual({ CONTACTS: [], DEALS: [] });
  });
});

describe('a caller who may not list companies', () => {
  const scopes = ['crm.contacts:read', 'crm.deals:read'];
  const withoutScope = { kind: 'agent' as const, scopes };
  const withoutModule = {
    kind: 'service' as const,
    scopes: ['crm.companies:read', ...scopes],
    roleKey: 'admin',
    modules: ['deals'],
  };

  it.each([
    ['without the scope', withoutScope],
    ['without the module', withoutModule],
  ])('%s finds nothing by their words, neither records nor totals', async (_, options) => {
    const as = await service.token(service.acme, options);
    expect(await listed('/api/deals', name, as)).toEqual([]);
    expect(await listed('/api/deals', `rollout ${name}`, as)).toEqual([]);
    expect((await everywhere(name, as)).DEALS).toEqual([]);
    // A statement that was cached for someone else does not change that.
    expect(await listed('/api/deals', name)).toEqual([deal]);
    expect(await listed('/api/deals', name, as)).toEqual([]);
  });
});
