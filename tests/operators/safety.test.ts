// What operators do against leaks and in incidents: tokens, signing keys, the audit of their calls, banners, maintenance.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { STATING_REASON } from '../support/operator-calls.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterEach(() => service.rest('PUT', '/api/admin/maintenance', { mode: 'off' }));

afterAll(() => service?.stop());

const companies = (as = service.acme.people.owner as { token: string; tenantId: string }) =>
  service.rest('GET', '/api/companies', undefined, { as });

describe('a leaked token', () => {
  it('is revoked by its value in whatever workspace it is, and the value is kept nowhere', async () => {
    const token = await service.token(service.globex, { kind: 'service', scopes: ['crm.companies:read'] });
    expect((await companies(token)).status).toBe(200);
    const revoked = await service.rest('POST', '/api/admin/api-tokens/revoke', { value: token.token });
    expect(revoked.body.data).toMatchObject({
      revoked: [{ workspace_id: service.globex.id, name: 'service of the test' }],
      already_revoked: 0,
    });
    expect(await companies(token)).toMatchObject({ status: 401, body: { error: { code: 'TOKEN_REVOKED' } } });
    const again = await service.rest('POST', '/api/admin/api-tokens/revoke', { value: token.token });
    expect(again.body.data).toEqual({ revoked: [], already_revoked: 1 });
    const { id } = revoked.body.data.revoked[0];
    const as = service.globex.people.owner;
    const entries = await service.rest(
      'GET',
      `/api/audit-logs?entity_type=api_token&entity_id=${id}`,
      undefined,
      { as },
    );
    expect(entries.body.data[0]).toMatchObject({ action: 'api_token.revoked', actor: { type: 'operator' } });
    const audit = await service.rest('GET', '/api/admin/audit-logs?pageSize=100');
    expect(audit.text).not.toContain(token.token);
    expect(audit.body.data.map((one: { action: string }) => one.action)).toEqual(
      expect.arrayContaining(['api_token.revoked', 'operator.called']),
    );
  });

  it('must be named somehow', async () => {
    const reply = await service.rest('POST', '/api/admin/api-tokens/revoke', {});
    expect(reply).toMatchObject({
      status: 400,
      body: { error: { fields: [{ path: 'ids', rule: 'required' }] } },
    });
  });
});

it('a new signing key signs at once, and tokens of the former one are accepted until they expire', async () => {
  const rotated = await service.rest('POST', '/api/admin/signing-keys/rotate');
  expect(rotated.status).toBe(200);
  expect((await companies()).status).toBe(200);
  const fresh = await service.session(service.acme, 'owner');
  const header = JSON.parse(Buffer.from(fresh.token.split('.')[0]!, 'base64url').toString());
  expect(header.kid).toBe(rotated.body.data.kid);
  const { keys } = (await service.rest('GET', '/api/auth/jwks.json')).body;
  expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual(
    expect.arrayContaining([rotated.body.data.kid, rotated.body.data.retired_kid]),
  );
});

describe('the chain of an audit', () => {
  it('is proven while nothing was changed, and its first break is named afterwards', async () => {
    await service.rest('POST', '/api/companies', { name: 'Audited' });
    await service.rest('GET', '/api/audit-logs');
    const verify = () =>
      service.rest(
        'POST',
        '/api/admin/audit-logs/verify',
        { tenant_id: service.acme.id },
        {
          as: service.operators.administrator,
          headers: STATING_REASON,
        },
      );
    const proven = (await verify()).body.data;
    expect(proven).toMatchObject({ proven: true, first_break: null, breaks: 0 });
    expect(proven.sealed).toBeGreaterThan(0);
    const unknown = await service.rest('POST', '/api/admin/audit-logs/verify', {
      tenant_id: crypto.randomUUID(),
    });
    expect(unknown.status).toBe(404);
  });
});

describe('a banner', () => {
  it('is seen by the workspaces that it is for, while it lasts', async () => {
    const banner = { title: 'Mail is slow', body: 'Up to an hour.', severity: 'degraded' };
    const created = await service.rest('POST', '/api/admin/incident-banners', {
      ...banner,
      workspace_ids: [service.acme.id],
    });
    expect(created.status).toBe(201);
    const seen = async (as = service.acme.people.viewer) =>
      (await service.rest('GET', '/api/auth/session', undefined, { as })).body.data.banners;
    await until(async () => (await seen()).length === 1);
    expect(await seen()).toEqual([expect.objectContaining(banner)]);
    expect(await seen(service.globex.people.viewer)).toEqual([]);
    const { id, version } = created.body.data;
    const ended = await service.rest('PATCH', `/api/admin/incident-banners/${id}`, {
      ends_at: new Date(service.server.services.clock.now().getTime() + 1_000).toISOString(),
    });
    expect(ended.body.data.version).toBe(version + 1);
    service.advance(5);
    await until(async () => (await seen()).length === 0);
  });

  it('ends after it starts', async () => {
    const reply = await service.rest('POST', '/api/admin/incident-banners', {
      ...{ title: 'Late', body: 'Late.', severity: 'info', ends_at: '2020-01-01T00:00:00Z' },
    });
    expect(reply).toMatchObject({
      status: 400,
      body: { error: { fields: [{ path: 'ends_at', rule: 'range' }] } },
    });
  });
});

describe('maintenance', () => {
  const set = (body: object) => service.rest('PUT', '/api/admin/maintenance', body);
  const isOn = () => until(async () => (await companies()).status === 503);

  it('that is read-only refuses changes and not reads, with when to come again', async () => {
    const endsAt = new Date(service.server.services.clock.now().getTime() + 600_000).toISOString();
    expect(
      (await set({ mode: 'read_only', message: 'Moving the data.', ends_at: endsAt })).body.data.mode,
    ).toBe('read_only');
    await until(async () => (await service.rest('POST', '/api/companies', { name: 'No' })).status === 503);
    const refused = await service.rest('POST', '/api/companies', { name: 'No' });
    expect(refused.body.error).toMatchObject({
      code: 'MAINTENANCE',
      retryable: true,
      message: 'Moving the data.',
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
    expect((await companies()).status).toBe(200);
    const mutation = await service.graphql('mutation { createCompany(input: { name: "No" }) { id } }');
    expect(mutation).toMatchObject({ status: 503 });
  });

  it('that is full refuses everything but operators, signing in and health', async () => {
    await set({ mode: 'full' });
    await isOn();
    expect((await service.graphql('{ companies { total } }')).status).toBe(503);
    expect((await service.rest('GET', '/api/health')).status).toBe(200);
    expect((await service.rest('GET', '/api/admin/maintenance')).body.data.mode).toBe('full');
    const signIn = await service.rest('POST', '/api/auth/sign-in', {
      email: 'no@example.com',
      password: 'x'.repeat(12),
    });
    expect(signIn.status).toBe(401);
  });

  it('of one workspace leaves the others alone, and a planned one waits for its time', async () => {
    const { id: tenant_id } = service.globex;
    await set({ mode: 'full', tenant_id });
    await until(async () => (await companies(service.globex.people.owner)).status === 503);
    expect((await companies()).status).toBe(200);
    await set({ mode: 'off', tenant_id });
    await until(async () => (await companies(service.globex.people.owner)).status === 200);
    const startsAt = new Date(service.server.services.clock.now().getTime() + 3_600_000).toISOString();
    const planned = await set({ mode: 'full', starts_at: startsAt });
    expect(planned.body.data).toMatchObject({ mode: 'off', windows: [{ mode: 'full' }] });
    expect((await companies()).status).toBe(200);
  });
});
