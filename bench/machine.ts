// Describes the machine and the time of a run.
import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import type { Options } from './options.ts';
import type { RunFacts } from './results.ts';

export function machine({ rounds, seconds }: Options): RunFacts {
  return {
    at: new Date().toISOString(),
    commit: commit(),
    node: process.version,
    cores: cpus().length,
    processor: cpus()[0]?.model ?? 'unknown',
    loadBefore: Math.round(loadavg()[0]! * 10) / 10,
    rounds,
    seconds,
  };
}

function commit(): string {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: import.meta.dirname, stdio: 'pipe' })
        .toString()
        .trim();
    return (
      git('rev-parse', '--short', 'HEAD') +
      (git('status', '--porcelain', '--untracked-files=no') ? ' with changes' : '')
    );
  } catch {
    return 'unknown';
  }
}
