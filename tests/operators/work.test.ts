// What operators see and do about the background work of all workspaces: jobs, queues, webhooks, providers' events.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { JobHandler } from '../../src/jobs/job.ts';
import { enqueue } from '../../src/jobs/queue.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { CallMaker } from '../support/calls.ts';
import { OPERATOR_CREATORS } from '../support/operator-calls.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let worker: Worker | undefined;

beforeAll(async () => {
  service = await startService();
});

afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});

afterAll(() => service?.stop());

const get = async (path: string) => (await service.rest('GET', `/api/admin/${path}`)).body.data;
const create = (path: string, of = `/api/admin/${path}`) =>
  OPERATOR_CREATORS[`/api/admin/${path}`]!(new CallMaker(service, service.acme), of, {});

async function startRecording(handle: JobHandler = async () => undefined): Promise<unknown[]> {
  const payloads: unknown[] = [];
  const { services, app } = service.server;
  worker = await startWorker(services, service.databaseUrl, app.log, {
    note: async (job, payload) => {
      payloads.push(payload);
      await handle(job, payload);
    },
  });
  return payloads;
}

function enqueueNote(payload: unknown): Promise<void> {
  const { id: tenantId } = service.acme;
  return service.server.services.database.write({ tenantId }, ({ db }) =>
    enqueue({ db, tenantId, requestId: 'request-of-the-test' }, 'note', payload),
  );
}

describe('a job of a workspace', () => {
  it('is shown with the names of what it was given, and not with the values', async () => {
    const exported = await service.rest('POST', '/api/audit-logs/export', {
      format: 'csv',
      search: 'Confidential',
    });
    const { id } = exported.body.data;
    const job = await get(`jobs/${id}`);
    expect(job).toMatchObject({
      workspace_id: service.acme.id,
      handler: 'export_audit_log',
      repeatable: true,
      payload_keys: ['format', 'selection'],
    });
    expect(JSON.stringify(job)).not.toContain('Confidential');
    expect((await get(`jobs?filter[workspace_id]=${service.globex.id}`)).length).toBe(0);
  });

  it('that has failed is started again, and its workspace sees by whom', async () => {
    const id = await create('jobs', '/api/admin/jobs/{id}/retry');
    const retried = await service.rest('POST', `/api/admin/jobs/${id}/retry`);
    expect(retried.body.data).toMatchObject({ state: 'queued', error: null, attempts: 0 });
    const again = await service.rest('POST', `/api/admin/jobs/${id}/retry`);
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'INVALID_STATE_TRANSITION' } } });
    const entries = await service.rest('GET', `/api/audit-logs?entity_type=job&entity_id=${id}`);
    expect(entries.body.data[0]).toMatchObject({
      action: 'job.repeated',
      actor: { type: 'operator', id: service.operators.administrator.userId },
    });
  });

  it('whose end ended something else is not started again', async () => {
    const id = await create('jobs', '/api/admin/jobs/{id}/retry');
    await service.server.services.database.write({ tenantId: service.acme.id }, ({ db }) =>
      db('jobs').where({ id }).update({ work: null }),
    );
    const refused = await service.rest('POST', `/api/admin/jobs/${id}/retry`);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'not_repeatable' } } },
    });
  });

  it('is cancelled once', async () => {
    const id = await create('jobs');
    const cancel = () => service.rest('POST', `/api/admin/jobs/${id}/cancel`);
    expect((await cancel()).body.data.state).toBe('cancelled');
    expect(await cancel()).toMatchObject({ status: 409, body: { error: { code: 'JOB_FINISHED' } } });
    expect((await service.rest('GET', `/api/admin/jobs/${randomUUID()}`)).status).toBe(404);
  });
});

describe('a queue', () => {
  it('that is paused keeps its jobs until it is resumed, and other queues go on', async () => {
    const payloads = await startRecording();
    await enqueueNote('first');
    await until(() => payloads.length === 1);
    const paused = await service.rest('PATCH', '/api/admin/queues/note', { state: 'paused' });
    expect(paused.body.data).toMatchObject({ name: 'note', state: 'paused' });
    await worker!.stop();
    const afterwards = await startRecording();
    await enqueueNote('second');
    await until(
      async () => (await get('queues')).find(({ name }: { name: string }) => name === 'note').waiting === 1,
    );
    await service.rest('POST', '/api/audit-logs/export', { format: 'csv' });
    await until(async () => (await get('jobs?filter[state]=succeeded')).length > 0);
    expect(afterwards).toEqual([]);
    await service.rest('PATCH', '/api/admin/queues/note', { state: 'running' });
    await until(() => afterwards.length === 1);
  }, 30_000);

  it('runs no more jobs at a time than it may, and counts those that end', async () => {
    await service.rest('PATCH', '/api/admin/queues/note', { concurrency: 1 });
    let [running, most] = [0, 0];
    const payloads = await startRecording(async (_job, payload) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((done) => setTimeout(done, 30));
      running -= 1;
      if (payload === 'fails') throw new Error('it fails');
    });
    for (const payload of ['a', 'b', 'c', 'fails']) await enqueueNote(payload);
    await until(() => payloads.length === 4);
    expect(most).toBe(1);
    await worker!.stop();
    worker = undefined;
    const note = (await get('queues')).find(({ name }: { name: string }) => name === 'note');
    expect(note).toMatchObject({ concurrency: 1, waiting: 1 });
    expect(note.failure_rate24h).toBeGreaterThan(0);
    const lifted = await service.rest('PATCH', '/api/admin/queues/note', { concurrency: null });
    expect(lifted.body.data.concurrency).toBeNull();
    expect((await service.rest('PATCH', '/api/admin/queues/no-such', { state: 'paused' })).status).toBe(404);
  }, 30_000);
});

describe('a webhook of a workspace', () => {
  it('is disabled for good, and its workspace learns why and by whom', async () => {
    const id = await create('webhooks');
    const reason = 'The endpoint floods its provider.';
    const disabled = await service.rest('POST', `/api/admin/webhooks/${id}/disable`, { reason });
    expect(disabled.body.data).toMatchObject({ status: 'disabled_operator', host: '127.0.0.1:9' });
    const enabled = await service.rest('PATCH', `/api/webhooks/${id}`, { status: 'active' });
    expect(enabled).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'disabled_operator' } } },
    });
    const entries = await service.rest('GET', `/api/audit-logs?entity_type=webhook&entity_id=${id}`);
    expect(entries.body.data[0]).toMatchObject({ action: 'webhook.disabled', actor: { type: 'operator' } });
    const replay = await service.rest('POST', `/api/admin/webhooks/deliveries/${randomUUID()}/replay`);
    expect(replay.status).toBe(404);
  });
});

describe('an event of a provider', () => {
  it('that had no effect is applied again, and one that had is not', async () => {
    const id = await create('ingress-events');
    const path = `/api/admin/ingress-events/${id}/replay`;
    expect((await service.rest('POST', path)).body.data).toMatchObject({
      state: 'waiting',
      source: 'signing',
    });
    await service.server.services.database.write({ tenantId: service.acme.id }, ({ db }) =>
      db('signing_provider_events').where({ id }).update({ state: 'applied' }),
    );
    expect(await service.rest('POST', path)).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'not_repeatable', state: 'applied' } } },
    });
  });

  it('that was refused is counted, and an unknown provider is not named', async () => {
    const send = (provider: string) =>
      service.rest('POST', `/api/signing/webhooks/${provider}`, { id: 'evt' });
    await send('generic');
    await send('generic');
    await send('no-such-provider');
    await until(async () => (await get('ingress-events?filter[state]=refused')).length === 2);
    const refused = await get('ingress-events?filter[state]=refused');
    expect(refused).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ provider: 'generic', type: 'INVALID_SIGNATURE', occurrences: 2 }),
        expect.objectContaining({ provider: 'unknown', type: 'UNKNOWN_PROVIDER', signature_valid: false }),
      ]),
    );
  });
});

describe('a rate limit', () => {
  const set = (quota: number, window: number) =>
    service.rest('PUT', '/api/admin/rate-limits/tenant', { quota, window_seconds: window });

  it('that operators set applies at once, and its default removes it', async () => {
    expect((await set(1200, 30)).body.data).toMatchObject({
      ...{ key: 'tenant', quota: 1200, window_seconds: 30 },
      ...{ default_quota: 3000, default_window_seconds: 60, overridden: true },
    });
    await until(async () => {
      const { headers } = await service.graphql('{ companies { total } }');
      return (
        headers.get('ratelimit-policy') !== null &&
        service.server.services.limiter.policy('tenant')[0] === 1200
      );
    });
    expect((await set(3000, 60)).body.data.overridden).toBe(false);
    await until(() => service.server.services.limiter.policy('tenant')[0] === 3000);
  });

  it('is not lowered so far that everybody is locked out', async () => {
    expect(await set(10, 60)).toMatchObject({
      status: 400,
      body: { error: { fields: [{ path: 'quota', rule: 'minimum' }] } },
    });
    const unknown = await service.rest('PUT', '/api/admin/rate-limits/no-such', {
      quota: 10,
      window_seconds: 60,
    });
    expect(unknown.status).toBe(404);
  });

  it('shows the ids of those who have used it up', async () => {
    const { id } = service.acme;
    await service.server.services.database.write({}, ({ db }) =>
      db('rate_limits')
        .insert({ key: `tenant:${id}`, points: 50_000_000, expire: Date.now() + 60_000 })
        .onConflict('key')
        .merge(),
    );
    const tenant = (await get('rate-limits')).find(({ key }: { key: string }) => key === 'tenant');
    expect(tenant.limited).toEqual([{ key: id, requests: 50_000_000 }]);
  });
});
