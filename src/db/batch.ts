// Sends several statements to PostgreSQL as one batch, with a single Sync at the end.
//
// The driver does not support this, so the code relies on undocumented parts of pg, as they are in VERIFIED_PG:
// - `client.query()` accepts any object with `submit`, and calls `handleRowDescription`, `handleDataRow`,
//   `handleCommandComplete`, `handleReadyForQuery` and `handleError` of the query that it is waiting for;
// - `pg.Query#submit(connection)` writes with `parse`, `bind`, `describe`, `execute` and `sync` of the connection, which
//   write to its `stream`, and records prepared statements in `parsedStatements` and `submittedNamedStatements`;
// - the client reads `text` and `name` of the query that it is waiting for when PostgreSQL has parsed it;
// - `pg.Pool` with `pipeline` sends a query before the previous one has been answered.
// A test fails with any other version of pg: check that these still hold, run the tests, then change the number. If they
// do not hold, use `new Database(…, { batched: false })`, which sends statements with sequence.ts.
import type { Socket } from 'node:net';
import pg from 'pg';
import { answerTooLarge } from '../errors.ts';

/** The version of pg that this file was checked with. */
export const VERIFIED_PG = '8.23.1';

/** A parameterized statement. One with a name is prepared once on each connection. */
export interface Statement {
  text: string;
  values: unknown[];
  name?: string | undefined;
  /** Nobody reads its rows. */
  isSilent?: boolean;
}

/** Collects statements and sends them to PostgreSQL. */
export interface StatementQueue {
  /** Adds a statement. @returns its result; rejects with the error of the first statement that failed */
  add(statement: Statement): Promise<pg.QueryResult>;
  /** Sends the collected statements, after those sent on the connection before. */
  sendOn(client: pg.PoolClient): void;
}

interface Stream {
  writable: boolean;
  write(message: Buffer): void;
}

/** The driver's connection: what its queries write to, and what has been prepared on it. */
interface Connection {
  stream: Stream;
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  describe(portal: object): void;
  sync(): void;
}

/** A query of the driver, which writes its own messages and receives the answers. */
interface Query {
  text: string;
  name: string | undefined;
  queryMode: 'extended' | undefined;
  submit(connection: Connection): Error | null;
  handleRowDescription(message: object): void;
  handleDataRow(message: { length: number }): void;
  handleCommandComplete(message: object, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}

interface Item {
  query: Query;
  isSilent: boolean;
  failure?: Error;
  /** The rows exceeded the read allowance, so none of them is kept. */
  isOver?: boolean;
}

/**
 * The maximum size in bytes of all rows that a request reads: several times the answer limit, because an answer uses
 * only part of them.
 */
export const MAX_READ_BYTES = 16 * 1024 * 1024;

/** How many bytes of rows a transaction may read. */
export interface ReadAllowance {
  limit: number;
  left: number;
}

/** A message may be so much larger than what is left to read: the driver sees it only once it has arrived as a whole. */
const LARGEST_PIECE = 1024 * 1024;

/** What has arrived on a connection of a message that is not complete, and the batch that it is for. */
interface Arriving {
  bytes: number;
  batch: Batch;
}

const arriving = new WeakMap<Connection, Arriving>();

/**
 * Counts what arrives on a connection, behind the driver: what that could make a message of has been counted already, so
 * that what is left belongs to one row that is still under way, such as a large nested list.
 */
function arrivingOn(connection: Connection, batch: Batch): Arriving {
  let known = arriving.get(connection);
  if (known) {
    known.batch = batch;
    return known;
  }
  known = { bytes: 0, batch };
  arriving.set(connection, known);
  const stream = connection.stream as Stream & Socket;
  stream.on('data', (chunk: Buffer) => {
    known.bytes += chunk.length;
    if (known.bytes > known.batch.mayStillRead + LARGEST_PIECE) known.batch.cut(stream);
  });
  return known;
}

const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: unknown[],
  callback: (error: Error | null, result: pg.QueryResult) => void,
) => Query;

const DriverConnection = pg.Connection as unknown as new (config: {
  stream: Connection['stream'];
}) => Connection;

/** A connection that collects the messages of queries instead of sending them. */
class Packet extends DriverConnection {
  /** Whether nobody reads the rows of the current statement, so that Describe is left out. */
  isSilent = false;
  readonly #messages: Buffer[];

  constructor({ parsedStatements, submittedNamedStatements }: Connection) {
    const messages: Buffer[] = [];
    super({ stream: { writable: true, write: (message) => messages.push(message) } });
    this.#messages = messages;
    this.parsedStatements = parsedStatements;
    this.submittedNamedStatements = submittedNamedStatements;
  }

  override describe(portal: object): void {
    if (!this.isSilent) super.describe(portal);
  }

  /** Left empty: each query would otherwise send its own Sync. */
  override sync(): void {}

  /** Sends the collected messages, followed by one Sync. */
  send({ stream }: Connection): void {
    super.sync();
    if (stream.writable) stream.write(Buffer.concat(this.#messages));
    this.#messages.length = 0;
  }
}

/** Forgets a closed statement, so that it is prepared again at its next use. */
function forgetPrepared(
  { name = '' }: Query,
  { parsedStatements, submittedNamedStatements }: Connection,
): void {
  delete parsedStatements[name];
  delete submittedNamedStatements[name];
}

const packets = new WeakMap<Connection, Packet>();

function packetFor(connection: Connection): Packet {
  let packet = packets.get(connection);
  if (!packet) {
    packet = new Packet(connection);
    packets.set(connection, packet);
  }
  return packet;
}

/**
 * Several queries that the driver treats as one. In its pipeline mode each query has its own Sync and so costs both
 * sides a packet. The statements of a transaction do not need that, because none of them runs after a failure.
 */
export class Batch extends DriverQuery implements StatementQueue {
  #items: Item[] = [];
  #index = 0;
  #arriving: Arriving | undefined;
  #refusal: Error | undefined;
  readonly #allowance: ReadAllowance;

  constructor(allowance: ReadAllowance) {
    super('', [], () => undefined);
    this.#allowance = allowance;
  }

  add({ text, values, name, isSilent = false }: Statement): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const query = new DriverQuery(text, values, (error, result) => {
        if (!error) return resolve(result);
        item.failure = error;
        reject(error);
      });
      // Set afterwards, because the driver copies a configuration object property by property.
      query.name = name;
      query.queryMode = 'extended';
      const item: Item = { query, isSilent };
      this.#items.push(item);
    });
  }

  sendOn(client: pg.PoolClient): void {
    client.query(this);
  }

  /** Bytes that its rows may still have. */
  get mayStillRead(): number {
    return Math.max(0, this.#allowance.left);
  }

  /** Ends the connection, and with it a row that is larger than its answer may be: nothing else would stop it. */
  cut(stream: Socket): void {
    this.#refusal ??= answerTooLarge(this.#allowance.limit);
    stream.destroy(this.#refusal);
  }

  /** What stands behind a statement whose values cannot be written is not sent, as it would not run behind one that failed. */
  override submit(connection: Connection): null {
    const packet = packetFor(connection);
    this.#arriving = arrivingOn(connection, this);
    for (const [index, item] of this.#items.entries()) {
      const { query } = item;
      packet.isSilent = item.isSilent;
      const failure = query.submit(packet) ?? item.failure;
      if (!failure) continue;
      // The driver has closed the statement.
      forgetPrepared(query, connection);
      for (const { query } of this.#items.splice(index)) query.handleError(failure, connection);
      break;
    }
    packet.send(connection);
    this.#moveTo(0);
    return null;
  }

  override handleRowDescription(message: object): void {
    this.#current!.handleRowDescription(message);
  }

  /** Drops rows over the allowance as they arrive, so that they never take up memory together. */
  override handleDataRow(message: { length: number }): void {
    const item = this.#items[this.#index]!;
    this.#arriving!.bytes = 0;
    this.#allowance.left -= message.length;
    if (this.#allowance.left < 0) item.isOver = true;
    if (!item.isOver && !item.isSilent) item.query.handleDataRow(message);
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    const { query, isOver } = this.#items[this.#index]!;
    this.#arriving!.bytes = 0;
    this.#moveTo(this.#index + 1);
    if (isOver) query.handleError(answerTooLarge(this.#allowance.limit), connection);
    else {
      query.handleCommandComplete(message, connection);
      query.handleReadyForQuery(connection);
    }
  }

  /** Fails the remaining statements. PostgreSQL skipped them after the failure, including their preparation. */
  override handleError(error: Error, connection: Connection): void {
    const left = this.#items.slice(this.#index);
    this.#moveTo(this.#items.length);
    for (const { query } of left) {
      delete connection.submittedNamedStatements[query.name ?? ''];
      query.handleError(this.#refusal ?? error, connection);
    }
  }

  override handleReadyForQuery(connection: Connection): void {
    if (this.#current) this.handleError(new Error('PostgreSQL did not answer a statement'), connection);
  }

  get #current(): Query | undefined {
    return this.#items[this.#index]?.query;
  }

  /** Moves to a statement. The driver reads `text` and `name` of this object to know which statement was prepared. */
  #moveTo(index: number): void {
    this.#index = index;
    const { text = '', name = '' } = this.#current ?? {};
    this.text = text;
    this.name = name;
  }
}
