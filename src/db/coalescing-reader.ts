// Combines reads of single records by many requests: equal statements of one turn of the event loop are sent as one.
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';

/** Runs a statement with the workspace as $1 and a list of ids as $2; each row includes the id of its record. */
type BatchQuery = (
  tenantId: string,
  text: string,
  ids: readonly string[],
) => Promise<{ id: string; row: unknown }[]>;

const MAX_RECORDS = 100;
const MAX_STATEMENTS = 1000;

/**
 * Reads single records in batches across requests. Under load most of the cost of such a read is the round trip to
 * PostgreSQL.
 */
export class CoalescingReader {
  readonly #query: BatchQuery;
  /** Loaders by workspace and statement, so that no statement ever reads for two workspaces. */
  readonly #loaders = new LRUCache<string, DataLoader<string, unknown>>({ max: MAX_STATEMENTS });

  constructor(query: BatchQuery) {
    this.#query = query;
  }

  /** Returns the record with an id, or undefined where the statement finds none. */
  load(tenantId: string, text: string, id: string): Promise<unknown> {
    const key = tenantId + text;
    let loader = this.#loaders.get(key);
    if (!loader) {
      loader = new DataLoader<string, unknown>((ids) => this.#loadBatch(tenantId, text, ids), {
        // No cache, because another request may have changed the record since.
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
      // Read one by one, so that no request fails because of another one's record.
      const separate = ids.map((id) =>
        this.#loadBatch(tenantId, text, [id]).catch((fault: Error) => [fault]),
      );
      return (await Promise.all(separate)).flat();
    }
  }
}
