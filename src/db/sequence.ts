// Statements sent one at a time by the driver's public interface: what batch.ts does, without relying on the driver's inside.
import type pg from 'pg';
import type { Statement, StatementQueue } from './batch.ts';

interface Item {
  statement: Statement;
  resolve(result: pg.QueryResult): void;
  reject(error: unknown): void;
}

/** What each connection was last given; the next statements go behind it. */
const tails = new WeakMap<pg.PoolClient, Promise<void>>();

/** Several statements, each sent once the one before it was answered; behind a failure none is sent. */
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
