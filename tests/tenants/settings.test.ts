// The settings of a workspace over HTTP: profile, modules and the security requirements for everyone who signs in.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { type Ask, type Identity, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const ROOT = '/api/settings/tenant';
const OPEN = {
  require_mfa: false,
  session_idle_minutes: null,
  allowed_origins: [],
  ip_allowlist: [],
  require_if_match: false,
  allow_support_access: true,
};

let service: TestService;
let inspector: Inspector;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

// Runs as the owner of the tables because a tested setting may lock everyone out.
afterEach(async () => {
  service.advance(0);
  await inspector.query(
    `update tenants set require_mfa = false, session_idle_minutes = null, allowed_origins = '{}', ip_allowlist = '{}',
       require_if_match = false, modules = '{}'`,
  );
  service.server.services.principals.clear();
});

const get = async (ask: Ask = {}) => (await service.rest('GET', ROOT, undefined, ask)).body.data;
const patch = (body: object, ask: Ask = {}) => service.rest('PATCH', ROOT, body, ask);
const setSecurity = (security: object, ask: Ask = {}) => patch({ security }, ask);
const companies = (as: Identity, headers = {}) =>
  service.rest('GET', '/api/companies', undefined, { as, headers });

async function refused(body: object, ask: Ask = {}) {
  const before = await inspector.fingerprint();
  const reply = await patch(body, ask);
  expect(await inspector.fingerprint()).toEqual(before);
  return reply.body.error;
}

describe('the settings of a workspace', () => {
  it('are readable for every member and for tokens with the scope', async () => {
    for (const as of [service.acme.people.viewer, service.acme.service]) {
      const settings = await get({ as });
      expect(settings).toMatchObject({ id: service.acme.id, slug: 'acme', status: 'active', security: OPEN });
      expect(settings.modules).toMatchObject({ crm: true, settings: true });
    }
    const reply = await service.rest('GET', ROOT);
    const scopedReply = await service.rest('GET', ROOT, undefined, {
      headers: { 'if-none-match': reply.headers.get('etag')! },
    });
    expect(scopedReply.status).toBe(304);
  });

  it('are changed one by one, and each change emits an event', async () => {
    const { version } = await get();
    const body = {
      name: '  Acme   GmbH ',
      time_zone: 'europe/berlin',
      locale: 'de-de',
      currency: 'CHF',
      date_format: 'DD.MM.YYYY',
      logo_url: 'https://cdn.example.com/logo.svg',
      security: { allow_support_access: false },
    };
    const { data } = (await patch(body)).body;
    expect(data).toMatchObject({
      ...body,
      version: version + 1,
      name: 'Acme GmbH',
      time_zone: 'Europe/Berlin',
      locale: 'de-DE',
      slug: 'acme',
      updated_by: { type: 'user' },
      security: { ...OPEN, allow_support_access: false },
    });
    const [event] = await service.sql<{ data: { previous: object } }>(
      service.acme,
      `select data from events where type = 'tenant.updated' order by id desc limit 1`,
    );
    expect(event!.data.previous).toMatchObject({ name: 'acme', currency: 'EUR' });
    const again = (await patch({ security: { allow_support_access: null } })).body.data;
    expect(again.security.allow_support_access).toBe(true);
    expect(again.version).toBe(version + 2);
    expect((await patch({})).body.data.version).toBe(version + 2);
  });

  it('are changed only by admins with the current version', async () => {
    expect((await refused({ name: 'X' }, { as: service.acme.people.manager })).details).toEqual({
      required_role: 'admin',
    });
    expect((await refused({ name: 'X' }, { as: service.acme.service })).code).toBe('HUMAN_REQUIRED');
    const error = await refused({ name: 'X' }, { headers: { 'if-match': '"99"' } });
    expect(error.code).toBe('PRECONDITION_FAILED');
  });

  it.each([
    [{ name: ' ' }, 'name', 'required'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone', 'timezone'],
    [{ locale: 'german!' }, 'locale', 'locale'],
    [{ currency: 'QQQ' }, 'currency', 'currency'],
    [{ logo_url: 'javascript:alert(1)' }, 'logo_url', 'url'],
    [{ modules: { planets: true } }, 'modules.planets', 'exists'],
    [{ modules: { crm: 'off' } }, 'modules.crm', 'type'],
    [{ modules: { settings: false } }, 'modules.settings', 'always_on'],
    [{ security: { allowed_origins: ['https://a.example/x'] } }, 'security.allowed_origins[0]', 'origin'],
    [{ security: { allowed_origins: ['http://a.example'] } }, 'security.allowed_origins[0]', 'origin'],
    [{ security: { ip_allowlist: ['everywhere'] } }, 'security.ip_allowlist[0]', 'ip_range'],
    [{ security: { session_idle_minutes: 1 } }, 'security.session_idle_minutes', 'minimum'],
  ])('are not changed by %j, which is refused', async (body, path, rule) => {
    expect(await refused(body)).toMatchObject({ code: 'VALIDATION_ERROR', fields: [{ path, rule }] });
  });
});

describe('a module of the workspace', () => {
  it('is switched off for everyone from the next request and can be switched on again', async () => {
    const { member } = service.acme.people;
    expect((await companies(member)).status).toBe(200);
    await patch({ modules: { crm: false } });
    expect((await companies(member)).body.error).toMatchObject({
      code: 'FEATURE_DISABLED',
      details: { module: 'crm', level: 'tenant' },
    });
    expect((await companies(service.globex.people.member)).status).toBe(200);
    expect((await patch({ modules: { crm: true } })).body.data.modules.crm).toBe(true);
    expect((await companies(member)).status).toBe(200);
  });
});

describe('the IP allowlist of the workspace', () => {
  it('is refused when it would lock out its author', async () => {
    const error = await refused({ security: { ip_allowlist: ['203.0.113.0/24'] } });
    expect(error.fields).toMatchObject([{ path: 'security.ip_allowlist', rule: 'excludes_caller' }]);
  });

  it('locks out people and tokens from other addresses', async () => {
    expect((await setSecurity({ ip_allowlist: ['127.0.0.1', '2001:db8::/32'] })).status).toBe(200);
    expect((await companies(service.acme.people.member)).status).toBe(200);
    await inspector.query(`update tenants set ip_allowlist = '{203.0.113.0/24}' where id = $1`, [
      service.acme.id,
    ]);
    service.server.services.principals.clear();
    for (const as of [service.acme.people.member, service.acme.service, service.acme.agent])
      expect((await companies(as)).body.error.code).toBe('ADDRESS_FORBIDDEN');
    expect((await companies(service.globex.people.member)).status).toBe(200);
  });
});

describe('the allowed origins of the workspace', () => {
  it('block pages of other origins on REST, GraphQL and MCP', async () => {
    const as = service.acme.people.member;
    const foreign = { origin: 'https://evil.example' };
    expect((await companies(as, foreign)).status).toBe(200);
    await setSecurity({ allowed_origins: ['https://crm.example.com'] });
    const graphql = await service.graphql('{ companies { total } }', {}, { as, headers: foreign });
    const mcp = await service.rest(
      'POST',
      '/api/agent/mcp',
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { as, headers: foreign },
    );
    expect((await companies(as, foreign)).body.error.code).toBe('ORIGIN_FORBIDDEN');
    expect(graphql.body.errors[0].extensions.code).toBe('ORIGIN_FORBIDDEN');
    expect(mcp.body.error.code).toBe('ORIGIN_FORBIDDEN');
    // Programs send no origin, and our own pages are always allowed.
    const { publicUrl } = service.server.services.config;
    for (const headers of [{}, { origin: 'https://crm.example.com' }, { origin: new URL(publicUrl).origin }])
      expect((await companies(as, headers)).status).toBe(200);
  });
});

describe('the requirement of If-Match', () => {
  it('refuses changes of versioned records without the version, on every surface', async () => {
    const { id } = (await service.rest('POST', '/api/companies', { name: 'Firm' })).body.data;
    await setSecurity({ require_if_match: true });
    const path = `/api/companies/${id}`;
    for (const headers of [{}, { 'if-match': '*' }] as Record<string, string>[]) {
      const reply = await service.rest('PATCH', path, { name: 'New' }, { headers });
      expect(reply.status).toBe(428);
      expect(reply.body.error.code).toBe('PRECONDITION_REQUIRED');
    }
    expect((await service.rest('DELETE', path)).status).toBe(428);
    const query = `mutation ($id: UUID!, $v: Int) { updateCompany(id: $id, input: { name: "New" }, expectedVersion: $v) { version } }`;
    const adHoc = await service.graphql(query, { id });
    expect(adHoc.body.errors[0].extensions.code).toBe('PRECONDITION_REQUIRED');
    // Invalid input is reported first, and creations need no version.
    expect((await service.rest('PATCH', path, { nmae: 'x' })).status).toBe(400);
    expect((await service.rest('POST', '/api/companies', { name: 'Other firm' })).status).toBe(201);
    expect((await service.graphql(query, { id, v: 1 })).body.data.updateCompany.version).toBe(2);
    const reply = await service.rest('PATCH', path, { name: 'Newer' }, { headers: { 'if-match': '"2"' } });
    expect(reply.body.data.version).toBe(3);
  });
});

describe('the limit on idle sessions', () => {
  it('counts from the moment it is set and ends sessions that were idle for longer', async () => {
    await inspector.query(`update sessions set auth_time = auth_time - interval '5 hours'`);
    const member = await service.session(service.acme, 'member', 5 * 3600);
    expect((await companies(member)).status).toBe(200);
    await setSecurity({ session_idle_minutes: 10 });
    expect((await companies(member)).status).toBe(200);
    service.advance(11 * 60);
    service.server.services.principals.clear();
    const reply = await companies(member);
    expect(reply.status).toBe(401);
    expect(reply.body.error).toMatchObject({ code: 'TOKEN_EXPIRED' });
    expect(reply.body.error.message).toContain('idle');
  });

  it('keeps sessions that are used', async () => {
    await setSecurity({ session_idle_minutes: 10 });
    const member = await service.session(service.acme, 'member', 5 * 3600);
    await inspector.query('update sessions set last_active_at = now() where id = $1', [member.sessionId]);
    const lastUse = async () => {
      const [row] = await inspector.query<{ at: Date }>(
        'select last_active_at as at from sessions where id = $1',
        [member.sessionId],
      );
      return row!.at.getTime();
    };
    let before = await lastUse();
    for (const minutes of [4, 8, 12]) {
      service.advance(minutes * 60);
      service.server.services.principals.clear();
      expect((await companies(member)).status).toBe(200);
      // The time of use is recorded after the request.
      await until(async () => (await lastUse()) > before);
      before = await lastUse();
    }
  });
});

describe('the requirement of a second factor', () => {
  it('can be set only by a person who has one, and then applies to everyone', async () => {
    const error = await refused({ security: { require_mfa: true } });
    expect(error.fields).toMatchObject([{ path: 'security.require_mfa', rule: 'excludes_caller' }]);
    const as = await service.session(service.acme, 'owner');
    await inspector.query(`update sessions set amr = '{pwd,otp}' where id = $1`, [as.sessionId]);
    expect((await setSecurity({ require_mfa: true }, { as })).status).toBe(200);
    expect((await companies(as)).status).toBe(200);
    expect((await companies(service.acme.people.member)).body.error).toMatchObject({
      code: 'MFA_REQUIRED',
      details: { methods: ['totp'] },
    });
    expect((await companies(service.acme.service)).status).toBe(200);
  });
});
