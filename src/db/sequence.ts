// Sends statements one at a time through the driver's public interface; the alternative to batch.ts, which relies on
// driver internals.
import type pg from 'pg';
import type { Statement, StatementQueue } from './batch.ts';

interface Item {
  statement: Statement;
  resolve(result: pg.QueryResult): void;
  reject(error: unknown): void;
}

/** The last queue of each connection; the next one is sent after it. */
const tails = new WeakMap<pg.PoolClient, Promise<void>>();

/** Sends each statement once the previous one was answered; after a failure, none of the remaining ones is sent. */
export class Sequence implements StatementQueue {
  readonly #items: Item[] = [];

  add(statement: Statement): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      this.#items.push({ statement, resolve, reject });
    });
  }

  sendOn(client: pg.PoolClient): void {
    const before = tails.get(client) ?? Promise.resolve();
    tails.set(
      client,
      before.then(() => this.#send(client)),
    );
  }

  async #send(client: pg.PoolClient): Promise<void> {
    for (const [at, { statement, resolve }] of this.#items.entries()) {
      const { text, values, name } = statement;
      try {
        resolve(await client.query({ text, values, ...(name && { name }) }));
      } catch (error) {
        for (const { reject } of this.#items.slice(at)) reject(error);
        return;
      }
    }
  }
}
