// Tells open streams of batches that there are new events, whichever process has stored them.
import { EventEmitter } from 'node:events';
import type { Subscription } from '../db/listener.ts';

/** Tells the open streams of this process which batches have new events. */
export class BatchNews implements Subscription {
  readonly #streams = new EventEmitter().setMaxListeners(0);

  received(batchId: string): void {
    this.#streams.emit(batchId);
  }

  connected(): void {
    for (const batchId of this.#streams.eventNames()) this.#streams.emit(batchId);
  }

  /** Calls a function for each news of a batch. @returns a function that ends this */
  follow(batchId: string, onNews: () => void): () => void {
    this.#streams.on(batchId, onNews);
    return () => this.#streams.off(batchId, onNews);
  }
}
