// Everything that a run needs, up and ready: cluster, database, peers, and who takes part in which workload.
import type { Contestant } from './answers.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { copy, copyRun, drop, RUN, TRACES } from './dataset/make.ts';
import { LARGEST, type Size, workspaceId } from './dataset/sizes.ts';
import type { Options } from './options.ts';
import { type Credentials, isInstalled, PEERS, type RunningPeer, startPeer } from './peers/processes.ts';
import { print } from './print.ts';
import type { Target } from './request.ts';
import { CREATE_FUNCTION } from './workloads/create-company.ts';
import { workloadsOf } from './workloads/index.ts';
import { TRIGGERS } from './workloads/traces.ts';
import { type ProcessName, processOf, type Workload } from './workloads/workload.ts';

export class Stage {
  readonly cluster: Cluster;
  readonly size: Size;
  readonly workloads: Workload[];
  readonly #peers = new Map<ProcessName, RunningPeer>();
  /** The processes that the workloads ask. */
  readonly #wanted: Set<ProcessName>;

  private constructor(cluster: Cluster, size: Size, options: Options) {
    this.cluster = cluster;
    this.size = size;
    this.workloads = workloadsOf(options);
    const onlyOurs = options.mode === 'profile' || options.mode === 'memory';
    const asked = this.workloads.flatMap(({ variants }) => variants.map(processOf));
    this.#wanted = new Set(onlyOurs ? ['ours'] : asked);
  }

  /** Starts the cluster and gives the run its own copy of the data. */
  static async open(options: Options): Promise<Stage> {
    const size = options.mode === 'smoke' ? 'smoke' : 'small';
    const cluster = await startCluster({ temporary: size === 'smoke' });
    try {
      await copy(cluster, size);
      await cluster.query(RUN, CREATE_FUNCTION);
      const stage = new Stage(cluster, size, options);
      if (stage.#databases.includes(TRACES)) {
        await copyRun(cluster, TRACES);
        await cluster.query(TRACES, TRIGGERS);
      }
      return stage;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  get peers(): RunningPeer[] {
    return [...this.#peers.values()];
  }

  /** The databases that they work on. */
  get #databases(): string[] {
    return [...new Set([...this.#wanted].map((name) => this.databaseOf(name)))];
  }

  databaseOf(name: ProcessName): string {
    return name === 'postgraphile-traces' ? TRACES : RUN;
  }

  async startPeers(): Promise<void> {
    for (const peer of PEERS.filter((name) => this.#wanted.has(name))) {
      if (isInstalled(peer))
        this.#peers.set(peer, await startPeer(peer, this.cluster.url(this.databaseOf(peer))));
      else print(`${peer} is not installed and takes no part (npm ci --prefix bench)`);
    }
  }

  async stopPeers(): Promise<void> {
    await Promise.all(this.peers.map((peer) => peer.stop()));
    this.#peers.clear();
  }

  /** The variants of a workload that can be asked, and why the others cannot. */
  async contestants(workload: Workload): Promise<{ taking: Contestant[]; missing: string[] }> {
    const taking: Contestant[] = [];
    const missing: string[] = [];
    const targets = new Map<ProcessName, Target>();
    for (const variant of workload.variants) {
      const name = processOf(variant);
      const running = this.#peers.get(name);
      if (!running) continue;
      const lacks = running.about.missing?.[workload.name] ?? [];
      if (lacks.length) missing.push(`${variant.peer} ${variant.surface}: has no ${lacks.join(', ')} yet`);
      else if (variant.surface === 'mcp' && !running.about.mcp)
        missing.push('ours mcp: has no /api/agent/mcp yet');
      else {
        const target = targets.get(name) ?? (await targetOf(workload, running));
        targets.set(name, target);
        taking.push({ variant, target });
      }
    }
    return { taking, missing };
  }

  /** Gives the contestants that carry tokens new ones. */
  async renewCredentials(workload: Workload, taking: Contestant[]): Promise<void> {
    for (const target of new Set(taking.map((one) => one.target))) {
      if (target.credentials) target.credentials = (await targetOf(workload, target.running)).credentials;
    }
  }

  /** Runs `work` with what only this workload needs in the database. */
  async with(workload: Workload, work: (params: unknown[]) => Promise<void>): Promise<void> {
    const query = (sql: string, values?: unknown[]) => this.cluster.query(RUN, sql, values);
    const everywhere = async (sql: string | undefined) => {
      for (const database of sql ? this.#databases : []) await this.cluster.query(database, sql!);
    };
    await everywhere(workload.prepare);
    try {
      await work(await workload.params(query));
    } finally {
      await everywhere(workload.restore);
    }
  }

  async close(): Promise<void> {
    await this.stopPeers();
    try {
      if (this.size !== 'smoke') for (const database of this.#databases) await drop(this.cluster, database);
    } finally {
      await this.cluster.stop();
    }
  }
}

/** A peer as a workload asks it; ours gives out new tokens for it. */
export async function targetOf({ workspace = LARGEST }: Workload, running: RunningPeer): Promise<Target> {
  const tenantId = workspaceId(workspace);
  if (running.peer !== 'ours') return { running, tenantId };
  const credentials = await running.ask<Credentials>({ ask: 'credentials', workspace, tenantId });
  return { running, tenantId, credentials };
}
