// Load shedding: a fixed number of requests run at a time, others wait in a queue, and those that wait too long are refused.
import { ServiceError } from '../errors.ts';

/** The longest that a request waits for a slot. */
const MAX_WAIT_MS = 1_000;
/** The most requests that may wait; each holds a connection and its headers. */
const MAX_WAITING = 2_000;
/** A request that runs longer is assumed to wait for an external service, such as a model, and gives up its slot. */
const SLOT_MS = 2_000;
const SWEEP_MS = 50;

/** The right of one request to run. */
export interface Slot {
  readonly since: number;
}

/** The connection of a waiting request; the request is dropped if it is closed. */
interface Client {
  readonly destroyed: boolean;
}

interface Waiting {
  since: number;
  client: Client;
  start(slot: Slot): void;
  refuse(error: ServiceError): void;
}

/** Returns the error for a request that the service has no capacity for at the moment. */
export function overloaded(reason: string): ServiceError {
  return new ServiceError('OVERLOADED', undefined, { details: { reason }, headers: { 'retry-after': '1' } });
}

export class AdmissionQueue {
  /** In the order in which they started. */
  readonly #running = new Set<Slot>();
  readonly #waiting: Waiting[] = [];
  readonly #slots: number;
  #sweeper: NodeJS.Timeout | undefined;

  /** @param slots the number of requests that run at a time */
  constructor(slots: number) {
    this.#slots = slots;
  }

  /**
   * Returns a slot at once if one is free, otherwise a promise that resolves when this request's turn comes.
   * @throws OVERLOADED when too many requests wait; the promise rejects with it after a second
   */
  enter(client: Client): Slot | Promise<Slot> {
    if (this.#waiting.length === 0 && this.#running.size < this.#slots) return this.#begin();
    if (this.#waiting.length >= MAX_WAITING) throw overloaded('queue_full');
    return new Promise((start, refuse) => {
      this.#waiting.push({ since: performance.now(), client, start, refuse });
      this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_MS).unref();
    });
  }

  /** Releases a slot, which goes to the request that has waited longest. */
  leave(slot: Slot): void {
    if (this.#running.delete(slot)) this.#startWaiting();
  }

  #begin(): Slot {
    const slot = { since: performance.now() };
    this.#running.add(slot);
    return slot;
  }

  #startWaiting(): void {
    this.#refuseLate();
    while (this.#running.size < this.#slots) {
      const next = this.#waiting.shift();
      if (!next) return;
      if (next.client.destroyed) next.refuse(overloaded('client_gone'));
      else next.start(this.#begin());
    }
  }

  #refuseLate(): void {
    const deadline = performance.now() - MAX_WAIT_MS;
    while (this.#waiting[0] && this.#waiting[0].since < deadline)
      this.#waiting.shift()!.refuse(overloaded('waited_too_long'));
  }

  /** Takes the slots of long-running requests; repeats while requests wait. */
  #sweep(): void {
    const deadline = performance.now() - SLOT_MS;
    for (const slot of this.#running) {
      if (slot.since > deadline) break;
      this.#running.delete(slot);
    }
    this.#startWaiting();
    if (this.#waiting.length > 0) return;
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  }
}
