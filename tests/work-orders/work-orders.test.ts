// Work orders over HTTP: states, deliveries and invoices of what was delivered.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DocumentWorld, item } from '../documents/world.ts';
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

const act = (id: string, action: string, more: object = {}) =>
  world.send('POST', `/api/work-orders/${id}/status`, { action, ...more });
const started = async () => {
  const order = await world.created('/api/work-orders', {
    company_id: await world.company(),
    lines: [item({ quantity: '10' })],
  });
  return (await world.ok('POST', `/api/work-orders/${order.id}/status`, { action: 'start' })).body.data;
};
const deliver = (id: string, line_id: string, quantity: string) =>
  world.send('POST', `/api/work-orders/${id}/deliveries`, { lines: [{ line_id, quantity }] });
const get = async (id: string) => (await world.ok('GET', `/api/work-orders/${id}`)).body.data;

describe('a work order', () => {
  it('is delivered up to what was ordered, also when many deliver at once', async () => {
    const { id, lines } = await started();
    const replies = await Promise.all(Array.from({ length: 6 }, () => deliver(id, lines[0].id, '3')));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
    const refused = replies.find(({ status }) => status !== 201)!;
    expect(refused.body.error).toMatchObject({
      code: 'OVER_DELIVERY',
      details: { lines: [{ line_id: lines[0].id, ordered: '10', delivered: '12' }] },
    });
    expect((await deliver(id, lines[0].id, '-1')).body.data.lines[0]).toMatchObject({
      quantity_ordered: '10',
      quantity_delivered: '8',
    });
    expect(await world.code('POST', `/api/work-orders/${id}/status`, { action: 'complete' })).toEqual([
      409,
      'UNDELIVERED_LINES',
    ]);
    expect(
      (await act(id, 'complete', { short_close: true, sign_off: { name: 'Ada' } })).body.data,
    ).toMatchObject({ status: 'completed', sign_off: { name: 'Ada' } });
  });

  it('is invoiced for what was delivered and is not invoiced yet', async () => {
    const { id, lines } = await started();
    const convert = (body: object = {}) => world.send('POST', `/api/work-orders/${id}/convert`, body);
    expect((await convert()).body.error.details).toEqual({ reason: 'nothing_to_invoice' });
    await deliver(id, lines[0].id, '4');
    expect((await convert()).body.data).toMatchObject({
      status: 'draft',
      net_total: '200.00',
      source: { type: 'work_order', id },
    });
    expect(await get(id)).toMatchObject({
      billing_status: 'partially_billed',
      lines: [{ quantity_invoiced: '4' }],
    });
    expect(
      (await convert({ basis: 'ordered', lines: [{ line_id: lines[0].id, quantity: '7' }] })).body.error.code,
    ).toBe('OVER_CONVERSION');
    expect((await convert({ basis: 'ordered' })).body.data.net_total).toBe('300.00');
    expect(await get(id)).toMatchObject({ billing_status: 'billed' });
    expect(
      await world.code('POST', `/api/work-orders/${id}/status`, { action: 'cancel', reason: 'x' }),
    ).toEqual([409, 'RESOURCE_IN_USE']);
  });

  it('is invoiced for what was delivered up to a day; what was ordered has none', async () => {
    const { id, lines } = await started();
    const today = new Date().toISOString().slice(0, 10);
    for (const [day, quantity] of [
      ['2026-01-30', '4'],
      ['2026-01-31', '-1'],
      ['2026-02-01', '2'],
    ]) {
      const delivery = { delivered_on: day, lines: [{ line_id: lines[0].id, quantity }] };
      await world.ok('POST', `/api/work-orders/${id}/deliveries`, delivery);
    }
    const convert = (body: object) => world.send('POST', `/api/work-orders/${id}/convert`, body);
    expect((await convert({ until: '2026-01-29' })).body.error.details).toEqual({
      reason: 'nothing_to_invoice',
    });
    expect((await convert({ until: '2026-01-31' })).body.data.net_total).toBe('150.00');
    expect((await convert({ until: '2026-01-31' })).body.error.code).toBe('CONFLICT');
    const over = { until: '2026-02-01', lines: [{ line_id: lines[0].id, quantity: '3' }] };
    expect((await convert(over)).body.error.code).toBe('OVER_CONVERSION');
    expect((await convert({ until: today })).body.data.net_total).toBe('100.00');
    const before = await inspector.fingerprint();
    expect((await convert({ basis: 'ordered', until: today })).body.error.fields).toMatchObject([
      { path: 'until', rule: 'not_allowed' },
    ]);
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('shares amounts of discount among its invoices, and the last one takes what is left', async () => {
    const order = await world.created('/api/work-orders', {
      company_id: await world.company(),
      discount: { type: 'amount', value: '10.01' },
      lines: [
        item({ quantity: '3', unit_price: '100', discount: { type: 'amount', value: '1' } }),
        item({ quantity: '1', unit_price: '50', description: 'Travel' }),
      ],
    });
    await act(order.id, 'start');
    const [work, travel] = order.lines;
    const convert = async (lines: [string, string][]) => {
      const body = { basis: 'ordered', lines: lines.map(([line_id, quantity]) => ({ line_id, quantity })) };
      const { body: reply } = await world.ok('POST', `/api/work-orders/${order.id}/convert`, body);
      const { discount_total, lines: billed } = reply.data;
      return [
        billed.map(({ discount_amount }: { discount_amount: string }) => discount_amount),
        discount_total,
      ];
    };
    expect(await convert([[work.id, '1']])).toEqual([['0.33'], '2.86']);
    expect(await convert([[work.id, '1']])).toEqual([['0.33'], '2.86']);
    const last: [string, string][] = [
      [work.id, '1'],
      [travel.id, '1'],
    ];
    expect(await convert(last)).toEqual([['0.34', '0.00'], '4.29']);
    const { lines } = (await world.ok('GET', `/api/work-orders/${order.id}`)).body.data;
    expect(lines.map((line: { quantity_invoiced: string }) => line.quantity_invoiced)).toEqual(['3', '1']);
  });

  it('needs a reason to be held, and states that allow it', async () => {
    const { id } = await started();
    expect((await act(id, 'hold')).body.error.fields).toMatchObject([{ path: 'reason', rule: 'required' }]);
    expect((await act(id, 'hold', { reason: 'Rain' })).body.data).toMatchObject({
      status: 'on_hold',
      status_reason: 'Rain',
    });
    expect((await act(id, 'schedule', { scheduled_start: '2026-12-01T08:00:00Z' })).body.error).toMatchObject(
      {
        code: 'INVALID_STATE_TRANSITION',
        details: { from: 'on_hold', to: 'scheduled', allowed: ['in_progress', 'cancelled'] },
      },
    );
  });
});
