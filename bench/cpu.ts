// CPU time and memory of processes, from /proc: Linux only.
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of one tick; 100 a second on every Linux that Node runs on. */
const TICK_MS = 10;

interface Times {
  parent: number;
  own: number;
  /** Of children that have ended and were waited for. */
  ended: number;
}

function timesOf(pid: number | string): Times | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in brackets and may hold blanks; what follows it does not.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const at = (field: number) => Number(fields[field - 3]);
    return { parent: at(4), own: (at(14) + at(15)) * TICK_MS, ended: (at(16) + at(17)) * TICK_MS };
  } catch {
    return undefined;
  }
}

/** CPU milliseconds of a process with all its threads. */
export function processCpu(pid: number): number {
  return timesOf(pid)?.own ?? 0;
}

/** CPU milliseconds of PostgreSQL: the postmaster, its processes, and those that have ended. */
export function clusterCpu(postmaster: number): number {
  const root = timesOf(postmaster);
  let total = (root?.own ?? 0) + (root?.ended ?? 0);
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const times = timesOf(pid);
    if (times?.parent === postmaster) total += times.own;
  }
  return total;
}

/** Resident memory in megabytes, now and at its highest. */
export function memory(pid: number): { rss: number; peak: number } {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1024);
  return { rss: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}
