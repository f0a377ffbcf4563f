// Scheduled checks of API tokens: expiry notices by mail and event, and revocation of tokens without an owner.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { watchTokens } from '../../src/domains/api-access/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { Inspector } from '../support/inspector.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const DAY = 86_400;

let mail: MailServer;
let service: TestService;
let inspector: Inspector;
let worker: Worker;
let clockOffset = 0;
let serial = 0;

beforeAll(async () => {
  mail = await startMailServer();
  service = await startService({ SMTP_URL: mail.url });
  inspector = await Inspector.open(service.databaseUrl);
  const { services, app } = service.server;
  worker = await startWorker(services, service.databaseUrl, app.log);
});

afterAll(async () => {
  await worker?.stop();
  await inspector?.close();
  await service?.stop();
  await mail?.stop();
});

beforeEach(() => inspector.query('delete from api_tokens where tenant_id = $1', [service.acme.id]));

async function watchAfter(days: number): Promise<void> {
  clockOffset += days * DAY;
  service.advance(clockOffset);
  await watchTokens(service.server.services, service.server.app.log);
}

async function create(days: number, roleOfOwner: 'manager' | 'member' = 'manager') {
  const name = `Token ${++serial}`;
  const body = {
    name,
    scopes: ['crm.companies:read'],
    expires_at: new Date(service.server.services.clock.now().getTime() + days * DAY * 1000).toISOString(),
    owner_user_id: service.acme.people[roleOfOwner].userId,
  };
  const as = await service.session(service.acme, 'owner');
  const { data } = (await service.rest('POST', '/api/settings/api-access', body, { as })).body;
  return { id: data.id as string, secret: data.secret as string, name };
}

const notices = (id: string) =>
  service.sql<{ days: number }>(
    service.acme,
    `select (data -> 'object' ->> 'days_left')::int as days from events
     where object_id = ? and type = 'api_token.expiring' order by id`,
    [id],
  );

async function waitForMails(address: string, name: string, count: number): Promise<string[]> {
  const found = await until(() => {
    const mails = mail.to(address).filter(({ subject }) => subject?.includes(`${name} `));
    return mails.length >= count && mails;
  });
  return found.map(({ subject, text }) => `${subject}\n${text}`);
}

describe('the expiry of a token', () => {
  it('is announced 14, 3 and 0 days before, once each, to its owner and the admins', async () => {
    const { id, name, secret } = await create(20);
    await watchAfter(5);
    expect(await notices(id)).toEqual([]);
    for (const [days, announced] of [
      [1, [14]],
      [1, [14]],
      [10, [14, 3]],
      [3, [14, 3, 0]],
      [1, [14, 3, 0]],
    ] as const) {
      await watchAfter(days);
      expect((await notices(id)).map((notice) => notice.days)).toEqual(announced);
    }
    for (const role of ['owner', 'admin', 'manager'] as const) {
      const mails = await waitForMails(service.acme.people[role].email, name, 3);
      expect(mails).toHaveLength(3);
      expect(mails.join()).not.toContain(secret.slice(16));
    }
    expect(mail.to(service.acme.people.viewer.email)).toEqual([]);
    expect(mail.to(service.globex.people.owner.email)).toEqual([]);
  });

  it('is announced only on the days that remain when the token is short-lived', async () => {
    const { id } = await create(10);
    await watchAfter(1);
    expect(await notices(id)).toEqual([]);
    await watchAfter(7);
    expect((await notices(id)).map(({ days }) => days)).toEqual([3]);
  });

  it('is announced again after it was postponed', async () => {
    const { id } = await create(14.5);
    await watchAfter(1);
    const expires_at = new Date(
      service.server.services.clock.now().getTime() + 30 * DAY * 1000,
    ).toISOString();
    const as = await service.session(service.acme, 'owner');
    await service.rest('PATCH', `/api/settings/api-access/${id}`, { expires_at }, { as });
    await watchAfter(2);
    expect(await notices(id)).toHaveLength(1);
    await watchAfter(15);
    expect((await notices(id)).map(({ days }) => days)).toEqual([14, 14]);
  });
});

describe('a token whose owner has left', () => {
  const setMembershipStatus = (status: string) =>
    inspector.query('update memberships set status = $2 where user_id = $1', [
      service.acme.people.member.userId,
      status,
    ]);
  const read = async (id: string) => {
    const as = await service.session(service.acme, 'owner');
    const { data } = (await service.rest('GET', '/api/settings/api-access', undefined, { as })).body;
    return data.find((token: { id: string }) => token.id === id);
  };

  it('keeps working for 14 days, which the admins learn by mail, and is then revoked', async () => {
    const { id, name, secret } = await create(60, 'member');
    await setMembershipStatus('deactivated');
    await watchAfter(1);
    expect(await read(id)).toMatchObject({ owner_missing: true, status: 'active' });
    const mails = await waitForMails(service.acme.people.admin.email, name, 1);
    expect(mails[0]).toContain('no owner');
    const call = () =>
      service.rest('GET', '/api/companies', undefined, { as: { token: secret, tenantId: service.acme.id } });
    await watchAfter(13);
    expect((await call()).status).toBe(200);
    await watchAfter(1);
    expect(await read(id)).toMatchObject({ status: 'revoked', revoke_reason: 'owner_missing' });
    expect((await call()).body.error.code).toBe('TOKEN_REVOKED');
    const [entry] = await service.sql<{ actor: { type: string } }>(
      service.acme,
      `select actor from audit_entries where target_id = ? and action = 'api_token.revoked'`,
      [id],
    );
    expect(entry!.actor.type).toBe('system');
    await setMembershipStatus('active');
  });

  it('stays active when the owner returns or another owner is assigned', async () => {
    const [returned, reassigned] = [await create(60, 'member'), await create(60, 'member')];
    await setMembershipStatus('deactivated');
    await watchAfter(1);
    const as = await service.session(service.acme, 'owner');
    const { userId } = service.acme.people.manager;
    await service.rest(
      'PATCH',
      `/api/settings/api-access/${reassigned.id}`,
      { owner_user_id: userId },
      { as },
    );
    await setMembershipStatus('active');
    await watchAfter(1);
    for (const { id } of [returned, reassigned]) expect((await read(id)).owner_missing).toBe(false);
    await watchAfter(20);
    for (const { id } of [returned, reassigned]) expect((await read(id)).status).toBe('active');
  });
});
