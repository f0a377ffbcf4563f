// What a process remembers of lists that are asked for again: their SQL, and that they are too long to be counted.
import { LRUCache } from 'lru-cache';
import type { Statement } from '../db/batch.ts';

const MAX_STATEMENTS = 500;
/** For so long a list that was found too long to count is said to be so without another look. */
const OVER_LIMIT_TTL_MS = 30_000;

/** Keyed by all that the statement is made of, the workspace among it. */
const statements = new LRUCache<string, Statement>({ max: MAX_STATEMENTS });
const overLimit = new LRUCache<string, true>({ max: 10_000, ttl: OVER_LIMIT_TTL_MS });

/** The statement of a key, built at its first use; building one costs more than the rest of a short list. */
export function cachedStatement(key: string, build: () => Statement): Statement {
  let statement = statements.get(key);
  if (!statement) {
    statement = build();
    statements.set(key, statement);
  }
  return statement;
}

/**
 * Whether a list was found beyond reach a moment ago. Counting up to the reach is the dearest part of a page, and the
 * answer, "at least so many", is marked as an estimate anyway (platform.md §3).
 */
export function isOverLimit(list: string): boolean {
  return overLimit.has(list);
}

export function markOverLimit(list: string): void {
  overLimit.set(list, true);
}
