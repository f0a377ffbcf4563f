// The embedded PostgreSQL: first start, restart, and every way in which a start or a process can be interrupted.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { type EmbeddedServer, startEmbedded } from '../../src/db/embedded.ts';

const MODULE = new URL('../../src/db/embedded.ts', import.meta.url).href;

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const children: ChildProcess[] = [];

/** Starts the server in a separate process. */
function spawnStart(options: { dataDir: string; testing: boolean }, afterwards = ''): ChildProcess {
  const program = `
    import { startEmbedded } from ${JSON.stringify(MODULE)};
    const server = await startEmbedded(${JSON.stringify(options)});
    ${afterwards}`;
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // It has its own process group, as in a terminal, so that the test can send Ctrl-C to it.
    detached: true,
  });
  children.push(child);
  return child;
}

/** Returns the address of the server; the process then waits and prints `interrupted` on Ctrl-C. */
async function startInChild(dataDir: string, testing = false) {
  const child = spawnStart(
    { dataDir, testing },
    `process.once('SIGINT', () => console.log('interrupted'));
     console.log(server.url);
     setInterval(() => {}, 1000);`,
  );
  const lines = createInterface({ input: child.stdout! });
  const [url] = await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('the process ended without a server'))),
  ]);
  return { child, lines, url: url as string };
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

function sockets(dataDir: string): string[] {
  return readdirSync(join(dataDir, 'postgres')).filter((name) => /^\.s\.PGSQL\.\d+$/.test(name));
}

function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The server of the current test, which is stopped before the next one starts and before its folder is removed. */
let running: EmbeddedServer | undefined;
async function start(dataDir: string, log?: (line: string) => void): Promise<EmbeddedServer> {
  running = await startEmbedded({ dataDir, testing: true, log });
  return running;
}

async function removeAll(dataDir: string): Promise<void> {
  for (const child of children.splice(0)) await kill(child, 'SIGKILL');
  await running?.stop();
  // This also stops a server that a killed child left running.
  if (existsSync(join(dataDir, 'postgres', 'postmaster.pid'))) await (await start(dataDir)).stop();
  rmSync(dataDir, { recursive: true, force: true });
}

describe('the data folder of the embedded PostgreSQL', () => {
  // All these tests use one cluster in order; mkdtemp creates its folder with mode 0700, which PostgreSQL must accept.
  const dataDir = mkdtempSync(join(tmpdir(), 'embedded-'));
  afterAll(() => removeAll(dataDir));

  test('is filled at the first start, with durability on except for tests', async () => {
    running = await startEmbedded({ dataDir });
    const settings = await query(
      running.url,
      `select name, setting from pg_settings where name in
       ('fsync', 'synchronous_commit', 'full_page_writes', 'jit', 'TimeZone', 'listen_addresses',
        'server_encoding', 'password_encryption', 'unix_socket_directories')`,
    );
    expect(Object.fromEntries(settings.map((row) => [row.name, row.setting]))).toEqual({
      TimeZone: 'UTC',
      fsync: 'on',
      full_page_writes: 'on',
      jit: 'off',
      listen_addresses: '127.0.0.1',
      password_encryption: 'scram-sha-256',
      server_encoding: 'UTF8',
      synchronous_commit: 'on',
      unix_socket_directories: `"${join(realpathSync(dataDir), 'postgres')}"`,
    });
    expect(await query(running.url, 'select current_database() as name')).toEqual([{ name: 'platform' }]);
    expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
    await query(running.url, 'create table kept (line text)');
    await query(running.url, "insert into kept values ('first')");
  });

  test('refuses a wrong password', async () => {
    const url = new URL(running!.url);
    url.password = 'wrong';
    await expect(query(url.href, 'select 1')).rejects.toThrow('password authentication failed');
  });

  test('refuses a second start in the same process', async () => {
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      `is in use by another running instance (pid ${process.pid})`,
    );
    expect(await query(running!.url, 'select line from kept')).toEqual([{ line: 'first' }]);
  });

  test('keeps its rows after a restart, and a second stop is harmless', async () => {
    await running!.stop();
    await running!.stop();
    const server = await start(dataDir);
    expect(await query(server.url, 'select line from kept')).toEqual([{ line: 'first' }]);
    await server.stop();
    expect(existsSync(join(dataDir, 'postgres.owner'))).toBe(false);
  });

  test('survives kill -9 of its process: a second start is refused before, and the next start recovers after', async () => {
    const { child, url } = await startInChild(dataDir);
    await query(url, "insert into kept values ('second')");
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      `${dataDir} is in use by another running instance (pid ${child.pid})`,
    );
    const leftover = postmasterPid(dataDir);
    await kill(child, 'SIGKILL');
    expect(isAlive(leftover)).toBe(true);

    const lines: string[] = [];
    const server = await start(dataDir, (line) => lines.push(line));
    expect(lines).toContain(`stopping PostgreSQL (pid ${leftover}), left over by a process that was killed`);
    expect(postmasterPid(dataDir)).not.toBe(leftover);
    expect(await query(server.url, 'select line from kept')).toEqual([{ line: 'first' }, { line: 'second' }]);
    await server.stop();
  });

  test('recovers when the server was killed with its process', async () => {
    const { child, url } = await startInChild(dataDir);
    await query(url, "insert into kept values ('third')");
    process.kill(postmasterPid(dataDir), 'SIGKILL');
    await kill(child, 'SIGKILL');
    const server = await start(dataDir);
    expect(await query(server.url, 'select count(*)::int from kept')).toEqual([{ count: 3 }]);
    expect(sockets(dataDir)).toEqual([`.s.PGSQL.${new URL(server.url).port}`]);
    await server.stop();
    expect(sockets(dataDir)).toEqual([]);
  });

  test('is not blocked by a stale postmaster.pid whose pid now belongs to another process', async () => {
    const stranger = spawn('sleep', ['60']);
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
    writeFileSync(pidFile, `${stranger.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n\n127.0.0.1\n\nready\n`);
    const server = await start(dataDir);
    expect(await query(server.url, 'select count(*)::int from kept')).toEqual([{ count: 3 }]);
    expect(isAlive(stranger.pid!)).toBe(true);
    await server.stop();
    await kill(stranger, 'SIGTERM');
  });

  test('survives Ctrl-C in the terminal until it is stopped', async () => {
    const { child, lines, url } = await startInChild(dataDir);
    // As in a terminal, the signal goes to the whole process group.
    const interrupted = once(lines, 'line');
    process.kill(-child.pid!, 'SIGINT');
    await interrupted;
    await sleep(300);
    expect(await query(url, 'select count(*)::int from kept')).toEqual([{ count: 3 }]);
    await kill(child, 'SIGKILL');
    await (await start(dataDir)).stop();
  });

  test('is not initialized again when only the password is lost', async () => {
    rmSync(join(dataDir, 'postgres-password'));
    await expect(startEmbedded({ dataDir })).rejects.toThrow('postgres-password is missing; put it back');
  });
});

describe('an interrupted first start of the embedded PostgreSQL', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'embedded-'));
  beforeAll(async () => {
    const child = spawnStart({ dataDir, testing: true });
    // The process is killed during initdb, when its folder has begun to fill.
    const draftHasFiles = () =>
      readdirSync(dataDir).some(
        (name) => name.startsWith('postgres.initdb-') && existsSync(join(dataDir, name, 'base')),
      );
    while (!draftHasFiles()) await sleep(10);
    await kill(child, 'SIGKILL');
  });
  afterAll(() => removeAll(dataDir));

  test('leaves no cluster, and the next start creates a complete one', async () => {
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    const server = await start(dataDir);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(dataDir).filter((name) => name.includes('initdb'))).toEqual([]);
  });
});

test('the embedded PostgreSQL uses TCP when the path of its data folder is too long for a socket', async () => {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'embedded-')), 'x'.repeat(100));
  const server = await startEmbedded({ dataDir, testing: true });
  expect(new URL(server.url).hostname).toBe('127.0.0.1');
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
  await removeAll(dirname(dataDir));
});
