// Refresh tokens in a real database: rotation, lost responses, theft and concurrent use.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { authenticate } from '../../src/access/authenticate.ts';
import { codeOf, makeWorld, refresh, signInAs, type World } from './identity.ts';

const DAY = 24 * 3600;
let world: World;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

async function session() {
  const { email } = await world.person('member');
  return signInAs(world.services, email);
}

function sessionRow(id: string) {
  return world.services.database.read({}, ({ db }) => db('sessions').where({ id }).first());
}

describe('a refresh', () => {
  test('returns the next refresh token and an access token of the same session', async () => {
    const first = await session();
    world.advance(60);
    const second = await refresh(world.services, first.refreshToken);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(second.sessionId).toBe(first.sessionId);
    const principal = await authenticate(world.services, { authorization: `Bearer ${second.accessToken}` });
    expect(principal.sessionId).toBe(first.sessionId);
    // A refresh does not renew the authentication time.
    const signedInAt = (await sessionRow(first.sessionId)).auth_time;
    expect(Math.abs(principal.authTime!.getTime() - signedInAt.getTime())).toBeLessThan(1000);
    world.advance(60);
    expect(await codeOf(refresh(world.services, second.refreshToken))).toBe('none');
  });

  test('stores no token in plain text', async () => {
    const { refreshToken } = await session();
    const { refreshToken: next } = await refresh(world.services, refreshToken);
    const rows = await world.services.database.read({}, ({ db }) => db('refresh_tokens').select());
    expect(JSON.stringify(rows)).not.toContain(refreshToken);
    expect(JSON.stringify(rows)).not.toContain(next);
  });

  test('repeated within ten seconds returns the same next token', async () => {
    const first = await session();
    const second = await refresh(world.services, first.refreshToken);
    world.advance(9);
    const repeated = await refresh(world.services, first.refreshToken);
    expect(repeated.refreshToken).toBe(second.refreshToken);
    expect(await codeOf(refresh(world.services, repeated.refreshToken))).toBe('none');
  });

  test('of one token many times at once and from two processes creates one next token', async () => {
    const first = await session();
    const other = world.otherProcess();
    const results = await Promise.all(
      [...Array(24).keys()].map((n) => refresh(n % 2 ? other : world.services, first.refreshToken)),
    );
    expect(new Set(results.map(({ refreshToken }) => refreshToken)).size).toBe(1);
    const stored = await world.services.database.read({}, ({ db }) =>
      db('refresh_tokens').where({ session_id: first.sessionId }).select(),
    );
    expect(stored).toHaveLength(2);
    expect((await sessionRow(first.sessionId)).revoked_at).toBeNull();
  });

  test('with an unknown token is rejected', async () => {
    expect(await codeOf(refresh(world.services, 'nothing'))).toBe('UNAUTHENTICATED');
  });
});

describe('a used refresh token that is presented again later', () => {
  test('revokes the session and its access tokens, even though the call fails', async () => {
    const first = await session();
    const second = await refresh(world.services, first.refreshToken);
    const bearer = { authorization: `Bearer ${second.accessToken}` };
    await authenticate(world.services, bearer);
    world.advance(11);
    world.failures.length = 0;
    expect(await codeOf(refresh(world.services, first.refreshToken))).toBe('REFRESH_TOKEN_REUSED');
    expect(world.failures).toEqual([`refresh:${first.sessionId}`]);
    expect(await sessionRow(first.sessionId)).toMatchObject({ revoke_reason: 'refresh_token_reused' });
    expect(await codeOf(authenticate(world.services, bearer))).toBe('TOKEN_REVOKED');
    expect(await codeOf(refresh(world.services, second.refreshToken))).toBe('TOKEN_REVOKED');
    expect(await codeOf(refresh(world.services, first.refreshToken))).toBe('REFRESH_TOKEN_REUSED');
  });

  test('revokes the session even while the next token is used at the same moment', async () => {
    const first = await session();
    const second = await refresh(world.services, first.refreshToken);
    world.advance(11);
    const codes = await Promise.all([
      codeOf(refresh(world.services, first.refreshToken)),
      codeOf(refresh(world.services, second.refreshToken)),
    ]);
    expect(codes[0]).toBe('REFRESH_TOKEN_REUSED');
    expect(['none', 'TOKEN_REVOKED']).toContain(codes[1]);
    expect((await sessionRow(first.sessionId)).revoked_at).not.toBeNull();
  });
});

describe('a session', () => {
  test('expires after 30 days without use', async () => {
    const { refreshToken } = await session();
    world.advance(30 * DAY);
    expect(await codeOf(refresh(world.services, refreshToken))).toBe('TOKEN_EXPIRED');
  });

  test('expires after 90 days even if it is used every week', async () => {
    let { refreshToken } = await session();
    for (let day = 7; day < 90; day += 7) {
      world.advance(7 * DAY);
      ({ refreshToken } = await refresh(world.services, refreshToken));
    }
    world.advance(6 * DAY);
    expect(await codeOf(refresh(world.services, refreshToken))).toBe('TOKEN_EXPIRED');
  });

  test('of a suspended person gets no more tokens', async () => {
    const { refreshToken, user } = await session();
    await world.services.database.write({}, ({ db }) =>
      db('users').where({ id: user.id }).update({ status: 'suspended' }),
    );
    expect(await codeOf(refresh(world.services, refreshToken))).toBe('TOKEN_REVOKED');
  });
});
