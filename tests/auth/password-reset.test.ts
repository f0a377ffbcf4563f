// Resetting a forgotten password, with real mail delivery: requested, used once, and reported.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { Inspector } from '../support/inspector.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { auditEntriesOf, joinWorkspace, newMember, signIn, signInTo } from '../support/people.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';

let mail: MailServer;
let service: TestService;
let worker: Worker;
let inspector: Inspector;

beforeAll(async () => {
  mail = await startMailServer();
  service = await startService({ SMTP_URL: mail.url, PUBLIC_URL: 'https://crm.example.com' });
  const { services, app } = service.server;
  worker = await startWorker(services, service.databaseUrl, app.log);
  inspector = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await worker?.stop();
  await service?.stop();
  await mail?.stop();
});

const NEW_PASSWORD = 'a brand new passphrase';
const forgot = (email: string): Promise<Reply> =>
  service.rest('POST', '/api/auth/password/forgot', { email }, { as: null });
const reset = (token: string, password = NEW_PASSWORD): Promise<Reply> =>
  service.rest('POST', '/api/auth/password/reset', { token, password }, { as: null });

async function tokenFor(email: string): Promise<string> {
  await forgot(email);
  const { text } = await mail.next(email);
  return /^https:\/\/crm\.example\.com\/reset-password#token=([\w-]+)$/m.exec(text)![1]!;
}

describe('requesting a password reset', () => {
  it('gives known and unknown addresses the same response, and sends mail to known ones only', async () => {
    const { email } = await newMember(service, service.acme);
    const jobs = async () => (await inspector.query('select from graphile_worker._private_jobs')).length;
    await worker.stop();
    const before = await jobs();
    const [known, unknown] = [await forgot(` ${email.toUpperCase()}`), await forgot('nobody@people.example')];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(await jobs()).toBe(before + 2);
    worker = await startWorker(service.server.services, service.databaseUrl, service.server.app.log);
    await mail.next(email);
    await tokenFor((await newMember(service, service.acme)).email);
    expect(mail.to('nobody@people.example')).toEqual([]);
  });

  it('is audited in each workspace of the person, and nowhere for an unknown address', async () => {
    const { email, userId } = await newMember(service, service.acme);
    await joinWorkspace(service, service.globex, userId);
    const entries = async () =>
      (await inspector.query(`select from audit_entries where action = 'auth.password_reset_requested'`))
        .length;
    const before = await entries();
    await forgot('nobody@people.example');
    await tokenFor(email);
    for (const workspace of [service.acme, service.globex]) {
      expect(await auditEntriesOf(service, workspace, userId)).toMatchObject([
        { action: 'auth.password_reset_requested', outcome: 'success', actor: { type: 'user', id: userId } },
      ]);
    }
    expect(await entries()).toBe(before + 2);
    const [entry] = await inspector.query('select * from audit_entries where target_id = $1', [userId]);
    expect(entry).toMatchObject({
      operation: 'RequestPasswordReset',
      surface: 'rest',
      ip: '127.0.0.1',
      request_id: expect.any(String),
    });
  });

  it('sends no mail to a suspended person', async () => {
    const { email, userId } = await newMember(service, service.acme);
    await inspector.query(`update users set status = 'suspended' where id = $1`, [userId]);
    await forgot(email);
    await tokenFor((await newMember(service, service.acme)).email);
    expect(mail.to(email)).toEqual([]);
  });

  it('sends at most five links an hour to one address', async () => {
    const { email } = await newMember(service, service.acme);
    for (let n = 0; n < 5; n += 1) await tokenFor(email);
    await forgot(email);
    await tokenFor((await newMember(service, service.acme)).email);
    expect(mail.to(email)).toHaveLength(5);
  });
});

describe('a password reset link', () => {
  it('sets the password once, ends every session, and is reported by mail and in the audit of each workspace', async () => {
    const { email, userId } = await newMember(service, service.acme);
    await joinWorkspace(service, service.globex, userId);
    const as = await signInTo(service, service.acme, email);
    const token = await tokenFor(email);
    const done = await reset(token);
    expect(done.body.data).toEqual({ sessions_ended: 1 });
    const revoked = await service.rest('GET', '/api/auth/session', undefined, { as });
    expect(revoked.body.error.code).toBe('TOKEN_REVOKED');
    expect((await signIn(service, email)).status).toBe(401);
    expect((await signIn(service, email, { password: NEW_PASSWORD })).status).toBe(200);
    expect((await mail.next(email)).subject).toBe('Your password was changed');
    for (const workspace of [service.acme, service.globex]) {
      const lines = await auditEntriesOf(service, workspace, userId);
      expect(lines.filter(({ action }) => action === 'auth.password_reset')).toHaveLength(1);
    }
    expect(await reset(token)).toMatchObject({ status: 410, body: { error: { code: 'GONE' } } });
  });

  it('works once, even when it is used twice at the same moment', async () => {
    const { email } = await newMember(service, service.acme);
    const token = await tokenFor(email);
    const replies = await Promise.all([reset(token), reset(token, 'yet another new passphrase')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  it('expires after an hour, or as soon as another link is used', async () => {
    const { email } = await newMember(service, service.acme);
    const [first, second] = [await tokenFor(email), await tokenFor(email)];
    expect((await reset(second)).status).toBe(200);
    expect((await reset(first)).status).toBe(410);
    await mail.next(email);
    const third = await tokenFor(email);
    service.advance(3601);
    expect((await reset(third)).status).toBe(410);
    service.advance(0);
  });

  it('enforces the password rules, and is not used up by a rejected password', async () => {
    const { email } = await newMember(service, service.acme);
    const token = await tokenFor(email);
    expect((await reset(token, 'too short')).body.error.fields).toMatchObject([
      { path: 'password', rule: 'min_length' },
    ]);
    expect((await reset(token)).status).toBe(200);
  });

  it('returns 404 when it was never issued', async () => {
    expect(await reset('made up')).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
  });

  it('is stored only as a digest', async () => {
    const { email } = await newMember(service, service.acme);
    const token = await tokenFor(email);
    const rows = await inspector.query('select to_jsonb(p)::text as row from password_resets p');
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
