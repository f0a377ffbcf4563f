// Plans that operators define, and what they assign and negotiate.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STATING_REASON } from '../support/operator-calls.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  service.rest(method, `/api/admin${path}`, body, {
    as: service.operators.administrator,
    headers: { ...STATING_REASON, ...headers },
  });
const asOwner = (method: string, path: string, body?: object) =>
  service.rest(method, path, body, { as: service.acme.people.owner });

const NEW = {
  key: 'agency',
  name: 'Agency',
  status: 'active',
  public: true,
  prices: [{ interval: 'month', currency: 'EUR', amount: '29.00' }],
  limits: { seats: 5, contacts: 100 },
  modules: ['crm', 'deals', 'competitors'],
};

describe('a plan', () => {
  it('can be chosen by workspaces once it is active and public', async () => {
    const created = await call('POST', '/plans', NEW);
    expect(created).toMatchObject({
      status: 201,
      body: {
        data: {
          version: 1,
          limits: { seats: 5, contacts: 100, storage_gb: null },
          modules: ['billing', 'competitors', 'crm', 'deals'],
          tenant_count: 0,
        },
      },
    });
    const plans = await asOwner('GET', '/api/billing/plans');
    expect(plans.body.data.map(({ key }: { key: string }) => key)).toContain('agency');
    expect(await call('POST', '/plans', NEW)).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'key_taken' } } },
    });
  });

  it('with unknown modules, a price twice or a negative one is refused', async () => {
    const fault = async (more: object) =>
      (await call('POST', '/plans', { ...NEW, key: 'other', ...more })).body.error.fields[0].path;
    expect(await fault({ modules: ['teleport'] })).toBe('modules[0]');
    expect(await fault({ prices: [NEW.prices[0], NEW.prices[0]] })).toBe('prices[1]');
    expect(await fault({ prices: [{ ...NEW.prices[0], amount: '-1.00' }] })).toBe('prices[0].amount');
  });

  it('that is changed keeps its former version for workspaces that have it, until it is assigned again', async () => {
    const { acme } = service;
    const assigned = await call('PUT', `/tenants/${acme.id}/plan`, { plan_key: 'agency' });
    expect(assigned.body.data.plan).toMatchObject({ key: 'agency', version: 1, limits: { seats: 5 } });
    const { data } = (await call('GET', '/plans?filter[key]=agency')).body;
    expect(data[0].tenant_count).toBe(1);
    const stale = await call('PATCH', `/plans/${data[0].id}`, { name: 'X' }, { 'if-match': '"9"' });
    expect(stale.status).toBe(412);
    const changed = await call('PATCH', `/plans/${data[0].id}`, { limits: { seats: 7 } });
    expect(changed.body.data).toMatchObject({ version: 2, limits: { seats: 7, contacts: null } });
    expect((await call('PATCH', `/plans/${data[0].id}`, { limits: { seats: 7 } })).body.data.version).toBe(2);
    const { body } = await asOwner('GET', '/api/billing');
    expect(body.data.limits).toMatchObject({ seats: 5, contacts: 100 });
    expect((await call('GET', `/tenants/${acme.id}`)).body.data.plan).toMatchObject({
      version: 1,
      latest_version: 2,
    });
    await call('PUT', `/tenants/${acme.id}/plan`, { plan_key: 'agency' });
    expect((await asOwner('GET', '/api/billing')).body.data.limits).toMatchObject({
      seats: 7,
      contacts: null,
    });
  });

  it('that is retired cannot be assigned, and the one that all fall back to cannot be retired', async () => {
    const plans = (await call('GET', '/plans')).body.data as { id: string; key: string }[];
    const idOf = (key: string) => plans.find((plan) => plan.key === key)!.id;
    await call('PATCH', `/plans/${idOf('starter')}`, { status: 'retired' });
    const refused = await call('PUT', `/tenants/${service.globex.id}/plan`, { plan_key: 'starter' });
    expect(refused.body.error.fields[0]).toMatchObject({ path: 'plan_key', rule: 'exists' });
    expect(await call('PATCH', `/plans/${idOf('free')}`, { status: 'retired' })).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'fallback_plan' } } },
    });
  });
});

describe('what was negotiated', () => {
  it('applies at once, with limits and modules, and ends at its time', async () => {
    const { acme } = service;
    expect((await asOwner('GET', '/api/pulse/topics')).body.error.code).toBe('FEATURE_DISABLED');
    const until = new Date(service.server.services.clock.now().getTime() + 60_000).toISOString();
    const override = { limits: { seats: 40 }, modules: ['pulse'], until };
    const reply = await call('PUT', `/tenants/${acme.id}/plan`, { plan_key: 'agency', override });
    expect(reply.body.data.plan).toMatchObject({
      limits: { seats: 40, contacts: null },
      override_until: until,
    });
    expect((await asOwner('GET', '/api/pulse/topics')).status).toBe(200);
    expect((await asOwner('GET', '/api/billing')).body.data.limits.seats).toBe(40);
    service.advance(61);
    expect((await asOwner('GET', '/api/pulse/topics')).body.error.code).toBe('FEATURE_DISABLED');
    expect((await asOwner('GET', '/api/billing')).body.data.limits.seats).toBe(7);
  });

  it('with an end in the past is refused', async () => {
    const override = { limits: { seats: 40 }, until: '2020-01-01T00:00:00Z' };
    const reply = await call('PUT', `/tenants/${service.acme.id}/plan`, { plan_key: 'agency', override });
    expect(reply.body.error.fields[0].path).toBe('override.until');
  });

  it('is all that changes where the provider charges the workspace', async () => {
    const { globex } = service;
    await service.server.services.database.write({ tenantId: globex.id }, ({ db }) =>
      db('subscriptions')
        .where({ tenant_id: globex.id })
        .update({ provider: 'stripe', provider_subscription_id: 'sub_1' }),
    );
    expect(await call('PUT', `/tenants/${globex.id}/plan`, { plan_key: 'growth' })).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'charged_by_provider' } } },
    });
    const override = { limits: { seats: 90 }, until: '2099-01-01T00:00:00Z' };
    const reply = await call('PUT', `/tenants/${globex.id}/plan`, { plan_key: 'scale', override });
    expect(reply.body.data.plan.limits.seats).toBe(90);
  });
});
