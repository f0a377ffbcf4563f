// Reads one sheet of an XLSX workbook, row by row.
import { Readable } from 'node:stream';
import ExcelJS from 'exceljs';
import { invalid } from '../../errors.ts';
import type { Cell, RowError } from './model.ts';
import {
  fitRow,
  inSlices,
  nameColumns,
  type OpenBytes,
  type ReadOptions,
  type SourceRow,
  type Table,
  unreadable,
  withoutQuote,
} from './table.ts';
import { readArchive } from './workbook-archive.ts';

/** The part of the streaming reader that is used; its own types leave out the model. */
interface Workbook extends AsyncIterable<Sheet> {
  model?: { sheets?: { name: string }[] };
  sharedStrings?: unknown[];
}

interface Row {
  number: number;
  cellCount: number;
  getCell(at: number): { value: unknown };
}

interface Sheet extends AsyncIterable<Row> {
  name: string;
}

/** Makes a reader of the workbook from its beginning. */
type OpenReader = () => Workbook;

/** Opens a workbook and reads the header of its sheet. @throws FILE_UNREADABLE, PAYLOAD_TOO_LARGE, VALIDATION_ERROR */
export async function openWorkbook(bytes: OpenBytes, options: ReadOptions): Promise<Table> {
  // From memory, because the reader does not notice when reading a file fails.
  const { parts, hasSharedStrings } = await readArchive(bytes);
  const content = inSlices(async function* () {
    yield* parts;
  });
  const open = (): Workbook => readerOf(content, hasSharedStrings);
  const { sheets, first } = await survey(open(), options);
  const sheet = options.sheet ?? sheets[0]!;
  const names = options.header === false ? first.map(() => '') : first.map((cell) => String(cell ?? ''));
  const { columns, warnings } = nameColumns(names);
  return {
    ...{ format: 'xlsx', columns, encoding: null, delimiter: null, sheet, sheets, warnings },
    rows: () => rowsOf(open, sheet, columns, options.header !== false),
  };
}

async function survey(
  workbook: Workbook,
  options: ReadOptions,
): Promise<{ sheets: string[]; first: Cell[] }> {
  const found: string[] = [];
  let first: Cell[] | undefined;
  for await (const one of readable(workbook)) {
    found.push(one.name);
    const declared = workbook.model?.sheets?.map(({ name }) => name) ?? found;
    const isWanted = one.name === (options.sheet ?? declared[0]);
    for await (const row of readable(one)) {
      if (isWanted && !first) first = cellsOf(row);
      else if (!isWanted) continue;
    }
  }
  const sheets = workbook.model?.sheets?.map(({ name }) => name) ?? found;
  if (options.sheet && !sheets.includes(options.sheet))
    throw invalid('sheet', 'exists', `There is no such sheet; give one of ${sheets.join(', ')}.`);
  return { sheets, first: first ?? unreadable('empty') };
}

async function* rowsOf(
  open: OpenReader,
  sheet: string,
  columns: readonly string[],
  hasHeader: boolean,
): AsyncGenerator<SourceRow> {
  const width = columns.length;
  let next = 0;
  for await (const one of readable(open())) {
    for await (const row of readable(one)) {
      if (one.name !== sheet) continue;
      if (next === 0) next = hasHeader ? row.number + 1 : row.number;
      if (hasHeader && row.number < next) continue;
      // The sheet leaves out blank rows.
      for (; next < row.number; next++) yield { line: next, cells: [], errors: [] };
      const cells = cellsOf(row);
      while (cells.length < width) cells.push(null);
      const fitted = fitRow(cells, width, next++);
      yield { ...fitted, errors: [...fitted.errors, ...errorCells(row, columns)] };
    }
  }
}

function readerOf(bytes: OpenBytes, hasSharedStrings: boolean): Workbook {
  const workbook = new ExcelJS.stream.xlsx.WorkbookReader(Readable.from(bytes()) as never, {
    worksheets: 'emit',
    sharedStrings: 'cache',
    styles: 'cache',
    hyperlinks: 'ignore',
    entries: 'ignore',
  }) as unknown as Workbook;
  // Otherwise the reader would wait for them until the end, and keep the sheets in files until then.
  if (!hasSharedStrings) workbook.sharedStrings = [];
  return workbook;
}

/** @throws FILE_UNREADABLE damaged for whatever the reader cannot read of a workbook or a sheet */
async function* readable<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* parts;
  } catch {
    unreadable('damaged');
  }
}

function cellsOf(row: Row): Cell[] {
  const cells: Cell[] = [];
  for (let at = 1; at <= row.cellCount; at++) cells.push(textOf(row.getCell(at).value));
  while (cells.length && cells.at(-1) === null) cells.pop();
  return cells;
}

/** Returns a warning for each cell of a row whose value is an error, such as #REF!; it is read as empty. */
function errorCells(row: Row, columns: readonly string[]): RowError[] {
  const errors: RowError[] = [];
  for (const [at, column] of columns.entries()) {
    const value = at < row.cellCount ? errorOf(row.getCell(at + 1).value) : undefined;
    if (value === undefined) continue;
    const message = `The cell contains the error ${value} and is read as empty.`;
    errors.push({ column, field: null, code: 'INVALID_FORMAT', message, value, severity: 'warning' });
  }
  return errors;
}

function errorOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { error, result } = value as { error?: string; result?: unknown };
  return error ?? errorOf(result);
}

/** Writes a number without an exponent, in the fewest digits that tell it from others. */
const DECIMAL = new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: 17 });

/** Returns a date, with the time if it has one: that of the workbook, which knows no time zone. */
function dateText(value: Date): string {
  return value.toISOString().replace(/(T00:00:00)?(\.000)?Z$/, '');
}

/** Returns a value as text: the cached value of a formula, dates as ISO 8601, nothing for an error. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return dateText(value);
  if (typeof value === 'number') return DECIMAL.format(value);
  if (typeof value !== 'object') return withoutQuote(String(value));
  const cell = value as { result?: unknown; error?: unknown; richText?: { text: string }[]; text?: unknown };
  if (cell.error !== undefined) return null;
  if (cell.richText) return cell.richText.map(({ text }) => text).join('');
  return textOf(cell.result ?? cell.text);
}
