// The results of a run, as written to results/*.json.

export interface Sample {
  round: number;
  connections: number;
  requests: number;
  /** Requests per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** CPU milliseconds per request: of the peer's process, of PostgreSQL, of the load generator. */
  nodeCpuMs: number;
  postgresCpuMs: number;
  loadCpuMs: number;
  /** Bytes of an answer, including its head. */
  bytes: number;
}

export interface VariantResults {
  label: string;
  peer: string;
  surface: string;
  /** SQL statements per request, including begin and commit; absent if they were not counted. */
  statements?: number;
  /** The statements of the last request, truncated. */
  sql?: string[];
  samples: Sample[];
}

export interface WorkloadResults {
  name: string;
  title: string;
  variants: VariantResults[];
  missing: string[];
}

export interface PeerMeasure {
  peer: string;
  startMs: number;
  /** Megabytes before the first request, after the last one, and at the peak. */
  idleRss: number;
  rss: number;
  peakRss: number;
}

/** The machine, time and length of a run. */
export interface RunFacts {
  at: string;
  commit: string;
  node: string;
  cores: number;
  processor: string;
  /** Load average of the minute before; numbers are noisy if it is well above 0. */
  loadBefore: number;
  rounds: number;
  seconds: number;
}

export interface Results extends RunFacts {
  size: string;
  peers: PeerMeasure[];
  workloads: WorkloadResults[];
}

type HasSamples = Pick<VariantResults, 'samples'>;

/** One of our variants on the small and the large data set. */
export interface Growth {
  label: string;
  small: HasSamples;
  large: HasSamples;
}

export interface GrowthResults extends RunFacts {
  workloads: { name: string; title: string; variants: Growth[] }[];
}

/** One phase of an import: how long it took, and the milliseconds that readers of another workspace waited meanwhile. */
export interface ImportPhase {
  name: 'upload' | 'dryRun' | 'execution';
  seconds: number;
  p50: number;
  p99: number;
}

export interface ImportResults extends RunFacts {
  rows: number;
  /** What readers waited before. */
  before: { p50: number; p99: number };
  phases: ImportPhase[];
  /** Megabytes. */
  idleRss: number;
  peakRss: number;
}

/** Starts of the service from one source tree: medians of several starts, and one measured by phases. */
export interface BootTree {
  title: string;
  operations: number;
  startMs: number;
  cpuMs: number;
  /** Megabytes. */
  rss: number;
  /** CPU milliseconds, which depend less on the load of the machine than elapsed time. */
  phases: { name: string; ms: number }[];
}

export interface BootResults extends RunFacts {
  trees: BootTree[];
}

/** Megabytes of our process under a mix of workloads. */
export interface MemoryResults extends RunFacts {
  minutes: number;
  requests: number;
  idleRss: number;
  peakRss: number;
  /** Growth in ten minutes, by the slope after warm-up. */
  growth: number;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Returns the samples of a variant at a number of connections. */
export function samplesAt({ samples }: HasSamples, connections: number): Sample[] {
  return samples.filter((sample) => sample.connections === connections);
}

/**
 * Returns the ratio of a value between two variants, by default of requests per second: the median of the ratios within
 * each round.
 */
export function ratio(
  one: HasSamples,
  other: HasSamples,
  connections: number,
  value = ({ rate }: Sample): number => rate,
): number | undefined {
  const others = new Map(samplesAt(other, connections).map((sample) => [sample.round, value(sample)]));
  const ratios = samplesAt(one, connections).flatMap((sample) =>
    others.has(sample.round) ? [value(sample) / others.get(sample.round)!] : [],
  );
  return ratios.length ? median(ratios) : undefined;
}
