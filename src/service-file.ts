// The address of the running service, left in the data folder for the commands that talk to it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface RunningService {
  /** Where it answers on this machine. */
  url: string;
  pid: number;
}

/** Tells where this process serves. */
export function writeServiceFile(dataDir: string, url: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  writeFileSync(fileOf(dataDir), `${JSON.stringify({ url, pid: process.pid })}\n`);
}

/** The service that was started last on this data folder; undefined when its process is gone. */
export function readServiceFile(dataDir: string): RunningService | undefined {
  try {
    const service = JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as RunningService;
    process.kill(service.pid, 0);
    return service;
  } catch {
    // No file, a torn one, or the leftover of a process that was killed.
    return undefined;
  }
}

/** Takes the address away, unless another process has written its own since. */
export function removeServiceFile(dataDir: string): void {
  if (readServiceFile(dataDir)?.pid === process.pid) rmSync(fileOf(dataDir), { force: true });
}

function fileOf(dataDir: string): string {
  return join(dataDir, 'service.json');
}
