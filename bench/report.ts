// Results as JSON, RESULTS.md and charts. A partial or quick run prints its table and leaves the report alone.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chart } from './chart.ts';
import type { Options } from './options.ts';
import { print } from './print.ts';
import type { Results } from './results.ts';
import { growth, MANY, tables } from './tables.ts';

const FOLDER = new URL('./results/', import.meta.url);
const CHARTS = new URL('./charts/', import.meta.url);

/** Writes what a run has found. */
export async function write(results: Results, { complete }: Options): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const name = complete ? results.size : `${results.size}-partial`;
  writeFileSync(new URL(`${name}.json`, FOLDER), `${JSON.stringify(results, undefined, 1)}\n`);
  print(`\n${tables(results).join('\n')}\nRaw samples: bench/results/${name}.json`);
  if (!complete) return;
  mkdirSync(CHARTS, { recursive: true });
  for (const workload of results.workloads) {
    writeFileSync(new URL(`${results.size}-${workload.name}.svg`, CHARTS), chart(workload, MANY));
  }
  const [small, large] = ['small', 'large'].map(kept);
  const text = [
    '# Results of the bench',
    '',
    'Written by `npm run bench`; how it is measured stands in [README.md](README.md).',
    '',
    ...(small && large ? growth(small, large) : []),
    ...(small ? tables(small) : []),
    ...(large ? tables(large) : []),
  ];
  writeFileSync(new URL('./RESULTS.md', import.meta.url), text.join('\n'));
}

function kept(size: string): Results | undefined {
  const file = new URL(`${size}.json`, FOLDER);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : undefined;
}
