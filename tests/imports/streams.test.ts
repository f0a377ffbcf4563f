// Many open streams of a batch, and what ends one before the batch does. The batches of this file are never run.
import { randomBytes, randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { growthDuring } from '../support/memory.ts';
import { endProcesses, freePort, newFolder, type Process, startAsNpmDoes } from '../support/process.ts';
import { type Identity, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const MIB = 1_048_576;
const STREAMS = 1_000;
/** The most streams of one token. */
const STREAMS_EACH = 5;

let service: TestService;
let owner: Inspector;
let process: Process;
let port: number;

beforeAll(async () => {
  // Both processes accept the same tokens only if they have the same address.
  const shared = { SECRET_KEY: randomBytes(32).toString('hex'), PUBLIC_URL: 'https://api.example.com' };
  service = await startService(shared);
  owner = await Inspector.open(service.databaseUrl);
  port = await freePort();
  const settings = { ...shared, DATABASE_URL: service.databaseUrl, DATA_DIR: newFolder(), DEMO: '0' };
  // All streams come from one address.
  process = await startAsNpmDoes({ ...settings, PORT: String(port), RATE_LIMIT_SCALE: '100' });
});

afterAll(async () => {
  await endProcesses();
  await owner?.close();
  await service?.stop();
});

/** Creates a batch without a job. */
async function newBatch(): Promise<string> {
  const id = randomUUID();
  const counts = { total: 1, pending: 1, running: 0, succeeded: 0, failed: 0, skipped: 0, cancelled: 0 };
  const requester = { type: 'user', id: service.acme.people.owner.userId, label: 'Owner' };
  await owner.query(
    `insert into batches (tenant_id, id, kind, operation, state, on_error, counts, requested_by, created_at, updated_at)
     values ($1, $2, 'operation', 'CreateCompany', 'queued', 'continue', $3, $4, now(), now())`,
    [service.acme.id, id, JSON.stringify(counts), JSON.stringify(requester)],
  );
  return id;
}

const newToken = () =>
  service.token(service.acme, { kind: 'service', scopes: ['imports.jobs:read'], roleKey: 'admin' });

/** An open stream, with the text that has come so far. */
class Stream {
  readonly #socket: Socket;
  text = '';
  isEnded = false;

  constructor(at: number, batchId: string, { token, tenantId }: Identity) {
    this.#socket = connect(at, '127.0.0.1');
    this.#socket.setEncoding('utf8').on('data', (text) => {
      this.text += text;
    });
    this.#socket.on('end', () => {
      this.isEnded = true;
    });
    const head = [
      `GET /api/jobs/batch/${batchId}/stream HTTP/1.1`,
      `host: 127.0.0.1:${at}`,
      `authorization: Bearer ${token}`,
      `x-tenant-id: ${tenantId}`,
      'connection: close',
    ];
    this.#socket.write(`${head.join('\r\n')}\r\n\r\n`);
  }

  has(part: string): boolean {
    return this.text.includes(part);
  }

  close(): void {
    this.#socket.destroy();
  }
}

it('a thousand open streams take less than 100 MB, and each gets a new event at once', async () => {
  const batchId = await newBatch();
  const tokens = await Promise.all(Array.from({ length: STREAMS / STREAMS_EACH }, newToken));
  // The first stream loads what every stream needs.
  const first = new Stream(port, batchId, service.acme.service);
  await until(() => first.has('event: snapshot'));
  first.close();
  const streams: Stream[] = [];
  const { growth } = await growthDuring(process, async () => {
    for (const token of tokens) {
      const opened = Array.from({ length: STREAMS_EACH }, () => new Stream(port, batchId, token));
      streams.push(...opened);
      await until(() => opened.every((stream) => stream.has('event: snapshot')));
    }
    await owner.query(
      `with event as (insert into job_events (tenant_id, batch_id, seq, type, data, created_at)
         values ($1, $2, 1, 'progress', '{"processed": 1}', now()) returning batch_id)
       select pg_notify('job_events', batch_id::text) from event`,
      [service.acme.id, batchId],
    );
    await until(() => streams.every((stream) => stream.has('event: progress')));
  });
  for (const stream of streams) stream.close();
  expect(streams).toHaveLength(STREAMS);
  expect(growth).toBeLessThan(100 * MIB);
});

it('a stream ends with its reason soon after its session has been revoked', async () => {
  const batchId = await newBatch();
  const revoked = await service.session(service.acme, 'owner');
  const [stream, other] = [revoked, service.acme.people.owner].map((as) => new Stream(port, batchId, as)) as [
    Stream,
    Stream,
  ];
  await until(() => stream.has('event: snapshot') && other.has('event: snapshot'));
  const reply = await service.rest('DELETE', `/api/auth/sessions/${revoked.sessionId}`);
  expect(reply.status).toBe(200);
  await until(() => stream.isEnded);
  expect(stream.text).toMatch(/event: error\ndata: .*"code":"TOKEN_REVOKED"/);
  expect(other.isEnded).toBe(false);
  other.close();
});
