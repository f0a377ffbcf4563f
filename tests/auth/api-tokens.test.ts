// Authentication with an API token: the resulting principal, its workspace and its expiry.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { authenticate } from '../../src/access/authenticate.ts';
import { makeApiToken } from '../../src/access/token-format.ts';
import { enableAutomation } from '../../src/domains/tenants/service.ts';
import { until } from '../support/until.ts';
import { codeOf, makeWorld, newApiToken, type World } from './identity.ts';

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const principalOf = (authorization: string, tenantHeader?: string) =>
  authenticate(world.services, { authorization, tenantHeader });
const bearer = (token: string) => `Bearer ${token}`;

describe('an API token', () => {
  test('becomes a principal with the role, the scopes and the name of the token', async () => {
    const { id, secret } = await newApiToken(world, {
      kind: 'agent',
      name: 'Scout',
      scopes: ['crm.companies:read', 'agent.mcp:use'],
    });
    const principal = await principalOf(bearer(secret), world.tenantId);
    expect(principal).toMatchObject({
      kind: 'agent',
      id,
      label: 'Scout',
      roles: ['agent'],
      tenantId: world.tenantId,
    });
    expect([...principal.scopes!].sort()).toEqual(['agent.mcp:use', 'crm.companies:read']);
    expect(principal.sessionId).toBeUndefined();
  });

  test('needs its own workspace in the tenant header', async () => {
    const { secret } = await newApiToken(world);
    expect(await codeOf(principalOf(bearer(secret)))).toBe('TENANT_REQUIRED');
    expect(await codeOf(principalOf(bearer(secret), 'x'))).toBe('VALIDATION_ERROR');
    expect(await codeOf(principalOf(bearer(secret), await world.newTenant()))).toBe('TENANT_ACCESS_DENIED');
    expect(await codeOf(principalOf(bearer(secret), uuid()))).toBe('TENANT_ACCESS_DENIED');
  });

  test('is refused for operations of a person, with or without the tenant header', async () => {
    const { secret } = await newApiToken(world);
    for (const tenantHeader of [undefined, world.tenantId]) {
      const credentials = { authorization: bearer(secret), tenantHeader, ignoreTenant: true };
      expect(await codeOf(authenticate(world.services, credentials))).toBe('HUMAN_REQUIRED');
    }
  });

  test('is refused when unknown, revoked or expired, before its workspace is checked', async () => {
    expect(await codeOf(principalOf(bearer(makeApiToken().secret)))).toBe('UNAUTHENTICATED');
    const { services, tenantId } = world;
    const now = services.clock.now();
    const revoked = await newApiToken(world);
    await services.database.write({ tenantId }, ({ db }) =>
      db('api_tokens').where({ tenant_id: tenantId, id: revoked.id }).update({ revoked_at: now }),
    );
    const expired = await newApiToken(world, { expiresAt: now });
    for (const header of [undefined, 'x', uuid(), tenantId]) {
      expect(await codeOf(principalOf(bearer(revoked.secret), header))).toBe('TOKEN_REVOKED');
      expect(await codeOf(principalOf(bearer(expired.secret), header))).toBe('TOKEN_EXPIRED');
    }
  });

  test('expires even while its principal is cached', async () => {
    const { secret } = await newApiToken(world, {
      expiresAt: new Date(world.services.clock.now().getTime() + 10_000),
    });
    await principalOf(bearer(secret), world.tenantId);
    world.advance(10);
    expect(await codeOf(principalOf(bearer(secret), world.tenantId))).toBe('TOKEN_EXPIRED');
  });

  test('of an agent never grants reading private notes, whatever its role grants', async () => {
    const { services } = world;
    const tenantId = await world.newTenant();
    const now = services.clock.now();
    const grants = ['contact_context_notes.read', 'companies.read'];
    const role = {
      tenant_id: tenantId,
      id: uuid(),
      key: 'confidant',
      name: 'Confidant',
      grants,
      created_at: now,
      updated_at: now,
    };
    await services.database.write({ tenantId }, ({ db }) => db('roles').insert(role));
    const permissions = async (kind: 'agent' | 'service') => {
      const { secret } = await newApiToken(world, { tenantId, kind, roleKey: 'confidant' });
      return [...(await principalOf(bearer(secret), tenantId)).permissions];
    };
    expect(await permissions('agent')).toEqual(['companies.read']);
    expect((await permissions('service')).sort()).toEqual(['companies.read', 'contact_context_notes.read']);
  });

  test('records its last use at most once a minute', async () => {
    const { services, tenantId } = world;
    const { id, secret } = await newApiToken(world);
    const lastUse = async () => {
      const row = await services.database.read({ tenantId }, ({ db }) =>
        db('api_tokens').where({ tenant_id: tenantId, id }).first(),
      );
      return row.last_used_at as Date | null;
    };
    await principalOf(bearer(secret), tenantId);
    // The timestamp is written in a separate transaction, after the request.
    const first = await until(lastUse);
    world.advance(30);
    await principalOf(bearer(secret), tenantId);
    await sleep(200);
    expect(await lastUse()).toEqual(first);
    world.advance(31);
    await principalOf(bearer(secret), tenantId);
    await until(async () => (await lastUse())! > first);
  });
});

describe('automation', () => {
  test('is off in a new workspace, and applies to tokens once it is enabled', async () => {
    const { services } = world;
    const tenantId = await world.newTenant();
    const { secret } = await newApiToken(world, { tenantId, kind: 'agent' });
    expect((await principalOf(bearer(secret), tenantId)).automation.enabled).toBe(false);
    await services.database.write({ tenantId }, ({ db }) =>
      enableAutomation(db, { tenantId, now: services.clock.now() }),
    );
    services.principals.purge(tenantId);
    expect((await principalOf(bearer(secret), tenantId)).automation.enabled).toBe(true);
  });
});
