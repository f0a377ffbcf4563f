// Pairs: ours of this folder and ours of another one, such as the commit before, on the same database and asked in turn.
import { pathToFileURL } from 'node:url';
import type { Contestant } from './answers.ts';
import { startCluster } from './cluster.ts';
import { memory } from './cpu.ts';
import { copy, drop, RUN } from './dataset/make.ts';
import { load } from './load.ts';
import type { Options } from './options.ts';
import { type RunningPeer, startPeer } from './peers/processes.ts';
import { print } from './print.ts';
import type { Sample } from './results.ts';
import { CONNECTIONS, sample, WARM_SECONDS } from './sample.ts';
import { targetOf } from './stage.ts';
import { CREATE_FUNCTION } from './workloads/create-company.ts';
import { workloadsOf } from './workloads/index.ts';
import { label, type Variant, type Workload } from './workloads/workload.ts';

const SIDES = ['before', 'now'] as const;
type Sides = Record<(typeof SIDES)[number], RunningPeer>;

/** What a round measured, by side. */
type Round = Record<(typeof SIDES)[number], Sample>;

/**
 * Prints what each workload does now as times what it did before, and the memory of both.
 * @param folder the other checkout, with its `node_modules`
 */
export async function pairs(options: Options, folder: string): Promise<void> {
  const other = (await import(new URL('bench/peers/processes.ts', `${pathToFileURL(folder)}/`).href)) as {
    startPeer: typeof startPeer;
  };
  const cluster = await startCluster();
  const table: string[] = [];
  try {
    await copy(cluster, 'small');
    await cluster.query(RUN, CREATE_FUNCTION);
    const sides: Sides = {
      before: await other.startPeer('ours', cluster.url(RUN)),
      now: await startPeer('ours', cluster.url(RUN)),
    };
    const lines = memoryOf(sides, 'at the start');
    for (const workload of workloadsOf(options)) {
      const query = (sql: string, values?: unknown[]) => cluster.query(RUN, sql, values);
      if (workload.prepare) await query(workload.prepare);
      const params = await workload.params(query);
      for (const variant of workload.variants.filter(({ peer }) => peer === 'ours')) {
        print(`\n${workload.title}`);
        const found = await ratios(
          options,
          workload,
          variant,
          sides,
          params,
          (contestant, connections, round) =>
            sample(cluster, contestant, params, connections, round, options.seconds),
        );
        table.push(`${workload.name.padEnd(24)} ${label(variant).padEnd(20)} ${found.join('   ')}`);
        print(table.at(-1)!);
      }
      if (workload.restore) await query(workload.restore);
    }
    lines.push(...memoryOf(sides, 'under load'));
    print(
      `\nNow as times before, at ${CONNECTIONS.join(' and ')} connections: requests a second, and requests a second of CPU time\n${table.join('\n')}\n${lines.join('\n')}`,
    );
    await Promise.all(SIDES.map((side) => sides[side].stop()));
    await drop(cluster, RUN);
  } finally {
    await cluster.stop();
  }
}

async function ratios(
  { rounds }: Options,
  workload: Workload,
  variant: Variant<unknown>,
  sides: Sides,
  params: unknown[],
  take: (contestant: Contestant, connections: number, round: number) => Promise<Sample>,
): Promise<string[]> {
  const measured = CONNECTIONS.map((): Round[] => []);
  for (let round = 0; round < rounds; round += 1) {
    const inTurn = round % 2 ? SIDES.toReversed() : SIDES;
    const taken = CONNECTIONS.map((): Partial<Round> => ({}));
    for (const side of inTurn) {
      const target = await targetOf(workload, sides[side]);
      const ask = (n: number) => variant.request(params[n % params.length], n);
      if (round === 0) await load(target, 8, { seconds: WARM_SECONDS }, ask);
      for (const [at, connections] of CONNECTIONS.entries()) {
        print(`  ${side}`);
        taken[at]![side] = await take({ variant, target }, connections, round);
      }
    }
    for (const [at, round] of taken.entries()) measured[at]!.push(round as Round);
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
  const at = (sorted.length - 1) / 2;
  return (sorted[Math.floor(at)]! + sorted[Math.ceil(at)]!) / 2;
}

function memoryOf(sides: Sides, when: string): string[] {
  return SIDES.map((side) => {
    const { rss, peak } = memory(sides[side].pid);
    return `${side} ${when}: ${Math.round(rss)} MB, at most ${Math.round(peak)} MB; ready in ${Math.round(sides[side].startMs)} ms`;
  });
}
