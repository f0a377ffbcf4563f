// `npm run bench -- --boot`: measures the start with today's schema and with one of the full product's size, in total, by
// phases, and by functions of a CPU profile.
import { fork } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from '../cluster.ts';
import { memory, processCpu } from '../cpu.ts';
import { copyDatabase, RUN } from '../dataset/make.ts';
import { BOOT_GOAL } from '../goals.ts';
import { machine } from '../machine.ts';
import type { Options } from '../options.ts';
import { ENVIRONMENT, engineFlags, ROOT, startPeer } from '../peers/processes.ts';
import { print } from '../print.ts';
import { nameOf, type Profile, type ProfileNode, runningTime, selfTimes } from '../profile.ts';
import { saveRun } from '../report.ts';
import { type BootTree, median } from '../results.ts';
import { copyWithKinds } from './copy.ts';
import { OPERATIONS_OF_KIND } from './kinds.ts';

type Phases = Pick<BootTree, 'operations' | 'phases'>;

/** A source tree whose start is measured. */
interface Tree {
  title: string;
  folder: string;
  starts: number[];
  cpu: number[];
  rss: number[];
  startPhases: Phases;
}

/** Number of functions of the profile that are printed. */
const PRINTED_FUNCTIONS = 30;

/** Measures starts on an existing database, writes the results, and prints a profile of one start. */
export async function boot(options: Options): Promise<void> {
  const cluster = await startCluster({ temporary: true });
  const today = treeOf('today', ROOT, await phasesOf(ROOT));
  const kinds = Math.ceil((BOOT_GOAL.operations - today.startPhases.operations) / OPERATIONS_OF_KIND);
  const generated = copyWithKinds(kinds);
  try {
    await copyDatabase(cluster, 'smoke');
    const full = treeOf(`with ${kinds} generated kinds`, generated.folder, await phasesOf(generated.folder));
    const trees = [today, full];
    // The first start of each tree compiles its code and is not measured; later starts use the compile cache.
    for (let round = -1; round < options.rounds; round += 1) {
      for (const tree of trees) {
        const running = await startPeer('ours', cluster.url(RUN), { folder: tree.folder });
        if (round >= 0) {
          tree.starts.push(running.startMs);
          tree.cpu.push(processCpu(running.pid));
          tree.rss.push(memory(running.pid).rss);
        }
        await running.stop();
      }
    }
    const medians = trees.map(({ title, starts, cpu, rss, startPhases }) => ({
      ...{ title, ...startPhases, startMs: median(starts), cpuMs: median(cpu), rss: median(rss) },
    }));
    saveRun('boot', { ...machine(options), trees: medians }, options);
    await profileStart(cluster.url(RUN), full);
  } finally {
    generated.remove();
    await cluster.stop();
  }
}

function treeOf(title: string, folder: string, startPhases: Phases): Tree {
  return { title, folder, starts: [], cpu: [], rss: [], startPhases };
}

/** Measures the phases of a start in a separate process with the engine's settings. */
function phasesOf(folder: string): Promise<Phases> {
  const child = fork(join(folder, 'bench/boot/phases.ts'), {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', TZ: 'UTC', ...ENVIRONMENT },
    execArgv: engineFlags(ROOT),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return new Promise((done, fail) => {
    child.once('message', (phases: Phases) => {
      done(phases);
      child.disconnect();
    });
    child.once('exit', (code) => fail(new Error(`the phases ended with ${code}`)));
  });
}

/** Profiles one start and prints the total time of our functions, the time of library calls, and self time by package. */
async function profileStart(databaseUrl: string, { folder, title }: Tree): Promise<void> {
  const profiles = mkdtempSync(join(tmpdir(), 'platform-bench-profile-'));
  try {
    const flags = ['--cpu-prof', `--cpu-prof-dir=${profiles}`, '--cpu-prof-interval=200'];
    await (await startPeer('ours', databaseUrl, { folder, flags })).stop();
    const [file] = readdirSync(profiles);
    const profile = JSON.parse(readFileSync(join(profiles, file!), 'utf8')) as Profile;
    const self = selfTimes(profile);
    print(`\nCPU profile of a start ${title}. Total time of our functions, ms:`);
    for (const [name, micros] of sorted(totalTimes(profile, ownFunctions)).slice(0, PRINTED_FUNCTIONS))
      line(name, micros);
    print('Total time of libraries, by our calling function, ms:');
    for (const [name, micros] of sorted(totalTimes(profile, libraryCalls)).slice(0, PRINTED_FUNCTIONS))
      line(name, micros);
    print('Self time by group, ms:');
    const groups = new Map<string, number>();
    for (const { group, micros } of self.values()) groups.set(group, (groups.get(group) ?? 0) + micros);
    for (const [group, micros] of sorted(groups).slice(0, PRINTED_FUNCTIONS)) line(group, micros);
  } finally {
    rmSync(profiles, { recursive: true, force: true });
  }
}

/** A function and its callers, the innermost first. */
type Stack = ProfileNode[];

const isOwn = ({ callFrame: { url } }: ProfileNode): boolean =>
  /^file:/.test(url) && !url.includes('/node_modules/');
const isLibrary = ({ callFrame: { url } }: ProfileNode): boolean => url.includes('/node_modules/');

const ownFunctions = (stack: Stack): string[] => stack.filter(isOwn).map(nameOf);

const libraryCalls = (stack: Stack): string[] =>
  stack.flatMap((node, index) => {
    const caller = stack[index + 1];
    return isLibrary(node) && caller && isOwn(caller) ? [`${nameOf(caller)} -> ${nameOf(node)}`] : [];
  });

/** Sums time by the names that `namesOf` takes from each stack; a recursive function counts once. */
function totalTimes(
  { nodes, samples, timeDeltas }: Profile,
  namesOf: (stack: Stack) => string[],
): Map<string, number> {
  const parents = new Map<number, ProfileNode>();
  for (const node of nodes) for (const child of node.children ?? []) parents.set(child, node);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const names = new Map<number, Set<string>>();
  const totals = new Map<string, number>();
  samples.forEach((id, index) => {
    let stackNames = names.get(id);
    if (!stackNames) {
      const stack: Stack = [];
      for (let node = byId.get(id); node; node = parents.get(node.id)) stack.push(node);
      stackNames = new Set(namesOf(stack));
      names.set(id, stackNames);
    }
    for (const name of stackNames)
      totals.set(name, (totals.get(name) ?? 0) + runningTime(timeDeltas[index]!));
  });
  return totals;
}

function sorted(times: Map<string, number>): [string, number][] {
  return [...times].sort((a, b) => b[1] - a[1]);
}

function line(name: string, micros: number): void {
  print(`  ${(micros / 1000).toFixed(0).padStart(6)}  ${name}`);
}
