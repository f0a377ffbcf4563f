// Writes results as JSON, RESULTS.md and charts. A partial or quick run only prints its table and writes JSON.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chart } from './chart.ts';
import type { Options } from './options.ts';
import { print } from './print.ts';
import type { GrowthResults, Results } from './results.ts';
import { growthTable, MANY, tables } from './tables.ts';

const FOLDER = new URL('./results/', import.meta.url);
const CHARTS = new URL('./charts/', import.meta.url);

/** Writes the results of a run. */
export function writeResults(results: Results, options: Options): void {
  saveResults(results.size, results, tables(results), options);
  if (!options.complete) return;
  mkdirSync(CHARTS, { recursive: true });
  for (const workload of results.workloads) {
    writeFileSync(new URL(`${results.size}-${workload.name}.svg`, CHARTS), chart(workload, MANY));
  }
  writeReport();
}

/** Writes the results of a growth run. */
export function writeGrowth(results: GrowthResults, options: Options): void {
  saveResults('growth', results, growthTable(results), options);
  if (options.complete) writeReport();
}

function saveResults(run: string, results: object, table: string[], { complete }: Options): void {
  mkdirSync(FOLDER, { recursive: true });
  const name = complete ? run : `${run}-partial`;
  writeFileSync(new URL(`${name}.json`, FOLDER), `${JSON.stringify(results, undefined, 1)}\n`);
  print(`\n${table.join('\n')}\nRaw samples: bench/results/${name}.json`);
}

/** Writes RESULTS.md from the last complete run of each kind. */
function writeReport(): void {
  const small = readResults<Results>('small');
  const growth = readResults<GrowthResults>('growth');
  const text = [
    '# Results of the bench',
    '',
    'Written by `npm run bench`; [README.md](README.md) explains how it is measured.',
    '',
    ...(growth ? growthTable(growth) : []),
    ...(small ? tables(small) : []),
  ];
  writeFileSync(new URL('./RESULTS.md', import.meta.url), text.join('\n'));
}

function readResults<Kind>(run: string): Kind | undefined {
  const file = new URL(`${run}.json`, FOLDER);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kind) : undefined;
}
