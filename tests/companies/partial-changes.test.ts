// What a PATCH leaves alone inside of a field: the members of an address, the currency of a value.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
async function ok(method: string, path: string, body?: object): Promise<any> {
  const reply = await service.rest(method, path, body);
  expect({ path, error: reply.body.error }).toEqual({ path, error: undefined });
  return reply.body.data;
}

const NONE = { line1: null, line2: null, city: null, region: null, postal_code: null, country: null };

describe('the address', () => {
  it.each([
    ['/api/companies', { name: 'Moved' }],
    ['/api/contacts', { first_name: 'Moved' }],
  ])('of a record of %s keeps the members that a PATCH does not name', async (path, input) => {
    const address = { line1: 'Kai 1', city: 'Bremen', country: 'DE' };
    const { id } = await ok('POST', path, { ...input, address });
    const patch = async (change: object | null) =>
      (await ok('PATCH', `${path}/${id}`, { address: change })).address;
    expect(await patch({ postal_code: '28195' })).toEqual({ ...NONE, ...address, postal_code: '28195' });
    expect(await patch({ line1: null, city: 'Bremerhaven' })).toEqual({
      ...NONE,
      city: 'Bremerhaven',
      postal_code: '28195',
      country: 'DE',
    });
    expect(await patch({ city: null, postal_code: null, country: null })).toBeNull();
    expect(await patch({ city: 'Emden' })).toEqual({ ...NONE, city: 'Emden' });
    expect(await patch({})).toEqual({ ...NONE, city: 'Emden' });
    expect(await patch(null)).toBeNull();
    expect((await ok('GET', `${path}/${id}`)).address).toBeNull();
  });

  it('of a client keeps them too', async () => {
    const { id } = await ok('POST', '/api/clients', {
      client_name: 'Moved Harbour',
      domain: 'moved-harbour.com',
      address: { city: 'Kiel', country: 'DE' },
    });
    const { address } = await ok('PATCH', `/api/clients/${id}`, { address: { line1: 'Mole 2' } });
    expect(address).toEqual({ ...NONE, line1: 'Mole 2', city: 'Kiel', country: 'DE' });
  });
});

describe('currency: null', () => {
  const REFUSED = {
    code: 'VALIDATION_ERROR',
    fields: [expect.objectContaining({ path: 'currency', rule: 'required' })],
  };

  it('is refused beside a value of a deal, whether it is given or stands', async () => {
    const created = await service.rest('POST', '/api/deals', { name: 'A', value: '5', currency: null });
    expect([created.status, created.body.error]).toEqual([400, expect.objectContaining(REFUSED)]);
    const { id, version } = await ok('POST', '/api/deals', { name: 'A', value: '5', currency: 'USD' });
    for (const change of [{ currency: null }, { value: '6', currency: null }]) {
      const { status, body } = await service.rest('PATCH', `/api/deals/${id}`, change);
      expect([status, body.error]).toEqual([400, expect.objectContaining(REFUSED)]);
    }
    expect(await ok('GET', `/api/deals/${id}`)).toMatchObject({ version, value: '5.00', currency: 'USD' });
    expect(await ok('PATCH', `/api/deals/${id}`, { value: null, currency: null })).toMatchObject({
      value: null,
      currency: 'EUR',
    });
  });

  it('is refused beside the revenue of a company', async () => {
    const { id } = await ok('POST', '/api/companies', {
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
