// What operators do to accounts of people: find, correct and suspend them, end sessions, and remove one-time codes.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PLATFORM_WORKSPACE } from '../../src/access/operators.ts';
import { STATING_REASON } from '../support/operator-calls.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

type Operator = keyof TestService['operators'];

const as = (name: Operator) => ({ as: service.operators[name], headers: STATING_REASON });
const post = (userId: string, action: string, body?: object, name: Operator = 'administrator') =>
  service.rest('POST', `/api/admin/users/${userId}/${action}`, body, as(name));
const patch = (userId: string, body: object, name: Operator = 'administrator') =>
  service.rest('PATCH', `/api/admin/users/${userId}`, body, as(name));
const get = async (userId: string) =>
  (await service.rest('GET', `/api/admin/users/${userId}`, undefined, as('support'))).body.data;
const auditOf = (tenantId: string, targetId: string) =>
  service.server.services.database.read({ tenantId }, ({ db }) =>
    db('audit_entries')
      .where({ tenant_id: tenantId, target_id: targetId })
      .where('action', 'like', 'account.%')
      .orderBy('seq')
      .select('action', 'actor', 'changes'),
  );
const setMfa = (userId: string) =>
  service.server.services.database.write({}, ({ db }) =>
    db('users').where({ id: userId }).update({ mfa_enabled: true, mfa_secret: 'sealed' }),
  );

describe('the list of accounts', () => {
  it('finds people by address, state and workspace', async () => {
    const list = async (query: string) =>
      (await service.rest('GET', `/api/admin/users?${query}`, undefined, as('support'))).body.data.map(
        ({ email }: { email: string }) => email,
      );
    expect(await list('filter[email]=viewer@acme.example')).toEqual(['viewer@acme.example']);
    const ofGlobex = await list(`tenant_id=${service.globex.id}&sort=email`);
    expect(ofGlobex).toEqual([
      'admin@globex.example',
      'manager@globex.example',
      'member@globex.example',
      'owner@globex.example',
      'viewer@globex.example',
    ]);
    expect(await list('filter[status]=suspended')).toEqual([]);
  });
});

describe('an account', () => {
  it('shows memberships, sessions, sign-ins and until when sign-in is locked', async () => {
    const { userId, email } = service.acme.people.manager;
    expect(await get(userId)).toMatchObject({
      email,
      status: 'active',
      memberships: [{ tenant: { id: service.acme.id, slug: 'acme' }, status: 'active', roles: ['manager'] }],
      sessions: [{ user_agent: null }],
      sign_ins: [],
      locked_until: null,
    });
    const body = { email, password: 'a wrong password of hers' };
    const attempt = () => service.rest('POST', '/api/auth/sign-in', body, { as: null });
    expect((await attempt()).status).toBe(401);
    // The quota of this service is a thousand times the usual one.
    await service.server.services.database.auxiliaryPool.query(
      'update rate_limits set points = points + 10000 where key = $1',
      [`auth-identity:${service.server.services.keys.hashToken(email)}`],
    );
    const after = await get(userId);
    expect(new Date(after.locked_until).getTime()).toBeGreaterThan(Date.now());
    expect(after.sign_ins).toMatchObject([{ succeeded: false }]);
  });

  it('that does not exist is not found, whatever is asked of it', async () => {
    const id = crypto.randomUUID();
    for (const reply of [
      await service.rest('GET', `/api/admin/users/${id}`, undefined, as('support')),
      await patch(id, { name: 'Ada' }),
      await post(id, 'suspend'),
      await post(id, 'reactivate'),
      await post(id, 'revoke-sessions'),
      await post(id, 'reset-mfa', { ticket: 'SUP-1' }),
    ])
      expect(reply).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
  });
});

describe('a correction', () => {
  it('changes name and address, loses the verification, and spends open reset links', async () => {
    const { userId } = service.acme.people.viewer;
    const { database, clock } = service.server.services;
    const now = clock.now();
    await database.write({}, async ({ db }) => {
      await db('users').where({ id: userId }).update({ email_verified_at: now });
      const times = { created_at: now, expires_at: new Date(now.getTime() + 3_600_000) };
      await db('password_resets').insert({ hash: 'of the old address', user_id: userId, ...times });
    });
    const reply = await patch(userId, { name: ' Vera View ', email: 'Vera@Acme.example' });
    expect(reply.body.data).toMatchObject({
      name: 'Vera View',
      email: 'vera@acme.example',
      email_verified_at: null,
    });
    const open = await database.read({}, ({ db }) =>
      db('password_resets').where({ user_id: userId, used_at: null }),
    );
    expect(open).toEqual([]);
    expect((await patch(userId, { email_verified: true })).body.data.email_verified_at).not.toBeNull();
    for (const tenantId of [PLATFORM_WORKSPACE, service.acme.id])
      expect(await auditOf(tenantId, userId)).toMatchObject([
        { action: 'account.corrected', actor: { type: 'operator' } },
        { action: 'account.corrected', changes: [{ field: 'email_verified_at', from: null }] },
      ]);
  });

  it('to an address in use, to none and of an operator is refused', async () => {
    const { userId } = service.acme.people.member;
    expect(await patch(userId, { email: service.acme.people.owner.email })).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'email_taken' } } },
    });
    for (const input of [{ email: 'nobody' }, { email: null }, { name: '  ' }])
      expect((await patch(userId, input)).body.error.code).toBe('VALIDATION_ERROR');
    const other = await patch(service.operators.second.userId, { email: 'mine@platform.example' });
    expect(other).toMatchObject({ status: 409, body: { error: { details: { reason: 'is_operator' } } } });
    expect(await auditOf(service.acme.id, userId)).toEqual([]);
  });
});

describe('a suspension', () => {
  it('ends sessions at once, refuses sign-in everywhere and is lifted again', async () => {
    const { userId } = service.globex.people.member;
    const person = service.globex.people.member;
    const session = () => service.rest('GET', '/api/auth/session', undefined, { as: person });
    expect((await session()).status).toBe(200);
    expect((await post(userId, 'suspend')).body.data.status).toBe('suspended');
    expect(await session()).toMatchObject({ status: 401, body: { error: { code: 'TOKEN_REVOKED' } } });
    expect(await post(userId, 'suspend')).toMatchObject({
      status: 409,
      body: { error: { code: 'INVALID_STATE_TRANSITION', details: { from: 'suspended' } } },
    });
    expect((await post(userId, 'reactivate')).body.data.status).toBe('active');
    expect((await session()).status).toBe(401);
    expect((await auditOf(service.globex.id, userId)).map(({ action }) => action)).toEqual([
      'account.suspended',
      'account.reactivated',
    ]);
  });

  it('takes an administrator, and nobody suspends their own account', async () => {
    const { userId } = service.globex.people.manager;
    for (const action of ['suspend', 'reactivate', 'reset-mfa']) {
      const body = action === 'reset-mfa' ? { ticket: 'SUP-1' } : undefined;
      expect(await post(userId, action, body, 'support')).toMatchObject({
        status: 403,
        body: { error: { code: 'PERMISSION_DENIED', details: { required_role: 'administrator' } } },
      });
    }
    const own = await post(service.operators.administrator.userId, 'suspend');
    expect(own).toMatchObject({ status: 409, body: { error: { details: { reason: 'own_account' } } } });
    expect((await get(userId)).status).toBe('active');
  });

  it('is refused for one of two administrators who suspend each other', async () => {
    const { administrator, second } = service.operators;
    const replies = await Promise.all([
      post(second.userId, 'suspend', undefined, 'administrator'),
      post(administrator.userId, 'suspend', undefined, 'second'),
    ]);
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const [loser] = replies.filter(({ status }) => status !== 200);
    expect([401, 403]).toContain(loser!.status);
    // The rest of this file needs both.
    const now = service.server.services.clock.now();
    await service.server.services.database.write({}, async ({ db }) => {
      const ids = [administrator.userId, second.userId];
      await db('users').whereIn('id', ids).update({ status: 'active', updated_at: now });
      await db('sessions').whereIn('user_id', ids).update({ revoked_at: null });
    });
    service.server.services.principals.clear();
  });
});

describe('the end of all sessions', () => {
  it('is open to support, counts them, and takes the refresh tokens along', async () => {
    const { userId } = service.globex.people.admin;
    const other = await service.session(service.globex, 'admin');
    const ended = await post(userId, 'revoke-sessions', undefined, 'support');
    expect(ended.body.data).toEqual({ sessions_ended: 2 });
    expect((await service.rest('GET', '/api/auth/session', undefined, { as: other })).status).toBe(401);
    expect((await post(userId, 'revoke-sessions', undefined, 'support')).body.data).toEqual({
      sessions_ended: 0,
    });
    expect(await auditOf(service.globex.id, userId)).toHaveLength(1);
  });
});

describe('a removal of one-time codes', () => {
  it('names its ticket, ends the sessions and erases the recovery codes', async () => {
    const { userId } = service.globex.people.viewer;
    await setMfa(userId);
    await service.server.services.database.write({}, ({ db }) =>
      db('recovery_codes').insert({ user_id: userId, hash: 'one', created_at: new Date() }),
    );
    expect((await post(userId, 'reset-mfa', {})).body.error.fields).toMatchObject([{ path: 'ticket' }]);
    expect((await post(userId, 'reset-mfa', { ticket: 'SUP-7' })).body.data.mfa_enabled).toBe(false);
    const left = await service.server.services.database.read({}, ({ db }) =>
      db('recovery_codes').where({ user_id: userId }),
    );
    expect(left).toEqual([]);
    expect((await get(userId)).sessions).toEqual([]);
    expect(await auditOf(service.globex.id, userId)).toMatchObject([
      { action: 'account.mfa_removed', changes: [{ field: 'ticket', from: null, to: 'SUP-7' }] },
    ]);
    expect(await post(userId, 'reset-mfa', { ticket: 'SUP-7' })).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'mfa_not_enabled' } } },
    });
  });

  it('is refused for an operator and for the own account', async () => {
    for (const [name, reason] of [
      ['second', 'is_operator'],
      ['administrator', 'own_account'],
    ] as const) {
      await setMfa(service.operators[name].userId);
      expect(await post(service.operators[name].userId, 'reset-mfa', { ticket: 'SUP-8' })).toMatchObject({
        status: 409,
        body: { error: { details: { reason } } },
      });
    }
  });
});
