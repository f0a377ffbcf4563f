// Deals over HTTP: creating, updating, listing, searching and deleting them, and the permissions that this requires.
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

const post = (body: object, ask: Ask = {}) => service.rest('POST', '/api/deals', body, ask);
const create = async (body: object = {}, ask: Ask = {}) =>
  (await post({ name: `Deal ${++serial}`, ...body }, ask)).body.data;
const get = async (id: string) => (await service.rest('GET', `/api/deals/${id}`)).body.data;
const patch = (id: string, body: object, ask: Ask = {}) =>
  service.rest('PATCH', `/api/deals/${id}`, body, ask);
const company = async (ask: Ask = {}) =>
  (await service.rest('POST', '/api/companies', { name: `Company ${++serial}` }, ask)).body.data;
const names = async (query: string, ask: Ask = {}) =>
  (await service.rest('GET', `/api/deals?${query}`, undefined, ask)).body.data.map(
    ({ name }: { name: string }) => name,
  );
const eventsOf = (id: string) =>
  service.sql(service.acme, 'select type, data from events where object_id = ? order by id', [id]);
const inGlobex = (): Ask => ({ as: service.globex.people.owner });

/** Sends a request that must be refused, and checks that nothing was written. */
async function expectRefused(method: string, path: string, body: object, ask: Ask = {}) {
  const before = await inspector.fingerprint();
  const reply = await service.rest(method, path, body, ask);
  expect(reply.status).toBeGreaterThanOrEqual(400);
  expect(await inspector.fingerprint()).toEqual(before);
  return reply;
}

describe('a new deal', () => {
  it('starts in the first stage of the default pipeline, in the currency of the workspace', async () => {
    const { id: companyId } = await company();
    const deal = await create({ name: '  Big   one ', company_id: companyId, value: 1200.5 });
    expect(deal).toMatchObject({
      version: 1,
      name: 'Big one',
      company_id: companyId,
      value: '1200.50',
      currency: 'EUR',
      stage: 'prospecting',
      status: 'open',
      probability: 10,
      probability_override: false,
      kind: 'new_business',
      source: 'manual',
      closed_at: null,
      project_id: null,
    });
    expect(deal).not.toHaveProperty('_contractStructureWarning');
    expect(await get(deal.id)).toEqual(deal);
    expect(await eventsOf(deal.id)).toMatchObject([
      { type: 'deal.created', data: { object_type: 'deal', object: { id: deal.id, version: 1 } } },
    ]);
  });

  it('can start in any open stage', async () => {
    expect(await create({ stage: 'negotiation' })).toMatchObject({ stage: 'negotiation', probability: 75 });
    expect(await create({ stage: 'discovery', probability: 5 })).toMatchObject({
      probability: 5,
      probability_override: true,
    });
  });

  it('is rejected with invalid or missing fields', async () => {
    for (const [body, path, rule] of [
      [{}, 'name', 'required'],
      [{ name: ' ' }, 'name', 'required'],
      [{ name: 'x', stage: 'nowhere' }, 'stage', 'exists'],
      [{ name: 'x', pipeline_id: crypto.randomUUID() }, 'pipeline_id', 'exists'],
      [{ name: 'x', value: -1 }, 'value', 'minimum'],
      [{ name: 'x', value: '1.005' }, 'value', 'money_format'],
      [{ name: 'x', value: '1.5', currency: 'JPY' }, 'value', 'money_format'],
      [{ name: 'x', currency: 'XYZ' }, 'currency', 'currency'],
      [{ name: 'x', status: 'won' }, 'status', 'read_only'],
      [{ name: 'x', probability: 101 }, 'probability', 'maximum'],
      [{ name: 'x', probability: 5, probability_override: false }, 'probability_override', 'contradiction'],
      [{ name: 'x', company_id: crypto.randomUUID() }, 'company_id', 'exists'],
      [{ name: 'x', owner_user_id: crypto.randomUUID() }, 'owner_user_id', 'exists'],
      [{ name: 'x', predecessor_deal_id: crypto.randomUUID() }, 'predecessor_deal_id', 'exists'],
      [{ name: 'x', contacts: [{ contact_id: crypto.randomUUID() }] }, 'contacts[0].contact_id', 'exists'],
      [{ name: 'x', term_start_on: '2026-02-01', term_end_on: '2026-01-31' }, 'term_end_on', 'invalid_range'],
      [{ name: 'x', unit_price: -1 }, 'unit_price', 'minimum'],
      [{ name: 'x', lost_reason: 'price' }, 'lost_reason', 'unexpected'],
      [{ name: 'x', closed_at: '2026-01-01T00:00:00Z' }, 'closed_at', 'unexpected'],
      [{ name: 'x', nmae: 'x' }, 'nmae', 'unknown_field'],
    ] as const) {
      const reply = await expectRefused('POST', '/api/deals', body);
      expect(reply).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
      expect({ body, faults: reply.body.error.fields }).toMatchObject({ body, faults: [{ path, rule }] });
    }
  });

  it('can start in a closed stage only as an import with its closing date', async () => {
    const { id: companyId } = await company();
    const won = { name: 'Won once', company_id: companyId, value: '10', stage: 'closed_won' };
    const closedAt = '2025-03-01T10:00:00.000Z';
    expect((await expectRefused('POST', '/api/deals', won)).body.error.fields).toMatchObject([
      { path: 'stage' },
    ]);
    const open = await expectRefused('POST', '/api/deals', { ...won, imported: true });
    expect(open.body.error.fields).toMatchObject([{ path: 'closed_at', rule: 'required' }]);
    const future = await expectRefused('POST', '/api/deals', {
      ...won,
      imported: true,
      closed_at: '2999-01-01T00:00:00Z',
    });
    expect(future.body.error.fields).toMatchObject([{ path: 'closed_at', rule: 'future' }]);
    const bare = await expectRefused('POST', '/api/deals', {
      ...won,
      company_id: null,
      imported: true,
      closed_at: closedAt,
    });
    expect(bare).toMatchObject({
      status: 409,
      body: { error: { code: 'DEAL_NOT_CLOSABLE', details: { missing: ['company_id'] } } },
    });
    const deal = await create({ ...won, imported: true, closed_at: closedAt });
    expect(deal).toMatchObject({ status: 'won', probability: 100, closed_at: closedAt, source: 'import' });
    const lost = { name: 'Lost once', stage: 'closed_lost', imported: true, closed_at: closedAt };
    expect((await expectRefused('POST', '/api/deals', lost)).body.error.fields).toMatchObject([
      { path: 'lost_reason', rule: 'required' },
    ]);
    expect(await create({ ...lost, lost_reason: 'timing' })).toMatchObject({
      status: 'lost',
      lost_reason: 'timing',
      probability: 0,
    });
  });
});

describe('an update of a deal', () => {
  it('writes given fields, clears null fields, and emits an event with the differences', async () => {
    const { id } = await create({ value: '10', next_step: 'Call', tags: ['Fair'] });
    const reply = await patch(id, { value: null, next_step: 'Visit', kind: 'renewal', currency: 'KWD' });
    expect(reply.body.data).toMatchObject({
      version: 2,
      value: null,
      currency: 'KWD',
      next_step: 'Visit',
      kind: 'renewal',
    });
    expect(await patch(id, { value: 10.125 })).toMatchObject({ body: { data: { value: '10.125' } } });
    const [, changed] = await eventsOf(id);
    expect(changed).toMatchObject({ type: 'deal.updated', data: { previous: { kind: 'new_business' } } });
    expect(JSON.stringify(await eventsOf(id))).not.toContain('Visit');
  });

  it('cannot set a currency that the value does not fit', async () => {
    const { id } = await create({ value: '10.50' });
    const reply = await expectRefused('PATCH', `/api/deals/${id}`, { currency: 'JPY' });
    expect(reply.body.error.fields).toMatchObject([{ path: 'value', rule: 'money_format' }]);
  });

  it('cannot set stage, status or contacts, and the error names the right route', async () => {
    const { id } = await create();
    for (const [field, value] of [
      ['stage', 'proposal'],
      ['status', 'won'],
      ['pipeline_id', crypto.randomUUID()],
      ['lost_reason', 'price'],
    ] as const) {
      const { body } = await expectRefused('PATCH', `/api/deals/${id}`, { [field]: value });
      expect(body.error.fields).toMatchObject([{ path: field, rule: 'own_route' }]);
      expect(body.error.message).toContain('/api/deals/{id}/stage');
    }
    const { body } = await expectRefused('PATCH', `/api/deals/${id}`, { contacts: [] });
    expect(body.error.fields).toMatchObject([{ path: 'contacts', rule: 'own_route' }]);
  });

  it('based on a stale version is rejected', async () => {
    const { id } = await create();
    await patch(id, { name: 'Second' });
    const stale = await expectRefused(
      'PATCH',
      `/api/deals/${id}`,
      { name: 'Third' },
      { headers: { 'if-match': '"1"' } },
    );
    expect(stale).toMatchObject({ status: 412, body: { error: { details: { current_version: 2 } } } });
  });

  it('can override the probability of the stage and remove the override', async () => {
    const { id } = await create();
    expect((await patch(id, { probability: 42 })).body.data).toMatchObject({
      probability: 42,
      probability_override: true,
    });
    expect((await patch(id, { probability: null })).body.data).toMatchObject({
      probability: 10,
      probability_override: false,
    });
    await patch(id, { probability_override: true });
    const moved = await service.rest('PATCH', `/api/deals/${id}/stage`, { stage: 'proposal' });
    expect(moved.body.data).toMatchObject({ probability: 10, probability_override: true });
    expect((await patch(id, { probability_override: false })).body.data).toMatchObject({ probability: 50 });
  });

  it('cannot remove the company or the value of a won deal', async () => {
    const { id: companyId } = await company();
    const { id } = await create({ company_id: companyId, value: '5' });
    await service.rest('PATCH', `/api/deals/${id}/stage`, { stage: 'closed_won' });
    for (const field of ['company_id', 'value']) {
      const { body } = await expectRefused('PATCH', `/api/deals/${id}`, { [field]: null });
      expect(body.error.fields).toMatchObject([{ path: field, rule: 'won' }]);
    }
    const { body } = await expectRefused('PATCH', `/api/deals/${id}`, { probability: 50 });
    expect(body.error.fields).toMatchObject([{ path: 'probability', rule: 'closed' }]);
  });

  it('cannot make a deal its own predecessor, whether directly, through a chain or by simultaneous requests', async () => {
    const [a, b, c] = [await create(), await create(), await create()];
    await patch(b.id, { predecessor_deal_id: a.id });
    await patch(c.id, { predecessor_deal_id: b.id });
    for (const predecessor of [a.id, b.id, c.id]) {
      const { body } = await expectRefused('PATCH', `/api/deals/${a.id}`, {
        predecessor_deal_id: predecessor,
      });
      expect(body.error.fields).toMatchObject([{ path: 'predecessor_deal_id', rule: 'cycle' }]);
    }
    const [x, y] = [await create(), await create()];
    const both = await Promise.all([
      patch(x.id, { predecessor_deal_id: y.id }),
      patch(y.id, { predecessor_deal_id: x.id }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('deleting a deal', () => {
  it('removes it from every list, and a restore brings it back', async () => {
    const { id } = await create({ name: 'Going away' });
    expect(await service.rest('DELETE', `/api/deals/${id}`)).toMatchObject({
      status: 200,
      body: { data: { id } },
    });
    expect(await service.rest('GET', `/api/deals/${id}`)).toMatchObject({ status: 404 });
    expect(await names('search=going')).toEqual([]);
    expect(await names('deleted=only')).toContain('Going away');
    const restored = await service.rest('POST', `/api/deals/${id}/restore`);
    expect(restored).toMatchObject({ status: 200, body: { data: { id, deleted_at: null } } });
    expect(await names('search=going')).toEqual(['Going away']);
    const again = await service.rest('POST', `/api/deals/${id}/restore`);
    expect(again.body.data).toMatchObject({ version: 3 });
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
      'deal.created',
      'deal.deleted',
      'deal.restored',
    ]);
  });
});

describe('the list of deals', () => {
  it('can be filtered, sorted, searched and paged', async () => {
    const { id: companyId } = await company(inGlobex());
    const rows = [
      { name: 'Alpha roof', value: '300', expected_close_on: '2026-12-01', company_id: companyId },
      { name: 'Beta roof', value: '100', expected_close_on: '2027-01-15', stage: 'proposal' },
      { name: 'Gamma floor', next_step: 'Measure the roof' },
    ];
    for (const row of rows) await create(row, inGlobex());
    const ask = inGlobex();
    expect(await names('sort=name', ask)).toEqual(['Alpha roof', 'Beta roof', 'Gamma floor']);
    expect(await names('sort=-value', ask)).toEqual(['Alpha roof', 'Beta roof', 'Gamma floor']);
    expect(await names('sort=expected_close_on', ask)).toEqual(['Alpha roof', 'Beta roof', 'Gamma floor']);
    expect(await names('stage=proposal', ask)).toEqual(['Beta roof']);
    expect(await names(`company_id=${companyId}`, ask)).toEqual(['Alpha roof']);
    expect(await names('filter[expected_close_on][between]=2026-12-01,2026-12-31', ask)).toEqual([
      'Alpha roof',
    ]);
    expect(await names('filter[value][gte]=200', ask)).toEqual(['Alpha roof']);
    expect(await names('search=roof&sort=name', ask)).toEqual(['Alpha roof', 'Beta roof', 'Gamma floor']);
    expect(await names('search=roof alp', ask)).toEqual(['Alpha roof']);
    const pagedNames: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await service.rest(
        'GET',
        `/api/deals?sort=-value&pageSize=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
        undefined,
        ask,
      );
      pagedNames.push(...body.data.map(({ name }: { name: string }) => name));
      if (!body.nextCursor) break;
      cursor = body.nextCursor;
    }
    expect(pagedNames).toEqual(['Alpha roof', 'Beta roof', 'Gamma floor']);
  });

  it('can be exported as a whole by callers with the permission to export', async () => {
    const ask = inGlobex();
    const csv = await service.rest('GET', '/api/deals/export?sort=name', undefined, ask);
    expect(csv.text.split('\n')[0]).toMatch(/^id,name,company_id,value,currency,/);
    expect(csv.text).toMatch(/Alpha roof/);
    const member = await service.rest('GET', '/api/deals/export', undefined, {
      as: service.globex.people.member,
    });
    expect(member).toMatchObject({ status: 403, body: { error: { code: 'PERMISSION_DENIED' } } });
  });
});

describe('a member', () => {
  it('can change only their own deals', async () => {
    const as = service.acme.people.member;
    const mine = await create({}, { as });
    const others = await create();
    expect(await patch(mine.id, { name: 'Mine' }, { as })).toMatchObject({ status: 200 });
    for (const [method, path, body] of [
      ['PATCH', `/api/deals/${others.id}`, { name: 'Mine' }],
      ['PATCH', `/api/deals/${others.id}/stage`, { stage: 'proposal' }],
      ['DELETE', `/api/deals/${others.id}`, {}],
      ['PUT', `/api/deals/${others.id}/contract-structure`, {}],
    ] as const) {
      const reply = await expectRefused(method, path, body, { as });
      expect(reply).toMatchObject({ status: 403, body: { error: { details: { record_scope: 'own' } } } });
    }
    await patch(others.id, { owner_user_id: as.userId });
    expect(await patch(others.id, { name: 'Mine too' }, { as })).toMatchObject({ status: 200 });
  });
});
