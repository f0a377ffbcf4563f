// Bounded reads: how long one part of an answer may take, and how many parts are read at the same time.
import type { Database } from './knex.ts';
import type { Transaction } from './transaction.ts';

const QUERY_CANCELED = '57014';

/** A read that its time limit ended. */
export class Late extends Error {}

/**
 * Reads in a transaction of its own, which its time limit ends alone; waiting for a connection is part of the time.
 * @throws Late
 */
export async function readWithin<T>(
  { services, tenantId }: { services: { database: Database }; tenantId: string },
  ms: number,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const reading = services.database.read({ tenantId }, async (tx) => {
    const [, answer] = await Promise.all([tx.rows(`set local statement_timeout = ${ms}`, []), work(tx)]);
    return answer;
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late()), ms);
  });
  try {
    return await Promise.race([reading, late]);
  } catch (error) {
    throw (error as { code?: unknown }).code === QUERY_CANCELED ? new Late() : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Does the work of every item, as many at the same time as there are lanes. */
export async function inLanes<T, R>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at]!);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
