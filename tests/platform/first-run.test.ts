// The first and later runs of the service as people start it, stop it and kill it, and the demo in it.
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createDatabase } from '../support/database.ts';
import {
  type Demo,
  demo,
  endProcesses,
  freePort,
  launch,
  newFolder,
  type Process,
  start,
  stop,
} from '../support/process.ts';

const ROLES = ['owner', 'admin', 'manager', 'member', 'viewer'] as const;
/** The first start creates a PostgreSQL cluster while the other tests are running. */

let port = 0;

async function request(
  url: string,
  token?: string,
  tenantId?: string,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: tests read nested members; the contract test checks their shape
): Promise<{ status: number; body: any }> {
  const headers = {
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}`, 'idempotency-key': 'first-run' }),
    ...(tenantId && { 'x-tenant-id': tenantId }),
  };
  const sent = body && { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(url, { headers, ...sent });
  return { status: response.status, body: await response.json() };
}

/** Begins a sign-in and waits until the service has read its head and requests the body (RFC 9110 section 10.1.1). */
async function beginSignIn(body: string): Promise<Socket> {
  const client = connect(port, '127.0.0.1');
  client.on('error', () => undefined);
  const head = `POST /api/auth/sign-in HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n`;
  client.write(`${head}content-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`);
  const [response] = await once(client, 'data');
  expect(String(response)).toMatch(/^HTTP\/1.1 100 /);
  return client;
}

afterAll(endProcesses);

describe('the service in a fresh clone', () => {
  const dataDir = newFolder();
  const settings = { DATA_DIR: dataDir };
  let service: Process;
  let first: Demo;
  let created: string;

  it('starts with its own PostgreSQL and a demo and prints its progress and addresses', async () => {
    port = await freePort();
    service = await start({ PORT: String(port), ...settings });
    const output = service.stderr();
    expect(output).toMatch(/creating a PostgreSQL/);
    expect(output).toMatch(/loaded the demo: 360 companies, 900 contacts, 1200 notes/);
    for (const page of ['/api', '/graphql', '/graphiql', '/docs', '/api/agent/mcp']) {
      expect(output).toContain(`http://127.0.0.1:${port}${page}`);
    }
    expect(output).toMatch(/owner@.*speicherkai\.example/);
  });

  it('returns the tokens of everyone in the demo', async () => {
    first = await demo(settings);
    const url = `http://127.0.0.1:${port}`;
    expect(first).toMatchObject({
      base_url: url,
      graphql_url: `${url}/graphql`,
      operator: expect.any(String),
    });
    expect(first.tenants.map(({ slug }) => slug)).toEqual(['speicherkai', 'halvmane']);
    for (const { id, tokens } of first.tenants) {
      expect(Object.keys(tokens)).toEqual([...ROLES, 'agent']);
      for (const [role, token] of Object.entries(tokens)) {
        const { status, body } = await request(`${url}/api/companies?pageSize=5`, token, id);
        expect([role, status]).toEqual([role, 200]);
        expect(body.data).toHaveLength(5);
        const session = await request(`${url}/api/auth/session`, token, id);
        expect(session.body.data.roles).toEqual([role]);
      }
    }
    expect((await request(`${url}/api/auth/sessions`, first.operator)).status).toBe(200);
    expect(statSync(join(dataDir, 'demo-tokens.json')).mode & 0o777).toBe(0o600);
  });

  it('allows agents to write in the first demo workspace and not in the second', async () => {
    const [one, other] = first.tenants;
    const write = ({ id, tokens }: Demo['tenants'][number]) =>
      request(`${first.base_url}/api/companies`, tokens.agent, id, { name: 'Kept through restarts' });
    const done = await write(one!);
    expect(done.status).toBe(201);
    created = done.body.data.id;
    expect(await write(other!)).toMatchObject({
      status: 403,
      body: { error: { code: 'AGENT_AUTOMATION_DISABLED' } },
    });
  });

  it('returns new tokens on each request while the earlier ones keep working', async () => {
    const again = await demo({ PORT: String(port), DATA_DIR: dataDir });
    for (const [index, { id, tokens }] of again.tenants.entries()) {
      const before = first.tenants[index]!.tokens;
      expect(tokens.agent).toBe(before.agent);
      expect(tokens.owner).not.toBe(before.owner);
      expect((await request(`${first.base_url}/api/companies`, before.owner, id)).status).toBe(200);
    }
  });

  it('refuses a second process on its data folder', async () => {
    const second = launch('src/main.ts', { ...settings, PORT: String(await freePort()) });
    expect(await second.exited).toBe(1);
    expect(second.stderr()).toMatch(/^cannot start: .* is in use by another running instance \(pid \d+\)$/m);
  });

  it('finishes current requests on SIGTERM and exits with 0', async () => {
    const body = JSON.stringify({
      email: 'owner@speicherkai.example',
      password: 'welcome to the demo',
    });
    const client = await beginSignIn(body);
    const stopped = stop(service);
    client.write(body);
    const [[answer], code] = await Promise.all([once(client, 'data'), stopped]);
    expect([String(answer).slice(0, 15), code]).toEqual(['HTTP/1.1 200 OK', 0]);
    expect(existsSync(join(dataDir, 'service.json'))).toBe(false);
    await expect(demo(settings)).rejects.toThrow(/no service answers at http:\/\/127\.0\.0\.1:4000/);
  });

  it('keeps all data after a restart and after kill -9', async () => {
    for (const end of ['SIGKILL', 'SIGINT'] as const) {
      service = await start({ PORT: String(port), ...settings });
      expect(service.stderr()).not.toMatch(/loaded the demo/);
      const [workspace] = (await demo(settings)).tenants;
      const { tokens, id } = workspace!;
      expect(tokens.agent).toBe(first.tenants[0]!.tokens.agent);
      const { body } = await request(`${first.base_url}/api/companies/${created}`, tokens.viewer, id);
      expect(body.data).toMatchObject({ name: 'Kept through restarts' });
      await stop(service, end);
    }
    expect(await service.exited).toBe(0);
  });
});

describe('a shutdown', () => {
  it('that waits for a hanging request is cut short by a second signal', async () => {
    port = await freePort();
    const service = await start({ PORT: String(port), DATA_DIR: newFolder(), DEMO: '0' });
    const client = await beginSignIn('never sent');
    service.child.kill('SIGTERM');
    // npm repeats a signal immediately, and this repeat does not count as the second signal.
    await sleep(100);
    service.child.kill('SIGTERM');
    await sleep(900);
    expect(service.child.exitCode).toBeNull();
    expect(await stop(service)).toBe(143);
    client.destroy();
  });
});

describe('an external database server', () => {
  it('gets no demo unless requested', async () => {
    const database = await createDatabase();
    port = await freePort();
    const settings = { DATA_DIR: newFolder(), DATABASE_URL: database.url };
    let service = await start({ PORT: String(port), ...settings });
    await expect(demo(settings)).rejects.toThrow(/has no demo/);
    expect(await stop(service)).toBe(0);
    service = await start({ PORT: String(port), ...settings, DEMO: '1' });
    expect((await demo(settings)).tenants).toHaveLength(2);
    expect(await stop(service)).toBe(0);
    await database.drop();
  });

  it('must allow its user to act as the role that restricts requests to their workspace', async () => {
    const database = await createDatabase();
    const name = `limited_${process.pid}`;
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`create role ${name} login password 'x'; grant create on schema public to ${name}`);
    await client.query(`grant create on database "${new URL(database.url).pathname.slice(1)}" to ${name}`);
    const url = Object.assign(new URL(database.url), { username: name, password: 'x' });
    const output = await refusal({ DATABASE_URL: url.href });
    expect(output).toMatch(
      new RegExp(
        `${name} of DATABASE_URL may not act as the role platform_app.*grant platform_app to ${name};`,
      ),
    );
    await client.query(`drop owned by ${name}; drop role ${name}`);
    await client.end();
    await database.drop();
  });
});

/** Starts the service, which must exit with code 1, and returns the one line that it prints. */
async function refusal(settings: Record<string, string>): Promise<string> {
  const service = launch('src/main.ts', {
    PORT: String(await freePort()),
    DATA_DIR: newFolder(),
    ...settings,
  });
  expect(await service.exited).toBe(1);
  expect(service.stderr().trimEnd().split('\n')).toHaveLength(1);
  return service.stderr();
}

describe('a start that fails', () => {
  it('names the occupied port before it does anything else', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port: occupiedPort } = other.address() as { port: number };
    expect(await refusal({ PORT: String(occupiedPort) })).toBe(
      `cannot start: 127.0.0.1:${occupiedPort} is in use by another process; stop it, or set PORT to a free port\n`,
    );
    other.close();
  });

  it.each([
    [
      'a database server that cannot be reached',
      { DATABASE_URL: 'postgres://a:b@127.0.0.1:9/x' },
      /^cannot start: DATABASE_URL 127\.0\.0\.1:9\/x: nothing listens there/,
    ],
    [
      'a database host that cannot be resolved',
      { DATABASE_URL: 'postgres://a:b@nowhere.invalid/x' },
      /nowhere\.invalid\/x: the host name cannot be resolved/,
    ],
    [
      'an invalid database address',
      { DATABASE_URL: 'mysql://somewhere' },
      /DATABASE_URL must start with postgres:/,
    ],
    ['an invalid setting', { PORT: 'http' }, /PORT must be an integer from 0 to 65535, not "http"/],
    [
      'a setting for tests in production',
      { NODE_ENV: 'production', CLOCK_OFFSET_FILE: 'x' },
      /CLOCK_OFFSET_FILE is for development and tests/,
    ],
    ['the missing key of a production service', { NODE_ENV: 'production' }, /SECRET_KEY is required/],
  ])('names %s', async (_, settings, line) => {
    expect(await refusal(settings as Record<string, string>)).toMatch(line);
  });
});
