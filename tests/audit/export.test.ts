// Exports of the audit log: asked for by admins, made as a job, fetched by a link that only their requester is given.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { Inspector } from '../support/inspector.ts';
import { type Ask, type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;
let worker: Worker;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  worker = await startWorker(service.server.services, service.databaseUrl, service.server.app.log);
});

afterAll(async () => {
  await worker?.stop();
  await inspector?.close();
  await service?.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: answers whose shape the contract test checks
type Data = any;

const ask = (body: object, options: Ask = {}): Promise<Reply> =>
  service.rest('POST', '/api/audit-logs/export', body, options);

async function finished(id: string, options: Ask = {}): Promise<Data> {
  for (let tries = 0; tries < 400; tries++) {
    const { data } = (await service.rest('GET', `/api/jobs/${id}`, undefined, options)).body;
    if (data.finished_at) return data;
    await sleep(25);
  }
  throw new Error('the export did not end');
}

async function exported(body: object): Promise<{ job: Data; reply: Response; text: string }> {
  const { status, body: answer } = await ask(body);
  expect(status).toBe(202);
  const job = await finished(answer.data.id);
  expect(job).toMatchObject({ state: 'succeeded', error: null });
  const reply = await fetched(job.download.url);
  return {
    job,
    reply,
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await reply.arrayBuffer()),
  };
}

/** The link names the public address, which a test does not know beforehand. */
const fetched = (url: string) => fetch(`${service.url}${new URL(url).pathname}`);

const company = async (name: string) =>
  (await service.rest('POST', '/api/companies', { name })).body.data as { id: string };

describe('an export', () => {
  it('as JSON lines holds what the list holds, entry for entry, with its place in the chain', async () => {
    const { id } = await company('Exported');
    await service.rest('PATCH', `/api/companies/${id}`, { name: 'Exported again' });
    const { job, reply, text } = await exported({ format: 'jsonl', entity_type: 'company', entity_id: id });
    expect(job.result).toMatchObject({ format: 'jsonl', entries: 2 });
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="audit-log.jsonl"');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { data } = (await service.rest('GET', `/api/audit-logs?entity_type=company&entity_id=${id}`)).body;
    expect(lines.map(({ id: entry, seq, hash, changes }) => [entry, seq, hash, changes])).toEqual(
      data.map((entry: Data) => [entry.id, entry.seq, entry.hash, entry.changes]),
    );
  });

  it('as CSV begins with a BOM, ends lines with CRLF, and starts no formula', async () => {
    await company('=HYPERLINK("http://evil.example")');
    const { text, job } = await exported({ search: 'hyperlink' });
    expect(text.startsWith('\ufeffseq,id,occurred_at')).toBe(true);
    expect(text.split('\r\n')).toHaveLength(3);
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(job.download.bytes).toBe(Buffer.byteLength(text));
  });

  it('of many entries is made page by page and in parts', async () => {
    const rows = 3_500;
    await inspector.query(
      `insert into audit_entries (tenant_id, id, occurred_at, actor, action, surface, outcome, target_type, target_label)
       select $1, gen_random_uuid(), now() - n * interval '1 s', '{"type":"system","id":null,"label":"s"}', 'test.many',
         'job', 'success', 'company', repeat('x', 100) from generate_series(1, $2) as n`,
      [service.acme.id, rows],
    );
    const { text, job } = await exported({ format: 'jsonl', filter: { action: { eq: 'test.many' } } });
    expect(job).toMatchObject({ result: { entries: rows } });
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(new Set(lines.map(({ id }) => id)).size).toBe(rows);
    expect(lines.every(({ seq }) => seq > 0)).toBe(true);
    const [parts] = await inspector.query(
      'select count(*)::int as n, max(length(content)) as longest from job_files where job_id = $1',
      [job.id],
    );
    expect(parts!.n).toBeGreaterThan(2);
    expect(parts!.longest).toBeLessThan(2_000_000);
  });

  it('is told in one event and stands in the log itself', async () => {
    const { job } = await exported({ entity_type: 'company', entity_id: crypto.randomUUID() });
    const events = await service.sql(
      service.acme,
      'select type, data from events where object_id = ? order by type',
      [job.id],
    );
    expect(events).toMatchObject([
      {
        type: 'audit_log.exported',
        data: { object_type: 'audit_log', object: { id: job.id, format: 'csv', entries: 0 } },
      },
      { type: 'job.completed' },
    ]);
    const { data } = (
      await service.rest('GET', `/api/audit-logs?filter[action]=audit_log.exported&pageSize=1`)
    ).body;
    expect(data[0]).toMatchObject({ surface: 'job', actor: { id: service.acme.people.owner.userId } });
  });

  it('with the same key is asked for once', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const [one, two] = [await ask({}, { headers }), await ask({}, { headers })];
    expect(two.body.data.id).toBe(one.body.data.id);
  });
});

describe('the file', () => {
  it('is given to its requester alone, and gone after a day', async () => {
    const { job } = await exported({ entity_type: 'company' });
    const as = service.acme.people.admin;
    const seen = (await service.rest('GET', `/api/jobs/${job.id}`, undefined, { as })).body.data;
    expect(seen).toMatchObject({ state: 'succeeded', download: null });
    await inspector.query("update jobs set finished_at = finished_at - interval '25 hours' where id = $1", [
      job.id,
    ]);
    expect((await service.rest('GET', `/api/jobs/${job.id}`)).body.data.download).toBeNull();
  });

  it('is not there for a link that was made up or changed, and gone with one that expired', async () => {
    const { job } = await exported({ entity_type: 'company' });
    const { url } = job.download;
    expect((await fetched(`${url.slice(0, -3)}AAA`)).status).toBe(404);
    expect((await fetch(`${service.url}/downloads/x`)).status).toBe(404);
    service.advance(16 * 60);
    expect((await fetched(url)).status).toBe(410);
    service.advance(0);
  });
});

describe('an export is refused', () => {
  it('to all but owners and admins, and writes nothing', async () => {
    const before = await inspector.fingerprint();
    const { manager, viewer } = service.acme.people;
    for (const as of [manager, viewer]) expect(await ask({}, { as })).toMatchObject({ status: 403 });
    for (const as of [service.acme.agent, service.acme.service])
      expect(await ask({}, { as })).toMatchObject({
        status: 403,
        body: { error: { code: 'HUMAN_REQUIRED' } },
      });
    expect(await ask({ format: 'xlsx' })).toMatchObject({ status: 400 });
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('after ten in an hour, on every surface together', async () => {
    const limited = await startService({ RATE_LIMIT_SCALE: '1' });
    try {
      const statuses: number[] = [];
      for (let n = 0; n < 9; n++)
        statuses.push((await limited.rest('POST', '/api/audit-logs/export', {})).status);
      expect(statuses).toEqual(Array(9).fill(202));
      const { body } = await limited.graphql('mutation { exportAuditLogs(input: {}) { state } }');
      expect(body.data.exportAuditLogs).toEqual({ state: 'QUEUED' });
      const reply = await limited.rest('POST', '/api/audit-logs/export', {});
      expect(reply).toMatchObject({ status: 429, body: { error: { details: { policy: 'export' } } } });
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await limited.stop();
    }
  });
});
