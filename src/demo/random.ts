// Chance that falls the same way every time: the demo is made anew on every machine and looks alike on all.
import { v7 } from 'uuid';

const DAY = 24 * 3600 * 1000;

/** A seeded generator (mulberry32) with the draws that the demo makes. */
export class Random {
  #state = 0;

  /** @param seed any text; the same one gives the same draws */
  constructor(seed: string) {
    for (const letter of seed) this.#state = (Math.imul(this.#state, 31) + letter.codePointAt(0)!) | 0;
  }

  /** From 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer, both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  /** Whether something that happens this often (0 to 1) happens now. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.int(0, from.length - 1)]!;
  }

  /** Up to `count` different ones, in the order of the list. */
  some<T>(from: readonly T[], count: number): T[] {
    const chosen = new Set<T>();
    for (let draw = 0; draw < count; draw += 1) chosen.add(this.pick(from));
    return from.filter((one) => chosen.has(one));
  }

  /** One of the keys, as often as its weight says. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
    const entries = Object.entries(weights) as [T, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    return entries.at(-1)![0];
  }

  /** A moment between two others, at a second of a working day where there is one between them. */
  workday(from: Date, to: Date): Date {
    const any = new Date(from.getTime() + this.next() * (to.getTime() - from.getTime()));
    any.setUTCHours(this.int(6, 16), this.int(0, 59), this.int(0, 59), 0);
    const weekend = { 0: 2, 6: 1 }[any.getUTCDay()] ?? 0;
    const time = any.getTime() - weekend * DAY;
    return new Date(Math.min(Math.max(time, from.getTime()), to.getTime()));
  }

  /** An id as the service makes them, with the time of its record. */
  id(at: Date): string {
    return v7({ msecs: at.getTime(), random: Uint8Array.from({ length: 16 }, () => this.int(0, 255)) });
  }
}

/** The moment so many days before another. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY);
}
