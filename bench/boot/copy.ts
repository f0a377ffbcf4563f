// Makes a temporary copy of the product with additional generated kinds of records.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../peers/processes.ts';
import { filesOf } from './kinds.ts';

const COPIED_PATHS = ['src', 'schema', 'resolvers', 'rest-compat', 'migrations', 'package.json'];
/** The files of the bench that a process of the service needs. */
const COPIED_BENCH_PATHS = ['peers', 'workloads', 'dataset', 'boot', 'options.ts', 'cluster.ts', 'print.ts'];

/** Makes a copy with a number of generated kinds. @returns its folder and a function that removes it */
export function copyWithKinds(kinds: number): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'platform-bench-boot-'));
  const paths = [...COPIED_PATHS, ...COPIED_BENCH_PATHS.map((name) => `bench/${name}`)];
  for (const path of paths) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  for (const path of ['node_modules', 'bench/node_modules'])
    symlinkSync(join(ROOT, path), join(folder, path));
  const index = readFileSync(join(ROOT, 'resolvers/index.ts'), 'utf8');
  for (const [path, text] of Object.entries(filesOf(kinds, index))) writeFileSync(join(folder, path), text);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
