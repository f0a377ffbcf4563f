// Liveness, readiness and metrics, with the database available or not.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { type Identity, startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

/** Runs SQL as the owner of the tables. */
async function asOwner(statement: string, connectionString = service.databaseUrl): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}

const CHECKS = ['database', 'migrations', 'queue_lag_seconds', 'signing_keys', 'disk'];

describe('the liveness probe', () => {
  test('answers without credentials', async () => {
    const { status, body, headers } = await service.rest('GET', '/api/health', undefined, { as: null });
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'ok', version: expect.any(String), uptime_seconds: expect.any(Number) });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('checks no dependency', async () => {
    const { pathname } = new URL(service.databaseUrl);
    const name = pathname.slice(1);
    const elsewhere = new URL('/postgres', service.databaseUrl).href;
    await asOwner(`alter database ${name} allow_connections false`, elsewhere);
    await asOwner(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      elsewhere,
    );
    try {
      expect((await service.rest('GET', '/api/health', undefined, { as: null })).status).toBe(200);
      const ready = await service.rest('GET', '/api/health/ready', undefined, { as: null });
      expect(ready.status).toBe(503);
      expect(ready.body.error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryable: true });
      const failed = ready.body.error.details.checks.filter(({ ok }: { ok: boolean }) => !ok);
      expect(failed.map(({ name }: { name: string }) => name)).toEqual(CHECKS.slice(0, 4));
      expect(ready.text).not.toContain('not currently accepting');
    } finally {
      await asOwner(`alter database ${name} allow_connections true`, elsewhere);
    }
    expect((await service.rest('GET', '/api/health/ready', undefined, { as: null })).status).toBe(200);
  });
});

describe('the readiness probe', () => {
  test('names its checks and shows details only to operators', async () => {
    const { status, body } = await service.rest('GET', '/api/health/ready', undefined, { as: null });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'ready',
      checks: CHECKS.map((name) => ({ name, ok: true, detail: null })),
    });
    const { owner } = service.acme.people;
    expect(
      (await service.rest('GET', '/api/health/ready', undefined, { as: owner })).body.checks[0].detail,
    ).toBeNull();
    const { administrator } = service.operators;
    const details = await service.rest('GET', '/api/health/ready', undefined, { as: administrator });
    expect(details.body.checks.every(({ detail }: { detail: unknown }) => typeof detail === 'string')).toBe(
      true,
    );
    const stale: Identity = { token: 'nonsense', tenantId: service.acme.id };
    expect((await service.rest('GET', '/api/health/ready', undefined, { as: stale })).status).toBe(200);
  });

  test('fails while a migration is missing', async () => {
    const [{ name }] = (await service.sql<{ name: string }>(
      service.acme,
      'select max(name) as name from migrations',
    )) as [{ name: string }];
    await asOwner(`delete from migrations where name = '${name}'`);
    const { status, body, headers } = await service.rest('GET', '/api/health/ready', undefined, { as: null });
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('5');
    expect(body.error.message).toContain('migrations');
    await asOwner(`insert into migrations (name, batch, migration_time) values ('${name}', 1, now())`);
    expect((await service.rest('GET', '/api/health/ready', undefined, { as: null })).status).toBe(200);
  });

  test('fails while jobs have waited for five minutes', async () => {
    await asOwner(
      "select graphile_worker.add_job('nothing', run_at := now() - interval '10 minutes', job_key := 'late')",
    );
    const late = await service.rest('GET', '/api/health/ready', undefined, { as: null });
    expect([late.status, late.body.error.message]).toEqual([503, 'Not ready: queue_lag_seconds.']);
    await asOwner("select graphile_worker.remove_job('late')");
    expect((await service.rest('GET', '/api/health/ready', undefined, { as: null })).status).toBe(200);
  });
});

describe('the metrics', () => {
  test('are readable on this machine but not through a proxy', async () => {
    const { status, text } = await service.rest('GET', '/metrics', undefined, { as: null });
    expect(status).toBe(200);
    expect(text).toContain('api_requests_total{');
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    expect((await service.rest('GET', '/metrics', undefined, { as: null, headers })).status).toBe(404);
  });

  test('are readable only with the token when one is configured', async () => {
    const guarded = await startService({ METRICS_TOKEN: 'a-scrape-token' });
    try {
      const read = (authorization?: string) =>
        guarded.rest('GET', '/metrics', undefined, {
          as: null,
          headers: authorization ? { authorization } : {},
        });
      expect((await read()).status).toBe(404);
      expect((await read('Bearer wrong')).status).toBe(404);
      expect((await read('Bearer a-scrape-token')).status).toBe(200);
    } finally {
      await guarded.stop();
    }
  });
});
