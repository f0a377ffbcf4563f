// Reads CPU time and memory of processes from /proc (Linux only).
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of one clock tick; every Linux that Node runs on has 100 per second. */
const TICK_MS = 10;

interface Times {
  parent: number;
  own: number;
  /** CPU time of child processes that have ended and were waited for. */
  endedChildren: number;
}

function timesOf(pid: number | string): Times | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in parentheses and may contain spaces; the fields after it do not.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const read = (field: number) => Number(fields[field - 3]);
    return {
      parent: read(4),
      own: (read(14) + read(15)) * TICK_MS,
      endedChildren: (read(16) + read(17)) * TICK_MS,
    };
  } catch {
    return undefined;
  }
}

/** Returns the CPU milliseconds of a process with all its threads. */
export function processCpu(pid: number): number {
  return timesOf(pid)?.own ?? 0;
}

/** Returns the CPU milliseconds of PostgreSQL: the postmaster and its processes, including ended ones. */
export function clusterCpu(postmaster: number): number {
  const root = timesOf(postmaster);
  let total = (root?.own ?? 0) + (root?.endedChildren ?? 0);
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const times = timesOf(pid);
    if (times?.parent === postmaster) total += times.own;
  }
  return total;
}

/** Returns the resident memory in megabytes, now and at its peak. */
export function memory(pid: number): { rss: number; peak: number } {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1024);
  return { rss: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}
