// Provider keys: stored encrypted, verified with the provider, shown only by their last four characters, and erased.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';

const GOOD = 'sk-good-0123456789abcdef';
const BAD = 'sk-bad-fedcba9876543210';

let service: TestService;
let model: ModelServer;
let inspector: Inspector;
const lines: string[] = [];

beforeAll(async () => {
  model = await startModelServer();
  service = await startService({ WEBHOOK_ALLOW_LOOPBACK: '1' }, { write: (line) => lines.push(line) });
  inspector = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
  await model?.close();
});

const KEYS = '/api/settings/api-keys';

function store(body: object = {}, headers = {}): Promise<Reply> {
  const key = { label: 'Model', provider: 'openai_compatible', base_url: model.url, secret: GOOD };
  return service.rest('POST', KEYS, { ...key, ...body }, { headers });
}

const count = async () => (await service.rest('GET', KEYS)).body.total;

describe('a provider key', () => {
  it('is unverified when it is stored without a check, and shows only the last characters of its secret', async () => {
    const { status, body } = await store();
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      label: 'Model',
      provider: 'openai_compatible',
      base_url: model.url,
      last_four: 'cdef',
      status: 'unverified',
      last_checked_at: null,
      last_error: null,
      is_default: false,
      version: 1,
    });
    expect((await store({ secret: 'short-one' })).body.data.last_four).toBeNull();
  });

  it('is active if its provider accepts it and invalid if not, and the response of the provider is not logged', async () => {
    expect((await store({ verify: true })).body.data).toMatchObject({ status: 'active', last_error: null });
    const refused = await store({ verify: true, secret: BAD });
    expect(refused.body.data).toMatchObject({ status: 'invalid', last_error: 'auth' });
    expect(refused.body.data.last_checked_at).not.toBeNull();
    const custom = await store({ verify: true, provider: 'custom', base_url: `${model.url}/models` });
    expect(custom.body.data.status).toBe('active');
    const unreachable = await store({ verify: true, base_url: 'http://127.0.0.1:9/v1' });
    expect(unreachable.body.data).toMatchObject({ status: 'unverified', last_error: 'refused' });
    expect(lines.join('')).not.toContain('SECRET WORDS');
  });

  it.each([
    ['a base URL that is not HTTP', 'ftp://models.example.com', 'scheme'],
    ['an IP address as host', 'https://10.0.0.1/v1', 'ip_literal'],
    ['a host name without a domain', 'https://intranet/v1', 'host_name'],
    ['credentials in its base URL', 'https://user:pw@models.example.com', 'userinfo'],
    ['an unusual port', 'https://models.example.com:22/v1', 'port'],
  ])('with %s is rejected, and nothing is stored', async (_, base_url, rule) => {
    const before = await count();
    const { status, body } = await store({ base_url });
    expect([status, body.error.code, body.error.details.rule]).toEqual([422, 'URL_NOT_ALLOWED', rule]);
    expect(await count()).toBe(before);
  });

  it.each([
    ['no base URL for a provider that needs one', { base_url: null }, 'base_url', 'required'],
    ['a query in its base URL', { base_url: 'https://models.example.com/v1?key=1' }, 'base_url', 'format'],
    [
      'a check of a provider that cannot be checked',
      { provider: 'email_smtp', base_url: null, verify: true },
      'verify',
      'not_checkable',
    ],
    [
      'a check but no base URL',
      { provider: 'storage', base_url: null, verify: true },
      'base_url',
      'required',
    ],
    ['blanks in its secret', { secret: 'a secret with blanks' }, 'secret', 'pattern'],
    ['an unknown provider', { provider: 'other' }, 'provider', 'enum'],
  ])('with %s is rejected', async (_, body, path, rule) => {
    const reply = await store(body);
    expect([reply.status, reply.body.error.fields[0].path, reply.body.error.fields[0].rule]).toEqual([
      400,
      path,
      rule,
    ]);
  });

  it('is the only default of its provider', async () => {
    const first = (await store({ is_default: true })).body.data;
    const second = (await store({ is_default: true })).body.data;
    const other = (await store({ is_default: true, provider: 'custom' })).body.data;
    const { data } = (await service.rest('GET', `${KEYS}?pageSize=100`)).body;
    const defaults = data.filter((key: { is_default: boolean }) => key.is_default);
    expect(defaults.map(({ id }: { id: string }) => id).sort()).toEqual([second.id, other.id].sort());
    expect(data.find(({ id }: { id: string }) => id === first.id).version).toBe(2);
  });

  it('can be disabled and enabled, and a new secret makes it unverified again', async () => {
    const { id } = (await store({ verify: true })).body.data;
    const change = async (body: object) => (await service.rest('PATCH', `${KEYS}/${id}`, body)).body.data;
    expect(await change({ disabled: true })).toMatchObject({ status: 'disabled', version: 2 });
    expect((await change({ label: 'Renamed' })).status).toBe('disabled');
    expect((await change({ disabled: false })).status).toBe('unverified');
    expect((await change({ verify: true })).status).toBe('active');
    expect(await change({ secret: BAD })).toMatchObject({ status: 'unverified', last_four: '3210' });
    expect((await change({ verify: true })).status).toBe('invalid');
  });

  it('never sends its secret to another address', async () => {
    const { id } = (await store()).body.data;
    const moved = await service.rest('PATCH', `${KEYS}/${id}`, {
      base_url: 'http://127.0.0.1:9/v1',
      verify: true,
    });
    expect([moved.status, moved.body.error.fields[0]]).toEqual([
      400,
      { path: 'secret', rule: 'required', message: expect.any(String) },
    ]);
    const provider = await service.rest('PATCH', `${KEYS}/${id}`, { provider: 'custom' });
    expect(provider.body.error.fields[0].rule).toBe('unknown_field');
  });

  it('rejects a change based on a stale version', async () => {
    const { id } = (await store()).body.data;
    const stale = await service.rest(
      'PATCH',
      `${KEYS}/${id}`,
      { label: 'x' },
      { headers: { 'if-match': '"7"' } },
    );
    expect([stale.status, stale.body.error.code]).toEqual([412, 'PRECONDITION_FAILED']);
  });

  it('cannot be deleted while a model uses it, and its secret is erased on deletion', async () => {
    const { id } = (await store()).body.data;
    await service.rest('PUT', '/api/settings/models/summary', { provider_key_id: id, model: 'm' });
    const refused = await service.rest('DELETE', `${KEYS}/${id}`);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'RESOURCE_IN_USE']);
    expect(refused.body.error.details.references).toEqual([
      { type: 'model_route', count: 1, purposes: ['summary'] },
    ]);
    await service.rest('PUT', '/api/settings/models/summary', {});
    expect((await service.rest('DELETE', `${KEYS}/${id}`)).status).toBe(200);
    expect((await service.rest('DELETE', `${KEYS}/${id}`)).status).toBe(404);
    const [row] = await service.sql(service.acme, 'select sealed_secret from provider_keys where id = ?', [
      id,
    ]);
    expect(row).toEqual({ sealed_secret: null });
  });

  it('with an Idempotency-Key is stored once, even by several requests at the same time', async () => {
    const before = await count();
    const headers = { 'idempotency-key': 'once' };
    const replies = await Promise.all(Array.from({ length: 5 }, () => store({ verify: true }, headers)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(0);
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
    const again = await store({ verify: true }, headers);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect((await store({ label: 'Other' }, headers)).body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await count()).toBe(before + 1);
    const refused = await store({ base_url: 'https://intranet/v1' }, { 'idempotency-key': 'refused' });
    const repeated = await store({ base_url: 'https://intranet/v1' }, { 'idempotency-key': 'refused' });
    expect([refused.status, repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([
      422,
      422,
      'true',
    ]);
  });

  it('can be created through GraphQL by the same rules, if it is the first mutation of its document', async () => {
    const create = `createProviderKey(input: {label: "G", provider: CUSTOM, baseUrl: "${model.url}/models", secret: "${GOOD}", verify: true}) { status lastFour }`;
    const single = await service.graphql(
      `mutation { ${create} }`,
      {},
      { headers: { 'idempotency-key': 'graphql' } },
    );
    expect(single.body.data.createProviderKey).toEqual({ status: 'ACTIVE', lastFour: 'cdef' });
    const again = await service.graphql(
      `mutation { ${create} }`,
      {},
      { headers: { 'idempotency-key': 'graphql' } },
    );
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const afterOther = await service.graphql(
      `mutation { createCompany(input: {name: "First"}) { id } ${create} }`,
    );
    expect(afterOther.body.errors[0].extensions.fields[0]).toMatchObject({ path: 'query', rule: 'waits' });
    expect(afterOther.body.data.createCompany.id).toBeTruthy();
  });
});

describe('the secret of a provider key', () => {
  it('is in no response, table, job or log line', async () => {
    const { text } = await service.rest('GET', `${KEYS}?pageSize=100`);
    for (const secret of [GOOD, BAD]) {
      expect(text).not.toContain(secret);
      expect(lines.filter((line) => line.includes(secret))).toEqual([]);
      const tables = await inspector.query<{ name: string }>(
        `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
      );
      for (const { name } of tables) {
        const found = await inspector.query(
          `select 1 from ${name} t where strpos(to_jsonb(t)::text, $1) > 0`,
          [secret],
        );
        expect([name, found.length]).toEqual([name, 0]);
      }
    }
  });

  it('is sealed for its workspace and its row, and cannot be opened anywhere else', async () => {
    const { id } = (await store()).body.data;
    const other = (await store({ secret: BAD })).body.data.id;
    await inspector.query(
      'update provider_keys set sealed_secret = (select sealed_secret from provider_keys where id = $1) where id = $2',
      [id, other],
    );
    const moved = await service.rest('PATCH', `${KEYS}/${other}`, { verify: true });
    expect(moved.status).toBe(500);
    const dataKeys = await inspector.query<{ n: number }>('select count(*)::int as n from data_keys');
    expect(dataKeys).toEqual([{ n: 1 }]);
  });
});
