// Invitations with real mail: sending, repeating, withdrawing, and accepting them with existing and new accounts.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { CallMaker } from '../support/calls.ts';
import { Inspector } from '../support/inspector.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { auditEntriesOf, newMember, signIn, signInTo } from '../support/people.ts';
import { type Ask, PASSWORD, type Reply, startService, type TestService } from '../support/service.ts';

let mail: MailServer;
let service: TestService;
let worker: Worker;
let inspector: Inspector;
let viewer: string;

beforeAll(async () => {
  mail = await startMailServer();
  service = await startService({ SMTP_URL: mail.url, PUBLIC_URL: 'https://crm.example.com' });
  const { services, app } = service.server;
  worker = await startWorker(services, service.databaseUrl, app.log);
  inspector = await Inspector.open(service.databaseUrl);
  viewer = await new CallMaker(service, service.acme).role('viewer');
});

afterAll(async () => {
  await inspector?.close();
  await worker?.stop();
  await service?.stop();
  await mail?.stop();
});

let count = 0;
const newAddress = () => `guest-${++count}@guests.example`;
const invite = (email: string, overrides: object = {}, ask: Ask = {}): Promise<Reply> =>
  service.rest('POST', '/api/settings/invitations', { email, role_ids: [viewer], ...overrides }, ask);
const accept = (body: object): Promise<Reply> =>
  service.rest('POST', '/api/auth/invitations/accept', body, { as: null });
const newAccount = (token: string) => ({ token, name: 'Grace Guest', password: PASSWORD });

/** Invites an address and returns the token from the mail. */
async function inviteAndReadToken(
  email: string,
  overrides: object = {},
  ask: Ask = {},
): Promise<{ id: string; token: string }> {
  const reply = await invite(email, overrides, ask);
  if (reply.status !== 201) throw new Error(reply.text);
  const { text } = await mail.next(email);
  return {
    id: reply.body.data.id,
    token: /^https:\/\/crm\.example\.com\/accept-invitation#token=([\w-]+)$/m.exec(text)![1]!,
  };
}

describe('an invitation', () => {
  it('grants roles and modules, lasts for 7 days and is listed among the members without a name', async () => {
    const email = newAddress();
    const reply = await invite(` ${email.toUpperCase()} `, { module_access: ['deals', 'crm', 'crm'] });
    expect(reply.body.data).toMatchObject({
      email,
      status: 'invited',
      name: null,
      user_id: null,
      roles: ['viewer'],
      role_ids: [viewer],
      module_access: ['crm', 'deals'],
      invited_by: { id: service.acme.people.owner.userId },
    });
    const { created_at: from, expires_at: to } = reply.body.data;
    expect(Date.parse(to) - Date.parse(from)).toBe(7 * 86_400_000);
    const { subject, text } = await mail.next(email);
    expect([subject, text.includes('owner of acme invites you to acme')]).toEqual(['Join acme', true]);
    const list = await service.rest('GET', '/api/settings/members?filter[status]=invited&pageSize=100');
    expect(list.body.data).toContainEqual(reply.body.data);
    const events = await service.sql(
      service.acme,
      `select data from events where type = 'member.invited' and object_id = ?`,
      [reply.body.data.id],
    );
    expect(events).toMatchObject([{ data: { object: { email, roles: ['viewer'] } } }]);
  });

  it('to an address with an account reveals nothing of the account', async () => {
    const person = await newMember(service, service.globex);
    const reply = await invite(person.email);
    expect(reply.body.data).toMatchObject({ name: null, user_id: null, avatar_url: null });
    expect(reply.text).not.toContain(person.userId);
  });

  it('keeps its id when it is repeated and gets a new link, the new roles and a new expiry', async () => {
    const email = newAddress();
    const first = await inviteAndReadToken(email);
    const manager = await new CallMaker(service, service.acme).role('manager');
    service.advance(6 * 86_400);
    const as = await service.session(service.acme, 'owner');
    const second = await inviteAndReadToken(email, { role_ids: [manager] }, { as });
    service.advance(10 * 86_400);
    expect(second.id).toBe(first.id);
    expect((await accept(newAccount(first.token))).status).toBe(404);
    expect((await accept(newAccount(second.token))).status).toBe(200);
    service.advance(0);
    const [member] = (await service.rest('GET', `/api/settings/members?filter[email]=${email}`)).body.data;
    expect(member.roles).toEqual(['manager']);
  });

  it('is stored with its token as a digest and its address in no job', async () => {
    const email = newAddress();
    const { token } = await inviteAndReadToken(email);
    for (const table of ['invitations', 'audit_entries', 'events', 'graphile_worker._private_jobs']) {
      const rows = await inspector.query(`select to_jsonb(t)::text as row from ${table} t`);
      expect(JSON.stringify(rows)).not.toContain(token);
    }
  });

  it.each([
    [{ email: 'nobody' }, 'email'],
    [{ email: 'a@b.example, c@d.example' }, 'email'],
    [{ role_ids: [] }, 'role_ids'],
    [{ role_ids: ['019e21c6-0000-7000-8000-000000000000'] }, 'role_ids'],
    [{ module_access: ['kitchen'] }, 'module_access[0]'],
  ])('is refused with %j and nothing is written', async (overrides, path) => {
    const before = await inspector.fingerprint(service.acme.id);
    const reply = await invite(newAddress(), overrides);
    expect(reply.status).toBe(400);
    expect(reply.body.error.fields).toMatchObject([{ path }]);
    expect(await inspector.fingerprint(service.acme.id)).toEqual(before);
  });

  it('to a role of another workspace is refused like an unknown role', async () => {
    const foreign = await new CallMaker(service, service.globex).role('viewer');
    const reply = await invite(newAddress(), { role_ids: [foreign] });
    expect(reply.body.error.fields).toMatchObject([{ path: 'role_ids', rule: 'exists' }]);
  });

  it('to an existing member is refused', async () => {
    const { email, memberId } = await newMember(service, service.acme);
    const reply = await invite(email);
    expect(reply).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'already_member', member_id: memberId } } },
    });
  });

  it('to ownership is reserved to owners, and no invitation grants more than the inviter has', async () => {
    const owner = await new CallMaker(service, service.acme).role('owner');
    const refused = await invite(newAddress(), { role_ids: [owner] }, { as: service.acme.people.admin });
    expect(refused).toMatchObject({ status: 403, body: { error: { details: { required_role: 'owner' } } } });
    expect((await invite(newAddress(), { role_ids: [owner] })).status).toBe(201);
    const [{ id: roleId }] = (await inspector.query<{ id: string }>(
      `insert into roles (tenant_id, id, key, name, grants, created_at, updated_at)
       values ($1, gen_random_uuid(), 'confidant', 'Confidant', '{contact_context_notes.read}', now(), now()) returning id`,
      [service.acme.id],
    )) as [{ id: string }];
    const byAdmin = await invite(newAddress(), { role_ids: [roleId] }, { as: service.acme.people.admin });
    expect(byAdmin.body.error.details).toEqual({ required_permission: 'contact_context_notes.read' });
    // This is the only permission that an owner may grant without holding it.
    expect((await invite(newAddress(), { role_ids: [roleId] })).status).toBe(201);
  });

  it('cannot be accepted or withdrawn again after it was withdrawn', async () => {
    const { id, token } = await inviteAndReadToken(newAddress());
    const withdrawn = await service.rest('DELETE', `/api/settings/invitations/${id}`);
    expect(withdrawn.body.data).toMatchObject({ id, deleted_at: expect.any(String) });
    expect((await accept(newAccount(token))).status).toBe(410);
    expect((await service.rest('DELETE', `/api/settings/invitations/${id}`)).status).toBe(404);
    const foreign = await service.rest(
      'DELETE',
      `/api/settings/invitations/${(await inviteAndReadToken(newAddress())).id}`,
      undefined,
      {
        as: service.globex.people.owner,
      },
    );
    expect(foreign.status).toBe(404);
  });
});

describe('the acceptance of an invitation', () => {
  it('creates an account for a new address, which can sign in and work', async () => {
    const email = newAddress();
    const { token } = await inviteAndReadToken(email);
    const joined = await accept(newAccount(token));
    expect(joined.body.data).toMatchObject({
      account_created: true,
      user: { email, name: 'Grace Guest', email_verified_at: expect.any(String) },
      tenant: { id: service.acme.id },
    });
    const as = await signInTo(service, service.acme, email);
    expect((await service.rest('GET', '/api/auth/session', undefined, { as })).body.data.roles).toEqual([
      'viewer',
    ]);
    const [member] = (await service.rest('GET', `/api/settings/members?filter[email]=${email}`)).body.data;
    expect(member).toMatchObject({
      status: 'active',
      name: 'Grace Guest',
      invited_by: { label: 'owner of acme' },
    });
    const lines = await auditEntriesOf(service, service.acme, member.id);
    expect(lines).toMatchObject([{ action: 'member.joined', actor: { type: 'user', id: member.user_id } }]);
    expect((await accept(newAccount(token))).status).toBe(410);
  });

  it('requires a name and password for a new account and leaves the invitation usable when they are missing', async () => {
    const { token } = await inviteAndReadToken(newAddress());
    for (const [body, path] of [
      [{ password: PASSWORD }, 'name'],
      [{ name: 'Grace' }, 'password'],
      [{ name: 'Grace', password: 'short' }, 'password'],
    ] as const)
      expect((await accept({ token, ...body })).body.error.fields).toMatchObject([{ path }]);
    expect((await accept(newAccount(token))).status).toBe(200);
  });

  it('joins an existing account by its password or its token and by no other', async () => {
    const [person, other] = [
      await newMember(service, service.globex),
      await newMember(service, service.globex),
    ];
    const { token } = await inviteAndReadToken(person.email);
    for (const body of [{}, { password: 'not the right one' }])
      expect(await accept({ token, ...body })).toMatchObject({
        status: 401,
        body: { error: { code: 'UNAUTHENTICATED' } },
      });
    const { token: foreign } = await signInTo(service, service.globex, other.email);
    const mismatch = await accept({ token, access_token: foreign });
    expect(mismatch).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'email_mismatch' } } },
    });
    expect((await accept({ token, access_token: 'made up' })).status).toBe(401);
    const { token: own } = await signInTo(service, service.globex, person.email);
    const joined = await accept({ token, access_token: own });
    expect(joined.body.data).toMatchObject({ account_created: false, user: { id: person.userId } });
    const memberships = (await signIn(service, person.email)).body.data.memberships;
    expect(memberships).toHaveLength(2);
  });

  it('keeps the name and password of an account that joins by password', async () => {
    const person = await newMember(service, service.globex);
    const { token } = await inviteAndReadToken(person.email);
    const joined = await accept({ token, password: PASSWORD, name: 'Another Name' });
    expect(joined.body.data).toMatchObject({ account_created: false, user: { id: person.userId } });
    expect(joined.body.data.user.name).not.toBe('Another Name');
  });

  it('is refused after 7 days and succeeds only once for simultaneous requests', async () => {
    const { token } = await inviteAndReadToken(newAddress());
    service.advance(7 * 86_400 + 1);
    expect(await accept(newAccount(token))).toMatchObject({ status: 410, body: { error: { code: 'GONE' } } });
    service.advance(0);
    const person = await newMember(service, service.globex);
    const { token: once } = await inviteAndReadToken(person.email);
    const replies = await Promise.all([1, 2, 3].map(() => accept({ token: once, password: PASSWORD })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
  });

  it('is refused for a suspended workspace', async () => {
    const { token } = await inviteAndReadToken(newAddress());
    const set = (status: string) =>
      inspector.query('update tenants set status = $2 where id = $1', [service.acme.id, status]);
    await set('suspended');
    expect((await accept(newAccount(token))).body.error.code).toBe('TENANT_SUSPENDED');
    await set('active');
    expect((await accept(newAccount(token))).status).toBe(200);
  });

  it('is answered as not found for an unknown token', async () => {
    expect((await accept(newAccount('made up'))).status).toBe(404);
  });
});

describe('an invitation of an owner or admin', () => {
  it.each(['owner', 'admin'])(
    'to the role %s requires a fresh session while one to another role does not',
    async (key) => {
      const maker = new CallMaker(service, service.acme);
      const stale = await service.session(service.acme, 'owner', 1_000);
      const before = await inspector.fingerprint();
      const email = newAddress();
      for (const role_ids of [[await maker.role(key)], [viewer, await maker.role(key)]]) {
        const refused = await invite(email, { role_ids }, { as: stale });
        expect([refused.status, refused.body.error.code]).toEqual([423, 'FRESH_SESSION_REQUIRED']);
      }
      expect(await inspector.fingerprint()).toEqual(before);
      const mutation = `mutation { createInvitation(input: {email: "${email}", roleIds: ["${await maker.role(key)}"]}) { id } }`;
      const refused = await service.graphql(mutation, {}, { as: stale });
      expect(refused.body.errors[0].extensions.code).toBe('FRESH_SESSION_REQUIRED');
      await inviteAndReadToken(newAddress(), {}, { as: stale });
      const fresh = await service.session(service.acme, 'owner');
      await inviteAndReadToken(email, { role_ids: [await maker.role(key)] }, { as: fresh });
    },
  );
});
