// Sessions of a person: signing in, listing and revoking them, the cache of principals, and signing keys.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { authenticate, sessionPrincipal } from '../../src/access/authenticate.ts';
import { Keys } from '../../src/access/keys.ts';
import { ensureSigningKey, jwks } from '../../src/access/signing-keys.ts';
import { currentSession, listSessions, revokeSession, signOut } from '../../src/domains/auth/service.ts';
import {
  call,
  codeOf,
  makeWorld,
  newApiToken,
  newSession,
  PASSWORD,
  signInAs,
  type World,
} from './identity.ts';

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const principalOf = (authorization: string, tenantHeader?: string) =>
  authenticate(world.services, { authorization, tenantHeader });
const bearer = (token: string) => `Bearer ${token}`;

describe('sessions', () => {
  test('are refused with the same error for a wrong address, a wrong password or a closed account', async () => {
    const { id, email } = await world.person();
    world.failures.length = 0;
    expect(await codeOf(signInAs(world.services, email, 'not the passphrase'))).toBe('UNAUTHENTICATED');
    expect(await codeOf(signInAs(world.services, 'nobody@example.com'))).toBe('UNAUTHENTICATED');
    expect(world.failures.map((failure) => failure.split(':')[0])).toEqual([
      'auth-identity',
      'auth-ip',
      'auth-identity',
      'auth-ip',
    ]);
    expect(world.failures.join()).not.toContain(email);
    await signInAs(world.services, ` ${email.toUpperCase()} `, PASSWORD);
    expect(world.failures).toHaveLength(4);
    await world.services.database.write({}, ({ db }) =>
      db('users').where({ id }).update({ status: 'suspended' }),
    );
    expect(await codeOf(signInAs(world.services, email))).toBe('UNAUTHENTICATED');
  });

  test('start with a list of the workspaces of the person, and of no others', async () => {
    const { memberships } = await newSession(world, 'viewer');
    expect(memberships.map(({ tenant }) => tenant.id)).toEqual([world.tenantId]);
  });

  test('are listed, and can be revoked one by one or all together, with immediate effect', async () => {
    const { email } = await world.person('member');
    const [first, second, third] = [
      await signInAs(world.services, email),
      await signInAs(world.services, email),
      await signInAs(world.services, email),
    ];
    const me = await principalOf(bearer(first.accessToken));
    const devices = () => call(world.services, me, listSessions);
    expect(await devices()).toHaveLength(3);
    expect((await devices()).filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([
      first.sessionId,
    ]);
    await principalOf(bearer(second.accessToken), world.tenantId);
    const revoked = await call(world.services, me, (ctx) => revokeSession(ctx, second.sessionId));
    expect(revoked.revokedAt).not.toBeNull();
    expect(await codeOf(principalOf(bearer(second.accessToken), world.tenantId))).toBe('TOKEN_REVOKED');
    expect(await call(world.services, me, (ctx) => revokeSession(ctx, second.sessionId))).toEqual(revoked);
    await principalOf(bearer(third.accessToken));
    expect(await call(world.services, me, (ctx) => signOut(ctx, true))).toEqual({ sessionsEnded: 2 });
    for (const { accessToken } of [first, third])
      expect(await codeOf(principalOf(bearer(accessToken)))).toBe('TOKEN_REVOKED');
  });

  test('of another person cannot be found', async () => {
    const [mine, theirs] = [await newSession(world, 'owner'), await newSession(world, 'member')];
    const me = await principalOf(bearer(mine.accessToken));
    expect(await codeOf(call(world.services, me, (ctx) => revokeSession(ctx, theirs.sessionId)))).toBe(
      'NOT_FOUND',
    );
    expect((await principalOf(bearer(theirs.accessToken))).kind).toBe('user');
  });

  test('report who calls and what the caller may do', async () => {
    const { accessToken, user } = await newSession(world, 'viewer');
    const person = await principalOf(bearer(accessToken), world.tenantId);
    const session = await call(world.services, person, (ctx) => currentSession(ctx as never));
    expect(session).toMatchObject({
      kind: 'user',
      user: { id: user.id },
      token: null,
      scopes: null,
      roles: ['viewer'],
    });
    expect(session.tenant.id).toBe(world.tenantId);
    expect(session.memberships).toHaveLength(1);
    expect(session.freshUntil!.getTime() - session.authTime!.getTime()).toBe(900_000);
    const { secret } = await newApiToken(world, { name: 'Nightly' });
    const token = await principalOf(bearer(secret), world.tenantId);
    const ofToken = await call(world.services, token, (ctx) => currentSession(ctx as never));
    expect(ofToken).toMatchObject({
      kind: 'service',
      user: null,
      token: { name: 'Nightly' },
      memberships: [],
      freshUntil: null,
    });
    expect(ofToken.scopes).toEqual(['crm.companies:read']);
  });
});

describe('the cache of principals', () => {
  test('answers a known caller without a database query', async () => {
    const { accessToken } = await newSession(world, 'member');
    const first = await principalOf(bearer(accessToken), world.tenantId);
    expect(await principalOf(bearer(accessToken), world.tenantId)).toBe(first);
  });

  test('does not store a principal that was read before a change', async () => {
    const { accessToken } = await newSession(world, 'member');
    const me = await principalOf(bearer(accessToken));
    const { database } = world.services;
    const slow = {
      ...world.services,
      database: {
        async read(...args: Parameters<typeof database.read>) {
          const rows = await database.read(...args);
          await call(world.services, me, (ctx) => signOut(ctx));
          return rows;
        },
      } as typeof database,
    };
    const credentials = { authorization: bearer(accessToken), tenantHeader: world.tenantId };
    await sessionPrincipal(
      slow,
      { userId: me.id, sessionId: me.sessionId!, authTime: me.authTime! },
      world.tenantId,
    );
    expect(await codeOf(authenticate(world.services, credentials))).toBe('TOKEN_REVOKED');
  });
});

describe('signing keys', () => {
  test('are created once by processes that start at the same time, and expose no private key', async () => {
    const fresh = await makeWorld({ signingKey: false });
    await Promise.all([...Array(4)].map(() => ensureSigningKey(fresh.otherProcess())));
    const { keys } = await jwks(fresh.services);
    expect(keys).toHaveLength(1);
    expect(Object.keys(keys[0]!).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
    await fresh.close();
  });

  test('fail to load with an instruction when SECRET_KEY has changed', async () => {
    const changed = { ...world.otherProcess(), keys: new Keys(Buffer.alloc(32, 9)) };
    await expect(ensureSigningKey(changed)).rejects.toThrow(/restore the former SECRET_KEY/);
  });
});
