// After the last test: the server that global-setup started goes, with its data.
import { rmSync } from 'node:fs';
import type { EmbeddedServer } from '../../src/db/embedded.ts';

declare global {
  /** From global-setup, which Jest runs in the same process. */
  var testServer: { server: EmbeddedServer; dataDir: string } | undefined;
}

/** Stops the server of the run; one given by `TEST_DATABASE_URL` is left as it is. */
export default async function globalTeardown(): Promise<void> {
  const running = globalThis.testServer;
  if (!running) return;
  await running.server.stop();
  rmSync(running.dataDir, { recursive: true, force: true });
}
