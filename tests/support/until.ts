// Waits for something that happens a little later.
import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats the check until its result is truthy and returns the result. @throws Error after `patience` milliseconds */
export async function until<T>(ask: () => Promise<T> | T, patience = 20_000): Promise<NonNullable<T>> {
  const end = Date.now() + patience;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (Date.now() > end)
      throw new Error(`the condition was not met within ${patience} ms; its last result was ${found}`);
    await sleep(25);
  }
}
