// One sample: a variant under load, what it answered in a second and what a request took.
import type { Contestant } from './answers.ts';
import type { Cluster } from './cluster.ts';
import { clusterCpu, processCpu } from './cpu.ts';
import { load } from './load.ts';
import { print } from './print.ts';
import type { Sample } from './results.ts';
import { label } from './workloads/workload.ts';

/** Connections that every variant is asked over. */
export const CONNECTIONS = [1, 32];
/** Of load before the first sample. */
export const WARM_SECONDS = 3;

/** Asks a variant for a while. @throws Error when a request fails */
export async function sample(
  cluster: Cluster,
  { variant, target }: Contestant,
  params: unknown[],
  connections: number,
  round: number,
  seconds: number,
): Promise<Sample> {
  const node = processCpu(target.running.pid);
  const postgres = clusterCpu(cluster.pid);
  const result = await load(target, connections, { seconds }, (n) =>
    variant.request(params[n % params.length], n),
  );
  const { requests, rate, failed, failure, latencies } = result;
  const nodeCpu = processCpu(target.running.pid) - node;
  const postgresCpu = clusterCpu(cluster.pid) - postgres;
  if (failed) throw new Error(`${label(variant)}: ${failed} of ${requests} requests failed: ${failure}`);
  latencies.sort((a, b) => a - b);
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  const measured = {
    round,
    connections,
    requests,
    rate,
    p50: at(0.5),
    p99: at(0.99),
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
