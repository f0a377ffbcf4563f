// Results as JSON, RESULTS.md and charts. A partial or quick run prints its table and leaves the report alone.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chart } from './chart.ts';
import type { Options } from './options.ts';
import { print } from './print.ts';
import type { GrowthResults, Results } from './results.ts';
import { growthTable, MANY, tables } from './tables.ts';

const FOLDER = new URL('./results/', import.meta.url);
const CHARTS = new URL('./charts/', import.meta.url);

/** Writes what a run has found. */
export function write(results: Results, options: Options): void {
  keep(results.size, results, tables(results), options);
  if (!options.complete) return;
  mkdirSync(CHARTS, { recursive: true });
  for (const workload of results.workloads) {
    writeFileSync(new URL(`${results.size}-${workload.name}.svg`, CHARTS), chart(workload, MANY));
  }
  report();
}

/** Writes what a run has found of growth. */
export function writeGrowth(results: GrowthResults, options: Options): void {
  keep('growth', results, growthTable(results), options);
  if (options.complete) report();
}

function keep(run: string, results: object, table: string[], { complete }: Options): void {
  mkdirSync(FOLDER, { recursive: true });
  const name = complete ? run : `${run}-partial`;
  writeFileSync(new URL(`${name}.json`, FOLDER), `${JSON.stringify(results, undefined, 1)}\n`);
  print(`\n${table.join('\n')}\nRaw samples: bench/results/${name}.json`);
}

/** RESULTS.md, from the last complete run of each kind. */
function report(): void {
  const small = kept<Results>('small');
  const growth = kept<GrowthResults>('growth');
  const text = [
    '# Results of the bench',
    '',
    'Written by `npm run bench`; how it is measured stands in [README.md](README.md).',
    '',
    ...(growth ? growthTable(growth) : []),
    ...(small ? tables(small) : []),
  ];
  writeFileSync(new URL('./RESULTS.md', import.meta.url), text.join('\n'));
}

function kept<Kind>(run: string): Kind | undefined {
  const file = new URL(`${run}.json`, FOLDER);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kind) : undefined;
}
