// Limits the size of answers. It is checked before the answer is serialized, and rows are dropped as they arrive.
import { MAX_READ_BYTES } from '../db/batch.ts';
import { answerTooLarge } from '../errors.ts';

export { MAX_READ_BYTES };

/**
 * The maximum JSON size of an answer in bytes; the description of the API (4.4 MB) fits in it. Exports are streamed and have
 * no such limit.
 */
export const MAX_ANSWER_BYTES = 5 * 1024 * 1024;
/** The maximum for an MCP tool, whose result contains the answer twice: as text and as structured content. */
export const MAX_TOOL_ANSWER_BYTES = MAX_ANSWER_BYTES / 2;
/** The maximum size of all rows of one page of an export. */
export const MAX_EXPORT_READ_BYTES = 4 * MAX_READ_BYTES;

/** Refuses JSON of more than `limit` bytes. @throws ANSWER_TOO_LARGE */
export function assertTextFits(json: string, limit: number): void {
  // A UTF-16 code unit takes at most three bytes.
  if (json.length * 3 > limit && Buffer.byteLength(json) > limit) throw answerTooLarge(limit);
}

/**
 * Refuses a value whose JSON would exceed the limit, before serializing it, by the length of its names and texts.
 * @throws ANSWER_TOO_LARGE
 */
export function assertValueFits(value: unknown, limit: number): void {
  if (spend(value, limit) < 0) throw answerTooLarge(limit);
}

/** Subtracts the characters of a value from `left`; stops below zero. */
function spend(value: unknown, left: number): number {
  if (typeof value === 'string') return left - value.length;
  if (value === null || typeof value !== 'object') return left - 1;
  let rest = left - 2;
  if (Array.isArray(value)) {
    for (const part of value) {
      rest = spend(part, rest);
      if (rest < 0) return rest;
    }
    return rest;
  }
  for (const name in value) {
    rest = spend((value as Record<string, unknown>)[name], rest - name.length - 3);
    if (rest < 0) return rest;
  }
  return rest;
}
