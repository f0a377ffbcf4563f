// Webhook subscriptions: who may change them, which input is valid, their secrets, and deleting and pausing them.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService, type Workspace } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;
const URL = 'http://127.0.0.1:9/in';
const PLAIN = { name: 'Warehouse', url: URL, event_types: ['deal.*'] };

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
});

afterEach(async () => {
  for (const { id } of (await service.rest('GET', '/api/webhooks?pageSize=100')).body.data)
    await service.rest('DELETE', `/api/webhooks/${id}`);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

async function create(input: object = {}, workspace: Workspace = service.acme) {
  const reply = await service.rest(
    'POST',
    '/api/webhooks',
    { ...PLAIN, ...input },
    { as: workspace.people.owner },
  );
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)]);
  return reply.body.data;
}

async function expectInvalid(
  input: object,
  path: string,
  rule: string,
  method = 'POST',
  at = '/api/webhooks',
) {
  const before = await inspector.fingerprint();
  const reply = await service.rest(method, at, input);
  expect([reply.status, reply.body.error?.fields]).toEqual([400, [expect.objectContaining({ path, rule })]]);
  expect(await inspector.fingerprint()).toEqual(before);
}

describe('a webhook', () => {
  it('is created with a secret that is returned only once', async () => {
    const created = await create({
      filter: { stage: 'proposal' },
      custom_headers: { Authorization: 'Bearer abc' },
    });
    expect(created).toMatchObject({
      name: 'Warehouse',
      url: URL,
      event_types: ['deal.*'],
      filter: { stage: ['proposal'] },
      status: 'active',
      signature: 'v1',
      public_key: null,
      has_previous_secret: false,
      api_version: '2026-11-01',
      custom_header_names: ['Authorization'],
      max_in_flight: 5,
      stats: { success_rate_24h: null, last_success_at: null, first_failure_at: null },
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      secret_shown: true,
    });
    const read = await service.rest('GET', `/api/webhooks/${created.id}`);
    expect(read.headers.get('etag')).toBe('"1"');
    expect(read.body.data).not.toHaveProperty('secret');
    const reply = await service.graphql(`{ webhook(id: "${created.id}") { secret secretShown } }`);
    expect(reply.body.data.webhook).toEqual({ secret: null, secretShown: false });
  });

  it('leaves its secret, headers and address in no table but its own, neither encrypted nor in plain text', async () => {
    const { secret } = await create({
      url: `${URL}/quomodocunque`,
      custom_headers: { 'X-Key': 'borborygmite' },
    });
    const holders = new Set<string>();
    const tables = await inspector.query<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
    );
    for (const { name } of tables) {
      const rows = await inspector.query<{ row: object }>(`select to_jsonb(t) as row from ${name} t`);
      for (const [column, value] of rows.flatMap(({ row }) => Object.entries(row))) {
        const text = JSON.stringify(value);
        if ([secret, 'borborygmite', 'quomodocunque'].some((word) => text.includes(word)))
          holders.add(`${name}.${column}`);
      }
    }
    expect([...holders]).toEqual(['public.webhooks.url']);
  });

  it('returns no secret when its creation is repeated with the same idempotency key, on REST and GraphQL', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await service.rest('POST', '/api/webhooks', PLAIN, { headers });
    const again = await service.rest('POST', '/api/webhooks', PLAIN, { headers });
    expect(first.body.data).toMatchObject({ secret: expect.stringMatching(/^whsec_/), secret_shown: true });
    expect(again.body.data).toEqual({ ...first.body.data, secret: null, secret_shown: false });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const query = `mutation { createWebhook(input: {name: "W", url: "${URL}", eventTypes: ["*"]}) { id hidden: secret secretShown } }`;
    const key = { 'idempotency-key': randomUUID() };
    const reply = await service.graphql(query, {}, { headers: key });
    const replayed = await service.graphql(query, {}, { headers: key });
    expect(reply.body.data.createWebhook).toMatchObject({
      hidden: expect.stringMatching(/^whsec_/),
      secretShown: true,
    });
    expect(replayed.body.data.createWebhook).toEqual({
      ...reply.body.data.createWebhook,
      hidden: null,
      secretShown: false,
    });
    const stored = await inspector.query(`select from idempotency_keys where body::text like '%whsec_%'`);
    expect(stored).toEqual([]);
  });

  it('with Ed25519 returns its public key and no secret', async () => {
    const created = await create({ signature: 'v1a' });
    expect(created).toMatchObject({ signature: 'v1a', secret: null, secret_shown: false });
    expect(created.public_key).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
  });

  it('is limited to twenty per workspace, even when many are created at the same time', async () => {
    const replies = await Promise.all(
      Array.from({ length: 24 }, () => service.rest('POST', '/api/webhooks', PLAIN)),
    );
    const codes = replies.map(({ status, body }) => body.error?.code ?? status);
    expect(codes.filter((code) => code === 201)).toHaveLength(20);
    expect(codes.filter((code) => code === 'QUOTA_EXCEEDED')).toHaveLength(4);
  });

  it.each([
    ['https://10.0.0.1/', 'ip_literal'],
    ['https://169.254.169.254/latest/meta-data', 'ip_literal'],
    ['https://intranet/', 'host_name'],
    ['https://vault.internal/', 'host_name'],
    ['http://hooks.example.com/', 'scheme'],
    ['https://user:word@hooks.example.com/', 'userinfo'],
    ['https://hooks.example.com:22/', 'port'],
    ['nonsense', 'url'],
  ])('is refused with the URL "%s"', async (url, rule) => {
    const before = await inspector.fingerprint();
    const { id } = { id: randomUUID() };
    const reply = await service.rest('POST', '/api/webhooks', { ...PLAIN, url });
    expect([reply.status, reply.body.error]).toMatchObject([
      422,
      { code: 'URL_NOT_ALLOWED', details: { rule } },
    ]);
    expect((await service.rest('PATCH', `/api/webhooks/${id}`, { name: 'x' })).status).toBe(404);
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('is told of a wrong address before wrong headers', async () => {
    const custom_headers = { Host: 'x' };
    const both = { ...PLAIN, url: 'https://10.0.0.1/', custom_headers };
    expect((await service.rest('POST', '/api/webhooks', both)).body.error.code).toBe('URL_NOT_ALLOWED');
    await expectInvalid({ ...PLAIN, custom_headers }, 'custom_headers', 'reserved');
  });

  it('is refused with invalid event types, names, filters and limits', async () => {
    await expectInvalid({ ...PLAIN, event_types: ['deal.sold'] }, 'event_types[0]', 'unknown_event');
    await expectInvalid(
      { ...PLAIN, event_types: ['company.created', 'x.*'] },
      'event_types[1]',
      'unknown_event',
    );
    await expectInvalid({ ...PLAIN, event_types: ['webhook.test'] }, 'event_types[0]', 'unknown_event');
    await expectInvalid({ ...PLAIN, event_types: ['activity.created'] }, 'event_types[0]', 'unknown_event');
    await expectInvalid({ ...PLAIN, name: '  ' }, 'name', 'required');
    await expectInvalid({ ...PLAIN, filter: { stge: 'x' } }, 'filter.stge', 'unknown_field');
    await expectInvalid({ ...PLAIN, filter: { stage: {} } }, 'filter.stage', 'type');
    await expectInvalid({ ...PLAIN, filter: { stage: [] } }, 'filter.stage', 'type');
    const contacts = { ...PLAIN, event_types: ['contact.*'] };
    await expectInvalid(
      { ...contacts, filter: { interests: 'wine' } },
      'filter.interests',
      'field_not_readable',
    );
    await expectInvalid({ ...PLAIN, status: 'disabled_gone' }, 'status', 'read_only');
    await expectInvalid({ ...PLAIN, max_in_flight: 21 }, 'max_in_flight', 'maximum');
  });

  it.each([
    [{ 'webhook-id': 'x' }, 'reserved'],
    [{ Host: 'x' }, 'reserved'],
    [{ 'content-length': '1' }, 'reserved'],
    [{ 'x y': '1' }, 'format'],
    [{ 'X-A': 'a\r\nX-B: b' }, 'format'],
    [{ 'X-A': 1 }, 'format'],
    [{ 'X-A': 'a', 'x-a': 'b' }, 'repeated'],
    [{ a: '1', b: '1', c: '1', d: '1', e: '1', f: '1' }, 'maxItems'],
  ])('is refused with the custom headers %j', (headers, rule) =>
    expectInvalid({ ...PLAIN, custom_headers: headers }, 'custom_headers', rule),
  );

  it('is changed only with its current version', async () => {
    const { id } = await create();
    const patch = (body: object, version: number) =>
      service.rest('PATCH', `/api/webhooks/${id}`, body, { headers: { 'if-match': `"${version}"` } });
    expect((await patch({ max_in_flight: 9 }, 1)).body.data).toMatchObject({ max_in_flight: 9, version: 2 });
    expect((await patch({ max_in_flight: 8 }, 1)).status).toBe(412);
    expect((await patch({ name: 'Other', url: `${URL}2`, event_types: ['*'] }, 2)).body.data).toMatchObject({
      name: 'Other',
      url: `${URL}2`,
      event_types: ['*'],
      version: 3,
    });
    expect((await patch({ signature: 'v1a' }, 3)).body.error.fields).toMatchObject([{ rule: 'read_only' }]);
  });

  it('is refused when it loses the event types that its filter needs', async () => {
    const { id } = await create({ filter: { stage: 'proposal' } });
    await expectInvalid(
      { event_types: ['note.*'] },
      'filter.stage',
      'unknown_field',
      'PATCH',
      `/api/webhooks/${id}`,
    );
  });

  it('is gone after its deletion together with its waiting deliveries', async () => {
    const { id } = await create();
    const deleted = await service.rest('DELETE', `/api/webhooks/${id}`);
    expect(deleted.body.data).toEqual({ id, deleted_at: expect.any(String) });
    expect((await service.rest('GET', `/api/webhooks/${id}`)).status).toBe(404);
    expect(await inspector.query('select from webhook_lanes where webhook_id = $1', [id])).toEqual([]);
  });

  it('records its changes in the audit log and sends no event about them', async () => {
    const { id } = await create();
    await service.rest('PATCH', `/api/webhooks/${id}`, { url: `${URL}/secret-path`, status: 'paused' });
    await service.rest('POST', `/api/webhooks/${id}/rotate-secret`, {});
    await service.rest('DELETE', `/api/webhooks/${id}`);
    const entries = await inspector.query<{ action: string; changes: object[] }>(
      'select action, changes from audit_entries where target_id = $1 order by seq',
      [id],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'webhook.created',
      'webhook.updated',
      'webhook.secret_rotated',
      'webhook.deleted',
    ]);
    expect(entries[1]!.changes).toContainEqual({ field: 'status', from: 'active', to: 'paused' });
    expect(JSON.stringify(entries)).not.toMatch(/secret-path|sealed/i);
    expect(await inspector.query('select from events where object_id = $1', [id])).toEqual([]);
  });
});

describe('the rotation of a webhook secret', () => {
  const rotate = (id: string, body: object = {}) =>
    service.rest('POST', `/api/webhooks/${id}/rotate-secret`, body);

  it('creates a new secret and lets the previous one sign until the overlap ends', async () => {
    const created = await create();
    const { body } = await rotate(created.id, { overlap_hours: 2 });
    expect(body.data).toMatchObject({ has_previous_secret: true, secret_shown: true, version: 2 });
    expect(body.data.secret).not.toBe(created.secret);
    const overlapMs = Date.parse(body.data.previous_secret_expires_at) - Date.now();
    expect(Math.abs(overlapMs - 2 * 3_600_000)).toBeLessThan(60_000);
    service.advance(2 * 3600 + 60);
    const later = await service.rest('GET', `/api/webhooks/${created.id}`, undefined, {
      as: service.acme.service,
    });
    service.advance(0);
    expect(later.body.data).toMatchObject({ has_previous_secret: false, previous_secret_expires_at: null });
  });

  it('requires "force" within the overlap of another rotation', async () => {
    const { id } = await create();
    await rotate(id);
    const refused = await rotate(id);
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'CONFLICT', details: { reason: 'overlap_open' } },
    ]);
    expect((await rotate(id, { force: true })).status).toBe(200);
  });

  it('ends the previous secret at once when there is no overlap', async () => {
    const { id } = await create();
    expect((await rotate(id, { overlap_hours: 0 })).body.data).toMatchObject({ has_previous_secret: false });
    expect((await rotate(id, { overlap_hours: 0 })).status).toBe(200);
  });

  it.each([-1, 169])('refuses an overlap of %i hours', async (hours) => {
    const { id } = await create();
    const at = `/api/webhooks/${id}/rotate-secret`;
    await expectInvalid({ overlap_hours: hours }, 'overlap_hours', 'out_of_range', 'POST', at);
  });
});

describe('access to webhooks', () => {
  it('is limited to owners and admins for changes and denied to tokens', async () => {
    const { manager, admin } = service.acme.people;
    const ask = async (as: { token: string; tenantId: string }) =>
      (await service.rest('POST', '/api/webhooks', PLAIN, { as })).body.error?.code;
    expect(await ask(manager)).toBe('PERMISSION_DENIED');
    expect(await ask(service.acme.service)).toBe('HUMAN_REQUIRED');
    expect(await ask(admin)).toBeUndefined();
  });

  it('is granted to managers for reading and denied to members', async () => {
    const { manager, member } = service.acme.people;
    expect((await service.rest('GET', '/api/webhooks', undefined, { as: manager })).status).toBe(200);
    expect((await service.rest('GET', '/api/webhooks', undefined, { as: member })).status).toBe(403);
  });

  it('is denied from another workspace', async () => {
    const { id } = await create();
    const as = service.globex.people.owner;
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/rotate-secret'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['POST', '/recover'],
    ] as const) {
      const body =
        method === 'GET' || method === 'DELETE'
          ? undefined
          : path === '/recover'
            ? { since: new Date().toISOString() }
            : {};
      const reply = await service.rest(method, `/api/webhooks/${id}${path}`, body, { as });
      expect([path, reply.status]).toEqual([path, 404]);
    }
  });
});
