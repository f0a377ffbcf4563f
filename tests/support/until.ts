// Waiting for what happens a little later.
import { setTimeout as sleep } from 'node:timers/promises';

/** Asks until the answer is true, and gives it. @throws when that takes longer than `patience` */
export async function until<T>(ask: () => Promise<T> | T, patience = 20_000): Promise<NonNullable<T>> {
  const end = Date.now() + patience;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (Date.now() > end)
      throw new Error(`it did not happen within ${patience} ms; the last answer was ${found}`);
    await sleep(25);
  }
}
