// The measurement: every variant in turn, round by round, so that a noisy minute hits all of them alike.
import { setTimeout } from 'node:timers/promises';
import { compare } from './answers.ts';
import { memory } from './cpu.ts';
import { measureDatabaseAlone } from './database-alone.ts';
import { RUN } from './dataset/make.ts';
import { load } from './load.ts';
import { machine } from './machine.ts';
import type { Options } from './options.ts';
import { print } from './print.ts';
import { write } from './report.ts';
import type { PeerMeasure, Results, VariantResults, WorkloadResults } from './results.ts';
import { compareRows } from './rows.ts';
import { CONNECTIONS, sample, WARM_SECONDS } from './sample.ts';
import type { Stage } from './stage.ts';
import { logStatements, statementsDuring } from './statements.ts';
import { label, type Workload } from './workloads/workload.ts';

/** How long a process rests before its memory is taken: V8 waits 8 to 16 seconds before it gives back what it can. */
const REST_MS = 30_000;
/** Requests whose statements are counted, behind some that fill caches. */
const COUNTED = 20;

/** Measures what the options ask for and writes results, report and charts. */
export async function measure(stage: Stage, options: Options): Promise<void> {
  const results: Results = { ...machine(options), size: stage.size, peers: [], workloads: [] };
  const statements = await countStatements(stage);
  await stage.startPeers();
  const idle = new Map(stage.peers.map(({ peer, pid }) => [peer, memory(pid).rss]));
  for (const workload of stage.workloads) {
    const measured = await measureWorkload(stage, workload, options);
    for (const variant of measured.variants)
      Object.assign(variant, statements.get(`${workload.name}: ${variant.label}`));
    results.workloads.push(measured);
  }
  await setTimeout(REST_MS);
  results.peers = stage.peers.map(({ peer, pid, startMs }): PeerMeasure => {
    const { rss, peak } = memory(pid);
    return { peer, startMs: Math.round(startMs), idleRss: idle.get(peer)!, rss, peakRss: peak };
  });
  write(results, options);
}

async function measureWorkload(stage: Stage, workload: Workload, options: Options): Promise<WorkloadResults> {
  const { name, title } = workload;
  print(`\n${title}`);
  const variants: WorkloadResults['variants'] = [];
  let missing: string[] = [];
  await stage.with(workload, async (params) => {
    const found = await stage.contestants(workload);
    missing = found.missing;
    for (const reason of missing) print(`  left out: ${reason}`);
    await compare(workload, found.taking, params);
    await compareRows(stage.cluster, (name) => stage.databaseOf(name), workload, found.taking, params);
    for (const { variant, target } of found.taking) {
      await load(target, 8, { seconds: WARM_SECONDS }, (n) => variant.request(params[n % params.length], n));
      variants.push({
        label: label(variant),
        peer: variant.peer,
        surface: variant.surface,
        samples: [],
      });
    }
    for (let round = 0; round < options.rounds; round += 1) {
      // The token of a person lives for 15 minutes; a run may take longer.
      await stage.renewCredentials(workload, found.taking);
      for (const connections of CONNECTIONS) {
        for (let turn = 0; turn < found.taking.length; turn += 1) {
          // Another one begins each round: nobody always runs behind the same neighbour.
          const at = (turn + round) % found.taking.length;
          variants[at]!.samples.push(
            await sample(stage.cluster, found.taking[at]!, params, connections, round, options.seconds),
          );
        }
      }
    }
    variants.push(...(await measureDatabaseAlone(stage, workload, params, CONNECTIONS, options)));
  });
  return { name, title, variants, missing };
}

/** One peer at a time, with the server's log on: its statements for each workload's variant. */
async function countStatements(
  stage: Stage,
): Promise<Map<string, Pick<VariantResults, 'statements' | 'sql'>>> {
  const counted = new Map<string, Pick<VariantResults, 'statements' | 'sql'>>();
  await logStatements(stage.cluster, true);
  try {
    await stage.startPeers();
    for (const workload of stage.workloads) {
      const params = await workload.params((sql, values) => stage.cluster.query(RUN, sql, values));
      for (const { variant, target } of (await stage.contestants(workload)).taking) {
        const ask = (n: number) => variant.request(params[n % params.length], n);
        await load(target, 1, { requests: COUNTED }, ask);
        const found = await statementsDuring(stage.cluster, () =>
          load(target, 1, { requests: COUNTED }, ask),
        );
        const statements = found.length / COUNTED;
        const sql = found.slice(-Math.ceil(statements)).map((text) => text.slice(0, 400));
        counted.set(`${workload.name}: ${label(variant)}`, { statements, sql });
      }
    }
  } finally {
    await stage.stopPeers();
    await logStatements(stage.cluster, false);
  }
  return counted;
}
