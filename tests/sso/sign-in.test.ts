// Signing in with the identity provider of a workspace, as a browser does, and every way in which that is refused.
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
  Object.assign(provider, { forge: undefined, down: false });
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

/** Goes to the provider and comes back. */
async function visit(slug = 'acme', query = ''): Promise<{ callback: Record<string, string>; url: URL }> {
  const started = await service.rest('GET', `/api/auth/sso/${slug}${query}`, undefined, { as: null });
  expect(started.status).toBe(200);
  const { authorization_url: url } = started.body.data;
  return { callback: await browse(url, REDIRECT), url: new URL(url) };
}

const complete = (callback: object) => service.rest('POST', '/api/auth/sso/callback', callback, { as: null });

async function signIn(slug = 'acme'): Promise<Reply> {
  return complete((await visit(slug)).callback);
}

function refusedFor(reply: Reply): string {
  expect([reply.status, reply.body.error?.code]).toEqual([401, 'SSO_FAILED']);
  return reply.body.error.details.reason;
}

const countSessions = async () =>
  (await service.sql(service.acme, 'select id from sessions where sso_tenant_id is not null')).length;

describe('single sign-on', () => {
  it('makes a stranger of a proven domain a member on the first sign-in, and knows them on the second', async () => {
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
    // Bound to its workspace: no x-tenant-id.
    const session = await service.rest('GET', '/api/auth/session', undefined, { as: null, headers });
    expect(session.body.data).toMatchObject({ roles: ['member'], tenant: { slug: 'acme' } });
    // The address may change at the provider: the subject is who it is.
    provider.account = { sub: 'ada', email: 'countess@elsewhere.example', email_verified: false };
    expect((await signIn()).body.data.user).toMatchObject({ id: user.id, email: 'ada@acme.example' });
    const told = await service.sql<{ action: string }>(
      service.acme,
      'select action from audit_entries where target_id = ? or changes::text like ? order by seq',
      [user.id, `%${user.id}%`],
    );
    expect(told.map(({ action }) => action)).toEqual(['member.joined', 'auth.signed_in', 'auth.signed_in']);
  });

  it('is one person for two first sign-ins at once', async () => {
    provider.account = { sub: 'twin', email: 'twin@acme.example', email_verified: true };
    const visits = [await visit(), await visit(), await visit()];
    const replies = await Promise.all(visits.map(({ callback }) => complete(callback)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(replies.map(({ body }) => body.data.user.id)).size).toBe(1);
  });

  it('finds the account that stands, with its roles', async () => {
    const { admin } = service.acme.people;
    provider.account = { sub: 'the-admin', email: 'ADMIN@acme.example', email_verified: true };
    expect((await signIn()).body.data.user.id).toBe(admin.userId);
  });

  it('sends the browser with PKCE, a nonce and a state, and the age that was asked for', async () => {
    const { url } = await visit('acme', '?max_age=0');
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

  it('gives a session that is as fresh as the proof at the provider', async () => {
    const old = Math.floor(Date.now() / 1000) - 3600;
    const { callback, url } = await visit();
    provider.forge = () => provider.sign({ ...claims(url), auth_time: old });
    const { access_token: token } = (await complete(callback)).body.data;
    const headers = { authorization: `Bearer ${token}` };
    const session = await service.rest('GET', '/api/auth/session', undefined, { as: null, headers });
    expect(Date.parse(session.body.data.auth_time)).toBe(old * 1000);
  });

  it('lets groups decide on the roles that are mapped, and on no others', async () => {
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

/** Claims of a sound identity token. */
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
    ['of another sign-in', { nonce: 'another' }, 'nonce_mismatch'],
    ['for another client', { aud: 'somebody-else' }, 'audience_mismatch'],
    ['for several clients, made for another one', { aud: ['platform', 'b'], azp: 'b' }, 'audience_mismatch'],
    ['of another issuer', { iss: 'https://evil.example.com' }, 'issuer_mismatch'],
    ['that has expired', { iat: now - 400, exp: now - 100 }, 'token_expired'],
    ['that was made long ago', { iat: now - 3600 }, 'token_expired'],
    ['of the future', { iat: now + 600 }, 'token_expired'],
    ['without a nonce', { nonce: undefined }, 'token_invalid'],
    ['without a subject', { sub: undefined }, 'token_invalid'],
  ])('%s is refused', async (_, wrong, reason) => {
    const before = await countSessions();
    const { callback, url } = await visit();
    provider.forge = () => provider.sign({ ...claims(url), ...wrong });
    expect(refusedFor(await complete(callback))).toBe(reason);
    expect(await countSessions()).toBe(before);
  });

  it('that expired within the tolerance of clocks is taken', async () => {
    const { callback, url } = await visit();
    const seconds = Math.floor(Date.now() / 1000);
    provider.forge = () => provider.sign({ ...claims(url), iat: seconds - 90, exp: seconds - 30 });
    expect((await complete(callback)).status).toBe(200);
  });

  it('whose signature is none, the public key as a secret, or that of a stranger, is refused', async () => {
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
      const { callback, url } = await visit();
      provider.forge = () => forge(url);
      expect(reasons).toContain(refusedFor(await complete(callback)));
    }
  });

  it('of a person who was asked too long ago is refused when the age was limited', async () => {
    const { callback, url } = await visit('acme', '?max_age=60');
    provider.forge = () => provider.sign({ ...claims(url), auth_time: now - 600 });
    expect(refusedFor(await complete(callback))).toBe('proof_too_old');
  });

  it('proves an address only when the provider has verified it and the workspace has proven its domain', async () => {
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

describe('the audit', () => {
  const refusals = () =>
    service.sql(
      service.acme,
      "select * from audit_entries where action = 'sso_connection.sign_in_refused' order by seq",
    );

  it('tells the workspace why somebody was not let in', async () => {
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

  it('is not written by who makes up a state', async () => {
    const { callback } = await visit();
    const before = (await refusals()).length;
    await complete(callback);
    expect(refusedFor(await complete(callback))).toBe('state_invalid');
    expect(await refusals()).toHaveLength(before);
  });
});

describe('a state', () => {
  it('is good once, whatever came of it', async () => {
    const { callback } = await visit();
    expect((await complete(callback)).status).toBe(200);
    expect(refusedFor(await complete(callback))).toBe('state_invalid');
    const second = await visit();
    expect(refusedFor(await complete({ ...second.callback, code: 'guessed' }))).toBe('provider_refused');
    expect(refusedFor(await complete(second.callback))).toBe('state_invalid');
  });

  it('is good for one of many who bring it at once', async () => {
    const { callback } = await visit();
    const replies = await Promise.all(Array.from({ length: 5 }, () => complete(callback)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('does not carry the code of another sign-in', async () => {
    const [mine, theirs] = [await visit(), await visit()];
    expect(refusedFor(await complete({ ...mine.callback, code: theirs.callback.code }))).toBe(
      'provider_refused',
    );
  });

  it('that was made up, or is older than ten minutes, is refused', async () => {
    for (const state of ['x', 'A'.repeat(64), `${'A'.repeat(63)}=`])
      expect(refusedFor(await complete({ code: 'x', state }))).toBe('state_invalid');
    const { callback } = await visit();
    service.advance(601);
    expect(refusedFor(await complete(callback))).toBe('state_invalid');
    service.advance(0);
  });
});

describe('a connection', () => {
  it('that is switched off, or was never made, looks like a workspace that is not there', async () => {
    const ask = (slug: string) => service.rest('GET', `/api/auth/sso/${slug}`, undefined, { as: null });
    const { callback } = await visit();
    await service.rest('PUT', '/api/settings/sso', { enabled: false });
    expect(refusedFor(await complete(callback))).toBe('connection_disabled');
    const replies = [await ask('acme'), await ask('globex'), await ask('nobody-at-all')];
    for (const { status, body } of replies)
      expect([status, { ...body.error, request_id: '' }]).toEqual([
        404,
        { ...replies[0]!.body.error, request_id: '' },
      ]);
  });

  it('whose provider is down refuses, and goes on when it is back', async () => {
    const { callback } = await visit();
    provider.down = true;
    expect(refusedFor(await complete(callback))).toBe('provider_unavailable');
    provider.down = false;
    expect((await signIn()).status).toBe(200);
  });

  it('sends browsers back to its own host alone', async () => {
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

describe('a person', () => {
  it('without membership stays out where nobody is let in by the first sign-in', async () => {
    await connect(service.acme, { default_role_id: null });
    provider.account = { sub: 'outsider', email: 'outsider@acme.example', email_verified: true };
    expect(refusedFor(await signIn())).toBe('not_a_member');
    expect(await service.sql(service.acme, "select id from users where email like 'outsider@%'")).toEqual([]);
  });

  it('who was put out of the workspace stays out, and one whose account is closed too', async () => {
    const { database, clock } = service.server.services;
    const gone = await database.write({ tenantId: service.acme.id }, async ({ db }) => {
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
    await database.write({}, ({ db }) => db('users').where({ id: gone }).update({ status: 'suspended' }));
    expect(refusedFor(await signIn())).toBe('account_closed');
  });

  it('enters no other workspace with the session, though a member there', async () => {
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

describe('a new proof of the same person', () => {
  function proveAgain(accessToken: string, sso: object) {
    const headers = { authorization: `Bearer ${accessToken}` };
    return service.rest('POST', '/api/auth/re-authenticate', { sso }, { as: null, headers });
  }

  it('makes the session fresh again from when the provider asked', async () => {
    const { data } = (await signIn()).body;
    const { callback } = await visit('acme', '?max_age=0');
    const { status, body } = await proveAgain(data.access_token, callback);
    expect(status).toBe(200);
    expect(Math.abs(Date.parse(body.data.auth_time) - Date.now())).toBeLessThan(60_000);
    expect(Date.parse(body.data.fresh_until)).toBeGreaterThan(Date.now());
  });

  it('is not one of somebody else, and none for which the provider did not ask', async () => {
    const { data } = (await signIn()).body;
    const reasonOf = async (callback: object) =>
      (await proveAgain(data.access_token, callback)).body.error.details.reason;
    provider.account = { sub: 'eve', email: 'eve@acme.example', email_verified: true };
    await signIn();
    expect(await reasonOf((await visit('acme', '?max_age=0')).callback)).toBe('other_person');
    provider.account = { sub: 'ada', email: 'ada@acme.example', email_verified: true };
    expect(await reasonOf((await visit()).callback)).toBe('proof_too_old');
  });
});

describe('where single sign-on is enforced', () => {
  it('a password is not enough but for owners, and the session of the provider is', async () => {
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
    // With the connection off nobody could come in.
    await service.rest('PUT', '/api/settings/sso', { enabled: false });
    expect((await service.rest('GET', '/api/companies', undefined, { as: member })).status).toBe(200);
    await service.rest('PUT', '/api/settings/sso', { enabled: false, enforced: false });
  });
});
