// What a request for a file asks for: a version that it does not know, and a range of it (RFC 9110 sections 13 and 14).
import type { IncomingHttpHeaders } from 'node:http';
import type { FileRequest } from '../operations/context.ts';
import type { StoredFile } from './files.ts';

/** A part of a file, from `start` to before `end`. */
interface Range {
  start: number;
  end: number;
}

type Facts = Pick<StoredFile, 'bytes' | 'sha256'>;

/** Returns whether the answer to a request has bytes of the file: not to HEAD, and not with 304 or 416. */
export function receivesBytes(file: Facts, { method, headers }: FileRequest): boolean {
  return method !== 'HEAD' && !isKnown(file, headers) && requestedRange(file, headers) !== null;
}

/** Returns whether the caller has the file already. */
export function isKnown({ sha256 }: Facts, { 'if-none-match': known = '' }: IncomingHttpHeaders): boolean {
  const tags = known.split(/,\s*/).map((tag) => tag.replace(/^W\//, ''));
  return tags.includes(`"${sha256}"`) || tags.includes('*');
}

/** Returns the requested part of a file; undefined for all of it, null if the file does not have the part. */
export function requestedRange(
  { sha256, bytes }: Facts,
  { 'if-range': condition, range }: IncomingHttpHeaders,
): Range | null | undefined {
  const isWhole = range === undefined || (condition !== undefined && condition !== `"${sha256}"`);
  return isWhole ? undefined : rangeOf(range, bytes);
}

/**
 * Returns the one range that a header asks for; null if the file does not have it; undefined for headers that are to be
 * ignored, such as several ranges.
 */
function rangeOf(header: string, bytes: number): Range | null | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header) ?? [];
  if (!first && !last) return undefined;
  if (!first) return Number(last) === 0 ? null : { start: Math.max(0, bytes - Number(last)), end: bytes };
  if (last && Number(last) < Number(first)) return undefined;
  if (Number(first) >= bytes) return null;
  return { start: Number(first), end: last ? Math.min(Number(last) + 1, bytes) : bytes };
}
