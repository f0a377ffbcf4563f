// Single records for many requests: what the requests of one turn of the event loop ask alike travels as one statement.
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';

/** Runs a statement whose $1 is the workspace and whose $2 is a list of ids; its rows name their record. */
type BatchQuery = (
  tenantId: string,
  text: string,
  ids: readonly string[],
) => Promise<{ id: string; row: unknown }[]>;

const MAX_RECORDS = 100;
const MAX_STATEMENTS = 1000;

/** Under load most of the cost of reading one record is the way to PostgreSQL and back; a turn's requests share it. */
export class CoalescingReader {
  readonly #query: BatchQuery;
  /** By workspace and statement: nothing is ever asked for two workspaces at once. */
  readonly #loaders = new LRUCache<string, DataLoader<string, unknown>>({ max: MAX_STATEMENTS });

  constructor(query: BatchQuery) {
    this.#query = query;
  }

  /** The record of an id, or undefined where the statement finds none. */
  load(tenantId: string, text: string, id: string): Promise<unknown> {
    const key = tenantId + text;
    let loader = this.#loaders.get(key);
    if (!loader) {
      loader = new DataLoader<string, unknown>((ids) => this.#loadBatch(tenantId, text, ids), {
        // Another request may have changed the record since.
        cache: false,
        maxBatchSize: MAX_RECORDS,
        batchScheduleFn: setImmediate,
      });
      this.#loaders.set(key, loader);
    }
    return loader.load(id);
  }

  async #loadBatch(tenantId: string, text: string, ids: readonly string[]): Promise<unknown[]> {
    try {
      const rows = await this.#query(tenantId, text, [...new Set(ids)]);
      const found = new Map(rows.map(({ id, row }) => [id, row]));
      return ids.map((id) => found.get(id));
    } catch (error) {
      if (ids.length === 1) throw error;
      // No request fails for the record of another.
      const separate = ids.map((id) =>
        this.#loadBatch(tenantId, text, [id]).catch((fault: Error) => [fault]),
      );
      return (await Promise.all(separate)).flat();
    }
  }
}
