// Load shedding: so many requests run at a time, others wait their turn, and whoever would wait too long is refused.
import { ServiceError } from '../errors.ts';

/** Nobody waits longer than this for their turn. */
const MAX_WAIT_MS = 1_000;
/** Requests that wait at most; each holds a connection and its headers. */
const MAX_WAITING = 2_000;
/** A request that runs for longer waits for something outside, such as a model: its slot is given to another one. */
const SLOT_MS = 2_000;
const SWEEP_MS = 50;

/** The turn of one request. */
export interface Slot {
  readonly since: number;
}

/** The connection of whoever waits; nobody runs for one that is gone. */
interface Client {
  readonly destroyed: boolean;
}

interface Waiting {
  since: number;
  client: Client;
  start(slot: Slot): void;
  refuse(error: ServiceError): void;
}

/** The refusal of what the service has no capacity for at the moment. */
export function overloaded(reason: string): ServiceError {
  return new ServiceError('OVERLOADED', undefined, { details: { reason }, headers: { 'retry-after': '1' } });
}

export class AdmissionQueue {
  /** In the order of their beginning. */
  readonly #running = new Set<Slot>();
  readonly #waiting: Waiting[] = [];
  readonly #slots: number;
  #sweeper: NodeJS.Timeout | undefined;

  /** @param slots requests that run at a time */
  constructor(slots: number) {
    this.#slots = slots;
  }

  /**
   * A slot to run in: at once where one is free, else when it is this request's turn.
   * @throws OVERLOADED when too many wait already; the promise rejects with it after a second
   */
  enter(client: Client): Slot | Promise<Slot> {
    if (this.#waiting.length === 0 && this.#running.size < this.#slots) return this.#begin();
    if (this.#waiting.length >= MAX_WAITING) throw overloaded('queue_full');
    return new Promise((start, refuse) => {
      this.#waiting.push({ since: performance.now(), client, start, refuse });
      this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_MS).unref();
    });
  }

  /** Gives a slot back, to whoever has waited the longest. */
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

  /** Runs while somebody waits. */
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
