// Profiles the CPU time of our process under each workload: self time by group and by function.
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { processCpu } from './cpu.ts';
import type { Environment } from './environment.ts';
import { load } from './load.ts';
import type { Options } from './options.ts';
import { print } from './print.ts';
import { label } from './workloads/workload.ts';

const CONNECTIONS = 32;
const WARM_SECONDS = 2;
/** Microseconds between samples, the same as in ours.ts. */
const INTERVAL = 200;
/** Groups of code without a file: parts of the engine, and code that libraries compile at run time. */
const GROUPS_WITHOUT_FILE: [group: string, names: RegExp][] = [
  ['socket writes (kernel)', /^write(v|Buffer|Utf8String|Latin1String|AsciiString)$/],
  [
    'graphql-jit and what it compiled',
    /Handler|__context|__field|__resolve|MapItem|^getVariables|^getGraphQLResolveInfo/,
  ],
  ['ajv, compiled', /^validate\d*$/],
  ['crypto', /^(Hash|Hmac|update|digest|init|RandomBytesJob|SignJob|run)$/],
];

export interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number };
  children?: number[];
}

export interface Profile {
  nodes: ProfileNode[];
  samples: number[];
  timeDeltas: number[];
}

/** Self time in microseconds by function. */
type SelfTimes = Map<string, { group: string; micros: number }>;

/** Profiles each of our variants and prints groups and functions; browsers' developer tools open the raw profiles. */
export async function profile(environment: Environment, { seconds }: Options): Promise<void> {
  const folder = new URL('./results/profiles/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  await environment.startPeers();
  for (const workload of environment.workloads) {
    await environment.with(workload, async (params) => {
      const { available, missing } = await environment.participants(workload);
      for (const reason of missing) print(`left out: ${workload.name}: ${reason}`);
      for (const { variant, target } of available) {
        const request = (n: number) => variant.request(params[n % params.length], n);
        const file = fileURLToPath(new URL(`${workload.name}-${variant.surface}.cpuprofile`, folder));
        await load(target, CONNECTIONS, { seconds: WARM_SECONDS }, request);
        await target.running.ask({ ask: 'startProfile' });
        const before = processCpu(target.running.pid);
        const { requests, rate } = await load(target, CONNECTIONS, { seconds }, request);
        const cpuMs = (processCpu(target.running.pid) - before) / requests;
        await target.running.ask({ ask: 'stopProfile', file });
        print(
          `\n${workload.name}, ${label(variant)}: ${rate.toFixed(0)} requests per second, ${cpuMs.toFixed(3)} ms of Node each`,
        );
        summarize(JSON.parse(readFileSync(file, 'utf8')), cpuMs * 1000);
      }
    });
  }
}

/** Prints shares of the profile, scaled to the CPU time of the process, because the profiler also counts waiting. */
function summarize(profiled: Profile, cpuMicros: number): void {
  const times = selfTimes(profiled);
  const busy = [...times.values()].reduce((sum, { micros }) => sum + micros, 0);
  const groups = new Map<string, number>();
  for (const { group, micros } of times.values()) groups.set(group, (groups.get(group) ?? 0) + micros);
  const line = (name: string, micros: number) => {
    const share = micros / busy;
    print(
      `  ${(share * 100).toFixed(1).padStart(5)} %  ${(share * cpuMicros).toFixed(0).padStart(5)} us  ${name}`,
    );
  };
  print('  by group:');
  for (const [group, micros] of [...groups].sort((a, b) => b[1] - a[1]).slice(0, 26)) line(group, micros);
  print('  by function:');
  for (const [name, { micros }] of [...times].sort((a, b) => b[1].micros - a[1].micros).slice(0, 36))
    line(name, micros);
}

/** Limits the microseconds between two samples: in a longer gap the process was not running. */
export function runningTime(micros: number): number {
  return Math.min(micros, 2 * INTERVAL);
}

/** Returns the self time of each function in a profile. */
export function selfTimes({ nodes, samples, timeDeltas }: Profile): SelfTimes {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const times: SelfTimes = new Map();
  samples.forEach((id, index) => {
    const { functionName, url } = byId.get(id)!.callFrame;
    // Skip idle time and the profiler's own start and end.
    if (functionName === '(idle)' || url === 'node:inspector') return;
    const name = nameOf(byId.get(id)!);
    const entry = times.get(name) ?? { group: groupOf(functionName, url), micros: 0 };
    entry.micros += runningTime(timeDeltas[index]!);
    times.set(name, entry);
  });
  return times;
}

/** Returns the name of a function with its file and line. */
export function nameOf({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
  const place = url
    .replace(/^.*\/node_modules\//, '')
    .replace(/^file:\/\/.*?\/(src|resolvers|rest-compat|bench)\//, '$1/');
  return `${functionName || '(anonymous)'} ${place}${place ? `:${lineNumber + 1}` : ''}`;
}

/** Returns the group of a function: a package, one of our folders, a Node module, or the engine. */
function groupOf(functionName: string, url: string): string {
  if (!url) {
    const [group] = GROUPS_WITHOUT_FILE.find(([, names]) => names.test(functionName)) ?? [];
    if (group) return group;
  }
  const dependency = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (dependency) return PACKAGES[dependency] ?? dependency;
  const own = /\/((?:src|resolvers|rest-compat|bench)\/(?:[\w-]+\.ts|[\w-]+))/.exec(url)?.[1];
  if (own) return `ours: ${own}`;
  if (url.startsWith('node:')) return url.replace(/^node:(internal\/)?([\w]+).*$/, 'node: $2');
  return functionName.startsWith('(') ? functionName : 'native and compiled code';
}

const PACKAGES: Record<string, string> = {
  'graphql-jit': 'graphql-jit and what it compiled',
  'pg-protocol': 'pg driver',
  'pg-pool': 'pg driver',
  'pg-types': 'pg driver',
  'postgres-date': 'pg driver: dates',
  pg: 'pg driver',
  'graphql-middleware': 'shield and its middleware',
  'graphql-shield': 'shield and its middleware',
};
