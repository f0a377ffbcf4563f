// `npm run bench -- --memory`: ours under the mix of all workloads for some minutes, and whether its memory grows.
import { memory } from './cpu.ts';
import { MEMORY_GROWTH_GOAL, PROCESS_GOALS } from './goals.ts';
import { load } from './load.ts';
import type { Options } from './options.ts';
import { print } from './print.ts';
import type { Stage } from './stage.ts';
import { label, type Workload } from './workloads/workload.ts';

const CONNECTIONS = 32;
/** Of load, before the next variant has its turn. */
const TURN_SECONDS = 2;
/** Of the run, in which compiled operations and caches come to be; it does not count for the slope. */
const WARM_SHARE = 1 / 3;

interface Reading {
  minutes: number;
  rss: number;
}

/** Runs the mix and prints memory at the start, at most, and its slope. */
export async function measureMemory(stage: Stage, { minutes }: Options): Promise<void> {
  await stage.startPeers();
  const [ours] = stage.peers;
  const idle = memory(ours!.pid).rss;
  const readings: Reading[] = [];
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 60_000;
  let requests = 0;
  while (elapsed() < minutes) {
    for (const workload of stage.workloads.filter(isRepeatable)) {
      if (elapsed() >= minutes) break;
      await stage.with(workload, async (params) => {
        for (const { variant, target } of (await stage.contestants(workload)).taking) {
          if (elapsed() >= minutes) break;
          const result = await load(target, CONNECTIONS, { seconds: TURN_SECONDS }, (n) =>
            variant.request(params[n % params.length], n),
          );
          if (result.failed) throw new Error(`${workload.name}, ${label(variant)}: ${result.failure}`);
          requests += result.requests;
          readings.push({ minutes: elapsed(), rss: memory(ours!.pid).rss });
        }
      });
    }
    print(`  ${elapsed().toFixed(1)} min, ${requests} requests, ${memory(ours!.pid).rss} MB`);
  }
  const warm = readings.filter((reading) => reading.minutes > minutes * WARM_SHARE);
  const growth = slope(warm) * 10;
  const judge = (value: number, most: number) => `${value.toFixed(0)} ${value <= most ? '✓' : '✗'}${most}`;
  print('\n| memory at start, MB | at most | growth in ten minutes, once warm |\n|---|---|---|');
  print(
    `| ${judge(idle, PROCESS_GOALS.idleRss)} | ${judge(memory(ours!.pid).peak, PROCESS_GOALS.peakRss)} | ${judge(growth, MEMORY_GROWTH_GOAL)} |`,
  );
}

/** Merging uses up its pairs, and indexes of trigrams take long to make and are none of ours. */
function isRepeatable({ name }: Workload): boolean {
  return name !== 'merge-companies' && !name.endsWith('-trigram') && name !== 'search-companies';
}

/** Megabytes a minute, by least squares. */
function slope(readings: Reading[]): number {
  const mean = (of: (reading: Reading) => number) =>
    readings.reduce((sum, reading) => sum + of(reading), 0) / readings.length;
  const [at, rss] = [mean((one) => one.minutes), mean((one) => one.rss)];
  const above = mean((one) => (one.minutes - at) * (one.rss - rss));
  return above / mean((one) => (one.minutes - at) ** 2);
}
