// What a run leaves behind, as it is written to results/*.json.

export interface Sample {
  round: number;
  connections: number;
  requests: number;
  /** Requests a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** CPU milliseconds a request: of the peer's process, of PostgreSQL, of the load generator. */
  nodeCpuMs: number;
  postgresCpuMs: number;
  loadCpuMs: number;
  /** Of an answer, with its head. */
  bytes: number;
}

export interface VariantResults {
  label: string;
  peer: string;
  surface: string;
  /** SQL statements of a request, with begin and commit; absent where they were not counted. */
  statements?: number;
  /** The last that were seen, cut short. */
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
  /** Megabytes: before the first request, after the last, at most. */
  idleRss: number;
  rss: number;
  peakRss: number;
}

/** On what, when and how long a run was measured. */
export interface Measured {
  at: string;
  commit: string;
  node: string;
  cores: number;
  processor: string;
  /** Processes that wanted to run in the minute before; well above 0 means that the numbers are noisy. */
  loadBefore: number;
  rounds: number;
  seconds: number;
}

export interface Results extends Measured {
  size: string;
  peers: PeerMeasure[];
  workloads: WorkloadResults[];
}

type Sampled = Pick<VariantResults, 'samples'>;

/** A variant of ours in two sizes of the same data. */
export interface Growth {
  label: string;
  small: Sampled;
  large: Sampled;
}

export interface GrowthResults extends Measured {
  workloads: { name: string; title: string; variants: Growth[] }[];
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The samples of a variant at a number of connections. */
export function samplesAt({ samples }: Sampled, connections: number): Sample[] {
  return samples.filter((sample) => sample.connections === connections);
}

/**
 * How many times as much of something, requests a second without it: the median over rounds, each against its own
 * round.
 */
export function ratio(
  one: Sampled,
  other: Sampled,
  connections: number,
  of = ({ rate }: Sample): number => rate,
): number | undefined {
  const others = new Map(samplesAt(other, connections).map((sample) => [sample.round, of(sample)]));
  const ratios = samplesAt(one, connections).flatMap((sample) =>
    others.has(sample.round) ? [of(sample) / others.get(sample.round)!] : [],
  );
  return ratios.length ? median(ratios) : undefined;
}
