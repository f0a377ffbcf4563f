// Invoices over HTTP: issue, payments, refunds, void, write-off, statement and aging.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DocumentWorld } from '../documents/world.ts';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;
let world: DocumentWorld;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  world = new DocumentWorld(service);
});
afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

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
const issueWhenFree = async (id: string): ReturnType<typeof post> => {
  const reply = await post(id, 'issue');
  return reply.status === 503 ? issueWhenFree(id) : reply;
};
const numbers = async () => (await world.ok('GET', '/api/numbering/invoice/ledger?pageSize=100')).body;

describe('issuing', () => {
  it('gives numbers without gaps to 50 at once, and none to a document that fails', async () => {
    const drafts = [];
    for (let index = 0; index < 50; index += 1) drafts.push(await world.invoice());
    const empty = await world.invoice({ lines: [] });
    const replies = await Promise.all([...drafts, empty].map(({ id }) => issueWhenFree(id)));
    const codes = replies.map(({ status, body }) => body.error?.code ?? status);
    expect(codes.filter((code) => code !== 200)).toEqual(['VALIDATION_ERROR']);
    const { data, gaps } = await numbers();
    expect(gaps).toEqual([]);
    expect(data.map(({ seq }: { seq: number }) => seq).sort((a: number, b: number) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
    expect((await post(drafts[0].id, 'issue')).body.error.code).toBe('INVALID_STATE_TRANSITION');
    expect((await post(empty.id, 'issue')).body.error.fields).toMatchObject([
      { path: 'lines', rule: 'required' },
    ]);
  });

  it('freezes the document, by a rule of the database too', async () => {
    const invoice = await world.issued();
    expect(invoice).toMatchObject({
      status: 'issued',
      balance: '119.00',
      exchange_rate: '1',
      seller: { name: 'acme' },
      due_date: expect.any(String),
    });
    const reply = await world.send('PATCH', `/api/invoices/${invoice.id}`, {
      terms: 'x',
      expected_version: invoice.version,
    });
    expect([reply.status, reply.body.error.details]).toEqual([409, { fields: ['terms'] }]);
    await expect(
      inspector.query(`update invoices set buyer = '{}' where id = '${invoice.id}'`),
    ).rejects.toThrow(/cannot be changed/);
    await expect(inspector.query(`delete from invoices where id = '${invoice.id}'`)).rejects.toThrow(
      /cannot be deleted/,
    );
    await expect(
      inspector.query(`update document_lines set net = 1 where invoice_id = '${invoice.id}'`),
    ).rejects.toThrow(/cannot be changed/);
    expect(await world.code('DELETE', `/api/invoices/${invoice.id}`)).toEqual([409, 'DOCUMENT_IMMUTABLE']);
  });

  it('is refused without the country of the buyer, without a rate, and out of order', async () => {
    const company = (await world.ok('POST', '/api/companies', { name: 'Nowhere' })).body.data.id;
    const nowhere = await world.invoice({ company_id: company });
    expect((await post(nowhere.id, 'issue')).body.error.fields).toMatchObject([
      { path: 'buyer.address.country', rule: 'required' },
    ]);
    const nothing = await world.invoice({ company_id: company, currency: 'USD', lines: [] });
    expect((await post(nothing.id, 'issue')).body.error.fields).toMatchObject([
      { path: 'lines', rule: 'required' },
      { path: 'exchange_rate', rule: 'required' },
      { path: 'buyer.address.country', rule: 'required' },
    ]);
    const dollars = await world.invoice({ currency: 'USD' });
    expect((await post(dollars.id, 'issue')).body.error.fields).toMatchObject([
      { path: 'exchange_rate', rule: 'required' },
    ]);
    const early = await world.invoice({ issue_date: `${new Date().getUTCFullYear()}-01-01` });
    expect(await world.code('POST', `/api/invoices/${early.id}/issue`, {})).toEqual([
      409,
      'ISSUE_DATE_OUT_OF_ORDER',
    ]);
    expect((await numbers()).gaps).toEqual([]);
  });

  it('again is refused with the states that the invoice can reach', async () => {
    const { id } = await world.issued();
    const again = await world.send('POST', `/api/invoices/${id}/issue`, {});
    expect(again.body.error.details).toEqual({
      from: 'issued',
      to: 'issued',
      allowed: ['partially_paid', 'paid', 'void', 'uncollectible'],
    });
  });
});

describe('payments', () => {
  it('settle an invoice, exactly once, and never beyond its balance', async () => {
    const { id } = await world.issued();
    const first = await pay(id, '19', { reference: 'R1' });
    expect(first.body.data).toMatchObject({
      amount: '19.00',
      applied: '19.00',
      status: 'succeeded',
      invoice: { status: 'partially_paid', balance: '100.00' },
    });
    expect((await pay(id, '19', { reference: 'R1' })).body.error.code).toBe('DUPLICATE_PAYMENT');
    expect((await pay(id, '100.01')).body.error.code).toBe('OVERPAYMENT');
    expect((await pay(id, '1.001')).body.error.fields).toMatchObject([
      { path: 'amount', rule: 'money_format' },
    ]);
    const many = await Promise.all(Array.from({ length: 8 }, () => pay(id, '25')));
    expect(many.filter(({ status }) => status === 201)).toHaveLength(4);
    expect(await get(id)).toMatchObject({ status: 'paid', balance: '0.00', amount_paid: '119.00' });
  });

  it('above the balance become credit of the client, which pays another invoice', async () => {
    const company_id = await world.company();
    const { id } = await world.issued({ company_id });
    const over = await pay(id, '150', { allow_overpayment: true });
    expect(over.body.data).toMatchObject({ applied: '119.00', excess: '31.00', invoice: { status: 'paid' } });
    const other = await world.issued({ company_id });
    expect(
      (await post(other.id, 'payments', { amount: '31.01', method: 'client_credit' })).body.error.code,
    ).toBe('OVER_CREDIT');
    const used = await post(other.id, 'payments', { amount: '31', method: 'client_credit' });
    expect(used.body.data.invoice).toMatchObject({
      amount_credited: '31.00',
      balance: '88.00',
      credits: [{ amount: '31.00', credit_note_id: null }],
    });
  });

  it('can be refunded, which opens the invoice again', async () => {
    const { id } = await world.issued();
    const payment = (await pay(id, '119')).body.data;
    const refund = (amount?: string) =>
      post(id, `payments/${payment.id}/refund`, { reason: 'Mistake', ...(amount && { amount }) });
    expect((await refund('19')).body.data).toMatchObject({
      status: 'partially_refunded',
      refunded: '19.00',
      invoice: { status: 'partially_paid', balance: '19.00' },
    });
    expect((await refund('100.01')).body.error.code).toBe('REFUND_TOO_LARGE');
    expect((await refund()).body.data).toMatchObject({
      status: 'refunded',
      invoice: { status: 'issued', balance: '119.00' },
    });
  });
});

describe('ending an invoice', () => {
  it('by void keeps its number, which the ledger marks', async () => {
    const { id, number } = await world.issued();
    expect((await post(id, 'void', { reason: 'Wrong' })).body.data).toMatchObject({
      status: 'void',
      void_reason: 'Wrong',
      number,
    });
    const { data } = await numbers();
    expect(data.find((row: { number: string }) => row.number === number)).toMatchObject({ state: 'void' });
    const pending = await world.issued();
    await pay(pending.id, '1', { method: 'provider' });
    expect((await post(pending.id, 'void', { reason: 'Wrong' })).body.data.status).toBe('void');
    const paid = await world.issued();
    await pay(paid.id, '1');
    expect(await world.code('POST', `/api/invoices/${paid.id}/void`, { reason: 'x' })).toEqual([
      409,
      'INVOICE_HAS_PAYMENTS',
    ]);
  });

  it('by write-off leaves the balance, and a payment is still possible', async () => {
    const { id } = await world.issued();
    expect((await post(id, 'write-off', { reason: 'Insolvent' })).body.data).toMatchObject({
      status: 'uncollectible',
      balance: '119.00',
    });
    expect((await pay(id, '19')).body.data.invoice).toMatchObject({
      status: 'uncollectible',
      balance: '100.00',
    });
    expect((await pay(id, '100')).body.data.invoice).toMatchObject({ status: 'paid' });
  });
});

describe('the statement of a client', () => {
  it('adds up: opening plus debits less credits is closing, and aging has the same balance', async () => {
    const company_id = await world.company();
    const first = await world.issued({ company_id });
    const second = await world.issued({ company_id });
    await pay(first.id, '150', { allow_overpayment: true });
    await credit(second.id, { lines: [{ line_id: second.lines[0].id, quantity: '1' }] });
    const third = await world.issued({ company_id });
    await post(third.id, 'void', { reason: 'Wrong' });
    const [account] = (await world.ok('GET', `/api/clients/${company_id}/statement`)).body.data.currencies;
    expect(account).toMatchObject({
      currency: 'EUR',
      opening: '0.00',
      debits: '357.00',
      credits: '328.50',
      closing: '28.50',
    });
    expect(account.rows.at(-1).balance).toBe(account.closing);
    const aging = (await world.ok('GET', `/api/invoices/aging?company_id=${company_id}`)).body.data;
    expect(aging.rows).toMatchObject([
      {
        company_id,
        credits: '-31.00',
        total: '28.50',
        buckets: [{ bucket: 'current', amount: '59.50' }, {}, {}, {}, {}],
      },
    ]);
    for (const path of [`/api/clients/${company_id}/statement`, '/api/invoices/aging']) {
      const unknown = await world.service.rest('GET', `${path}?currency=ZZZ`);
      expect(unknown.body.error.fields).toMatchObject([{ path: 'currency', rule: 'currency' }]);
    }
    expect(aging.totals[0].total).toBe('28.50');
  });
});
