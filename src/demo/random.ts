// Seeded random draws, so that the demo is the same on every machine.
import { v7 } from 'uuid';

const DAY = 24 * 3600 * 1000;

/** A seeded generator (mulberry32) with the draws that the demo needs. */
export class Random {
  #state = 0;

  /** @param seed any text; the same seed gives the same draws */
  constructor(seed: string) {
    for (const letter of seed) this.#state = (Math.imul(this.#state, 31) + letter.codePointAt(0)!) | 0;
  }

  /** Draws a number from 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Draws an integer, both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  /** Returns true with this probability (0 to 1). */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** Draws one item. */
  pick<T>(from: readonly T[]): T {
    return from[this.int(0, from.length - 1)]!;
  }

  /** Draws up to `count` different items, in the order of the list. */
  some<T>(from: readonly T[], count: number): T[] {
    const chosen = new Set<T>();
    for (let draw = 0; draw < count; draw += 1) chosen.add(this.pick(from));
    return from.filter((item) => chosen.has(item));
  }

  /** Draws one of the keys by their weights. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
    const entries = Object.entries(weights) as [T, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    return entries.at(-1)![0];
  }

  /** Draws a time between two others, on a working day if there is one between them. */
  workday(from: Date, to: Date): Date {
    const drawn = new Date(from.getTime() + this.next() * (to.getTime() - from.getTime()));
    drawn.setUTCHours(this.int(6, 16), this.int(0, 59), this.int(0, 59), 0);
    const weekend = { 0: 2, 6: 1 }[drawn.getUTCDay()] ?? 0;
    const time = drawn.getTime() - weekend * DAY;
    return new Date(Math.min(Math.max(time, from.getTime()), to.getTime()));
  }

  /** Draws a UUID v7 with the time of its record. */
  id(at: Date): string {
    return v7({ msecs: at.getTime(), random: Uint8Array.from({ length: 16 }, () => this.int(0, 255)) });
  }
}

/** Returns the time so many days before another. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY);
}
