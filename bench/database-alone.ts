// Measures the database alone: the floor's statements through the driver, without an HTTP server.
import pg from 'pg';
import { clusterCpu } from './cpu.ts';
import { RUN } from './dataset/make.ts';
import type { Environment } from './environment.ts';
import type { Options } from './options.ts';
import type { Sample, VariantResults } from './results.ts';
import type { Variant, Workload } from './workloads/workload.ts';

/** Measures every floor variant of a workload, as an upper limit for any server. */
export async function measureDatabaseAlone(
  environment: Environment,
  workload: Workload,
  params: unknown[],
  connections: number[],
  options: Options,
): Promise<VariantResults[]> {
  const results: VariantResults[] = [];
  for (const variant of workload.variants) {
    if (!variant.sql) continue;
    const samples: Sample[] = [];
    for (const count of connections)
      samples.push(await sample(environment, variant, params, count, options.seconds));
    const label = `database alone${variant.note ? `, ${variant.note}` : ''}`;
    results.push({ label, peer: 'database', surface: 'sql', samples });
  }
  return results;
}

async function sample(
  environment: Environment,
  variant: Variant<unknown>,
  params: unknown[],
  connections: number,
  seconds: number,
): Promise<Sample> {
  const { key, text, values } = variant.sql!;
  const statement = text.includes(' ilike ') ? { text } : { text, name: key };
  const clients = Array.from(
    { length: connections },
    () => new pg.Client({ connectionString: environment.cluster.url(RUN) }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const latencies: number[] = [];
  let sent = 0;
  const sendUntil = async (client: pg.Client, deadline: number): Promise<void> => {
    while (performance.now() < deadline) {
      sent += 1;
      const start = performance.now();
      await client.query({ ...statement, values: values(params[sent % params.length], sent) });
      latencies.push(performance.now() - start);
    }
  };
  // Warm up: the first executions include planning.
  await Promise.all(clients.map((client) => sendUntil(client, performance.now() + 300)));
  latencies.length = 0;
  const postgres = clusterCpu(environment.cluster.pid);
  const own = process.cpuUsage();
  const start = performance.now();
  await Promise.all(clients.map((client) => sendUntil(client, start + seconds * 1000)));
  const elapsed = (performance.now() - start) / 1000;
  const postgresCpuMs = (clusterCpu(environment.cluster.pid) - postgres) / latencies.length;
  const { user, system } = process.cpuUsage(own);
  await Promise.all(clients.map((client) => client.end()));
  latencies.sort((a, b) => a - b);
  const requests = latencies.length;
  return {
    round: 0,
    connections,
    requests,
    rate: requests / elapsed,
    p50: latencies[Math.floor(requests / 2)] ?? 0,
    p99: latencies[Math.floor(requests * 0.99)] ?? 0,
    nodeCpuMs: 0,
    postgresCpuMs,
    loadCpuMs: (user + system) / 1000 / requests,
    bytes: 0,
  };
}
