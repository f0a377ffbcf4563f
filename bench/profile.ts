// Where our CPU time goes: a profile of our process under each workload, self time by group and by function.
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { processCpu } from './cpu.ts';
import { load } from './load.ts';
import type { Options } from './options.ts';
import { print } from './print.ts';
import type { Stage } from './stage.ts';
import { label } from './workloads/workload.ts';

const CONNECTIONS = 32;
const WARM_SECONDS = 2;
/** Microseconds between samples, as ours.ts sets it. */
const INTERVAL = 200;
/** Code without a file: parts of the engine, and what libraries compile at run time. */
const NAMELESS: [group: string, names: RegExp][] = [
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

/** Self time in microseconds, by the function that was running. */
type SelfTimes = Map<string, { group: string; micros: number }>;

/** Profiles every variant of ours and prints groups and functions; the raw profiles open in any browser's tools. */
export async function profile(stage: Stage, { seconds }: Options): Promise<void> {
  const folder = new URL('./results/profiles/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  await stage.startPeers();
  for (const workload of stage.workloads) {
    await stage.with(workload, async (params) => {
      const { taking, missing } = await stage.contestants(workload);
      for (const reason of missing) print(`left out: ${workload.name}: ${reason}`);
      for (const { variant, target } of taking) {
        const ask = (n: number) => variant.request(params[n % params.length], n);
        const file = fileURLToPath(new URL(`${workload.name}-${variant.surface}.cpuprofile`, folder));
        await load(target, CONNECTIONS, { seconds: WARM_SECONDS }, ask);
        await target.running.ask({ ask: 'startProfile' });
        const before = processCpu(target.running.pid);
        const { requests, rate } = await load(target, CONNECTIONS, { seconds }, ask);
        const cpuMs = (processCpu(target.running.pid) - before) / requests;
        await target.running.ask({ ask: 'stopProfile', file });
        print(
          `\n${workload.name}, ${label(variant)}: ${rate.toFixed(0)} requests a second, ${cpuMs.toFixed(3)} ms of Node each`,
        );
        summarize(JSON.parse(readFileSync(file, 'utf8')), cpuMs * 1000);
      }
    });
  }
}

/** Shares of the profile, laid over the CPU time that the process really took: the profiler's clock runs on while it waits. */
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

/** Of the microseconds between two samples: a longer gap means that the process was not running. */
export function runningTime(micros: number): number {
  return Math.min(micros, 2 * INTERVAL);
}

/** Self time of each function of a profile. */
export function selfTimes({ nodes, samples, timeDeltas }: Profile): SelfTimes {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const times: SelfTimes = new Map();
  samples.forEach((id, index) => {
    const { functionName, url } = byId.get(id)!.callFrame;
    // The profiler's own start and end.
    if (functionName === '(idle)' || url === 'node:inspector') return;
    const name = nameOf(byId.get(id)!);
    const entry = times.get(name) ?? { group: groupOf(functionName, url), micros: 0 };
    entry.micros += runningTime(timeDeltas[index]!);
    times.set(name, entry);
  });
  return times;
}

/** A function with its file and line. */
export function nameOf({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
  const place = url
    .replace(/^.*\/node_modules\//, '')
    .replace(/^file:\/\/.*?\/(src|resolvers|rest-compat|bench)\//, '$1/');
  return `${functionName || '(anonymous)'} ${place}${place ? `:${lineNumber + 1}` : ''}`;
}

/** What a function belongs to: a package, a folder of ours, a module of Node, or the engine. */
function groupOf(functionName: string, url: string): string {
  if (!url) {
    const [group] = NAMELESS.find(([, names]) => names.test(functionName)) ?? [];
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
