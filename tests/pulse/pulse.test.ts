// Signals and watched topics over HTTP: capture, one signal for each page, triage, links, lists and merges of companies.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let count = 0;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const create = async (path: string, body: object) => {
  const reply = await service.rest('POST', path, body);
  expect(reply.status).toBe(201);
  return reply.body.data;
};
const signal = (input: object = {}) => create('/api/pulse', { title: `Signal ${++count}`, ...input });
const get = async (path: string) => (await service.rest('GET', path)).body.data;
const patch = (id: string, body: object) => service.rest('PATCH', `/api/pulse/${id}`, body);
const ids = async (query: string) => (await get(`/api/pulse?${query}`)).map((one: { id: string }) => one.id);

describe('a signal', () => {
  it('is captured as new, with the records that it is about', async () => {
    const company = await create('/api/companies', { name: 'Northwind' });
    const competitor = await create('/api/competitors', { name: 'Contoso' });
    const deal = await create('/api/deals', { name: 'Rollout' });
    const topic = await create('/api/pulse/topics', { name: 'Prices', terms: ['price', ' Price ', ' '] });
    expect(topic).toMatchObject({ terms: ['Price'], is_muted: false, archived_at: null });
    const created = await signal({
      ...{ title: ' Prices rise ', summary: ' ', kind: 'pricing', relevance: 80, topic_id: topic.id },
      ...{ company_ids: [company.id], competitor_ids: [competitor.id], deal_ids: [deal.id] },
    });
    expect(created).toMatchObject({
      ...{ title: 'Prices rise', summary: null, kind: 'pricing', status: 'new', version: 1 },
      ...{ company_ids: [company.id], competitor_ids: [competitor.id], deal_ids: [deal.id] },
    });
    expect(await get(`/api/pulse/${created.id}`)).toMatchObject({
      topic: { id: topic.id, name: 'Prices' },
      companies: [{ id: company.id, name: 'Northwind' }],
      competitors: [{ id: competitor.id, name: 'Contoso' }],
      deals: [{ id: deal.id, name: 'Rollout' }],
    });
    for (const filter of [
      `filter[company_id][eq]=${company.id}`,
      `filter[competitor_id][eq]=${competitor.id}`,
      `filter[deal_id][eq]=${deal.id}`,
      `filter[topic_id][eq]=${topic.id}`,
      'search=prices',
    ])
      expect(await ids(filter)).toEqual([created.id]);
    const dossier = await get(`/api/companies/${company.id}/dossier`);
    expect(dossier.pulse).toMatchObject([{ id: created.id }]);
    const [event] = await service.sql<{ type: string }>(
      service.acme,
      'select type from events where object_id = ?',
      [created.id],
    );
    expect(event!.type).toBe('pulse.created');
  });

  it('is captured once for each page, whatever its scheme, fragment and tracking parameters', async () => {
    const { id } = await signal({ source_url: 'https://www.News.example.com/a/?b=2&a=1&utm_source=x#top' });
    for (const source_url of [
      'http://news.example.com/a?a=1&b=2',
      'https://news.example.com/a/?a=1&b=2&fbclid=9',
    ])
      expect(await service.rest('POST', '/api/pulse', { title: 'Again', source_url })).toMatchObject({
        status: 409,
        body: { error: { code: 'CONFLICT', details: { reason: 'duplicate_source', pulse_item_id: id } } },
      });
    await signal({ source_url: 'https://news.example.com/a?a=2' });
    expect((await service.rest('DELETE', `/api/pulse/${id}`)).status).toBe(200);
    await signal({ source_url: 'https://news.example.com/a?a=1&b=2' });
  });

  it.each([
    [{ title: ' ' }, 'title'],
    [{ title: 'x', source_url: 'javascript:alert(1)' }, 'source_url'],
    [{ title: 'x', source_url: 'https://a:b@example.com' }, 'source_url'],
    [{ title: 'x', status: 'read' }, 'status'],
    [{ title: 'x', company_ids: ['019a8f3e-5b7c-7d21-9c4e-0a1b2c3d4e5f'] }, 'company_ids[0]'],
    [{ title: 'x', topic_id: '019a8f3e-5b7c-7d21-9c4e-0a1b2c3d4e5f' }, 'topic_id'],
    [{ title: 'x', relevance: 101 }, 'relevance'],
  ])('is refused with %j, naming the member', async (body, path) => {
    expect(await service.rest('POST', '/api/pulse', body)).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', fields: [{ path }] } },
    });
  });

  it('is read, then used or dismissed, and a dismissed one can become new again', async () => {
    const { id } = await signal();
    expect(await patch(id, { status: 'used' })).toMatchObject({
      status: 409,
      body: {
        error: { code: 'INVALID_STATE_TRANSITION', details: { from: 'new', to: 'used', allowed: ['read'] } },
      },
    });
    for (const status of ['read', 'dismissed', 'new', 'read', 'used'])
      expect((await patch(id, { status })).body.data.status).toBe(status);
    expect((await patch(id, { status: 'used' })).body.data.version).toBe(6);
    expect((await patch(id, { status: 'new' })).status).toBe(409);
  });

  it('has its links replaced by a list, and no trace of a list that is the same', async () => {
    const [a, b] = [
      await create('/api/companies', { name: 'A' }),
      await create('/api/companies', { name: 'B' }),
    ];
    const { id } = await signal({ company_ids: [a.id, b.id] });
    expect((await patch(id, { company_ids: [b.id, a.id] })).body.data.version).toBe(1);
    expect((await patch(id, { company_ids: [b.id] })).body.data).toMatchObject({
      version: 2,
      company_ids: [b.id],
    });
    expect((await patch(id, { company_ids: null })).body.data).toMatchObject({ version: 3, company_ids: [] });
  });

  it('is about the company that is left after a merge', async () => {
    const [a, b] = [
      await create('/api/companies', { name: 'C' }),
      await create('/api/companies', { name: 'D' }),
    ];
    const [one, both] = [await signal({ company_ids: [b.id] }), await signal({ company_ids: [a.id, b.id] })];
    const body = { duplicate_company_id: b.id };
    expect((await service.rest('POST', `/api/companies/${a.id}/merge`, body)).status).toBe(200);
    for (const { id } of [one, both]) expect((await get(`/api/pulse/${id}`)).company_ids).toEqual([a.id]);
  });
});

describe('a watched topic', () => {
  it('is muted, archived and taken back into use', async () => {
    const { id } = await create('/api/pulse/topics', { name: 'Funding' });
    const path = `/api/pulse/topics/${id}`;
    const topics = async (query: string) =>
      (await get(`/api/pulse/topics${query}`)).map((topic: { id: string }) => topic.id);
    expect((await service.rest('PATCH', path, { is_muted: true })).body.data.is_muted).toBe(true);
    expect(await service.rest('POST', '/api/pulse/topics', { name: 'FUNDING' })).toMatchObject({
      status: 409,
    });
    await service.rest('PATCH', path, { archived: true });
    expect(await topics('')).not.toContain(id);
    expect(await topics('?archived=true')).toContain(id);
    expect((await service.rest('POST', '/api/pulse', { title: 'x', topic_id: id })).status).toBe(400);
    expect((await service.rest('PATCH', path, { archived: false })).body.data.archived_at).toBeNull();
  });
});
