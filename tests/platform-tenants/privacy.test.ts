// Requests of persons: what is found, two operators, erasure and export; and the export of a whole workspace.
import { createDecipheriv } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PLATFORM_WORKSPACE } from '../../src/access/operators.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { STATING_REASON } from '../support/operator-calls.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let worker: Worker;

beforeAll(async () => {
  service = await startService();
  const { services } = service.server;
  worker = await startWorker(services, service.databaseUrl, service.server.app.log);
});

afterAll(async () => {
  await worker?.stop();
  await service?.stop();
});

const call = (
  method: string,
  path: string,
  body?: object,
  by: 'administrator' | 'second' = 'administrator',
) => service.rest(method, `/api/admin${path}`, body, { as: service.operators[by], headers: STATING_REASON });
const addContact = async (workspace: TestService['acme'], email: string) => {
  const body = { first_name: 'Ada', last_name: 'Byron', email };
  const reply = await service.rest('POST', '/api/contacts', body, { as: workspace.people.owner });
  expect(reply.status).toBe(201);
  return reply.body.data.id as string;
};
/** The links name the public address, and the service listens on a port of its own. */
const download = (url: string) => fetch(`${service.url}${new URL(url).pathname}`);
const statusOf = async (workspace: TestService['acme'], id: string) =>
  (await service.rest('GET', `/api/contacts/${id}`, undefined, { as: workspace.people.owner })).body.data
    .display_name;
const completed = (id: string, by: 'administrator' | 'second' = 'second') =>
  until(async () => {
    const { data } = (await call('GET', `/privacy-requests/${id}`, undefined, by)).body;
    return data.state === 'completed' ? data : undefined;
  });

describe('an erasure', () => {
  it('takes two operators, erases the person in all workspaces, and forgets the address', async () => {
    const email = 'ada.erase@example.com';
    const ids = [await addContact(service.acme, email), await addContact(service.globex, email)];
    const other = await addContact(service.acme, 'someone.else@example.com');
    const { id } = (await call('POST', '/privacy-requests', { type: 'erasure', email })).body.data;
    const scoped = await until(async () => {
      const { data } = (await call('GET', `/privacy-requests/${id}`)).body;
      return data.state === 'scoped' ? data : undefined;
    });
    expect(scoped).toMatchObject({ scope_found: { contacts: 2 }, workspace_id: null, holds: [] });
    const first = await call('POST', `/privacy-requests/${id}/execute`);
    expect(first.body.data).toMatchObject({ state: 'awaiting_second', version: scoped.version + 1 });
    expect((await call('POST', `/privacy-requests/${id}/execute`)).body.data.version).toBe(
      scoped.version + 1,
    );
    expect(await statusOf(service.acme, ids[0]!)).toBe('Ada Byron');
    const second = await call('POST', `/privacy-requests/${id}/execute`, undefined, 'second');
    expect(second.body.data).toMatchObject({
      state: 'executing',
      first_by: service.operators.administrator.userId,
      second_by: service.operators.second.userId,
    });
    expect(await completed(id)).toMatchObject({
      email: null,
      result_manifest: { contacts_erased: 2, kept: 0 },
    });
    expect(await statusOf(service.acme, ids[0]!)).toBe('Erased contact');
    expect(await statusOf(service.globex, ids[1]!)).toBe('Erased contact');
    expect(await statusOf(service.acme, other)).toBe('Ada Byron');
    const again = await call('POST', `/privacy-requests/${id}/execute`);
    expect(again.body.error).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      details: { from: 'completed' },
    });
    const audit = await service.server.services.database.read({ tenantId: PLATFORM_WORKSPACE }, ({ db }) =>
      db('audit_entries').where({ tenant_id: PLATFORM_WORKSPACE }).select('changes', 'target_label'),
    );
    expect(JSON.stringify(audit)).not.toContain(email);
  });

  it('lists what is kept: the account of a member, who can sign in', async () => {
    const { email, userId } = service.acme.people.member;
    const { data } = (
      await call('POST', '/privacy-requests', { type: 'erasure', email, workspace_id: service.acme.id })
    ).body;
    expect(data).toMatchObject({
      state: 'scoped',
      holds: [{ workspace_id: service.acme.id, entity: 'user', id: userId, reason: 'account' }],
    });
  });
});

describe('an export of a person', () => {
  it('has what concerns the person, for the operator who confirmed it', async () => {
    const email = 'grace.export@example.com';
    const contactId = await addContact(service.acme, email);
    await addContact(service.acme, 'not.exported@example.com');
    const body = { type: 'export', contact_id: contactId, workspace_id: service.acme.id };
    const { id } = (await call('POST', '/privacy-requests', body)).body.data;
    await call('POST', `/privacy-requests/${id}/execute`);
    await call('POST', `/privacy-requests/${id}/execute`, undefined, 'second');
    const done = await completed(id);
    expect(done.result_manifest).toMatchObject({ contacts: 1, contact_methods: 1 });
    const text = await (await download(done.download.url)).text();
    expect(text).toContain(email);
    expect(text).not.toContain('not.exported');
    expect((await call('GET', `/privacy-requests/${id}`)).body.data.download).toBeNull();
  });
});

describe('a request', () => {
  it('that does not name one person of an existing workspace is refused', async () => {
    const fault = async (body: object) =>
      (await call('POST', '/privacy-requests', { type: 'erasure', ...body })).body.error.fields[0].path;
    const id = await addContact(service.globex, 'foreign@example.com');
    expect(await fault({})).toBe('email');
    expect(await fault({ email: 'a@example.com', contact_id: id, workspace_id: service.globex.id })).toBe(
      'email',
    );
    expect(await fault({ email: 'nobody' })).toBe('email');
    expect(await fault({ contact_id: id })).toBe('workspace_id');
    expect(await fault({ contact_id: id, workspace_id: service.acme.id })).toBe('contact_id');
    expect(await fault({ email: 'a@example.com', workspace_id: crypto.randomUUID() })).toBe('workspace_id');
    expect((await call('POST', `/privacy-requests/${crypto.randomUUID()}/execute`)).status).toBe(404);
  });
});

describe('an export of a workspace', () => {
  it('is encrypted with a key that is shown once, holds all of the workspace and no credentials', async () => {
    const { acme, globex } = service;
    const headers = { ...STATING_REASON, 'idempotency-key': crypto.randomUUID() };
    const as = service.operators.administrator;
    const start = () =>
      service.rest('POST', `/api/admin/tenants/${acme.id}/export`, undefined, { as, headers });
    const started = (await start()).body.data;
    expect(started).toMatchObject({ algorithm: 'aes-256-gcm', secret_shown: true });
    expect((await start()).body.data).toMatchObject({
      job_id: started.job_id,
      key: null,
      secret_shown: false,
    });
    const found = await until(async () => {
      const { exports } = (await call('GET', `/tenants/${acme.id}`)).body.data;
      return exports[0]?.state === 'succeeded' ? exports[0] : undefined;
    });
    const bytes = Buffer.from(await (await download(found.download.url)).arrayBuffer());
    const decipher = createDecipheriv(
      'aes-256-gcm',
      Buffer.from(started.key, 'base64'),
      bytes.subarray(0, 12),
    );
    decipher.setAuthTag(bytes.subarray(-16));
    const text = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString();
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const tables = new Set(lines.map(({ table }) => table));
    expect([...tables]).toEqual(
      expect.arrayContaining(['contacts', 'memberships', 'audit_entries', 'roles']),
    );
    expect(lines.filter(({ row }) => row?.tenant_id && row.tenant_id !== acme.id)).toEqual([]);
    expect(text).toContain('someone.else@example.com');
    expect(text).not.toContain(globex.id);
    expect(text).not.toMatch(/"(secret_hash|token_hash|sealed_\w+)"/);
    expect(JSON.stringify((await call('GET', `/jobs/${started.job_id}`)).body)).not.toContain(started.key);
  });
});

describe('the overview', () => {
  it('counts workspaces, calls, jobs and what waits', async () => {
    const { data } = (await call('GET', '')).body;
    expect(data.tenants).toMatchObject({ active: 2, suspended: 0 });
    expect(data.calls).toHaveLength(7);
    expect(data.jobs).toContainEqual({ state: 'succeeded', count: expect.any(Number) });
    expect(data).toMatchObject({ privacy_requests_open: 1, privacy_requests_late: 0 });
  });
});
