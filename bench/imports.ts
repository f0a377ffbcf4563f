// `npm run bench -- --imports`: imports companies from a CSV file as a person does, and measures the rows per second and
// what people of another workspace notice of it.
import { setTimeout as sleep } from 'node:timers/promises';
import { memory } from './cpu.ts';
import { LARGEST, WRITTEN } from './dataset/sizes.ts';
import { type Environment, targetOf } from './environment.ts';
import { load } from './load.ts';
import { machine } from './machine.ts';
import type { Options } from './options.ts';
import { print } from './print.ts';
import { saveRun } from './report.ts';
import type { Target } from './request.ts';
import type { ImportPhase, ImportResults } from './results.ts';
import { page } from './workloads/page.ts';
import type { Body } from './workloads/workload.ts';

/** Rows of the file; fewer in a run that is not complete. */
const ROWS = { complete: 50_000, partial: 5_000 };
/** Seconds of reading before the import, half of them to warm up. */
const SECONDS_BEFORE = 20;
const TURN_SECONDS = 1;
const FIELDS = ['name', 'domain', 'industry', 'employee_count', 'description'];

/** Measures one import while another workspace reads pages of companies over one connection. */
export async function measureImport(environment: Environment, options: Options): Promise<void> {
  await environment.startPeers();
  const ours = environment.peers[0]!;
  await ours.ask({ ask: 'startWorker' });
  const reader = new Reader(await targetOf({ workspace: LARGEST }, ours));
  const importer = new Importer(await targetOf({ workspace: WRITTEN }, ours));
  const rows = options.complete ? ROWS.complete : ROWS.partial;
  const idleRss = memory(ours.pid).rss;
  await reader.during(sleep((SECONDS_BEFORE * 1000) / 2));
  const { latency: before } = await reader.during(sleep((SECONDS_BEFORE * 1000) / 2));
  const phases: ImportPhase[] = [];
  for (const name of ['upload', 'dryRun', 'execution'] as const) {
    const { seconds, latency } = await reader.during(importer[name](rows));
    phases.push({ name, seconds, ...latency });
    print(
      `  ${name}: ${seconds.toFixed(1)} s, p99 of readers ${latency.p99.toFixed(1)} ms, before ${before.p99.toFixed(1)} ms`,
    );
  }
  const results: ImportResults = {
    ...machine(options),
    ...{ rows, before, phases, idleRss, peakRss: memory(ours.pid).peak },
  };
  saveRun('imports', results, options);
}

/** People who read pages of companies, one request after another. */
class Reader {
  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Reads until a work has ended. */
  async during(work: Promise<unknown>): Promise<{ seconds: number; latency: { p50: number; p99: number } }> {
    const variant = page.variants.find(({ peer, surface }) => peer === 'ours' && surface === 'rest')!;
    const pages = await page.params(async () => []);
    const latencies: number[] = [];
    const start = performance.now();
    let seconds: number | undefined;
    const ended = work.then(() => {
      seconds = (performance.now() - start) / 1000;
    });
    // A failure ends the reading too, and is thrown below.
    ended.catch(() => {
      seconds = 0;
    });
    while (seconds === undefined) {
      const result = await load(this.#target, 1, { seconds: TURN_SECONDS }, (n) =>
        variant.request(pages[n % pages.length]!, n),
      );
      if (result.failed) throw new Error(`reading: ${result.failure}`);
      latencies.push(...result.latencies);
    }
    await ended;
    latencies.sort((a, b) => a - b);
    const percentile = (share: number) => latencies[Math.floor(latencies.length * share)]!;
    return { seconds, latency: { p50: percentile(0.5), p99: percentile(0.99) } };
  }
}

/** A person who imports a file of companies. */
class Importer {
  readonly #target: Target;
  #id = '';

  constructor(target: Target) {
    this.#target = target;
  }

  async upload(rows: number): Promise<void> {
    const form = new FormData();
    form.append('target', 'companies');
    form.append('file', new Blob([csv(rows)]), 'companies.csv');
    this.#id = (await this.#call('POST', '', form)).id;
    await this.#call('PUT', `/${this.#id}/mapping`, {
      columns: FIELDS.map((field) => ({ source: field, target: field })),
    });
  }

  async dryRun(rows: number): Promise<void> {
    await this.#call('POST', `/${this.#id}/validate`);
    const { counts } = await this.#until('validated');
    if (counts.to_create !== rows) throw new Error(`the dry run found ${JSON.stringify(counts)}`);
  }

  async execution(rows: number): Promise<void> {
    const { mapping_hash, validation_hash } = await this.#call('GET', `/${this.#id}`);
    await this.#call('POST', `/${this.#id}/approve`, { mapping_hash, validation_hash });
    await this.#call('POST', `/${this.#id}/execute`);
    const { counts } = await this.#until('completed');
    if (counts.created !== rows) throw new Error(`the import ended with ${JSON.stringify(counts)}`);
  }

  /** Waits for a state that follows running work. @throws Error in another state */
  async #until(status: string): Promise<Body> {
    for (;;) {
      const imported = await this.#call('GET', `/${this.#id}`);
      if (imported.status === status) return imported;
      if (!['validating', 'executing'].includes(imported.status))
        throw new Error(`the import is ${imported.status}: ${JSON.stringify(imported.counts)}`);
      await sleep(500);
    }
  }

  async #call(method: string, path: string, body?: object): Promise<Body> {
    const { running, tenantId, credentials } = this.#target;
    const isForm = body instanceof FormData;
    const response = await fetch(`${running.url}/api/import${path}`, {
      method,
      headers: {
        'x-tenant-id': tenantId,
        authorization: `Bearer ${credentials!.person}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return JSON.parse(text).data;
  }
}

/** Returns a file of companies that the data set does not have. */
function csv(rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const [number, size] = [index + 1, (index % 900) + 10];
    return `Imported Trading ${number},imported-${number}.example.com,Wholesale,${size},Row ${number} of the file`;
  });
  return [FIELDS.join(','), ...lines].join('\n');
}
