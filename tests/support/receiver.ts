// An HTTP server that keeps what it receives, and answers as it is told.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read deep into bodies
  body: any;
}

export type Behaviour = (response: ServerResponse, request: Received) => void;

export interface Receiver {
  url: string;
  received: Received[];
  /** How it answers from now on. */
  behave(behaviour: Behaviour): void;
  /** Waits until it has received so many requests that fit. @returns them */
  until(count: number, fits?: (request: Received) => boolean, patience?: number): Promise<Received[]>;
  stop(): Promise<void>;
}

/** Says no more than a status. */
export function answer(status: number, headers: Record<string, string> = {}, text = ''): Behaviour {
  return (response) => void response.writeHead(status, headers).end(text);
}

export async function startReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = [];
  let behaviour: Behaviour = answer(204);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { method = '', url = '', headers } = request;
      const one = { method, path: url, headers, text, body: text ? JSON.parse(text) : undefined };
      received.push(one);
      behaviour(response, one);
    });
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    behave: (next) => {
      behaviour = next;
    },
    async until(count, fits = () => true, patience = 20_000) {
      const end = Date.now() + patience;
      for (;;) {
        const found = received.filter(fits);
        if (found.length >= count) return found;
        if (Date.now() > end) throw new Error(`${found.length} of ${count} requests came`);
        await sleep(10);
      }
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
