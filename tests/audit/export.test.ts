// Exports of the audit log: requested by admins, produced by a job, and downloaded by a link for the requester only.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { Inspector } from '../support/inspector.ts';
import { type Ask, type Reply, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

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

// biome-ignore lint/suspicious/noExplicitAny: the contract test checks the shape of responses
type Data = any;

const requestExport = (body: object, options: Ask = {}): Promise<Reply> =>
  service.rest('POST', '/api/audit-logs/export', body, options);

async function waitForJob(id: string, options: Ask = {}): Promise<Data> {
  return until(async () => {
    const { data } = (await service.rest('GET', `/api/jobs/${id}`, undefined, options)).body;
    return data.finished_at && data;
  });
}

async function runExport(body: object): Promise<{ job: Data; reply: Response; text: string }> {
  const { status, body: accepted } = await requestExport(body);
  expect(status).toBe(202);
  const job = await waitForJob(accepted.data.id);
  expect(job).toMatchObject({ state: 'succeeded', error: null });
  const reply = await download(job.download.url);
  return {
    job,
    reply,
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await reply.arrayBuffer()),
  };
}

/** Downloads by the path of a link only, because the link names the public address, which a test does not know. */
const download = (url: string) => fetch(`${service.url}${new URL(url).pathname}`);

const company = async (name: string) =>
  (await service.rest('POST', '/api/companies', { name })).body.data as { id: string };

describe('an export of the audit log', () => {
  it('as JSON lines contains the entries of the list, with their place in the chain', async () => {
    const { id } = await company('Exported');
    await service.rest('PATCH', `/api/companies/${id}`, { name: 'Exported again' });
    const { job, reply, text } = await runExport({ format: 'jsonl', entity_type: 'company', entity_id: id });
    expect(job.result).toMatchObject({ format: 'jsonl', entries: 2 });
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-log.jsonl";/);
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { data } = (await service.rest('GET', `/api/audit-logs?entity_type=company&entity_id=${id}`)).body;
    expect(lines.map(({ id: entry, seq, hash, changes }) => [entry, seq, hash, changes])).toEqual(
      data.map((entry: Data) => [entry.id, entry.seq, entry.hash, entry.changes]),
    );
  });

  it('as CSV starts with a BOM, ends lines with CRLF, and starts no formula', async () => {
    await company('=HYPERLINK("http://evil.example")');
    const { text, job } = await runExport({ search: 'hyperlink' });
    expect(text.startsWith('\ufeffseq,id,occurred_at')).toBe(true);
    expect(text.split('\r\n')).toHaveLength(3);
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(job.download.bytes).toBe(Buffer.byteLength(text));
  });

  it('of many entries is produced page by page and stored in parts', async () => {
    const rows = 3_500;
    await inspector.query(
      `insert into audit_entries (tenant_id, id, occurred_at, actor, action, surface, outcome, target_type, target_label)
       select $1, gen_random_uuid(), now() - n * interval '1 s', '{"type":"system","id":null,"label":"s"}', 'test.many',
         'job', 'success', 'company', repeat('x', 100) from generate_series(1, $2) as n`,
      [service.acme.id, rows],
    );
    const { text, job } = await runExport({ format: 'jsonl', filter: { action: { eq: 'test.many' } } });
    expect(job).toMatchObject({ result: { entries: rows } });
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(new Set(lines.map(({ id }) => id)).size).toBe(rows);
    expect(lines.every(({ seq }) => seq > 0)).toBe(true);
    const [parts] = await inspector.query(
      'select count(*)::int as n, max(length(content)) as longest from file_parts where file_id = $1',
      [job.result.file.id],
    );
    expect(parts!.n).toBeGreaterThan(2);
    expect(parts!.longest).toBeLessThan(2_000_000);
  });

  it('emits one event and is audited itself', async () => {
    const { job } = await runExport({ entity_type: 'company', entity_id: crypto.randomUUID() });
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

  it('with the same idempotency key is started once', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const [first, second] = [await requestExport({}, { headers }), await requestExport({}, { headers })];
    expect(second.body.data.id).toBe(first.body.data.id);
  });
});

describe('the file of an export', () => {
  it('is available to its requester only, and for one day', async () => {
    const { job } = await runExport({ entity_type: 'company' });
    const as = service.acme.people.admin;
    const seenByAdmin = (await service.rest('GET', `/api/jobs/${job.id}`, undefined, { as })).body.data;
    expect(seenByAdmin).toMatchObject({ state: 'succeeded', download: null });
    await inspector.query("update jobs set finished_at = finished_at - interval '25 hours' where id = $1", [
      job.id,
    ]);
    expect((await service.rest('GET', `/api/jobs/${job.id}`)).body.data.download).toBeNull();
  });

  it('returns 404 for a wrong link and 410 for an expired one', async () => {
    const { job } = await runExport({ entity_type: 'company' });
    const { url } = job.download;
    expect((await download(`${url.slice(0, -3)}AAA`)).status).toBe(404);
    expect((await fetch(`${service.url}/downloads/x`)).status).toBe(404);
    service.advance(16 * 60);
    expect((await download(url)).status).toBe(410);
    service.advance(0);
  });
});

describe('an export of the audit log is refused', () => {
  it('to all but owners and admins, and writes nothing', async () => {
    const before = await inspector.fingerprint();
    const { manager, viewer } = service.acme.people;
    for (const as of [manager, viewer])
      expect(await requestExport({}, { as })).toMatchObject({ status: 403 });
    for (const as of [service.acme.agent, service.acme.service])
      expect(await requestExport({}, { as })).toMatchObject({
        status: 403,
        body: { error: { code: 'HUMAN_REQUIRED' } },
      });
    expect(await requestExport({ format: 'xlsx' })).toMatchObject({ status: 400 });
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('after ten exports in an hour, on all surfaces together', async () => {
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
