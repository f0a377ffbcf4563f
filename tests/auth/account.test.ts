// A person's own account over HTTP: re-authentication, profile, password, and the audit entries of each.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  auditEntriesOf,
  joinWorkspace,
  newMember,
  signIn,
  signInTo,
  waitForAuditEntry,
} from '../support/people.ts';
import { type Identity, PASSWORD, type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const session = (as: Identity): Promise<Reply> => service.rest('GET', '/api/auth/session', undefined, { as });
const reauthenticate = (as: Identity, body: object): Promise<Reply> =>
  service.rest('POST', '/api/auth/re-authenticate', body, { as });
const profile = (as: Identity, body: object): Promise<Reply> =>
  service.rest('PATCH', '/api/auth/profile', body, { as });
const OTHER_PASSWORD = 'another passphrase altogether';

describe('re-authentication', () => {
  it('renews the fresh window in the same session and the same workspace', async () => {
    const { email } = await newMember(service, service.acme);
    const as = await signInTo(service, service.acme, email);
    service.advance(600);
    const before = await session(as);
    const proven = await reauthenticate(as, { password: PASSWORD });
    expect(proven.status).toBe(200);
    // No tenant header: the new token is bound to the workspace, as the former token was.
    const after = await service.rest('GET', '/api/auth/session', undefined, {
      as: null,
      headers: { authorization: `Bearer ${proven.body.data.access_token}` },
    });
    expect(after.body.data.session_id).toBe(before.body.data.session_id);
    expect(after.body.data.tenant.id).toBe(service.acme.id);
    // A token stores the time in whole seconds.
    expect(after.body.data.auth_time.slice(0, 19)).toBe(proven.body.data.auth_time.slice(0, 19));
    const moved = Date.parse(after.body.data.auth_time) - Date.parse(before.body.data.auth_time);
    expect(moved).toBeGreaterThan(590_000);
    const window = Date.parse(proven.body.data.fresh_until) - Date.parse(proven.body.data.auth_time);
    expect(window).toBe(900_000);
    // The former token keeps its own authentication time.
    expect((await session(as)).body.data.auth_time).toBe(before.body.data.auth_time);
    service.advance(0);
  });

  it('is rejected with a wrong proof or none, and audited in each workspace of the person', async () => {
    const { email, userId } = await newMember(service, service.acme);
    await joinWorkspace(service, service.globex, userId);
    const as = await signInTo(service, service.acme, email);
    expect((await reauthenticate(as, {})).body.error).toMatchObject({ code: 'VALIDATION_ERROR' });
    for (const proof of [
      { password: 'not the right one' },
      { code: '123456' },
      { password: PASSWORD, code: '123456' },
    ])
      expect(await reauthenticate(as, proof)).toMatchObject({
        status: 401,
        body: { error: { code: 'UNAUTHENTICATED' } },
      });
    for (const workspace of [service.acme, service.globex]) {
      const lines = await auditEntriesOf(service, workspace, userId);
      expect(lines.filter(({ action }) => action === 'auth.re_authentication_failed')).toEqual(
        Array(3).fill({
          action: 'auth.re_authentication_failed',
          outcome: 'denied',
          error_code: 'UNAUTHENTICATED',
          actor: expect.objectContaining({ type: 'user', id: userId }),
        }),
      );
    }
  });

  it('is for people only, and refused to API tokens', async () => {
    const refused = await reauthenticate(service.acme.agent, { password: PASSWORD });
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'HUMAN_REQUIRED' } } });
  });
});

describe('a profile update', () => {
  it('changes only the given fields, and takes effect everywhere at once', async () => {
    const { email, userId } = await newMember(service, service.acme);
    const as = await signInTo(service, service.acme, email);
    await session(as);
    const changed = await profile(as, {
      name: '  Ada Byron ',
      locale: 'en-gb',
      time_zone: 'europe/berlin',
      avatar_url: 'https://img.example.com/ada.png',
    });
    expect(changed.body.data).toMatchObject({
      id: userId,
      email,
      name: 'Ada Byron',
      locale: 'en-GB',
      time_zone: 'Europe/Berlin',
      avatar_url: 'https://img.example.com/ada.png',
    });
    expect((await session(as)).body.data.user.name).toBe('Ada Byron');
    const company = await service.rest('POST', '/api/companies', { name: 'Named' }, { as });
    expect(company.body.data.created_by.label).toBe('Ada Byron');
    expect((await profile(as, { avatar_url: null })).body.data).toMatchObject({
      avatar_url: null,
      locale: 'en-GB',
    });
    const actions = (await auditEntriesOf(service, service.acme, userId)).map(({ action }) => action);
    expect(actions).toEqual([
      'auth.signed_in',
      'auth.tenant_selected',
      'auth.profile_updated',
      'auth.profile_updated',
    ]);
  });

  it.each([
    ['a blank name', { name: ' ' }, 'name'],
    ['a null name', { name: null }, 'name'],
    ['an invalid locale', { locale: 'english please' }, 'locale'],
    ['a UTC offset as time zone', { time_zone: '+02:00' }, 'time_zone'],
    ['an avatar URL that is not https', { avatar_url: 'http://img.example.com/ada.png' }, 'avatar_url'],
    ['a script as avatar URL', { avatar_url: 'javascript:alert(1)' }, 'avatar_url'],
    ['a new password but no current password', { new_password: OTHER_PASSWORD }, 'current_password'],
    [
      'a new password and a wrong current password',
      { new_password: OTHER_PASSWORD, current_password: 'not the right one' },
      'current_password',
    ],
    [
      'a new password that is too short',
      { new_password: 'short', current_password: PASSWORD },
      'new_password',
    ],
  ])('with %s is rejected, and changes nothing', async (_, body, path) => {
    const { email } = await newMember(service, service.acme);
    const as = await signInTo(service, service.acme, email);
    const before = (await session(as)).body.data.user;
    const refused = await profile(as, { ...body, ...(path === 'name' ? {} : { name: 'Somebody Else' }) });
    expect(refused.status).toBe(400);
    expect(refused.body.error.fields).toMatchObject([{ path }]);
    expect((await session(as)).body.data.user).toEqual(before);
    expect((await signIn(service, email)).status).toBe(200);
  });
});

describe('a password change', () => {
  it('ends the other sessions at once, and keeps the current one', async () => {
    const { email, userId } = await newMember(service, service.acme);
    const [current, other] = [
      await signInTo(service, service.acme, email),
      await signInTo(service, service.acme, email),
    ];
    const body = { current_password: PASSWORD, new_password: OTHER_PASSWORD };
    expect((await profile(current, body)).status).toBe(200);
    expect((await session(other)).body.error.code).toBe('TOKEN_REVOKED');
    expect((await session(current)).status).toBe(200);
    expect((await signIn(service, email)).status).toBe(401);
    expect((await signIn(service, email, { password: OTHER_PASSWORD })).status).toBe(200);
    await waitForAuditEntry(service, service.acme, userId, 'auth.password_changed');
  });
});

describe('signing in', () => {
  it('is audited, like failures and sign-outs, in each workspace of the person and in no other', async () => {
    const { email, userId } = await newMember(service, service.acme);
    await signIn(service, email, { password: 'not the right one' });
    const refused = await waitForAuditEntry(service, service.acme, userId, 'auth.sign_in_failed');
    expect(refused).toMatchObject({
      outcome: 'denied',
      error_code: 'UNAUTHENTICATED',
      actor: { id: userId },
    });
    const as = await signInTo(service, service.acme, email);
    await service.rest('POST', '/api/auth/sign-out', {}, { as });
    const lines = await auditEntriesOf(service, service.acme, userId);
    expect(lines.map(({ action }) => action)).toEqual([
      'auth.sign_in_failed',
      'auth.signed_in',
      'auth.tenant_selected',
      'auth.signed_out',
    ]);
    expect(await auditEntriesOf(service, service.globex, userId)).toEqual([]);
  });

  it('returns a refresh token whose reuse is audited and reported by an event', async () => {
    const { email, userId } = await newMember(service, service.acme);
    const { refresh_token: spent, session_id: sessionId } = (await signIn(service, email)).body.data;
    const refresh = () => service.rest('POST', '/api/auth/refresh', { refresh_token: spent }, { as: null });
    await refresh();
    service.advance(11);
    expect((await refresh()).body.error.code).toBe('REFRESH_TOKEN_REUSED');
    service.advance(0);
    await waitForAuditEntry(service, service.acme, userId, 'auth.refresh_reuse_detected');
    const events = await service.sql(
      service.acme,
      `select data from events where tenant_id = ? and type = 'auth.refresh_reuse_detected'`,
      [service.acme.id],
    );
    expect(events).toEqual([
      { data: { object_type: 'user', object: { id: userId, session_id: sessionId } } },
    ]);
  });

  it('is refused to a suspended person in the same way as a wrong password', async () => {
    const { email, userId } = await newMember(service, service.acme);
    await service.server.services.database.write({}, ({ db }) =>
      db('users').where({ id: userId }).update({ status: 'suspended' }),
    );
    expect((await signIn(service, email)).body.error.code).toBe('UNAUTHENTICATED');
  });
});
