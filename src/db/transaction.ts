// A transaction bound to a workspace, whose statements are prepared and sent in batches.
import type { Knex } from 'knex';
import type pg from 'pg';
import type { ReadAllowance, Statement, StatementQueue } from './batch.ts';
import type { CoalescingReader } from './coalescing-reader.ts';
import type { StatementNames } from './statement-names.ts';
import {
  type AllSettings,
  allSettings,
  differing,
  type Visibility,
  visibilitySettings,
} from './visibility.ts';

const IN_FAILED_TRANSACTION = '25P02';
const COMMIT: Statement = { text: 'commit', values: [], name: 'commit', isSilent: true };

/** The pool that transactions take connections from, and how they send statements. */
export interface Connections {
  readonly pool: pg.Pool;
  readonly newQueue: (reads: ReadAllowance) => StatementQueue;
  readonly statementNames: StatementNames;
}

/**
 * How PostgreSQL plans a prepared statement: with `auto` it decides itself, with `generic` it plans once per
 * connection, whatever the values. It decides by estimated cost and assumes ten elements for a list parameter, so a
 * statement with a list of ids, or with many joins for few rows, would be planned at every execution, although planning
 * takes longer than running it.
 */
export type Plan = 'auto' | 'generic';

const PLAN_MODES: Record<Plan, string> = { auto: 'auto', generic: 'force_generic_plan' };

/** A write whose result nobody awaits. */
interface DeferredWrite {
  text: string;
  values: unknown[];
  plan?: Plan;
  /** Converts an error of the statement to the error that the caller receives. */
  mapError?: (error: unknown) => unknown;
}

/**
 * A transaction that begins with its first statement and sees one workspace. Statements of the same turn of the event
 * loop are sent together, including `BEGIN` and the visibility settings.
 */
export class Transaction {
  readonly db: Knex;
  /** The number of statements sent so far, without BEGIN and COMMIT. */
  statements = 0;
  readonly #pool: pg.Pool;
  readonly #newQueue: (reads: ReadAllowance) => StatementQueue;
  readonly #statementNames: StatementNames;
  readonly #visibility: Visibility;
  /**
   * Combines reads of single records with those of other requests. Only set in read-only transactions, because the
   * reads run in another transaction.
   */
  readonly #coalescingReader: CoalescingReader | undefined;
  #connection: Promise<pg.PoolClient> | undefined;
  /** Statements that have not been sent yet. */
  #pending: StatementQueue | undefined;
  #hasEnded = false;
  #savepoints = 0;
  readonly #reads: ReadAllowance = { limit: Number.POSITIVE_INFINITY, left: Number.POSITIVE_INFINITY };
  #plan: Plan = 'auto';
  /** The visibility of the next statement, and the one that the connection has. */
  #wantedVisibility: AllSettings;
  #setVisibility: AllSettings;
  #afterCommit: (() => void)[] = [];
  /** Writes that are sent with the next statement, each with the visibility in which it was made. */
  #deferred: (DeferredWrite & { visibility: AllSettings })[] = [];
  /** The error of the statement that failed first, and the error that the caller receives for it. */
  #failure: { error: unknown; mapped: unknown } | undefined;

  constructor(
    { pool, newQueue, statementNames }: Connections,
    db: Knex,
    visibility: Visibility,
    coalescingReader: CoalescingReader | undefined,
  ) {
    this.#pool = pool;
    this.#newQueue = newQueue;
    this.#statementNames = statementNames;
    this.db = db;
    this.#coalescingReader = coalescingReader;
    this.#visibility = visibility;
    this.#wantedVisibility = allSettings(visibility);
    this.#setVisibility = this.#wantedVisibility;
  }

  /** Returns the connection of the transaction and begins the transaction at the first call. */
  connection(): Promise<pg.PoolClient> {
    if (this.#hasEnded) return Promise.reject(new Error('the transaction has ended'));
    this.#connection ??= this.#begin();
    return this.#connection;
  }

  async #begin(): Promise<pg.PoolClient> {
    const begin = this.#coalescingReader ? 'begin read only' : 'begin';
    const set = visibilitySettings(this.#visibility);
    const client = await this.#pool.connect();
    if (openReadTransactions.delete(client)) this.#control(client, 'commit', 'commit');
    this.#control(client, begin, begin);
    for (const setting of set) this.#control(client, setting);
    return client;
  }

  /** Runs a SQL statement, prepared; `$1` and so on are the placeholders for the values. */
  async rows<Row>(text: string, values: unknown[], plan?: Plan): Promise<Row[]> {
    const { rows } = await this.send(text, values, plan);
    return rows as Row[];
  }

  /**
   * Reads one record with a statement that takes the workspace and a list of ids and returns `id` and `row`. In a
   * read-only transaction the same statement of other requests in this turn of the event loop is combined with it.
   */
  async record<Row>(text: string, tenantId: string, id: string): Promise<Row | undefined> {
    // What operators see of other workspaces is not visible in the transaction of the combined read.
    if (!this.#coalescingReader || this.#wantedVisibility.operator)
      return (await this.rows<{ row: Row }>(text, [tenantId, [id]], 'generic'))[0]?.row;
    this.statements += 1;
    return this.#coalescingReader.load(tenantId, text, id) as Promise<Row | undefined>;
  }

  /** Runs a statement, prepared while the number of prepared statements allows it; knex uses this too. */
  async send(text: string, values: unknown[], plan: Plan = 'auto'): Promise<pg.QueryResult> {
    const client = await this.connection();
    this.statements += 1;
    this.#sendDeferred(client);
    this.#applyVisibility(client, this.#wantedVisibility);
    this.#applyPlan(client, plan);
    try {
      return await this.#push(client, { text, values, name: this.#statementNames.of(text) });
    } catch (error) {
      throw this.#failureOf(error);
    }
  }

  /**
   * Runs a write whose result nobody awaits: it is sent together with the next statement or with the commit. If it
   * fails, so do these, with its error.
   */
  defer(write: DeferredWrite): void {
    if (this.#coalescingReader) throw new Error('a read-only transaction cannot write');
    if (this.#hasEnded) throw new Error('the transaction has ended');
    this.statements += 1;
    this.#deferred.push({ ...write, visibility: this.#wantedVisibility });
  }

  /** @returns when they have succeeded, for those who wait for it */
  #sendDeferred(client: pg.PoolClient): Promise<unknown> {
    const sent = this.#deferred.map(async ({ text, values, plan = 'auto', mapError, visibility }) => {
      this.#applyVisibility(client, visibility);
      this.#applyPlan(client, plan);
      const statement = { text, values, name: this.#statementNames.of(text), isSilent: true };
      await this.#push(client, statement).catch((error) => {
        throw this.#failureOf(error, mapError);
      });
    });
    this.#deferred = [];
    const all = Promise.all(sent);
    all.catch(() => undefined);
    return all;
  }

  /** Sends the settings of a visibility that differ from those of the connection. */
  #applyVisibility(client: pg.PoolClient, wanted: AllSettings): void {
    const set = this.#setVisibility;
    if (wanted === set) return;
    this.#setVisibility = wanted;
    for (const setting of visibilitySettings(differing(wanted, set))) this.#control(client, setting);
  }

  /** Switches the plan mode if needed. The setting lasts until another mode is needed or the transaction ends. */
  #applyPlan(client: pg.PoolClient, plan: Plan): void {
    if (plan === this.#plan) return;
    this.#plan = plan;
    const text = `set local plan_cache_mode = ${PLAN_MODES[plan]}`;
    this.#control(client, text, text);
  }

  /**
   * Returns the error of the statement that failed first. The statements sent with it fail with the same error, and after
   * that PostgreSQL only answers that the transaction is aborted.
   */
  #failureOf(error: unknown, mapError = (fault: unknown) => fault): unknown {
    const isConsequence =
      (error as { code?: unknown }).code === IN_FAILED_TRANSACTION || error === this.#failure?.error;
    if (!this.#failure || !isConsequence) this.#failure = { error, mapped: mapError(error) };
    return this.#failure.mapped;
  }

  /** Queues a statement, to be sent at the end of this turn of the event loop. */
  #push(client: pg.PoolClient, statement: Statement): Promise<pg.QueryResult> {
    if (!this.#pending) {
      this.#pending = this.#newQueue(this.#reads);
      process.nextTick(() => this.#sendPending(client));
    }
    return this.#pending.add(statement);
  }

  /** Queues a statement whose result nobody awaits; if it fails, every later statement fails too. */
  #control(client: pg.PoolClient, text: string, name?: string): void {
    this.#push(client, { text, values: [], name, isSilent: true }).catch(() => undefined);
  }

  #sendPending(client: pg.PoolClient): void {
    this.#pending?.sendOn(client);
    this.#pending = undefined;
  }

  /** Runs a rollback in its own batch: in the same batch it would be skipped after a failure. */
  #undo(client: pg.PoolClient, text: string): Promise<pg.QueryResult> {
    this.#sendPending(client);
    const result = this.#push(client, { text, values: [], isSilent: true });
    this.#sendPending(client);
    return result;
  }

  /**
   * Limits the bytes of all rows that are read from now on: the statement that exceeds the limit fails with
   * ANSWER_TOO_LARGE.
   */
  limitReads(bytes: number): void {
    this.#reads.limit = bytes;
    this.#reads.left = bytes;
  }

  /** Runs `work` in a savepoint: if it fails, only its own writes are undone. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const name = `s${++this.#savepoints}`;
    const client = await this.connection();
    this.#sendDeferred(client);
    const [plan, visibility] = [this.#plan, this.#setVisibility];
    this.#control(client, `savepoint ${name}`);
    try {
      const result = await work();
      const deferred = this.#deferred.length > 0 && this.#sendDeferred(client);
      this.#control(client, `release savepoint ${name}`);
      await deferred;
      return result;
    } catch (error) {
      this.#deferred = [];
      await this.#undo(client, `rollback to savepoint ${name}`);
      this.#failure = undefined;
      this.#plan = plan;
      this.#setVisibility = visibility;
      throw error;
    }
  }

  /**
   * Runs `work` with the visibility of another workspace or person, for operations that concern several. No other
   * statement of the transaction may run at the same time, because the setting belongs to the connection.
   */
  async withVisibility<T>(visibility: Visibility, work: () => Promise<T>): Promise<T> {
    const outer = this.#wantedVisibility;
    this.#wantedVisibility = allSettings(visibility);
    try {
      return await work();
    } finally {
      this.#wantedVisibility = outer;
    }
  }

  /**
   * Waits until every statement sent so far has succeeded, such as the claim of an idempotency key, before doing
   * something that a rollback cannot undo.
   */
  async flush(): Promise<void> {
    if (this.#connection) await this.rows('select', []);
  }

  /** Runs `effect` after the commit; it is dropped if the transaction rolls back. */
  afterCommit(effect: () => void): void {
    this.#afterCommit.push(effect);
  }

  /**
   * Ends the transaction and releases its connection. Later calls do nothing, because the connection may then belong to
   * another transaction.
   */
  async end(outcome: 'commit' | 'rollback'): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (outcome === 'commit' && this.#deferred.length > 0) this.#connection ??= this.#begin();
    if (!this.#connection) return this.#runAfterCommit(outcome);
    const client = await this.#connection;
    if (this.#coalescingReader) {
      this.#sendPending(client);
      return releaseOpen(client);
    }
    if (outcome === 'commit') this.#sendDeferred(client);
    const ended = outcome === 'commit' ? this.#push(client, COMMIT) : this.#undo(client, 'rollback');
    const [result] = await Promise.allSettled([ended]);
    // A commit after a failed statement was skipped.
    await this.#release(client, result.status === 'rejected');
    if (result.status === 'rejected') throw this.#failureOf(result.reason);
    const { command } = result.value;
    // PostgreSQL answers ROLLBACK to the COMMIT of a failed transaction.
    if (outcome === 'commit' && command !== 'COMMIT')
      throw new Error('the transaction had failed and was rolled back');
    this.#runAfterCommit(outcome);
  }

  /** Releases the connection, after rolling back a transaction that is still open. */
  async #release(client: pg.PoolClient, isOpen: boolean): Promise<void> {
    try {
      if (isOpen) await this.#undo(client, 'rollback');
      client.release();
    } catch (error) {
      client.release(error as Error);
    }
  }

  #runAfterCommit(outcome: 'commit' | 'rollback'): void {
    if (outcome === 'commit') for (const effect of this.#afterCommit) effect();
  }
}

/**
 * Waits for statements that are sent together. An error is thrown only after all of them have settled: otherwise a
 * statement that was still to be sent would arrive after the rollback to a savepoint and run in the outer transaction.
 */
export async function settleAll<T extends readonly unknown[] | []>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** Connections in the pool whose read-only transaction has not been committed yet. */
const openReadTransactions = new WeakSet<pg.PoolClient>();

/**
 * Releases the connection of a read without waiting for its commit. Nothing depends on that commit, so it is sent with
 * the next BEGIN, or on its own if none follows in this turn of the event loop.
 */
function releaseOpen(client: pg.PoolClient): void {
  openReadTransactions.add(client);
  client.release();
  setImmediate(() => {
    if (openReadTransactions.delete(client))
      client.query('commit').catch((error) => client.emit('error', error));
  });
}
