// Deliveries of webhooks: what is sent to whom, how it is signed, and what happens to endpoints that misbehave.
import { createPublicKey, verify as verifyEd25519 } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { Webhook as Verifier } from 'standardwebhooks';
import { startWebhookDispatcher, type WebhookDispatcher } from '../../src/domains/webhooks/dispatcher.ts';
import { Inspector } from '../support/inspector.ts';
import { answer, type Received, type Receiver, startReceiver } from '../support/receiver.ts';
import { type Identity, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let inspector: Inspector;
let receiver: Receiver;
let dispatcher: WebhookDispatcher;
/** An identity that does not expire when the clock moves. */
let as: Identity;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  receiver = await startReceiver();
  as = service.acme.service;
  dispatcher = startWebhookDispatcher(service.server.services, service.server.app.log);
});

afterEach(async () => {
  service.advance(0);
  receiver.respondWith(answer(204));
  for (const { id } of (await service.rest('GET', '/api/webhooks?pageSize=100')).body.data)
    await service.rest('DELETE', `/api/webhooks/${id}`);
  receiver.received.length = 0;
});

afterAll(async () => {
  await dispatcher?.stop();
  await receiver?.stop();
  await inspector?.close();
  await service?.stop();
});

async function subscribe(input: object = {}) {
  const body = { name: 'Warehouse', url: `${receiver.url}/in`, event_types: ['*'], ...input };
  const reply = await service.rest('POST', '/api/webhooks', body);
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)]);
  return reply.body.data;
}

let companyCount = 0;
async function addCompany(input: object = {}) {
  const reply = await service.rest(
    'POST',
    '/api/companies',
    { name: `Northwind ${++companyCount}`, ...input },
    { as },
  );
  expect(reply.status).toBe(201);
  return reply.body.data;
}

async function deliveriesOf(webhookId: string, query = '') {
  return (await service.rest('GET', `/api/webhooks/${webhookId}/deliveries${query}`, undefined, { as })).body
    .data;
}

async function waitForDelivery(webhookId: string, state: string) {
  return until(async () => {
    const [delivery] = await deliveriesOf(webhookId);
    return delivery?.state === state ? delivery : undefined;
  });
}

function verify(secret: string, { text, headers }: Received): unknown {
  return new Verifier(secret).verify(text, headers as Record<string, string>);
}

describe('a webhook delivery', () => {
  it('carries the event with the ordinary fields of its record and a valid signature', async () => {
    const { id: webhookId, secret } = await subscribe({
      custom_headers: { Authorization: 'Bearer of-the-receiver' },
    });
    const company = await addCompany({ employee_count: 12 });
    const [received] = await receiver.until(1);
    const [event] = await inspector.query<{ id: string; request_id: string }>(
      `select * from events where object_id = $1`,
      [company.id],
    );
    const body = verify(secret, received!);
    expect(body).toEqual(received!.body);
    expect(received!.headers).toMatchObject({
      'webhook-id': `evt_${event!.id}`,
      'content-type': 'application/json',
      authorization: 'Bearer of-the-receiver',
    });
    expect(received!.body).toMatchObject({
      id: `evt_${event!.id}`,
      type: 'company.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/),
      api_version: '2026-11-01',
      tenant_id: service.acme.id,
      request_id: event!.request_id,
      actor: { type: 'service', id: expect.any(String), label: expect.any(String) },
      data: {
        object_type: 'company',
        object: { id: company.id, version: 1, name: company.name, employee_count: 12 },
        links: { self: `/api/companies/${company.id}` },
      },
    });
    expect(await waitForDelivery(webhookId, 'succeeded')).toMatchObject({
      event_type: 'company.created',
      message_id: `evt_${event!.id}`,
      attempt_count: 1,
      last_status_code: 204,
      last_error: null,
      attempts: [{ number: 1, status_code: 204, error: null }],
    });
    const stats = (await service.rest('GET', `/api/webhooks/${webhookId}`)).body.data.stats;
    expect(stats).toEqual({
      success_rate_24h: 1,
      last_success_at: expect.any(String),
      first_failure_at: null,
    });
  });

  it('carries the previous values of the changed fields under their wire names', async () => {
    await subscribe({ event_types: ['company.updated'] });
    const { id } = await addCompany({ employee_count: 12 });
    await service.rest('PATCH', `/api/companies/${id}`, { employee_count: 13 }, { as });
    const [received] = await receiver.until(1);
    expect(received!.body.data).toMatchObject({
      object: { id, version: 2, employee_count: 13 },
      previous: { employee_count: 12 },
    });
    expect(receiver.received).toHaveLength(1);
  });

  it('never carries a governed or private field', async () => {
    await subscribe();
    const { owner } = service.acme.people;
    const created = await service.rest('POST', '/api/contacts', { first_name: 'Ada' });
    const { id } = created.body.data;
    await service.rest(
      'PATCH',
      `/api/contacts/${id}/relationship`,
      {
        relationship_intent: 'xylotomous',
        interests: ['zymurgist'],
        desired_cadence_days: 30,
      },
      { as: owner },
    );
    const deal = await service.rest('POST', '/api/deals', { name: 'Rollout', next_step: 'borborygmite' });
    await service.rest('PATCH', `/api/deals/${deal.body.data.id}`, { next_step: 'borborygmite again' });
    await service.rest('POST', `/api/contacts/${id}/notes`, { body: 'quomodocunque' });
    const received = await receiver.until(5);
    expect(received.map(({ body }) => body.type).sort()).toEqual([
      'contact.created',
      'deal.created',
      'deal.updated',
      'note.added',
      'relationship.updated',
    ]);
    const relationship = received.find(({ body }) => body.type === 'relationship.updated')!;
    expect(relationship.body.data.object).toMatchObject({ id, desired_cadence_days: 30 });
    expect(Object.keys(relationship.body.data.object)).not.toContain('interests');
    for (const { text } of received)
      expect(text).not.toMatch(/xylotomous|zymurgist|borborygmite|quomodocunque/);
  });

  it('conforms to the schema of its event type', async () => {
    await subscribe();
    const { id } = await addCompany();
    await service.rest('POST', `/api/companies/${id}/notes`, { body: 'Hello.' });
    await service.rest('PATCH', `/api/companies/${id}`, { tags: ['new'] });
    await service.rest('POST', '/api/deals', { name: 'Rollout', company_id: id });
    await service.rest('DELETE', `/api/companies/${id}`);
    const received = await receiver.until(5);
    const types = (await service.rest('GET', '/api/webhooks/events')).body.data;
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    (formats as unknown as (ajv: Ajv2020) => void)(ajv);
    expect(types.length).toBeGreaterThan(40);
    for (const { type, schema, example } of types) {
      const validate = ajv.compile(schema);
      const bodies = [example, ...received.filter(({ body }) => body.type === type).map(({ body }) => body)];
      for (const body of bodies) expect([type, validate(body), validate.errors]).toEqual([type, true, null]);
    }
  });

  it('goes only to webhooks that subscribe to the event type and whose filter matches', async () => {
    const all = await subscribe({ url: `${receiver.url}/all` });
    const deals = await subscribe({ url: `${receiver.url}/deals`, event_types: ['deal.*'] });
    const large = await subscribe({
      url: `${receiver.url}/large`,
      event_types: ['company.*'],
      filter: { employee_count: [500, 501] },
    });
    const paused = await subscribe({ url: `${receiver.url}/paused`, status: 'paused' });
    const { id } = await addCompany({ employee_count: 500 });
    await addCompany({ employee_count: 5 });
    await service.rest('POST', '/api/deals', { name: 'Rollout' }, { as });
    await service.rest('DELETE', `/api/companies/${id}`, undefined, { as });
    await receiver.until(4, ({ path }) => path === '/all');
    await until(async () => (await deliveriesOf(all.id)).length === 4);
    const typesAt = (path: string) =>
      receiver.received
        .filter((request) => request.path === path)
        .map(({ body }) => body.type)
        .sort();
    expect(typesAt('/deals')).toEqual(['deal.created']);
    // A receiver that mirrors records must learn of a deletion even though there is no field left to filter by.
    expect(typesAt('/large')).toEqual(['company.created', 'company.deleted']);
    expect(typesAt('/paused')).toEqual([]);
    for (const { id: webhookId } of [deals, large, paused])
      expect((await deliveriesOf(webhookId)).length).toBeLessThan(3);
  });

  it('is never made for an event of another workspace', async () => {
    await subscribe();
    const other = { as: service.globex.people.owner };
    await service.rest('POST', '/api/companies', { name: 'Elsewhere' }, other);
    await addCompany();
    await receiver.until(1);
    expect(receiver.received.map(({ body }) => body.tenant_id)).toEqual([service.acme.id]);
    expect(await inspector.query('select from webhook_outbox')).toEqual([]);
  });

  it('carries only the type and id of an event over 64 kB', async () => {
    const { id: webhookId } = await subscribe({ event_types: ['company.created'] });
    await inspector.query(`update webhooks set status = 'paused' where id = $1`, [webhookId]);
    const { id } = await addCompany();
    await inspector.query(
      `update events set data = jsonb_set(data, '{object,padding}', to_jsonb(repeat('x', 70000))) where object_id = $1`,
      [id],
    );
    await inspector.query(`update webhooks set status = 'active' where id = $1`, [webhookId]);
    const [event] = await inspector.query<{ id: string }>('select id from events where object_id = $1', [id]);
    await inspector.query('insert into webhook_outbox values ($1, $2)', [service.acme.id, event!.id]);
    const [received] = await receiver.until(1);
    expect(received!.body.data).toEqual({
      object_type: 'company',
      object: { id },
      links: { self: `/api/companies/${id}` },
      truncated: true,
    });
  });
});

describe('a webhook signature', () => {
  it('is made with both secrets until the overlap of a rotation ends', async () => {
    const { id, secret: formerSecret } = await subscribe();
    const { secret } = (await service.rest('POST', `/api/webhooks/${id}/rotate-secret`, { overlap_hours: 1 }))
      .body.data;
    await addCompany();
    const [received] = await receiver.until(1);
    expect(String(received!.headers['webhook-signature']).split(' ')).toHaveLength(2);
    for (const candidate of [formerSecret, secret])
      expect(verify(candidate, received!)).toEqual(received!.body);
    await inspector.query(
      `update webhooks set previous_secret_expires_at = now() - interval '1 minute' where id = $1`,
      [id],
    );
    await addCompany();
    const [, later] = await receiver.until(2);
    expect(verify(secret, later!)).toEqual(later!.body);
    expect(() => verify(formerSecret, later!)).toThrow();
  });

  it('made with Ed25519 is verified with the public key', async () => {
    const { public_key: key } = await subscribe({ signature: 'v1a' });
    await addCompany();
    const [{ headers, text }] = (await receiver.until(1)) as [Received];
    const [version, signature] = String(headers['webhook-signature']).split(',');
    const der = Buffer.concat([
      Buffer.from('302a300506032b6570032100', 'hex'),
      Buffer.from(key.slice(5), 'base64'),
    ]);
    const signed = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`);
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
    expect([version, verifyEd25519(null, signed, publicKey, Buffer.from(signature!, 'base64'))]).toEqual([
      'v1a',
      true,
    ]);
  });
});

describe('a webhook endpoint', () => {
  it('is retried by the schedule with the same id and body when it fails', async () => {
    const { id, secret } = await subscribe();
    receiver.respondWith(answer(500, {}, 'no: {"api_key": "sk-1234567890abcdef", "why": "tired"}'));
    await addCompany();
    const failed = await waitForDelivery(id, 'retrying');
    expect(failed).toMatchObject({ last_status_code: 500, last_error: 'http', attempt_count: 1 });
    expect(failed.attempts[0].response).toBe('no: {"api_key": [masked], "why": "tired"}');
    const pause = Date.parse(failed.next_attempt_at) - Date.parse(failed.last_attempt_at);
    // The schedule pauses 5 seconds after the first failure, give or take a fifth, and 5 minutes after the second.
    expect(pause).toBeGreaterThanOrEqual(3_999);
    expect(pause).toBeLessThan(60_000);
    receiver.respondWith(answer(200));
    service.advance(10);
    const [first, second] = await receiver.until(2);
    expect([second!.headers['webhook-id'], second!.text]).toEqual([
      first!.headers['webhook-id'],
      first!.text,
    ]);
    expect(verify(secret, second!)).toEqual(first!.body);
    expect(await waitForDelivery(id, 'succeeded')).toMatchObject({ attempt_count: 2, next_attempt_at: null });
  });

  it('gets the delay that it asks for with Retry-After, up to one day', async () => {
    const { id } = await subscribe();
    receiver.respondWith(answer(503, { 'retry-after': '7200' }));
    await addCompany();
    const { next_attempt_at: next, last_attempt_at: last } = await waitForDelivery(id, 'retrying');
    expect(Math.abs(Date.parse(next) - Date.parse(last) - 7_200_000)).toBeLessThan(60_000);
  });

  it('counts as failed when it redirects, and the redirect is not followed', async () => {
    const { id } = await subscribe();
    receiver.respondWith(answer(302, { location: `${receiver.url}/away` }));
    await addCompany();
    expect(await waitForDelivery(id, 'retrying')).toMatchObject({
      last_status_code: 302,
      last_error: 'http',
    });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/in']);
  });

  it.each([
    ['breaks the connection', (response) => void response.socket!.destroy(), 'refused'],
    ['answers nonsense', (response) => void response.socket!.write('NONSENSE\r\n\r\n'), 'http'],
  ] as [string, Parameters<Receiver['respondWith']>[0], string][])(
    'counts as failed when it %s',
    async (_, behaviour, error) => {
      const { id } = await subscribe();
      receiver.respondWith(behaviour);
      await addCompany();
      expect(await waitForDelivery(id, 'retrying')).toMatchObject({
        last_status_code: null,
        last_error: error,
      });
    },
  );

  it('counts as failed when nothing listens at its address', async () => {
    const { id } = await subscribe({ url: 'http://127.0.0.1:9/' });
    await addCompany();
    expect(await waitForDelivery(id, 'retrying')).toMatchObject({
      last_error: 'refused',
      last_status_code: null,
    });
  });

  it('counts as successful by its status when its response is long or slow, and 2 kB of the response are kept', async () => {
    const { id } = await subscribe();
    receiver.respondWith((response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('x'.repeat(500)), 20);
      response.on('close', () => clearInterval(drip));
    });
    await addCompany();
    const delivery = await waitForDelivery(id, 'succeeded');
    expect(delivery.attempts[0].response).toHaveLength(2_048);
    receiver.respondWith((response) => {
      response.writeHead(200);
      for (let megabytes = 0; megabytes < 4; megabytes++) response.write('y'.repeat(1_048_576));
      response.end();
    });
    await addCompany();
    await until(async () => (await deliveriesOf(id, '?filter[state]=succeeded')).length === 2);
  });

  it('is not called when its name has come to resolve to a private address', async () => {
    const { id } = await subscribe();
    await inspector.query(`update webhooks set url = 'https://10.0.0.1/' where id = $1`, [id]);
    await addCompany();
    expect(await waitForDelivery(id, 'retrying')).toMatchObject({
      last_error: 'blocked',
      last_status_code: null,
    });
  });

  it('delays no other endpoint when it hangs, uses only its own capacity and times out after 15 seconds', async () => {
    const slow = await startReceiver();
    slow.respondWith(() => undefined);
    const { id } = await subscribe({ url: slow.url, max_in_flight: 2 });
    await subscribe();
    for (let n = 0; n < 6; n++) await addCompany();
    await receiver.until(6);
    expect(slow.received).toHaveLength(2);
    const opened = await inspector.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'platform-api'
       and state = 'idle in transaction' and state_change < now() - interval '1 second'`,
    );
    expect(opened).toEqual([]);
    const delivery = await until(async () =>
      (await deliveriesOf(id)).find(({ state }: { state: string }) => state === 'retrying'),
    );
    expect(delivery).toMatchObject({ last_error: 'timeout', last_status_code: null });
    expect(delivery.attempts[0].duration_ms).toBeGreaterThan(14_900);
    await service.rest('DELETE', `/api/webhooks/${id}`);
    await slow.stop();
  });

  it('gets fewer concurrent requests while it is overloaded and more again when it recovers', async () => {
    const { id } = await subscribe({ max_in_flight: 8 });
    const capacity = async () =>
      (
        await inspector.query<{ capacity: number }>(
          'select capacity from webhook_lanes where webhook_id = $1',
          [id],
        )
      )[0]!.capacity;
    receiver.respondWith(answer(429));
    await addCompany();
    await waitForDelivery(id, 'retrying');
    expect(await capacity()).toBe(4);
    receiver.respondWith(answer(204));
    await addCompany();
    await until(async () => (await capacity()) === 5);
  });
});
