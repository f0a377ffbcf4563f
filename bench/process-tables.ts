// Formats the tables of RESULTS.md about our process as a whole: its start, its memory under load, and imports.
import { BOOT_GOAL, IMPORT_P99_GOAL, MEMORY_GROWTH_GOAL, PROCESS_GOALS } from './goals.ts';
import type { BootResults, ImportResults, MemoryResults } from './results.ts';
import { formatRunFacts } from './tables.ts';

/** Formats starts with today's schema and with one of the full size. */
export function bootTable(results: BootResults): string[] {
  const { trees } = results;
  return [
    ...['## Start', '', formatRunFacts(results), ''],
    '| start | operations | start to ready, ms | CPU of it, ms | memory at start, MB |',
    '|---|---|---|---|---|',
    ...trees.map(({ title, operations, startMs, cpuMs, rss }) => {
      const [ready, memory] = [judge(startMs, BOOT_GOAL.startMs), judge(rss, PROCESS_GOALS.idleRss)];
      return `| ${title} | ${operations} | ${ready} | ${cpuMs.toFixed(0)} | ${memory} |`;
    }),
    ...['', `| phase, CPU ms | ${trees.map(({ title }) => title).join(' | ')} |`],
    `|---|${'---|'.repeat(trees.length)}`,
    ...trees[0]!.phases.map(
      ({ name }, index) =>
        `| ${name} | ${trees.map(({ phases }) => phases[index]!.ms.toFixed(0)).join(' | ')} |`,
    ),
    '',
  ];
}

/** Formats the memory of our process under a mix of workloads. */
export function memoryTable(results: MemoryResults): string[] {
  const { minutes, requests, idleRss, peakRss, growth } = results;
  return [
    ...['## Memory', '', formatRunFacts(results), ''],
    `${minutes} minutes of all workloads in turn, ${requests} requests.`,
    ...['', '| memory at start, MB | peak | growth in ten minutes after warm-up |', '|---|---|---|'],
    `| ${judge(idleRss, PROCESS_GOALS.idleRss)} | ${judge(peakRss, PROCESS_GOALS.peakRss)} | ${judge(growth, MEMORY_GROWTH_GOAL)} |`,
    '',
  ];
}

/** Formats an import, and what readers of another workspace notice of it. */
export function importTable(results: ImportResults): string[] {
  const { rows, before, phases, idleRss, peakRss } = results;
  return [
    ...['## Import', '', formatRunFacts(results), ''],
    `A CSV file of ${rows} companies, uploaded, tried and executed in the process that serves requests. Meanwhile another workspace reads pages of 25 companies over one connection: p50 ${before.p50.toFixed(1)} ms and p99 ${before.p99.toFixed(1)} ms before. Memory ${idleRss} MB at start, ${peakRss} MB at the peak.`,
    ...[
      '',
      '| phase | seconds | rows per second | p50 of readers, ms | p99 | p99 relative to before |',
      '|---|---|---|---|---|---|',
    ],
    ...phases.map(({ name, seconds, p50, p99 }) => {
      const slower = judge(p99 / before.p99, IMPORT_P99_GOAL, 2);
      return `| ${name} | ${seconds.toFixed(1)} | ${(rows / seconds).toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${slower} |`;
    }),
    '',
  ];
}

function judge(value: number, limit: number, digits = 0): string {
  return `${value.toFixed(digits)} ${value <= limit ? '✓' : '✗'}${limit}`;
}
