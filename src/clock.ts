// The one clock: every business time is taken here (spec README point 27).
import { readFileSync } from 'node:fs';

export interface Clock {
  now(): Date;
}

/** @param offsetFile a file with seconds to add, read at each use; development and tests only */
export function systemClock(offsetFile?: string): Clock {
  if (!offsetFile) return { now: () => new Date() };
  return {
    now() {
      let seconds = 0;
      try {
        seconds = Number(readFileSync(offsetFile, 'utf8').trim()) || 0;
      } catch {
        // No file means no offset; a test writes it when it wants the time to move.
      }
      return new Date(Date.now() + seconds * 1000);
    },
  };
}
