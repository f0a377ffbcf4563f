// Starts and stops the server process of the embedded PostgreSQL, and stops one left over from a killed process.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnvironment } from '../config.ts';
import type { Account } from './embedded-cluster.ts';

/** Crash recovery replays at most max_wal_size (1 GB), so a longer start has failed. */
const START_TIMEOUT_MS = 120_000;
const FAST_STOP_TIMEOUT_MS = 30_000;
const IMMEDIATE_STOP_TIMEOUT_MS = 10_000;

/**
 * Server messages after which a retry can succeed: a port that was just taken, or a previous server that is still
 * stopping.
 */
const RETRYABLE_ERROR = /could not bind|could not create any TCP|lock file ".*" already exists|still in use/;

/** Longer paths do not fit into a socket address (Linux 107 bytes, macOS 103). */
const MAX_SOCKET_PATH = 103;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  max_connections: '100',
  shared_buffers: '256MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // launch() reads the messages from stderr and waits for one of them.
  lc_messages: 'C',
  log_destination: 'stderr',
  logging_collector: 'off',
};

const TESTING_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Every clone of a template database causes two checkpoints.
  log_checkpoints: 'off',
};

export interface ServerProcess {
  child: ChildProcess;
  /** Host and port as written in a URL; a socket folder is percent-encoded. */
  host: string;
  /** Set while the server is being stopped, so that the log does not report a crash. */
  stopping: boolean;
}

interface ServerOptions {
  binaries: string;
  cluster: string;
  account: Account;
  port: number | undefined;
  testing: boolean | undefined;
  log: (line: string) => void;
}

export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  for (let attempt = 1; ; attempt++) {
    await stopLeftover(options.cluster, options.log);
    try {
      return await launch(options, options.port ?? (await freePort()));
    } catch (error) {
      if (attempt === 5 || !RETRYABLE_ERROR.test((error as Error).message)) throw error;
      options.log(`PostgreSQL is tried again: ${(error as Error).message}`);
      await sleep(attempt * 300);
    }
  }
}

/**
 * Stops the server that a killed process left running on this cluster. The caller holds the lock, so nobody else uses
 * it.
 */
async function stopLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const text = await readFile(pidFile, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const pid = Number(text.split('\n')[0]);
  if (!(pid > 0)) {
    // The write of the file was interrupted; PostgreSQL would refuse to start because of it.
    await rm(pidFile, { force: true });
    return;
  }
  // PostgreSQL handles the file of a dead server itself, and also looks for backends that are still running.
  if (!isAlive(pid)) return;
  if (!isServerOf(pid, cluster)) {
    log(`removing ${pidFile}: its pid ${pid} belongs to another process by now`);
    await rm(pidFile, { force: true });
    return;
  }
  log(`stopping PostgreSQL (pid ${pid}), left over by a process that was killed`);
  for (const [signal, timeout] of [
    ['SIGINT', FAST_STOP_TIMEOUT_MS],
    ['SIGQUIT', IMMEDIATE_STOP_TIMEOUT_MS],
  ] as const) {
    signalProcess(pid, signal);
    const deadline = Date.now() + timeout;
    while (Date.now() < deadline) {
      if (!isServerOf(pid, cluster)) return;
      await sleep(20);
    }
  }
  throw new Error(`PostgreSQL (pid ${pid}) is left over on ${cluster} and does not stop`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Returns whether the process is a postmaster on this cluster. A zombie has no command line and counts as exited. */
function isServerOf(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') {
      const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return basename(program) === 'postgres' && args.includes(cluster);
    }
    const command = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], {
      stdio: 'pipe',
    }).toString();
    return command.includes('postgres') && command.includes(cluster);
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}

/**
 * Returns the folder for the server's socket, which costs a fifth less per request than TCP; undefined where a socket
 * is not possible.
 */
function socketFolder(cluster: string): string | undefined {
  const length = Buffer.byteLength(join(cluster, '.s.PGSQL.65535'));
  return process.platform !== 'win32' && length <= MAX_SOCKET_PATH ? cluster : undefined;
}

/** Starts the server process and waits until it accepts connections. */
async function launch(options: ServerOptions, port: number): Promise<ServerProcess> {
  const folder = socketFolder(options.cluster);
  // Remove sockets of a killed server. Ports change, so PostgreSQL would not find them.
  for (const entry of await readdir(options.cluster))
    if (entry.startsWith('.s.PGSQL.')) await rm(join(options.cluster, entry), { force: true });
  const settings = {
    ...SETTINGS,
    ...(options.testing ? TESTING_SETTINGS : {}),
    port: String(port),
    unix_socket_directories: folder ? `"${folder.replaceAll('"', '""')}"` : '',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(options.binaries, 'postgres'), ['-D', options.cluster, ...flags], {
    ...options.account,
    cwd: dirname(options.cluster),
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    // A separate process group, so that Ctrl-C in the terminal reaches only the application, which drains and then
    // stops the server.
    detached: true,
  });
  const host = `${folder ? encodeURIComponent(folder) : '127.0.0.1'}:${port}`;
  const server: ServerProcess = { child, host, stopping: false };
  const stderr = child.stderr!;
  const lastLines: string[] = [];
  await new Promise<void>((ready, fail) => {
    const timer = setTimeout(() => {
      child.kill('SIGQUIT');
      fail(
        new Error(`PostgreSQL did not start within ${START_TIMEOUT_MS / 1000} s: ${lastLines.join('\n')}`),
      );
    }, START_TIMEOUT_MS);
    let accepting = false;
    createInterface({ input: stderr }).on('line', (line) => {
      options.log(line);
      if (accepting) return;
      lastLines.push(line);
      if (lastLines.length > 10) lastLines.shift();
      if (line.includes('database system is ready to accept connections')) {
        accepting = true;
        clearTimeout(timer);
        ready();
      }
    });
    child.once('error', (error) => {
      clearTimeout(timer);
      fail(new Error(`PostgreSQL cannot be run: ${error.message}`));
    });
    // 'close' is emitted after the last line of stderr, which contains the reason.
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (!accepting)
        fail(new Error(`PostgreSQL did not start (${signal ?? code}): ${lastLines.join('\n')}`));
      else if (!server.stopping) options.log(`PostgreSQL ended by itself (${signal ?? code})`);
    });
  });
  // Unref, so that the program can exit without calling stop().
  child.unref();
  (stderr as Socket).unref();
  return server;
}

export async function stopServer(server: ServerProcess): Promise<void> {
  const { child } = server;
  server.stopping = true;
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  // SIGINT is a fast shutdown: it ends sessions and writes a checkpoint. SIGQUIT is immediate: the next start recovers
  // from the log.
  child.kill('SIGINT');
  const quitTimer = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(quitTimer);
}
