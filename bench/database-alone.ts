// The database alone: the floor's statements straight through the driver, with no HTTP server in between.
import pg from 'pg';
import { clusterCpu } from './cpu.ts';
import { RUN } from './dataset/make.ts';
import type { Options } from './options.ts';
import type { Sample, VariantResults } from './results.ts';
import type { Stage } from './stage.ts';
import type { Variant, Workload } from './workloads/workload.ts';

/** Measures every floor variant of a workload: what no server could be faster than. */
export async function measureDatabaseAlone(
  stage: Stage,
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
      samples.push(await sample(stage, variant, params, count, options.seconds));
    const label = `database alone${variant.note ? `, ${variant.note}` : ''}`;
    results.push({ label, peer: 'database', surface: 'sql', samples });
  }
  return results;
}

async function sample(
  stage: Stage,
  variant: Variant<unknown>,
  params: unknown[],
  connections: number,
  seconds: number,
): Promise<Sample> {
  const { key, text, values } = variant.sql!;
  const statement = text.includes(' ilike ') ? { text } : { text, name: key };
  const clients = Array.from(
    { length: connections },
    () => new pg.Client({ connectionString: stage.cluster.url(RUN) }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const latencies: number[] = [];
  let sent = 0;
  const converse = async (client: pg.Client, deadline: number): Promise<void> => {
    while (performance.now() < deadline) {
      sent += 1;
      const start = performance.now();
      await client.query({ ...statement, values: values(params[sent % params.length], sent) });
      latencies.push(performance.now() - start);
    }
  };
  // The first times plan; they do not count.
  await Promise.all(clients.map((client) => converse(client, performance.now() + 300)));
  latencies.length = 0;
  const postgres = clusterCpu(stage.cluster.pid);
  const own = process.cpuUsage();
  const start = performance.now();
  await Promise.all(clients.map((client) => converse(client, start + seconds * 1000)));
  const elapsed = (performance.now() - start) / 1000;
  const postgresCpuMs = (clusterCpu(stage.cluster.pid) - postgres) / latencies.length;
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
