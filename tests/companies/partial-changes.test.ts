// Partial updates inside a field: a PATCH keeps the parts of an address, and the currency of a value, that it omits.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read response bodies at any depth
async function request(method: string, path: string, body?: object): Promise<any> {
  const reply = await service.rest(method, path, body);
  expect({ path, error: reply.body.error }).toEqual({ path, error: undefined });
  return reply.body.data;
}

const EMPTY_ADDRESS = {
  line1: null,
  line2: null,
  city: null,
  region: null,
  postal_code: null,
  country: null,
};

describe('the address', () => {
  it.each([
    ['/api/companies', { name: 'Moved' }],
    ['/api/contacts', { first_name: 'Moved' }],
  ])('in %s keeps the parts that a PATCH does not name', async (path, input) => {
    const address = { line1: 'Kai 1', city: 'Bremen', country: 'DE' };
    const { id } = await request('POST', path, { ...input, address });
    const patch = async (change: object | null) =>
      (await request('PATCH', `${path}/${id}`, { address: change })).address;
    expect(await patch({ postal_code: '28195' })).toEqual({
      ...EMPTY_ADDRESS,
      ...address,
      postal_code: '28195',
    });
    expect(await patch({ line1: null, city: 'Bremerhaven' })).toEqual({
      ...EMPTY_ADDRESS,
      city: 'Bremerhaven',
      postal_code: '28195',
      country: 'DE',
    });
    expect(await patch({ city: null, postal_code: null, country: null })).toBeNull();
    expect(await patch({ city: 'Emden' })).toEqual({ ...EMPTY_ADDRESS, city: 'Emden' });
    expect(await patch({})).toEqual({ ...EMPTY_ADDRESS, city: 'Emden' });
    expect(await patch(null)).toBeNull();
    expect((await request('GET', `${path}/${id}`)).address).toBeNull();
  });

  it('of a client keeps the parts that a PATCH does not name', async () => {
    const { id } = await request('POST', '/api/clients', {
      client_name: 'Moved Harbour',
      domain: 'moved-harbour.com',
      address: { city: 'Kiel', country: 'DE' },
    });
    const { address } = await request('PATCH', `/api/clients/${id}`, { address: { line1: 'Mole 2' } });
    expect(address).toEqual({ ...EMPTY_ADDRESS, line1: 'Mole 2', city: 'Kiel', country: 'DE' });
  });
});

describe('a null currency', () => {
  const REFUSED = {
    code: 'VALIDATION_ERROR',
    fields: [expect.objectContaining({ path: 'currency', rule: 'required' })],
  };

  it('is rejected if the deal has a value, stored or in the same request', async () => {
    const created = await service.rest('POST', '/api/deals', { name: 'A', value: '5', currency: null });
    expect([created.status, created.body.error]).toEqual([400, expect.objectContaining(REFUSED)]);
    const { id, version } = await request('POST', '/api/deals', { name: 'A', value: '5', currency: 'USD' });
    for (const change of [{ currency: null }, { value: '6', currency: null }]) {
      const { status, body } = await service.rest('PATCH', `/api/deals/${id}`, change);
      expect([status, body.error]).toEqual([400, expect.objectContaining(REFUSED)]);
    }
    expect(await request('GET', `/api/deals/${id}`)).toMatchObject({
      version,
      value: '5.00',
      currency: 'USD',
    });
    expect(await request('PATCH', `/api/deals/${id}`, { value: null, currency: null })).toMatchObject({
      value: null,
      currency: 'EUR',
    });
  });

  it('is rejected if the company has a revenue', async () => {
    const { id } = await request('POST', '/api/companies', {
      name: 'A',
      annual_revenue: '5',
      revenue_currency: 'USD',
    });
    const { status, body } = await service.rest('PATCH', `/api/companies/${id}`, { revenue_currency: null });
    expect([status, body.error.fields[0]]).toMatchObject([
      400,
      { path: 'revenue_currency', rule: 'required' },
    ]);
  });
});
