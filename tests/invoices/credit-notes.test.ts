// Credit notes over HTTP: drafts, amounts by the difference method, and what becomes of the credit.
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

const get = async (id: string) => (await world.ok('GET', `/api/invoices/${id}`)).body.data;
const post = (id: string, action: string, body: object = {}) =>
  world.send('POST', `/api/invoices/${id}/${action}`, body);
const pay = (id: string, amount: string, more: object = {}) =>
  post(id, 'payments', { amount, method: 'bank_transfer', ...more });
const credit = async (id: string, body: object) => {
  const note = (await world.ok('POST', `/api/invoices/${id}/credit-notes`, { reason: 'Returned', ...body }))
    .body.data;
  return (await world.ok('POST', `/api/invoices/${note.id}/issue`, {})).body.data;
};
/** Issues an invoice; a service that is overloaded did nothing and is asked again. */
describe('a draft credit note', () => {
  it('refuses members that follow from what it credits, and takes the others', async () => {
    const { id } = await world.issued();
    const body = { reason: 'Returned', full: true };
    const note = (await world.ok('POST', `/api/invoices/${id}/credit-notes`, body)).body.data;
    const patch = { kind: 'deposit', currency: 'USD', due_date: '2030-01-01', notes: 'Sorry' };
    const send = (more: object) =>
      world.send('PATCH', `/api/invoices/${note.id}`, { ...more, expected_version: note.version });
    const refused = (await send(patch)).body.error.fields;
    expect(refused.map(({ path, rule }: { path: string; rule: string }) => [path, rule])).toEqual([
      ['currency', 'read_only'],
      ['kind', 'read_only'],
      ['due_date', 'read_only'],
    ]);
    expect((await send({ notes: 'x', expected_total: '1' })).body.error.code).toBe('TOTAL_MISMATCH');
    const changed = await send({ notes: 'Sorry', kind: 'standard', currency: 'EUR' });
    expect(changed.body.data).toMatchObject({ notes: 'Sorry', kind: 'standard', total: '119.00' });
  });
});

describe('credit notes', () => {
  it('have the amounts of vector 8, and together are exactly the invoice', async () => {
    const tax = [{ name: 'VAT', rate: '20', category: 'standard' }];
    const lines = ['68.33', '57.50', '85.00', '68.33'].map((unit_price) =>
      item({ quantity: '1', unit_price, taxes: tax }),
    );
    const invoice = await world.issued({ lines });
    expect(invoice.total).toBe('334.99');
    const totals = [];
    for (const line of invoice.lines)
      totals.push((await credit(invoice.id, { lines: [{ line_id: line.id, quantity: '1' }] })).total);
    expect(totals).toEqual(['82.00', '69.00', '102.00', '81.99']);
    expect(await get(invoice.id)).toMatchObject({
      status: 'paid',
      balance: '0.00',
      amount_credited: '334.99',
    });
    expect(
      await world.code('POST', `/api/invoices/${invoice.id}/credit-notes`, { reason: 'x', full: true }),
    ).toEqual([409, 'OVER_CREDIT']);
  });

  it('of a paid invoice can be applied elsewhere or refunded, and then not voided', async () => {
    const company_id = await world.company();
    const { id } = await world.issued({ company_id });
    const payment = (await pay(id, '119')).body.data;
    const note = await credit(id, { full: true });
    expect(note).toMatchObject({
      status: 'issued',
      total: '119.00',
      balance: '0.00',
      credit_remaining: '119.00',
      number: expect.stringMatching(/^CN-/),
    });
    const other = await world.issued({ company_id });
    const applied = await post(other.id, 'payments', {
      amount: '19',
      method: 'credit_note',
      credit_note_id: note.id,
    });
    expect(applied.body.data.invoice).toMatchObject({
      balance: '100.00',
      credits: [{ credit_note_id: note.id, amount: '19.00' }],
    });
    const paidOut = await post(id, `payments/${payment.id}/refund`, {
      reason: 'Credit',
      amount: '100',
      credit_note_id: note.id,
    });
    expect(paidOut.body.data.invoice).toMatchObject({ status: 'paid' });
    expect(await get(note.id)).toMatchObject({ credit_remaining: '0.00' });
    expect(await world.code('POST', `/api/invoices/${note.id}/void`, { reason: 'x' })).toEqual([
      409,
      'INVOICE_HAS_PAYMENTS',
    ]);
  });
});
