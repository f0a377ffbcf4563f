// Shared by the processes of all peers: the database settings, and the message that the peer is ready.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Settings of every peer's pool, including ours; connections stay open between turns. */
export const POOL = { max: 10, idleTimeoutMillis: 300_000 };

export function databaseUrl(): string {
  const url = process.env.BENCH_DATABASE_URL;
  if (!url) throw new Error('a peer is started by the bench: BENCH_DATABASE_URL is not set');
  return url;
}

/** Sends the bench the port of the peer. @param about facts that the peer reports about itself */
export function ready(port: number, about: object = {}): void {
  process.send!({ ready: true, port, about });
  process.once('disconnect', () => process.exit(0));
}

/** Listens on a free port and tells the bench. */
export async function serve(server: Server): Promise<void> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ready((server.address() as AddressInfo).port);
}
