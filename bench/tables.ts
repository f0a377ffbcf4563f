// Formats the tables of RESULTS.md: ratios with their goals, processes, each workload, growth.
import { GROWTH_GOALS, goalOf, PROCESS_GOALS, surfaceGoal } from './goals.ts';
import {
  type GrowthResults,
  median,
  type Results,
  type RunFacts,
  ratio,
  type Sample,
  samplesAt,
  type VariantResults,
  type WorkloadResults,
} from './results.ts';

/** The number of connections for which ratios and costs are shown. */
export const MANY = 32;

const BASELINES = ['postgraphile', 'dataloader', 'floor'];

export function tables(results: Results): string[] {
  const { size, peers, workloads } = results;
  return [
    `## Data set: ${size}`,
    '',
    formatRunFacts(results),
    '',
    `Our requests per second relative to the peer's, at ${MANY} connections (at 1); the median of the ratios within each round. "Ours stored" is ours on REST, or by a persisted operation.`,
    '',
    `| workload | ours | ${BASELINES.join(' | ')} | ours stored |`,
    `|---|---|${'---|'.repeat(BASELINES.length + 1)}`,
    ...workloads.flatMap(ratios),
    '',
    `| process | start to ready, ms | memory at start, MB | 30 s after the run | peak |`,
    '|---|---|---|---|---|',
    ...peers.map(({ peer, startMs, idleRss, rss, peakRss }) => {
      const judge = (value: number, limit: number) =>
        peer === 'ours' ? `${value} ${value <= limit ? '✓' : '✗'}${limit}` : value;
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
      const cells = BASELINES.map((peer) =>
        variants
          .filter((variant) => variant.peer === peer)
          .map((other) => {
            const note = noteOf(other);
            const goal = goalOf(name, ours.surface, note ? `${peer}, ${note}` : peer);
            return formatRatio(ours, other, goal) + (note ? ` ${note}` : '');
          })
          .join('; '),
      );
      // Prefer the variant with the same note, because it does the same work.
      const ownStored = variants.filter((variant) => variant.peer === 'ours' && isStored(variant));
      const stored = ownStored.find((variant) => noteOf(variant) === noteOf(ours)) ?? ownStored[0];
      const own = stored && !isStored(ours) ? formatRatio(ours, stored, surfaceGoal(name, ours.surface)) : '';
      const line = [name, ours.label.replace('ours ', ''), ...[...cells, own].map((cell) => cell || '-')];
      return `| ${line.join(' | ')} |`;
    });
}

function noteOf({ label }: VariantResults): string | undefined {
  return label.split(', ')[1];
}

function formatRatio(ours: VariantResults, other: VariantResults, goal: number | undefined): string {
  const [loaded, single] = [ratio(ours, other, MANY), ratio(ours, other, 1)];
  const verdict = goal === undefined || loaded === undefined ? '' : ` ${loaded >= goal ? '✓' : '✗'}${goal}`;
  return `${loaded?.toFixed(2) ?? '?'} (${single?.toFixed(2) ?? '?'})${verdict}`;
}

function section({ name, title, variants, missing }: WorkloadResults, size: string): string[] {
  return [
    `### ${title} (${name})`,
    '',
    `Milliseconds; CPU per request at ${MANY} connections; SQL statements including begin and commit.`,
    '',
    '| variant | 1 connection, req/s | p50 | p99 | 32 connections, req/s | p50 | p99 | CPU Node | CPU PostgreSQL | statements | bytes |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...variants.map((variant) => {
      const [one, many] = [samplesAt(variant, 1), samplesAt(variant, MANY)];
      const speed = (samples: Sample[]) =>
        `${medianOf(samples, 'rate', 0)} | ${medianOf(samples, 'p50', 2)} | ${medianOf(samples, 'p99', 2)}`;
      const cpu = `${medianOf(many, 'nodeCpuMs', 2)} | ${medianOf(many, 'postgresCpuMs', 2)}`;
      return `| ${variant.label} | ${speed(one)} | ${speed(many)} | ${cpu} | ${variant.statements?.toFixed(1) ?? '-'} | ${medianOf(many, 'bytes', 0)} |`;
    }),
    '',
    ...missing.flatMap((reason) => [`Left out: ${reason}.`, '']),
    `![requests per second](charts/${size}-${name}.svg)`,
    '',
  ];
}

function medianOf(samples: Sample[], key: keyof Sample, digits: number): string {
  if (!samples.length) return '-';
  return median(samples.map((sample) => sample[key])).toFixed(digits);
}

/** Formats the table of the cost of ten times the data. */
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
    formatRunFacts(results),
    '',
    `Ten times the rows: CPU per request (Node and PostgreSQL together) at ${MANY} connections and median latency on one connection, relative to the small data set; the median of the rounds.`,
    '',
    '| workload | ours | CPU | p50 |',
    '|---|---|---|---|',
    ...lines,
    '',
  ];
}

export function formatRunFacts({
  at,
  commit,
  node,
  cores,
  processor,
  loadBefore,
  rounds,
  seconds,
}: RunFacts): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC, commit ${commit}, Node ${node}, ${cores} cores (${processor}), load before the run ${loadBefore}; ${rounds} rounds of ${seconds} s, medians.`;
}
