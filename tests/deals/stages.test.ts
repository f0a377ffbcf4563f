// Stage moves of deals over HTTP: the table of transitions, its refusals, and the history of each move.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { type Ask, startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;
let serial = 0;
let companyId: string;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  companyId = (await service.rest('POST', '/api/companies', { name: 'Buyer' })).body.data.id;
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const create = async (body: object = {}) =>
  (await service.rest('POST', '/api/deals', { name: `Deal ${++serial}`, ...body })).body.data;
const closable = () => create({ company_id: companyId, value: '100' });
const move = (id: string, body: object, ask: Ask = {}) =>
  service.rest('PATCH', `/api/deals/${id}/stage`, body, ask);
const history = async (id: string) => (await service.rest('GET', `/api/deals/${id}/stage-history`)).body.data;
const eventsOf = async (id: string) =>
  (
    await service.sql(service.acme, 'select type from events where object_id = ? order by occurred_at, id', [
      id,
    ])
  ).map(({ type }) => type);
const pipeline = async (name: string) =>
  (await service.rest('POST', '/api/deals/pipelines', { name })).body.data;
const key = () => ({ 'idempotency-key': crypto.randomUUID() });

async function expectRefused(id: string, body: object, ask: Ask = {}) {
  const before = await inspector.fingerprint();
  const reply = await move(id, body, ask);
  expect(reply.status).toBeGreaterThanOrEqual(400);
  expect(await inspector.fingerprint()).toEqual(before);
  return reply.body.error;
}

describe('an open deal', () => {
  it('can move forward and back and skip stages, with one event and one history entry per move', async () => {
    const { id } = await create();
    expect(await move(id, { stage: 'negotiation', reason: 'They called' })).toMatchObject({
      status: 200,
      body: { data: { stage: 'negotiation', probability: 75, version: 2 } },
    });
    expect(await move(id, { stage: 'qualification' })).toMatchObject({
      body: { data: { stage: 'qualification', probability: 20, version: 3 } },
    });
    const entries = await history(id);
    expect(entries).toMatchObject([
      { stage: 'prospecting', label: 'Prospecting', status: 'open', seconds_in_stage: 0, reason: null },
      { stage: 'negotiation', reason: 'They called', actor: { type: 'user' } },
      { stage: 'qualification', left_at: null, seconds_in_stage: null },
    ]);
    expect(await eventsOf(id)).toEqual(['deal.created', 'deal.stage_changed', 'deal.stage_changed']);
  });

  it('is unchanged by a move to its own stage', async () => {
    const { id } = await create();
    const before = await inspector.fingerprint();
    expect(await move(id, { stage: 'prospecting' })).toMatchObject({
      status: 200,
      body: { data: { version: 1 } },
    });
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('can be won only with a company and a value, and is warned about an incomplete contract structure', async () => {
    const bare = await create();
    expect(await expectRefused(bare.id, { stage: 'closed_won' })).toMatchObject({
      code: 'DEAL_NOT_CLOSABLE',
      details: { missing: ['company_id', 'value'] },
    });
    const { id } = await closable();
    const { status, body } = await move(id, { stage: 'closed_won' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      status: 'won',
      probability: 100,
      closed_at: expect.any(String),
      _contractStructureWarning: { code: 'CONTRACT_STRUCTURE_INCOMPLETE' },
    });
    expect(await eventsOf(id)).toEqual(['deal.created', 'deal.won']);
  });

  it('is lost with a reason from the list, and the reason "other" requires a note', async () => {
    const { id } = await create();
    expect(await expectRefused(id, { stage: 'closed_lost' })).toMatchObject({
      fields: [{ path: 'lost_reason', rule: 'required' }],
    });
    expect(await expectRefused(id, { stage: 'closed_lost', lost_reason: 'weather' })).toMatchObject({
      fields: [{ path: 'lost_reason', rule: 'enum' }],
    });
    expect(
      await expectRefused(id, { stage: 'closed_lost', lost_reason: 'other', lost_note: '  ' }),
    ).toMatchObject({
      fields: [{ path: 'lost_note' }],
    });
    expect(await expectRefused(id, { stage: 'proposal', lost_reason: 'price' })).toMatchObject({
      fields: [{ path: 'lost_reason', rule: 'unexpected' }],
    });
    const lost = await move(id, { stage: 'closed_lost', lost_reason: 'other', lost_note: 'They moved' });
    expect(lost.body.data).toMatchObject({
      status: 'lost',
      probability: 0,
      lost_reason: 'other',
      lost_note: 'They moved',
    });
    expect(lost.body.data).not.toHaveProperty('_contractStructureWarning');
    expect(await eventsOf(id)).toEqual(['deal.created', 'deal.lost']);
    const [event] = await service.sql(
      service.acme,
      `select data from events where object_id = ? and type = 'deal.lost'`,
      [id],
    );
    expect(JSON.stringify(event)).not.toContain('They moved');
  });

  it('cannot move to an unknown stage, and the error lists the stages', async () => {
    const { id } = await create();
    const error = await expectRefused(id, { stage: 'nowhere' });
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', fields: [{ path: 'stage', rule: 'exists' }] });
    expect(error.message).toContain('prospecting, qualification');
  });

  it('can move to another pipeline', async () => {
    const other = await pipeline('Other way');
    const { id } = await create();
    const moved = await move(id, { stage: 'prospecting', pipeline_id: other.id });
    expect(moved.body.data).toMatchObject({ pipeline_id: other.id, stage: 'prospecting', version: 2 });
    expect((await history(id)).map((entry: { pipeline_id: string }) => entry.pipeline_id)).toEqual([
      expect.not.stringContaining(other.id),
      other.id,
    ]);
  });
});

describe('a closed deal', () => {
  it('can be reopened with deals.manage and a reason, and the history keeps why it was lost', async () => {
    const { id } = await create();
    await move(id, { stage: 'closed_lost', lost_reason: 'price', lost_note: 'Too dear' });
    const mine = service.acme.people.member;
    await service.rest('PATCH', `/api/deals/${id}`, { owner_user_id: mine.userId });
    expect(await expectRefused(id, { stage: 'proposal', reason: 'Again' }, { as: mine })).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: { required_permission: 'deals.manage' },
    });
    expect(await expectRefused(id, { stage: 'proposal' })).toMatchObject({
      fields: [{ path: 'reason', rule: 'required' }],
    });
    const reopened = await move(
      id,
      { stage: 'proposal', reason: 'New budget' },
      { as: service.acme.people.manager },
    );
    expect(reopened.body.data).toMatchObject({
      status: 'open',
      probability: 50,
      closed_at: null,
      lost_reason: null,
      lost_note: null,
    });
    expect(await history(id)).toMatchObject([
      { stage: 'prospecting' },
      { stage: 'closed_lost', lost_reason: 'price', lost_note: 'Too dear' },
      { stage: 'proposal', reason: 'New budget' },
    ]);
    expect(await eventsOf(id)).toEqual(['deal.created', 'deal.lost', 'deal.updated', 'deal.reopened']);
  });

  it('cannot move to the other closed stage without being reopened', async () => {
    const { id } = await closable();
    await move(id, { stage: 'closed_won' });
    expect(await expectRefused(id, { stage: 'closed_lost', lost_reason: 'price' })).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      details: {
        from: 'closed_won',
        to: 'closed_lost',
        allowed: ['prospecting', 'qualification', 'discovery', 'proposal', 'negotiation'],
      },
    });
    const lost = await create();
    await move(lost.id, { stage: 'closed_lost', lost_reason: 'price' });
    expect(await expectRefused(lost.id, { stage: 'closed_won' })).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
    });
  });

  it('cannot be reopened after its hand-off', async () => {
    const { id } = await closable();
    await move(id, { stage: 'closed_won' });
    const handOff = await service.rest('POST', `/api/deals/${id}/handoff`, { allow_incomplete: true });
    expect(await expectRefused(id, { stage: 'proposal', reason: 'Again' })).toMatchObject({
      code: 'DEAL_HANDED_OFF',
      details: { project_id: handOff.body.data.project_id },
    });
  });
});

describe('a move based on a stale state', () => {
  it('is rejected with the current stage or version', async () => {
    const { id } = await create();
    await move(id, { stage: 'proposal' });
    expect(await expectRefused(id, { stage: 'discovery', expected_stage: 'prospecting' })).toMatchObject({
      code: 'STALE_STATE',
      details: { current_stage: 'proposal', current_version: 2 },
    });
    expect(await expectRefused(id, { stage: 'discovery' }, { headers: { 'if-match': '"1"' } })).toMatchObject(
      {
        code: 'PRECONDITION_FAILED',
      },
    );
  });

  it('is rejected if a simultaneous move came first', async () => {
    const { id } = await create();
    const replies = await Promise.all(
      ['proposal', 'discovery', 'negotiation'].map((stage) =>
        move(id, { stage, expected_stage: 'prospecting' }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await history(id)).toHaveLength(2);
  });
});

describe('a bulk move of deals', () => {
  it('moves each deal independently, so that a failure does not affect the others', async () => {
    const [a, b, c] = [await closable(), await create(), await closable()];
    const missing = crypto.randomUUID();
    const reply = await service.rest('POST', '/api/deals/bulk-stage', {
      ids: [a.id, b.id, missing, c.id],
      changes: { stage: 'closed_won' },
    });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        data: {
          succeeded: [a.id, c.id],
          failed: [
            { id: b.id, code: 'DEAL_NOT_CLOSABLE' },
            { id: missing, code: 'NOT_FOUND' },
          ],
          counts: { succeeded: 2, failed: 2 },
        },
      },
    });
    expect(await history(b.id)).toHaveLength(1);
    expect(await eventsOf(c.id)).toEqual(['deal.created', 'deal.won']);
    expect(await eventsOf(a.id)).toEqual(['deal.created', 'deal.won', 'deal.bulk_moved']);
  });
});

describe('an agent', () => {
  it('can move deals between open stages, but needs approval to close one', async () => {
    const { id } = await closable();
    const as = await service.token(service.acme, { kind: 'agent', scopes: ['crm.deals:write'] });
    expect(await move(id, { stage: 'proposal' }, { as, headers: key() })).toMatchObject({ status: 200 });
    for (const body of [{ stage: 'closed_won' }, { stage: 'closed_lost', lost_reason: 'price' }]) {
      expect(await move(id, body, { as, headers: key() })).toMatchObject({ status: 202 });
    }
    const bulk = await service.rest(
      'POST',
      '/api/deals/bulk-stage',
      { ids: [id], changes: { stage: 'closed_won' } },
      { as, headers: key() },
    );
    expect(bulk).toMatchObject({ status: 202 });
    const imported = await service.rest(
      'POST',
      '/api/deals',
      {
        name: 'x',
        stage: 'closed_lost',
        imported: true,
        closed_at: '2026-01-01T00:00:00Z',
        lost_reason: 'price',
      },
      { as, headers: key() },
    );
    expect(imported).toMatchObject({ status: 202 });
    expect(await service.sql(service.acme, `select 1 from deals where name = 'x'`)).toEqual([]);
    expect((await service.rest('GET', `/api/deals/${id}`)).body.data.stage).toBe('proposal');
    await move(id, { stage: 'closed_won' });
    expect(await expectRefused(id, { stage: 'proposal', reason: 'x' }, { as, headers: key() })).toMatchObject(
      {
        code: 'PERMISSION_DENIED',
      },
    );
  });
});
