// Reads one sheet of an XLSX workbook, row by row.
import { Readable } from 'node:stream';
import ExcelJS from 'exceljs';
import { invalid } from '../../errors.ts';
import type { Cell } from './model.ts';
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
}

interface Sheet
  extends AsyncIterable<{ number: number; cellCount: number; getCell(at: number): { value: unknown } }> {
  name: string;
}

/** Opens a workbook and reads the header of its sheet. @throws FILE_UNREADABLE, PAYLOAD_TOO_LARGE, VALIDATION_ERROR */
export async function openWorkbook(bytes: OpenBytes, options: ReadOptions): Promise<Table> {
  // From memory, because the reader does not notice when reading a file fails.
  const archive = await readArchive(bytes);
  const content = inSlices(async function* () {
    yield archive;
  });
  const { sheets, first } = await survey(content, options);
  const sheet = options.sheet ?? sheets[0]!;
  const names = options.header === false ? first.map(() => '') : first.map((cell) => String(cell ?? ''));
  const { columns, warnings } = nameColumns(names);
  return {
    ...{ format: 'xlsx', columns, encoding: null, delimiter: null, sheet, sheets, warnings },
    rows: () => rowsOf(content, sheet, columns.length, options.header !== false),
  };
}

async function survey(bytes: OpenBytes, options: ReadOptions): Promise<{ sheets: string[]; first: Cell[] }> {
  const workbook = readerOf(bytes);
  const found: string[] = [];
  let first: Cell[] | undefined;
  for await (const one of sheetsOf(workbook)) {
    found.push(one.name);
    const declared = workbook.model?.sheets?.map(({ name }) => name) ?? found;
    const isWanted = one.name === (options.sheet ?? declared[0]);
    for await (const row of one) {
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
  bytes: OpenBytes,
  sheet: string,
  width: number,
  hasHeader: boolean,
): AsyncGenerator<SourceRow> {
  let next = 0;
  for await (const one of sheetsOf(readerOf(bytes))) {
    for await (const row of one) {
      if (one.name !== sheet) continue;
      if (next === 0) next = hasHeader ? row.number + 1 : row.number;
      if (hasHeader && row.number < next) continue;
      // The sheet leaves out blank rows.
      for (; next < row.number; next++) yield { line: next, cells: [], errors: [] };
      const cells = cellsOf(row);
      while (cells.length < width) cells.push(null);
      yield fitRow(cells, width, next++);
    }
  }
}

function readerOf(bytes: OpenBytes): Workbook {
  return new ExcelJS.stream.xlsx.WorkbookReader(Readable.from(bytes()) as never, {
    worksheets: 'emit',
    sharedStrings: 'cache',
    styles: 'cache',
    hyperlinks: 'ignore',
    entries: 'ignore',
  }) as unknown as Workbook;
}

/** @throws FILE_UNREADABLE damaged for whatever the reader cannot read */
async function* sheetsOf(workbook: Workbook): AsyncGenerator<Sheet> {
  try {
    yield* workbook;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FILE_UNREADABLE') throw error;
    unreadable('damaged');
  }
}

function cellsOf(row: { cellCount: number; getCell(at: number): { value: unknown } }): Cell[] {
  const cells: Cell[] = [];
  for (let at = 1; at <= row.cellCount; at++) cells.push(textOf(row.getCell(at).value));
  while (cells.length && cells.at(-1) === null) cells.pop();
  return cells;
}

/** Returns a value as text: the cached value of a formula, dates as ISO 8601, nothing for an error. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  if (typeof value !== 'object') return withoutQuote(String(value));
  const cell = value as { result?: unknown; error?: unknown; richText?: { text: string }[]; text?: unknown };
  if (cell.error !== undefined) return null;
  if (cell.richText) return cell.richText.map(({ text }) => text).join('');
  return textOf(cell.result ?? cell.text);
}
