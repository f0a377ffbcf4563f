// Signing in through the identity provider of a workspace, as a browser does, and every reason for which it is refused.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateKeyPair } from 'jose';
import { createUser } from '../../src/domains/tenants/service.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { browse, type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { type Reply, startService, type TestService, type Workspace } from '../support/service.ts';

const REDIRECT = 'http://127.0.0.1:4000/sso/callback';

let service: TestService;
let provider: IdentityProvider;
let dns: DnsServer;

beforeAll(async () => {
  service = await startService({ WEBHOOK_ALLOW_LOOPBACK: '1', PUBLIC_URL: 'http://127.0.0.1:4000' });
  provider = await startIdentityProvider(REDIRECT);
  dns = await startDnsServer();
});

afterAll(async () => {
  await dns?.stop();
  await provider?.stop();
  await service?.stop();
});

beforeEach(async () => {
  Object.assign(provider, { forgeToken: undefined, down: false });
  provider.account = { sub: 'ada', email: 'ada@acme.example', email_verified: true, name: 'Ada Byron' };
  await connect(service.acme, { default_role_id: await roleId(service.acme, 'member'), group_map: {} });
});

async function connect(workspace: Workspace, members: object = {}): Promise<Reply> {
  const { issuer, clientId, clientSecret } = provider;
  const domain = `${workspace.slug}.example`;
  const body = {
    enabled: true,
    issuer,
    client_id: clientId,
    client_secret: clientSecret,
    domains: [domain],
    ...members,
  };
  const as = workspace.people.owner;
  const first = await service.rest('PUT', '/api/settings/sso', body, { as });
  const [proof] = first.body.data?.domain_proofs ?? [];
  if (!proof || proof.proven) return first;
  dns.records.set(proof.txt_name, proof.txt_value);
  return service.rest('PUT', '/api/settings/sso', body, { as });
}

async function roleId(workspace: Workspace, key: string): Promise<string> {
  const [role] = await service.sql<{ id: string }>(workspace, 'select id from roles where key = ?', [key]);
  return role!.id;
}

/** Visits the provider and returns with its callback parameters. */
async function visitProvider(
  slug = 'acme',
  query = '',
): Promise<{ callback: Record<string, string>; url: URL }> {
  const started = await service.rest('GET', `/api/auth/sso/${slug}${query}`, undefined, { as: null });
  expect(started.status).toBe(200);
  const { authorization_url: url } = started.body.data;
  return { callback: await browse(url, REDIRECT), url: new URL(url) };
}

const completeSignIn = (callback: object) =>
  service.rest('POST', '/api/auth/sso/callback', callback, { as: null });

async function signIn(slug = 'acme'): Promise<Reply> {
  return completeSignIn((await visitProvider(slug)).callback);
}

function refusedFor(reply: Reply): string {
  expect([reply.status, reply.body.error?.code]).toEqual([401, 'SSO_FAILED']);
  return reply.body.error.details.reason;
}

const countSessions = async () =>
  (await service.sql(service.acme, 'select id from sessions where sso_tenant_id is not null')).length;

describe('single sign-on', () => {
  it('creates a member on the first sign-in of a person with a proven domain and recognizes them on the second', async () => {
    const first = await signIn();
    expect(first).toMatchObject({
      status: 200,
      body: {
        data: {
          user: { email: 'ada@acme.example', name: 'Ada Byron' },
          memberships: [{ tenant: { slug: 'acme' } }],
        },
      },
    });
    const { access_token: token, user } = first.body.data;
    const headers = { authorization: `Bearer ${token}` };
    // The session is bound to its workspace, so there is no x-tenant-id header.
    const session = await service.rest('GET', '/api/auth/session', undefined, { as: null, headers });
    expect(session.body.data).toMatchObject({ roles: ['member'], tenant: { slug: 'acme' } });
    // The email address may change at the provider because the subject identifies the person.
    provider.account = { sub: 'ada', email: 'countess@elsewhere.example', email_verified: false };
    expect((await signIn()).body.data.user).toMatchObject({ id: user.id, email: 'ada@acme.example' });
    const events = await service.sql<{ action: string }>(
      service.acme,
      'select action from audit_entries where target_id = ? or changes::text like ? order by seq',
      [user.id, `%${user.id}%`],
    );
    expect(events.map(({ action }) => action)).toEqual(['member.joined', 'auth.signed_in', 'auth.signed_in']);
  });

  it('creates one person when their first sign-in runs twice at the same time', async () => {
    provider.account = { sub: 'twin', email: 'twin@acme.example', email_verified: true };
    const visits = [await visitProvider(), await visitProvider(), await visitProvider()];
    const replies = await Promise.all(visits.map(({ callback }) => completeSignIn(callback)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(replies.map(({ body }) => body.data.user.id)).size).toBe(1);
  });

  it('signs in to the existing account with its roles', async () => {
    const { admin } = service.acme.people;
    provider.account = { sub: 'the-admin', email: 'ADMIN@acme.example', email_verified: true };
    expect((await signIn()).body.data.user.id).toBe(admin.userId);
  });

  it('redirects the browser with PKCE, a nonce, a state and the requested maximum age', async () => {
    const { url } = await visitProvider('acme', '?max_age=0');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'platform',
      redirect_uri: REDIRECT,
      code_challenge_method: 'S256',
      max_age: '0',
      nonce: expect.stringMatching(/^.{43}$/),
    });
    expect(url.search).not.toContain(provider.clientSecret);
  });

  it('creates a session as fresh as the authentication at the provider', async () => {
    const old = Math.floor(Date.now() / 1000) - 3600;
    const { callback, url } = await visitProvider();
    provider.forgeToken = () => provider.sign({ ...claims(url), auth_time: old });
    const { access_token: token } = (await completeSignIn(callback)).body.data;
    const headers = { authorization: `Bearer ${token}` };
    const session = await service.rest('GET', '/api/auth/session', undefined, { as: null, headers });
    expect(Date.parse(session.body.data.auth_time)).toBe(old * 1000);
  });

  it('lets groups decide only the mapped roles', async () => {
    const [member, viewer, manager] = [
      await roleId(service.acme, 'member'),
      await roleId(service.acme, 'viewer'),
      await roleId(service.acme, 'manager'),
    ];
    await connect(service.acme, { default_role_id: member, group_map: { sales: manager, guests: viewer } });
    provider.account = {
      sub: 'eve',
      email: 'eve@acme.example',
      email_verified: true,
      groups: ['sales', 'chess'],
    };
    const rolesOf = async () => {
      const headers = { authorization: `Bearer ${(await signIn()).body.data.access_token}` };
      return (await service.rest('GET', '/api/auth/session', undefined, { as: null, headers })).body.data
        .roles;
    };
    expect(await rolesOf()).toEqual(['manager', 'member']);
    provider.account.groups = ['guests'];
    expect(await rolesOf()).toEqual(['member', 'viewer']);
    provider.account.groups = [];
    expect(await rolesOf()).toEqual(['member']);
  });
});

/** Returns the claims of a valid identity token. */
function claims(url: URL): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000);
  const { account, issuer, clientId } = provider;
  return {
    iss: issuer,
    aud: clientId,
    iat: now,
    exp: now + 300,
    nonce: url.searchParams.get('nonce'),
    ...account,
  };
}

describe('an identity token', () => {
  const now = Math.floor(Date.now() / 1000);

  it.each<[string, object, string]>([
    ['belongs to another sign-in', { nonce: 'another' }, 'nonce_mismatch'],
    ['is for another client', { aud: 'somebody-else' }, 'audience_mismatch'],
    [
      'is for several clients and was issued to another one',
      { aud: ['platform', 'b'], azp: 'b' },
      'audience_mismatch',
    ],
    ['is from another issuer', { iss: 'https://evil.example.com' }, 'issuer_mismatch'],
    ['has expired', { iat: now - 400, exp: now - 100 }, 'token_expired'],
    ['was issued long ago', { iat: now - 3600 }, 'token_expired'],
    ['was issued in the future', { iat: now + 600 }, 'token_expired'],
    ['has no nonce', { nonce: undefined }, 'token_invalid'],
    ['has no subject', { sub: undefined }, 'token_invalid'],
  ])('is refused when it %s', async (_, wrong, reason) => {
    const before = await countSessions();
    const { callback, url } = await visitProvider();
    provider.forgeToken = () => provider.sign({ ...claims(url), ...wrong });
    expect(refusedFor(await completeSignIn(callback))).toBe(reason);
    expect(await countSessions()).toBe(before);
  });

  it('is accepted when it expired within the clock tolerance', async () => {
    const { callback, url } = await visitProvider();
    const seconds = Math.floor(Date.now() / 1000);
    provider.forgeToken = () => provider.sign({ ...claims(url), iat: seconds - 90, exp: seconds - 30 });
    expect((await completeSignIn(callback)).status).toBe(200);
  });

  it('is refused when it is unsigned, signed with the public key as a secret, or signed by a stranger', async () => {
    const text = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const stranger = await generateKeyPair('RS256');
    const forgeries: [(url: URL) => Promise<string>, string[]][] = [
      [async (url) => `${text({ alg: 'none' })}.${text(claims(url))}.`, ['token_invalid']],
      [
        (url) =>
          provider.sign(
            claims(url),
            { alg: 'HS256' },
            new TextEncoder().encode(JSON.stringify(provider.keys[0])),
          ),
        ['token_invalid'],
      ],
      [(url) => provider.sign(claims(url), {}, stranger.privateKey), ['signature_invalid']],
      [
        (url) => provider.sign(claims(url), { kid: 'unheard-of' }, stranger.privateKey),
        ['signature_invalid'],
      ],
    ];
    for (const [forge, reasons] of forgeries) {
      const { callback, url } = await visitProvider();
      provider.forgeToken = () => forge(url);
      expect(reasons).toContain(refusedFor(await completeSignIn(callback)));
    }
  });

  it('is refused when the authentication is older than the requested maximum age', async () => {
    const { callback, url } = await visitProvider('acme', '?max_age=60');
    provider.forgeToken = () => provider.sign({ ...claims(url), auth_time: now - 600 });
    expect(refusedFor(await completeSignIn(callback))).toBe('proof_too_old');
  });

  it('proves an email address only if the provider verified it and the workspace proved its domain', async () => {
    const attempts: [object, string][] = [
      [{ email_verified: false }, 'mail_unverified'],
      [{ email: undefined }, 'mail_unverified'],
      [{ email: 'new@globex.example' }, 'domain_unproven'],
      [{ email: 'new@sub.acme.example' }, 'domain_unproven'],
    ];
    for (const [wrong, reason] of attempts) {
      provider.account = { sub: `new-${reason}`, email: 'new@acme.example', email_verified: true, ...wrong };
      expect(refusedFor(await signIn())).toBe(reason);
    }
    expect(await service.sql(service.acme, "select id from users where email like 'new@%'")).toEqual([]);
  });
});

describe('the audit log of single sign-on', () => {
  const refusals = () =>
    service.sql(
      service.acme,
      "select * from audit_entries where action = 'sso_connection.sign_in_refused' order by seq",
    );

  it('records why a sign-in was refused', async () => {
    const before = (await refusals()).length;
    provider.account = { sub: 'a-stranger', email: 'stranger@globex.example', email_verified: true };
    expect(refusedFor(await signIn())).toBe('domain_unproven');
    expect((await refusals()).slice(before)).toMatchObject([
      {
        outcome: 'denied',
        error_code: 'SSO_FAILED',
        changes: [{ field: 'reason', from: null, to: 'domain_unproven' }],
      },
    ]);
  });

  it('records nothing for a forged state', async () => {
    const { callback } = await visitProvider();
    const before = (await refusals()).length;
    await completeSignIn(callback);
    expect(refusedFor(await completeSignIn(callback))).toBe('state_invalid');
    expect(await refusals()).toHaveLength(before);
  });
});

describe('a sign-in state', () => {
  it('can be used once, whatever the result', async () => {
    const { callback } = await visitProvider();
    expect((await completeSignIn(callback)).status).toBe(200);
    expect(refusedFor(await completeSignIn(callback))).toBe('state_invalid');
    const second = await visitProvider();
    expect(refusedFor(await completeSignIn({ ...second.callback, code: 'guessed' }))).toBe(
      'provider_refused',
    );
    expect(refusedFor(await completeSignIn(second.callback))).toBe('state_invalid');
  });

  it('is accepted once when many requests use it at the same time', async () => {
    const { callback } = await visitProvider();
    const replies = await Promise.all(Array.from({ length: 5 }, () => completeSignIn(callback)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('does not accept the code of another sign-in', async () => {
    const [own, other] = [await visitProvider(), await visitProvider()];
    expect(refusedFor(await completeSignIn({ ...own.callback, code: other.callback.code }))).toBe(
      'provider_refused',
    );
  });

  it('is refused when it is forged or older than ten minutes', async () => {
    for (const state of ['x', 'A'.repeat(64), `${'A'.repeat(63)}=`])
      expect(refusedFor(await completeSignIn({ code: 'x', state }))).toBe('state_invalid');
    const { callback } = await visitProvider();
    service.advance(601);
    expect(refusedFor(await completeSignIn(callback))).toBe('state_invalid');
    service.advance(0);
  });
});

describe('the connection to an identity provider', () => {
  it('is reported like an unknown workspace when it is switched off or missing', async () => {
    const ask = (slug: string) => service.rest('GET', `/api/auth/sso/${slug}`, undefined, { as: null });
    const { callback } = await visitProvider();
    await service.rest('PUT', '/api/settings/sso', { enabled: false });
    expect(refusedFor(await completeSignIn(callback))).toBe('connection_disabled');
    const replies = [await ask('acme'), await ask('globex'), await ask('nobody-at-all')];
    for (const { status, body } of replies)
      expect([status, { ...body.error, request_id: '' }]).toEqual([
        404,
        { ...replies[0]!.body.error, request_id: '' },
      ]);
  });

  it('refuses sign-ins while the provider is down and accepts them when it is back', async () => {
    const { callback } = await visitProvider();
    provider.down = true;
    expect(refusedFor(await completeSignIn(callback))).toBe('provider_unavailable');
    provider.down = false;
    expect((await signIn()).status).toBe(200);
  });

  it('redirects browsers only to its own host', async () => {
    for (const uri of [
      'https://evil.example.com/sso/callback',
      'nonsense',
      `${REDIRECT}?x=1`,
      'http://127.0.0.1:4001/',
    ]) {
      const reply = await service.rest(
        'GET',
        `/api/auth/sso/acme?redirect_uri=${encodeURIComponent(uri)}`,
        undefined,
        { as: null },
      );
      expect([reply.status, reply.body.error.fields[0].path]).toEqual([400, 'redirect_uri']);
    }
  });
});

describe('a person who uses single sign-on', () => {
  it('is refused without a membership where sign-in creates no members', async () => {
    await connect(service.acme, { default_role_id: null });
    provider.account = { sub: 'outsider', email: 'outsider@acme.example', email_verified: true };
    expect(refusedFor(await signIn())).toBe('not_a_member');
    expect(await service.sql(service.acme, "select id from users where email like 'outsider@%'")).toEqual([]);
  });

  it('is refused after removal from the workspace and after the account was closed', async () => {
    const { database, clock } = service.server.services;
    const deactivated = await database.write({ tenantId: service.acme.id }, async ({ db }) => {
      const now = clock.now();
      const userId = await createUser(db, { email: 'gone@acme.example', name: 'Gone', now });
      const times = { joined_at: now, created_at: now, updated_at: now };
      await db('memberships').insert({
        tenant_id: service.acme.id,
        id: userId,
        user_id: userId,
        status: 'deactivated',
        ...times,
      });
      return userId;
    });
    provider.account = { sub: 'gone', email: 'gone@acme.example', email_verified: true };
    expect(refusedFor(await signIn())).toBe('not_a_member');
    await database.write({}, ({ db }) =>
      db('users').where({ id: deactivated }).update({ status: 'suspended' }),
    );
    expect(refusedFor(await signIn())).toBe('account_closed');
  });

  it('cannot enter another workspace with the session, even as a member there', async () => {
    const { member } = service.acme.people;
    await service.server.services.database.write({ tenantId: service.globex.id }, ({ db }) =>
      db.raw(
        `insert into memberships (tenant_id, id, user_id, status, created_at, updated_at) values (?, ?, ?, 'active', now(), now())`,
        [service.globex.id, member.userId, member.userId],
      ),
    );
    provider.account = { sub: 'the-member', email: member.email, email_verified: true };
    const { access_token: token, memberships } = (await signIn()).body.data;
    expect(memberships.map((each: { tenant: { slug: string } }) => each.tenant.slug)).toEqual(['acme']);
    const headers = { authorization: `Bearer ${token}` };
    const selected = await service.rest(
      'POST',
      '/api/auth/tenant',
      { tenant_id: service.globex.id },
      { as: null, headers },
    );
    expect([selected.status, selected.body.error.code]).toEqual([403, 'TENANT_ACCESS_DENIED']);
    const byPassword = await service.rest('GET', '/api/auth/session', undefined, {
      as: { token: member.token, tenantId: service.acme.id },
    });
    expect(byPassword.status).toBe(200);
  });
});

describe('re-authentication through the provider', () => {
  function proveAgain(accessToken: string, sso: object) {
    const headers = { authorization: `Bearer ${accessToken}` };
    return service.rest('POST', '/api/auth/re-authenticate', { sso }, { as: null, headers });
  }

  it('makes the session fresh again from the time of the authentication', async () => {
    const { data } = (await signIn()).body;
    const { callback } = await visitProvider('acme', '?max_age=0');
    const { status, body } = await proveAgain(data.access_token, callback);
    expect(status).toBe(200);
    expect(Math.abs(Date.parse(body.data.auth_time) - Date.now())).toBeLessThan(60_000);
    expect(Date.parse(body.data.fresh_until)).toBeGreaterThan(Date.now());
  });

  it('is refused for another person and when the provider did not ask for credentials', async () => {
    const { data } = (await signIn()).body;
    const reasonOf = async (callback: object) =>
      (await proveAgain(data.access_token, callback)).body.error.details.reason;
    provider.account = { sub: 'eve', email: 'eve@acme.example', email_verified: true };
    await signIn();
    expect(await reasonOf((await visitProvider('acme', '?max_age=0')).callback)).toBe('other_person');
    provider.account = { sub: 'ada', email: 'ada@acme.example', email_verified: true };
    expect(await reasonOf((await visitProvider()).callback)).toBe('proof_too_old');
  });
});

describe('enforced single sign-on', () => {
  it("makes a password insufficient except for owners, and accepts the provider's session", async () => {
    await connect(service.acme, { enforced: true });
    const { member, owner } = service.acme.people;
    const refused = await service.rest('GET', '/api/companies', undefined, { as: member });
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { code: 'SSO_REQUIRED', details: { path: '/api/auth/sso/acme' } } },
    });
    const select = await service.rest(
      'POST',
      '/api/auth/tenant',
      { tenant_id: service.acme.id },
      { as: member },
    );
    expect(select.body.error.code).toBe('SSO_REQUIRED');
    expect((await service.rest('GET', '/api/companies', undefined, { as: owner })).status).toBe(200);
    expect(
      (await service.rest('GET', '/api/companies', undefined, { as: service.acme.service })).status,
    ).toBe(200);
    provider.account = { sub: 'the-member', email: member.email, email_verified: true };
    const headers = { authorization: `Bearer ${(await signIn()).body.data.access_token}` };
    expect((await service.rest('GET', '/api/companies', undefined, { as: null, headers })).status).toBe(200);
    // While the connection is off nobody could sign in.
    await service.rest('PUT', '/api/settings/sso', { enabled: false });
    expect((await service.rest('GET', '/api/companies', undefined, { as: member })).status).toBe(200);
    await service.rest('PUT', '/api/settings/sso', { enabled: false, enforced: false });
  });
});
