// The stream of a batch as server-sent events: kept events by their numbers, resumable on any process.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { authenticate } from '../access/authenticate.ts';
import { refusal } from '../access/check.ts';
import type { Principal } from '../access/principal.ts';
import type { TenantContext } from '../context.ts';
import { fail, invalid, ServiceError } from '../errors.ts';
import { contextOf, type Origin } from '../operations/call.ts';
import type { Services } from '../services.ts';
import type { BatchNews } from './batch-news.ts';
import { admit, type Entry } from './pipeline.ts';

/** A batch as its stream reads it. */
interface Batch {
  readonly id: string;
  readonly state: string;
  readonly counts: object;
  /** The number of its latest event. */
  readonly lastEvent: number;
}

interface StoredEvent {
  seq: number;
  type: 'progress' | 'item' | 'state' | 'done';
  data: object;
}

interface FinishedItem {
  index: number;
  state: string;
  record: object | null;
  /** The number of the event before which it is sent. */
  eventSeq: number;
}

/** How a stream reads batches and their events. */
export interface BatchReader {
  /** @throws NOT_FOUND, also for a batch that the caller may not see */
  getBatch(ctx: TenantContext, id: string): Promise<Batch>;
  eventsAfter(ctx: TenantContext, batchId: string, after: number, limit: number): Promise<StoredEvent[]>;
  /** Returns the items without a failure that were run just before events. */
  finishedItems(
    ctx: TenantContext,
    batchId: string,
    events: { from: number; to: number },
  ): Promise<FinishedItem[]>;
}

const HEARTBEAT_MS = 15_000;
/** How often an open stream checks that its token is still good. */
const RECHECK_MS = 15_000;
const LIFETIME_MS = 30 * 60_000;
/** A reader that takes nothing for this time is disconnected. */
const STALLED_MS = 60_000;
const MAX_STREAMS = 5;
/** The largest number that an event can have. */
const MAX_EVENT = 2 ** 31 - 1;

const open = new Map<string, number>();

/** Returns the handler of StreamBatch. */
export function batchStreamRoute(
  services: Services,
  app: FastifyInstance,
  reader: BatchReader,
  news: BatchNews,
): Pick<RouteOptions, 'handler'> & { entry: Entry } {
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  return {
    entry: { credentials: 'required' },
    async handler(request, reply) {
      const origin = await admit(services, request, reply, { surface: 'rest' });
      const { access } = services.catalogue.byName.get('StreamBatch')!;
      const refused = refusal(access, origin.principal);
      if (refused) throw refused;
      assertAccepts(request);
      const options = optionsOf(request);
      const batch = await read(services, origin, (ctx) =>
        reader.getBatch(ctx, (request.params as { id: string }).id),
      );
      if (isOver(batch) && options.cursor !== undefined && options.cursor === batch.lastEvent)
        return reply.code(204).send();
      const leave = enter(origin.principal);
      reply.hijack();
      request.entryState!.leaveQueue();
      const sources = { services, reader, news };
      const stream = new BatchStream(sources, request, reply, origin, batch.id, options);
      await stream.run(stopping.signal).finally(leave);
    },
  };
}

interface StreamOptions {
  cursor: number | undefined;
  items: 'failed' | 'all' | 'none';
}

function assertAccepts({ headers }: FastifyRequest): void {
  const accept = headers.accept ?? '*/*';
  if (!/\*\/\*|text\/\*|text\/event-stream/.test(accept)) fail('NOT_ACCEPTABLE');
}

/** @throws VALIDATION_ERROR for a cursor that is no event number */
function optionsOf({ headers, url }: FastifyRequest): StreamOptions {
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  const text = (headers['last-event-id'] as string | undefined) ?? query.get('last_event_id');
  if (text !== null && text !== undefined && text !== '' && !/^\d+$/.test(text))
    throw invalid('last_event_id', 'integer', 'Give the number of the last event that was received.');
  const items = query.get('items') ?? 'failed';
  if (items !== 'failed' && items !== 'all' && items !== 'none')
    throw invalid('items', 'enum', 'Give one of failed, all, none.');
  return { cursor: text ? Math.min(Number(text), MAX_EVENT) : undefined, items };
}

/** Counts the open streams of a principal. @throws RATE_LIMITED */
function enter({ id }: Principal): () => void {
  const count = open.get(id) ?? 0;
  if (count >= MAX_STREAMS)
    fail('RATE_LIMITED', 'Close one of your streams first.', { details: { policy: 'streams' } });
  open.set(id, count + 1);
  return () => {
    const left = open.get(id)! - 1;
    if (left) open.set(id, left);
    else open.delete(id);
  };
}

function read<T>(services: Services, origin: Origin, work: (ctx: TenantContext) => Promise<T>): Promise<T> {
  const tenantId = origin.principal.tenantId!;
  return services.database.read({ tenantId }, (tx) =>
    work({ ...contextOf(services, origin, tx, true), tenantId }),
  );
}

function isOver({ state }: Batch): boolean {
  return !['queued', 'running', 'cancelling'].includes(state);
}

/** One open stream. */
class BatchStream {
  readonly #services: Services;
  readonly #reader: BatchReader;
  readonly #news: BatchNews;
  readonly #request: FastifyRequest;
  readonly #response: ServerResponse;
  readonly #origin: Origin;
  readonly #batchId: string;
  readonly #items: StreamOptions['items'];
  #cursor: number | undefined;
  /** The last event before the stream was opened; what was stored until then is replayed without successes. */
  #openedAt = 0;
  #isOver = false;
  #lastWrite = performance.now();
  #lastCheck = performance.now();

  constructor(
    { services, reader, news }: { services: Services; reader: BatchReader; news: BatchNews },
    request: FastifyRequest,
    reply: FastifyReply,
    origin: Origin,
    batchId: string,
    { cursor, items }: StreamOptions,
  ) {
    this.#services = services;
    this.#reader = reader;
    this.#news = news;
    this.#request = request;
    this.#response = reply.raw;
    this.#origin = origin;
    this.#batchId = batchId;
    this.#items = items;
    this.#cursor = cursor;
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value) this.#response.setHeader(name, value);
  }

  /** Sends events until the batch ends, the reader leaves, its rights end, or the time is over. */
  async run(stopping: AbortSignal): Promise<void> {
    const closed = new AbortController();
    this.#response.on('close', () => closed.abort());
    const signal = AbortSignal.any([closed.signal, stopping, AbortSignal.timeout(LIFETIME_MS)]);
    // Aborted to end a wait; a new one begins before events are read, so that none is missed.
    let waiting = new AbortController();
    const unfollow = this.#news.follow(this.#batchId, () => waiting.abort());
    signal.addEventListener('abort', () => waiting.abort());
    this.#response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    try {
      await this.#send('retry: 3000\n\n');
      await this.#begin();
      for (;;) {
        waiting = new AbortController();
        if (signal.aborted || (await this.#advance())) break;
        await sleep(this.#restMs(), undefined, { signal: waiting.signal }).catch(() => undefined);
        await this.#keepAlive();
      }
    } catch (error) {
      await this.#refuse(error);
    } finally {
      unfollow();
    }
    this.#response.end();
  }

  /** Sends the snapshot of a fresh connection, or of one whose cursor cannot be continued. */
  async #begin(): Promise<void> {
    const batch = await this.#read((ctx) => this.#reader.getBatch(ctx, this.#batchId));
    const [first] = await this.#read((ctx) =>
      this.#reader.eventsAfter(ctx, this.#batchId, this.#cursor ?? 0, 1),
    );
    const cursor = this.#cursor;
    this.#isOver = isOver(batch);
    this.#openedAt = batch.lastEvent;
    if (
      cursor !== undefined &&
      cursor <= batch.lastEvent &&
      (cursor === batch.lastEvent || first?.seq === cursor + 1)
    )
      return;
    if (cursor !== undefined) {
      const reason = cursor > batch.lastEvent ? 'unknown' : 'too_old';
      await this.#event('reset', { batch_id: this.#batchId, at: this.#now(), reason });
    }
    const { state, counts } = batch;
    this.#cursor = isOver(batch) ? batch.lastEvent - 1 : batch.lastEvent;
    await this.#event(
      'snapshot',
      { batch_id: this.#batchId, at: this.#now(), state, counts },
      batch.lastEvent,
    );
  }

  /** Sends what is new. @returns whether the batch has ended */
  async #advance(): Promise<boolean> {
    for (;;) {
      const events = await this.#read((ctx) =>
        this.#reader.eventsAfter(ctx, this.#batchId, this.#cursor!, 100),
      );
      const finished = await this.#finishedItems(events);
      for (const event of events) {
        this.#cursor = event.seq;
        for (const { index, state, record } of finished.get(event.seq) ?? [])
          await this.#event('item', {
            batch_id: this.#batchId,
            at: this.#now(),
            index,
            state,
            ...(record && { record }),
          });
        if (event.type === 'item' && this.#items === 'none') continue;
        await this.#event(event.type, event.data, event.seq);
      }
      if (events.at(-1)?.type === 'done') return true;
      // The events of a batch are purged a day after its end.
      if (events.length < 100) return this.#isOver;
    }
  }

  /** Returns the items that are sent before new events where the caller asks for all, by the number of the event. */
  async #finishedItems(events: StoredEvent[]): Promise<Map<number, FinishedItem[]>> {
    const fresh = events.filter(({ seq }) => seq > this.#openedAt);
    if (this.#items !== 'all' || fresh.length === 0) return new Map();
    const [from, to] = [fresh[0]!.seq, fresh.at(-1)!.seq];
    const items = await this.#read((ctx) => this.#reader.finishedItems(ctx, this.#batchId, { from, to }));
    return Map.groupBy(items, ({ eventSeq }) => eventSeq);
  }

  /** Returns the milliseconds until the next heartbeat or check. */
  #restMs(): number {
    return Math.min(this.#lastWrite + HEARTBEAT_MS, this.#lastCheck + RECHECK_MS) - performance.now();
  }

  async #keepAlive(): Promise<void> {
    const now = performance.now();
    if (now - this.#lastWrite >= HEARTBEAT_MS) await this.#send(': hb\n\n');
    if (now - this.#lastCheck < RECHECK_MS) return;
    this.#lastCheck = now;
    const { headers, ip } = this.#request;
    const principal = await authenticate(this.#services, {
      authorization: headers.authorization,
      tenantHeader: headers['x-tenant-id'] as string | undefined,
      ip,
    });
    const refused = refusal(this.#services.catalogue.byName.get('StreamBatch')!.access, principal);
    if (refused) throw refused;
    Object.assign(this.#origin, { principal });
  }

  async #refuse(error: unknown): Promise<void> {
    const { code, message } = error instanceof ServiceError ? error : new ServiceError('INTERNAL_ERROR');
    if (!(error instanceof ServiceError))
      this.#request.log.error({ err: error }, 'a stream of a batch failed');
    const data = { batch_id: this.#batchId, at: this.#now(), code, message };
    await this.#event('error', data).catch(() => undefined);
  }

  #event(
    type: StoredEvent['type'] | 'snapshot' | 'reset' | 'error',
    data: object,
    id?: number,
  ): Promise<void> {
    const number = id === undefined ? '' : `id: ${id}\n`;
    return this.#send(`event: ${type}\n${number}data: ${JSON.stringify(data)}\n\n`);
  }

  /** Writes when the reader has taken what was sent before. */
  async #send(text: string): Promise<void> {
    if (this.#response.destroyed) return;
    this.#lastWrite = performance.now();
    if (this.#response.write(text)) return;
    const signal = AbortSignal.timeout(STALLED_MS);
    await Promise.race([
      once(this.#response, 'drain', { signal }),
      once(this.#response, 'close', { signal }),
    ]).catch(() => this.#response.destroy());
  }

  #read<T>(work: (ctx: TenantContext) => Promise<T>): Promise<T> {
    return read(this.#services, this.#origin, work);
  }

  #now(): Date {
    return this.#services.clock.now();
  }
}
