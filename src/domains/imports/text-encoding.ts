// Finds the encoding of a text file and decodes it chunk by chunk.
import type { ImportWarning } from './model.ts';
import { type OpenBytes, unreadable } from './table.ts';

export interface Decoded {
  encoding: string;
  warnings: ImportWarning[];
  /** The text from the beginning, without a byte order mark. */
  open(): AsyncIterable<string>;
}

/**
 * Returns the text of a file: by its byte order mark, else as UTF-8, else as Windows-1252 with a warning.
 * @throws FILE_UNREADABLE binary, encoding, empty
 */
export async function decode(bytes: OpenBytes, given?: string | null): Promise<Decoded> {
  const found = await inspect(bytes);
  if (found.isBlank) unreadable('empty');
  if (given === 'utf-8' && !found.isUtf8) unreadable('encoding');
  const encoding = given ?? found.mark ?? (found.isUtf8 ? 'utf-8' : 'windows-1252');
  const isWide = encoding.startsWith('utf-16');
  if (found.hasNul && !isWide) unreadable('binary');
  const isGuess = !given && encoding === 'windows-1252';
  const warning: ImportWarning = {
    code: 'ENCODING_GUESSED',
    message: 'The file is not UTF-8 and was read as Windows-1252; check letters with accents.',
    column: null,
    count: null,
  };
  return { encoding, warnings: isGuess ? [warning] : [], open: () => textOf(bytes, encoding) };
}

interface Found {
  mark: string | undefined;
  isUtf8: boolean;
  hasNul: boolean;
  isBlank: boolean;
}

async function inspect(bytes: OpenBytes): Promise<Found> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const found: Found = { mark: undefined, isUtf8: true, hasNul: false, isBlank: true };
  let isFirst = true;
  for await (const chunk of bytes()) {
    if (isFirst) found.mark = markOf(chunk);
    const body = isFirst ? chunk.subarray(markLength(found.mark)) : chunk;
    isFirst = false;
    found.hasNul ||= body.includes(0);
    found.isBlank &&= body.every((byte) => BLANKS.has(byte));
    if (found.isUtf8) found.isUtf8 = decodes(decoder, chunk);
  }
  if (found.isUtf8) found.isUtf8 = decodes(decoder);
  return found;
}

/** The bytes of blanks and line ends, also of those in UTF-16. */
const BLANKS: ReadonlySet<number> = new Set([0, 9, 10, 13, 32]);

function decodes(decoder: InstanceType<typeof TextDecoder>, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

function markOf(chunk: Buffer): string | undefined {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
  if (chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? 'utf-8' : undefined;
}

function markLength(mark: string | undefined): number {
  if (mark === undefined) return 0;
  return mark === 'utf-8' ? 3 : 2;
}

async function* textOf(bytes: OpenBytes, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes()) {
    const text = decoder.decode(chunk, { stream: true });
    if (text) yield text;
  }
  const rest = decoder.decode();
  if (rest) yield rest;
}
