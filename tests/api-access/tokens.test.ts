// API tokens over HTTP: limited to what their creator holds, then used, changed, rotated, revoked (platform.md section 6).
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { type Ask, type Identity, startService, type TestService } from '../support/service.ts';

const ROOT = '/api/settings/api-access';
const HOUR = 3_600;

let service: TestService;
let inspector: Inspector;
/** Seconds by which the clock of the service is ahead. */
let ahead = 0;
let owner: Identity;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  owner = service.acme.people.owner;
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

/** Moves the clock and signs the owner in again, because the former access token has expired. */
async function advance(seconds: number): Promise<void> {
  ahead += seconds;
  service.advance(ahead);
  owner = await service.session(service.acme, 'owner');
}

const post = (body: object = {}, ask: Ask = {}) =>
  service.rest(
    'POST',
    ROOT,
    { name: 'Export', scopes: ['crm.companies:read'], ...body },
    { as: owner, ...ask },
  );
const create = async (body: object = {}, ask: Ask = {}) => {
  const reply = await post(body, ask);
  expect({ status: reply.status, body: reply.body }).toMatchObject({ status: 201 });
  return reply.body.data;
};
const patch = (id: string, body: object, ask: Ask = {}) =>
  service.rest('PATCH', `${ROOT}/${id}`, body, { as: owner, ...ask });
const rotate = (id: string, body: object = {}, ask: Ask = {}) =>
  service.rest('POST', `${ROOT}/${id}/rotate`, body, { as: owner, ...ask });
const revoke = (id: string, query = '', ask: Ask = {}) =>
  service.rest('DELETE', `${ROOT}/${id}${query}`, undefined, { as: owner, ...ask });
const use = (secret: string, path = '/api/companies') =>
  service.rest('GET', path, undefined, { as: { token: secret, tenantId: service.acme.id } });
const roleId = async (key: string, workspace = service.acme) =>
  (await service.sql<{ id: string }>(workspace, 'select id from roles where key = ?', [key]))[0]!.id;

async function expectRefused(body: object, ask: Ask = {}) {
  const before = await inspector.fingerprint();
  const reply = await post(body, ask);
  expect(await inspector.fingerprint()).toEqual(before);
  return reply.body.error;
}

describe('a new API token', () => {
  it('works at once, lives 90 days, and its secret is returned in this response only', async () => {
    const created = await create({ name: 'Nightly  export' });
    expect(created).toMatchObject({
      name: 'Nightly export',
      kind: 'service',
      status: 'active',
      role: { key: 'agent' },
      owner_user_id: service.acme.people.owner.userId,
      owner_missing: false,
      modules: null,
      api_version: '2026-11-01',
      secret_shown: true,
    });
    expect(created.secret).toMatch(/^tat_[0-9A-Za-z]{58}$/);
    expect(created.prefix).toBe(created.secret.slice(0, 16));
    expect(created.last_four).toBe(created.secret.slice(-4));
    expect(new Date(created.expires_at).getTime() - new Date(created.created_at).getTime()).toBe(
      90 * 86_400_000,
    );
    expect((await use(created.secret)).status).toBe(200);
    const { data } = (await service.rest('GET', ROOT, undefined, { as: owner })).body;
    const listed = data.find(({ id }: { id: string }) => id === created.id);
    expect(listed).toMatchObject({
      prefix: created.prefix,
      status: 'active',
      last_used_at: expect.anything(),
    });
    expect(listed).not.toHaveProperty('secret');
  });

  it('stores wildcard scopes as the scopes that they cover today', async () => {
    const { scopes } = await create({ scopes: ['crm.*:read', 'agent.mcp:use'] });
    expect(scopes).toEqual(expect.arrayContaining(['crm.companies:read', 'crm.deals:read', 'agent.mcp:use']));
    expect(scopes.some((scope: string) => scope.includes('*') || scope.endsWith(':write'))).toBe(false);
  });

  it.each([
    ['an unknown scope', { scopes: ['crm.planets:read'] }, 'scopes[0]', 'exists'],
    [
      'an unknown wildcard scope',
      { scopes: ['crm.companies:read', 'planets.*:read'] },
      'scopes[1]',
      'exists',
    ],
    ['no scopes', { scopes: [] }, 'scopes', 'min_items'],
    ['an unknown module', { modules: ['planets'] }, 'modules[0]', 'exists'],
    ['an invalid address range', { ip_allowlist: ['203.0.113.0/24', 'home'] }, 'ip_allowlist[1]', 'ip_range'],
    ['an expiry in the past', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at', 'past'],
    ['an expiry too far in the future', { expires_at: '2099-01-01T00:00:00Z' }, 'expires_at', 'maximum'],
    [
      'an owner who does not exist',
      { owner_user_id: '00000000-0000-7000-8000-000000000000' },
      'owner_user_id',
      'exists',
    ],
    ['a role that does not exist', { role_id: '00000000-0000-7000-8000-000000000000' }, 'role_id', 'exists'],
    ['a blank name', { name: '  ' }, 'name', 'required'],
  ])('with %s is rejected, and nothing is written', async (_, body, path, rule) => {
    expect(await expectRefused(body)).toMatchObject({ code: 'VALIDATION_ERROR', fields: [{ path, rule }] });
  });

  it('cannot have a role or an owner of another workspace', async () => {
    const { userId } = service.globex.people.owner;
    expect((await expectRefused({ owner_user_id: userId })).fields).toMatchObject([
      { path: 'owner_user_id' },
    ]);
    const error = await expectRefused({ role_id: await roleId('viewer', service.globex) });
    expect(error.fields).toMatchObject([{ path: 'role_id', rule: 'exists' }]);
  });
});

describe('an API token never exceeds its creator:', () => {
  it('an admin cannot create, rotate or change a token with the role owner, only revoke it', async () => {
    const as = await service.session(service.acme, 'admin');
    const role_id = await roleId('owner');
    expect(await expectRefused({ role_id }, { as })).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: { required_role: 'owner' },
    });
    const { id } = await create({ role_id });
    for (const reply of [await rotate(id, {}, { as }), await patch(id, { name: 'Mine' }, { as })])
      expect(reply.body.error.code).toBe('PERMISSION_DENIED');
    expect((await revoke(id, '', { as })).status).toBe(200);
  });

  it('a role with a permission that the caller lacks cannot be given to a token', async () => {
    const name = 'Confidant';
    const role = await service.rest(
      'POST',
      '/api/roles',
      { name, grants: ['contact_context_notes.read'] },
      { as: owner },
    );
    const role_id = role.body.data.id;
    expect(await expectRefused({ role_id })).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: { required_permission: 'contact_context_notes.read' },
    });
    // An agent never gets this permission, so the caller passes on nothing that they lack.
    expect((await create({ role_id, kind: 'agent' })).role.key).toBe('confidant');
  });

  it('a module that is off for the caller is off for the token', async () => {
    const { userId } = service.acme.people.admin;
    await inspector.query(`update memberships set module_access = '{crm}' where user_id = $1`, [userId]);
    service.server.services.principals.clear();
    const as = await service.session(service.acme, 'admin');
    expect(await expectRefused({ modules: ['deals'] }, { as })).toMatchObject({
      code: 'FEATURE_DISABLED',
      details: { module: 'deals', level: 'member' },
    });
    const { modules } = await create({}, { as });
    expect(modules).toContain('crm');
    expect(modules).not.toContain('deals');
    await inspector.query('update memberships set module_access = null where user_id = $1', [userId]);
    service.server.services.principals.clear();
  });
});

describe('a change of an API token', () => {
  it('applies to the next request', async () => {
    const { id, secret } = await create();
    expect((await use(secret)).status).toBe(200);
    const changed = await patch(id, { scopes: ['crm.contacts:read'], name: 'Contacts' });
    expect(changed.body.data).toMatchObject({ version: 2, name: 'Contacts', scopes: ['crm.contacts:read'] });
    expect((await use(secret)).body.error.code).toBe('SCOPE_MISSING');
    expect((await use(secret, '/api/contacts')).status).toBe(200);
  });

  it('cannot change the kind, and is rejected for a stale version', async () => {
    const { id } = await create();
    const error = (await patch(id, { kind: 'agent' })).body.error;
    expect(error.fields).toMatchObject([{ path: 'kind', rule: 'read_only' }]);
    await patch(id, { name: 'First' });
    const stale = await patch(id, { name: 'Second' }, { headers: { 'if-match': '"1"' } });
    expect(stale.body.error.code).toBe('PRECONDITION_FAILED');
  });

  it('to the address list blocks all other addresses at once', async () => {
    const { id, secret } = await create();
    expect((await patch(id, { ip_allowlist: ['203.0.113.0/24'] })).status).toBe(200);
    expect((await use(secret)).body.error.code).toBe('ADDRESS_FORBIDDEN');
    await patch(id, { ip_allowlist: ['127.0.0.0/8', '::1'] });
    expect((await use(secret)).status).toBe(200);
  });
});

describe('a rotation of an API token', () => {
  it('keeps both secrets valid during the overlap, and then only the new one', async () => {
    const { id, secret } = await create();
    const { data } = (await rotate(id, { overlap_hours: 2 })).body;
    expect(data).toMatchObject({ status: 'rotating', secret_shown: true, version: 2 });
    expect(data.secret).not.toBe(secret);
    for (const validSecret of [secret, data.secret]) expect((await use(validSecret)).status).toBe(200);
    await advance(2 * HOUR);
    expect((await use(secret)).body.error.code).toBe('TOKEN_EXPIRED');
    expect((await use(data.secret)).status).toBe(200);
  });

  it('cannot be repeated before the overlap is over', async () => {
    const { id } = await create();
    await rotate(id);
    const again = await rotate(id);
    expect(again.status).toBe(409);
    expect(again.body.error).toMatchObject({ code: 'CONFLICT', details: { reason: 'overlap_open' } });
    await advance(24 * HOUR);
    expect((await rotate(id)).status).toBe(200);
  });

  it('without overlap ends the former secret at once', async () => {
    const { id, secret } = await create();
    expect((await use(secret)).status).toBe(200);
    const { data } = (await rotate(id, { overlap_hours: 0 })).body;
    expect(data.status).toBe('active');
    expect((await use(secret)).body.error.code).toBe('TOKEN_EXPIRED');
    expect((await use(data.secret)).status).toBe(200);
  });

  it.each([-1, 73, 1.5])('with an overlap of %p hours is rejected', async (overlap_hours) => {
    const { id } = await create();
    expect((await rotate(id, { overlap_hours })).body.error.code).toBe('VALIDATION_ERROR');
  });

  it('requested three times at once happens once', async () => {
    const { id } = await create();
    const statuses = (await Promise.all([1, 2, 3].map(() => rotate(id)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409, 409]);
  });
});

describe('a revocation of an API token', () => {
  it('is immediate and final, for both secrets', async () => {
    const { id, secret } = await create();
    const second = (await rotate(id)).body.data.secret;
    await use(secret);
    const { data } = (await revoke(id, '?reason=leaked')).body;
    expect(data).toMatchObject({ status: 'revoked', revoke_reason: 'leaked', version: 3 });
    for (const revokedSecret of [secret, second])
      expect((await use(revokedSecret)).body.error.code).toBe('TOKEN_REVOKED');
    for (const reply of [await rotate(id), await patch(id, { name: 'Back' })])
      expect(reply.body.error).toMatchObject({ code: 'CONFLICT', details: { reason: 'token_ended' } });
    // Revoking it again changes nothing.
    expect((await revoke(id, '?reason=other')).body.data).toMatchObject({
      revoke_reason: 'leaked',
      version: 3,
    });
  });

  it('is audited like every other step, and the documented steps emit an event', async () => {
    const { id } = await create();
    await patch(id, { name: 'Renamed' });
    await rotate(id);
    await revoke(id);
    const actions = await service.sql<{ action: string }>(
      service.acme,
      'select action from audit_entries where target_id = ? order by seq',
      [id],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'api_token.created',
      'api_token.updated',
      'api_token.rotated',
      'api_token.revoked',
    ]);
    const events = await service.sql<{ type: string }>(
      service.acme,
      'select type from events where object_id = ? order by id',
      [id],
    );
    expect(events.map(({ type }) => type)).toEqual([
      'api_token.created',
      'api_token.rotated',
      'api_token.revoked',
    ]);
  });

  it('returns 404 for a token of another workspace', async () => {
    const { id } = await create();
    const reply = await revoke(id, '', { as: await service.session(service.globex, 'owner') });
    expect(reply.body.error.code).toBe('NOT_FOUND');
  });
});
