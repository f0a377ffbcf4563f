// Webhook endpoints that are disabled, paused or tested, and how missed events are delivered again.

import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { purgeExpired } from '../../src/jobs/purge.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { Inspector } from '../support/inspector.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { answer, type Receiver, startReceiver } from '../support/receiver.ts';
import { type Identity, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const DAY = 86_400;

let service: TestService;
let inspector: Inspector;
let receiver: Receiver;
let mails: MailServer;
let worker: Worker;
let as: Identity;

beforeAll(async () => {
  mails = await startMailServer();
  service = await startService({ SMTP_URL: mails.url });
  inspector = await Inspector.open(service.databaseUrl);
  receiver = await startReceiver();
  as = service.acme.service;
  const { services, app } = service.server;
  worker = await startWorker(services, service.databaseUrl, app.log);
});

afterEach(async () => {
  service.advance(0);
  receiver.respondWith(answer(204));
  for (const { id } of (await service.rest('GET', '/api/webhooks?pageSize=100')).body.data)
    await service.rest('DELETE', `/api/webhooks/${id}`);
  receiver.received.length = 0;
});

afterAll(async () => {
  await worker?.stop();
  await receiver?.stop();
  await mails?.stop();
  await inspector?.close();
  await service?.stop();
});

async function subscribe(input: object = {}) {
  const body = { name: 'Warehouse', url: `${receiver.url}/in`, event_types: ['company.*'], ...input };
  const reply = await service.rest('POST', '/api/webhooks', body);
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)]);
  return reply.body.data as { id: string };
}

let companyCount = 0;
async function addCompany(): Promise<string> {
  const reply = await service.rest('POST', '/api/companies', { name: `Northwind ${++companyCount}` }, { as });
  expect(reply.status).toBe(201);
  return reply.body.data.id;
}

const read = (path: string) => service.rest('GET', path, undefined, { as });

async function waitForDelivery(webhookId: string, state: string) {
  return until(
    async () => (await read(`/api/webhooks/${webhookId}/deliveries?filter[state]=${state}`)).body.data[0],
  );
}

async function setStatus(id: string, status: string): Promise<number> {
  return (await service.rest('PATCH', `/api/webhooks/${id}`, { status })).status;
}

/** Moves the clock to the next attempt of a delivery. */
async function toNextAttempt(webhookId: string): Promise<void> {
  const [{ due }] = (await inspector.query<{ due: number }>(
    `select ceil(extract(epoch from due_at - now()))::float8 as due from webhook_queue where webhook_id = $1 and lease is null`,
    [webhookId],
  )) as [{ due: number }];
  service.advance(due + 1);
}

describe('a webhook test', () => {
  it('sends one webhook.test event regardless of the subscription and returns the result', async () => {
    const { id } = await subscribe();
    const other = await subscribe({ event_types: ['*'], url: `${receiver.url}/other` });
    receiver.respondWith(answer(200, {}, 'hello'));
    const tested = await service.rest('POST', `/api/webhooks/${id}/test`, {});
    expect([tested.status, tested.body.data]).toEqual([
      200,
      {
        delivery_id: expect.any(String),
        number: 1,
        at: expect.any(String),
        status_code: 200,
        duration_ms: expect.any(Number),
        error: null,
        response: 'hello',
      },
    ]);
    expect(receiver.received.map(({ path, body }) => [path, body.type, body.data.object.id])).toEqual([
      ['/in', 'webhook.test', id],
    ]);
    expect(receiver.received[0]!.text).not.toContain(receiver.url);
    const delivery = (await read(`/api/webhooks/${id}/deliveries/${tested.body.data.delivery_id}`)).body.data;
    expect(delivery).toMatchObject({ state: 'succeeded', payload: receiver.received[0]!.body });
    expect((await read(`/api/webhooks/${other.id}/deliveries`)).body.data).toEqual([]);
  });

  it('reports how the endpoint failed and is not retried', async () => {
    const { id } = await subscribe({ status: 'paused' });
    receiver.respondWith(answer(418));
    const tested = await service.rest('POST', `/api/webhooks/${id}/test`, {});
    expect(tested.body.data).toMatchObject({ status_code: 418, error: 'http' });
    expect(await waitForDelivery(id, 'failed')).toMatchObject({ attempt_count: 1, next_attempt_at: null });
  });

  it('runs once for each idempotency key', async () => {
    const { id } = await subscribe();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await service.rest('POST', `/api/webhooks/${id}/test`, {}, { headers });
    const again = await service.rest('POST', `/api/webhooks/${id}/test`, {}, { headers });
    expect(again.body).toEqual(first.body);
    expect(receiver.received).toHaveLength(1);
  });

  it('runs for a limited number of endpoints at the same time', async () => {
    const { id } = await subscribe();
    const waiting: ServerResponse[] = [];
    receiver.respondWith((response) => void waiting.push(response));
    const statuses: number[] = [];
    const ask = async () => {
      statuses.push((await service.rest('POST', `/api/webhooks/${id}/test`, {})).status);
      // The endpoints respond once the calls beyond the limit have been refused.
      if (statuses.length === 2) for (const response of waiting) response.writeHead(204).end();
    };
    await Promise.all(Array.from({ length: 5 }, ask));
    expect(statuses.sort()).toEqual([200, 200, 200, 429, 429]);
  });
});

describe('a paused webhook', () => {
  it('keeps its waiting deliveries and sends them when it is active again', async () => {
    const { id } = await subscribe();
    receiver.respondWith(answer(500));
    await addCompany();
    await waitForDelivery(id, 'retrying');
    expect(await setStatus(id, 'paused')).toBe(200);
    await waitForDelivery(id, 'held');
    // Events that happen during the pause are not delivered.
    await addCompany();
    receiver.respondWith(answer(204));
    expect(await setStatus(id, 'active')).toBe(200);
    await waitForDelivery(id, 'succeeded');
    expect(receiver.received).toHaveLength(2);
    expect(await inspector.query('select from webhook_queue')).toEqual([]);
  });
});

describe('a deleted webhook', () => {
  it('has its waiting deliveries cancelled', async () => {
    const { id } = await subscribe();
    receiver.respondWith(answer(500));
    await addCompany();
    await waitForDelivery(id, 'retrying');
    await service.rest('DELETE', `/api/webhooks/${id}`);
    const rows = await inspector.query('select state from webhook_deliveries where webhook_id = $1', [id]);
    expect(rows).toEqual([{ state: 'cancelled' }]);
    expect(await inspector.query('select from webhook_queue')).toEqual([]);
  });
});

describe('a disabled webhook', () => {
  it('that answered 410 gets nothing more, other webhooks continue and the admins are notified', async () => {
    const { id } = await subscribe();
    await subscribe({ event_types: ['webhook.disabled'], url: `${receiver.url}/watch` });
    receiver.respondWith((response, { path }) => response.writeHead(path === '/in' ? 410 : 204).end());
    await addCompany();
    const [notification] = await receiver.until(1, ({ path }) => path === '/watch');
    expect(notification!.body).toMatchObject({
      type: 'webhook.disabled',
      actor: { type: 'system', id: null, label: 'system' },
      data: { object: { id, status: 'disabled_gone', name: 'Warehouse' }, previous: { status: 'active' } },
    });
    expect(notification!.text).not.toContain('/in');
    expect((await read(`/api/webhooks/${id}`)).body.data).toMatchObject({
      status: 'disabled_gone',
      version: 2,
    });
    expect(await waitForDelivery(id, 'failed')).toMatchObject({ attempt_count: 1, last_status_code: 410 });
    for (const role of ['owner', 'admin'] as const) {
      const mail = await mails.next(service.acme.people[role].email);
      expect(mail.subject).toBe('Webhook disabled: Warehouse');
      expect(mail.text).toContain('410');
    }
    expect(mails.to(service.acme.people.member.email)).toEqual([]);
    // The notification in the application sends no second mail.
    const notifications = await inspector.query(
      `select in_app, mail from notifications where entity_id = $1`,
      [id],
    );
    expect(notifications).toEqual([
      { in_app: true, mail: 'off' },
      { in_app: true, mail: 'off' },
    ]);
  });

  it('that failed for five days keeps its deliveries and resumes when it is enabled', async () => {
    const { id } = await subscribe();
    receiver.respondWith(answer(500));
    await addCompany();
    await waitForDelivery(id, 'retrying');
    await inspector.query(
      `update webhooks set activated_at = activated_at - interval '6 days', first_failure_at = first_failure_at - interval '13 hours' where id = $1`,
      [id],
    );
    await toNextAttempt(id);
    await waitForDelivery(id, 'held');
    service.advance(0);
    expect((await read(`/api/webhooks/${id}`)).body.data.status).toBe('disabled_failing');
    expect((await mails.next(service.acme.people.owner.email)).text).toContain('five days');
    receiver.respondWith(answer(204));
    expect(await setStatus(id, 'active')).toBe(200);
    await waitForDelivery(id, 'succeeded');
    expect((await read(`/api/webhooks/${id}`)).body.data.stats).toMatchObject({ first_failure_at: null });
  });

  it('cannot be enabled by the workspace when an operator disabled it', async () => {
    const { id } = await subscribe();
    await inspector.query(`update webhooks set status = 'disabled_operator' where id = $1`, [id]);
    expect(await setStatus(id, 'active')).toBe(409);
    expect((await service.rest('POST', `/api/webhooks/${id}/test`, {})).status).toBe(409);
  });
});

describe('a webhook delivery that has finally failed', () => {
  it('was attempted ten times', async () => {
    const { id } = await subscribe();
    receiver.respondWith(answer(500));
    await addCompany();
    await waitForDelivery(id, 'retrying');
    await inspector.query('update webhook_deliveries set schedule_attempts = 9 where webhook_id = $1', [id]);
    await toNextAttempt(id);
    expect(await waitForDelivery(id, 'failed')).toMatchObject({ next_attempt_at: null });
    expect(await inspector.query('select from webhook_queue')).toEqual([]);
  });

  it('is sent again under the same id by a replay', async () => {
    const { id } = await subscribe();
    receiver.respondWith(answer(410));
    await addCompany();
    const { id: deliveryId } = await waitForDelivery(id, 'failed');
    const replay = () => service.rest('POST', `/api/webhooks/${id}/deliveries/${deliveryId}/replay`, {});
    expect((await replay()).body.error).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'webhook_not_active', status: 'disabled_gone' },
    });
    receiver.respondWith(answer(204));
    await setStatus(id, 'active');
    const replayed = await replay();
    expect([replayed.status, replayed.body.data]).toMatchObject([202, { state: 'pending' }]);
    const succeeded = await waitForDelivery(id, 'succeeded');
    expect(succeeded).toMatchObject({ id: deliveryId, attempt_count: 2 });
    const [first, second] = receiver.received;
    expect([second!.headers['webhook-id'], second!.text]).toEqual([
      first!.headers['webhook-id'],
      first!.text,
    ]);
    // A successful delivery can be replayed too.
    expect((await replay()).status).toBe(202);
    await receiver.until(3);
  });

  it('is not found through another webhook', async () => {
    const { id } = await subscribe();
    const other = await subscribe();
    await addCompany();
    const { id: deliveryId } = await waitForDelivery(id, 'succeeded');
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/replay'],
    ] as const) {
      const reply = await service.rest(
        method,
        `/api/webhooks/${other.id}/deliveries/${deliveryId}${path}`,
        method === 'POST' ? {} : undefined,
      );
      expect(reply.status).toBe(404);
    }
  });
});

describe('a webhook recovery', () => {
  it('sends the failed events and those that happened while the webhook was paused', async () => {
    const { id } = await subscribe();
    const since = new Date().toISOString();
    receiver.respondWith(answer(500));
    const failed = await addCompany();
    await waitForDelivery(id, 'retrying');
    await inspector.query(`update webhook_deliveries set schedule_attempts = 9 where webhook_id = $1`, [id]);
    await toNextAttempt(id);
    await waitForDelivery(id, 'failed');
    service.advance(0);
    await setStatus(id, 'paused');
    const missed = await addCompany();
    const recover = (body: object) => service.rest('POST', `/api/webhooks/${id}/recover`, body);
    expect((await recover({ since })).body.error).toMatchObject({
      code: 'CONFLICT',
      details: { status: 'paused' },
    });
    receiver.respondWith(answer(204));
    await setStatus(id, 'active');
    receiver.received.length = 0;
    const recovery = await recover({ since });
    expect([recovery.status, recovery.body.data]).toMatchObject([202, { state: 'queued' }]);
    const received = await receiver.until(2);
    expect(received.map(({ body }) => body.data.object.id).sort()).toEqual([failed, missed].sort());
    const job = await until(async () => {
      const { data } = (await read(`/api/jobs/${recovery.body.data.id}`)).body;
      return data.state === 'succeeded' && data;
    });
    expect(job.result).toEqual({ replayed: 1, sent: 1 });
  });

  it('goes back at most thirty days', async () => {
    const { id } = await subscribe();
    const at = (days: number) => new Date(Date.now() - days * DAY * 1000).toISOString();
    for (const [body, rule] of [
      [{ since: at(31) }, 'too_early'],
      [{ since: at(1), until: at(2) }, 'range'],
      [{ since: at(-1) }, 'range'],
      [{}, 'required'],
    ] as const) {
      const reply = await service.rest('POST', `/api/webhooks/${id}/recover`, body);
      expect([reply.status, reply.body.error.fields]).toMatchObject([400, [{ rule }]]);
    }
  });
});

describe('a finished webhook delivery', () => {
  it('is removed with its attempts after thirty days', async () => {
    const { id } = await subscribe();
    await addCompany();
    await waitForDelivery(id, 'succeeded');
    const owner = new pg.Client({ connectionString: service.databaseUrl });
    await owner.connect();
    const purge = (days: number) =>
      purgeExpired(
        owner as unknown as pg.PoolClient,
        new Date(Date.now() + days * DAY * 1000),
        service.server.app.log,
      );
    await purge(29);
    expect(await inspector.query('select from webhook_attempts where webhook_id = $1', [id])).toHaveLength(1);
    await purge(31);
    await owner.end();
    expect(await inspector.query('select from webhook_attempts where webhook_id = $1', [id])).toEqual([]);
    expect(await inspector.query('select from webhook_deliveries where webhook_id = $1', [id])).toEqual([]);
  });
});
