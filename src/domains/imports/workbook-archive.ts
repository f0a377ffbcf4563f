// Inspects the archive of a workbook before it is read: what it is, and how large it becomes.
import { createInflateRaw } from 'node:zlib';
import { fail, ServiceError } from '../../errors.ts';
import { type OpenBytes, unreadable } from './table.ts';

const MAX_INFLATED = 200 * 1024 * 1024;
/** The reader holds the texts of a workbook in memory. */
const MAX_SHARED_STRINGS = 48 * 1024 * 1024;
const SHARED_STRINGS = 'xl/sharedStrings.xml';
const MAX_RATIO = 100;
/** Far more parts than a workbook has. */
const MAX_ENTRIES = 5_000;
/** The ratio counts from this size on. */
const RATIO_FROM = 10 * 1024 * 1024;

const [END_RECORD, ENTRY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50];

interface Entry {
  name: string;
  method: number;
  size: number;
  offset: number;
}

/**
 * Reads an archive, and inflates every entry with a limit, whatever the archive claims.
 * @returns its bytes in the order in which they are read, and whether it has a part for the texts that its cells share
 * @throws FILE_UNREADABLE old_excel, encrypted, macros, damaged; PAYLOAD_TOO_LARGE uncompressed_size, ratio
 */
export async function readArchive(bytes: OpenBytes): Promise<{ parts: Buffer[]; hasSharedStrings: boolean }> {
  const parts: Buffer[] = [];
  for await (const part of bytes()) parts.push(part);
  const archive = Buffer.concat(parts);
  const entries = entriesOf(archive);
  if (entries.length > MAX_ENTRIES) unreadable('damaged');
  if (entries.some(({ name }) => /vbaProject\.bin$/i.test(name))) unreadable('macros');
  if (!entries.some(({ name }) => name === 'xl/workbook.xml')) unreadable('damaged');
  let total = 0;
  for (const entry of entries) {
    const limit = entry.name === SHARED_STRINGS ? MAX_SHARED_STRINGS : MAX_INFLATED;
    const size = await inflatedSize(archive, entry, (own) => {
      if (own > limit || total + own > MAX_INFLATED) tooLarge('uncompressed_size');
      if (total + own > RATIO_FROM && total + own > archive.length * MAX_RATIO) tooLarge('ratio');
    });
    total += size;
  }
  const hasSharedStrings = entries.some(({ name }) => name === SHARED_STRINGS);
  return { parts: inReadingOrder(archive, entries), hasSharedStrings };
}

/** Returns the parts of an archive with the sheets last, because they are read by what the other parts say. */
function inReadingOrder(archive: Buffer, entries: readonly Entry[]): Buffer[] {
  const directory = archive.readUInt32LE(endOf(archive) + 16);
  const offsets = [...new Set([...entries.map(({ offset }) => offset), directory])].sort((a, b) => a - b);
  const partEnds = new Map(offsets.map((offset, at) => [offset, offsets[at + 1] ?? directory]));
  const partOf = ({ offset }: Entry): Buffer => archive.subarray(offset, partEnds.get(offset));
  const isSheet = ({ name }: Entry): boolean => name.startsWith('xl/worksheets/');
  const ordered = [...entries.filter((one) => !isSheet(one)), ...entries.filter(isSheet)];
  return [...ordered.map(partOf), archive.subarray(directory)];
}

/** Returns where the record at the end of an archive begins. @throws FILE_UNREADABLE damaged */
function endOf(archive: Buffer): number {
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(END_RECORD);
  const end = archive.lastIndexOf(signature);
  if (end < 0 || end + 22 > archive.length) unreadable('damaged');
  return end;
}

function tooLarge(reason: 'uncompressed_size' | 'ratio'): never {
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

async function inflatedSize(
  archive: Buffer,
  { method, size, offset }: Entry,
  check: (size: number) => void,
): Promise<number> {
  if (offset + 30 > archive.length || archive.readUInt32LE(offset) !== LOCAL) unreadable('damaged');
  const from = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  if (method === 0) return size;
  if (method !== 8) unreadable('damaged');
  const inflate = createInflateRaw();
  inflate.end(archive.subarray(from, from + size));
  let length = 0;
  try {
    for await (const chunk of inflate) {
      length += (chunk as Buffer).length;
      check(length);
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    unreadable('damaged');
  }
  return length;
}
