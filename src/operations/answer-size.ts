// How large an answer may be. It is known before the text of an answer is made, and rows are refused as they arrive.
import { MAX_READ_BYTES } from '../db/batch.ts';
import { answerTooLarge } from '../errors.ts';

export { MAX_READ_BYTES };

/** The JSON of an answer at most, in bytes. Exports are streams and have no such limit. */
export const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
/** The same of a tool's answer, which the result of MCP carries twice: as text and as structured content. */
export const MAX_TOOL_ANSWER_BYTES = MAX_ANSWER_BYTES / 2;
/** What the rows of a page of an export may have in all. */
export const MAX_EXPORT_READ_BYTES = 4 * MAX_READ_BYTES;

/** @throws ANSWER_TOO_LARGE for JSON of more bytes */
export function assertTextFits(json: string, limit: number): void {
  // A character has three bytes at most.
  if (json.length * 3 > limit && Buffer.byteLength(json) > limit) throw answerTooLarge(limit);
}

/**
 * Refuses a value whose JSON cannot fit, before that is made: its names and texts alone have more characters.
 * @throws ANSWER_TOO_LARGE
 */
export function assertValueFits(value: unknown, limit: number): void {
  if (spend(value, limit) < 0) throw answerTooLarge(limit);
}

/** What a value leaves of so many characters; stops where nothing is left. */
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
