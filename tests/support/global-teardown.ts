// Runs after all tests: stops the server of global-setup and removes its data.
import { rmSync } from 'node:fs';
import type { EmbeddedServer } from '../../src/db/embedded.ts';

declare global {
  /** Set by global-setup, which Jest runs in the same process. */
  var testServer: { server: EmbeddedServer; dataDir: string } | undefined;
}

/** Stops the server of the run; a server from `TEST_DATABASE_URL` keeps running. */
export default async function globalTeardown(): Promise<void> {
  const running = globalThis.testServer;
  if (!running) return;
  await running.server.stop();
  rmSync(running.dataDir, { recursive: true, force: true });
}
