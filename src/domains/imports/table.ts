// Tables as files contain them: limits, rows, and the choice of the reader by content.
import { fail, invalid, ServiceError } from '../../errors.ts';
import type { Cell, ImportWarning, RowError } from './model.ts';

export const MAX_ROWS = 50_000;
export const MAX_COLUMNS = 200;
export const MAX_CELL_BYTES = 32 * 1024;
/** A data row of a file. */
export interface SourceRow {
  line: number;
  cells: Cell[];
  errors: RowError[];
}

/** What is known of a table besides its rows. Its columns are complete when its rows have been read. */
export interface TableFacts {
  format: 'csv' | 'xlsx' | 'json' | 'ndjson' | 'board-json';
  columns: string[];
  encoding: string | null;
  delimiter: string | null;
  sheet: string | null;
  sheets: string[] | null;
  warnings: ImportWarning[];
}

/** A table whose rows are read once, in order. */
export interface Table extends TableFacts {
  rows(): AsyncIterable<SourceRow>;
}

/** How the caller says that the file is to be read. */
export interface ReadOptions {
  sheet?: string | null;
  delimiter?: string | null;
  encoding?: string | null;
  header?: boolean | null;
}

/** Opens the bytes of a file from the beginning; a file may be read more than once. */
export type OpenBytes = () => AsyncIterable<Buffer>;

export type UnreadableReason =
  | 'empty'
  | 'no_rows'
  | 'binary'
  | 'encoding'
  | 'unclosed_quote'
  | 'cell_too_large'
  | 'too_many_columns'
  | 'not_a_table'
  | 'macros'
  | 'old_excel'
  | 'encrypted'
  | 'damaged';

const MESSAGES: Record<UnreadableReason, string> = {
  empty: 'The file has no content; upload one with a header and rows.',
  no_rows: 'The file has no rows below its header.',
  binary: 'The file is no text; upload CSV, XLSX, JSON or NDJSON.',
  encoding: 'The file is not in this encoding; leave `encoding` out to have it found.',
  unclosed_quote: 'A quote is opened on this line and never closed.',
  cell_too_large: 'A cell is larger than 32 KB.',
  too_many_columns: 'The file has more than 200 columns.',
  not_a_table: 'Upload a list of objects that are at most five levels deep.',
  macros: 'The workbook contains macros; save it as .xlsx without them.',
  old_excel: 'This is the former Excel format; save the workbook as .xlsx.',
  encrypted: 'The workbook is protected by a password; save it without one.',
  damaged: 'The file is damaged; export it again.',
};

/** Refuses a file that is no table. @throws FILE_UNREADABLE */
export function unreadable(reason: UnreadableReason, line?: number): never {
  return fail('FILE_UNREADABLE', MESSAGES[reason], { details: { reason, ...(line && { line }) } });
}

/** Returns the cells with one leading quote dropped before what a spreadsheet would run, as our own exports add it. */
export function withoutQuote(text: string): string {
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}

/** @throws FILE_UNREADABLE for a cell that is too large */
export function assertCellFits(cell: Cell, line: number): void {
  let size = 0;
  for (const one of [cell ?? []].flat()) size += Buffer.byteLength(one);
  if (size > MAX_CELL_BYTES) unreadable('cell_too_large', line);
}

/** Names the columns of a header: trimmed, empty ones by their number, repeated ones numbered. */
export function nameColumns(header: readonly string[]): { columns: string[]; warnings: ImportWarning[] } {
  if (header.length > MAX_COLUMNS) unreadable('too_many_columns');
  for (const cell of header) assertCellFits(cell, 1);
  const seen = new Map<string, number>();
  const warnings: ImportWarning[] = [];
  const taken = new Set(header.map((cell) => cell.trim()));
  const columns = header.map((cell, at) => {
    const name = cell.trim() || `Column ${at + 1}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    if (count === 1) return name;
    // The header may name a column like the number that another one would get.
    let number = count;
    while (taken.has(`${name} (${number})`)) number += 1;
    taken.add(`${name} (${number})`);
    return `${name} (${number})`;
  });
  for (const [name, count] of seen) {
    if (count > 1)
      warnings.push({
        code: 'DUPLICATE_HEADER',
        message: `${count} columns are called ${name}; they are numbered.`,
        column: name,
        count,
      });
  }
  return { columns, warnings };
}

/** Returns a text without the characters that PostgreSQL cannot store. */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

/** Returns the row with as many cells as there are columns, with an error if it had more or fewer. */
export function fitRow(cells: Cell[], width: number, line: number): SourceRow {
  for (const cell of cells) assertCellFits(cell, line);
  const isBlank = cells.every(
    (cell) => cell === null || cell === '' || (!Array.isArray(cell) && !cell.trim()),
  );
  if (isBlank || cells.length === width) return { line, cells: isBlank ? [] : cells, errors: [] };
  const message = `The row has ${cells.length} cells, but there are ${width} columns.`;
  const error: RowError = {
    column: null,
    field: null,
    code: 'RAGGED_ROW',
    message,
    value: null,
    severity: 'error',
  };
  return { line, cells: cells.slice(0, width), errors: [error] };
}

/** @throws VALIDATION_ERROR for a delimiter or an encoding that is not read */
export function assertOptions({ delimiter, encoding }: ReadOptions): void {
  if (delimiter && !DELIMITERS.includes(delimiter))
    throw invalid('delimiter', 'enum', 'Give one of , ; tab and |.');
  if (encoding && !ENCODINGS.includes(encoding))
    throw invalid('encoding', 'enum', `Give one of ${ENCODINGS.join(', ')}.`);
}

export const DELIMITERS = [',', ';', '\t', '|'];
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'];

/** Counts the data rows of a table while they are read. @throws TOO_MANY_ROWS at the first row beyond the limit */
export async function* limited(rows: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow> {
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (count > MAX_ROWS)
      throw new ServiceError('TOO_MANY_ROWS', undefined, { details: { limit: MAX_ROWS } });
    yield row;
  }
}
