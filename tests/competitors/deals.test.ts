// Competitors in deals: setting them, wins and losses, comparison, lineage and the dossier of a company.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let count = 0;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const competitor = async (input: object = {}): Promise<{ id: string; name: string }> =>
  (await service.rest('POST', '/api/competitors', { name: `Rival ${++count}`, ...input })).body.data;
const deal = async (input: object = {}): Promise<{ id: string; version: number }> => {
  const reply = await service.rest('POST', '/api/deals', {
    name: `Deal ${++count}`,
    currency: 'EUR',
    ...input,
  });
  expect(reply.status).toBe(201);
  return reply.body.data;
};
const get = async (path: string) => (await service.rest('GET', path)).body.data;
const move = (id: string, body: object) => service.rest('PATCH', `/api/deals/${id}/stage`, body);
const buyer = async () =>
  (await service.rest('POST', '/api/companies', { name: `Buyer ${++count}` })).body.data.id as string;

describe('the competitors of a deal', () => {
  it('are replaced as a whole; one without a status keeps its status', async () => {
    const [a, b] = [await competitor(), await competitor()];
    const { id } = await deal();
    const path = `/api/deals/${id}/competitors`;
    const put = (competitors: object[]) => service.rest('PUT', path, { competitors });
    const set = await put([{ competitor_id: a.id, status: 'beaten' }, { competitor_id: b.id }]);
    expect(set).toMatchObject({ status: 200, body: { data: { version: 2 } } });
    expect(set.body.data.competitors).toEqual([
      { competitor_id: a.id, status: 'beaten' },
      { competitor_id: b.id, status: 'in_play' },
    ]);
    expect((await put([{ competitor_id: b.id }, { competitor_id: a.id }])).body.data.version).toBe(2);
    const fewer = await put([{ competitor_id: a.id }]);
    expect(fewer.body.data).toMatchObject({
      version: 3,
      competitors: [{ competitor_id: a.id, status: 'beaten' }],
    });
    expect((await put([])).body.data).toMatchObject({ version: 4, competitors: [] });
  });

  it('appear on the timelines of both, and filter deals', async () => {
    const rival = await competitor();
    const { id } = await deal();
    await service.rest('PUT', `/api/deals/${id}/competitors`, { competitors: [{ competitor_id: rival.id }] });
    expect(
      (await get(`/api/deals?filter[competitor_id][eq]=${rival.id}`)).map((one: { id: string }) => one.id),
    ).toEqual([id]);
    const { data } = (
      await service.graphql(
        `query ($id: UUID!) { competitor(id: $id) { deals { nodes { id } } activities { nodes { subject } } } }`,
        { id: rival.id },
      )
    ).body;
    expect(data.competitor.deals.nodes).toEqual([{ id }]);
    expect(data.competitor.activities.nodes[0].subject).toContain('Deal changed');
    const { nodes, edges } = await get(`/api/deals/${id}/lineage`);
    expect(nodes).toContainEqual(
      expect.objectContaining({ type: 'competitor', id: rival.id, label: rival.name }),
    );
    expect(edges).toContainEqual({ from: id, to: rival.id, kind: 'competitor' });
  });

  it('must exist, each once, and not belong to another workspace', async () => {
    const rival = await competitor();
    const as = service.globex.people.owner;
    const foreign = (await service.rest('POST', '/api/competitors', { name: 'Other' }, { as })).body.data;
    const { id } = await deal();
    const put = (ids: string[]) =>
      service.rest('PUT', `/api/deals/${id}/competitors`, {
        competitors: ids.map((competitor_id) => ({ competitor_id })),
      });
    for (const [ids, path, rule] of [
      [[crypto.randomUUID()], 'competitors[0].competitor_id', 'exists'],
      [[rival.id, foreign.id], 'competitors[1].competitor_id', 'exists'],
      [[rival.id, rival.id.toUpperCase()], 'competitors[1].competitor_id', 'unique'],
    ] as const)
      expect(await put([...ids])).toMatchObject({
        status: 400,
        body: { error: { fields: [{ path, rule }] } },
      });
    expect(await get(`/api/deals/${id}`)).toMatchObject({ version: 1, competitors: [] });
    const patch = await service.rest('PATCH', `/api/deals/${id}`, { competitors: [] });
    expect(patch.body.error.fields).toMatchObject([{ path: 'competitors', rule: 'own_route' }]);
  });
});

describe('wins and losses against a competitor', () => {
  it('count its live deals by outcome, with values by currency and reasons', async () => {
    const rival = await competitor();
    const company_id = await buyer();
    const met = (status: string, input: object) =>
      deal({ company_id, competitors: [{ competitor_id: rival.id, status }], ...input });
    const won = await met('beaten', { value: '1000' });
    await move(won.id, { stage: 'closed_won' });
    for (const [status, lost_reason, value] of [
      ['lost_to', 'price', '200'],
      ['lost_to', 'price', '50.5'],
      ['in_play', 'timing', null],
    ]) {
      const { id } = await met(status!, { value });
      await move(id, { stage: 'closed_lost', lost_reason });
    }
    await met('in_play', { value: '70', currency: 'USD' });
    const gone = await met('in_play', { value: '9999' });
    await service.rest('DELETE', `/api/deals/${gone.id}`);
    expect(await get(`/api/competitors/${rival.id}/win-loss`)).toEqual({
      competitor_id: rival.id,
      ...{ met: 5, won: 1, lost: 3, lost_to: 2, open: 1, win_rate: 25 },
      value: [
        { currency: 'EUR', won: '1000.00', lost: '250.50', open: '0.00' },
        { currency: 'USD', won: '0.00', lost: '0.00', open: '70.00' },
      ],
      lost_reasons: [
        { reason: 'price', count: 2 },
        { reason: 'timing', count: 1 },
      ],
    });
    const dossier = await get(`/api/companies/${company_id}/dossier`);
    expect(dossier.competitors.map(({ id }: { id: string }) => id)).toEqual([rival.id]);
  });

  it('are all zero for a competitor that was never met', async () => {
    const { id } = await competitor();
    expect(await get(`/api/competitors/${id}/win-loss`)).toEqual({
      competitor_id: id,
      ...{ met: 0, won: 0, lost: 0, lost_to: 0, open: 0, win_rate: null, value: [], lost_reasons: [] },
    });
  });
});

describe('a comparison of competitors', () => {
  it('has a row for each dimension, a cell for each competitor, and our own from the profile', async () => {
    const [a, b] = [
      await competitor({ products: ['Stock'], threat_level: 'high' }),
      await competitor({ strengths: ['Price'] }),
    ];
    const profile = { products: ['Warehouse'], positioning: 'Fast' };
    await service.rest('PATCH', '/api/settings/tenant', { profile });
    const query = `ids=${b.id},${a.id}&dimensions=products,positioning,threat_level`;
    const compared = await get(`/api/competitors/comparison?${query}`);
    expect(compared.competitors.map(({ id }: { id: string }) => id)).toEqual([b.id, a.id]);
    expect(compared.rows).toEqual([
      { dimension: 'threat_level', us: null, cells: [null, 'high'] },
      { dimension: 'positioning', us: 'Fast', cells: [null, null] },
      { dimension: 'products', us: ['Warehouse'], cells: [null, ['Stock']] },
    ]);
    expect((await get(`/api/competitors/comparison?ids=${a.id},${b.id}`)).rows).toHaveLength(9);
  });

  it('takes two to six existing competitors, each once', async () => {
    const ids = await Promise.all(Array.from({ length: 7 }, async () => (await competitor()).id));
    const refused = async (some: string[]) =>
      (await service.rest('GET', `/api/competitors/comparison?ids=${some.join(',')}`)).body.error;
    expect(await refused(ids.slice(0, 1))).toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: [{ path: 'ids' }],
    });
    expect(await refused(ids)).toMatchObject({ fields: [{ path: 'ids' }] });
    expect(await refused([ids[0]!, ids[0]!])).toMatchObject({ fields: [{ path: 'ids', rule: 'unique' }] });
    expect(await refused([ids[0]!, crypto.randomUUID()])).toMatchObject({
      fields: [{ path: 'ids[1]', rule: 'exists' }],
    });
  });
});
