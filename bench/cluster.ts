// The PostgreSQL server of a run: the product's embedded server with its production settings, stored under bench/.data.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startEmbedded } from '../src/db/embedded.ts';

export interface Cluster {
  /** Process id of the postmaster, the parent of all PostgreSQL processes. */
  pid: number;
  /** Returns a TCP URL, because a database on a separate machine is reached by TCP too. */
  url(database: string): string;
  /** Runs statements in a database as superuser. */
  query<T extends pg.QueryResultRow = pg.QueryResultRow>(
    database: string,
    sql: string,
    values?: unknown[],
  ): Promise<T[]>;
  /** Also sends the lines of the server's log to `line`. @returns a function that ends this */
  listen(line: (text: string) => void): () => void;
  stop(): Promise<void>;
}

/** Starts the stored cluster; `temporary` creates one that is deleted at the end and trades durability for speed. */
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
