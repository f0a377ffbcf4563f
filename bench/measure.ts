// Measures every variant in turn, round by round, so that a noisy minute affects all of them.
import { setTimeout } from 'node:timers/promises';
import { compareAnswers } from './answers.ts';
import { memory } from './cpu.ts';
import { measureDatabaseAlone } from './database-alone.ts';
import type { Environment } from './environment.ts';
import { load } from './load.ts';
import { machine } from './machine.ts';
import type { Options } from './options.ts';
import { print } from './print.ts';
import { saveMeasurement } from './report.ts';
import type { PeerMeasure, Results, VariantResults, WorkloadResults } from './results.ts';
import { compareRows } from './rows.ts';
import { CONNECTIONS, sample, WARM_SECONDS } from './sample.ts';
import { logStatements, statementsDuring } from './statements.ts';
import { label, type Workload } from './workloads/workload.ts';

/** How long a process is idle before its memory is read: V8 waits 8 to 16 seconds before it returns memory. */
const IDLE_MS = 30_000;
/** Number of requests whose statements are counted, after as many that fill caches. */
const COUNTED_REQUESTS = 20;

/**
 * Measures the workloads of the options and writes results, report and charts.
 * @throws Error after writing if the measurement of a workload has failed
 */
export async function measure(environment: Environment, options: Options): Promise<void> {
  const results: Results = { ...machine(options), size: environment.size, peers: [], workloads: [] };
  const statements = await countStatements(environment);
  await environment.startPeers();
  const idle = new Map(environment.peers.map(({ peer, pid }) => [peer, memory(pid).rss]));
  const failures: string[] = [];
  for (const workload of environment.workloads) {
    const measured = await measureWorkload(environment, workload, options).catch((error: Error) => {
      failures.push(`${workload.name}: ${error.message}`);
      print(`  ${error.message}`);
      return {
        name: workload.name,
        title: workload.title,
        variants: [],
        missing: ['its measurement failed'],
      };
    });
    for (const variant of measured.variants)
      Object.assign(variant, statements.get(`${workload.name}: ${variant.label}`));
    results.workloads.push(measured);
  }
  await setTimeout(IDLE_MS);
  results.peers = environment.peers.map(({ peer, pid, startMs }): PeerMeasure => {
    const { rss, peak } = memory(pid);
    return { peer, startMs: Math.round(startMs), idleRss: idle.get(peer)!, rss, peakRss: peak };
  });
  saveMeasurement(results, options);
  if (failures.length) throw new Error(failures.join('\n'));
}

async function measureWorkload(
  environment: Environment,
  workload: Workload,
  options: Options,
): Promise<WorkloadResults> {
  const { name, title } = workload;
  print(`\n${title}`);
  const variants: WorkloadResults['variants'] = [];
  let missing: string[] = [];
  await environment.with(workload, async (params) => {
    const participants = await environment.participants(workload);
    const { available } = participants;
    missing = participants.missing;
    for (const reason of missing) print(`  left out: ${reason}`);
    await compareAnswers(workload, available, params);
    await compareRows(
      environment.cluster,
      (name) => environment.databaseOf(name),
      workload,
      available,
      params,
    );
    for (const { variant, target } of available) {
      const connections = Math.min(8, Math.max(...(workload.connections ?? CONNECTIONS)));
      await load(target, connections, { seconds: WARM_SECONDS }, (n) =>
        variant.request(params[n % params.length], n),
      );
      variants.push({
        label: label(variant),
        peer: variant.peer,
        surface: variant.surface,
        samples: [],
      });
    }
    for (let round = 0; round < options.rounds; round += 1) {
      // New tokens for each round: a person's token expires after 15 minutes.
      await environment.renewCredentials(workload, available);
      for (const connections of workload.connections ?? CONNECTIONS) {
        for (let turn = 0; turn < available.length; turn += 1) {
          // Each round begins with another variant, so that none always runs after the same one.
          const index = (turn + round) % available.length;
          variants[index]!.samples.push(
            await sample(environment.cluster, available[index]!, params, connections, round, options.seconds),
          );
        }
      }
    }
    variants.push(...(await measureDatabaseAlone(environment, workload, params, CONNECTIONS, options)));
  });
  return { name, title, variants, missing };
}

/** Counts the statements of each variant in the server's log. */
async function countStatements(
  environment: Environment,
): Promise<Map<string, Pick<VariantResults, 'statements' | 'sql'>>> {
  const counted = new Map<string, Pick<VariantResults, 'statements' | 'sql'>>();
  await logStatements(environment.cluster, true);
  try {
    await environment.startPeers();
    for (const workload of environment.workloads)
      await environment.with(workload, async (params) => {
        for (const { variant, target } of (await environment.participants(workload)).available) {
          const request = (n: number) => variant.request(params[n % params.length], n);
          await load(target, 1, { requests: COUNTED_REQUESTS }, request);
          const found = await statementsDuring(environment.cluster, () =>
            load(target, 1, { requests: COUNTED_REQUESTS }, request),
          );
          const statements = found.length / COUNTED_REQUESTS;
          const sql = found.slice(-Math.ceil(statements)).map((text) => text.slice(0, 400));
          counted.set(`${workload.name}: ${label(variant)}`, { statements, sql });
        }
      });
  } finally {
    await environment.stopPeers();
    await logStatements(environment.cluster, false);
  }
  return counted;
}
