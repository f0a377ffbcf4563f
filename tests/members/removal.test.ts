// Removing a member: their records are reassigned or remain as history, and they lose access immediately.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { purgeOnChanges } from '../../src/access/purge.ts';
import { listenTo } from '../../src/db/listener.ts';
import { MEMBER_REFERENCES } from '../../src/domains/members/owned.ts';
import { createApiToken } from '../../src/domains/tenants/service.ts';
import { CallMaker } from '../support/calls.ts';
import { Inspector } from '../support/inspector.ts';
import { auditEntriesOf, joinWorkspace, newMember, signInTo } from '../support/people.ts';
import { type Ask, type Reply, startService, type TestService } from '../support/service.ts';

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

const remove = (id: string, to?: string, ask: Ask = {}): Promise<Reply> =>
  service.rest(
    'DELETE',
    `/api/settings/members/${id}${to ? `?reassign_to_user_id=${to}` : ''}`,
    undefined,
    ask,
  );

async function create(path: string, body: object): Promise<{ id: string }> {
  const reply = await service.rest('POST', path, body);
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.data;
}

/** Creates one record of every kind that a member can own. */
async function recordsOf(userId: string) {
  const company = await create('/api/companies', { name: `Of ${userId}`, owner_user_id: userId });
  const contact = await create('/api/contacts', { first_name: 'Ada', owner_user_id: userId });
  await service.rest('PATCH', `/api/contacts/${contact.id}/relationship`, { steward_user_id: userId });
  const deal = await create('/api/deals', { name: 'Rollout', owner_user_id: userId });
  const activity = await create('/api/activities', {
    type: 'meeting',
    subject: 'Kick-off',
    occurred_at: '2026-01-01T00:00:00Z',
    links: [{ entity: 'company', id: company.id }],
  });
  const items = `/api/activities/${activity.id}/action-items`;
  const open = await create(items, { title: 'Open', assignee_user_id: userId });
  const done = await create(items, { title: 'Done', assignee_user_id: userId });
  await service.rest('PATCH', `/api/activities/action-items/${done.id}`, { status: 'done' });
  return { company, contact, deal, open, done };
}

describe('the removal of a member', () => {
  it('requires a new owner for the records and reassigns all of them in one step', async () => {
    const leaver = await newMember(service, service.acme);
    const { userId: newOwnerId } = service.acme.people.manager;
    const { company, contact, deal, open, done } = await recordsOf(leaver.userId);
    const before = await inspector.fingerprint();
    const refused = await remove(leaver.memberId);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'RESOURCE_IN_USE' } } });
    const references = ['company', 'contact', 'deal', 'contact_relationship', 'action_item'].map((type) => ({
      type,
      count: 1,
    }));
    expect(refused.body.error.details.references).toEqual(references);
    expect(await inspector.fingerprint()).toEqual(before);
    const removed = await remove(leaver.memberId, newOwnerId);
    expect(removed.body.data).toMatchObject({
      user_id: leaver.userId,
      reassigned_to_user_id: newOwnerId,
      reassigned: references,
    });
    const read = async (path: string) => (await service.rest('GET', path)).body.data;
    expect(await read(`/api/companies/${company.id}`)).toMatchObject({
      owner_user_id: newOwnerId,
      version: 2,
    });
    const after = await read(`/api/contacts/${contact.id}`);
    expect([after.owner_user_id, after.steward_user_id]).toEqual([newOwnerId, newOwnerId]);
    expect(await read(`/api/deals/${deal.id}`)).toMatchObject({ owner_user_id: newOwnerId, version: 2 });
    const items = await service.rest(
      'GET',
      '/api/activities/action-items?filter[status][in]=open,done&pageSize=100',
    );
    const assignees = new Map(
      items.body.data.map((item: Record<string, string>) => [item.id, item.assignee_user_id]),
    );
    expect([assignees.get(open.id), assignees.get(done.id)]).toEqual([newOwnerId, leaver.userId]);
    expect(
      (await auditEntriesOf(service, service.acme, leaver.memberId)).map(({ action }) => action),
    ).toEqual(['member.removed']);
  });

  it('reassigns records only to an active member of the workspace', async () => {
    const [leaver, deactivated, stranger] = [
      await newMember(service, service.acme),
      await newMember(service, service.acme),
      await newMember(service, service.globex),
    ];
    await recordsOf(leaver.userId);
    await service.rest('PATCH', `/api/settings/members/${deactivated.memberId}`, { status: 'deactivated' });
    const before = await inspector.fingerprint();
    for (const to of [deactivated.userId, stranger.userId, leaver.userId, crypto.randomUUID()]) {
      const refused = await remove(leaver.memberId, to);
      expect(refused.body.error.fields).toMatchObject([{ path: 'reassign_to_user_id' }]);
    }
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('ends access to this workspace immediately in every process, and to no other workspace', async () => {
    const person = await newMember(service, service.acme);
    await joinWorkspace(service, service.globex, person.userId);
    const [here, there] = [
      await signInTo(service, service.acme, person.email),
      await signInTo(service, service.globex, person.email),
    ];
    const purged: string[] = [];
    const other = { purge: (tag: string) => purged.push(tag), clear: () => purged.push('all') };
    const listener = listenTo(service.databaseUrl, purgeOnChanges(other as never), service.server.app.log);
    while (!purged.includes('all')) await new Promise((done) => setTimeout(done, 10));
    const list = (as: typeof here) => service.rest('GET', '/api/settings/members', undefined, { as });
    expect([(await list(here)).status, (await list(there)).status]).toEqual([200, 200]);
    expect((await remove(person.memberId)).body.data.sessions_ended).toBe(1);
    expect((await list(here)).body.error.code).toBe('TOKEN_REVOKED');
    expect((await list(there)).status).toBe(200);
    // A session that is active in another workspace gives no access either.
    const elsewhere = { ...there, tenantId: service.acme.id };
    expect((await list(elsewhere)).body.error.code).toBe('TENANT_ACCESS_DENIED');
    while (!purged.includes(person.userId)) await new Promise((done) => setTimeout(done, 10));
    await listener.stop();
  });

  it('revokes none of their tokens and marks the owner of the tokens as missing', async () => {
    const { userId, memberId } = await newMember(service, service.acme);
    const { services } = service.server;
    const { id, secret } = await services.database.write({ tenantId: service.acme.id }, ({ db }) =>
      createApiToken(db, {
        tenantId: service.acme.id,
        name: 'Nightly',
        kind: 'service',
        roleKey: 'viewer',
        scopes: ['settings.members:read'],
        ownerUserId: userId,
        keys: services.keys,
        now: services.clock.now(),
      }),
    );
    expect((await remove(memberId)).status).toBe(200);
    const [token] = await inspector.query(
      'select owner_missing_since is not null as owner_missing, revoked_at from api_tokens where id = $1',
      [id],
    );
    expect(token).toEqual({ owner_missing: true, revoked_at: null });
    const as = { token: secret, tenantId: service.acme.id };
    expect((await service.rest('GET', '/api/settings/members', undefined, { as })).status).toBe(200);
  });

  it('is final until a new invitation restores the same membership with the roles of the invitation', async () => {
    const { memberId, email, userId } = await newMember(service, service.acme, 'manager');
    await remove(memberId);
    expect((await remove(memberId)).status).toBe(404);
    expect(
      (await service.rest('PATCH', `/api/settings/members/${memberId}`, { status: 'active' })).status,
    ).toBe(404);
    expect((await service.rest('GET', `/api/settings/members?filter[email]=${email}`)).body.total).toBe(0);
    const viewer = await new CallMaker(service, service.acme).role('viewer');
    const invited = await service.rest('POST', '/api/settings/invitations', { email, role_ids: [viewer] });
    const { keys, database } = service.server.services;
    await database.write({ tenantId: service.acme.id }, ({ db }) =>
      db('invitations')
        .where({ tenant_id: service.acme.id, id: invited.body.data.id })
        .update({ token_hash: keys.hashToken('t') }),
    );
    const password = 'correct horse battery staple';
    await service.rest('POST', '/api/auth/invitations/accept', { token: 't', password }, { as: null });
    const [member] = (await service.rest('GET', `/api/settings/members?filter[email]=${email}`)).body.data;
    expect(member).toMatchObject({ id: memberId, user_id: userId, roles: ['viewer'], status: 'active' });
  });
});

describe('every column that refers to a member', () => {
  it('is declared: all foreign keys to people and all columns with such a name', async () => {
    const columns = await inspector.query<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.atttypid = 'uuid'::regtype
         and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')
         and (a.attname ~ '(^|_)user_id$' or exists (
           select from pg_constraint con join pg_attribute target on target.attrelid = con.confrelid
             and target.attnum = con.confkey[array_position(con.conkey, a.attnum)]
           where con.contype = 'f' and con.conrelid = c.oid and a.attnum = any (con.conkey)
             and (con.confrelid = 'users'::regclass or con.confrelid = 'memberships'::regclass and target.attname = 'user_id')))
       order by 1`,
    );
    const declared = MEMBER_REFERENCES.map(({ table, column }) => `${table}.${column}`);
    expect(declared.sort()).toEqual(columns.map(({ name }) => name));
  });
});
