// The record in a webhook event is its state at the time of the change, whatever happens to it before the delivery.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { Inspector } from '../support/inspector.ts';
import { type Received, type Receiver, startReceiver } from '../support/receiver.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;
let receiver: Receiver;
let worker: Worker | undefined;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  receiver = await startReceiver();
});

afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  for (const { id } of await ok('GET', '/api/webhooks?pageSize=100'))
    await ok('DELETE', `/api/webhooks/${id}`);
  receiver.received.length = 0;
});

afterAll(async () => {
  await receiver?.stop();
  await inspector?.close();
  await service?.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: tests read nested response members
async function ok(method: string, path: string, body?: unknown): Promise<any> {
  const reply = await service.rest(method, path, body);
  expect({ path, error: reply.body.error }).toEqual({ path });
  return reply.body.data;
}

const subscribe = (input: object = {}) =>
  ok('POST', '/api/webhooks', { name: 'Mirror', url: `${receiver.url}/in`, event_types: ['*'], ...input });

/** Starts delivering only now, after every change of the test, and waits for this number of matching requests. */
async function deliver(count: number, matches?: (request: Received) => boolean): Promise<Received[]> {
  worker = await startWorker(service.server.services, service.databaseUrl, service.server.app.log);
  const received = await receiver.until(count, matches);
  // Sorts by id, which is the order in which the events happened.
  return received.toSorted((a, b) => a.body.id.localeCompare(b.body.id));
}

const objects = (received: Received[]) => received.map(({ body }) => body.data.object);

describe('a webhook event', () => {
  it('carries the record as of its change although the record changed twice more before the delivery', async () => {
    await subscribe();
    const { id } = await ok('POST', '/api/companies', { name: 'One' });
    await ok('PATCH', `/api/companies/${id}`, { name: 'Two' });
    await ok('PATCH', `/api/companies/${id}`, { name: 'Three', tags: ['late'] });
    expect(objects(await deliver(3))).toMatchObject([
      { id, version: 1, name: 'One', tags: [] },
      { id, version: 2, name: 'Two', tags: [] },
      { id, version: 3, name: 'Three', tags: ['late'] },
    ]);
  });

  it('carries the stage of its own move for each move of a deal', async () => {
    await subscribe({ event_types: ['deal.*'] });
    const company = await ok('POST', '/api/companies', { name: 'Buyer' });
    const { id } = await ok('POST', '/api/deals', {
      name: 'Rollout',
      company_id: company.id,
      value: '100.00',
      currency: 'EUR',
    });
    const stages = ['qualification', 'proposal', 'negotiation', 'closed_won'];
    for (const stage of stages) await ok('PATCH', `/api/deals/${id}/stage`, { stage });
    const [created, ...moves] = await deliver(5);
    expect(created!.body.type).toBe('deal.created');
    expect(objects(moves).map(({ stage }) => stage)).toEqual(stages);
  });

  it('is filtered by the record as of its change and not by later changes', async () => {
    await subscribe({
      url: `${receiver.url}/ten`,
      event_types: ['company.*'],
      filter: { employee_count: 10 },
    });
    await subscribe({ url: `${receiver.url}/all`, event_types: ['company.*'] });
    const { id } = await ok('POST', '/api/companies', { name: 'Growing', employee_count: 5 });
    await ok('PATCH', `/api/companies/${id}`, { employee_count: 10 });
    await ok('PATCH', `/api/companies/${id}`, { employee_count: 20 });
    const received = await deliver(4);
    expect(objects(received.filter(({ path }) => path === '/ten'))).toMatchObject([
      { id, version: 2, employee_count: 10 },
    ]);
  });

  it('carries the deleted record for a deletion and is filtered by it', async () => {
    const event_types = ['company.deleted'];
    await subscribe({ url: `${receiver.url}/ten`, event_types, filter: { employee_count: 10 } });
    await subscribe({ url: `${receiver.url}/twenty`, event_types, filter: { employee_count: 20 } });
    const { id } = await ok('POST', '/api/companies', { name: 'Leaving', employee_count: 10 });
    await ok('DELETE', `/api/companies/${id}`);
    const other = await ok('POST', '/api/companies', { name: 'Leaving too', employee_count: 20 });
    await ok('DELETE', `/api/companies/${other.id}`);
    const received = await deliver(2);
    expect(received.map(({ path, body }) => [path, body.data.object])).toMatchObject([
      ['/ten', { id, name: 'Leaving', deleted_at: expect.any(String) }],
      ['/twenty', { id: other.id, name: 'Leaving too' }],
    ]);
  });

  it('stores and sends ordinary custom fields and no governed ones', async () => {
    await subscribe({ event_types: ['company.*'] });
    const field = (key: string, more: object = {}) =>
      ok('POST', '/api/custom-fields', { entity: 'companies', key, label: key, type: 'text', ...more });
    await field('plain');
    await field('hidden', { classification: 'restricted_relationship' });
    const { id } = await ok('POST', '/api/companies', {
      name: 'Fields',
      custom_fields: { plain: 'seen', hidden: 'borborygmite' },
    });
    const [created] = await deliver(1);
    expect(created!.body.data.object).toMatchObject({ id, custom_fields: { plain: 'seen' } });
    expect(created!.text).not.toContain('borborygmite');
    const stored = await inspector.query(
      `select from events where data::text like '%borborygmite%'
       union all select from webhook_deliveries where payload::text like '%borborygmite%'`,
    );
    expect(stored).toEqual([]);
  });

  it('is not stored for a write that is refused', async () => {
    await subscribe();
    const { id } = await ok('POST', '/api/companies', { name: 'Kept' });
    const before = await inspector.fingerprint();
    const stale = await service.rest(
      'PATCH',
      `/api/companies/${id}`,
      { name: 'Lost' },
      { headers: { 'if-match': '"7"' } },
    );
    const missing = await service.rest('PATCH', `/api/companies/${randomUUID()}`, { name: 'Lost' });
    expect([stale.status, missing.status]).toEqual([412, 404]);
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('is sent as only its id when it exceeds 64 kB, and is still filtered by its whole record', async () => {
    await subscribe({ event_types: ['company.created'], filter: { employee_count: 7 } });
    const fields = Array.from({ length: 4 }, (_, index) => `long_${index}`);
    for (const key of fields)
      await ok('POST', '/api/custom-fields', { entity: 'companies', key, label: key, type: 'long_text' });
    const long = Object.fromEntries(fields.map((key) => [key, 'x'.repeat(20_000)]));
    const { id } = await ok('POST', '/api/companies', {
      name: 'Long',
      employee_count: 7,
      custom_fields: long,
    });
    const [created] = await deliver(1);
    expect(created!.body.data).toEqual({
      object_type: 'company',
      object: { id },
      links: { self: `/api/companies/${id}` },
      truncated: true,
    });
  });
});

describe('a webhook recovery', () => {
  it('sends the events of a pause with the records as they were then', async () => {
    const { id: webhookId } = await subscribe({ event_types: ['company.*'] });
    const since = new Date(Date.now() - 1_000).toISOString();
    await ok('PATCH', `/api/webhooks/${webhookId}`, { status: 'paused' });
    const { id } = await ok('POST', '/api/companies', { name: 'Then' });
    await ok('PATCH', `/api/companies/${id}`, { name: 'Now' });
    await ok('PATCH', `/api/webhooks/${webhookId}`, { status: 'active' });
    await ok('POST', `/api/webhooks/${webhookId}/recover`, { since, states: ['missing'] });
    expect(objects(await deliver(2, ({ body }) => body.data.object.id === id))).toMatchObject([
      { id, version: 1, name: 'Then' },
      { id, version: 2, name: 'Now' },
    ]);
  });

  it('sends only id and version for events that happened before the webhook existed', async () => {
    const since = new Date(Date.now() - 1_000).toISOString();
    const { id } = await ok('POST', '/api/companies', { name: 'Before' });
    const { id: webhookId } = await subscribe({ event_types: ['company.*'], filter: { name: 'Before' } });
    await ok('PATCH', `/api/companies/${id}`, { name: 'After' });
    await ok('POST', `/api/webhooks/${webhookId}/recover`, { since, states: ['missing'] });
    expect(objects(await deliver(1, ({ body }) => body.data.object.id === id))).toEqual([{ id, version: 1 }]);
  });
});
