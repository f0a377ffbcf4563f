// Opens the archive of a workbook, and inspects it before it is read: what it is, and how large it becomes.
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { fail } from '../../errors.ts';
import { type OpenBytes, unreadable } from './table.ts';

const MAX_INFLATED = 200 * 1024 * 1024;
const MAX_RATIO = 100;
/** Far more parts than a workbook has. */
const MAX_ENTRIES = 5_000;
/** The ratio counts from this size on. */
const RATIO_FROM = 10 * 1024 * 1024;

/** The parts of an archive, each read as a stream. */
export interface Archive {
  has(name: string): boolean;
  /** @throws FILE_UNREADABLE damaged */
  read(name: string): AsyncIterable<Buffer>;
}

/**
 * Opens an archive, and inflates every entry with a limit, whatever the archive claims.
 * @throws FILE_UNREADABLE encrypted, macros, damaged; PAYLOAD_TOO_LARGE uncompressed_size, ratio
 */
export async function openArchive(bytes: OpenBytes): Promise<Archive> {
  const parts: Buffer[] = [];
  for await (const part of bytes()) parts.push(part);
  const packed = Buffer.concat(parts);
  const zip = await orDamaged(fromBufferPromise(packed, { lazyEntries: true, autoClose: false }));
  const entries = await entriesOf(zip);
  let total = 0;
  for (const entry of entries.values())
    for await (const chunk of inflated(zip, entry)) {
      total += chunk.length;
      if (total > MAX_INFLATED) tooLarge('uncompressed_size');
      if (total > RATIO_FROM && total > packed.length * MAX_RATIO) tooLarge('ratio');
    }
  return {
    has: (name) => entries.has(name),
    read: (name) => inflated(zip, entries.get(name) ?? unreadable('damaged')),
  };
}

/** Reads the directory of an archive. @throws FILE_UNREADABLE encrypted, macros, damaged */
async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  if (zip.entryCount > MAX_ENTRIES) unreadable('damaged');
  const directory = zip.eachEntry();
  for (;;) {
    const next = await orDamaged(directory.next());
    if (next.done) return entries;
    const entry = next.value;
    if (entry.isEncrypted()) unreadable('encrypted');
    if (/vbaProject\.bin$/i.test(entry.fileName)) unreadable('macros');
    entries.set(entry.fileName, entry);
  }
}

/** Yields the content of an entry. @throws FILE_UNREADABLE damaged */
async function* inflated(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const stream = await orDamaged(zip.openReadStreamPromise(entry));
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>;
  try {
    for (;;) {
      const next = await orDamaged(chunks.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    stream.destroy();
  }
}

/** Waits for the library; whatever it refuses is a damaged file. */
function orDamaged<T>(result: Promise<T>): Promise<T> {
  return result.catch(() => unreadable('damaged'));
}

/** @throws PAYLOAD_TOO_LARGE */
export function tooLarge(reason: 'uncompressed_size' | 'ratio'): never {
  return fail('PAYLOAD_TOO_LARGE', 'The workbook is too large when it is unpacked.', {
    details: { limit_bytes: MAX_INFLATED, reason },
  });
}
