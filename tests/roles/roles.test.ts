// Roles over HTTP: what they grant, who may create them, and that changes apply to their holders immediately.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { type Ask, type Identity, startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;
let serial = 0;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const PRIVATE = 'contact_context_notes.read';
const list = async (query = '') => (await service.rest('GET', `/api/roles${query}`)).body.data;
const systemRole = async (key: string) =>
  (await list('?filter[is_system]=true')).find((role: { key: string }) => role.key === key);
const post = (body: object, ask: Ask = {}) =>
  service.rest('POST', '/api/roles', { name: `Role ${++serial}`, ...body }, ask);
const create = async (body: object, ask: Ask = {}) => (await post(body, ask)).body.data;
const patch = (id: string, body: object, ask: Ask = {}) =>
  service.rest('PATCH', `/api/roles/${id}`, body, ask);

async function refused(method: string, path: string, body?: object, ask: Ask = {}) {
  const before = await inspector.fingerprint();
  const reply = await service.rest(method, path, body, ask);
  expect(reply.status).toBeGreaterThanOrEqual(400);
  expect(await inspector.fingerprint()).toEqual(before);
  return reply.body.error;
}

/** Replaces the role of acme's member with this role. */
async function giveMember(roleId: string): Promise<void> {
  const { userId } = service.acme.people.member;
  await inspector.query(
    `update membership_roles mr set role_id = $2 from memberships m
     where m.id = mr.membership_id and m.user_id = $1`,
    [userId, roleId],
  );
  service.server.services.principals.clear();
}

describe('the list of roles', () => {
  it('contains the six system roles with their grants and their number of members', async () => {
    const roles = await list();
    expect(roles.map(({ key, member_count }: Record<string, unknown>) => [key, member_count])).toEqual([
      ['admin', 1],
      ['agent', 0],
      ['manager', 1],
      ['member', 1],
      ['owner', 1],
      ['viewer', 1],
    ]);
    const owner = roles.find(({ key }: { key: string }) => key === 'owner');
    expect(owner).toMatchObject({ is_system: true, version: 1, record_scope: {} });
    expect(owner.grants).toContain('*');
    expect(owner.permissions).toContain('companies.delete');
    expect(owner.permissions).not.toContain(PRIVATE);
    expect((await systemRole('member')).record_scope).toEqual({ '*': 'own' });
  });

  it('is read in one statement, however many roles there are', async () => {
    await create({ grants: ['companies.read'] });
    const names = await service.graphql('{ roles { total nodes { name memberCount } } }');
    expect(names.body.data.roles.total).toBe(7);
  });
});

describe('the catalogue of permissions', () => {
  it('shows for each permission its risk, whether a wildcard covers it and whether the caller holds it', async () => {
    const { data } = (await service.rest('GET', '/api/roles/permissions')).body;
    const entry = (name: string) =>
      data.permissions.find(({ permission }: { permission: string }) => permission === name);
    expect(entry('deal_pipelines.manage')).toMatchObject({
      action: 'manage',
      module: 'deals',
      risk: 'risky',
    });
    expect(entry('roles.create')).toMatchObject({ module: 'settings', risk: 'risky', is_held: true });
    expect(entry('companies.read')).toMatchObject({ risk: 'read', is_governed: false, is_held: true });
    expect(entry(PRIVATE)).toMatchObject({ is_governed: true, is_held: false });
    expect(data.permissions.some(({ module }: { module: string }) => module === 'admin')).toBe(false);
    expect(data.scopes).toContainEqual({ scope: 'crm.companies:read', modules: ['crm'], risk: 'read' });
    expect(data.modules).toContainEqual({ module: 'settings', is_on: true, is_always_on: true });
  });
});

describe('a new role', () => {
  it('grants its own permissions and those of every role, and is recorded in events and audit', async () => {
    const role = await create({ name: 'Field  sales', grants: ['deals.*', 'companies.read'] });
    expect(role).toMatchObject({ key: 'field_sales', name: 'Field sales', is_system: false, version: 1 });
    expect(role.permissions).toEqual(
      expect.arrayContaining(
        ['deals.update', 'companies.read', 'roles.read', 'members.read'].filter((permission) =>
          service.server.services.permissions.has(permission),
        ),
      ),
    );
    expect(role.permissions).not.toContain('companies.update');
    const traces = await service.sql(
      service.acme,
      `select a.action, e.type from audit_entries a join events e on e.object_id = a.target_id where a.target_id = ?`,
      [role.id],
    );
    expect(traces).toEqual([{ action: 'role.created', type: 'role.created' }]);
  });

  it('can be a copy of a system role', async () => {
    const member = await systemRole('member');
    const copy = await create({ copy_role_id: member.id });
    expect(copy.permissions).toEqual(member.permissions);
    expect(copy.record_scope).toEqual({ '*': 'own' });
    const narrowed = await create({ copy_role_id: member.id, grants: ['companies.read'] });
    expect(narrowed.permissions).not.toContain('deals.read');
  });

  it.each([
    [{ grants: ['companies.fly'] }, 'grants[0]', 'exists'],
    [{ grants: ['platform_users.read'] }, 'grants[0]', 'exists'],
    [{ grants: ['companies.read', 'nothing.*'] }, 'grants[1]', 'exists'],
    [{ grants: ['companies.read'], record_scope: { companies: 'mine' } }, 'record_scope.companies', 'enum'],
    [{ grants: ['companies.read'], record_scope: { planets: 'own' } }, 'record_scope.planets', 'exists'],
    [{ grants: ['companies.read'], name: '   ' }, 'name', 'required'],
    [{}, 'grants', 'required'],
  ])('is refused with %j and nothing is written', async (body, path, rule) => {
    const error = await refused('POST', '/api/roles', { name: 'Wrong', ...body });
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', fields: [{ path, rule }] });
  });

  it("cannot be a copy of another workspace's role", async () => {
    const [foreign] = await service.sql<{ id: string }>(
      service.globex,
      `select id from roles where key = 'viewer'`,
    );
    const error = await refused('POST', '/api/roles', { name: 'Copy', copy_role_id: foreign!.id });
    expect(error.fields).toMatchObject([{ path: 'copy_role_id', rule: 'exists' }]);
  });
});

describe('the permission for private notes', () => {
  it('is granted only by owners, who need not hold it themselves', async () => {
    const role = await create({ grants: [PRIVATE] });
    expect(role.permissions).toContain(PRIVATE);
    const body = { name: 'Private', grants: [PRIVATE] };
    const error = await refused('POST', '/api/roles', body, { as: service.acme.people.admin });
    expect(error).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: { required_permission: PRIVATE },
    });
    const [entry] = await service.sql<{ changes: { field: string }[] }>(
      service.acme,
      `select changes from audit_entries where target_id = ?`,
      [role.id],
    );
    expect(entry!.changes.find(({ field }) => field === 'grants')).toMatchObject({
      to: expect.arrayContaining([PRIVATE]),
    });
  });

  it('remains in a role that an admin changes otherwise', async () => {
    const role = await create({ grants: [PRIVATE] });
    const as = service.acme.people.admin;
    expect((await patch(role.id, { description: 'Told' }, { as })).status).toBe(200);
    const more = await patch(role.id, { grants: [PRIVATE, 'deals.read'] }, { as });
    expect(more.body.data.permissions).toEqual(expect.arrayContaining([PRIVATE, 'deals.read']));
  });
});

describe('a change of a role', () => {
  it('applies to its holders from the next request', async () => {
    const role = await create({ grants: ['companies.read', 'companies.create'] });
    await giveMember(role.id);
    const as: Identity = service.acme.people.member;
    const add = () => service.rest('POST', '/api/companies', { name: `Firm ${++serial}` }, { as });
    expect((await add()).status).toBe(201);
    expect((await patch(role.id, { grants: ['companies.read'] })).body.data.version).toBe(2);
    expect((await add()).body.error).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: { required_permission: 'companies.create' },
    });
  });

  it('restricts its holders to their own records for each entity in its record scope', async () => {
    const company = (await service.rest('POST', '/api/companies', { name: `Firm ${++serial}` })).body.data;
    const deal = (await service.rest('POST', '/api/deals', { name: 'Deal', company_id: company.id })).body
      .data;
    const role = await create({ grants: ['companies.*', 'deals.*'], record_scope: { deals: 'own' } });
    await giveMember(role.id);
    const as = service.acme.people.member;
    const touch = (path: string, name: string) => service.rest('PATCH', path, { name }, { as });
    expect((await touch(`/api/companies/${company.id}`, 'Renamed')).status).toBe(200);
    expect((await touch(`/api/deals/${deal.id}`, 'Renamed')).body.error).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: { record_scope: 'own' },
    });
    const own = (await service.rest('POST', '/api/deals', { name: 'Mine' }, { as })).body.data;
    expect((await touch(`/api/deals/${own.id}`, 'Renamed')).status).toBe(200);
    await patch(role.id, { record_scope: {} });
    expect((await touch(`/api/deals/${deal.id}`, 'Renamed')).status).toBe(200);
  });

  it('requires the version that the caller has read', async () => {
    const role = await create({ grants: ['companies.read'] });
    await patch(role.id, { description: 'First' });
    const error = await refused(
      'PATCH',
      `/api/roles/${role.id}`,
      { description: 'Second' },
      {
        headers: { 'if-match': '"1"' },
      },
    );
    expect(error).toMatchObject({ code: 'PRECONDITION_FAILED', details: { current_version: 2 } });
  });

  it("is refused for a system role, for another workspace's role and without a fresh session", async () => {
    const viewer = await systemRole('viewer');
    expect(await refused('PATCH', `/api/roles/${viewer.id}`, { name: 'Watcher' })).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'system_role' },
    });
    const role = await create({ grants: ['companies.read'] });
    const stranger = { as: service.globex.people.owner };
    expect((await refused('PATCH', `/api/roles/${role.id}`, { name: 'X' }, stranger)).code).toBe('NOT_FOUND');
    const as = await service.session(service.acme, 'owner', 901);
    expect(await refused('PATCH', `/api/roles/${role.id}`, { name: 'X' }, { as })).toMatchObject({
      code: 'FRESH_SESSION_REQUIRED',
      details: { max_age_seconds: 900, path: '/api/auth/re-authenticate' },
    });
    // Invalid input is reported before the stale session.
    expect((await refused('PATCH', `/api/roles/${role.id}`, { nmae: 'X' }, { as })).code).toBe(
      'VALIDATION_ERROR',
    );
  });
});

describe('the deletion of a role', () => {
  it('is refused with the counts while a member or a token has the role', async () => {
    const role = await create({ grants: ['companies.read'] });
    await giveMember(role.id);
    await service.token(service.acme, {
      kind: 'service',
      scopes: ['crm.companies:read'],
      roleKey: role.key,
    });
    expect(await refused('DELETE', `/api/roles/${role.id}`)).toMatchObject({
      code: 'RESOURCE_IN_USE',
      details: {
        references: [
          { type: 'api_token', count: 1 },
          { type: 'member', count: 1 },
        ],
      },
    });
  });

  it('succeeds when only revoked tokens have the role', async () => {
    const role = await create({ grants: ['companies.read'] });
    await service.token(service.acme, { kind: 'service', scopes: ['crm.companies:read'], roleKey: role.key });
    await inspector.query('update api_tokens set revoked_at = now() where role_id = $1', [role.id]);
    const reply = await service.rest('DELETE', `/api/roles/${role.id}`);
    expect(reply.body.data.id).toBe(role.id);
    expect((await refused('DELETE', `/api/roles/${role.id}`)).code).toBe('NOT_FOUND');
    expect(await inspector.query('select from roles where id = $1', [role.id])).toEqual([]);
  });

  it('cannot succeed together with a simultaneous assignment of the role', async () => {
    const role = await create({ grants: ['companies.read'] });
    const { userId } = service.acme.people.viewer;
    const assign = inspector
      .query(
        `insert into membership_roles (tenant_id, membership_id, role_id)
         select tenant_id, id, $2 from memberships where user_id = $1`,
        [userId, role.id],
      )
      .then(
        () => 'assigned',
        () => 'refused',
      );
    const [deleted, assigned] = await Promise.all([service.rest('DELETE', `/api/roles/${role.id}`), assign]);
    expect([
      [200, 'refused'],
      [409, 'assigned'],
    ]).toContainEqual([deleted.status, assigned]);
  });
});
