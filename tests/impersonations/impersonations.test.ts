// Operators who act as members of workspaces: how that begins and ends, what it may do, and what the workspace sees of it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { reportEndedImpersonations } from '../../src/domains/impersonations/jobs.ts';
import { STATING_REASON } from '../support/operator-calls.ts';
import { type Identity, startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

type Operator = keyof TestService['operators'];
type Person = 'owner' | 'admin' | 'manager' | 'member' | 'viewer';

const why = { reason: 'The deal board stays empty for her.', ticket: 'SUP-1042' };
const as = (name: Operator) => ({ as: service.operators[name], headers: STATING_REASON });
const startAs = (userId: string, body: object = {}, name: Operator = 'administrator') =>
  service.rest(
    'POST',
    `/api/admin/users/${userId}/impersonate`,
    { tenant_id: service.acme.id, ...why, ...body },
    as(name),
  );
const end = (id: string) =>
  service.rest('POST', `/api/admin/impersonations/${id}/end`, undefined, as('support'));

/** Starts an impersonation of a member of acme. */
async function impersonate(person: Person, body: object = {}): Promise<Identity & { id: string }> {
  const { body: answer } = await startAs(service.acme.people[person].userId, body);
  return {
    token: answer.data.access_token,
    tenantId: service.acme.id,
    id: answer.data.impersonation.id,
  };
}

const session = (identity: Identity) => service.rest('GET', '/api/auth/session', undefined, { as: identity });
const create = (identity: Identity) =>
  service.rest('POST', '/api/companies', { name: `Company ${crypto.randomUUID()}` }, { as: identity });
const outcome = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];

beforeEach(async () => {
  const running = await service.rest(
    'GET',
    '/api/admin/impersonations?running=true',
    undefined,
    as('support'),
  );
  for (const { id } of running.body.data) await end(id);
});

describe('an impersonation', () => {
  it('acts as the person in one workspace, read-only by default, with a token that names the operator', async () => {
    const { userId } = service.acme.people.manager;
    const started = await startAs(userId);
    expect(started).toMatchObject({
      status: 201,
      body: {
        data: {
          secret_shown: true,
          impersonation: {
            user_id: userId,
            tenant_id: service.acme.id,
            mode: 'read_only',
            ticket: 'SUP-1042',
            ended_at: null,
          },
        },
      },
    });
    const { access_token: token, impersonation } = started.body.data;
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({
      sub: userId,
      tid: service.acme.id,
      act: { sub: service.operators.administrator.userId },
    });
    expect(claims.exp! - claims.iat!).toBe(30 * 60);
    const current = await session({ token, tenantId: service.acme.id });
    expect(current.body.data).toMatchObject({
      user: { id: userId },
      roles: ['manager'],
      impersonated_by: {
        impersonation_id: impersonation.id,
        operator_id: service.operators.administrator.userId,
        mode: 'read_only',
      },
    });
    expect((await session(service.acme.people.manager)).body.data.impersonated_by).toBeNull();
  });

  it('counts its requests', async () => {
    const identity = await impersonate('manager');
    for (let n = 0; n < 3; n += 1) await session(identity);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    const list = await service.rest(
      'GET',
      '/api/admin/impersonations?running=true',
      undefined,
      as('support'),
    );
    expect(list.body.data).toMatchObject([{ id: identity.id, requests: 3 }]);
  });

  it('cannot be started twice at the same time by one operator, but by two', async () => {
    const { userId } = service.acme.people.member;
    const replies = await Promise.all([startAs(userId), startAs(userId), startAs(userId, {}, 'second')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409]);
    expect(replies.find(({ status }) => status === 409)!.body.error.details.reason).toBe(
      'running_impersonation',
    );
  });

  it('of an operator, of oneself, of a suspended account, of an outsider or of nobody is refused', async () => {
    const { administrator, support } = service.operators;
    const reasonOf = async (userId: string, body: object = {}) =>
      (await startAs(userId, body)).body.error.details?.reason;
    expect(await reasonOf(administrator.userId)).toBe('own_account');
    expect(await reasonOf(support.userId)).toBe('is_operator');
    const { userId } = service.globex.people.viewer;
    expect(await startAs(userId)).toMatchObject({
      status: 400,
      body: { error: { fields: [{ path: 'tenant_id', rule: 'member' }] } },
    });
    await service.rest('POST', `/api/admin/users/${userId}/suspend`, undefined, as('second'));
    expect(await reasonOf(userId, { tenant_id: service.globex.id })).toBe('account_not_active');
    expect((await startAs(crypto.randomUUID())).status).toBe(404);
  });

  it('needs a reason, a ticket and at most an hour', async () => {
    const { userId } = service.acme.people.member;
    for (const body of [{ reason: '' }, { ticket: '' }, { minutes: 61 }, { minutes: 0 }, { mode: 'all' }])
      expect((await startAs(userId, body)).body.error).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('is only read-only for support', async () => {
    const { userId } = service.acme.people.member;
    expect(await startAs(userId, { mode: 'read_write' }, 'support')).toMatchObject({
      status: 403,
      body: { error: { code: 'PERMISSION_DENIED', details: { required_role: 'engineer' } } },
    });
    expect((await startAs(userId, {}, 'support')).status).toBe(201);
  });

  it('shows its token once: a repeated call has none', async () => {
    const { userId } = service.acme.people.member;
    const call = () =>
      service.rest(
        'POST',
        `/api/admin/users/${userId}/impersonate`,
        { tenant_id: service.acme.id, ...why },
        { as: service.operators.administrator, headers: { ...STATING_REASON, 'idempotency-key': 'one' } },
      );
    const [first, second] = [await call(), await call()];
    expect(first.body.data.access_token).toEqual(expect.any(String));
    expect(second.body.data).toMatchObject({ access_token: null, secret_shown: false });
    expect(second.body.data.impersonation.id).toBe(first.body.data.impersonation.id);
  });
});

describe('a read-only impersonation', () => {
  it('refuses every change, on REST, GraphQL and MCP alike', async () => {
    const identity = await impersonate('owner');
    expect(outcome(await create(identity))).toEqual([403, 'IMPERSONATION_FORBIDDEN']);
    const graphql = await service.graphql(
      'mutation { createCompany(input: { name: "Contoso" }) { id } }',
      {},
      { as: identity },
    );
    expect(graphql.body.errors[0].extensions.code).toBe('IMPERSONATION_FORBIDDEN');
    expect((await service.rest('GET', '/api/companies', undefined, { as: identity })).status).toBe(200);
    const found = await service.sql(service.acme, `select id from companies where name = 'Contoso'`);
    expect(found).toEqual([]);
  });
});

describe('an impersonation in any mode', () => {
  it('refuses credentials, roles, billing, exports and approvals to somebody who acts as an owner', async () => {
    const identity = await impersonate('owner', { mode: 'read_write' });
    expect((await create(identity)).status).toBe(201);
    const id = crypto.randomUUID();
    const calls: [string, string, object?][] = [
      ['GET', '/api/settings/api-access'],
      ['POST', '/api/settings/api-access', { name: 'CI', scopes: ['crm.companies:read'] }],
      ['GET', '/api/settings/api-keys'],
      ['POST', '/api/roles', { name: 'Role', grants: [] }],
      ['PATCH', `/api/settings/members/${id}`, { status: 'deactivated' }],
      ['PATCH', '/api/settings/tenant', { security: { require_mfa: false } }],
      ['GET', '/api/billing/usage'],
      ['GET', '/api/companies/export'],
      ['POST', '/api/audit-logs/export', {}],
      ['POST', `/api/agent/actions/approvals/${id}/approve`, { arguments_hash: 'a', target_version: 1 }],
      ['PATCH', '/api/auth/profile', { name: 'Mallory' }],
      ['POST', '/api/auth/sign-out', { everywhere: true }],
      ['POST', '/api/auth/tenant', { tenant_id: service.acme.id }],
      ['DELETE', `/api/webhooks/${id}`],
    ];
    for (const [method, path, body] of calls) {
      const reply = await service.rest(method, path, body, { as: identity });
      expect({ method, path, outcome: outcome(reply) }).toEqual({
        method,
        path,
        outcome: [403, 'IMPERSONATION_FORBIDDEN'],
      });
    }
  });

  it('redacts governed fields, also for a person who may read them', async () => {
    const { owner } = service.acme.people;
    const created = await service.rest(
      'POST',
      '/api/contacts',
      { first_name: 'Grace', last_name: 'Hopper' },
      { as: owner },
    );
    const path = `/api/contacts/${created.body.data.id}`;
    const intent = { relationship_intent: 'Win her back' };
    const related = await service.rest('PATCH', `${path}/relationship`, intent, { as: owner });
    expect(related.status).toBe(200);
    const summary = (identity: Identity) =>
      service.rest('GET', `${path}/relationship-summary`, undefined, { as: identity });
    const own = await summary(owner);
    const seen = await summary(await impersonate('owner'));
    expect(own.body.data.context).toMatchObject(intent);
    expect(seen.body.data.context).toMatchObject({ relationship_intent: null });
    expect(seen.body.meta.redacted_fields).toContain('relationship_intent');
  });

  it('enters no other workspace of the person, nor the operators’ surface', async () => {
    const identity = await impersonate('owner');
    const elsewhere = await service.rest('GET', '/api/companies', undefined, {
      as: { ...identity, tenantId: service.globex.id },
    });
    expect(outcome(elsewhere)).toEqual([403, 'TENANT_ACCESS_DENIED']);
    const surface = await service.rest('GET', '/api/admin/operators', undefined, { as: identity });
    expect(surface.status).toBe(403);
  });
});

describe('the workspace', () => {
  it('has start, end and every entry with the operator in its audit, and its owners are told by mail', async () => {
    const jobs = async () =>
      (
        await service.server.services.database.auxiliaryPool.query(
          `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'send_mail'`,
        )
      ).rows[0].n;
    const before = await jobs().catch(() => undefined);
    const identity = await impersonate('manager', { mode: 'read_write' });
    const company = await create(identity);
    if (before !== undefined) expect(await jobs()).toBe(before + 1);
    await end(identity.id);
    const entries = await service.rest(
      'GET',
      `/api/audit-logs?entity_type=company&entity_id=${company.body.data.id}`,
    );
    expect(entries.body.data).toMatchObject([
      {
        action: 'company.created',
        actor: { type: 'user', id: service.acme.people.manager.userId },
        impersonator: { type: 'operator', id: service.operators.administrator.userId },
      },
    ]);
    const own = await service.sql<{ action: string; type: string }>(
      service.acme,
      `select action, actor ->> 'type' as type from audit_entries where target_id = ? order by seq`,
      [identity.id],
    );
    expect(own).toEqual([
      { action: 'impersonation.started', type: 'operator' },
      { action: 'impersonation.ended', type: 'operator' },
    ]);
  });

  it('keeps support out and ends what runs by its setting', async () => {
    const identity = await impersonate('viewer');
    expect((await session(identity)).status).toBe(200);
    const set = (allow: boolean) =>
      service.rest('PATCH', '/api/settings/tenant', { security: { allow_support_access: allow } });
    expect((await set(false)).status).toBe(200);
    expect(outcome(await session(identity))).toEqual([401, 'TOKEN_REVOKED']);
    expect(await startAs(service.acme.people.viewer.userId)).toMatchObject({
      status: 403,
      body: { error: { details: { reason: 'support_access_off' } } },
    });
    await set(true);
    const list = await service.rest('GET', '/api/admin/impersonations?page_size=1', undefined, as('support'));
    expect(list.body.data[0]).toMatchObject({ id: identity.id, end_reason: 'support_access_off' });
  });
});

describe('the end', () => {
  it('comes by any operator, and only once', async () => {
    const identity = await impersonate('viewer');
    expect((await end(identity.id)).body.data).toMatchObject({ end_reason: 'operator' });
    expect(outcome(await session(identity))).toEqual([401, 'TOKEN_REVOKED']);
    expect(await end(identity.id)).toMatchObject({ status: 200, body: { data: { end_reason: 'operator' } } });
    expect((await end(crypto.randomUUID())).status).toBe(404);
  });

  it('comes when the person ends all sessions, and is reported to the workspace', async () => {
    const identity = await impersonate('member');
    const own = await service.session(service.acme, 'member');
    await service.rest('POST', '/api/auth/sign-out', { everywhere: true }, { as: own });
    expect(outcome(await session(identity))).toEqual([401, 'TOKEN_REVOKED']);
    await reportEndedImpersonations(service.server.services, service.server.app.log);
    const ended = await service.sql<{ changes: unknown }>(
      service.acme,
      `select changes from audit_entries where target_id = ? and action = 'impersonation.ended'`,
      [identity.id],
    );
    expect(ended).toMatchObject([
      { changes: expect.arrayContaining([{ field: 'endReason', from: null, to: 'signed_out' }]) },
    ]);
  });

  it('comes with the end of the operator’s sessions or role', async () => {
    const identity = await impersonate('viewer');
    expect((await session(identity)).status).toBe(200);
    const { userId } = service.operators.administrator;
    await service.server.services.database.write({}, ({ db }) =>
      db('users').where({ id: userId }).update({ operator_role: null }),
    );
    service.server.services.principals.clear();
    expect(outcome(await session(identity))).toEqual([401, 'TOKEN_REVOKED']);
    await service.server.services.database.write({}, ({ db }) =>
      db('users').where({ id: userId }).update({ operator_role: 'administrator' }),
    );
    service.server.services.principals.clear();
    expect((await session(identity)).status).toBe(200);
    await service.rest('POST', `/api/admin/users/${userId}/revoke-sessions`, undefined, as('second'));
    expect(outcome(await session(identity))).toEqual([401, 'TOKEN_REVOKED']);
  });

  // The last test: it moves the clock.
  it('comes by time, and is reported to the workspace', async () => {
    const started = await startAs(service.acme.people.viewer.userId, { minutes: 5 }, 'second');
    const identity = { token: started.body.data.access_token, tenantId: service.acme.id };
    service.advance(299);
    expect((await session(identity)).status).toBe(200);
    service.advance(301);
    expect(outcome(await session(identity))).toEqual([401, 'TOKEN_EXPIRED']);
    await reportEndedImpersonations(service.server.services, service.server.app.log);
    const list = await service.rest('GET', '/api/admin/impersonations', undefined, as('second'));
    expect(list.body.data[0]).toMatchObject({ end_reason: 'expired' });
  });
});
