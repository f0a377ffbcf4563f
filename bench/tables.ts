// The tables of RESULTS.md: ratios beside their goals, processes, each workload, growth.
import { GROWTH_GOALS, goalOf, PROCESS_GOALS, surfaceGoal } from './goals.ts';
import {
  type GrowthResults,
  type Measured,
  median,
  type Results,
  ratio,
  type Sample,
  samplesAt,
  type VariantResults,
  type WorkloadResults,
} from './results.ts';

/** The number of connections that ratios and costs are told of. */
export const MANY = 32;

const AGAINST = ['postgraphile', 'dataloader', 'floor'];

export function tables(results: Results): string[] {
  const { size, peers, workloads } = results;
  return [
    `## Data set: ${size}`,
    '',
    about(results),
    '',
    `Requests a second of ours as times those of the peer, at ${MANY} connections (at 1); the median of the rounds, each against itself. "Ours stored" is ours on REST, or by a persisted operation.`,
    '',
    `| workload | ours | ${AGAINST.join(' | ')} | ours stored |`,
    `|---|---|${'---|'.repeat(AGAINST.length + 1)}`,
    ...workloads.flatMap(ratios),
    '',
    `| process | start to ready, ms | memory at start, MB | 30 s after the run | at most |`,
    '|---|---|---|---|---|',
    ...peers.map(({ peer, startMs, idleRss, rss, peakRss }) => {
      const judge = (value: number, most: number) =>
        peer === 'ours' ? `${value} ${value <= most ? '✓' : '✗'}${most}` : value;
      const { startMs: start, idleRss: idle, peakRss: peak } = PROCESS_GOALS;
      return `| ${peer} | ${judge(startMs, start)} | ${judge(idleRss, idle)} | ${rss} | ${judge(peakRss, peak)} |`;
    }),
    '',
    ...workloads.flatMap((workload) => section(workload, size)),
  ];
}

function ratios({ name, variants }: WorkloadResults): string[] {
  const isStored = ({ surface }: VariantResults) => surface === 'rest' || surface === 'persisted';
  return variants
    .filter(({ peer }) => peer === 'ours')
    .map((ours) => {
      const cells = AGAINST.map((peer) =>
        variants
          .filter((variant) => variant.peer === peer)
          .map((other) => {
            const note = noteOf(other);
            const goal = goalOf(name, ours.surface, note ? `${peer}, ${note}` : peer);
            return against(ours, other, goal) + (note ? ` ${note}` : '');
          })
          .join('; '),
      );
      // With the same note, so with the same work, where there is such a one.
      const ownStored = variants.filter((variant) => variant.peer === 'ours' && isStored(variant));
      const stored = ownStored.find((variant) => noteOf(variant) === noteOf(ours)) ?? ownStored[0];
      const own = stored && !isStored(ours) ? against(ours, stored, surfaceGoal(name, ours.surface)) : '';
      const line = [name, ours.label.replace('ours ', ''), ...[...cells, own].map((cell) => cell || '-')];
      return `| ${line.join(' | ')} |`;
    });
}

function noteOf({ label }: VariantResults): string | undefined {
  return label.split(', ')[1];
}

function against(ours: VariantResults, other: VariantResults, goal: number | undefined): string {
  const [many, one] = [ratio(ours, other, MANY), ratio(ours, other, 1)];
  const verdict = goal === undefined || many === undefined ? '' : ` ${many >= goal ? '✓' : '✗'}${goal}`;
  return `${many?.toFixed(2) ?? '?'} (${one?.toFixed(2) ?? '?'})${verdict}`;
}

function section({ name, title, variants, missing }: WorkloadResults, size: string): string[] {
  return [
    `### ${title} (${name})`,
    '',
    `Milliseconds; CPU a request at ${MANY} connections; SQL statements with begin and commit.`,
    '',
    '| variant | 1 connection, req/s | p50 | p99 | 32 connections, req/s | p50 | p99 | CPU Node | CPU PostgreSQL | statements | bytes |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...variants.map((variant) => {
      const [one, many] = [samplesAt(variant, 1), samplesAt(variant, MANY)];
      const speed = (samples: Sample[]) =>
        `${of(samples, 'rate', 0)} | ${of(samples, 'p50', 2)} | ${of(samples, 'p99', 2)}`;
      const cpu = `${of(many, 'nodeCpuMs', 2)} | ${of(many, 'postgresCpuMs', 2)}`;
      return `| ${variant.label} | ${speed(one)} | ${speed(many)} | ${cpu} | ${variant.statements?.toFixed(1) ?? '-'} | ${of(many, 'bytes', 0)} |`;
    }),
    '',
    ...missing.flatMap((reason) => [`Left out: ${reason}.`, '']),
    `![requests a second](charts/${size}-${name}.svg)`,
    '',
  ];
}

function of(samples: Sample[], key: keyof Sample, digits: number): string {
  return median(samples.map((sample) => sample[key])).toFixed(digits);
}

/** What ten times the data costs us. */
export function growthTable(results: GrowthResults): string[] {
  const lines = results.workloads.flatMap(({ name, variants }) =>
    variants.map(({ label, small, large }) => {
      const cpu = ratio(large, small, MANY, ({ nodeCpuMs, postgresCpuMs }) => nodeCpuMs + postgresCpuMs)!;
      const latency = ratio(large, small, 1, ({ p50 }) => p50)!;
      const goal = GROWTH_GOALS[name]!;
      const verdict = cpu <= goal ? '✓' : '✗';
      return `| ${name} | ${label} | ${cpu.toFixed(2)} ${verdict}${goal} | ${latency.toFixed(2)} |`;
    }),
  );
  return [
    '## Growth',
    '',
    about(results),
    '',
    `Ten times the rows: CPU of a request (Node and PostgreSQL together) at ${MANY} connections and its middle time on one connection, as times those of the small data set; the median of the rounds.`,
    '',
    '| workload | ours | CPU | p50 |',
    '|---|---|---|---|',
    ...lines,
    '',
  ];
}

function about({ at, commit, node, cores, processor, loadBefore, rounds, seconds }: Measured): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC, commit ${commit}, Node ${node}, ${cores} cores (${processor}), load before the run ${loadBefore}; ${rounds} rounds of ${seconds} s, medians.`;
}
