// The contract structure of deals over HTTP: replaced as a whole, with a warning on incomplete won deals.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { contractWarning } from '../../src/domains/deals/contract-rules.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let serial = 0;
let companyId: string;

beforeAll(async () => {
  service = await startService();
  companyId = (await service.rest('POST', '/api/companies', { name: 'Buyer' })).body.data.id;
});

afterAll(() => service?.stop());

const COMPLETE = {
  contract_model: 'fixed_price',
  billing_frequency: 'one_time',
  pricing_basis: 'flat_fee',
  revenue_recognition: 'point_in_time',
  value_basis: 'total_contract',
  has_overages: false,
  includes_pass_through_costs: false,
};
const create = async (body: object = {}) =>
  (await service.rest('POST', '/api/deals', { name: `Deal ${++serial}`, ...body })).body.data;
const createWon = async (body: object = {}) => {
  const { id } = await create({ company_id: companyId, value: '100', ...body });
  await service.rest('PATCH', `/api/deals/${id}/stage`, { stage: 'closed_won' });
  return id as string;
};
const put = (id: string, body: object, headers = {}) =>
  service.rest('PUT', `/api/deals/${id}/contract-structure`, body, { headers });

describe('a contract structure', () => {
  it('is replaced as a whole, and fields that are not given become empty', async () => {
    const { id } = await create({ unit_label: 'seat', auto_renews: true });
    const first = await put(id, {
      ...COMPLETE,
      unit_price: '12.5',
      unit_quantity: 40,
      term_length: 2,
      term_unit: 'year',
    });
    expect(first.body.data).toMatchObject({
      ...COMPLETE,
      unit_label: null,
      auto_renews: null,
      unit_price: '12.5',
      unit_quantity: '40',
      term_length: 2,
      version: 2,
    });
    expect((await put(id, {})).body.data).toMatchObject({
      contract_model: null,
      unit_price: null,
      version: 3,
    });
    expect(await put(id, COMPLETE, { 'if-match': '"1"' })).toMatchObject({ status: 412 });
    const changed = await service.rest('PATCH', `/api/deals/${id}`, { contract_model: 'retainer' });
    expect(changed.body.data).toMatchObject({ contract_model: 'retainer' });
  });

  it('is rejected with an unknown value, a negative amount, a long label or a term that ends before it starts', async () => {
    const { id } = await create({ term_start_on: '2026-06-01' });
    for (const [body, path] of [
      [{ contract_model: 'gift' }, 'contract_model'],
      [{ overage_rate: -1 }, 'overage_rate'],
      [{ unit_label: 'x'.repeat(41) }, 'unit_label'],
      [{ term_start_on: '2026-02-02', term_end_on: '2026-02-01' }, 'term_end_on'],
    ] as const) {
      const reply = await put(id, body);
      expect(reply).toMatchObject({ status: 400, body: { error: { fields: [{ path }] } } });
    }
    const reversed = await service.rest('PATCH', `/api/deals/${id}`, { term_end_on: '2026-05-31' });
    expect(reversed).toMatchObject({
      status: 400,
      body: { error: { details: { reason: 'invalid_range' } } },
    });
  });
});

describe('the contract warning', () => {
  it('is shown on a won deal as long as something is missing, and not on an open deal', async () => {
    const id = await createWon({
      contract_model: 'subscription',
      pricing_basis: 'per_seat',
      has_overages: true,
    });
    const read = async () => (await service.rest('GET', `/api/deals/${id}`)).body.data;
    expect((await read())._contractStructureWarning).toMatchObject({
      code: 'CONTRACT_STRUCTURE_INCOMPLETE',
      missing: [
        'billing_frequency',
        'revenue_recognition',
        'value_basis',
        'includes_pass_through_costs',
        'unit_label',
        'unit_price',
        'term_length',
        'term_unit',
        'overage_rate',
      ],
      inconsistent: [],
    });
    const listed = await service.rest('GET', '/api/deals?status=won');
    expect(listed.body.data[0]).toHaveProperty('_contractStructureWarning');
    const completed = await put(id, COMPLETE);
    expect(completed.body.data).not.toHaveProperty('_contractStructureWarning');
    expect(await read()).not.toHaveProperty('_contractStructureWarning');
    const open = await create({ contract_model: 'subscription' });
    expect(open).not.toHaveProperty('_contractStructureWarning');
  });

  it('lists fields of a won deal that are inconsistent with each other', () => {
    const camel = (text: string) => text.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const structure = Object.fromEntries(
      [...Object.entries(COMPLETE), ['unit_label', null], ['unit_price', null], ['term_length', null]].map(
        ([name, value]) => [camel(name as string), value],
      ),
    );
    const warn = (changes: object) =>
      contractWarning({
        ...structure,
        hasOverages: null,
        status: 'won',
        ...changes,
      } as never)!.inconsistent.map(({ fields }) => fields.join());
    expect(warn({})).toEqual([]);
    expect(warn({ contractModel: 'milestone', billingFrequency: 'monthly' })).toEqual([
      'contract_model,billing_frequency',
    ]);
    expect(warn({ contractModel: 'subscription', termUnit: null })).toEqual([
      'contract_model,revenue_recognition',
    ]);
    expect(warn({ contractModel: 'usage_based' })).toEqual(['contract_model,pricing_basis']);
    expect(warn({ valueBasis: 'annual' })).toEqual(['value_basis,billing_frequency']);
    expect(contractWarning({ ...structure, hasOverages: null, status: 'open' } as never)).toBeNull();
  });
});
