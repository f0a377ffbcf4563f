// Number series over HTTP: formats, previews, counters and refusals.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DocumentWorld, item } from '../documents/world.ts';
import { type Ask, startService, type TestService } from '../support/service.ts';

let service: TestService;
const year = new Date().getUTCFullYear();

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

const list = async (ask: Ask = {}) => (await service.rest('GET', '/api/numbering', undefined, ask)).body.data;
const series = async (docType: string) =>
  (await list()).find((one: { doc_type: string }) => one.doc_type === docType);
const patch = (docType: string, body: object, ask: Ask = {}) =>
  service.rest('PATCH', `/api/numbering/${docType}`, body, ask);
const client = (name: string) =>
  service.rest('POST', '/api/clients', { client_name: name, domain: `${name.toLowerCase()}.com` });
const ledger = async (docType: string) =>
  (await service.rest('GET', `/api/numbering/${docType}/ledger`)).body;

describe('the series of a workspace', () => {
  it('begin with the default formats and next numbers', async () => {
    expect(await list()).toHaveLength(7);
    expect(await series('invoice')).toEqual({
      doc_type: 'invoice',
      format: 'INV-{yyyy}-{seq:5}',
      reset: 'yearly',
      gap_free: true,
      next_value: 1,
      period: String(year),
      next_number: `INV-${year}-00001`,
      used_count: 0,
      version: 1,
      updated_at: null,
    });
    expect(await series('client')).toMatchObject({
      format: 'C-{seq:5}',
      reset: 'never',
      period: 'all',
      gap_free: false,
    });
  });

  it('give client numbers, which the ledger lists with their companies', async () => {
    const { body } = await client('Ledgered');
    expect(body).toMatchObject({ data: { client_id: 'C-00001' } });
    const { data, gaps, total } = await ledger('client');
    expect(data).toMatchObject([
      {
        number: 'C-00001',
        seq: 1,
        period: 'all',
        document_type: 'company',
        document_id: body.data.id,
        state: 'used',
      },
    ]);
    expect({ gaps, total }).toEqual({ gaps: [], total: 1 });
  });
});

describe('a change of a series', () => {
  it('is previewed by a dry run, which writes nothing', async () => {
    const reply = await patch('quote', { format: 'AN-{yy}{mm}-{seq:3}', next_value: 50, dry_run: true });
    expect(reply.body.data).toMatchObject({
      next_value: 50,
      next_number: expect.stringMatching(/^AN-\d{4}-050$/),
    });
    expect(await series('quote')).toMatchObject({ format: 'Q-{yyyy}-{seq:5}', version: 1 });
  });

  it('holds for later numbers, and its version is compared', async () => {
    const reply = await patch('client', { format: 'K{seq:4}', next_value: 100 });
    expect(reply.body.data).toMatchObject({ next_number: 'K0100', version: 2 });
    const stale = await patch('client', { format: 'X{seq}', expected_version: 1 });
    expect([stale.status, stale.body.error.code]).toEqual([412, 'PRECONDITION_FAILED']);
    const { body } = await client('Renumbered');
    expect(body.data.client_id).toBe('K0100');
    expect((await ledger('client')).gaps).toEqual([{ period: 'all', from: 2, to: 99 }]);
  });

  it('continues the sequence when numbers start to be counted by another period', async () => {
    const reply = await patch('client', { format: 'K{yyyy}-{seq}', reset: 'yearly' });
    expect(reply.body.data).toMatchObject({ period: String(year), next_value: 101 });
  });

  it('of the reset rule leaves no gap, as numbers go on where they were', async () => {
    const world = new DocumentWorld(service);
    const company_id = await world.company();
    const number = async () =>
      (await world.created('/api/work-orders', { company_id, lines: [item()] })).number.split('-').at(-1);
    const numbers = [await number(), await number()];
    for (const reset of ['never', 'yearly', 'monthly', 'yearly']) {
      const format = reset === 'monthly' ? 'WO-{yyyy}{mm}-{seq:5}' : 'WO-{yyyy}-{seq:5}';
      expect((await patch('work_order', { reset, format })).status).toBe(200);
      numbers.push(await number());
    }
    expect(numbers.map(Number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await ledger('work_order')).gaps).toEqual([]);
    await patch('work_order', { next_value: 9 });
    await number();
    expect((await ledger('work_order')).gaps).toEqual([{ period: String(year), from: 7, to: 8 }]);
  });

  it('is refused with the path of the fault', async () => {
    for (const [body, path, rule] of [
      [{ format: 'INV-{yyyy}{seq}-{seq}' }, 'format', 'seq'],
      [{ format: 'INV{yyyy}' }, 'format', 'seq'],
      [{ format: 'INV{year}{yyyy}-{seq}' }, 'format', 'token'],
      [{ format: 'RÄ-{yyyy}-{seq}' }, 'format', 'pattern'],
      [{ format: 'a-rather-long-prefix-{yyyy}-{seq:10}' }, 'format', 'max_length'],
      [{ format: 'INV-{seq}' }, 'reset', 'year_token'],
      [{ format: 'INV-{yyyy}-{seq}', reset: 'monthly' }, 'reset', 'month_token'],
      [{ gap_free: false }, 'gap_free', 'unknown_field'],
      [{ next_value: 0 }, 'next_value', 'minimum'],
    ] as const) {
      const reply = await patch('invoice', body);
      expect([reply.status, reply.body.error.fields]).toEqual([
        400,
        [expect.objectContaining({ path, rule })],
      ]);
    }
    expect(await series('invoice')).toMatchObject({ version: 1 });
  });

  it('never goes back to a used number', async () => {
    for (const next_value of [1, 100]) {
      const reply = await patch('client', { next_value });
      expect([reply.status, reply.body.error.code]).toEqual([409, 'NUMBER_IN_USE']);
    }
  });

  it('is only for owners and admins', async () => {
    for (const role of ['manager', 'member', 'viewer'] as const)
      expect((await patch('quote', { next_value: 9 }, { as: service.acme.people[role] })).status).toBe(403);
    const agent = await patch(
      'quote',
      { next_value: 9 },
      { as: service.acme.agent, headers: { 'idempotency-key': 'a' } },
    );
    expect(agent.body.error.code).toBe('HUMAN_REQUIRED');
  });
});
