// Bounded reads: how long one part of an answer may take, and how many parts are read at the same time.
import type { Database } from './knex.ts';
import type { Transaction } from './transaction.ts';

const QUERY_CANCELED = '57014';

/** A read that its time limit ended. */
export class ReadTimeout extends Error {}

/**
 * Reads in a transaction of its own, which its time limit ends alone; waiting for a connection is part of the time.
 * @throws Late
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

/** Does the work of every item, as many at the same time as there are lanes. */
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
