// The pipeline board, the forecast and the lineage over HTTP: exact sums by currency, limits, months and hidden records.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { currencyDigits, roundMoney } from '../../src/domains/money.ts';
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

const get = async (path: string, ask: Ask = {}) =>
  (await service.rest('GET', path, undefined, ask)).body.data;
const create = async (body: object = {}) =>
  (await service.rest('POST', '/api/deals', { name: `Deal ${++serial}`, ...body })).body.data;
const clear = () => inspector.query('delete from deals');

interface Column {
  stage: string;
  count: number;
  totals: object[];
  rotting_count: number;
  cards: { name: string; company: object | null }[];
  has_more: boolean;
}
const column = (board: { stages: Column[] }, stage: string) =>
  board.stages.find((candidate) => candidate.stage === stage)!;

/** Returns the expected sum: calculated in whole units, and rounded half away from zero. */
function weightedSum(deals: { value: string; probability: number }[], currency: string): string {
  const digits = currencyDigits(currency);
  const units = deals.reduce((sum, { value, probability }) => {
    const [whole, fraction = ''] = value.split('.');
    return sum + BigInt(whole! + fraction.padEnd(digits, '0')) * BigInt(probability);
  }, 0n);
  const rounded = String((units + 50n) / 100n).padStart(digits + 1, '0');
  return digits ? `${rounded.slice(0, -digits)}.${rounded.slice(-digits)}` : rounded;
}

describe('the pipeline board', () => {
  beforeEach(clear);

  it('shows every stage with its count, its sums and the cards that entered it last', async () => {
    const buyer = (await service.rest('POST', '/api/companies', { name: 'Buyer' })).body.data;
    for (const name of ['First', 'Second', 'Third'])
      await create({ name, value: '10.05', company_id: buyer.id, probability: 50 });
    await create({ name: 'Yen', value: '7', currency: 'JPY', stage: 'proposal' });
    const board = await get('/api/deals/pipeline?cards=2');
    expect(board.pipeline).toMatchObject({ key: 'sales', is_default: true });
    expect(board.stages.map(({ stage }: Column) => stage)).toHaveLength(7);
    expect(column(board, 'prospecting')).toMatchObject({
      count: 3,
      totals: [{ currency: 'EUR', value: '30.15', weighted_value: '15.08' }],
      has_more: true,
      cards: [
        { name: 'Third', company: { id: buyer.id, name: 'Buyer' } },
        { name: 'Second', value: '10.05' },
      ],
    });
    expect(column(board, 'proposal')).toMatchObject({
      totals: [{ currency: 'JPY', value: '7', weighted_value: '4' }],
      has_more: false,
    });
    expect(column(board, 'discovery')).toMatchObject({ count: 0, totals: [], cards: [] });
    expect(board.totals).toEqual([
      { currency: 'EUR', value: '30.15', weighted_value: '15.08' },
      { currency: 'JPY', value: '7', weighted_value: '4' },
    ]);
    expect((await get('/api/deals/pipeline?cards=0')).stages[0]).toMatchObject({ cards: [], has_more: true });
    expect(await service.rest('GET', '/api/deals/pipeline?cards=51')).toMatchObject({ status: 400 });
  });

  it('includes closed deals of the last 90 days only, and no deleted deals', async () => {
    const lost = { stage: 'closed_lost', imported: true, lost_reason: 'price', value: '5' };
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await create({ ...lost, closed_at: daysAgo(91) });
    await create({ ...lost, closed_at: daysAgo(89) });
    const deleted = await create({ value: '3' });
    await service.rest('DELETE', `/api/deals/${deleted.id}`);
    const board = await get('/api/deals/pipeline');
    expect(column(board, 'closed_lost')).toMatchObject({
      count: 1,
      totals: [{ value: '5.00', weighted_value: '0.00' }],
    });
    expect(column(board, 'prospecting')).toMatchObject({ count: 0 });
    expect(board.totals).toEqual([]);
  });

  it('counts deals that stay in a stage for too long, and can be filtered by owner or pipeline', async () => {
    const { userId } = service.acme.people.member;
    const { id } = await create({ stage: 'proposal', owner_user_id: userId });
    await create({ stage: 'proposal' });
    await inspector.query(`update deals set stage_entered_at = now() - interval '15 days' where id = $1`, [
      id,
    ]);
    expect(column(await get('/api/deals/pipeline'), 'proposal')).toMatchObject({
      count: 2,
      rotting_count: 1,
    });
    const own = await get(`/api/deals/pipeline?owner_user_id=${userId}`);
    expect(column(own, 'proposal')).toMatchObject({ count: 1, rotting_count: 1 });
    const other = (await service.rest('POST', '/api/deals/pipelines', { name: 'Other' })).body.data;
    expect(column(await get(`/api/deals/pipeline?pipeline_id=${other.id}`), 'proposal')).toMatchObject({
      count: 0,
    });
    for (const as of [service.acme.people.owner, service.globex.people.owner]) {
      const missing = as === service.acme.people.owner ? crypto.randomUUID() : other.id;
      const reply = await service.rest('GET', `/api/deals/pipeline?pipeline_id=${missing}`, undefined, {
        as,
      });
      expect(reply).toMatchObject({ status: 400, body: { error: { fields: [{ rule: 'exists' }] } } });
    }
  });

  it('sums each currency exactly and rounds once', async () => {
    const { id: pipelineId } = await get('/api/deals/pipelines').then(([first]) => first);
    const amounts = fc.record({
      currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
      units: fc.bigInt({ min: 0n, max: 9_999_999_999_999_999n }),
      probability: fc.integer({ min: 0, max: 100 }),
      stage: fc.constantFrom('prospecting', 'proposal'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(amounts, { minLength: 1, maxLength: 40 }), async (generated) => {
        await clear();
        const deals = generated.map(({ currency, units, ...deal }) => {
          const digits = currencyDigits(currency);
          const text = String(units).padStart(digits + 1, '0');
          const value = digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
          return { ...deal, currency, value };
        });
        await insertDeals(pipelineId, deals);
        const board = await get('/api/deals/pipeline?cards=0');
        const expected = (selected: typeof deals) =>
          [...new Set(selected.map(({ currency }) => currency))].sort().map((currency) => {
            const own = selected.filter((deal) => deal.currency === currency);
            return {
              currency,
              value: weightedSum(
                own.map(({ value }) => ({ value, probability: 100 })),
                currency,
              ),
              weighted_value: weightedSum(own, currency),
            };
          });
        expect(board.totals).toEqual(expected(deals));
        for (const stage of ['prospecting', 'proposal'])
          expect(column(board, stage).totals).toEqual(expected(deals.filter((deal) => deal.stage === stage)));
      }),
      { numRuns: 30, interruptAfterTimeLimit: 10_000 },
    );
  });

  it('rounds amounts half away from zero', () => {
    expect(
      [
        ['0.005', 'EUR'],
        ['0.0049', 'EUR'],
        ['1.995', 'EUR'],
        ['-0.005', 'EUR'],
        ['-0.001', 'EUR'],
        ['2.5', 'JPY'],
        ['0.0005', 'KWD'],
        ['7', 'EUR'],
      ].map(([amount, currency]) => roundMoney(amount!, currency!)),
    ).toEqual(['0.01', '0.00', '2.00', '-0.01', '0.00', '3', '0.001', '7.00']);
  });
});

async function insertDeals(
  pipelineId: string,
  deals: { currency: string; value: string; probability: number; stage: string }[],
): Promise<void> {
  const actor = JSON.stringify({ type: 'system', id: null, label: 'test' });
  await service.server.services.database.write({ tenantId: service.acme.id }, ({ db }) =>
    db('deals').insert(
      deals.map((deal) => ({
        ...deal,
        tenant_id: service.acme.id,
        id: crypto.randomUUID(),
        name: 'Sum',
        pipeline_id: pipelineId,
        status: 'open',
        probability_override: true,
        source: 'manual',
        stage_entered_at: '2026-11-01T00:00:00Z',
        created_at: '2026-11-01T00:00:00Z',
        updated_at: '2026-11-01T00:00:00Z',
        created_by: actor,
        updated_by: actor,
      })),
    ),
  );
}

describe('the forecast', () => {
  beforeEach(clear);

  it('puts each open deal into one category of its month, and each won deal into the month of its closing', async () => {
    const { userId } = service.acme.people.member;
    const buyer = (await service.rest('POST', '/api/companies', { name: 'Buyer' })).body.data;
    const month = { expected_close_on: '2027-02-28' };
    await create({ ...month, value: '100', probability: 75 });
    await create({ ...month, value: '100', probability: 74 });
    await create({ ...month, value: '100', probability: 50 });
    await create({ ...month, value: '100', probability: 49, owner_user_id: userId });
    await create({ ...month, value: '9', currency: 'JPY', probability: 0 });
    await create({ value: '1000' });
    const imported = { stage: 'closed_won', imported: true, company_id: buyer.id, value: '40' };
    await create({ ...imported, closed_at: '2026-03-31T23:59:59Z' });
    await create({ ...imported, closed_at: '2026-04-01T00:00:00Z' });
    const zeros = { won: '0.00', commit: '0.00', best_case: '0.00', pipeline: '0.00', weighted: '0.00' };
    expect(await get('/api/deals/forecast?from=2027-02&to=2027-02')).toEqual({
      rows: [
        {
          month: '2027-02',
          owner_user_id: userId,
          currency: 'EUR',
          ...zeros,
          pipeline: '100.00',
          weighted: '49.00',
        },
        {
          month: '2027-02',
          owner_user_id: null,
          currency: 'EUR',
          ...zeros,
          commit: '100.00',
          best_case: '200.00',
          weighted: '199.00',
        },
        {
          month: '2027-02',
          owner_user_id: null,
          currency: 'JPY',
          won: '0',
          commit: '0',
          best_case: '0',
          pipeline: '9',
          weighted: '0',
        },
      ],
    });
    expect((await get('/api/deals/forecast?from=2026-03&to=2026-04')).rows).toMatchObject([
      { month: '2026-03', won: '40.00' },
      { month: '2026-04', won: '40.00' },
    ]);
    await service.server.services.database.write({ tenantId: service.acme.id }, ({ db }) =>
      db('tenants').where({ id: service.acme.id }).update({ time_zone: 'Europe/Berlin' }),
    );
    service.server.services.principals.clear();
    expect((await get('/api/deals/forecast?from=2026-03&to=2026-04')).rows).toMatchObject([
      { month: '2026-04', won: '80.00' },
    ]);
    expect((await get(`/api/deals/forecast?from=2027-02&owner_user_id=${userId}`)).rows).toHaveLength(1);
  });

  it.each(['from=2026-13', 'from=26-01', 'from=2026-02&to=2026-01', 'from=2026-01&to=2028-01'])(
    'rejects the query %s',
    async (query) => {
      const reply = await service.rest('GET', `/api/deals/forecast?${query}`);
      expect(reply).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
    },
  );
});

describe('the lineage of a deal', () => {
  beforeEach(clear);

  it('reaches six steps up and down, and the contacts of the deal', async () => {
    const chain = [await create()];
    for (let step = 0; step < 14; step += 1)
      chain.push(await create({ predecessor_deal_id: chain.at(-1)!.id }));
    const ada = (await service.rest('POST', '/api/contacts', { first_name: 'Ada' })).body.data;
    const middle = chain[7]!;
    await service.rest('POST', `/api/deals/${middle.id}/contacts`, { contact_id: ada.id });
    const lineage = await get(`/api/deals/${middle.id}/lineage`);
    const ids = lineage.nodes.map(({ id }: { id: string }) => id);
    expect(new Set(ids)).toEqual(new Set([...chain.slice(1, 14).map(({ id }) => id), ada.id]));
    expect(lineage.edges).toHaveLength(13);
    expect(lineage.edges).toEqual(
      expect.arrayContaining([
        { from: middle.id, to: chain[6]!.id, kind: 'predecessor' },
        { from: chain[2]!.id, to: chain[1]!.id, kind: 'predecessor' },
        { from: middle.id, to: chain[8]!.id, kind: 'successor' },
        { from: middle.id, to: ada.id, kind: 'source_contact' },
      ]),
    );
    expect(lineage.hidden_count).toBe(0);
  });

  it('counts records that the caller may not see, and does not continue behind them', async () => {
    const first = await create();
    const second = await create({ predecessor_deal_id: first.id });
    const third = await create({ predecessor_deal_id: second.id });
    const ada = (await service.rest('POST', '/api/contacts', { first_name: 'Ada' })).body.data;
    await service.rest('POST', `/api/deals/${third.id}/contacts`, { contact_id: ada.id });
    await service.rest('DELETE', `/api/deals/${second.id}`);
    const as = await service.token(service.acme, { kind: 'agent', scopes: ['crm.deals:read'] });
    const byAgent = await get(`/api/deals/${third.id}/lineage`, { as });
    expect(byAgent).toMatchObject({ nodes: [{ id: third.id }], edges: [], hidden_count: 2 });
    const byOwner = await get(`/api/deals/${third.id}/lineage`);
    expect(byOwner).toMatchObject({ nodes: [{ id: third.id }, { id: ada.id }], hidden_count: 1 });
  });

  it('contains at most 200 records', async () => {
    const root = await create();
    const [pipeline] = await get('/api/deals/pipelines');
    await insertDeals(
      pipeline.id,
      Array.from({ length: 230 }, () => ({ currency: 'EUR', value: '1', probability: 1, stage: 'proposal' })),
    );
    await inspector.query('update deals set predecessor_deal_id = $1 where id <> $1', [root.id]);
    const lineage = await get(`/api/deals/${root.id}/lineage`);
    expect([lineage.nodes.length, lineage.edges.length, lineage.hidden_count]).toEqual([200, 199, 31]);
  });
});
