// Waits for something that happens a little later.
import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats the check until its result is truthy and returns the result. @throws Error after `patience` milliseconds */
export async function until<T>(
  ask: () => Promise<T> | T,
  patience = 60_000,
): Promise<Exclude<NonNullable<T>, false>> {
  const end = Date.now() + patience;
  for (;;) {
    const found = await ask();
    if (found) return found as Exclude<NonNullable<T>, false>;
    if (Date.now() > end)
      throw new Error(`the condition was not met within ${patience} ms; its last result was ${found}`);
    await sleep(25);
  }
}
