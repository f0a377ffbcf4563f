// A temporary copy of the product with generated kinds beside the real ones.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../peers/processes.ts';
import { filesOf } from './kinds.ts';

const COPIED = ['src', 'schema', 'resolvers', 'rest-compat', 'migrations', 'package.json'];
/** What a process of the service needs of the bench. */
const COPIED_OF_BENCH = ['peers', 'workloads', 'dataset', 'boot', 'options.ts', 'cluster.ts', 'print.ts'];

/** Makes a copy with so many generated kinds. @returns its folder, and how it goes away */
export function copyWith(kinds: number): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'platform-bench-boot-'));
  const paths = [...COPIED, ...COPIED_OF_BENCH.map((name) => `bench/${name}`)];
  for (const path of paths) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  for (const path of ['node_modules', 'bench/node_modules'])
    symlinkSync(join(ROOT, path), join(folder, path));
  const index = readFileSync(join(ROOT, 'resolvers/index.ts'), 'utf8');
  for (const [path, text] of Object.entries(filesOf(kinds, index))) writeFileSync(join(folder, path), text);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
