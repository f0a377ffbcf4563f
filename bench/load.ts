// The load generator: each connection sends the next request when the last one is answered. It uses plain sockets, because
// on a machine with two cores its own CPU time is missing for the peers.
import { connect, type Socket } from 'node:net';
import { bytesOf, type Target } from './request.ts';
import type { Request } from './workloads/workload.ts';

export interface LoadResult {
  requests: number;
  seconds: number;
  /** Requests per second. */
  rate: number;
  /** Latency of each request in milliseconds. */
  latencies: number[];
  /** Number of failed requests, and the text of the first failure. */
  failed: number;
  failure?: string;
  bytes: number;
  /** CPU milliseconds of the load generator per request. */
  ownCpuMs: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
/** Every answer's status is checked; the text of every 16th also for errors of GraphQL and MCP. */
const CHECK_TEXT_EVERY = 16;
const FAILED = /"errors":\[\{|"isError":true/;

/** Sends requests over `connections` for a time, or for a number of requests. */
export async function load(
  target: Target,
  connections: number,
  until: { seconds?: number; requests?: number },
  next: (n: number) => Request,
): Promise<LoadResult> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const deadline = start + (until.seconds ?? 600) * 1000;
  const maxRequests = until.requests ?? Number.POSITIVE_INFINITY;
  const result: LoadResult = {
    requests: 0,
    seconds: 0,
    rate: 0,
    latencies: [],
    failed: 0,
    bytes: 0,
    ownCpuMs: 0,
  };
  let sent = 0;
  const nextBytes = (): Buffer | undefined => {
    if (sent >= maxRequests || performance.now() >= deadline) return undefined;
    sent += 1;
    return bytesOf(target, next(sent));
  };
  await Promise.all(
    Array.from({ length: connections }, () => runConnection(target.running.port, nextBytes, result)),
  );
  result.seconds = (performance.now() - start) / 1000;
  result.rate = result.requests / result.seconds;
  const { user, system } = process.cpuUsage(cpu);
  result.ownCpuMs = (user + system) / 1000 / Math.max(1, result.requests);
  return result;
}

/** Sends requests over one connection until there are no more. */
function runConnection(port: number, nextBytes: () => Buffer | undefined, result: LoadResult): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let sentAt = 0;
    const sendNext = (): void => {
      const bytes = nextBytes();
      if (!bytes) {
        socket.destroy();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(bytes);
    };
    const answer = new AnswerReader((status, bytes, text) => {
      result.latencies.push(performance.now() - sentAt);
      result.requests += 1;
      result.bytes += bytes;
      const isTextChecked = result.requests % CHECK_TEXT_EVERY === 1;
      if (status < 200 || status > 299 || (isTextChecked && FAILED.test(text()))) {
        result.failed += 1;
        result.failure ??= `${status} ${text().slice(-600)}`;
      }
      sendNext();
    });
    socket.on('connect', sendNext);
    socket.on('data', (chunk) => answer.read(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
}

/** Finds the end of each answer by its length or its last chunk. */
class AnswerReader {
  readonly #onAnswer: (status: number, bytes: number, text: () => string) => void;
  #chunks: Buffer[] = [];
  #size = 0;
  /** Bytes of the whole answer; 0 before its head has arrived, -1 if it is chunked. */
  #expected = 0;
  #status = 0;

  constructor(onAnswer: (status: number, bytes: number, text: () => string) => void) {
    this.#onAnswer = onAnswer;
  }

  read(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#expected === 0 && !this.#readHead()) return;
    const isComplete =
      this.#expected > 0
        ? this.#size >= this.#expected
        : chunk.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
    if (!isComplete) return;
    const chunks = this.#chunks;
    const size = this.#size;
    this.#chunks = [];
    this.#size = 0;
    this.#expected = 0;
    this.#onAnswer(this.#status, size, () => Buffer.concat(chunks).toString());
  }

  #readHead(): boolean {
    const bytes = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    const end = bytes.indexOf(HEAD_END);
    if (end < 0) return false;
    const head = bytes.toString('latin1', 0, end);
    this.#status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length !== undefined) this.#expected = end + HEAD_END.length + Number(length);
    else this.#expected = /\r\ntransfer-encoding: *chunked/i.test(head) ? -1 : end + HEAD_END.length;
    return true;
  }
}
