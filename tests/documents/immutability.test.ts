// Sent and issued documents stay as they are whatever is tried in SQL, by the owner of the tables too.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { startService, type TestService } from '../support/service.ts';
import { DocumentWorld } from './world.ts';

let service: TestService;
let world: DocumentWorld;
let inspector: pg.Client;

beforeAll(async () => {
  service = await startService();
  world = new DocumentWorld(service);
  inspector = new pg.Client(service.databaseUrl);
  await inspector.connect();
});
afterAll(async () => {
  await inspector?.end();
  await service?.stop();
});

/** Runs a statement that must be refused, and returns what the database says. */
async function refusal(statement: string): Promise<string> {
  const result = await inspector.query(statement).catch((error: Error) => error.message);
  return typeof result === 'string' ? result : `not refused: ${result.rowCount} rows`;
}

describe('a sent quote', () => {
  it('does not become a draft, and is neither changed nor deleted', async () => {
    const { id } = await world.quote();
    await world.ok('POST', `/api/quotes/${id}/send`, { to: ['ada@buyer.example'] });
    expect(await refusal(`update quotes set status = 'draft' where id = '${id}'`)).toContain(
      'become a draft',
    );
    expect(await refusal(`update quotes set total = 1, net_total = 1 where id = '${id}'`)).toContain(
      'changed',
    );
    expect(await refusal(`delete from quotes where id = '${id}'`)).toContain('cannot be deleted');
    await world.ok('POST', `/api/quotes/${id}/decision`, { decision: 'cancelled', reason: 'Mistake' });
    expect(await refusal(`update quotes set status = 'sent' where id = '${id}'`)).toContain(
      'cancelled stays so',
    );
  });
});

describe('an issued invoice', () => {
  it('keeps its lines, which no other document gets, and gets none of another', async () => {
    const draft = await world.invoice();
    const order = await world.created('/api/work-orders', {
      company_id: await world.company(),
      lines: [{ description: 'Work', unit_price: '1' }],
    });
    const { id } = await world.issued();
    const move = (set: string, line: string) =>
      refusal(`update document_lines set ${set} where invoice_id = '${line}'`);
    expect(await move(`invoice_id = '${draft.id}'`, id)).toContain('another document');
    expect(await move(`invoice_id = null, work_order_id = '${order.id}'`, id)).toContain('another document');
    expect(await move(`invoice_id = '${id}'`, draft.id)).toContain('cannot be changed');
    expect(await refusal(`delete from document_lines where invoice_id = '${id}'`)).toContain('changed');
  });

  it('keeps its payments, its balance and its number', async () => {
    const { id } = await world.issued();
    const payment = await world.created(`/api/invoices/${id}/payments`, { amount: '19', method: 'cash' });
    const change = (table: string, set: string, row: string) =>
      refusal(`update ${table} set ${set} where id = '${row}'`);
    expect(await change('invoice_payments', 'amount = 119, applied = 119', payment.id)).toContain('refunded');
    expect(await change('invoices', 'amount_paid = 119', id)).toContain('invoices_balance');
    expect(await change('invoices', "number = 'INV-1'", id)).toContain('changed');
    expect(await refusal(`update number_ledger set number = 'INV-1' where document_id = '${id}'`)).toContain(
      'changed',
    );
    expect(await refusal(`update number_series set next_value = 1 where series = 'invoice'`)).toContain(
      'goes back',
    );
  });

  it('that is void stays so, with its number', async () => {
    const { id } = await world.issued();
    await world.ok('POST', `/api/invoices/${id}/void`, { reason: 'Wrong buyer' });
    expect(
      await refusal(`update invoices set status = 'issued', balance = total where id = '${id}'`),
    ).toContain('void stays so');
    expect(await refusal(`update number_ledger set state = 'used' where document_id = '${id}'`)).toContain(
      'stays void',
    );
  });
});
