// Opens a file as a table, and gives its rows in batches, as they are stored.
import { setImmediate } from 'node:timers/promises';
import { fail } from '../../errors.ts';
import { openTable } from './open-table.ts';
import { openPmTable, type PmReadOptions } from './pm-table.ts';
import {
  limited,
  type OpenBytes,
  type SourceRow,
  storableText,
  type Table,
  type TableFacts,
  unreadable,
} from './table.ts';

/** A file, and how it is to be read. */
export interface ReadTask {
  kind: 'data' | 'pm';
  bytes: Uint8Array;
  options: PmReadOptions;
}

/** Rows in the order of the file. */
export interface RowBatch {
  /** A list of rows as JSON; blank ones are left out. */
  json: string;
  total: number;
  empty: number;
}

/** A table whose rows are read once, in order. */
export interface OpenedTable {
  facts: TableFacts;
  batches: AsyncIterable<RowBatch>;
}

/** What a parser reads at once: a few milliseconds of work. */
const SLICE_BYTES = 16 * 1024;
/** What a batch contains at most. */
const MAX_BATCH = { rows: 500, characters: 256 * 1024 };
/** What all rows together may become as JSON: the texts of a workbook may be repeated in many cells. */
const MAX_CHARACTERS = 200 * 1024 * 1024;
/** Columns of our own failed-rows files. */
const OWN_COLUMNS = new Set(['_row', '_errors']);

/** @throws FILE_UNREADABLE, PAYLOAD_TOO_LARGE, TOO_MANY_ROWS, VALIDATION_ERROR; also while the rows are read */
export async function openBatches({ kind, bytes, options }: ReadTask): Promise<OpenedTable> {
  const open = kind === 'pm' ? openPmTable : openTable;
  const table = await open(inSlices(bytes), options);
  const { rows: _, ...facts } = table;
  return { facts, batches: batchesOf(table, facts) };
}

/** Gives the bytes in small slices, so that other requests are served while the parsers read them. */
function inSlices(bytes: Uint8Array): OpenBytes {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return async function* slices() {
    for (let at = 0; at < all.length; at += SLICE_BYTES) {
      yield all.subarray(at, at + SLICE_BYTES);
      await setImmediate();
    }
  };
}

/** @throws FILE_UNREADABLE no_rows */
async function* batchesOf(table: Table, facts: TableFacts): AsyncGenerator<RowBatch> {
  let [rows, characters, allCharacters]: [string[], number, number] = [[], 0, 0];
  let [total, empty, stored] = [0, 0, 0];
  const take = (): RowBatch => {
    const batch = { json: `[${rows.join(',')}]`, total, empty };
    stored += rows.length;
    [rows, characters, total, empty] = [[], 0, 0, 0];
    return batch;
  };
  let number = 0;
  for await (const row of limited(table.rows())) {
    number += 1;
    total += 1;
    const cells = ownCells(row, table.columns);
    if (cells.every(isBlank) && row.errors.length === 0) empty += 1;
    else {
      const { line, errors } = row;
      characters += rows[rows.push(JSON.stringify({ row_number: number, line, cells, errors })) - 1]!.length;
    }
    if (rows.length < MAX_BATCH.rows && characters < MAX_BATCH.characters) continue;
    allCharacters += characters;
    if (allCharacters > MAX_CHARACTERS)
      fail('PAYLOAD_TOO_LARGE', 'The rows are too large when their texts are written out.', {
        details: { limit_bytes: MAX_CHARACTERS, reason: 'uncompressed_size' },
      });
    yield take();
  }
  if (total) yield take();
  if (stored === 0) unreadable('no_rows');
  facts.columns = table.columns.filter((column) => !OWN_COLUMNS.has(column));
}

/** Leaves out the columns that our own failed-rows files add; texts that PostgreSQL cannot store lose those characters. */
function ownCells({ cells }: SourceRow, columns: readonly string[]): SourceRow['cells'] {
  const kept = columns.some((column) => OWN_COLUMNS.has(column))
    ? cells.filter((_, at) => !OWN_COLUMNS.has(columns[at]!))
    : cells;
  return kept.map((cell) =>
    typeof cell === 'string' ? storableText(cell) : (cell?.map(storableText) ?? null),
  );
}

function isBlank(cell: SourceRow['cells'][number]): boolean {
  return cell === null || (typeof cell === 'string' ? !cell.trim() : cell.length === 0);
}
