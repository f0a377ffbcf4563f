// Pipelines and their stages over HTTP: permissions, fixed stages, and where deals move when one is deleted.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { type Ask, startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;
let serial = 0;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const ROOT = '/api/deals/pipelines';
const OPEN = ['prospecting', 'qualification', 'discovery', 'proposal', 'negotiation'];
const list = async (ask: Ask = {}) => (await service.rest('GET', ROOT, undefined, ask)).body.data;
const create = async (body: object = {}) =>
  (await service.rest('POST', ROOT, { name: `Way ${++serial}`, ...body })).body.data;
const patch = (id: string, body: object, ask: Ask = {}) => service.rest('PATCH', `${ROOT}/${id}`, body, ask);
const deal = async (body: object) =>
  (await service.rest('POST', '/api/deals', { name: `Deal ${++serial}`, ...body })).body.data;
const get = async (id: string) => (await service.rest('GET', `/api/deals/${id}`)).body.data;
const history = async (id: string) => (await service.rest('GET', `/api/deals/${id}/stage-history`)).body.data;
const keysOf = async (id: string): Promise<string[]> =>
  (await list())
    .find((pipeline: { id: string }) => pipeline.id === id)
    .stages.map(({ key }: { key: string }) => key);

async function expectRefused(method: string, path: string, body: object = {}, ask: Ask = {}) {
  const before = await inspector.fingerprint();
  const reply = await service.rest(method, path, body, ask);
  expect(reply.status).toBeGreaterThanOrEqual(400);
  expect(await inspector.fingerprint()).toEqual(before);
  return reply.body.error;
}

describe('every workspace', () => {
  it('starts with the sales pipeline and its seven stages', async () => {
    const pipelines = await list({ as: service.globex.people.viewer });
    expect(pipelines).toMatchObject([{ key: 'sales', name: 'Sales', is_default: true, version: 1 }]);
    expect(
      pipelines[0].stages.map((stage: Record<string, unknown>) => [
        stage.key,
        stage.probability,
        stage.category,
        stage.rotting_days,
        stage.position,
      ]),
    ).toEqual([
      ['prospecting', 10, 'open', 30, 1],
      ['qualification', 20, 'open', 21, 2],
      ['discovery', 35, 'open', 21, 3],
      ['proposal', 50, 'open', 14, 4],
      ['negotiation', 75, 'open', 14, 5],
      ['closed_won', 100, 'won', null, 6],
      ['closed_lost', 0, 'lost', null, 7],
    ]);
    const moves = Object.fromEntries(
      pipelines[0].stages.map((stage: { key: string; allowed_moves: { key: string }[] }) => [
        stage.key,
        stage.allowed_moves.map(({ key }) => key),
      ]),
    );
    expect(moves.closed_won).toEqual(OPEN);
    expect(moves.proposal).toEqual([
      ...OPEN.filter((key) => key !== 'proposal'),
      'closed_won',
      'closed_lost',
    ]);
  });
});

describe('a pipeline', () => {
  it('is created with the default stages and a key of its own', async () => {
    const [first, second] = [
      await create({ name: 'Partner sales' }),
      await create({ name: 'Partner sales' }),
    ];
    expect([first.key, second.key]).toEqual(['partner_sales', 'partner_sales_2']);
    expect(first.stages.map(({ key }: { key: string }) => key)).toEqual([
      ...OPEN,
      'closed_won',
      'closed_lost',
    ]);
    const both = await Promise.all([create({ name: 'At once' }), create({ name: 'At once' })]);
    expect(new Set(both.map(({ key }) => key)).size).toBe(2);
  });

  it('replaces the former default, so that there is always exactly one default', async () => {
    const [former] = await list();
    const next = await create({ is_default: true });
    const defaults = () =>
      list().then((all) => all.filter((pipeline: { is_default: boolean }) => pipeline.is_default));
    expect(await defaults()).toMatchObject([{ id: next.id }]);
    expect(await deal({})).toMatchObject({ pipeline_id: next.id });
    expect(await expectRefused('PATCH', `${ROOT}/${next.id}`, { is_default: false })).toMatchObject({
      fields: [{ path: 'is_default', rule: 'default' }],
    });
    expect(await patch(former.id, { is_default: true })).toMatchObject({ status: 200 });
    expect(await defaults()).toMatchObject([{ id: former.id }]);
  });

  it('can be renamed and reordered, but the closed stages stay last', async () => {
    const { id } = await create();
    const order = [...OPEN].reverse();
    const changed = await patch(id, { name: 'Renamed', stage_order: order });
    expect(changed.body.data).toMatchObject({ name: 'Renamed', version: 2 });
    expect(await keysOf(id)).toEqual([...order, 'closed_won', 'closed_lost']);
    for (const invalidOrder of [OPEN.slice(1), [...OPEN, 'closed_won'], [...OPEN.slice(1), 'proposal']]) {
      expect(await expectRefused('PATCH', `${ROOT}/${id}`, { stage_order: invalidOrder })).toMatchObject({
        fields: [{ path: 'stage_order', rule: 'permutation' }],
      });
    }
    const stale = await expectRefused(
      'PATCH',
      `${ROOT}/${id}`,
      { name: 'Late' },
      { headers: { 'if-match': '"1"' } },
    );
    expect(stale).toMatchObject({ code: 'PRECONDITION_FAILED' });
  });

  it('can be deleted when it is empty or when another pipeline takes its deals', async () => {
    const [from, to] = [await create(), await create()];
    const open = await deal({ pipeline_id: from.id, stage: 'discovery' });
    const deleted = await deal({ pipeline_id: from.id, stage: 'proposal' });
    await service.rest('DELETE', `/api/deals/${deleted.id}`);
    const lost = await deal({ pipeline_id: from.id });
    await service.rest('PATCH', `/api/deals/${lost.id}/stage`, {
      stage: 'closed_lost',
      lost_reason: 'price',
    });
    const closedAt = (await get(lost.id)).closed_at;
    expect(await expectRefused('DELETE', `${ROOT}/${from.id}`)).toMatchObject({
      code: 'RESOURCE_IN_USE',
      details: { references: [{ type: 'deal', count: 2 }] },
    });
    const path = `${ROOT}/${from.id}?move_to_pipeline_id=`;
    expect(await expectRefused('DELETE', path + from.id)).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await expectRefused('DELETE', path + crypto.randomUUID())).toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    await service.rest('DELETE', `${ROOT}/${to.id}/stages/discovery`);
    expect(await expectRefused('DELETE', path + to.id)).toMatchObject({
      fields: [{ path: 'move_to_stage', rule: 'required' }],
    });
    const done = await service.rest('DELETE', `${path}${to.id}&move_to_stage=proposal`);
    expect(done).toMatchObject({ status: 200, body: { data: { id: from.id } } });
    expect(await get(open.id)).toMatchObject({ pipeline_id: to.id, stage: 'proposal', version: 2 });
    expect(await history(open.id)).toMatchObject([
      { stage: 'discovery', pipeline_id: from.id, left_at: expect.any(String) },
      { stage: 'proposal', pipeline_id: to.id, left_at: null, reason: expect.stringContaining(from.name) },
    ]);
    expect(await get(lost.id)).toMatchObject({ pipeline_id: to.id, status: 'lost', closed_at: closedAt });
    const restored = await service.rest('POST', `/api/deals/${deleted.id}/restore`);
    expect(restored.body.data).toMatchObject({ pipeline_id: to.id, stage: 'proposal' });
    expect(await service.rest('PATCH', `${ROOT}/${from.id}`, { name: 'x' })).toMatchObject({ status: 404 });
    expect((await list()).map(({ id }: { id: string }) => id)).not.toContain(from.id);
    const events = await service.sql(
      service.acme,
      `select type, data->'object'->>'moved_deals' as moved from events where object_id = ? and type like '%.deleted'`,
      [from.id],
    );
    expect(events).toEqual([{ type: 'deal_pipeline.deleted', moved: '2' }]);
  });

  it('cannot be deleted while it is the default', async () => {
    const [defaultPipeline] = await list();
    expect(await expectRefused('DELETE', `${ROOT}/${defaultPipeline.id}`)).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'default_pipeline' },
    });
  });

  it('can be changed by owners and admins only', async () => {
    const { id } = await create();
    for (const role of ['manager', 'member', 'viewer'] as const) {
      const as = service.acme.people[role];
      expect(await expectRefused('POST', ROOT, { name: 'x' }, { as })).toMatchObject({
        code: 'PERMISSION_DENIED',
      });
      expect(await expectRefused('DELETE', `${ROOT}/${id}`, {}, { as })).toMatchObject({
        code: 'PERMISSION_DENIED',
      });
    }
    const as = service.globex.people.owner;
    expect(await expectRefused('PATCH', `${ROOT}/${id}`, { name: 'x' }, { as })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('a stage', () => {
  it('is added at the given position, with a key made from its label', async () => {
    const { id } = await create();
    const added = await service.rest('POST', `${ROOT}/${id}/stages`, {
      label: 'Legal review',
      probability: 60,
      rotting_days: 7,
      position: 2,
    });
    expect(added).toMatchObject({
      status: 201,
      body: {
        data: { key: 'legal_review', probability: 60, rotting_days: 7, position: 2, category: 'open' },
      },
    });
    expect(await keysOf(id)).toEqual([
      'prospecting',
      'legal_review',
      'qualification',
      'discovery',
      'proposal',
      'negotiation',
      'closed_won',
      'closed_lost',
    ]);
    const taken = await expectRefused('POST', `${ROOT}/${id}/stages`, { label: 'x', key: 'closed_won' });
    expect(taken).toMatchObject({ code: 'CONFLICT', details: { reason: 'stage_key_taken' } });
  });

  it('can be updated by id or key, and deals follow its probability unless they have their own', async () => {
    const { id } = await create();
    const inheriting = await deal({ pipeline_id: id, stage: 'proposal' });
    const own = await deal({ pipeline_id: id, stage: 'proposal', probability: 33 });
    const changed = await service.rest('PATCH', `${ROOT}/${id}/stages/proposal`, {
      label: 'Offer',
      probability: 55,
      rotting_days: null,
      position: 1,
    });
    expect(changed.body.data).toMatchObject({
      key: 'proposal',
      label: 'Offer',
      probability: 55,
      rotting_days: null,
      position: 1,
    });
    expect(await get(inheriting.id)).toMatchObject({ probability: 55, version: 2 });
    expect(await get(own.id)).toMatchObject({ probability: 33, version: 1 });
    const byId = await service.rest('PATCH', `${ROOT}/${id}/stages/${changed.body.data.id}`, {
      label: 'Bid',
    });
    expect(byId.body.data).toMatchObject({ label: 'Bid' });
    const fixed = await expectRefused('PATCH', `${ROOT}/${id}/stages/proposal`, { key: 'offer' });
    expect(fixed).toMatchObject({ fields: [{ path: 'key', rule: 'fixed' }] });
    expect(await expectRefused('PATCH', `${ROOT}/${id}/stages/nowhere`, { label: 'x' })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('that closes deals cannot be changed or deleted', async () => {
    const { id } = await create();
    for (const stage of ['closed_won', 'closed_lost']) {
      const path = `${ROOT}/${id}/stages/${stage}`;
      expect(await expectRefused('PATCH', path, { label: 'x' })).toMatchObject({
        details: { reason: 'stage_fixed' },
      });
      expect(await expectRefused('DELETE', path)).toMatchObject({ details: { reason: 'stage_fixed' } });
    }
  });

  it('can be deleted if another stage takes its deals, but never as the last open stage', async () => {
    const { id } = await create();
    const movedDeal = await deal({ pipeline_id: id, stage: 'qualification' });
    const path = `${ROOT}/${id}/stages/qualification`;
    expect(await expectRefused('DELETE', path)).toMatchObject({ code: 'RESOURCE_IN_USE' });
    for (const invalidTarget of ['qualification', 'closed_won', 'nowhere']) {
      expect(await expectRefused('DELETE', `${path}?move_to_stage=${invalidTarget}`)).toMatchObject({
        fields: [{ path: 'move_to_stage', rule: 'exists' }],
      });
    }
    expect(await service.rest('DELETE', `${path}?move_to_stage=discovery`)).toMatchObject({ status: 200 });
    expect(await get(movedDeal.id)).toMatchObject({ stage: 'discovery', probability: 35 });
    expect(await history(movedDeal.id)).toMatchObject([
      { stage: 'qualification', label: 'Qualification' },
      { stage: 'discovery', left_at: null },
    ]);
    for (const key of ['proposal', 'negotiation', 'prospecting'])
      await service.rest('DELETE', `${ROOT}/${id}/stages/${key}`);
    expect(await keysOf(id)).toEqual(['discovery', 'closed_won', 'closed_lost']);
    expect(
      await expectRefused('DELETE', `${ROOT}/${id}/stages/discovery?move_to_stage=closed_won`),
    ).toMatchObject({
      details: { reason: 'last_open_stage' },
    });
  });
});
