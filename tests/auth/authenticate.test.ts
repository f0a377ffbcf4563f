// From an access token to a principal: codes in their order, and the workspace of a person.
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

/** The claims of a token, changed and signed anew. */
function signed(
  token: string,
  key: CryptoKey | KeyObject,
  { header, claims }: { header: object; claims?: object },
): Promise<string> {
  return new SignJWT({ ...decodeJwt(token), ...claims })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', ...header })
    .sign(key);
}

describe('credentials', () => {
  test('none at all make nobody', async () => {
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
  ])('%j are refused with one message and a challenge', async (authorization) => {
    await expect(principalOf(authorization)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      extras: { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
    });
  });

  test('the scheme may be written in any case', async () => {
    const { accessToken } = await newSession(world, 'member');
    expect((await principalOf(`bearer ${accessToken}`)).kind).toBe('user');
  });
});

describe('an access token', () => {
  test('without workspace gives a person without permissions', async () => {
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

  test('with the header is the member of that workspace', async () => {
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

  test('expires after 15 minutes, also when its signature was checked before', async () => {
    const { accessToken } = await newSession(world, 'member');
    await principalOf(bearer(accessToken));
    world.advance(15 * 60);
    expect(await codeOf(principalOf(bearer(accessToken)))).toBe('TOKEN_EXPIRED');
    expect(await codeOf(authenticate(world.otherProcess(), { authorization: bearer(accessToken) }))).toBe(
      'TOKEN_EXPIRED',
    );
  });

  test('of another key or algorithm is not ours', async () => {
    const { accessToken } = await newSession(world, 'member');
    const { kid } = decodeProtectedHeader(accessToken);
    const stranger = generateKeyPairSync('ed25519').privateKey;
    const forged = (header: object) => signed(accessToken, stranger, { header });
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

  test('of our key with another issuer, audience, type or without its claims is not ours either', async () => {
    const { accessToken } = await newSession(world, 'member');
    const { kid } = decodeProtectedHeader(accessToken);
    const { database, keys } = world.services;
    const row = await database.read({}, ({ db }) => db('signing_keys').where({ kid }).first());
    const key = await importJWK(
      JSON.parse(keys.open(row.sealed_private_jwk, `signing_keys:${kid}`)),
      'EdDSA',
    );
    const variant = (header: object, claims: object) =>
      signed(accessToken, key as CryptoKey, { header: { kid, ...header }, claims });
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

  test('with any byte of its payload changed is refused', async () => {
    const { accessToken } = await newSession(world, 'member');
    const [head, payload, signature] = accessToken.split('.');
    for (let at = 0; at < payload!.length; at += 7) {
      const changed = payload!.slice(0, at) + (payload![at] === 'A' ? 'B' : 'A') + payload!.slice(at + 1);
      expect(await codeOf(principalOf(bearer(`${head}.${changed}.${signature}`)))).toBe('UNAUTHENTICATED');
    }
  });
});

describe('the workspace of a person', () => {
  test('must be a UUID, and theirs', async () => {
    const { accessToken } = await newSession(world, 'owner');
    expect(await codeOf(principalOf(bearer(accessToken), 'northwind'))).toBe('VALIDATION_ERROR');
    expect(await codeOf(principalOf(bearer(accessToken), uuid()))).toBe('TENANT_ACCESS_DENIED');
    expect(await codeOf(principalOf(bearer(accessToken), await world.newTenant()))).toBe(
      'TENANT_ACCESS_DENIED',
    );
  });

  test('is asked about only after the session: a dead one is 401', async () => {
    const { accessToken } = await newSession(world, 'owner');
    await call(world.services, await principalOf(bearer(accessToken)), (ctx) => signOut(ctx));
    for (const header of ['northwind', uuid(), world.tenantId]) {
      expect(await codeOf(principalOf(bearer(accessToken), header))).toBe('TOKEN_REVOKED');
    }
  });

  test('once selected needs no header, survives a refresh, and excludes another header', async () => {
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

  test('is closed to members who were deactivated or removed', async () => {
    const { accessToken, user } = await newSession(world, 'admin');
    for (const status of ['deactivated', 'removed', 'invited']) {
      await world.services.database.write({ tenantId: world.tenantId }, ({ db }) =>
        db('memberships').where({ tenant_id: world.tenantId, user_id: user.id }).update({ status }),
      );
      expect(await codeOf(principalOf(bearer(accessToken), world.tenantId))).toBe('TENANT_ACCESS_DENIED');
    }
  });

  test('cannot be selected by a stranger', async () => {
    const person = await principalOf(bearer((await newSession(world)).accessToken));
    expect(await codeOf(call(world.services, person, (ctx) => selectTenant(ctx, world.tenantId)))).toBe(
      'TENANT_ACCESS_DENIED',
    );
  });

  test.each(['suspended', 'pending_deletion'])(
    'when %s is open to its owner only, to read, export and pay',
    async (status) => {
      const tenantId = await world.newTenant();
      const [owner, admin] = [
        await newSession(world, 'owner', tenantId),
        await newSession(world, 'admin', tenantId),
      ];
      const { secret } = await newApiToken(world, { tenantId });
      await changeTenant(world, tenantId, { status });
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
  test('are those of workspace and member together, and a missing one says at which level', async () => {
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

  test('of a token are cut by its own list', async () => {
    const { secret } = await newApiToken(world, { modules: ['crm'] });
    const { modules, moduleLevel } = await principalOf(bearer(secret), world.tenantId);
    expect(modules.has('crm')).toBe(true);
    expect(modules.has('deals')).toBe(false);
    expect(moduleLevel('deals')).toBe('token');
  });
});
