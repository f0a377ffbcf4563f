// Caches of repeated lists: their SQL, and whether they exceed the counting limit.
import { LRUCache } from 'lru-cache';
import type { Statement } from '../db/batch.ts';

const MAX_STATEMENTS = 500;
/** How long a list that exceeded the limit is assumed to exceed it without counting again. */
const OVER_LIMIT_TTL_MS = 30_000;

/** The key includes everything that the statement is built from, including the workspace. */
const statements = new LRUCache<string, Statement>({ max: MAX_STATEMENTS });
const overLimit = new LRUCache<string, true>({ max: 10_000, ttl: OVER_LIMIT_TTL_MS });

/**
 * Returns the statement of a key, building it at its first use. Building one costs more than the rest of a short list.
 */
export function cachedStatement(key: string, build: () => Statement): Statement {
  let statement = statements.get(key);
  if (!statement) {
    statement = build();
    statements.set(key, statement);
  }
  return statement;
}

/**
 * Returns whether a list recently exceeded the counting limit. Counting is the most expensive part of a page, and
 * beyond the limit the total is an estimate anyway (platform.md §3).
 */
export function isOverLimit(list: string): boolean {
  return overLimit.has(list);
}

export function markOverLimit(list: string): void {
  overLimit.set(list, true);
}
