// Two processes on one database act as one service: they share limits, sessions, keys and jobs, and either may be killed.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { notifyChange } from '../../src/access/purge.ts';
import { createUser } from '../../src/domains/tenants/service.ts';
import { queueMail } from '../../src/mail/queue.ts';
import { Inspector } from '../support/inspector.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { endProcesses, newFolder, type Process, start, stop } from '../support/process.ts';
import { type Identity, PASSWORD, startService, type TestService } from '../support/service.ts';

/** The processes start while the other tests are running. */
const PUBLIC_URL = 'http://platform.example';

let service: TestService;
let inspector: Inspector;
let mail: MailServer;
let first: Running;
let second: Running;

const compiled = newFolder();

interface Running {
  url: string;
  process: Process;
}

async function launch(settings: Record<string, string> = {}): Promise<Running> {
  const process = await start({
    DATABASE_URL: service.databaseUrl,
    SECRET_KEY: service.server.services.config.secretKey.toString('hex'),
    PUBLIC_URL,
    DATA_DIR: newFolder(),
    PORT: '0',
    LOG_LEVEL: 'silent',
    SMTP_URL: mail.url,
    // The process that starts second finds the compiled code.
    NODE_COMPILE_CACHE: compiled,
    ...settings,
  });
  return { url: /ready at (\S+)/.exec(process.stderr())![1]!, process };
}

beforeAll(async () => {
  service = await startService({ PUBLIC_URL });
  inspector = await Inspector.open(service.databaseUrl);
  mail = await startMailServer();
  first = await launch();
  second = await launch();
});

afterAll(async () => {
  await endProcesses();
  await mail?.stop();
  await inspector?.close();
  await service?.stop();
});

// Resets the limits, so that no test affects the next.
beforeEach(() => inspector.query('delete from rate_limits'));

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read nested members
  body: any;
}

/** Sends a request to one process; the status is 0 if the process is gone. */
async function call(
  { url }: Running,
  method: string,
  path: string,
  { as, body, key }: { as?: Identity; body?: object; key?: string } = {},
): Promise<Answer> {
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(as && { authorization: `Bearer ${as.token}`, 'x-tenant-id': as.tenantId }),
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return { status: 0, body: undefined };
  }
}

/** Waits for an effect that reaches another process a moment later. */
async function within(milliseconds: number, holds: () => Promise<boolean> | boolean): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('it does not come to hold');
    await sleep(20);
  }
}

const companiesNamed = async (name: string) =>
  (await service.sql(service.acme, 'select id from companies where name = ?', [name])).length;

describe('two processes on one database', () => {
  it('count failed sign-ins together', async () => {
    const email = 'two-processes@acme.example';
    const { database, clock } = service.server.services;
    await database.write({}, ({ db }) =>
      createUser(db, { email, name: 'Two', password: PASSWORD, now: clock.now() }),
    );
    const attempt = (on: Running, password: string) =>
      call(on, 'POST', '/api/auth/sign-in', { body: { email, password } });
    for (let n = 0; n < 10; n += 1)
      expect((await attempt(n % 2 ? first : second, 'not the passphrase')).status).toBe(401);
    for (const on of [first, second]) {
      const refused = await attempt(on, PASSWORD);
      expect(refused).toMatchObject({
        status: 429,
        body: { error: { details: { policy: 'auth-identity' } } },
      });
    }
  });

  it('count the calls of a person together', async () => {
    const as = service.globex.people.viewer;
    const statuses: number[] = [];
    // In waves, because a loaded process refuses too many calls at once for another reason.
    for (let wave = 0; wave < 17; wave += 1)
      statuses.push(
        ...(await Promise.all(
          Array.from(
            { length: 20 },
            async (_, n) => (await call(n % 2 ? first : second, 'GET', '/api/auth/session', { as })).status,
          ),
        )),
      );
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    const allowed = statuses.filter((status) => status === 200).length;
    expect(allowed).toBeLessThanOrEqual(300);
    expect(allowed).toBeGreaterThan(250);
  });

  it('both refuse a session that one of them has ended', async () => {
    const as = await service.session(service.acme, 'manager');
    for (const on of [first, second])
      expect((await call(on, 'GET', '/api/companies', { as })).status).toBe(200);
    expect((await call(first, 'POST', '/api/auth/sign-out', { as, body: {} })).status).toBe(200);
    expect((await call(first, 'GET', '/api/companies', { as })).status).toBe(401);
    await within(10_000, async () => (await call(second, 'GET', '/api/companies', { as })).status === 401);
  });

  it('both know of a removed role and of a revoked token', async () => {
    const as = await service.session(service.acme, 'member');
    const token = await service.token(service.acme, { kind: 'service', scopes: ['crm.companies:read'] });
    const both = async (status: number, who: Identity, method = 'GET') => {
      const body = method === 'POST' ? { name: `Role ${randomUUID()}` } : undefined;
      const answers = await Promise.all(
        [first, second].map((on) => call(on, method, '/api/companies', { as: who, ...(body && { body }) })),
      );
      return answers.every((answer) => answer.status === status);
    };
    expect(await both(201, as, 'POST')).toBe(true);
    expect(await both(200, token)).toBe(true);
    const { userId } = service.acme.people.member;
    await service.server.services.database.write({ tenantId: service.acme.id }, async ({ db }) => {
      await db.raw(
        `update membership_roles set role_id = (select id from roles where tenant_id = :tenant and key = 'viewer')
         where tenant_id = :tenant and membership_id = (select id from memberships where tenant_id = :tenant and user_id = :user)`,
        { tenant: service.acme.id, user: userId },
      );
      await notifyChange(db, userId);
      const [{ id }] = await db('api_tokens')
        .where({ tenant_id: service.acme.id, last_four: token.token.slice(-4) })
        .update({ revoked_at: new Date() })
        .returning('id');
      await notifyChange(db, id);
    });
    await within(10_000, () => both(403, as, 'POST'));
    await within(10_000, () => both(401, token));
  });

  it('run a call with one idempotency key once, whichever receives it', async () => {
    const [name, key] = [`Raced ${randomUUID()}`, randomUUID()];
    const as = service.acme.people.owner;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        call(n % 2 ? first : second, 'POST', '/api/companies', { as, key, body: { name } }),
      ),
    );
    const created = answers.filter(({ status }) => status === 201);
    expect(new Set(created.map(({ body }) => body.data.id)).size).toBe(1);
    expect(
      answers.filter(({ status, body }) => status !== 201 && body.error.code !== 'IDEMPOTENCY_IN_PROGRESS'),
    ).toEqual([]);
    expect(await companiesNamed(name)).toBe(1);
  });

  it('run each job once', async () => {
    const addresses = Array.from({ length: 40 }, (_, n) => `once-${n}@acme.example`);
    await queue(addresses);
    await within(30_000, () => addresses.every((address) => mail.to(address).length > 0));
    await sleep(500);
    expect(addresses.filter((address) => mail.to(address).length !== 1)).toEqual([]);
  });
});

function queue(addresses: string[]): Promise<void> {
  const { services } = service.server;
  return services.database.write({}, async ({ db }) => {
    for (const to of addresses) await queueMail({ db, services }, { to, subject: 'Once', text: 'Once.' });
  });
}

describe('a process that is killed', () => {
  it('loses no answered request and leaves nothing half-written, while the other process continues', async () => {
    await expectNoLoss(first, second);
    first = await launch();
    await expectNoLoss(second, first);
  });

  it('leaves its job to the other process', async () => {
    // This server accepts the connection and never answers, so the mail stays in flight.
    const hole: Server = createServer().listen(0, '127.0.0.1');
    await once(hole, 'listening');
    const { port } = hole.address() as { port: number };
    await stop(first.process);
    const stuck = await launch({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    const connected = once(hole, 'connection');
    const address = `stuck-${randomUUID()}@acme.example`;
    await queue([address]);
    await connected;
    await stop(stuck.process, 'SIGKILL');
    hole.close();
    first = await launch();
    await within(90_000, () => mail.to(address).length > 0);
    await sleep(500);
    expect(mail.to(address)).toHaveLength(1);
  });
});

/** Writes through both processes, kills one, and repeats the unanswered calls on the other. */
async function expectNoLoss(victim: Running, survivor: Running): Promise<void> {
  const as = service.acme.service;
  const calls: { name: string; key: string; on: Running; status: number }[] = [];
  let running = true;
  const post = (on: Running, name: string, key: string) =>
    call(on, 'POST', '/api/companies', { as, key, body: { name, notes: `About ${name}` } });
  const client = async (on: Running): Promise<void> => {
    while (running) {
      const write = { name: `Survives ${randomUUID()}`, key: randomUUID(), on, status: 0 };
      calls.push(write);
      write.status = (await post(on, write.name, write.key)).status;
    }
  };
  const clients = [victim, victim, victim, victim, survivor, survivor].map(client);
  while (calls.length < 60) await sleep(5);
  victim.process.child.kill('SIGKILL');
  await victim.process.exited;
  running = false;
  await Promise.all(clients);
  expect(calls.filter(({ status }) => status === 201).length).toBeGreaterThan(30);
  expect(calls.filter(({ on, status }) => on === survivor && status !== 201)).toEqual([]);
  for (const { name, key, status } of calls) {
    // A call whose key is still locked by its transaction is repeated.
    if (status !== 201) await within(10_000, async () => (await post(survivor, name, key)).status === 201);
    expect([name, await companiesNamed(name)]).toEqual([name, 1]);
  }
  const incomplete = await inspector.query(
    `select c.name from companies c where c.name like 'Survives %' and not (
       (select count(*) from notes n where n.company_id = c.id) = 1
       and (select count(*) from audit_entries a where a.target_id = c.id and a.action = 'company.created') = 1
       and (select count(*) from events e where e.object_id = c.id and e.type = 'company.created') = 1)`,
  );
  expect(incomplete).toEqual([]);
}
