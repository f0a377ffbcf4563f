// `npm run bench -- --memory`: measures the memory of our service under a mix of all workloads, and whether it grows.
import { memory } from './cpu.ts';
import type { Environment } from './environment.ts';
import { load } from './load.ts';
import { machine } from './machine.ts';
import type { Options } from './options.ts';
import { print } from './print.ts';
import { saveRun } from './report.ts';
import { label, type Workload } from './workloads/workload.ts';

const CONNECTIONS = 32;
/** Seconds of load for each variant before the next one. */
const TURN_SECONDS = 2;
/** The first part of the run fills caches and compiles operations; it is left out of the slope. */
const WARM_SHARE = 1 / 3;

interface Reading {
  minutes: number;
  rss: number;
}

/** Runs the mix and writes memory at the start, at the peak, and its slope. */
export async function measureMemory(environment: Environment, options: Options): Promise<void> {
  const { minutes } = options;
  await environment.startPeers();
  const [ours] = environment.peers;
  const idle = memory(ours!.pid).rss;
  const readings: Reading[] = [];
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 60_000;
  let requests = 0;
  while (elapsed() < minutes) {
    for (const workload of environment.workloads.filter(isRepeatable)) {
      if (elapsed() >= minutes) break;
      await environment.with(workload, async (params) => {
        for (const { variant, target } of (await environment.participants(workload)).available) {
          if (elapsed() >= minutes) break;
          const result = await load(
            target,
            Math.max(...(workload.connections ?? [CONNECTIONS])),
            { seconds: TURN_SECONDS },
            (n) => variant.request(params[n % params.length], n),
          );
          if (result.failed && !isOverload(result.failure!))
            throw new Error(`${workload.name}, ${label(variant)}: ${result.failure}`);
          requests += result.requests;
          readings.push({ minutes: elapsed(), rss: memory(ours!.pid).rss });
        }
      });
    }
    print(`  ${elapsed().toFixed(1)} min, ${requests} requests, ${memory(ours!.pid).rss} MB`);
  }
  const warm = readings.filter((reading) => reading.minutes > minutes * WARM_SHARE);
  const results = {
    ...{ ...machine(options), minutes, requests, idleRss: idle },
    ...{ peakRss: memory(ours!.pid).peak, growth: slope(warm) * 10 },
  };
  saveRun('memory', results, options);
}

/** Excludes merging, which uses up its pairs, and workloads with trigram indexes, which take long to build. */
function isRepeatable({ name }: Workload): boolean {
  return name !== 'merge-companies' && !name.endsWith('-trigram') && name !== 'search-companies';
}

/** Returns whether the service refused a request as too many at once; 32 writers of one number series can be that. */
function isOverload(failure: string): boolean {
  return failure.includes('"code":"OVERLOADED"');
}

/** Returns megabytes per minute, by least squares. */
function slope(readings: Reading[]): number {
  const mean = (read: (reading: Reading) => number) =>
    readings.reduce((sum, reading) => sum + read(reading), 0) / readings.length;
  const [minutes, rss] = [mean((reading) => reading.minutes), mean((reading) => reading.rss)];
  const covariance = mean((reading) => (reading.minutes - minutes) * (reading.rss - rss));
  return covariance / mean((reading) => (reading.minutes - minutes) ** 2);
}
