// Waits for a stream whose reader is slower than what is written.
import type { Writable } from 'node:stream';

/** Resolves when a stream takes more, or is closed because its reader has left. */
export function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const resume = (): void => {
      stream.off('drain', resume).off('close', resume);
      resolve();
    };
    stream.on('drain', resume).on('close', resume);
  });
}
