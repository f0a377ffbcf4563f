// Conversions of quotes over HTTP: by lines, by percent, the final invoice, and to a work order.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DocumentWorld, item } from '../documents/world.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let world: DocumentWorld;

beforeAll(async () => {
  service = await startService();
  world = new DocumentWorld(service);
});
afterAll(() => service?.stop());

const get = async (id: string) => (await world.ok('GET', `/api/quotes/${id}`)).body.data;

describe('a conversion', () => {
  const convert = (id: string, body: object) => world.send('POST', `/api/quotes/${id}/convert`, body);

  it('by lines takes no more than is left, also when many convert at once', async () => {
    const { id, lines } = await world.accepted({ lines: [item({ quantity: '10' })] });
    const replies = await Promise.all(
      Array.from({ length: 12 }, () =>
        convert(id, { target: 'invoice', mode: 'lines', lines: [{ line_id: lines[0].id, quantity: '2' }] }),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(
      new Set(replies.filter(({ status }) => status !== 201).map(({ body }) => body.error.code)),
    ).toEqual(new Set(['OVER_CONVERSION']));
    expect(await get(id)).toMatchObject({ converted_percent: '100.00' });
  });

  it('by percent adds up to the cent, and deleting a draft gives back', async () => {
    const { id, net_total } = await world.accepted({
      lines: [item({ quantity: '1', unit_price: '100.01' })],
    });
    const parts = [];
    for (const percent of ['33.3333', '33.3333', '33.3334'])
      parts.push((await convert(id, { target: 'invoice', mode: 'percent', percent })).body.data);
    expect(parts.map(({ invoice }) => invoice.kind)).toEqual(['deposit', 'progress', 'progress']);
    const cents = parts
      .map(({ invoice }) => Math.round(Number(invoice.net_total) * 100))
      .reduce((a, b) => a + b);
    expect(cents).toBe(Math.round(Number(net_total) * 100));
    expect((await convert(id, { target: 'invoice', mode: 'percent', percent: '1' })).body.error.code).toBe(
      'OVER_CONVERSION',
    );
    await world.ok('DELETE', `/api/invoices/${parts[2].invoice_id}`);
    expect((await get(id)).conversions).toHaveLength(2);
  });

  it('to a work order is a draft with the lines of the quote', async () => {
    const { id } = await world.accepted();
    const { body } = await convert(id, { target: 'work_order' });
    expect(body.data).toMatchObject({
      invoice_id: null,
      work_order: { status: 'draft', total: '119.00', source: { type: 'quote', id } },
    });
  });

  it('of the rest after percents deducts the parts before it, which must be issued', async () => {
    const reduced = { name: 'VAT', rate: '7', category: 'reduced' };
    const { id, number, total } = await world.accepted({
      lines: [item(), item({ quantity: '1', unit_price: '33.33', taxes: [reduced] })],
      discount: { type: 'amount', value: '10' },
    });
    const convert = (body: object) =>
      world.send('POST', `/api/quotes/${id}/convert`, { target: 'invoice', ...body });
    const part = (await convert({ mode: 'percent', percent: '30.00' })).body.data;
    const refused = await convert({ mode: 'all' });
    expect([refused.status, refused.body.error.details]).toEqual([409, { reason: 'open_conversions' }]);
    await world.ok('POST', `/api/invoices/${part.invoice_id}/issue`, {});
    const { mode, invoice } = (await convert({ mode: 'all' })).body.data;
    expect([mode, invoice.kind, total, part.invoice.total, invoice.total]).toEqual([
      'all',
      'final',
      '143.07',
      '42.92',
      '100.14',
    ]);
    const lines = invoice.lines.map((line: Record<string, string>) => [
      line.description,
      line.quantity,
      line.net,
    ]);
    expect(lines).toEqual([
      ['Consulting', '2', '100.00'],
      ['Consulting', '1', '33.33'],
      [`Less 30 % of ${number}`, '-1', '-27.75'],
      [`Less 30 % of ${number}`, '-1', '-9.25'],
    ]);
    const { conversions } = (await world.ok('GET', `/api/quotes/${id}`)).body.data;
    expect(conversions.map((one: Record<string, string>) => [one.mode, one.percent])).toEqual([
      ['percent', '30'],
      ['all', null],
    ]);
  });
});
