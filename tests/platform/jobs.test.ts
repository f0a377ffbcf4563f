// The job queue: a job is committed or rolled back with its transaction, and exactly the expired data is purged.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import type { JobContext, JobHandler } from '../../src/jobs/job.ts';
import { purgeExpired } from '../../src/jobs/purge.ts';
import { enqueue, type JobOptions } from '../../src/jobs/queue.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { startService, type TestService, type Workspace } from '../support/service.ts';
import { until } from '../support/until.ts';

const DAY = 86_400_000;

let service: TestService;
let owner: pg.Pool;
let worker: Worker | undefined;

beforeAll(async () => {
  service = await startService();
  owner = new pg.Pool({ connectionString: service.databaseUrl, max: 2 });
});

afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});

afterAll(async () => {
  await owner.end();
  await service.stop();
});

interface Run {
  job: JobContext;
  payload: unknown;
}

/** Starts a worker that records its jobs. */
async function startRecordingWorker(work: JobHandler = async () => undefined): Promise<Run[]> {
  const runs: Run[] = [];
  const record: JobHandler = async (job, payload) => {
    runs.push({ job, payload });
    await work(job, payload);
  };
  worker = await startWorker(service.server.services, service.databaseUrl, service.server.app.log, {
    note: record,
  });
  return runs;
}

function enqueueNote(
  workspace: Workspace,
  payload: unknown,
  options?: JobOptions,
  then?: () => void,
): Promise<void> {
  return service.server.services.database.write({ tenantId: workspace.id }, async ({ db }) => {
    await enqueue({ db, tenantId: workspace.id, requestId: 'request-of-the-test' }, 'note', payload, options);
    then?.();
  });
}

async function countWaitingJobs(): Promise<number> {
  const { rows } = await owner.query(
    "select count(*)::int as n from graphile_worker.jobs where task_identifier = 'note'",
  );
  return rows[0].n;
}

describe('a job', () => {
  test('runs after its transaction has committed', async () => {
    const runs = await startRecordingWorker();
    await enqueueNote(service.acme, { companyId: 'c1' });
    await until(() => runs.length === 1);
    expect(runs[0]!.payload).toEqual({ companyId: 'c1' });
    expect(runs[0]!.job).toMatchObject({
      tenantId: service.acme.id,
      requestId: 'request-of-the-test',
      attempt: 1,
    });
    await until(async () => (await countWaitingJobs()) === 0);
  });

  test('is discarded with a transaction that is rolled back', async () => {
    const runs = await startRecordingWorker();
    const fails = enqueueNote(service.acme, 'never', {}, () => {
      throw new Error('no');
    });
    await expect(fails).rejects.toThrow('no');
    await enqueueNote(service.acme, 'after');
    await until(() => runs.length === 1);
    expect(runs.map(({ payload }) => payload)).toEqual(['after']);
    await until(async () => (await countWaitingJobs()) === 0);
  });

  test('is retried when it fails', async () => {
    const runs = await startRecordingWorker(async ({ attempt }) => {
      if (attempt === 1) throw new Error('the first attempt fails');
    });
    await enqueueNote(service.acme, 'again');
    await until(() => runs.length === 2);
    expect(runs.map(({ job }) => job.attempt)).toEqual([1, 2]);
    expect(runs[1]!.job.jobId).toBe(runs[0]!.job.jobId);
  });

  test('runs under row-level security in the workspace that requested it', async () => {
    let seen: unknown[] = [];
    const runs = await startRecordingWorker(async ({ services, tenantId }) => {
      seen = await services.database.read({ tenantId }, ({ db }) => db('memberships').distinct('tenant_id'));
    });
    await enqueueNote(service.globex, 'who');
    await until(() => runs.length === 1 && seen.length > 0);
    expect(seen).toEqual([{ tenant_id: service.globex.id }]);
  });

  test('replaces a job with the same key in its own workspace only', async () => {
    const runAt = new Date(Date.now() + 60 * DAY);
    await enqueueNote(service.acme, 'first', { key: 'same', runAt });
    await enqueueNote(service.acme, 'second', { key: 'same', runAt });
    await enqueueNote(service.globex, 'other', { key: 'same', runAt });
    expect(await countWaitingJobs()).toBe(2);
    await owner.query(
      "select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'note'))",
    );
  });
});

test('a request can queue jobs and read the lag of the queue but access nothing else of it', async () => {
  const attempt = (statement: string) => service.sql(service.acme, statement);
  await expect(attempt('select * from graphile_worker.jobs')).rejects.toThrow('permission denied');
  await expect(attempt("select graphile_worker.add_job('note')")).rejects.toThrow('permission denied');
  expect(await attempt('select queue_lag_seconds() as lag')).toEqual([{ lag: expect.any(Number) }]);
});

test('a worker finishes its current job when it stops', async () => {
  let finished = false;
  const runs = await startRecordingWorker(async () => {
    await sleep(300);
    finished = true;
  });
  await enqueueNote(service.acme, 'slow');
  await until(() => runs.length === 1);
  await worker!.stop();
  worker = undefined;
  expect(finished).toBe(true);
  expect(await countWaitingJobs()).toBe(0);
});

test('a worker survives the loss of its connections', async () => {
  const runs = await startRecordingWorker();
  await owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'platform-jobs' and datname = current_database()",
  );
  await enqueueNote(service.acme, 'after the loss');
  await until(() => runs.length === 1);
});

test.each([1, 2])(
  'a worker that could not record the results of %i jobs at once is restarted',
  async (count) => {
    // The job library also writes to the console.
    for (const method of ['error', 'trace'] as const)
      jest.spyOn(console, method).mockImplementation(() => undefined);
    let hidden: Promise<unknown> | undefined;
    const runs = await startRecordingWorker(async (_job, payload) => {
      if (payload !== 'unmarked') return;
      await until(() => runs.length === count);
      hidden ??= owner.query('alter schema graphile_worker rename to hidden');
      await hidden;
    });
    for (let index = 0; index < count; index++) await enqueueNote(service.acme, 'unmarked');
    await until(() => runs.length === count);
    await sleep(500);
    await owner.query('alter schema hidden rename to graphile_worker');
    await enqueueNote(service.acme, 'marked');
    await until(() => runs.some(({ payload }) => payload === 'marked'));
    await owner.query("delete from graphile_worker._private_jobs where payload->>'payload' = 'unmarked'");
    jest.restoreAllMocks();
  },
);

describe('the purge of expired data', () => {
  const now = new Date();
  const ago = (ms: number): Date => new Date(now.getTime() - ms);

  async function insert({ id: tenantId }: Workspace): Promise<void> {
    const key = (name: string, at: Date) => ({
      tenant_id: tenantId,
      principal_id: uuid(),
      operation: 'Op',
      key: name,
      fingerprint: 'f',
      status: 200,
      body: '{}',
      request_id: 'r',
      created_at: at,
    });
    const event = (type: string, at: Date) => ({
      tenant_id: tenantId,
      id: uuid(),
      type,
      occurred_at: at,
      actor: '{}',
      object_type: 'company',
      object_id: uuid(),
      data: '{}',
    });
    await service.server.services.database.write({ tenantId }, async ({ db }) => {
      await db('idempotency_keys').insert([
        key('old', ago(25 * 3_600_000)),
        key('kept', ago(23 * 3_600_000)),
      ]);
      await db('events').insert([event('test.old', ago(31 * DAY)), event('test.kept', ago(29 * DAY))]);
    });
  }

  async function purge(at: Date): Promise<void> {
    const client = await owner.connect();
    try {
      await purgeExpired(client, at, service.server.app.log);
    } finally {
      client.release();
    }
  }

  test('removes what has expired in every workspace and nothing else', async () => {
    const { userId } = service.acme.people.owner;
    const session = (id: string, endsAt: Date) =>
      owner.query(
        `insert into sessions (id, user_id, auth_time, amr, created_at, last_used_at, expires_at)
         values ($1, $2, $3, '{pwd}', $3, $3, $4)`,
        [id, userId, ago(200 * DAY), endsAt],
      );
    const [old, recent] = [uuid(), uuid()];
    await session(old, ago(91 * DAY));
    await session(recent, ago(89 * DAY));
    await owner.query("insert into refresh_tokens (hash, session_id, created_at) values ('h', $1, $2)", [
      old,
      now,
    ]);
    await owner.query(
      "insert into rate_limits values ('spent', 1, 1), ('running', 1, $1), ('endless', 1, null)",
      [Date.now() + DAY],
    );
    for (const workspace of [service.acme, service.globex]) await insert(workspace);
    await purge(now);
    for (const workspace of [service.acme, service.globex]) {
      const keys = await service.sql(workspace, "select key from idempotency_keys where operation = 'Op'");
      expect(keys).toEqual([{ key: 'kept' }]);
      expect(await service.sql(workspace, "select type from events where type like 'test.%'")).toEqual([
        { type: 'test.kept' },
      ]);
    }
    const { rows } = await owner.query('select id from sessions where id = any ($1)', [[old, recent]]);
    expect(rows).toEqual([{ id: recent }]);
    const counters = await owner.query(
      "select key from rate_limits where key in ('spent', 'running', 'endless') order by key",
    );
    expect(counters.rows.map(({ key }) => key)).toEqual(['endless', 'running']);
  });

  test('also works as a table owner who is subject to row-level security', async () => {
    await owner.query('create role bound nologin');
    await owner.query('grant usage on schema public to bound');
    await owner.query('grant select, delete on all tables in schema public to bound');
    // The anchor of the audit chain is moved and not deleted.
    await owner.query('grant insert, update on audit_anchors to bound');
    await insert(service.acme);
    const client = await owner.connect();
    try {
      await client.query('set role bound');
      await purgeExpired(client, now, service.server.app.log);
    } finally {
      await client.query('reset role');
      client.release();
    }
    expect(await service.sql(service.acme, "select type from events where type = 'test.old'")).toEqual([]);
    await owner.query('drop owned by bound');
    await owner.query('drop role bound');
  });

  test("runs on the worker's schedule", async () => {
    await insert(service.acme);
    await startRecordingWorker();
    await owner.query("select graphile_worker.add_job('purge_expired', '{}')");
    await until(
      async () =>
        (await service.sql(service.acme, "select 1 from events where type = 'test.old'")).length === 0,
    );
    const { rows } = await owner.query('select identifier from graphile_worker._private_known_crontabs');
    expect(rows).toContainEqual({ identifier: 'purge_expired' });
  });
});
