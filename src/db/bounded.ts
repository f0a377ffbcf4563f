// Reads with limits: a maximum time for one part of an answer, and a maximum number of parts read concurrently.
import type { Database } from './knex.ts';
import type { Transaction } from './transaction.ts';

const QUERY_CANCELED = '57014';

/** Thrown when a read exceeded its time limit. */
export class ReadTimeout extends Error {}

/**
 * Reads in its own transaction and stops it at the time limit, without affecting other reads. Waiting for a connection
 * counts towards the time.
 * @throws ReadTimeout
 */
export async function readWithin<T>(
  { services, tenantId }: { services: { database: Database }; tenantId: string },
  ms: number,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const result = services.database.read({ tenantId }, async (tx) => {
    const [, answer] = await Promise.all([tx.rows(`set local statement_timeout = ${ms}`, []), work(tx)]);
    return answer;
  });
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ReadTimeout()), ms);
  });
  try {
    return await Promise.race([result, timeout]);
  } catch (error) {
    throw (error as { code?: unknown }).code === QUERY_CANCELED ? new ReadTimeout() : error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs `work` for every item, at most `concurrency` at the same time.
 * @returns the results in the order of the items
 */
export async function mapWithConcurrency<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index]!);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}
