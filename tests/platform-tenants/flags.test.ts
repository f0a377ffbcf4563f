// Feature flags: their kinds, what is set for single workspaces, and the switch of a module.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { flagValue } from '../../src/access/feature-flags.ts';
import { STATING_REASON } from '../support/operator-calls.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const call = (method: string, path: string, body?: object) =>
  service.rest(method, `/api/admin${path}`, body, {
    as: service.operators.administrator,
    headers: STATING_REASON,
  });
const deals = (workspace = service.acme) =>
  service.rest('GET', '/api/deals', undefined, { as: workspace.people.member });

const PERCENTAGE = {
  ...{ key: 'new-inbox', kind: 'percentage' as const, module: null, defaultValue: false, plans: [] },
  ...{ override: null, expiresAt: null },
};

describe('a percentage', () => {
  it('keeps the workspaces that it had when it grows, and is near its share', () => {
    const now = new Date();
    const ids = Array.from({ length: 2_000 }, () => crypto.randomUUID());
    const on = (rollout: number) =>
      ids.filter((tenantId) => flagValue({ ...PERCENTAGE, rollout }, { tenantId, planKey: '', now }).value);
    const [tenth, half] = [new Set(on(10)), new Set(on(50))];
    expect(tenth.isSubsetOf(half)).toBe(true);
    expect(Math.abs(half.size - 1_000)).toBeLessThan(150);
    expect([on(0).length, on(100).length]).toEqual([0, 2_000]);
  });
});

describe('a flag of a module', () => {
  it('switches the module off everywhere at once, but for workspaces for which it is set', async () => {
    expect((await deals()).status).toBe(200);
    const body = { key: 'deals-module', description: 'Deals', kind: 'module', module: 'deals' };
    expect(await call('POST', '/feature-flags', body)).toMatchObject({
      status: 201,
      body: { data: { default_value: true, override_count: 0 } },
    });
    expect((await deals()).status).toBe(200);
    const off = await call('PATCH', '/feature-flags/deals-module', { default_value: false });
    expect(off.body.data).toMatchObject({ default_value: false, version: 2 });
    expect(await deals()).toMatchObject({
      status: 403,
      body: { error: { code: 'FEATURE_DISABLED', details: { module: 'deals', level: 'plan' } } },
    });
    const set = await call('PUT', `/tenants/${service.acme.id}/flags/deals-module`, {
      value: true,
      reason: 'Trial',
    });
    expect(set.body.data.flags).toEqual([
      expect.objectContaining({ key: 'deals-module', value: true, source: 'override', reason: 'Trial' }),
    ]);
    expect((await deals()).status).toBe(200);
    expect((await deals(service.globex)).status).toBe(403);
    const cleared = await call('DELETE', `/tenants/${service.acme.id}/flags/deals-module`);
    expect(cleared.body.data.flags[0]).toMatchObject({ value: false, source: 'default', reason: null });
    expect((await deals()).status).toBe(403);
    await call('PATCH', '/feature-flags/deals-module', { archived: true });
    expect((await deals()).status).toBe(200);
  });

  it('ends what is set for a workspace at its time', async () => {
    await call('PATCH', '/feature-flags/deals-module', { archived: false, default_value: false });
    const expiresAt = new Date(service.server.services.clock.now().getTime() + 60_000).toISOString();
    await call('PUT', `/tenants/${service.acme.id}/flags/deals-module`, {
      value: true,
      reason: 'Trial',
      expires_at: expiresAt,
    });
    expect((await deals()).status).toBe(200);
    service.advance(61);
    expect((await deals()).status).toBe(403);
    await call('PATCH', '/feature-flags/deals-module', { archived: true });
  });

  it('is for workspaces with its plans only', async () => {
    await call('PATCH', '/feature-flags/deals-module', {
      archived: false,
      default_value: true,
      plans: ['growth'],
    });
    expect((await deals(service.globex)).status).toBe(403);
    await call('PUT', `/tenants/${service.globex.id}/plan`, { plan_key: 'growth' });
    expect((await deals(service.globex)).status).toBe(200);
    await call('PATCH', '/feature-flags/deals-module', { archived: true });
  });

  it('for a module that cannot be switched off, has another flag or does not exist is refused', async () => {
    const create = (module: string | undefined, key = `flag-${crypto.randomUUID()}`) =>
      call('POST', '/feature-flags', { key, description: 'x', kind: 'module', module });
    for (const module of ['settings', 'billing', 'teleport', undefined])
      expect((await create(module)).body.error.fields[0].path).toBe('module');
    await create('pulse', 'pulse-module');
    expect((await create('pulse')).body.error.details).toMatchObject({ reason: 'module_has_flag' });
    expect((await create('content', 'pulse-module')).body.error.details).toMatchObject({
      reason: 'key_taken',
    });
  });
});

describe('a flag', () => {
  it('takes only what belongs to its kind, and known plans', async () => {
    const body = { key: 'plain', description: 'x', kind: 'boolean' };
    const fault = async (more: object) =>
      (await call('POST', '/feature-flags', { ...body, ...more })).body.error.fields[0].path;
    expect(await fault({ rollout: 5 })).toBe('rollout');
    expect(await fault({ module: 'deals' })).toBe('module');
    expect(await fault({ plans: ['gold'] })).toBe('plans[0]');
    expect((await call('PATCH', '/feature-flags/none', { archived: true })).status).toBe(404);
    const path = `/tenants/${service.acme.id}/flags/none`;
    expect((await call('PUT', path, { value: true, reason: 'x' })).status).toBe(404);
    expect((await call('DELETE', path)).status).toBe(404);
  });

  it('can be changed by engineers and not by support', async () => {
    const reply = await service.rest(
      'POST',
      '/api/admin/feature-flags',
      { key: 'mine', description: 'x', kind: 'boolean' },
      { as: service.operators.support, headers: STATING_REASON },
    );
    expect(reply.body.error).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: { required_permission: 'platform_flags.create' },
    });
  });
});
