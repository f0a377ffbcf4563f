// The file in the data folder with the address of the running service, for the commands that call it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface RunningService {
  /** Its base URL on this machine. */
  url: string;
  pid: number;
}

/** Writes the address and process id of this service. */
export function writeServiceFile(dataDir: string, url: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  writeFileSync(filePath(dataDir), `${JSON.stringify({ url, pid: process.pid })}\n`);
}

/** Returns the service that was started last with this data folder; undefined if its process is gone. */
export function readServiceFile(dataDir: string): RunningService | undefined {
  try {
    const service = JSON.parse(readFileSync(filePath(dataDir), 'utf8')) as RunningService;
    process.kill(service.pid, 0);
    return service;
  } catch {
    // There is no file, it is incomplete, or its process was killed.
    return undefined;
  }
}

/** Removes the file, unless another process has written its own since. */
export function removeServiceFile(dataDir: string): void {
  if (readServiceFile(dataDir)?.pid === process.pid) rmSync(filePath(dataDir), { force: true });
}

function filePath(dataDir: string): string {
  return join(dataDir, 'service.json');
}
