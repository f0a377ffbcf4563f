// Payments where they are not simply received: at the same time, and by a provider who has not confirmed yet.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DocumentWorld } from '../documents/world.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let world: DocumentWorld;

beforeAll(async () => {
  service = await startService();
  world = new DocumentWorld(service);
});
afterAll(() => service?.stop());

it('one reference is recorded once, also when many record it at once on different invoices', async () => {
  const invoices = await Promise.all(Array.from({ length: 8 }, () => world.issued()));
  const body = { amount: '19', method: 'bank_transfer', reference: 'SEPA 4711' };
  const outcomes = await Promise.all(
    invoices.map(({ id }) => world.code('POST', `/api/invoices/${id}/payments`, body)),
  );
  const refused = outcomes.filter(([status]) => status !== 201);
  expect(refused).toEqual(Array(7).fill([409, 'DUPLICATE_PAYMENT']));
  const rows = await service.sql(service.acme, `select from invoice_payments where reference = 'SEPA 4711'`);
  expect(rows).toHaveLength(1);
});

it('a payment by a provider is pending: it settles nothing, gives no credit and is no received payment', async () => {
  const { id, company_id: company, version } = await world.issued();
  const path = `/api/invoices/${id}/payments`;
  const body = { amount: '200', method: 'provider', allow_overpayment: true };
  const payment = await world.created(path, body);
  expect(payment).toMatchObject({
    status: 'pending',
    amount: '200.00',
    invoice: { status: 'issued', balance: '119.00', amount_paid: '0.00', version: version + 1 },
  });
  const events = await service.sql<{ type: string }>(
    service.acme,
    `select type from events where type like 'payment.%' and object_id = ?`,
    [payment.id],
  );
  expect(events).toEqual([]);
  expect(
    await service.sql(service.acme, 'select from client_credits where company_id = ?', [company]),
  ).toEqual([]);
  expect(await world.code('POST', `${path}/${payment.id}/refund`, { reason: 'x' })).toEqual([
    409,
    'INVALID_STATE_TRANSITION',
  ]);
});
