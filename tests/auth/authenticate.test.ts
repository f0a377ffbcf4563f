// Authentication with an access token: the order of the error codes, and the workspace of the principal.
import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type CryptoKey, decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import { v7 as uuid } from 'uuid';
import { authenticate } from '../../src/access/authenticate.ts';
import { ANONYMOUS } from '../../src/access/principal.ts';
import { jwks } from '../../src/access/signing-keys.ts';
import { selectTenant, signOut } from '../../src/domains/auth/service.ts';
import { addMember } from '../../src/domains/tenants/service.ts';
import {
  call,
  changeTenant,
  codeOf,
  makeWorld,
  newApiToken,
  newSession,
  refresh,
  signInAs,
  type World,
} from './identity.ts';

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const principalOf = (authorization: string | undefined, tenantHeader?: string, ignoreTenant?: boolean) =>
  authenticate(world.services, { authorization, tenantHeader, ...(ignoreTenant && { ignoreTenant }) });
const bearer = (token: string) => `Bearer ${token}`;

/** Returns the token with changed claims, signed again with the given key. */
function signWithClaims(
  token: string,
  key: CryptoKey | KeyObject,
  { header, claims }: { header: object; claims?: object },
): Promise<string> {
  return new SignJWT({ ...decodeJwt(token), ...claims })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', ...header })
    .sign(key);
}

describe('credentials', () => {
  test('that are absent give the anonymous principal', async () => {
    expect(await principalOf(undefined)).toBe(ANONYMOUS);
  });

  test.each([
    '',
    'Basic YWRhOng=',
    'Bearer',
    'Bearer a b',
    'Bearer not-a-token',
    'Bearer tat_short',
    'Bearer a.b.c',
  ])('given as %j are rejected with one message and a challenge', async (authorization) => {
    await expect(principalOf(authorization)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      extras: { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
    });
  });

  test('may name the Bearer scheme in any case', async () => {
    const { accessToken } = await newSession(world, 'member');
    expect((await principalOf(`bearer ${accessToken}`)).kind).toBe('user');
  });
});

describe('an access token', () => {
  test('without a workspace gives a person without permissions', async () => {
    const { accessToken, user } = await newSession(world, 'owner');
    const principal = await principalOf(bearer(accessToken));
    expect(principal).toMatchObject({
      kind: 'user',
      id: user.id,
      label: 'Ada Byron',
      scopes: null,
      roles: [],
    });
    expect(principal.tenantId).toBeUndefined();
    expect(principal.permissions.size).toBe(0);
  });

  test('with the tenant header gives a member of that workspace', async () => {
    const { accessToken } = await newSession(world, 'member');
    const principal = await principalOf(bearer(accessToken), world.tenantId.toUpperCase());
    expect(principal).toMatchObject({
      tenantId: world.tenantId,
      roles: ['member'],
    });
    expect(principal.ownOnly).toContain('companies.update');
    expect(principal.permissions).toContain('companies.create');
    expect([...principal.modules]).toEqual(expect.arrayContaining(['crm', 'auth', 'settings']));
    expect([...principal.modules]).not.toContain('admin');
  });

  test('expires after 15 minutes, even when its signature was verified before', async () => {
    const { accessToken } = await newSession(world, 'member');
    await principalOf(bearer(accessToken));
    world.advance(15 * 60);
    expect(await codeOf(principalOf(bearer(accessToken)))).toBe('TOKEN_EXPIRED');
    expect(await codeOf(authenticate(world.otherProcess(), { authorization: bearer(accessToken) }))).toBe(
      'TOKEN_EXPIRED',
    );
  });

  test('signed with another key or algorithm is rejected', async () => {
    const { accessToken } = await newSession(world, 'member');
    const { kid } = decodeProtectedHeader(accessToken);
    const stranger = generateKeyPairSync('ed25519').privateKey;
    const forged = (header: object) => signWithClaims(accessToken, stranger, { header });
    const [, payload] = accessToken.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const none = `${encode({ alg: 'none', typ: 'at+jwt', kid })}.${payload}.`;
    const hmacHead = `${encode({ alg: 'HS256', typ: 'at+jwt', kid })}.${payload}`;
    const { keys } = await jwks(world.services);
    const hmac = `${hmacHead}.${createHmac('sha256', keys[0]!.x!).update(hmacHead).digest('base64url')}`;
    for (const token of [
      await forged({ kid }),
      await forged({ kid: 'unknown' }),
      await forged({}),
      none,
      hmac,
    ]) {
      expect(await codeOf(principalOf(bearer(token)))).toBe('UNAUTHENTICATED');
    }
  });

  test('signed with our key but with a wrong issuer, audience or type, or without its claims, is rejected', async () => {
    const { accessToken } = await newSession(world, 'member');
    const { kid } = decodeProtectedHeader(accessToken);
    const { database, keys } = world.services;
    const row = await database.read({}, ({ db }) => db('signing_keys').where({ kid }).first());
    const key = await importJWK(
      JSON.parse(keys.open(row.sealed_private_jwk, `signing_keys:${kid}`)),
      'EdDSA',
    );
    const variant = (header: object, claims: object) =>
      signWithClaims(accessToken, key as CryptoKey, { header: { kid, ...header }, claims });
    expect(await codeOf(principalOf(bearer(await variant({}, {}))))).toBe('none');
    for (const [header, claims] of [
      [{ typ: 'JWT' }, {}],
      [{}, { iss: 'https://api.example.org' }],
      [{}, { aud: 'https://api.example.org' }],
      [{}, { sid: undefined }],
      [{}, { exp: undefined }],
    ] as const) {
      expect(await codeOf(principalOf(bearer(await variant(header, claims))))).toBe('UNAUTHENTICATED');
    }
  });

  test('with a changed payload is rejected', async () => {
    const { accessToken } = await newSession(world, 'member');
    const [head, payload, signature] = accessToken.split('.');
    for (let index = 0; index < payload!.length; index += 7) {
      const changed =
        payload!.slice(0, index) + (payload![index] === 'A' ? 'B' : 'A') + payload!.slice(index + 1);
      expect(await codeOf(principalOf(bearer(`${head}.${changed}.${signature}`)))).toBe('UNAUTHENTICATED');
    }
  });
});

describe('the workspace of a person', () => {
  test('must be a UUID, and the person must be a member', async () => {
    const { accessToken } = await newSession(world, 'owner');
    expect(await codeOf(principalOf(bearer(accessToken), 'northwind'))).toBe('VALIDATION_ERROR');
    expect(await codeOf(principalOf(bearer(accessToken), uuid()))).toBe('TENANT_ACCESS_DENIED');
    expect(await codeOf(principalOf(bearer(accessToken), await world.newTenant()))).toBe(
      'TENANT_ACCESS_DENIED',
    );
  });

  test('is checked only after the session, so a revoked session is reported first', async () => {
    const { accessToken } = await newSession(world, 'owner');
    await call(world.services, await principalOf(bearer(accessToken)), (ctx) => signOut(ctx));
    for (const header of ['northwind', uuid(), world.tenantId]) {
      expect(await codeOf(principalOf(bearer(accessToken), header))).toBe('TOKEN_REVOKED');
    }
  });

  test('is bound to the token once selected, survives a refresh, and rejects another tenant header', async () => {
    const session = await newSession(world, 'manager');
    const person = await principalOf(bearer(session.accessToken));
    const { accessToken, tenant } = await call(world.services, person, (ctx) =>
      selectTenant(ctx, world.tenantId),
    );
    expect(tenant).toMatchObject({ id: world.tenantId, status: 'active' });
    expect(await principalOf(bearer(accessToken))).toMatchObject({
      tenantId: world.tenantId,
      roles: ['manager'],
    });
    const next = await refresh(world.services, session.refreshToken);
    expect((await principalOf(bearer(next.accessToken))).tenantId).toBe(world.tenantId);
    const second = await world.newTenant();
    await world.services.database.write({ tenantId: second }, ({ db }) =>
      addMember(db, {
        tenantId: second,
        userId: person.id,
        roleKey: 'owner',
        now: world.services.clock.now(),
      }),
    );
    expect(await codeOf(principalOf(bearer(accessToken), second))).toBe('TENANT_ACCESS_DENIED');
    expect((await principalOf(bearer(session.accessToken), second)).roles).toEqual(['owner']);
    expect((await principalOf(bearer(accessToken), second, true)).tenantId).toBeUndefined();
  });

  test('is closed to members who were deactivated or removed, or are only invited', async () => {
    const { accessToken, user } = await newSession(world, 'admin');
    for (const status of ['deactivated', 'invited', 'removed']) {
      const deletedAt = status === 'removed' ? world.services.clock.now() : null;
      await world.services.database.write({ tenantId: world.tenantId }, ({ db }) =>
        db('memberships')
          .where({ tenant_id: world.tenantId, user_id: user.id })
          .update({ status, deleted_at: deletedAt }),
      );
      expect(await codeOf(principalOf(bearer(accessToken), world.tenantId))).toBe('TENANT_ACCESS_DENIED');
    }
  });

  test('cannot be selected by a person who is not a member', async () => {
    const person = await principalOf(bearer((await newSession(world)).accessToken));
    expect(await codeOf(call(world.services, person, (ctx) => selectTenant(ctx, world.tenantId)))).toBe(
      'TENANT_ACCESS_DENIED',
    );
  });

  test.each(['suspended', 'pending_deletion'])(
    'with the status %s is open to its owner only, for reading, exporting and paying',
    async (status) => {
      const tenantId = await world.newTenant();
      const [owner, admin] = [
        await newSession(world, 'owner', tenantId),
        await newSession(world, 'admin', tenantId),
      ];
      const { secret } = await newApiToken(world, { tenantId });
      const isDeleted = status === 'pending_deletion';
      await changeTenant(world, tenantId, {
        status,
        ...(isDeleted && { state_before_deletion: 'active', delete_after: new Date('2030-01-01') }),
      });
      const principal = await principalOf(bearer(owner.accessToken), tenantId);
      for (const name of ['companies.read', 'companies.export', 'billing.manage'])
        expect(principal.permissions).toContain(name);
      expect(principal.permissions).not.toContain('companies.create');
      expect(await codeOf(principalOf(bearer(admin.accessToken), tenantId))).toBe('TENANT_SUSPENDED');
      expect(await codeOf(principalOf(bearer(secret), tenantId))).toBe('TENANT_SUSPENDED');
    },
  );
});

describe('modules', () => {
  test('are limited by the workspace and by the member, and the limiting level is reported', async () => {
    const tenantId = await world.newTenant();
    await changeTenant(world, tenantId, {
      modules: JSON.stringify({ rooms: false, crm: true, settings: false }),
    });
    const { id, email } = await world.person();
    const now = world.services.clock.now();
    await world.services.database.write({ tenantId }, ({ db }) =>
      addMember(db, { tenantId, userId: id, roleKey: 'member', moduleAccess: ['crm', 'rooms'], now }),
    );
    const { accessToken } = await signInAs(world.services, email);
    const { modules, moduleLevel } = await principalOf(bearer(accessToken), tenantId);
    expect([...modules].sort()).toEqual(['activities', 'auth', 'crm', 'dashboard', 'settings']);
    expect([moduleLevel('rooms'), moduleLevel('deals')]).toEqual(['tenant', 'member']);
  });

  test('of an API token are limited by its own list', async () => {
    const { secret } = await newApiToken(world, { modules: ['crm'] });
    const { modules, moduleLevel } = await principalOf(bearer(secret), world.tenantId);
    expect(modules.has('crm')).toBe(true);
    expect(modules.has('deals')).toBe(false);
    expect(moduleLevel('deals')).toBe('token');
  });
});
