// Statements that travel and are answered together: one Sync behind all of them, at which PostgreSQL sends its answers.
//
// The driver has no such thing, so this relies on parts of pg that it does not document, as they are in VERIFIED_PG:
// - `client.query()` takes any object with `submit`, and calls `handleRowDescription`, `handleDataRow`,
//   `handleCommandComplete`, `handleReadyForQuery` and `handleError` of the query that it awaits;
// - `pg.Query#submit(connection)` writes by `parse`, `bind`, `describe`, `execute` and `sync` of the connection, which write to
//   its `stream`, and notes what is prepared in `parsedStatements` and `submittedNamedStatements`;
// - the client reads `text` and `name` of the query that it awaits when PostgreSQL has parsed it;
// - `pg.Pool` with `pipeline` sends a query before the one before it was answered.
// A test fails with another version of pg: see whether these still hold, run the tests, then change the number. Without
// them the service runs with `new Database(…, { batched: false })`, which sends by sequence.ts.
import pg from 'pg';
import { answerTooLarge } from '../errors.ts';

/** The version of the driver that this file was checked with. */
export const VERIFIED_PG = '8.23.1';

/** A statement as PostgreSQL takes it, values apart. One with a name is prepared once on each connection. */
export interface Statement {
  text: string;
  values: unknown[];
  name?: string | undefined;
  /** It has no rows. */
  isSilent?: boolean;
}

/** Statements on their way to PostgreSQL. */
export interface StatementQueue {
  /** Adds a statement. @returns its result, or the failure of the first one that failed */
  add(statement: Statement): Promise<pg.QueryResult>;
  /** Sends what was added, behind what was sent on the connection before. */
  sendOn(client: pg.PoolClient): void;
}

/** The driver's connection: what its queries write to, and what has been prepared on it. */
interface Connection {
  stream: { writable: boolean; write(message: Buffer): void };
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  describe(portal: object): void;
  sync(): void;
}

/** A query of the driver: writes itself and takes its messages. */
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
  /** Its rows went over the allowance: none of them is kept. */
  isOver?: boolean;
}

/** What the rows that a request reads may have in all, in bytes: several answers, because an answer leaves out a part. */
export const MAX_READ_BYTES = 16 * 1024 * 1024;

/** What the rows of a transaction may have in bytes. */
export interface ReadAllowance {
  limit: number;
  left: number;
}

const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: unknown[],
  callback: (error: Error | null, result: pg.QueryResult) => void,
) => Query;

const DriverConnection = pg.Connection as unknown as new (config: {
  stream: Connection['stream'];
}) => Connection;

/** Gathers the messages of queries that take it for their connection. */
class Packet extends DriverConnection {
  /** Whether the statement that is being written has no rows that would have to be described. */
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

  /** Each query would send its own. */
  override sync(): void {}

  /** Sends what was gathered, and one Sync behind it. */
  send({ stream }: Connection): void {
    super.sync();
    if (stream.writable) stream.write(Buffer.concat(this.#messages));
    this.#messages.length = 0;
  }
}

/** A statement that has been closed is prepared anew when it comes again. */
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
 * Several queries that the driver takes for one. In its pipeline mode each query has a Sync of its own, so that each
 * costs both sides a packet; the statements of a transaction do not need that, for after a failure none of them runs.
 */
export class Batch extends DriverQuery implements StatementQueue {
  #items: Item[] = [];
  #index = 0;
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
      // Set afterwards: of a configuration the driver makes a copy, property by property.
      query.name = name;
      query.queryMode = 'extended';
      const item: Item = { query, isSilent };
      this.#items.push(item);
    });
  }

  sendOn(client: pg.PoolClient): void {
    client.query(this);
  }

  /** What stands behind a statement whose values cannot be written is not sent, as it would not run behind one that failed. */
  override submit(connection: Connection): null {
    const packet = packetFor(connection);
    for (const [index, item] of this.#items.entries()) {
      const { query } = item;
      packet.isSilent = item.isSilent;
      const failure = query.submit(packet) ?? item.failure;
      if (!failure) continue;
      // The driver has closed it.
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

  /** Rows over the allowance are dropped as they arrive, so that their memory is never taken all at once. */
  override handleDataRow(message: { length: number }): void {
    const item = this.#items[this.#index]!;
    this.#allowance.left -= message.length;
    if (this.#allowance.left < 0) item.isOver = true;
    if (!item.isOver) item.query.handleDataRow(message);
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    const { query, isOver } = this.#items[this.#index]!;
    this.#moveTo(this.#index + 1);
    if (isOver) query.handleError(answerTooLarge(this.#allowance.limit), connection);
    else {
      query.handleCommandComplete(message, connection);
      query.handleReadyForQuery(connection);
    }
  }

  /** What stands behind a failed statement was skipped, its preparation too. */
  override handleError(error: Error, connection: Connection): void {
    const left = this.#items.slice(this.#index);
    this.#moveTo(this.#items.length);
    for (const { query } of left) {
      delete connection.submittedNamedStatements[query.name ?? ''];
      query.handleError(error, connection);
    }
  }

  override handleReadyForQuery(connection: Connection): void {
    if (this.#current) this.handleError(new Error('PostgreSQL gave no answer to a statement'), connection);
  }

  get #current(): Query | undefined {
    return this.#items[this.#index]?.query;
  }

  /** The driver reads from the query that it awaits which statement was prepared. */
  #moveTo(index: number): void {
    this.#index = index;
    const { text = '', name = '' } = this.#current ?? {};
    this.text = text;
    this.name = name;
  }
}
