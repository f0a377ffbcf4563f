// Opens a file as a table, by its content and not by its name.
import { openCsv } from './csv-table.ts';
import { openJson } from './json-table.ts';
import { assertOptions, type OpenBytes, type ReadOptions, type Table, unreadable } from './table.ts';
import { type Decoded, decode } from './text-encoding.ts';

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** The container of former Office files, and of encrypted ones. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
/** The name of the stream with the encrypted workbook, in UTF-16. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** Opens a JSON object as a table; undefined if it is none of its kind. */
export type OpenObject = (text: Decoded) => Promise<Table | undefined>;

/**
 * @param openObject opens what begins as one JSON object; by default each line is an object
 * @throws FILE_UNREADABLE, PAYLOAD_TOO_LARGE, VALIDATION_ERROR; also while the rows are read
 */
export async function openTable(
  bytes: OpenBytes,
  options: ReadOptions,
  openObject: OpenObject = async () => undefined,
): Promise<Table> {
  assertOptions(options);
  const start = await firstBytes(bytes);
  if (start.subarray(0, 4).equals(ZIP)) {
    const { openWorkbook } = await import('./workbook-table.ts');
    return openWorkbook(bytes, options);
  }
  if (start.subarray(0, 8).equals(COMPOUND))
    unreadable((await contains(bytes, ENCRYPTED)) ? 'encrypted' : 'old_excel');
  const text = await decode(bytes, options.encoding);
  const first = await firstCharacter(text.open());
  if (first === '{') return (await openObject(text)) ?? openJson(text, false);
  if (first === '[') return openJson(text, true);
  return openCsv(text, options);
}

async function firstBytes(bytes: OpenBytes): Promise<Buffer> {
  for await (const chunk of bytes()) return chunk;
  return unreadable('empty');
}

async function contains(bytes: OpenBytes, searched: Buffer): Promise<boolean> {
  for await (const chunk of bytes()) if (chunk.includes(searched)) return true;
  return false;
}

async function firstCharacter(text: AsyncIterable<string>): Promise<string> {
  for await (const part of text) {
    const trimmed = part.trimStart();
    if (trimmed) return trimmed[0]!;
  }
  return unreadable('empty');
}
