// Inspects the archive of a workbook before it is read: what it is, and how large it becomes.
import { createInflateRaw } from 'node:zlib';
import { fail } from '../../errors.ts';
import { type OpenBytes, unreadable } from './table.ts';

const MAX_INFLATED = 200 * 1024 * 1024;
const MAX_RATIO = 100;
/** Far more parts than a workbook has. */
const MAX_ENTRIES = 5_000;
/** The ratio counts from this size on. */
const RATIO_FROM = 10 * 1024 * 1024;
/** What is unpacked at once. */
const PART_BYTES = 64 * 1024;

const [END_RECORD, ENTRY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50];

interface Entry {
  name: string;
  method: number;
  size: number;
  offset: number;
}

/** The parts of an archive, each read as a stream. */
export interface Archive {
  has(name: string): boolean;
  /** @throws FILE_UNREADABLE damaged */
  read(name: string): AsyncIterable<Buffer>;
}

/**
 * Opens an archive, and inflates every entry with a limit, whatever the archive claims.
 * @throws FILE_UNREADABLE old_excel, encrypted, macros, damaged; PAYLOAD_TOO_LARGE uncompressed_size, ratio
 */
export async function openArchive(bytes: OpenBytes): Promise<Archive> {
  const parts: Buffer[] = [];
  for await (const part of bytes()) parts.push(part);
  const archive = Buffer.concat(parts);
  const entries = entriesOf(archive);
  if (entries.length > MAX_ENTRIES) unreadable('damaged');
  if (entries.some(({ name }) => /vbaProject\.bin$/i.test(name))) unreadable('macros');
  let total = 0;
  for (const entry of entries)
    for await (const chunk of inflated(archive, entry)) {
      total += chunk.length;
      if (total > MAX_INFLATED) tooLarge('uncompressed_size');
      if (total > RATIO_FROM && total > archive.length * MAX_RATIO) tooLarge('ratio');
    }
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  return {
    has: (name) => byName.has(name),
    read: (name) => inflated(archive, byName.get(name) ?? unreadable('damaged')),
  };
}

/** Returns where the record at the end of an archive begins. @throws FILE_UNREADABLE damaged */
function endOf(archive: Buffer): number {
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(END_RECORD);
  const end = archive.lastIndexOf(signature);
  if (end < 0 || end + 22 > archive.length) unreadable('damaged');
  return end;
}

/** @throws PAYLOAD_TOO_LARGE */
export function tooLarge(reason: 'uncompressed_size' | 'ratio'): never {
  return fail('PAYLOAD_TOO_LARGE', 'The workbook is too large when it is unpacked.', {
    details: { limit_bytes: MAX_INFLATED, reason },
  });
}

/** Reads the directory at the end of an archive. @throws FILE_UNREADABLE damaged */
function entriesOf(archive: Buffer): Entry[] {
  const end = endOf(archive);
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  const entries: Entry[] = [];
  for (let index = 0; index < count; index++) {
    if (at + 46 > archive.length || archive.readUInt32LE(at) !== ENTRY) unreadable('damaged');
    if (archive.readUInt16LE(at + 8) & 1) unreadable('encrypted');
    const nameLength = archive.readUInt16LE(at + 28);
    entries.push({
      name: archive.toString('utf8', at + 46, at + 46 + nameLength),
      method: archive.readUInt16LE(at + 10),
      size: archive.readUInt32LE(at + 20),
      offset: archive.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}

/** Yields the content of an entry. @throws FILE_UNREADABLE damaged */
async function* inflated(archive: Buffer, { method, size, offset }: Entry): AsyncGenerator<Buffer> {
  if (offset + 30 > archive.length || archive.readUInt32LE(offset) !== LOCAL) unreadable('damaged');
  const from = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  const packed = archive.subarray(from, from + size);
  if (method !== 0 && method !== 8) unreadable('damaged');
  if (method === 0) {
    for (let at = 0; at < packed.length; at += PART_BYTES) yield packed.subarray(at, at + PART_BYTES);
    return;
  }
  const inflate = createInflateRaw({ chunkSize: PART_BYTES });
  inflate.end(packed);
  const chunks = inflate[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>;
  try {
    for (;;) {
      const next = await chunks.next().catch(() => unreadable('damaged'));
      if (next.done) return;
      yield next.value;
    }
  } finally {
    inflate.destroy();
  }
}
