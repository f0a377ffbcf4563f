// Takes one sample: the throughput, latency and CPU time of a variant under load.
import type { Participant } from './answers.ts';
import type { Cluster } from './cluster.ts';
import { clusterCpu, processCpu } from './cpu.ts';
import { load } from './load.ts';
import { print } from './print.ts';
import type { Sample } from './results.ts';
import { label } from './workloads/workload.ts';

/** Numbers of connections with which every variant is measured. */
export const CONNECTIONS = [1, 32];
/** Seconds of load before the first sample. */
export const WARM_SECONDS = 3;

/** Puts a variant under load. @throws Error if a request fails */
export async function sample(
  cluster: Cluster,
  { variant, target }: Participant,
  params: unknown[],
  connections: number,
  round: number,
  seconds: number,
): Promise<Sample> {
  const nodeBefore = processCpu(target.running.pid);
  const postgresBefore = clusterCpu(cluster.pid);
  const result = await load(target, connections, { seconds }, (n) =>
    variant.request(params[n % params.length], n),
  );
  const { requests, rate, failed, failure, latencies } = result;
  const nodeCpu = processCpu(target.running.pid) - nodeBefore;
  const postgresCpu = clusterCpu(cluster.pid) - postgresBefore;
  if (failed) throw new Error(`${label(variant)}: ${failed} of ${requests} requests failed: ${failure}`);
  latencies.sort((a, b) => a - b);
  const percentile = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  const measured = {
    round,
    connections,
    requests,
    rate,
    p50: percentile(0.5),
    p99: percentile(0.99),
    nodeCpuMs: nodeCpu / requests,
    postgresCpuMs: postgresCpu / requests,
    loadCpuMs: result.ownCpuMs,
    bytes: result.bytes / requests,
  };
  print(
    `  ${String(connections).padStart(2)} connections  ${label(variant).padEnd(32)} ${rate.toFixed(0).padStart(6)}/s  p50 ${measured.p50.toFixed(2)} ms  p99 ${measured.p99.toFixed(2)} ms  CPU ${measured.nodeCpuMs.toFixed(2)} + ${measured.postgresCpuMs.toFixed(2)} ms`,
  );
  return measured;
}
