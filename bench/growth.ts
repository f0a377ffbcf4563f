// Measures growth: our service on the small and on the large data set in turn, on the same machine.
import { type Cluster, startCluster } from './cluster.ts';
import { ensureDatabase } from './dataset/make.ts';
import { targetOf } from './environment.ts';
import { GROWTH_GOALS } from './goals.ts';
import { load } from './load.ts';
import { machine } from './machine.ts';
import type { Options } from './options.ts';
import { type RunningPeer, startPeer } from './peers/processes.ts';
import { print } from './print.ts';
import { saveRun } from './report.ts';
import type { Target } from './request.ts';
import type { Growth, GrowthResults } from './results.ts';
import { CONNECTIONS, sample, WARM_SECONDS } from './sample.ts';
import { workloadsOf } from './workloads/index.ts';
import { label, type Workload } from './workloads/workload.ts';

const SIZES = ['small', 'large'] as const;

/** A data set and our service running on it. */
interface Side {
  size: (typeof SIZES)[number];
  database: string;
  running: RunningPeer;
}

/**
 * Measures the workloads of `GROWTH_GOALS` and writes results and report. These workloads only read, so they run on the
 * data sets themselves: a copy of the large one would need as much disk space again.
 */
export async function growth(options: Options): Promise<void> {
  const cluster = await startCluster();
  const sides: Side[] = [];
  try {
    for (const size of SIZES) {
      const database = await ensureDatabase(cluster, size);
      sides.push({ size, database, running: await startPeer('ours', cluster.url(database)) });
    }
    const results: GrowthResults = { ...machine(options), workloads: [] };
    for (const workload of workloadsOf(options)) {
      if (!(workload.name in GROWTH_GOALS)) continue;
      results.workloads.push(await measureGrowth(cluster, workload, sides, options));
    }
    saveRun('growth', results, options);
  } finally {
    await Promise.all(sides.map(({ running }) => running.stop()));
    await cluster.stop();
  }
}

async function measureGrowth(
  cluster: Cluster,
  workload: Workload,
  sides: Side[],
  { rounds, seconds }: Options,
): Promise<GrowthResults['workloads'][number]> {
  const { name, title } = workload;
  print(`\n${title}`);
  const params = new Map<Side, unknown[]>();
  for (const side of sides)
    params.set(side, await workload.params((sql, values) => cluster.query(side.database, sql, values)));
  const variants: Growth[] = [];
  for (const variant of workload.variants.filter(({ peer }) => peer === 'ours')) {
    const measured: Growth = { label: label(variant), small: { samples: [] }, large: { samples: [] } };
    for (let round = 0; round < rounds; round += 1) {
      // New tokens for each round: a person's token expires after 15 minutes.
      const targets = new Map<Side, Target>();
      for (const side of round % 2 ? sides.toReversed() : sides)
        targets.set(side, await targetOf(workload, side.running));
      if (round === 0) {
        for (const [side, target] of targets) {
          const sideParams = params.get(side)!;
          const request = (n: number) => variant.request(sideParams[n % sideParams.length], n);
          await load(target, 8, { seconds: WARM_SECONDS }, request);
        }
      }
      for (const connections of CONNECTIONS) {
        for (const [side, target] of targets) {
          print(`  ${side.size}`);
          const sideParams = params.get(side)!;
          measured[side.size].samples.push(
            await sample(cluster, { variant, target }, sideParams, connections, round, seconds),
          );
        }
      }
    }
    variants.push(measured);
  }
  return { name, title, variants };
}
