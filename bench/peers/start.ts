// What every peer's process shares: its settings from the environment, and telling the bench that it serves.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Every peer's pool, ours included; connections stay open between two turns, as ours do. */
export const POOL = { max: 10, idleTimeoutMillis: 300_000 };

export function databaseUrl(): string {
  const url = process.env.BENCH_DATABASE_URL;
  if (!url) throw new Error('a peer is started by the bench: BENCH_DATABASE_URL is not set');
  return url;
}

/** Tells the bench where the peer listens; `about` is what it found out of itself. */
export function ready(port: number, about: object = {}): void {
  process.send!({ ready: true, port, about });
  process.once('disconnect', () => process.exit(0));
}

export async function serve(server: Server): Promise<void> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ready((server.address() as AddressInfo).port);
}
