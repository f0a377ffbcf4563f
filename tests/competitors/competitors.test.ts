// Competitors over HTTP: their fields, the link to a company, uniqueness, lists, merges of companies and deletion.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let count = 0;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const competitor = async (input: object = {}) => {
  const reply = await service.rest('POST', '/api/competitors', { name: `Rival ${++count}`, ...input });
  expect(reply.status).toBe(201);
  return reply.body.data;
};
const company = async (name: string) =>
  (await service.rest('POST', '/api/companies', { name })).body.data as { id: string };
const get = async (path: string) => (await service.rest('GET', path)).body.data;
const versionsOf = (table: string) =>
  service.sql(service.acme, `select id, version from ${table} order by id`);

async function expectRefused(method: string, path: string, body: unknown, table = 'competitors') {
  const before = await versionsOf(table);
  const reply = await service.rest(method, path, body);
  expect(reply.status).toBeGreaterThanOrEqual(400);
  expect(await versionsOf(table)).toEqual(before);
  return { status: reply.status, ...reply.body.error };
}

describe('a competitor', () => {
  it('has what is known of it, with trimmed texts and the host of its website', async () => {
    const created = await competitor({
      name: '  Contoso   Ltd ',
      website: 'https://www.contoso.example.com/about',
      threat_level: 'high',
      positioning: ' Cheap ',
      strengths: ['Partners', ' ', 'Partners'],
      weaknesses: [],
      pricing_notes: '  ',
      products: ['Stock'],
    });
    expect(created).toMatchObject({
      name: 'Contoso Ltd',
      website: 'contoso.example.com',
      company_id: null,
      company: null,
      status: 'active',
      threat_level: 'high',
      positioning: 'Cheap',
      strengths: ['Partners'],
      weaknesses: [],
      pricing_notes: null,
      products: ['Stock'],
      differentiators: [],
      version: 1,
    });
    expect(await get(`/api/competitors/${created.id}`)).toEqual(created);
  });

  it('keeps members that a PUT leaves out, and clears those that are null', async () => {
    const { id, name } = await competitor({ positioning: 'Cheap', strengths: ['Partners'], status: 'watch' });
    const path = `/api/competitors/${id}`;
    const put = await service.rest('PUT', path, { positioning: null, strengths: null, threat_level: 'low' });
    expect(put).toMatchObject({
      status: 200,
      body: {
        data: { name, positioning: null, strengths: [], status: 'watch', threat_level: 'low', version: 2 },
      },
    });
    const same = await service.rest('PUT', path, { threat_level: 'low', strengths: [] });
    expect(same.body.data.version).toBe(2);
  });

  it('has a name that no other live one has, ignoring case', async () => {
    const first = await competitor({ name: 'Fabrikam' });
    const second = await competitor();
    const taken = { status: 409, code: 'CONFLICT', details: { reason: 'value_taken' } };
    expect(await expectRefused('POST', '/api/competitors', { name: 'FABRIKAM' })).toMatchObject(taken);
    expect(await expectRefused('PUT', `/api/competitors/${second.id}`, { name: 'fabrikam' })).toMatchObject(
      taken,
    );
    await service.rest('DELETE', `/api/competitors/${first.id}`);
    expect((await service.rest('PUT', `/api/competitors/${second.id}`, { name: 'fabrikam' })).status).toBe(
      200,
    );
  });

  it.each([
    [{}, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'X', website: 'localhost' }, 'website'],
    [{ name: 'X', website: ' ' }, 'website'],
    [{ name: 'X', company_id: '019a8f3e-5b7c-7d21-9c4e-0a1b2c3d4e5f' }, 'company_id'],
    [{ name: 'X', threat_level: 'extreme' }, 'threat_level'],
  ])('is refused with %j, naming the member', async (body, path) => {
    expect(await expectRefused('POST', '/api/competitors', body)).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      fields: [{ path }],
    });
  });
});

describe('the company of a competitor', () => {
  it('is the only live company of the same name, ignoring case, if none is given', async () => {
    const { id } = await company('Tailspin Toys');
    await company('Tailspin Toys Europe');
    const linked = await competitor({ name: 'TAILSPIN toys' });
    expect(linked).toMatchObject({ company_id: id, company: { id, name: 'Tailspin Toys' } });
    expect(Object.keys(linked.company).sort()).toEqual(['client_number', 'domain', 'id', 'name']);
    await service.rest('DELETE', `/api/competitors/${linked.id}`);
    expect(await competitor({ name: 'Tailspin Toys', company_id: null })).toMatchObject({ company_id: null });
  });

  it('stays empty for two companies of the name, a similar name or a deleted company', async () => {
    await company('Twin');
    await company('TWIN');
    expect((await competitor({ name: 'twin' })).company_id).toBeNull();
    await company('Litware Inc');
    expect((await competitor({ name: 'Litware' })).company_id).toBeNull();
    const gone = await company('Gone');
    await service.rest('DELETE', `/api/companies/${gone.id}`);
    expect((await competitor({ name: 'Gone' })).company_id).toBeNull();
  });

  it('reads as null while it is deleted', async () => {
    const { id } = await company('Proseware');
    const rival = await competitor({ company_id: id });
    await service.rest('DELETE', `/api/companies/${id}`);
    expect(await get(`/api/competitors/${rival.id}`)).toMatchObject({ company_id: null, company: null });
    await service.rest('POST', `/api/companies/${id}/restore`);
    expect(await get(`/api/competitors/${rival.id}`)).toMatchObject({ company_id: id });
  });

  it('becomes the primary company in a merge, and comes back when that is undone', async () => {
    const [primary, duplicate] = [await company('Wingtip'), await company('Wingtip Shoes')];
    const rival = await competitor({ company_id: duplicate.id });
    const merge = await service.rest('POST', `/api/companies/${primary.id}/merge`, {
      duplicate_company_id: duplicate.id,
    });
    expect(merge.body.data.merge.moved).toMatchObject({ competitors: 1 });
    expect(await get(`/api/competitors/${rival.id}`)).toMatchObject({ company_id: primary.id, version: 2 });
    const undone = await service.rest('POST', `/api/companies/merges/${merge.body.data.merge.id}/undo`);
    expect(undone.status).toBe(200);
    expect(await get(`/api/competitors/${rival.id}`)).toMatchObject({ company_id: duplicate.id });
  });

  it('shows the changes of the competitor on its timeline, and lists it', async () => {
    const { id } = await company('Adatum');
    const rival = await competitor({ company_id: id });
    const { data } = (
      await service.graphql(
        `query ($id: UUID!) { company(id: $id) { competitors { nodes { id } } activities { nodes { subject } } } }`,
        { id },
      )
    ).body;
    expect(data.company.competitors.nodes).toEqual([{ id: rival.id }]);
    expect(data.company.activities.nodes[0].subject).toContain('Competitor created');
  });
});

describe('the list of competitors', () => {
  it('is searched by name, website and company, filtered, and sorted by threat', async () => {
    const { id } = await company('Margie Travel');
    const low = await competitor({ name: 'Zeta Zoom', threat_level: 'low', company_id: id });
    const high = await competitor({ name: 'Zeta Zebra', threat_level: 'high', website: 'zebra.example.com' });
    const ids = async (query: string) =>
      (await get(`/api/competitors?${query}`)).map((one: { id: string }) => one.id);
    expect(await ids('search=zeta&sort=-threat_level')).toEqual([high.id, low.id]);
    expect(await ids('search=zebra')).toEqual([high.id]);
    expect(await ids('search=margie')).toEqual([low.id]);
    expect(await ids('search=zeta&filter[threat_level][eq]=low')).toEqual([low.id]);
    expect(await ids(`filter[company_id][eq]=${id}`)).toEqual([low.id]);
    const { data } = (
      await service.graphql(
        '{ globalSearch(q: "zebra", modules: [COMPETITORS]) { groups { status hits { title subtitle } } } }',
      )
    ).body;
    expect(data.globalSearch.groups).toEqual([
      { status: 'SEARCHED', hits: [{ title: 'Zeta Zebra', subtitle: 'zebra.example.com' }] },
    ]);
  });
});

describe('a deleted competitor', () => {
  it('is not found, and no longer shown in its deals', async () => {
    const rival = await competitor();
    const competitors = [{ competitor_id: rival.id }];
    const deal = (await service.rest('POST', '/api/deals', { name: 'Deal', competitors })).body.data;
    expect(deal.competitors).toEqual([{ competitor_id: rival.id, status: 'in_play' }]);
    expect((await service.rest('DELETE', `/api/competitors/${rival.id}`)).status).toBe(200);
    expect((await get(`/api/deals/${deal.id}`)).competitors).toEqual([]);
    for (const path of ['', '/battlecard', '/win-loss'])
      expect((await service.rest('GET', `/api/competitors/${rival.id}${path}`)).status).toBe(404);
  });
});
