// Choices of a conversion, payment or credit note that would be ignored are refused, because more would be billed than meant.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';
import { DocumentWorld } from './world.ts';

let service: TestService;
let world: DocumentWorld;

beforeAll(async () => {
  service = await startService();
  world = new DocumentWorld(service);
});
afterAll(() => service?.stop());

async function expectRefused(path: string, body: object, field: string, rule: string): Promise<void> {
  const reply = await world.send('POST', path, body);
  expect([reply.status, reply.body.error?.fields]).toMatchObject([400, [{ path: field, rule }]]);
}

it('a conversion takes lines and a percentage only with their modes', async () => {
  const { id, lines } = await world.accepted();
  const path = `/api/quotes/${id}/convert`;
  const some = [{ line_id: lines[0].id, quantity: '1' }];
  await expectRefused(path, { target: 'invoice', lines: some }, 'lines', 'exclusive');
  await expectRefused(path, { target: 'invoice', percent: '30' }, 'percent', 'exclusive');
  await expectRefused(path, { target: 'invoice', mode: 'lines' }, 'lines', 'required');
  expect((await world.ok('GET', `/api/quotes/${id}`)).body.data.conversions).toEqual([]);
});

it('a payment names a credit note only with that method, and a credit note has lines or is full', async () => {
  const { id, lines } = await world.issued();
  const payment = { amount: '10', method: 'cash', credit_note_id: id };
  await expectRefused(`/api/invoices/${id}/payments`, payment, 'credit_note_id', 'exclusive');
  const note = { reason: 'Returned', full: true, lines: [{ line_id: lines[0].id, quantity: '1' }] };
  await expectRefused(`/api/invoices/${id}/credit-notes`, note, 'lines', 'exclusive');
  const { payments, credit_notes } = (await world.ok('GET', `/api/invoices/${id}`)).body.data;
  expect([payments, credit_notes]).toEqual([[], []]);
});
