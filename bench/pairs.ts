// Compares two checkouts of our service, such as this one and the previous commit, in turn on the same database.
import { pathToFileURL } from 'node:url';
import type { Participant } from './answers.ts';
import { startCluster } from './cluster.ts';
import { memory } from './cpu.ts';
import { copyDatabase, dropDatabase, RUN } from './dataset/make.ts';
import { targetOf } from './environment.ts';
import { load } from './load.ts';
import type { Options } from './options.ts';
import { type RunningPeer, startPeer } from './peers/processes.ts';
import { print } from './print.ts';
import type { Sample } from './results.ts';
import { CONNECTIONS, sample, WARM_SECONDS } from './sample.ts';
import { CREATE_FUNCTION } from './workloads/create-company.ts';
import { workloadsOf } from './workloads/index.ts';
import { label, type Variant, type Workload } from './workloads/workload.ts';

const SIDES = ['before', 'now'] as const;
type Sides = Record<(typeof SIDES)[number], RunningPeer>;

/** The samples of one round, by side. */
type Round = Record<(typeof SIDES)[number], Sample>;

/**
 * Prints the speed of each workload relative to the other checkout, and the memory of both.
 * @param folder the other checkout, with its `node_modules`
 */
export async function pairs(options: Options, folder: string): Promise<void> {
  const other = (await import(new URL('bench/peers/processes.ts', `${pathToFileURL(folder)}/`).href)) as {
    startPeer: typeof startPeer;
  };
  const cluster = await startCluster();
  const table: string[] = [];
  try {
    await copyDatabase(cluster, 'small');
    await cluster.query(RUN, CREATE_FUNCTION);
    const sides: Sides = {
      before: await other.startPeer('ours', cluster.url(RUN)),
      now: await startPeer('ours', cluster.url(RUN)),
    };
    const lines = memoryLines(sides, 'at the start');
    for (const workload of workloadsOf(options)) {
      const query = (sql: string, values?: unknown[]) => cluster.query(RUN, sql, values);
      if (workload.prepare) await query(workload.prepare);
      const params = await workload.params(query);
      for (const variant of workload.variants.filter(({ peer }) => peer === 'ours')) {
        print(`\n${workload.title}`);
        const ratios = await measureRatios(
          options,
          workload,
          variant,
          sides,
          params,
          (participant, connections, round) =>
            sample(cluster, participant, params, connections, round, options.seconds),
        );
        table.push(`${workload.name.padEnd(24)} ${label(variant).padEnd(20)} ${ratios.join('   ')}`);
        print(table.at(-1)!);
      }
      if (workload.restore) await query(workload.restore);
    }
    lines.push(...memoryLines(sides, 'under load'));
    print(
      `\nNow relative to before, at ${CONNECTIONS.join(' and ')} connections: requests per second, and requests per second of CPU time\n${table.join('\n')}\n${lines.join('\n')}`,
    );
    await Promise.all(SIDES.map((side) => sides[side].stop()));
    await dropDatabase(cluster, RUN);
  } finally {
    await cluster.stop();
  }
}

async function measureRatios(
  { rounds }: Options,
  workload: Workload,
  variant: Variant<unknown>,
  sides: Sides,
  params: unknown[],
  takeSample: (participant: Participant, connections: number, round: number) => Promise<Sample>,
): Promise<string[]> {
  const measured = CONNECTIONS.map((): Round[] => []);
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 ? SIDES.toReversed() : SIDES;
    const samples = CONNECTIONS.map((): Partial<Round> => ({}));
    for (const side of order) {
      const target = await targetOf(workload, sides[side]);
      const request = (n: number) => variant.request(params[n % params.length], n);
      if (round === 0) await load(target, 8, { seconds: WARM_SECONDS }, request);
      for (const [index, connections] of CONNECTIONS.entries()) {
        print(`  ${side}`);
        samples[index]![side] = await takeSample({ variant, target }, connections, round);
      }
    }
    for (const [index, round] of samples.entries()) measured[index]!.push(round as Round);
  }
  const cpu = ({ nodeCpuMs, postgresCpuMs }: Sample) => nodeCpuMs + postgresCpuMs;
  return measured.map((rounds) => {
    const faster = median(rounds.map(({ before, now }) => now.rate / before.rate));
    const cheaper = median(rounds.map(({ before, now }) => cpu(before) / cpu(now)));
    return `${faster.toFixed(2)} by CPU ${cheaper.toFixed(2)}`;
  });
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

function memoryLines(sides: Sides, when: string): string[] {
  return SIDES.map((side) => {
    const { rss, peak } = memory(sides[side].pid);
    return `${side} ${when}: ${Math.round(rss)} MB, peak ${Math.round(peak)} MB; ready in ${Math.round(sides[side].startMs)} ms`;
  });
}
