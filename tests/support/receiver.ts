// An HTTP server that stores the requests it receives and answers as the test decides.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read nested members of bodies
  body: any;
}

export type Responder = (response: ServerResponse, request: Received) => void;

export interface Receiver {
  url: string;
  received: Received[];
  /** Sets how it answers from now on. */
  respondWith(responder: Responder): void;
  /** Waits until this many matching requests have arrived. @returns the requests */
  until(count: number, matches?: (request: Received) => boolean, patience?: number): Promise<Received[]>;
  stop(): Promise<void>;
}

/** Answers with a status and optional headers and text. */
export function answer(status: number, headers: Record<string, string> = {}, text = ''): Responder {
  return (response) => void response.writeHead(status, headers).end(text);
}

export async function startReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = [];
  let responder: Responder = answer(204);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { method = '', url = '', headers } = request;
      const receivedRequest = { method, path: url, headers, text, body: text ? JSON.parse(text) : undefined };
      received.push(receivedRequest);
      responder(response, receivedRequest);
    });
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    respondWith: (next) => {
      responder = next;
    },
    async until(count, matches = () => true, patience = 60_000) {
      const end = Date.now() + patience;
      for (;;) {
        const found = received.filter(matches);
        if (found.length >= count) return found;
        if (Date.now() > end) throw new Error(`${found.length} of ${count} requests arrived`);
        await sleep(10);
      }
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
