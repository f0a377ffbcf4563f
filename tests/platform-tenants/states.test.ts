// Workspaces as operators manage them: creating, changing, suspending, and deleting in 30 days or by two.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STATING_REASON } from '../support/operator-calls.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const call = (
  method: string,
  path: string,
  body?: object,
  by: 'administrator' | 'second' = 'administrator',
) =>
  service.rest(method, `/api/admin/tenants${path}`, body, {
    as: service.operators[by],
    headers: STATING_REASON,
  });
const provision = async (name: string, more: object = {}) => {
  const slug = `${name}-${crypto.randomUUID().slice(0, 8)}`;
  return call('POST', '', { name, slug, owner_email: `owner@${slug}.example`, plan_key: 'growth', ...more });
};
const actionsIn = (tenantId: string) =>
  service.server.services.database.read({ tenantId }, ({ db }) =>
    db('audit_entries')
      .where({ tenant_id: tenantId })
      .whereRaw(`actor ->> 'type' = 'operator'`)
      .orderBy('occurred_at')
      .select('action', 'changes'),
  );

describe('a workspace that an operator creates', () => {
  it('has the plan, the modules and an invitation of its first owner', async () => {
    const reply = await provision('fresh', { trial: true, modules: { campaigns: false }, region: 'eu' });
    expect(reply).toMatchObject({
      status: 201,
      body: {
        data: {
          state: 'active',
          plan_key: 'growth',
          subscription_status: 'trialing',
          region: 'eu',
          owners: [],
        },
      },
    });
    const { id, slug } = reply.body.data;
    const invitations = await service.server.services.database.read({ tenantId: id }, ({ db }) =>
      db('invitations').where({ tenant_id: id }).select('email', 'status'),
    );
    expect(invitations).toEqual([{ email: `owner@${slug}.example`, status: 'open' }]);
    expect((await actionsIn(id)).map(({ action }) => action).sort()).toEqual([
      'member.invited',
      'tenant.provisioned',
    ]);
  });

  it('is refused with the slug of another one, an unknown plan or an unknown module', async () => {
    expect(await provision('taken', { slug: service.acme.slug })).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT', details: { reason: 'slug_taken' } } },
    });
    expect((await provision('other', { plan_key: 'gold' })).body.error.fields[0].path).toBe('plan_key');
    expect((await provision('other', { modules: { teleport: true } })).body.error.fields[0].path).toBe(
      'modules.teleport',
    );
  });
});

describe('a suspension', () => {
  it('shuts out everybody but owners at once, is in the audit of the workspace, and is lifted', async () => {
    const { acme } = service;
    const companies = (as: (typeof acme.people)['owner'], method = 'GET', body?: object) =>
      service.rest(method, '/api/companies', body, { as });
    expect((await companies(acme.people.member)).status).toBe(200);
    const suspended = await call('POST', `/${acme.id}/suspend`);
    expect(suspended.body.data).toMatchObject({
      state: 'suspended',
      state_changes: [{ from: 'active', to: 'suspended', reason: 'Ticket 4711', by: { type: 'operator' } }],
    });
    expect(await companies(acme.people.member)).toMatchObject({
      status: 403,
      body: { error: { code: 'TENANT_SUSPENDED' } },
    });
    expect((await companies(acme.people.owner)).status).toBe(200);
    expect((await companies(acme.people.owner, 'POST', { name: 'New' })).status).toBe(403);
    expect(await call('POST', `/${acme.id}/suspend`)).toMatchObject({
      status: 409,
      body: { error: { code: 'INVALID_STATE_TRANSITION', details: { from: 'suspended', to: 'suspended' } } },
    });
    expect((await call('POST', `/${acme.id}/reactivate`)).body.data.state).toBe('active');
    expect((await companies(acme.people.member)).status).toBe(200);
    expect((await actionsIn(acme.id)).map(({ action }) => action)).toEqual([
      'tenant.suspended',
      'tenant.reactivated',
    ]);
    expect((await call('POST', `/${acme.id}/reactivate`)).status).toBe(409);
  });
});

describe('a deletion', () => {
  it('is due in 30 days, and cancelling it returns the workspace to the state that it had', async () => {
    const { id } = (await provision('leaving')).body.data;
    await call('POST', `/${id}/suspend`);
    const scheduled = await call('DELETE', `/${id}`);
    const due = new Date(service.server.services.clock.now().getTime() + 30 * 86_400_000).toISOString();
    expect(scheduled.body.data.state).toBe('pending_deletion');
    expect(scheduled.body.data.delete_after.slice(0, 10)).toBe(due.slice(0, 10));
    expect((await call('DELETE', `/${id}`)).body.data.version).toBe(scheduled.body.data.version);
    expect((await call('POST', `/${id}/suspend`)).status).toBe(409);
    const restored = await call('POST', `/${id}/restore`);
    expect(restored.body.data).toMatchObject({ state: 'suspended', delete_after: null });
    expect(await call('POST', `/${id}/restore`)).toMatchObject({
      status: 409,
      body: { error: { code: 'INVALID_STATE_TRANSITION', details: { from: 'suspended' } } },
    });
  });

  it('takes place early only when a second operator asks for that too', async () => {
    const { id } = (await provision('hasty')).body.data;
    const first = (await call('DELETE', `/${id}?early=true`)).body.data;
    expect(first.early_deletion_by).toBe(service.operators.administrator.userId);
    expect((await call('DELETE', `/${id}?early=true`)).body.data.delete_after).toBe(first.delete_after);
    const plain = (await call('DELETE', `/${id}`, undefined, 'second')).body.data;
    expect(plain.delete_after).toBe(first.delete_after);
    const second = (await call('DELETE', `/${id}?early=true`, undefined, 'second')).body.data;
    expect(Date.parse(second.delete_after)).toBeLessThanOrEqual(Date.now() + 1000);
  });

  it('without a reason, by an owner or of an unknown workspace is refused', async () => {
    const as = service.operators.administrator;
    const path = `/api/admin/tenants/${service.globex.id}`;
    expect(
      (await service.rest('DELETE', path, undefined, { as, headers: {} })).body.error.fields[0].path,
    ).toBe('x-operator-reason');
    const owner = await service.rest('DELETE', path, undefined, {
      as: service.globex.people.owner,
      headers: STATING_REASON,
    });
    expect(owner.body.error.code).toBe('OPERATOR_REQUIRED');
    expect((await call('DELETE', `/${crypto.randomUUID()}`)).status).toBe(404);
    expect((await call('GET', '/00000000-0000-7000-8000-000000000001')).status).toBe(404);
    expect((await call('GET', `/${service.globex.id}`)).body.data.state).toBe('active');
  });
});

describe('the list of workspaces', () => {
  it('is filtered by name, plan and state, and does not contain that of the platform', async () => {
    await provision('findable', { support_tier: 'dedicated' });
    const found = await call('GET', '?filter[name]=findable&filter[plan_key]=growth&filter[state]=active');
    expect(found.body.data).toEqual([
      expect.objectContaining({ name: 'findable', support_tier: 'dedicated' }),
    ]);
    const all = await call('GET', '?pageSize=100&sort=name');
    expect(all.body.data.map((one: { slug: string }) => one.slug)).not.toContain('operators-of-the-platform');
  });
});

describe('an update', () => {
  it('changes name, slug and tier with the version expected, and shows nothing to the audit when repeated', async () => {
    const { id, version } = (await provision('old')).body.data;
    const body = { name: 'New', support_tier: 'priority' };
    const reply = await service.rest('PATCH', `/api/admin/tenants/${id}`, body, {
      as: service.operators.administrator,
      headers: { 'if-match': `"${version}"` },
    });
    expect(reply.body.data).toMatchObject({ name: 'New', support_tier: 'priority', version: version + 1 });
    const stale = await service.rest('PATCH', `/api/admin/tenants/${id}`, body, {
      as: service.operators.administrator,
      headers: { 'if-match': `"${version}"` },
    });
    expect(stale.status).toBe(412);
    expect((await call('PATCH', `/${id}`, body)).body.data.version).toBe(version + 1);
    expect((await call('PATCH', `/${id}`, { slug: service.acme.slug })).status).toBe(409);
    expect((await call('PATCH', `/${id}`, { name: null })).status).toBe(400);
  });
});

describe('a rate limit of one workspace', () => {
  it('replaces that of the platform for it alone, and null restores it', async () => {
    const { acme, globex } = service;
    // The headers name the policy of which the smallest share is left.
    const isTenantTightest = async ({ people }: typeof acme) => {
      const reply = await service.rest('GET', '/api/companies', undefined, { as: people.owner });
      return /^"tenant";/.test(String(reply.headers.get('ratelimit-policy')));
    };
    const set = await call('PATCH', `/${acme.id}`, { rate_limits: { tenant: 3 } });
    expect(set.body.data.rate_limits).toEqual({ tenant: 3, tenant_write: null, export: null });
    await until(() => isTenantTightest(acme));
    expect(await isTenantTightest(globex)).toBe(false);
    const again = await call('PATCH', `/${acme.id}`, { rate_limits: { tenant: 3 } });
    expect(again.body.data.version).toBe(set.body.data.version);
    const restored = await call('PATCH', `/${acme.id}`, { rate_limits: { tenant: null } });
    expect(restored.body.data.rate_limits.tenant).toBeNull();
    await until(async () => !(await isTenantTightest(acme)));
    expect((await call('PATCH', `/${acme.id}`, { rate_limits: { tenant: 0 } })).status).toBe(400);
  });
});
