// The envelopes of the demo data: one in every state, with evidence that adds up; the signed one is sealed by a job.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { signingToken } from '../../src/demo/links.ts';
import { loadDemo } from '../../src/demo/load.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let inspector: Inspector;
let worker: Worker;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  await loadDemo(service.server.services);
  worker = await startWorker(service.server.services, service.databaseUrl, service.server.app.log);
});

afterAll(async () => {
  await worker?.stop();
  await inspector?.close();
  await service?.stop();
});

it('are a template and one in each state, sealed as soon as the service runs', async () => {
  const sealed = () =>
    inspector.query<{ id: string }>(
      `select id from envelopes where status = 'completed' and manifest is not null`,
    );
  await until(async () => (await sealed()).length === 2, 60_000);
  const states = await inspector.query<{ states: string[] }>(
    `select array_agg(status order by status) as states from envelopes where kind = 'envelope' group by tenant_id`,
  );
  const all = ['completed', 'declined', 'draft', 'expired', 'partially_signed', 'sent', 'voided'];
  expect(states).toEqual([{ states: all }, { states: all }]);
  const templates = await inspector.query(
    `select from envelopes where kind = 'template' and status = 'draft'`,
  );
  expect(templates).toHaveLength(2);
});

it('have evidence in chains without a gap, and recipients in states that fit', async () => {
  const broken = await inspector.query(
    `select envelope_id, seq from (select *, lag(hash, 1, repeat('0', 64)) over chain as before, row_number() over chain as place
       from envelope_events window chain as (partition by tenant_id, envelope_id order by seq)) e
     where prev_hash <> before or seq <> place
       or hash <> encode(sha256(convert_to(prev_hash || chr(10) || canonical, 'UTF8')), 'hex')`,
  );
  expect(broken).toEqual([]);
  const people = await inspector.query<{ status: string; recipients: string[] }>(
    `select distinct e.status, array_agg(r.status order by r.position) as recipients from envelopes e
     join envelope_recipients r on r.envelope_id = e.id group by e.tenant_id, e.id, e.status order by 1, 2`,
  );
  expect(people.map(({ status, recipients }) => `${status}: ${recipients}`)).toEqual([
    'completed: signed,approved',
    'declined: declined,queued',
    'draft: created,created',
    'expired: expired,expired',
    'partially_signed: signed,sent',
    'sent: viewed,queued',
    'voided: sent,queued',
  ]);
});

it('have a link that everybody may try out, of one that waits for a signature', async () => {
  const tenants = await inspector.query<{ id: string }>(
    `select distinct tenant_id as id from envelopes where title = 'Non-disclosure agreement'`,
  );
  expect(tenants).toHaveLength(2);
  for (const { id } of tenants) {
    const path = `/api/signing/public/${signingToken(id)}`;
    const { body } = await service.rest('GET', path, undefined, { as: null });
    expect(body.data).toMatchObject({
      state: 'to_sign',
      envelope: { title: 'Non-disclosure agreement', status: 'sent' },
      fields: [{ type: 'signature', label: 'Signature' }],
    });
  }
});

it('have a document whose bytes are those that were signed', async () => {
  const [document] = await inspector.query<{ content: Buffer; sha256: string; pages: number }>(
    `select p.content, d.sha256_original as sha256, d.pages from envelope_documents d
     join file_parts p on p.file_id = d.original_file_id limit 1`,
  );
  expect(createHash('sha256').update(document!.content).digest('hex')).toBe(document!.sha256);
  expect(document!.content.subarray(0, 5).toString()).toBe('%PDF-');
});
