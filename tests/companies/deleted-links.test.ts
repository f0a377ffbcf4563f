// Links to a deleted company over HTTP: they are null everywhere until the company is restored (spec README, Names).
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let company: string;
let contact: string;
let deal: string;
let child: string;
let outcome: string;

// biome-ignore lint/suspicious/noExplicitAny: tests read response bodies at any depth
async function request(method: string, path: string, body?: object): Promise<any> {
  const reply = await service.rest(method, path, body);
  expect({ path, status: reply.status, error: reply.body.error }).toMatchObject({
    status: expect.any(Number),
    error: undefined,
  });
  return reply.body.data;
}

beforeAll(async () => {
  service = await startService();
  company = (await request('POST', '/api/companies', { name: 'Selkirk Bridge' })).id;
  contact = (await request('POST', '/api/contacts', { first_name: 'Ada', company_id: company })).id;
  deal = (await request('POST', '/api/deals', { name: 'Bridge', company_id: company, value: '5.00' })).id;
  child = (await request('POST', '/api/companies', { name: 'Selkirk Pier', parent_company_id: company })).id;
  const path = `/api/contacts/${contact}/relationship-outcomes`;
  outcome = (
    await request('POST', path, {
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

/** Returns the company as read through every link to it: single reads, lists, GraphQL and exports. */
async function links(): Promise<Record<string, unknown>> {
  const first = async (path: string, id: string) =>
    (await request('GET', path)).find((row: { id: string }) => row.id === id);
  const { companies, company_id } = await request('GET', `/api/contacts/${contact}`);
  const graph = (await service.graphql(GRAPH, { contact, deal, child })).body.data;
  const lines = (await service.rest('GET', '/api/deals/export?format=ndjson')).text.trim().split('\n');
  return {
    contact: company_id,
    association: companies[0].company_id,
    listedContact: (await first('/api/contacts', contact)).company_id,
    listedAssociation: (await first('/api/contacts', contact)).companies[0].company_id,
    deal: (await request('GET', `/api/deals/${deal}`)).company_id,
    listedDeal: (await first('/api/deals', deal)).company_id,
    patchedDeal: (await request('PATCH', `/api/deals/${deal}`, {})).company_id,
    board: (await request('GET', '/api/deals/pipeline')).stages[0].cards[0].company_id,
    exportedDeal: JSON.parse(lines[0]!).company_id,
    child: (await request('GET', `/api/companies/${child}`)).parent_company_id,
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

const expectEveryLink = async (value: string | null) => {
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

describe('after a company is deleted,', () => {
  it('every link to it is null, filters agree, and a restore brings the links back', async () => {
    await expectEveryLink(company);
    expect(await counts()).toEqual({
      ...{ contactsOf: 1, contactsIn: 1, contactsWithout: 0, dealsOf: 1, dealsNotOf: 0, childrenOf: 1 },
    });
    await request('DELETE', `/api/companies/${company}`);
    await expectEveryLink(null);
    expect(await counts()).toEqual({
      ...{ contactsOf: 0, contactsIn: 0, contactsWithout: 1, dealsOf: 0, dealsNotOf: 1, childrenOf: 0 },
    });
    await request('POST', `/api/companies/${company}/restore`);
    await expectEveryLink(company);
  });

  it('a deal linked to it cannot be won until it is restored, and the error names the missing field', async () => {
    const win = () => service.rest('PATCH', `/api/deals/${deal}/stage`, { stage: 'closed_won' });
    await request('DELETE', `/api/companies/${company}`);
    const before = await request('GET', `/api/deals/${deal}`);
    const refused = await win();
    expect([refused.status, refused.body.error.code, refused.body.error.details]).toEqual([
      409,
      'DEAL_NOT_CLOSABLE',
      { missing: ['company_id'] },
    ]);
    expect(await request('GET', `/api/deals/${deal}`)).toEqual(before);
    expect(await request('PATCH', `/api/deals/${deal}/stage`, { stage: 'proposal' })).toMatchObject({
      company_id: null,
    });
    await request('POST', `/api/companies/${company}/restore`);
    const won = await win();
    expect([won.status, won.body.data.status, won.body.data.company_id]).toEqual([200, 'won', company]);
  });
});
