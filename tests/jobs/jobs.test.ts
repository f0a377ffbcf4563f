// Jobs that people follow: visibility, results, retries, cancellation, and recovery from a lost worker.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { authenticate } from '../../src/access/authenticate.ts';
import type { Job, JobState } from '../../src/domains/jobs/model.ts';
import {
  isFinished,
  isTransient,
  LEASE_MS,
  retryDelay,
  stateAfterCancel,
} from '../../src/domains/jobs/rules.ts';
import { type JobRun, type Outcome, trackedHandler } from '../../src/domains/jobs/run.ts';
import { startJob } from '../../src/domains/jobs/service.ts';
import { ServiceError } from '../../src/errors.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { contextOf } from '../../src/operations/call.ts';
import { Inspector } from '../support/inspector.ts';
import { type Ask, type Identity, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let inspector: Inspector;
let worker: Worker | undefined;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
});

afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

/** The work of the test handler, which each test sets. */
let work: (run: JobRun, input: unknown) => Promise<Outcome>;

async function startTestWorker(): Promise<void> {
  const { services, app } = service.server;
  worker = await startWorker(services, service.databaseUrl, app.log, {
    probe: trackedHandler((run, input) => work(run, input)),
  });
}

/** Starts a job as a request of the person would, and returns its id. */
async function requestJob(as: Identity = service.acme.people.owner, input: object = {}): Promise<string> {
  const { services, app } = service.server;
  const principal = await authenticate(services, {
    authorization: `Bearer ${as.token}`,
    tenantHeader: as.tenantId,
  });
  const origin = { surface: 'rest', requestId: 'request-of-the-test', principal, log: app.log } as const;
  const job = await services.database.write({ tenantId: as.tenantId }, (tx) => {
    const ctx = { ...contextOf(services, origin, tx, true), tenantId: as.tenantId };
    return startJob(ctx, { kind: 'export', handler: 'probe', input });
  });
  return job.id;
}

const get = (id: string, ask: Ask = {}) => service.rest('GET', `/api/jobs/${id}`, undefined, ask);
const cancel = (id: string, ask: Ask = {}) => service.rest('POST', `/api/jobs/${id}/cancel`, undefined, ask);

async function waitForState(id: string, ...states: JobState[]): Promise<Job & Record<string, unknown>> {
  return until(async () => {
    const { data } = (await get(id)).body;
    return states.includes(data.state) && data;
  });
}

const eventsOf = (id: string) =>
  service.sql(service.acme, 'select type from events where object_id = ? order by id', [id]);
const auditOf = (id: string) =>
  service.sql(
    service.acme,
    'select action, surface, actor ->> ? as actor from audit_entries where target_id = ? order by seq',
    ['label', id],
  );

describe('a job', () => {
  it('waits, runs with its input, and ends with a result, one event and its audit entries', async () => {
    work = async ({ progress, job }, input) => {
      expect(job.state).toBe('running');
      await progress(1, 3);
      return { result: { given: input } };
    };
    const id = await requestJob(undefined, { companyId: 'c' });
    expect((await get(id)).body.data).toMatchObject({
      kind: 'export',
      state: 'queued',
      progress: { processed: 0, total: null },
      attempts: 0,
      error: null,
      result: null,
      requested_by: { type: 'user', id: service.acme.people.owner.userId },
    });
    await startTestWorker();
    expect(await waitForState(id, 'succeeded')).toMatchObject({
      progress: { processed: 3, total: 3 },
      attempts: 1,
      result: { given: { companyId: 'c' } },
      started_at: expect.any(String),
      finished_at: expect.any(String),
    });
    expect(await eventsOf(id)).toEqual([{ type: 'job.completed' }]);
    expect(await auditOf(id)).toEqual([
      { action: 'job.requested', surface: 'rest', actor: 'owner of acme' },
      { action: 'job.completed', surface: 'job', actor: 'owner of acme' },
    ]);
  });

  it('that fails permanently reports a safe message and is not retried', async () => {
    let attempts = 0;
    work = async () => {
      attempts += 1;
      if (attempts === 1) throw new ServiceError('VALIDATION_ERROR', 'The filter is not valid; mend it.');
      throw new Error('the password is swordfish');
    };
    await startTestWorker();
    const refused = await waitForState(await requestJob(), 'failed');
    expect(refused.error).toEqual({ code: 'VALIDATION_ERROR', message: 'The filter is not valid; mend it.' });
    const broken = await waitForState(await requestJob(), 'failed');
    expect(broken).toMatchObject({ attempts: 1, error: { code: 'INTERNAL_ERROR' }, result: null });
    expect(JSON.stringify(broken)).not.toContain('swordfish');
    expect(await eventsOf(broken.id)).toEqual([{ type: 'job.failed' }]);
    expect(attempts).toBe(2);
  });

  it('that meets a transient error waits and is retried', async () => {
    work = async ({ job }) => {
      if (job.attempts === 1) throw new ServiceError('SERVICE_UNAVAILABLE');
      return { result: {} };
    };
    await startTestWorker();
    const id = await requestJob();
    expect(
      await waitForState(id, 'queued').then(() => waitForState(id, 'queued', 'succeeded')),
    ).toMatchObject({
      error: null,
    });
    await until(async () => {
      const { data } = (await get(id)).body;
      return data.attempts === 1 && data.state === 'queued';
    });
    await inspector.query(
      'select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at := now())',
    );
    expect(await waitForState(id, 'succeeded')).toMatchObject({ attempts: 2 });
  });

  it('whose worker is lost is taken over once its lease is over, and ends once', async () => {
    let runs = 0;
    work = async ({ job }) => {
      runs += 1;
      return { result: { attempt: job.attempts } };
    };
    const id = await requestJob();
    // The state that a worker leaves behind when it has just died.
    const lease = `update jobs set state = 'running', attempts = 1, lease_until = now() + $2 * interval '1 s' where id = $1`;
    await inspector.query(lease, [id, LEASE_MS / 1000]);
    await startTestWorker();
    await sleep(300);
    expect(runs).toBe(0);
    expect((await get(id)).body.data.state).toBe('running');
    await inspector.query(lease, [id, -1]);
    const payload = {
      tenantId: service.acme.id,
      requestId: 'r',
      payload: { jobId: id, handler: 'probe', input: {} },
    };
    for (let n = 0; n < 3; n++)
      await inspector.query("select graphile_worker.add_job('probe', $1)", [JSON.stringify(payload)]);
    expect(await waitForState(id, 'succeeded')).toMatchObject({ attempts: 2, result: { attempt: 2 } });
    await sleep(200);
    expect(runs).toBe(1);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('returns to the queue when its process stops, and the attempt is not counted', async () => {
    let isRunning = false;
    work = async ({ signal }) => {
      isRunning = true;
      for (;;) {
        signal.throwIfAborted();
        await sleep(10);
      }
    };
    await startTestWorker();
    const id = await requestJob();
    while (!isRunning) await sleep(10);
    await worker!.stop();
    worker = undefined;
    expect((await get(id)).body.data).toMatchObject({ state: 'queued', attempts: 0 });
    work = async () => ({ result: {} });
    await startTestWorker();
    expect(await waitForState(id, 'succeeded')).toMatchObject({ attempts: 1 });
  });
});

describe('cancelling a job', () => {
  it('ends a waiting job at once, and its work never starts', async () => {
    work = async () => {
      throw new Error('it began');
    };
    const id = await requestJob();
    expect(await cancel(id)).toMatchObject({ status: 200, body: { data: { state: 'cancelled' } } });
    await startTestWorker();
    await sleep(200);
    expect((await get(id)).body.data).toMatchObject({ state: 'cancelled', attempts: 0 });
  });

  it('stops a running job at its next row', async () => {
    let rows = 0;
    work = async ({ progress }) => {
      for (; ; rows++) {
        await progress(rows);
        await sleep(50);
      }
    };
    await startTestWorker();
    const id = await requestJob();
    await waitForState(id, 'running');
    expect((await cancel(id)).body.data.state).toMatch(/cancelling|cancelled/);
    expect(await waitForState(id, 'cancelled')).toMatchObject({ result: null, error: null });
    const stopped = rows;
    await sleep(200);
    expect(rows).toBe(stopped);
    expect(await eventsOf(id)).toEqual([]);
  });

  it('is refused once the job has ended, and writes nothing', async () => {
    const id = await requestJob();
    await cancel(id);
    const before = await inspector.fingerprint();
    expect(await cancel(id)).toMatchObject({
      status: 409,
      body: { error: { code: 'JOB_FINISHED', details: { state: 'cancelled' } } },
    });
    expect(await inspector.fingerprint()).toEqual(before);
  });
});

describe('the jobs of other people', () => {
  it('are visible only with the permission jobs.manage', async () => {
    const id = await requestJob(service.acme.people.owner);
    const own = await requestJob(service.acme.people.viewer);
    for (const roleKey of ['viewer', 'member'] as const) {
      const as = service.acme.people[roleKey];
      expect(await get(id, { as })).toMatchObject({ status: 404 });
      const list = await service.rest('GET', '/api/jobs?filter[state]=queued', undefined, { as });
      expect(list.body.data.map((job: Job) => job.id)).toEqual(roleKey === 'viewer' ? [own] : []);
    }
    expect(await cancel(id, { as: service.acme.people.member })).toMatchObject({ status: 404 });
    expect(await get(own, { as: service.acme.people.manager })).toMatchObject({ status: 200 });
    expect(await get(id, { as: service.globex.people.owner })).toMatchObject({ status: 404 });
  });

  it('can be filtered by kind, state and requester', async () => {
    const { userId } = service.acme.people.viewer;
    const list = await service.rest('GET', `/api/jobs?kind=export&state=queued&requester_id=${userId}`);
    expect(list.body.data.length).toBeGreaterThan(0);
    for (const job of list.body.data) expect(job.requested_by.id).toBe(userId);
    expect((await service.rest('GET', '/api/jobs?filter[colour]=red')).status).toBe(400);
  });
});

describe('the rules of jobs', () => {
  const states: JobState[] = ['queued', 'running', 'succeeded', 'failed', 'cancelling', 'cancelled'];

  it('allow cancelling a job until it has ended', () => {
    fc.assert(
      fc.property(fc.constantFrom(...states), (state) => {
        if (isFinished(state))
          expect(() => stateAfterCancel(state)).toThrow(expect.objectContaining({ code: 'JOB_FINISHED' }));
        else expect(stateAfterCancel(state)).toBe(state === 'queued' ? 'cancelled' : 'cancelling');
      }),
    );
  });

  it('retry transient errors five times with growing pauses, and other errors never', () => {
    const pauses = [1, 2, 3, 4, 5, 6].map((attempts) => retryDelay(attempts, true));
    expect(pauses).toEqual([5_000, 20_000, 80_000, 320_000, 1_280_000, undefined]);
    expect(retryDelay(1, false)).toBeUndefined();
    expect(isTransient(new ServiceError('SERVICE_UNAVAILABLE'))).toBe(true);
    expect(isTransient(new ServiceError('PERMISSION_DENIED'))).toBe(false);
    expect(isTransient(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(isTransient(new Error('x is not a function'))).toBe(false);
  });
});
