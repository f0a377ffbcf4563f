// The PostgreSQL of a run: the product's own embedded server with its production settings, kept under bench/.data.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startEmbedded } from '../src/db/embedded.ts';

export interface Cluster {
  /** Process id of the postmaster: the root of all processes whose time counts as PostgreSQL's. */
  pid: number;
  /** By TCP, as a database with a machine of its own is reached. */
  url(database: string): string;
  /** Runs statements as superuser in a database. */
  query<T extends pg.QueryResultRow = pg.QueryResultRow>(
    database: string,
    sql: string,
    values?: unknown[],
  ): Promise<T[]>;
  /** Lines of the server's log go here too, until the answer is called. */
  listen(line: (text: string) => void): () => void;
  stop(): Promise<void>;
}

/** Starts the kept cluster; `temporary` takes a new one that vanishes, and gives up safety for speed. */
export async function startCluster({ temporary = false } = {}): Promise<Cluster> {
  const dataDir = temporary
    ? mkdtempSync(join(tmpdir(), 'platform-bench-'))
    : (process.env.BENCH_DATA_DIR ?? fileURLToPath(new URL('./.data', import.meta.url)));
  if (temporary) chmodSync(dataDir, 0o755);
  const listeners = new Set<(text: string) => void>();
  const server = await startEmbedded({
    dataDir,
    testing: temporary,
    log: (line) => {
      for (const listener of listeners) listener(line);
    },
  });
  const url = (database: string): string => {
    const { username, password, port } = new URL(server.url);
    return `postgres://${username}:${password}@127.0.0.1:${port}/${database}`;
  };
  return {
    pid: Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
    url,
    async query<T extends pg.QueryResultRow>(database: string, sql: string, values?: unknown[]) {
      const client = new pg.Client({ connectionString: url(database) });
      await client.connect();
      try {
        const result = await client.query(sql, values);
        return (Array.isArray(result) ? result.at(-1) : result).rows as T[];
      } finally {
        await client.end();
      }
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      await server.stop();
      if (temporary) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
