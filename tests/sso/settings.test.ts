// The settings of a workspace's identity provider: what is checked before they are stored, and what is never returned.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { Inspector } from '../support/inspector.ts';
import { type Identity, type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
let provider: IdentityProvider;
let dns: DnsServer;
let inspector: Inspector;

beforeAll(async () => {
  service = await startService({ WEBHOOK_ALLOW_LOOPBACK: '1', PUBLIC_URL: 'http://127.0.0.1:4000' });
  provider = await startIdentityProvider('http://127.0.0.1:4000/sso/callback');
  dns = await startDnsServer();
  inspector = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await dns?.stop();
  await provider?.stop();
  await service?.stop();
});

afterEach(async () => {
  provider.down = false;
  await inspector.query('delete from sso_group_roles');
  await inspector.query('delete from sso_connections');
});

const put = (body: object, as: Identity = service.acme.people.admin, headers = {}): Promise<Reply> =>
  service.rest('PUT', '/api/settings/sso', body, { as, headers });

const complete = () => ({
  enabled: true,
  issuer: provider.issuer,
  client_id: provider.clientId,
  client_secret: provider.clientSecret,
});

function faultOf({ status, body }: Reply): [number, string, string] {
  const { path, rule } = body.error.fields[0];
  return [status, path, rule];
}

async function roleId(key: string, workspace = service.acme): Promise<string> {
  const rows = await service.sql<{ id: string }>(workspace, 'select id from roles where key = ?', [key]);
  return rows[0]!.id;
}

const stored = () => service.sql(service.acme, 'select id from sso_connections');

describe('the single sign-on connection', () => {
  it('is stored after the provider was contacted and never returns its secret', async () => {
    const member = await roleId('member');
    const reply = await put({
      ...complete(),
      domains: ['ACME.example.', 'acme.example'],
      default_role_id: member,
      group_map: { sales: await roleId('manager') },
    });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        data: {
          enabled: true,
          enforced: false,
          issuer: provider.issuer,
          has_secret: true,
          domains: ['acme.example'],
          domain_proofs: [{ domain: 'acme.example', proven: false, txt_name: '_platform-sso.acme.example' }],
          default_role_id: member,
          redirect_uri: 'http://127.0.0.1:4000/sso/callback',
          version: 1,
        },
      },
    });
    expect(reply.headers.get('etag')).toBe('"1"');
    expect(reply.text).not.toContain(provider.clientSecret);
    for (const table of await inspector.tenantTables()) {
      const rows = await inspector.query<{ row: string }>(`select t::text as row from ${table} t`);
      expect(rows.filter(({ row }) => row.includes(provider.clientSecret))).toEqual([]);
    }
    const audit = await service.sql(
      service.acme,
      "select action, changes from audit_entries where action = 'sso_connection.updated'",
    );
    expect(audit).toHaveLength(1);
  });

  it('keeps fields that are absent and clears fields that are null', async () => {
    await put({ ...complete(), domains: ['acme.example'], default_role_id: await roleId('viewer') });
    const off = await put({ enabled: false });
    expect(off.body.data).toMatchObject({
      enabled: false,
      has_secret: true,
      domains: ['acme.example'],
      version: 2,
    });
    const cleared = await put({ enabled: true, client_secret: null, domains: null, default_role_id: null });
    expect(cleared.body.data).toMatchObject({
      enabled: true,
      has_secret: false,
      domains: [],
      default_role_id: null,
    });
  });

  it('can be switched off while the provider is down', async () => {
    await put(complete());
    provider.down = true;
    expect((await put({ enabled: false })).status).toBe(200);
    expect(faultOf(await put({ enabled: true }))).toEqual([400, 'issuer', 'discovery']);
  });

  it('does not send the stored secret to another provider', async () => {
    await put(complete());
    for (const change of [{ issuer: 'https://login.example.com' }, { client_id: 'another' }])
      expect(faultOf(await put({ enabled: true, ...change }))).toEqual([400, 'client_secret', 'required']);
  });

  it('is not changed by a caller who has an older version', async () => {
    await put(complete());
    const stale = await put(complete(), undefined, { 'if-match': '"7"' });
    expect(stale).toMatchObject({
      status: 412,
      body: { error: { code: 'PRECONDITION_FAILED', details: { current_version: 1 } } },
    });
    expect((await put(complete(), undefined, { 'if-match': '"1"' })).body.data.version).toBe(2);
  });

  it('is separate for each workspace', async () => {
    await put(complete());
    const other = await put({ enabled: false }, service.globex.people.admin);
    expect(other.body.data).toMatchObject({ issuer: null, has_secret: false, version: 1 });
  });

  it('requires an admin with a fresh session', async () => {
    expect((await put(complete(), service.acme.people.manager)).status).toBe(403);
    expect((await put(complete(), service.acme.service)).body.error.code).toBe('HUMAN_REQUIRED');
    const old = await service.session(service.acme, 'admin', 901);
    expect((await put(complete(), old)).status).toBe(423);
    expect(await stored()).toEqual([]);
  });
});

describe('an identity provider', () => {
  it('is refused and not stored when it cannot be used', async () => {
    const unreachableIssuer = provider.issuer.replace(/\d+$/, '1');
    expect(faultOf(await put({ ...complete(), issuer: unreachableIssuer }))).toEqual([
      400,
      'issuer',
      'discovery',
    ]);
    expect(faultOf(await put({ ...complete(), issuer: `${provider.issuer}/?x=1` }))[0]).toBe(400);
    expect(faultOf(await put({ enabled: true }))).toEqual([400, 'issuer', 'required']);
    expect(faultOf(await put({ enabled: true, issuer: provider.issuer }))).toEqual([
      400,
      'client_id',
      'required',
    ]);
    const keys = provider.keys;
    provider.keys = [];
    expect(faultOf(await put(complete()))).toEqual([400, 'issuer', 'keys']);
    provider.keys = keys;
    expect(await stored()).toEqual([]);
  });

  it.each([
    'http://login.example.com',
    'https://10.0.0.1',
    'https://intranet',
    'https://user:x@login.example.com',
  ])('is refused at "%s", which the service may not call', async (issuer) => {
    const reply = await put({ ...complete(), issuer });
    expect([reply.status, reply.body.error.code]).toEqual([422, 'URL_NOT_ALLOWED']);
    expect(await stored()).toEqual([]);
  });
});

describe('a domain of the single sign-on connection', () => {
  it('is proven by a TXT record of this workspace and stays proven while it is listed', async () => {
    const first = await put({ ...complete(), domains: ['acme.example', 'acme.test'] });
    const [proof] = first.body.data.domain_proofs;
    const foreign = await put({ enabled: false, domains: ['acme.example'] }, service.globex.people.admin);
    dns.records.set(proof.txt_name, foreign.body.data.domain_proofs[0].txt_value);
    expect((await put({ enabled: true })).body.data.domain_proofs[0].proven).toBe(false);
    dns.records.set(proof.txt_name, proof.txt_value);
    const proofs = async () =>
      (await put({ enabled: true })).body.data.domain_proofs.map(
        (proof: { proven: boolean }) => proof.proven,
      );
    expect(await proofs()).toEqual([true, false]);
    dns.records.clear();
    expect(await proofs()).toEqual([true, false]);
    await put({ enabled: true, domains: ['acme.test'] });
    expect((await put({ enabled: true, domains: ['acme.example'] })).body.data.domain_proofs[0].proven).toBe(
      false,
    );
  });

  it.each(['localhost', 'a b.example', 'user@acme.example', '*.acme.example', 'x'.repeat(300)])(
    'is refused as invalid when it is "%s"',
    async (domain) => {
      expect(faultOf(await put({ ...complete(), domains: [domain] }))).toEqual([400, 'domains', 'domain']);
    },
  );
});

describe('a role that single sign-on assigns', () => {
  it('must exist in the workspace, must not be owner, and is named when it is invalid', async () => {
    const [owner, foreign] = [await roleId('owner'), await roleId('member', service.globex)];
    expect(faultOf(await put({ ...complete(), default_role_id: owner }))).toEqual([
      400,
      'default_role_id',
      'owner_role',
    ]);
    expect(faultOf(await put({ ...complete(), default_role_id: foreign }))).toEqual([
      400,
      'default_role_id',
      'exists',
    ]);
    expect(faultOf(await put({ ...complete(), group_map: { all: owner } }))).toEqual([
      400,
      'group_map.all',
      'owner_role',
    ]);
    expect(faultOf(await put({ ...complete(), group_map: { all: 7 } }))).toEqual([
      400,
      'group_map.all',
      'exists',
    ]);
    expect(await stored()).toEqual([]);
  });

  it('may grant nothing that the admin does not hold', async () => {
    await inspector.query(
      `insert into roles (tenant_id, id, key, name, grants, created_at, updated_at)
       values ($1, $1, 'secrets', 'Secrets', '{contact_context_notes.read}', now(), now())`,
      [service.acme.id],
    );
    const refused = await put({ ...complete(), default_role_id: service.acme.id });
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { details: { required_permission: 'contact_context_notes.read' } } },
    });
  });
});
