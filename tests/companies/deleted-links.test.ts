// Links to a deleted company over HTTP: they read null everywhere until the company is restored (spec README, Names).
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let company: string;
let contact: string;
let deal: string;
let child: string;
let outcome: string;

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
async function ask(method: string, path: string, body?: object): Promise<any> {
  const reply = await service.rest(method, path, body);
  expect({ path, status: reply.status, error: reply.body.error }).toMatchObject({
    status: expect.any(Number),
    error: undefined,
  });
  return reply.body.data;
}

beforeAll(async () => {
  service = await startService();
  company = (await ask('POST', '/api/companies', { name: 'Selkirk Bridge' })).id;
  contact = (await ask('POST', '/api/contacts', { first_name: 'Ada', company_id: company })).id;
  deal = (await ask('POST', '/api/deals', { name: 'Bridge', company_id: company, value: '5.00' })).id;
  child = (await ask('POST', '/api/companies', { name: 'Selkirk Pier', parent_company_id: company })).id;
  const path = `/api/contacts/${contact}/relationship-outcomes`;
  outcome = (
    await ask('POST', path, {
      outcome_type: 'referral_given',
      direction: 'outbound',
      occurred_on: '2026-01-05',
    })
  ).id;
});

afterAll(() => service?.stop());

const GRAPH = `query ($contact: UUID!, $deal: UUID!, $child: UUID!) {
  contact(id: $contact) { companyId company { id name } companies { companyId company { id } } }
  deal(id: $deal) { company { id name } companyId }
  company(id: $child) { parentCompanyId parent { id } }
  deals(filter: { status: { eq: "open" } }) { nodes { id companyId } }
}`;

/** The company as everything that links to it reads it: by single reads, lists, GraphQL and exports. */
async function links(): Promise<Record<string, unknown>> {
  const first = async (path: string, id: string) =>
    (await ask('GET', path)).find((row: { id: string }) => row.id === id);
  const { companies, company_id } = await ask('GET', `/api/contacts/${contact}`);
  const graph = (await service.graphql(GRAPH, { contact, deal, child })).body.data;
  const lines = (await service.rest('GET', '/api/deals/export?format=ndjson')).text.trim().split('\n');
  return {
    contact: company_id,
    association: companies[0].company_id,
    listedContact: (await first('/api/contacts', contact)).company_id,
    listedAssociation: (await first('/api/contacts', contact)).companies[0].company_id,
    deal: (await ask('GET', `/api/deals/${deal}`)).company_id,
    listedDeal: (await first('/api/deals', deal)).company_id,
    patchedDeal: (await ask('PATCH', `/api/deals/${deal}`, {})).company_id,
    board: (await ask('GET', '/api/deals/pipeline')).stages[0].cards[0].company_id,
    exportedDeal: JSON.parse(lines[0]!).company_id,
    child: (await ask('GET', `/api/companies/${child}`)).parent_company_id,
    listedChild: (await first('/api/companies', child)).parent_company_id,
    outcome: (await first(`/api/contacts/${contact}/relationship-outcomes`, outcome)).company_id,
    graphContact: graph.contact.companyId,
    graphCompany: graph.contact.company?.id ?? null,
    graphAssociation: graph.contact.companies[0].companyId,
    graphDeal: graph.deal.companyId,
    graphDealCompany: graph.deal.company?.id ?? null,
    graphDeals: graph.deals.nodes[0].companyId,
    graphParent: graph.company.parentCompanyId,
  };
}

const all = async (value: string | null) => {
  const found = await links();
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, value])));
};

async function counts(): Promise<Record<string, number>> {
  const total = async (path: string) => (await service.rest('GET', path)).body.total;
  return {
    contactsOf: await total(`/api/contacts?filter[company_id]=${company}`),
    contactsIn: await total(`/api/contacts?filter[company_id][in]=${company}`),
    contactsWithout: await total('/api/contacts?filter[company_id][is_null]=true'),
    dealsOf: await total(`/api/deals?company_id=${company}`),
    dealsNotOf: await total(`/api/deals?filter[company_id][neq]=${company}`),
    childrenOf: await total(`/api/companies?filter[parent_company_id]=${company}`),
  };
}

describe('after a company is deleted', () => {
  it('everything that links to it reads null, filters agree, and a restore brings the links back', async () => {
    await all(company);
    expect(await counts()).toEqual({
      ...{ contactsOf: 1, contactsIn: 1, contactsWithout: 0, dealsOf: 1, dealsNotOf: 0, childrenOf: 1 },
    });
    await ask('DELETE', `/api/companies/${company}`);
    await all(null);
    expect(await counts()).toEqual({
      ...{ contactsOf: 0, contactsIn: 0, contactsWithout: 1, dealsOf: 0, dealsNotOf: 1, childrenOf: 0 },
    });
    await ask('POST', `/api/companies/${company}/restore`);
    await all(company);
  });

  it('a deal with it is not won until the company is restored, and says what is missing', async () => {
    const win = () => service.rest('PATCH', `/api/deals/${deal}/stage`, { stage: 'closed_won' });
    await ask('DELETE', `/api/companies/${company}`);
    const before = await ask('GET', `/api/deals/${deal}`);
    const refused = await win();
    expect([refused.status, refused.body.error.code, refused.body.error.details]).toEqual([
      409,
      'DEAL_NOT_CLOSABLE',
      { missing: ['company_id'] },
    ]);
    expect(await ask('GET', `/api/deals/${deal}`)).toEqual(before);
    expect(await ask('PATCH', `/api/deals/${deal}/stage`, { stage: 'proposal' })).toMatchObject({
      company_id: null,
    });
    await ask('POST', `/api/companies/${company}/restore`);
    const won = await win();
    expect([won.status, won.body.data.status, won.body.data.company_id]).toEqual([200, 'won', company]);
  });
});
