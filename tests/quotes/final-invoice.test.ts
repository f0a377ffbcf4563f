// The final invoice of a quote that was converted by percent: everything, less the parts before it.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DocumentWorld, item } from '../documents/world.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let world: DocumentWorld;

beforeAll(async () => {
  service = await startService();
  world = new DocumentWorld(service);
});
afterAll(() => service?.stop());

it('deducts the parts before it, which must be issued', async () => {
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

it('and the invoices of the parts say which states they can reach', async () => {
  const { id } = await world.issued();
  const again = await world.send('POST', `/api/invoices/${id}/issue`, {});
  expect(again.body.error.details).toEqual({
    from: 'issued',
    to: 'issued',
    allowed: ['partially_paid', 'paid', 'void', 'uncollectible'],
  });
});
