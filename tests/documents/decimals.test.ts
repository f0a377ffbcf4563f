// How amounts, rates and quantities are read and written: digits of ISO 4217, and the rules of what is refused.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { currencyDigits } from '../../src/domains/money.ts';
import { startService, type TestService } from '../support/service.ts';
import { DocumentWorld, item, VAT } from './world.ts';

let service: TestService;
let world: DocumentWorld;

beforeAll(async () => {
  service = await startService();
  world = new DocumentWorld(service);
});
afterAll(() => service?.stop());

async function rulesOf(body: object): Promise<[string, string][]> {
  const reply = await world.send('POST', '/api/quotes', { company_id: await world.company(), ...body });
  const fields = reply.body.error?.fields ?? [];
  return fields.map(({ path, rule }: { path: string; rule: string }) => [path, rule]);
}

describe('amounts', () => {
  it('have the digits of ISO 4217, not those that a language shows', async () => {
    expect(['EUR', 'HUF', 'IDR', 'JPY', 'ISK', 'UGX', 'KWD', 'CLF'].map(currencyDigits)).toEqual([
      2, 2, 2, 0, 0, 0, 3, 4,
    ]);
    const lines = [item({ quantity: '1', unit_price: '10.05', taxes: [] })];
    expect((await world.quote({ currency: 'HUF', lines })).total).toBe('10.05');
    const list = await world.ok('GET', '/api/quotes?filter[currency]=HUF');
    expect(list.body.data[0].total).toBe('10.05');
  });

  it('of discounts are answered with the digits of the currency, and percentages without ending zeros', async () => {
    const discount = { type: 'amount', value: '10' };
    const quote = await world.quote({
      discount,
      lines: [item({ discount }), item({ discount: { type: 'percent', value: '05.50' } })],
    });
    expect(quote.discount).toEqual({ type: 'amount', value: '10.00' });
    expect(quote.lines.map((line: { discount: object }) => line.discount)).toEqual([
      { type: 'amount', value: '10.00' },
      { type: 'percent', value: '5.5' },
    ]);
  });

  it('of deals have at most 13 digits before the point', async () => {
    const make = (value: string) => world.send('POST', '/api/deals', { name: 'Large', value });
    expect((await make('9999999999999.99')).body.data.value).toBe('9999999999999.99');
    expect((await make('0000000000000012.5')).body.data.value).toBe('12.50');
    expect((await make('10000000000000')).body.error.fields).toMatchObject([
      { path: 'value', rule: 'money_format' },
    ]);
  });
});

describe('other decimals', () => {
  it('are answered without zeros before and behind them', async () => {
    const { lines } = await world.quote({
      lines: [item({ quantity: '007.50', unit_price: '0012.500', taxes: [{ ...VAT, rate: '019.0' }] })],
    });
    expect(lines[0]).toMatchObject({ quantity: '7.5', unit_price: '12.5', taxes: [{ rate: '19' }] });
  });

  it('are refused by a rule of their own if they have too many digits', async () => {
    expect(await rulesOf({ lines: [item({ unit_price: '1.123456789' })] })).toEqual([
      ['lines[0].unit_price', 'money_format'],
    ]);
    expect(
      await rulesOf({ lines: [item({ quantity: '1.123456789', taxes: [{ ...VAT, rate: '1.123456789' }] })] }),
    ).toEqual([
      ['lines[0].quantity', 'decimal_format'],
      ['lines[0].taxes[0].rate', 'decimal_format'],
    ]);
    expect(await rulesOf({ lines: [item()], expected_total: '1.123456789' })).toEqual([
      ['expected_total', 'money_format'],
    ]);
  });

  it('are refused by their pattern or type if they are no numbers', async () => {
    expect(await rulesOf({ lines: [item({ unit_price: 'ten', quantity: '1e3' })] })).toEqual([
      ['lines[0].quantity', 'pattern'],
      ['lines[0].unit_price', 'pattern'],
    ]);
    expect(await rulesOf({ lines: [item({ unit_price: true })] })).toEqual([['lines[0].unit_price', 'type']]);
  });
});

describe('a text that looks like a number', () => {
  it('is changed where only its zeros differ, and refused once the quote is sent', async () => {
    const { id, version } = await world.quote({ po_number: '007', lines: [item({ sku: '1.0' })] });
    const { lines } = (await world.ok('GET', `/api/quotes/${id}`)).body.data;
    const changed = await world.ok('PATCH', `/api/quotes/${id}`, {
      lines: [item({ id: lines[0].id, sku: '1.00' })],
      expected_version: version,
    });
    expect(changed.body.data.lines[0].sku).toBe('1.00');
    await world.ok('POST', `/api/quotes/${id}/send`, { to: ['ada@buyer.example'] });
    const refused = await world.send(
      'PATCH',
      `/api/quotes/${id}`,
      { po_number: '7' },
      { headers: { 'if-match': '*' } },
    );
    expect(refused.body.error.details).toEqual({ fields: ['po_number'] });
  });
});
