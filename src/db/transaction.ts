// One unit of work: a transaction that is bound to a workspace, its statements prepared and sent in batches.
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type pg from 'pg';
import type { ReadAllowance, Statement, StatementQueue } from './batch.ts';
import type { CoalescingReader } from './coalescing-reader.ts';

/** What row-level security lets a transaction see; absent means nothing of that kind. */
export interface Visibility {
  tenantId?: string;
  /** Identity look-ups before a workspace is known: own memberships and sessions. */
  userId?: string;
  /** A row that is found by the hash of a secret shows itself to whoever holds the secret. */
  secretHash?: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HEX = /^[0-9a-f]+$/;
const IN_FAILED_TRANSACTION = '25P02';
const COMMIT: Statement = { text: 'commit', values: [], name: 'commit', isSilent: true };

/** Statement names by text. Bounded, because a list of literals would make a new text for each length. */
const statementNames = new Map<string, string>();
const MAX_STATEMENTS = 1000;

function statementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known || statementNames.size >= MAX_STATEMENTS) return known;
  const name = createHash('sha1').update(text).digest('base64url');
  statementNames.set(text, name);
  return name;
}

/** Where transactions get their connections, and how they send on them. */
export interface Connections {
  readonly pool: pg.Pool;
  readonly newQueue: (reads: ReadAllowance) => StatementQueue;
}

/**
 * How PostgreSQL plans a prepared statement: `auto` as it decides itself, `generic` once on each connection, whatever the
 * values. It decides by what it estimates that running costs, and takes a list for ten values long: a statement that takes
 * a list of ids, or many joins for few rows, is planned anew each time, though that takes longer than running it.
 */
export type Plan = 'auto' | 'generic';

const PLAN_MODES: Record<Plan, string> = { auto: 'auto', generic: 'force_generic_plan' };

/** A write that travels with the commit. */
interface CommitWrite extends Statement {
  /** What its failure means to the caller. */
  mapError: (error: unknown) => unknown;
}

/**
 * One unit of work: a transaction that begins with its first statement and sees one workspace.
 * What is sent in one turn of the event loop travels together, `BEGIN` and the workspace with the first statement.
 */
export class Transaction {
  readonly db: Knex;
  /** Statements sent so far, without BEGIN and COMMIT. */
  statements = 0;
  readonly #pool: pg.Pool;
  readonly #newQueue: (reads: ReadAllowance) => StatementQueue;
  readonly #visibility: Visibility;
  /** Reads records together with other requests; only what writes nothing may leave its transaction for that. */
  readonly #coalescingReader: CoalescingReader | undefined;
  #connection: Promise<pg.PoolClient> | undefined;
  /** What has not been sent yet. */
  #pending: StatementQueue | undefined;
  #hasEnded = false;
  #savepoints = 0;
  readonly #reads: ReadAllowance = { limit: Number.POSITIVE_INFINITY, left: Number.POSITIVE_INFINITY };
  #plan: Plan = 'auto';
  #afterCommit: (() => void)[] = [];
  #commitWrites: CommitWrite[] = [];
  #failure: unknown;

  constructor(
    { pool, newQueue }: Connections,
    db: Knex,
    visibility: Visibility,
    coalescingReader: CoalescingReader | undefined,
  ) {
    this.#pool = pool;
    this.#newQueue = newQueue;
    this.db = db;
    this.#coalescingReader = coalescingReader;
    this.#visibility = visibility;
  }

  /** The connection of the transaction, which begins with this. */
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

  /** Sends one hand-written statement, prepared; `$1` and so on stand for the values. */
  async rows<Row>(text: string, values: unknown[], plan?: Plan): Promise<Row[]> {
    const { rows } = await this.send(text, values, plan);
    return rows as Row[];
  }

  /**
   * One record by a statement that takes the workspace and a list of ids, and answers `id` and `row`.
   * In a read it is asked for together with what other requests ask in the same turn of the event loop.
   */
  async record<Row>(text: string, tenantId: string, id: string): Promise<Row | undefined> {
    if (!this.#coalescingReader)
      return (await this.rows<{ row: Row }>(text, [tenantId, [id]], 'generic'))[0]?.row;
    this.statements += 1;
    return this.#coalescingReader.load(tenantId, text, id) as Promise<Row | undefined>;
  }

  /** Sends a statement, prepared where that serves it; the one way for knex too. */
  async send(text: string, values: unknown[], plan: Plan = 'auto'): Promise<pg.QueryResult> {
    const client = await this.connection();
    this.statements += 1;
    this.#usePlan(client, plan);
    try {
      return await this.#push(client, { text, values, name: statementName(text) });
    } catch (error) {
      throw this.#originalError(error);
    }
  }

  /** The setting holds until another statement wants the other one, or the transaction ends. */
  #usePlan(client: pg.PoolClient, plan: Plan): void {
    if (plan === this.#plan) return;
    this.#plan = plan;
    const text = `set local plan_cache_mode = ${PLAN_MODES[plan]}`;
    this.#control(client, text, text);
  }

  /** Behind a failure PostgreSQL only says that it takes no more; the fault is that of the statement which failed. */
  #originalError(error: unknown): unknown {
    if ((error as { code?: unknown }).code === IN_FAILED_TRANSACTION && this.#failure) return this.#failure;
    this.#failure = error;
    return error;
  }

  /** Adds a statement to what leaves at the end of this turn of the event loop. */
  #push(client: pg.PoolClient, statement: Statement): Promise<pg.QueryResult> {
    if (!this.#pending) {
      this.#pending = this.#newQueue(this.#reads);
      process.nextTick(() => this.#sendPending(client));
    }
    return this.#pending.add(statement);
  }

  /** Adds a statement that nobody waits for: its failure fails every statement behind it too. */
  #control(client: pg.PoolClient, text: string, name?: string): void {
    this.#push(client, { text, values: [], name, isSilent: true }).catch(() => undefined);
  }

  #sendPending(client: pg.PoolClient): void {
    this.#pending?.sendOn(client);
    this.#pending = undefined;
  }

  /** Undoes something; apart from what was added before, behind whose failure it would be skipped. */
  #undo(client: pg.PoolClient, text: string): Promise<pg.QueryResult> {
    this.#sendPending(client);
    const result = this.#push(client, { text, values: [], isSilent: true });
    this.#sendPending(client);
    return result;
  }

  /**
   * Bounds the bytes of all rows that are read from here on: the statement that goes over them fails with
   * ANSWER_TOO_LARGE.
   */
  limitReads(bytes: number): void {
    this.#reads.limit = bytes;
    this.#reads.left = bytes;
  }

  /** Runs `work` so that its failure undoes only its own writes. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const name = `s${++this.#savepoints}`;
    const client = await this.connection();
    const plan = this.#plan;
    this.#control(client, `savepoint ${name}`);
    try {
      const result = await work();
      this.#control(client, `release savepoint ${name}`);
      return result;
    } catch (error) {
      await this.#undo(client, `rollback to savepoint ${name}`);
      this.#failure = undefined;
      this.#plan = plan;
      throw error;
    }
  }

  /**
   * Runs `work` with the visibility of another workspace or person, for what belongs to several. Nothing else of the
   * transaction may be under way meanwhile: the setting is that of the connection.
   */
  async withVisibility<T>(visibility: Visibility, work: () => Promise<T>): Promise<T> {
    const client = await this.connection();
    for (const setting of visibilitySettings(allSettings(visibility))) this.#control(client, setting);
    const result = await work();
    // Where the work failed, the transaction has failed with it, and the setting ends with that.
    for (const setting of visibilitySettings(allSettings(this.#visibility))) this.#control(client, setting);
    return result;
  }

  /**
   * Waits until all that was sent so far stands, such as the claim of a key: before something is done that no rollback
   * undoes.
   */
  async flush(): Promise<void> {
    if (this.#connection) await this.rows('select', []);
  }

  /** Runs once the writes are visible to others; lost when the transaction rolls back. */
  afterCommit(effect: () => void): void {
    this.#afterCommit.push(effect);
  }

  /**
   * A last write, whose rows nobody waits for: it travels with the commit, and where it fails nothing is committed.
   */
  withCommit(write: CommitWrite): void {
    this.#commitWrites.push(write);
  }

  /** Ends the transaction and gives its connection back, once: from then on that may be somebody else's. */
  async end(outcome: 'commit' | 'rollback'): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (!this.#connection) return this.#runAfterCommit(outcome);
    const client = await this.#connection;
    if (this.#coalescingReader) {
      this.#sendPending(client);
      return releaseOpen(client);
    }
    const last =
      outcome === 'commit' ? this.#commitWrites.map((write) => this.#sendCommitWrite(client, write)) : [];
    const ended = outcome === 'commit' ? this.#push(client, COMMIT) : this.#undo(client, 'rollback');
    const [result] = await Promise.allSettled([ended, ...last]);
    // A commit that stood behind a failed statement was skipped.
    await this.#release(client, result.status === 'rejected');
    await Promise.all(last);
    const { command } = await ended;
    // PostgreSQL answers ROLLBACK to the COMMIT of a failed transaction.
    if (outcome === 'commit' && command !== 'COMMIT')
      throw new Error('the transaction had failed and was rolled back');
    this.#runAfterCommit(outcome);
  }

  /** Gives the connection back, with nothing open on it. */
  async #release(client: pg.PoolClient, isOpen: boolean): Promise<void> {
    try {
      if (isOpen) await this.#undo(client, 'rollback');
      client.release();
    } catch (error) {
      client.release(error as Error);
    }
  }

  async #sendCommitWrite(client: pg.PoolClient, { text, values, mapError }: CommitWrite): Promise<void> {
    await this.#push(client, { text, values, name: statementName(text), isSilent: true }).catch((error) => {
      throw mapError(this.#originalError(error));
    });
  }

  #runAfterCommit(outcome: 'commit' | 'rollback'): void {
    if (outcome === 'commit') for (const effect of this.#afterCommit) effect();
  }
}

/**
 * Waits for writes that travel together. A failure is told once none of them is under way any more: what one of them
 * still had to send would otherwise arrive behind the rollback to a savepoint, in the transaction around it.
 */
export async function settleAll<T extends readonly unknown[] | []>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** Connections in the pool whose read has not been ended yet. */
const openReadTransactions = new WeakSet<pg.PoolClient>();

/**
 * Hands a connection on at the end of a read. Nothing hangs on that end, so it travels with the next BEGIN; where none
 * comes in this turn of the event loop, it is sent by itself.
 */
function releaseOpen(client: pg.PoolClient): void {
  openReadTransactions.add(client);
  client.release();
  setImmediate(() => {
    if (openReadTransactions.delete(client))
      client.query('commit').catch((error) => client.emit('error', error));
  });
}

/** What is absent is set to nothing, whatever was set before. */
function allSettings({ tenantId = '', userId = '', secretHash = '' }: Visibility): Visibility {
  return { tenantId, userId, secretHash };
}

/**
 * The statements that give a transaction its visibility. Literals and SET LOCAL, not set_config(): only these reach the
 * workers of a sharded database (house.md §5).
 */
export function visibilitySettings({ tenantId, userId, secretHash }: Visibility): string[] {
  const statements: string[] = [];
  if (tenantId !== undefined) statements.push(`set local app.tenant_id='${literal(tenantId, UUID)}'`);
  if (userId !== undefined) statements.push(`set local app.user_id='${literal(userId, UUID)}'`);
  if (secretHash !== undefined) statements.push(`set local app.secret_hash='${literal(secretHash, HEX)}'`);
  return statements;
}

function literal(value: string, shape: RegExp): string {
  if (value !== '' && !shape.test(value)) throw new Error('a visibility must be a UUID or a hex hash');
  return value;
}
