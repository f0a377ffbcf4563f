// The load: connections that send the next request when the last is answered. Plain sockets, because on a machine with
// two cores what the load generator burns is taken from those whom it measures.
import { connect, type Socket } from 'node:net';
import { bytesOf, type Target } from './request.ts';
import type { Request } from './workloads/workload.ts';

export interface LoadResult {
  requests: number;
  seconds: number;
  /** Requests a second. */
  rate: number;
  /** Milliseconds of each request. */
  latencies: number[];
  /** Answers that were no success; the first one's text. */
  failed: number;
  failure?: string;
  bytes: number;
  /** CPU milliseconds of the load itself, a request. */
  ownCpuMs: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
/** Each answer's status is looked at, and the text of every so many for what GraphQL and MCP say of a failure. */
const LOOK_EVERY = 16;
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
  const most = until.requests ?? Number.POSITIVE_INFINITY;
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
  const take = (): Buffer | undefined => {
    if (sent >= most || performance.now() >= deadline) return undefined;
    sent += 1;
    return bytesOf(target, next(sent));
  };
  await Promise.all(Array.from({ length: connections }, () => converse(target.running.port, take, result)));
  result.seconds = (performance.now() - start) / 1000;
  result.rate = result.requests / result.seconds;
  const { user, system } = process.cpuUsage(cpu);
  result.ownCpuMs = (user + system) / 1000 / Math.max(1, result.requests);
  return result;
}

/** One connection, until there is nothing more to ask. */
function converse(port: number, take: () => Buffer | undefined, result: LoadResult): Promise<void> {
  return new Promise((done, fail) => {
    const socket: Socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let sentAt = 0;
    const ask = (): void => {
      const bytes = take();
      if (!bytes) {
        socket.destroy();
        done();
        return;
      }
      sentAt = performance.now();
      socket.write(bytes);
    };
    const answer = new AnswerReader((status, bytes, text) => {
      result.latencies.push(performance.now() - sentAt);
      result.requests += 1;
      result.bytes += bytes;
      const isLooked = result.requests % LOOK_EVERY === 1;
      if (status < 200 || status > 299 || (isLooked && FAILED.test(text()))) {
        result.failed += 1;
        result.failure ??= `${status} ${text().slice(-600)}`;
      }
      ask();
    });
    socket.on('connect', ask);
    socket.on('data', (chunk) => answer.read(chunk));
    socket.on('error', fail);
    socket.on('close', () => done());
  });
}

/** Finds the end of each answer: by its length, or by its last chunk. */
class AnswerReader {
  readonly #whole: (status: number, bytes: number, text: () => string) => void;
  #chunks: Buffer[] = [];
  #size = 0;
  /** Bytes of the whole answer; 0 before its head is there, -1 when it comes in chunks. */
  #wanted = 0;
  #status = 0;

  constructor(whole: (status: number, bytes: number, text: () => string) => void) {
    this.#whole = whole;
  }

  read(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#wanted === 0 && !this.#readHead()) return;
    const isWhole =
      this.#wanted > 0 ? this.#size >= this.#wanted : chunk.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
    if (!isWhole) return;
    const chunks = this.#chunks;
    const size = this.#size;
    this.#chunks = [];
    this.#size = 0;
    this.#wanted = 0;
    this.#whole(this.#status, size, () => Buffer.concat(chunks).toString());
  }

  #readHead(): boolean {
    const bytes = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    const end = bytes.indexOf(HEAD_END);
    if (end < 0) return false;
    const head = bytes.toString('latin1', 0, end);
    this.#status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length !== undefined) this.#wanted = end + HEAD_END.length + Number(length);
    else this.#wanted = /\r\ntransfer-encoding: *chunked/i.test(head) ? -1 : end + HEAD_END.length;
    return true;
  }
}
