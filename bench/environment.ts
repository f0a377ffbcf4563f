// The environment of a run: cluster, databases, running peers, and the participants of each workload.
import type { Participant } from './answers.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { copyDatabase, copyRun, dropDatabase, RUN, RUN_WITH_TRACES } from './dataset/make.ts';
import { LARGEST, type Size, workspaceId } from './dataset/sizes.ts';
import type { Options } from './options.ts';
import { type Credentials, isInstalled, PEERS, type RunningPeer, startPeer } from './peers/processes.ts';
import { print } from './print.ts';
import type { Target } from './request.ts';
import { CREATE_FUNCTION } from './workloads/create-company.ts';
import { workloadsOf } from './workloads/index.ts';
import { TRIGGERS } from './workloads/traces.ts';
import { type ProcessName, processOf, type Workload } from './workloads/workload.ts';

export class Environment {
  readonly cluster: Cluster;
  readonly size: Size;
  readonly workloads: Workload[];
  readonly #peers = new Map<ProcessName, RunningPeer>();
  /** The processes that the workloads use. */
  readonly #processes: Set<ProcessName>;

  private constructor(cluster: Cluster, size: Size, options: Options) {
    this.cluster = cluster;
    this.size = size;
    this.workloads = workloadsOf(options);
    const onlyOurs = ['profile', 'memory', 'imports'].includes(options.mode);
    const used = this.workloads.flatMap(({ variants }) => variants.map(processOf));
    this.#processes = new Set(onlyOurs ? ['ours'] : used);
  }

  /** Starts the cluster and creates the run's own copy of the data. */
  static async open(options: Options): Promise<Environment> {
    const size = options.mode === 'smoke' ? 'smoke' : 'small';
    const cluster = await startCluster({ temporary: size === 'smoke' });
    try {
      await copyDatabase(cluster, size);
      await cluster.query(RUN, CREATE_FUNCTION);
      const environment = new Environment(cluster, size, options);
      if (environment.#databases.includes(RUN_WITH_TRACES)) {
        await copyRun(cluster, RUN_WITH_TRACES);
        await cluster.query(RUN_WITH_TRACES, TRIGGERS);
      }
      return environment;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  get peers(): RunningPeer[] {
    return [...this.#peers.values()];
  }

  /** The databases of the processes. */
  get #databases(): string[] {
    return [...new Set([...this.#processes].map((name) => this.databaseOf(name)))];
  }

  databaseOf(name: ProcessName): string {
    return name === 'postgraphile-traces' ? RUN_WITH_TRACES : RUN;
  }

  async startPeers(): Promise<void> {
    for (const peer of PEERS.filter((name) => this.#processes.has(name))) {
      if (isInstalled(peer))
        this.#peers.set(peer, await startPeer(peer, this.cluster.url(this.databaseOf(peer))));
      else print(`${peer} is not installed and is left out (npm ci --prefix bench)`);
    }
  }

  async stopPeers(): Promise<void> {
    await Promise.all(this.peers.map((peer) => peer.stop()));
    this.#peers.clear();
  }

  /** Returns the variants of a workload that can run, and the reasons why others cannot. */
  async participants(workload: Workload): Promise<{ available: Participant[]; missing: string[] }> {
    const available: Participant[] = [];
    const missing: string[] = [];
    const targets = new Map<ProcessName, Target>();
    for (const variant of workload.variants) {
      const name = processOf(variant);
      const running = this.#peers.get(name);
      if (!running) continue;
      const missingResolvers = running.about.missing?.[workload.name] ?? [];
      if (missingResolvers.length)
        missing.push(`${variant.peer} ${variant.surface}: has no ${missingResolvers.join(', ')} yet`);
      else if (variant.surface === 'mcp' && !running.about.mcp)
        missing.push('ours mcp: has no /api/agent/mcp yet');
      else {
        const target = targets.get(name) ?? (await targetOf(workload, running));
        targets.set(name, target);
        available.push({ variant, target });
      }
    }
    return { available, missing };
  }

  /** Renews the tokens of the participants. */
  async renewCredentials(workload: Workload, available: Participant[]): Promise<void> {
    for (const target of new Set(available.map((participant) => participant.target))) {
      if (target.credentials) target.credentials = (await targetOf(workload, target.running)).credentials;
    }
  }

  /** Runs `work` between the workload's `prepare` and `restore` statements. */
  async with(workload: Workload, work: (params: unknown[]) => Promise<void>): Promise<void> {
    const query = (sql: string, values?: unknown[]) => this.cluster.query(RUN, sql, values);
    const runInAll = async (sql: string | undefined) => {
      for (const database of sql ? this.#databases : []) await this.cluster.query(database, sql!);
    };
    await runInAll(workload.prepare);
    try {
      await work(await workload.params(query));
    } finally {
      await runInAll(workload.restore);
    }
  }

  async close(): Promise<void> {
    await this.stopPeers();
    try {
      if (this.size !== 'smoke')
        for (const database of this.#databases) await dropDatabase(this.cluster, database);
    } finally {
      await this.cluster.stop();
    }
  }
}

/** Returns a peer with the workspace of a workload, and for ours with new tokens. */
export async function targetOf(
  { workspace = LARGEST }: Pick<Workload, 'workspace'>,
  running: RunningPeer,
): Promise<Target> {
  const tenantId = workspaceId(workspace);
  if (running.peer !== 'ours') return { running, tenantId };
  const credentials = await running.ask<Credentials>({ ask: 'credentials', workspace, tenantId });
  return { running, tenantId, credentials };
}
