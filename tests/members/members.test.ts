// Members of a workspace: listing and changing them, transferring ownership, and never being without an owner.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CallMaker } from '../support/calls.ts';
import { Inspector } from '../support/inspector.ts';
import { auditEntriesOf, newMember, type Person, signInTo } from '../support/people.ts';
import { type Ask, type Reply, type RoleKey, startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;
const roles = {} as Record<RoleKey, string>;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  const maker = new CallMaker(service, service.acme);
  for (const key of ['owner', 'admin', 'manager', 'member', 'viewer'] as const)
    roles[key] = await maker.role(key);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const list = (query = '', ask: Ask = {}): Promise<Reply> =>
  service.rest('GET', `/api/settings/members?${query}`, undefined, ask);
const update = (id: string, body: object, ask: Ask = {}): Promise<Reply> =>
  service.rest('PATCH', `/api/settings/members/${id}`, body, ask);
const memberIdOf = async (userId: string): Promise<string> =>
  (await list(`filter[user_id]=${userId}`)).body.data[0].id;
const rolesOf = async (userId: string): Promise<string[]> =>
  (await list(`filter[user_id]=${userId}`)).body.data[0].roles;

/** Expects a refusal that leaves the database unchanged. */
async function refused(call: () => Promise<Reply>, status: number, details?: object): Promise<Reply> {
  const before = await inspector.fingerprint();
  const reply = await call();
  expect([reply.status, reply.text]).toEqual([status, expect.anything()]);
  if (details) expect(reply.body.error.details).toEqual(details);
  expect(await inspector.fingerprint()).toEqual(before);
  return reply;
}

describe('the list of members', () => {
  it('shows all members of the workspace and of no other, with filters, sort and pages', async () => {
    const all = await list('sort=name&pageSize=100', { as: service.acme.people.viewer });
    const emails = all.body.data.map(({ email }: Person) => email);
    expect(emails).toEqual(
      expect.arrayContaining(Object.values(service.acme.people).map(({ email }) => email)),
    );
    expect(emails.join()).not.toContain('globex');
    const byRole = await list('filter[role]=manager', { as: service.acme.agent });
    expect(byRole.body.data.map(({ roles: held }: { roles: string[] }) => held)).toEqual([['manager']]);
    expect((await list('filter[status]=deactivated')).body.total).toBe(0);
    const names = (await list('filter[name][contains]=of acme&sort=-name&pageSize=2')).body.data;
    expect(names.map(({ name }: { name: string }) => name)).toEqual(['viewer of acme', 'owner of acme']);
    expect((await list('filter[user_id]=nobody')).status).toBe(400);
  });

  it('contains every member and invitation exactly once in its cursor pages', async () => {
    for (const n of [1, 2, 3])
      await service.rest('POST', '/api/settings/invitations', {
        email: `p${n}@guests.example`,
        role_ids: [roles.viewer],
      });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Reply = await list(`pageSize=3&sort=joined_at${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.body.data.map(({ id }: { id: string }) => id));
      cursor = page.body.nextCursor;
    }
    const { total } = (await list()).body;
    expect([seen.length, new Set(seen).size]).toEqual([total, total]);
  });
});

describe('a member', () => {
  it('gets new roles, modules and status immediately everywhere, with one audit entry and one event each', async () => {
    const { memberId, email, userId } = await newMember(service, service.acme, 'viewer');
    const as = await signInTo(service, service.acme, email);
    const create = () => service.rest('POST', '/api/companies', { name: 'By a member' }, { as });
    expect((await create()).status).toBe(403);
    const changed = await update(memberId, {
      role_ids: [roles.member, roles.manager],
      module_access: ['crm'],
    });
    expect(changed.body.data).toMatchObject({
      version: 2,
      roles: ['manager', 'member'],
      module_access: ['crm'],
    });
    expect(changed.headers.get('etag')).toBe('"2"');
    expect((await create()).status).toBe(201);
    expect((await service.rest('GET', '/api/deals', undefined, { as })).body.error.code).toBe(
      'FEATURE_DISABLED',
    );
    expect((await update(memberId, { module_access: null })).body.data.module_access).toBeNull();
    // An update without a change leaves no trace.
    expect(
      (await update(memberId, { role_ids: [roles.manager, roles.member], status: 'active' })).body.data
        .version,
    ).toBe(3);
    expect((await auditEntriesOf(service, service.acme, memberId)).map(({ action }) => action)).toEqual([
      'member.updated',
      'member.updated',
    ]);
    const [event] = await service.sql<{ data: object }>(
      service.acme,
      `select data from events where type = 'member.updated' and object_id = ? order by occurred_at limit 1`,
      [memberId],
    );
    expect(event!.data).toMatchObject({
      object: { id: memberId, version: 2, user_id: userId },
      previous: { roles: ['viewer'] },
    });
  });

  it('loses access immediately when deactivated, keeps the roles and can be reactivated', async () => {
    const { memberId, email } = await newMember(service, service.acme);
    const as = await signInTo(service, service.acme, email);
    expect((await list('', { as })).status).toBe(200);
    expect((await update(memberId, { status: 'deactivated' })).body.data).toMatchObject({
      status: 'deactivated',
      roles: ['member'],
    });
    expect((await list('', { as })).body.error.code).toBe('TOKEN_REVOKED');
    expect((await update(memberId, { status: 'active' })).body.data.status).toBe('active');
    expect((await list('', { as: await signInTo(service, service.acme, email) })).status).toBe(200);
  });

  it('is changed only with the current version', async () => {
    const { memberId } = await newMember(service, service.acme);
    const stale = () => update(memberId, { role_ids: [roles.viewer] }, { headers: { 'if-match': '"7"' } });
    await refused(stale, 412, { current_version: 1 });
  });

  it("is not found by the id of another workspace's member, of an invitation or of nobody", async () => {
    const { memberId } = await newMember(service, service.globex);
    const { id } = (
      await service.rest('POST', '/api/settings/invitations', {
        email: 'x@guests.example',
        role_ids: [roles.viewer],
      })
    ).body.data;
    for (const unknownId of [memberId, id, '019e21c6-0000-7000-8000-000000000000'])
      await refused(() => update(unknownId, { status: 'deactivated' }), 404);
  });

  it('is changed only by admins and owners', async () => {
    const { memberId } = await newMember(service, service.acme);
    for (const roleKey of ['manager', 'member', 'viewer'] as const)
      await refused(
        () => update(memberId, { status: 'deactivated' }, { as: service.acme.people[roleKey] }),
        403,
      );
  });

  it.each([
    [{ role_ids: [] }, 'role_ids'],
    [{ role_ids: null }, 'role_ids'],
    [{ role_ids: ['019e21c6-0000-7000-8000-000000000000'] }, 'role_ids'],
    [{ status: 'removed' }, 'status'],
    [{ status: null }, 'status'],
    [{ transfer_ownership: true, status: 'active' }, 'transfer_ownership'],
  ])('is not changed by %j, which is refused without effect', async (body, path) => {
    const { memberId } = await newMember(service, service.acme);
    const reply = await refused(() => update(memberId, body), 400);
    expect(reply.body.error.fields).toMatchObject([{ path }]);
  });
});

describe('the ownership of a workspace', () => {
  const byAdmin = { required_role: 'owner' };

  it('is granted and withdrawn, and its holders are changed, only by owners', async () => {
    const { memberId } = await newMember(service, service.acme);
    const { owner, admin } = service.acme.people;
    const ownerId = await memberIdOf(owner.userId);
    await refused(() => update(memberId, { role_ids: [roles.owner] }, { as: admin }), 403, byAdmin);
    await refused(() => update(ownerId, { role_ids: [roles.viewer] }, { as: admin }), 403, byAdmin);
    await refused(() => update(ownerId, { status: 'deactivated' }, { as: admin }), 403, byAdmin);
    await refused(() => update(memberId, { transfer_ownership: true }, { as: admin }), 403, byAdmin);
    await refused(
      () => service.rest('DELETE', `/api/settings/members/${ownerId}`, undefined, { as: admin }),
      403,
      byAdmin,
    );
  });

  it('always remains with at least one active member', async () => {
    const ownerId = await memberIdOf(service.acme.people.owner.userId);
    const deactivated = await newMember(service, service.acme, 'owner');
    await update(deactivated.memberId, { status: 'deactivated' });
    const last = { reason: 'last_owner' };
    await refused(() => update(ownerId, { role_ids: [roles.admin] }), 409, last);
    await refused(() => update(ownerId, { status: 'deactivated' }), 409, last);
    await refused(() => service.rest('DELETE', `/api/settings/members/${ownerId}`), 409, last);
  });

  it('remains with one owner when the last two give it up at the same moment', async () => {
    const [one, two] = [
      await newMember(service, service.globex, 'owner'),
      await newMember(service, service.globex, 'owner'),
    ];
    const founder = service.globex.people.owner;
    const admin = await new CallMaker(service, service.globex).role('admin');
    const signInMember = async ({ email, memberId }: Person) => ({
      as: await signInTo(service, service.globex, email),
      memberId,
    });
    const both = [await signInMember(one), await signInMember(two)];
    const all = await list(`filter[user_id]=${founder.userId}`, { as: founder });
    await update(all.body.data[0].id, { role_ids: [admin] }, { as: founder });
    const replies = await Promise.all(
      both.map(({ as, memberId }) => update(memberId, { role_ids: [admin] }, { as })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is also enforced by a database constraint', async () => {
    const { id } = service.acme;
    const { database } = service.server.services;
    const owners = `select m.id from memberships m join membership_roles mr on mr.tenant_id = m.tenant_id and mr.membership_id = m.id
      join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id where m.tenant_id = '${id}' and r.key = 'owner'`;
    for (const statement of [
      `update memberships set status = 'deactivated' where tenant_id = '${id}' and id in (${owners})`,
      `delete from membership_roles where tenant_id = '${id}' and membership_id in (${owners})`,
      `update membership_roles set role_id = '${roles.viewer}' where tenant_id = '${id}' and membership_id in (${owners})`,
    ]) {
      const tried = database.write({ tenantId: id }, ({ db }) => db.raw(statement));
      await expect(tried).rejects.toMatchObject({ code: '23514', constraint: 'memberships_owner' });
    }
  });

  it('is transferred in one step with one event for each of the two members', async () => {
    const { people } = service.acme;
    const { userId, email } = people.admin;
    const newOwnerId = await memberIdOf(userId);
    await refused(
      async () => update(await memberIdOf(people.owner.userId), { transfer_ownership: true }),
      400,
    );
    const deactivated = await newMember(service, service.acme);
    await update(deactivated.memberId, { status: 'deactivated' });
    await refused(() => update(deactivated.memberId, { transfer_ownership: true }), 409);
    const transferred = await update(newOwnerId, { transfer_ownership: true });
    expect(transferred.body.data).toMatchObject({ email, roles: ['admin', 'owner'] });
    expect(await rolesOf(people.owner.userId)).toEqual(['admin']);
    // Both roles take effect immediately.
    await refused(() => update(newOwnerId, { transfer_ownership: true }), 403);
    const returned = await update(
      await memberIdOf(people.owner.userId),
      { transfer_ownership: true },
      { as: people.admin },
    );
    expect(returned.status).toBe(200);
    expect(await rolesOf(userId)).toEqual(['admin']);
  });
});
