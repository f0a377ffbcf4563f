// Writes results as JSON, RESULTS.md and charts. A partial or quick run only prints its tables and writes JSON.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chart } from './chart.ts';
import type { Options } from './options.ts';
import { print } from './print.ts';
import { bootTable, importTable, memoryTable } from './process-tables.ts';
import type { BootResults, GrowthResults, ImportResults, MemoryResults, Results } from './results.ts';
import { growthTable, MANY, tables } from './tables.ts';

const FOLDER = new URL('./results/', import.meta.url);
const CHARTS = new URL('./charts/', import.meta.url);

/** The results of each kind of run. */
interface Runs {
  growth: GrowthResults;
  boot: BootResults;
  memory: MemoryResults;
  imports: ImportResults;
  small: Results;
}

/** The sections of the report in their order. */
const SECTIONS: { [Run in keyof Runs]: (results: Runs[Run]) => string[] } = {
  growth: growthTable,
  boot: bootTable,
  memory: memoryTable,
  imports: importTable,
  small: tables,
};

/** Writes the results of a run, and if it is complete the report with them. */
export function saveRun<Run extends keyof Runs>(run: Run, results: Runs[Run], { complete }: Options): void {
  mkdirSync(FOLDER, { recursive: true });
  const name = complete ? run : `${run}-partial`;
  writeFileSync(new URL(`${name}.json`, FOLDER), `${JSON.stringify(results, undefined, 1)}\n`);
  print(`\n${SECTIONS[run](results).join('\n')}\nRaw results: bench/results/${name}.json`);
  if (complete) writeReport();
}

/** Writes the results of a measurement of workloads, with their charts. */
export function saveMeasurement(results: Results, options: Options): void {
  saveRun('small', results, options);
  if (!options.complete) return;
  mkdirSync(CHARTS, { recursive: true });
  for (const workload of results.workloads)
    writeFileSync(new URL(`${results.size}-${workload.name}.svg`, CHARTS), chart(workload, MANY));
}

/** Writes RESULTS.md from the last complete run of each kind. */
function writeReport(): void {
  const sections = (Object.keys(SECTIONS) as (keyof Runs)[]).flatMap(sectionOf);
  const head = [
    '# Results of the bench',
    '',
    'Written by `npm run bench`; [README.md](README.md) explains how it is measured.',
    '',
  ];
  writeFileSync(new URL('./RESULTS.md', import.meta.url), [...head, ...sections].join('\n'));
}

/** Returns the section of the last complete run of a kind; nothing if there was none. */
function sectionOf<Run extends keyof Runs>(run: Run): string[] {
  const file = new URL(`${run}.json`, FOLDER);
  return existsSync(file) ? SECTIONS[run](JSON.parse(readFileSync(file, 'utf8')) as Runs[Run]) : [];
}
