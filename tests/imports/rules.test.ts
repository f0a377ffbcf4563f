// The rules of a workspace for imports: who approves, how many run at a time, and how long they are kept.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sweepImports } from '../../src/domains/imports/expiry.ts';
import { Inspector } from '../support/inspector.ts';
import type { Reply, TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { ImportWorld } from './world.ts';

const DAY = 86_400;
let service: TestService;
let world: ImportWorld;
let inspector: Inspector;

beforeAll(async () => {
  world = await ImportWorld.start();
  ({ service } = world);
  inspector = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await world?.stop();
});

const company = (name: string) => `Name\n${name}\n`;
const mapping = { columns: [{ source: 'Name', target: 'name' }] };

describe('a workspace where a second person must approve', () => {
  const setting = (four_eyes: boolean) =>
    service.rest('PATCH', '/api/settings/tenant', { imports: { four_eyes } });
  const refusal = {
    status: 403,
    body: { error: { code: 'PERMISSION_DENIED', details: { reason: 'four_eyes' } } },
  };

  it('refuses the uploader and takes the approval of somebody else', async () => {
    expect((await setting(true)).body.data.imports).toEqual({ four_eyes: true });
    const imported = await world.validated(company('Two People'), 'companies', mapping);
    expect(await world.approve(imported)).toMatchObject(refusal);
    expect(await world.get(imported.id)).toMatchObject({ status: 'validated', version: imported.version });
    expect(await world.approve(imported, service.acme.people.admin)).toMatchObject({
      status: 200,
      body: { data: { status: 'approved' } },
    });
  });

  it('refuses the owner of the agent that uploaded', async () => {
    const owned = await world.validated(company('By Agent'), 'companies', mapping, service.acme.agent);
    const { userId } = service.acme.people.owner;
    await inspector.query('update api_tokens set owner_user_id = $2 where id = $1', [
      owned.created_by.id,
      userId,
    ]);
    expect(await world.approve(owned)).toMatchObject(refusal);
    await setting(false);
    expect(await world.approve(owned)).toMatchObject({ status: 200 });
  });
});

describe('a dry run that is cancelled', () => {
  it('leaves the import mapped, as if it had not begun', async () => {
    const names = Array.from({ length: 3_000 }, (_, at) => (at % 10 ? `Stopped ${at}` : `Twice ${at % 100}`));
    const { id } = (await world.upload(`Name\n${names.join('\n')}\n`, 'companies')).body.data;
    await service.rest('PUT', `/api/import/${id}/mapping`, { ...mapping, match_keys: ['name'] });
    const { body } = await service.rest('POST', `/api/import/${id}/validate`);
    const invalid = () => service.rest('GET', `/api/import/${id}/rows?filter[status]=invalid`);
    await until(async () => (await invalid()).body.total > 0);
    expect((await service.rest('POST', `/api/jobs/${body.data.job_id}/cancel`)).status).toBe(200);
    expect(await world.left(id, 'validating')).toMatchObject({
      ...{ status: 'mapped', validation_hash: null },
      counts: { total: 3_000, valid: 0, invalid: 0, pending: 3_000 },
    });
    expect((await invalid()).body.total).toBe(0);
  });
});

describe('imports that are started together', () => {
  it('run two at a time, and the next begins when one of them ends', async () => {
    const approved: Reply['body'][] = [];
    for (const name of ['One', 'Two', 'Three', 'Four']) {
      const imported = await world.validated(company(name), 'companies', mapping);
      expect((await world.approve(imported)).status).toBe(200);
      approved.push(imported);
    }
    await world.stopWorker();
    const execute = ({ id }: Reply['body']) => service.rest('POST', `/api/import/${id}/execute`);
    const started = await Promise.all(approved.map(execute));
    expect(started.map(({ body }) => body.data.status)).toEqual(Array(4).fill('executing'));
    const waiting = await queued();
    expect(waiting).toBe(2);
    // Cancelling one of the two lets another one run.
    const [first] = await inspector.query(
      "select job_id from imports where tenant_id = $1 and status = 'executing' and is_enqueued limit 1",
      [service.acme.id],
    );
    const cancelled = await service.rest('POST', `/api/jobs/${first!.job_id}/cancel`);
    expect(cancelled.status).toBe(200);
    await world.startWorker();
    await until(async () => (await statuses()).every((status) => status !== 'executing'));
    expect((await statuses()).sort()).toEqual(['cancelled', 'completed', 'completed', 'completed']);

    async function statuses(): Promise<string[]> {
      return Promise.all(approved.map(async ({ id }) => (await world.get(id)).status));
    }
  });
});

/** Returns how many executions the queue has. */
async function queued(): Promise<number> {
  const [row] = await inspector.query(
    "select count(*)::int as count from graphile_worker.jobs where task_identifier = 'import_execute'",
  );
  return row!.count as number;
}

describe('time', () => {
  const sweep = () => sweepImports(service.server.services, service.server.app.log as never);
  const as = () => service.acme.service;

  it('discards an import that nobody has changed for seven days, and erases a finished one after thirty', async () => {
    const mapped = (await world.upload(company('Idle'), 'companies')).body.data;
    const done = await world.executed('Name,Domain\nDone,done.example.com\nBad,gmail.com\n', 'companies', {
      columns: [
        { source: 'Name', target: 'name' },
        { source: 'Domain', target: 'domain' },
      ],
    });
    await world.stopWorker();
    await sweep();
    expect(await world.get(mapped.id)).toMatchObject({ status: 'uploaded' });
    service.advance(7 * DAY + 60);
    await Promise.all([sweep(), sweep()]);
    expect(await world.get(mapped.id, as())).toMatchObject({ status: 'discarded' });
    expect((await world.get(mapped.id, as())).file.purged_at).not.toBeNull();
    expect((await world.get(done.id, as())).file.purged_at).toBeNull();
    service.advance(30 * DAY + 120);
    await sweep();
    const after = await world.get(done.id, as());
    expect(after).toMatchObject({ status: 'completed_with_errors', counts: done.counts });
    expect(after.file.purged_at).not.toBeNull();
    const rows = await service.sql(
      service.acme,
      `select status, cells, record_id is not null as has_record, errors -> 0 ->> 'code' as code, errors -> 0 -> 'value' as value
       from import_rows where import_id = ? order by row_number`,
      [done.id],
    );
    expect(rows).toEqual([
      { status: 'created', cells: null, has_record: true, code: null, value: null },
      { status: 'invalid', cells: null, has_record: false, code: 'PERSONAL_DOMAIN', value: null },
    ]);
    const entries = await service.sql(
      service.acme,
      "select actor ->> 'type' as actor from audit_entries where target_id = ? and action = 'import.discarded'",
      [mapped.id],
    );
    expect(entries).toEqual([{ actor: 'system' }]);
  });
});
