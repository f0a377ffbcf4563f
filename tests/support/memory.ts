// Watches the memory of a process while it works.
import { readFileSync } from 'node:fs';
import type { Process } from './process.ts';

/**
 * Runs work and returns its result, and by how many bytes the memory of the process grew at most meanwhile. What waits for
 * the garbage collection counts too, so a process that held a whole file would grow by more than its size.
 */
export async function growthDuring<T>(
  { child }: Process,
  work: () => Promise<T>,
): Promise<{ result: T; growth: number }> {
  const memory = () =>
    1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]);
  const before = memory();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, memory());
  }, 20);
  const result = await work().finally(() => clearInterval(timer));
  return { result, growth: most - before };
}
