// A signing provider: takes envelopes, returns signed documents, and fails as the test decides.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Data } from './signing-world.ts';

export interface ProviderServer {
  url: string;
  secret: string;
  /** The envelopes that it has taken, by its ids. */
  envelopes: Map<string, Data>;
  /** The reasons of voided envelopes, by its ids. */
  voided: Map<string, string>;
  /** How often it has failed. */
  failures: number;
  /** The id of the next envelope; a random one if it is not set. */
  nextId: string | undefined;
  /** Answers the next requests with a status. */
  failWith(status: number, times: number): void;
  recover(): void;
  /** Sets the signed form of a document. */
  seal(documentId: string, bytes: Buffer): void;
  stop(): Promise<void>;
}

export async function startProvider(): Promise<ProviderServer> {
  const sealed = new Map<string, Buffer>();
  let failing = { status: 0, times: 0 };
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object = {}) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const body: Data = request.method === 'POST' ? await json(request) : undefined;
    if (request.headers.authorization !== `Bearer ${provider.secret}`) return answer(401);
    if (failing.times > 0) {
      failing.times -= 1;
      provider.failures += 1;
      return answer(failing.status);
    }
    const [, kind, id, part, documentId] = request.url!.split('/').map(decodeURIComponent);
    if (kind !== 'envelopes') return answer(404);
    if (!id) {
      const known = [...provider.envelopes].find(([, { envelope_id }]) => envelope_id === body.envelope_id);
      const newId = known?.[0] ?? provider.nextId ?? randomUUID();
      provider.nextId = undefined;
      provider.envelopes.set(newId, body);
      return answer(201, { id: newId });
    }
    if (!provider.envelopes.has(id)) return answer(404);
    if (part === 'void') {
      provider.voided.set(id, body.reason);
      return answer(200);
    }
    const bytes = sealed.get(documentId!);
    return bytes ? response.writeHead(200, { 'content-type': 'application/pdf' }).end(bytes) : answer(404);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const provider: ProviderServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{
      secret: 'secret-of-the-provider',
      envelopes: new Map(),
      voided: new Map(),
      failures: 0,
      nextId: undefined,
    },
    failWith: (status, times) => {
      failing = { status, times };
    },
    recover: () => {
      failing = { status: 0, times: 0 };
    },
    seal: (documentId, bytes) => void sealed.set(documentId, bytes),
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return provider;
}
