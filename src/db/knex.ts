// The connection pools of a process, and knex running on the connection of a transaction.
import knexModule, { type Knex } from 'knex';
import pg from 'pg';
import { Batch, MAX_READ_BYTES, type ReadAllowance, type StatementQueue } from './batch.ts';
import { CoalescingReader } from './coalescing-reader.ts';
import { Sequence } from './sequence.ts';
import { StatementNames } from './statement-names.ts';
import { type Connections, type Plan, Transaction } from './transaction.ts';
import type { Visibility } from './visibility.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** The role that every request runs as. It owns no tables, so row-level security applies to it (migration 0001). */
export const APP_ROLE = 'platform_app';

const PgClient = knexModule({ client: 'pg' }).client.constructor as new (config: Knex.Config) => Knex.Client;

/** A knex client that runs every statement on the connection of the transaction that holds it. */
class TransactionClient extends PgClient {
  current: Transaction | undefined;

  override acquireConnection(): Promise<unknown> {
    if (!this.current) throw new Error('a statement was built outside its transaction');
    return this.current.connection();
  }

  override async releaseConnection(): Promise<void> {}

  _query(
    _connection: unknown,
    statement: { sql: string; bindings?: unknown[]; options?: { plan?: Plan }; response?: unknown },
  ): Promise<unknown> {
    const { sql, bindings = [], options } = statement;
    return this.current!.send(sql, bindings, options?.plan).then((response) => {
      statement.response = response;
      return statement;
    });
  }
}

interface Handle {
  knex: Knex;
  client: TransactionClient;
}

const OPTIONS = [
  `role=${APP_ROLE}`,
  'timezone=UTC',
  'statement_timeout=20000',
  'idle_in_transaction_session_timeout=60000',
  'lock_timeout=10000',
  // JIT compilation takes longer than running any of our statements.
  'jit=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/**
 * How long an idle connection is kept. The first request on a new one takes 50 ms longer, because nothing is prepared
 * on it yet; a user who reads for a while before the next click should not wait for that.
 */
const IDLE_TIMEOUT_MS = 300_000;

export interface DatabaseOptions {
  /**
   * Whether statements of one turn of the event loop are sent together (batch.ts), which is the default, or one at a
   * time.
   */
  batched?: boolean;
}

/** The database as one process uses it. */
export class Database implements Connections {
  /** Connections for requests, taken only by Transaction. */
  readonly pool: pg.Pool;
  /** Connections for single statements that must not wait for requests: counters of limits, readiness checks. */
  readonly auxiliaryPool: pg.Pool;
  /** Creates the queue that a transaction sends its statements with: batched or one at a time. */
  readonly newQueue: (reads: ReadAllowance) => StatementQueue;
  readonly statementNames = new StatementNames();
  readonly #free: Handle[] = [];
  readonly #coalescingReader = new CoalescingReader((tenantId, text, ids) =>
    this.#run({ tenantId }, this.#coalescingReader, (tx) => {
      tx.limitReads(MAX_READ_BYTES);
      return tx.rows(text, [tenantId, ids], 'generic');
    }),
  );

  /** @param url a PostgreSQL URL whose user may act as APP_ROLE */
  constructor(
    url: string,
    poolSize: number,
    onError: (error: Error) => void,
    { batched = true }: DatabaseOptions = {},
  ) {
    const connect = (max: number, pipeline: boolean) => {
      const pool = new pg.Pool({
        connectionString: url,
        max,
        pipeline,
        application_name: 'platform-api',
        options: OPTIONS,
        connectionTimeoutMillis: 10_000,
        idleTimeoutMillis: IDLE_TIMEOUT_MS,
      } as pg.PoolConfig);
      // One that breaks in use fails its statements; without a listener it would end the process.
      pool.on('connect', (client) => client.on('error', () => undefined));
      return pool.on('error', onError);
    };
    this.pool = connect(poolSize, batched);
    this.newQueue = batched ? (reads) => new Batch(reads) : () => new Sequence();
    this.auxiliaryPool = connect(2, false);
  }

  /** Runs `work` in one read-only transaction; every statement sees the same workspace. */
  read<T>(visibility: Visibility, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#run(visibility, this.#coalescingReader, work);
  }

  /** Runs `work` in one transaction: all of its writes are committed, or none. */
  write<T>(visibility: Visibility, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#run(visibility, undefined, work);
  }

  async #run<T>(
    visibility: Visibility,
    coalescingReader: CoalescingReader | undefined,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    const handle = this.#free.pop() ?? newHandle();
    const tx = new Transaction(this, handle.knex, visibility, coalescingReader);
    handle.client.current = tx;
    try {
      const result = await work(tx);
      await tx.end('commit');
      return result;
    } catch (error) {
      await tx.end('rollback').catch(() => undefined);
      throw error;
    } finally {
      handle.client.current = undefined;
      this.#free.push(handle);
    }
  }

  async close(): Promise<void> {
    const pools = [this.pool, this.auxiliaryPool];
    // PostgreSQL may be stopping at the same time, and a connection may report that while it is being closed.
    for (const pool of pools) pool.removeAllListeners('error').on('error', () => undefined);
    await Promise.all(pools.map((pool) => pool.end()));
  }
}

const columns = new Map<string, string>();

/** Converts camelCase to snake_case: `ownerUserId` is the column owner_user_id. The models convert the results back. */
function columnName(name: string): string {
  let column = columns.get(name);
  if (column === undefined) {
    column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    columns.set(name, column);
  }
  return column;
}

function newHandle(): Handle {
  const knex = knexModule({
    client: TransactionClient as unknown as typeof Knex.Client,
    wrapIdentifier: (name, wrap) => wrap(columnName(name)),
  });
  return { knex, client: knex.client as TransactionClient };
}
