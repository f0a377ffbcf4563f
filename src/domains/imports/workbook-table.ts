// Reads one sheet of an XLSX workbook, row by row, with packages for the archive and for XML. The packages for whole
// workbooks either hold a sheet in memory, or refuse rows and cells that do not say where they stand.
import { invalid } from '../../errors.ts';
import type { Cell, RowError } from './model.ts';
import {
  fitRow,
  MAX_COLUMNS,
  nameColumns,
  type OpenBytes,
  type ReadOptions,
  type SourceRow,
  type Table,
  unreadable,
  withoutQuote,
} from './table.ts';
import { type Archive, openArchive } from './workbook-archive.ts';
import { readParts, TextCollector, WORKBOOK, type WorkbookParts } from './workbook-parts.ts';
import { dateText, numberText, unescapedText } from './workbook-values.ts';
import { readXml } from './xml-reader.ts';

/** The last column of a sheet, XFD. */
const LAST_COLUMN = 16_384;

/** A row of a sheet that has a value. Its cells end with the last one, and those beyond the most columns of a table are one. */
interface SheetRow {
  number: number;
  cells: Cell[];
  /** The errors, such as #REF!, that stand in cells, by their place. */
  faults: Map<number, string>;
}

/** Opens a workbook and reads the header of its sheet. @throws FILE_UNREADABLE, PAYLOAD_TOO_LARGE, VALIDATION_ERROR */
export async function openWorkbook(bytes: OpenBytes, options: ReadOptions): Promise<Table> {
  const archive = await openArchive(bytes);
  if (!archive.has(WORKBOOK)) unreadable('damaged');
  const parts = await readParts(archive);
  const sheets = parts.sheets.map(({ name }) => name);
  const sheet = options.sheet ?? sheets[0] ?? unreadable('damaged');
  const { part } =
    parts.sheets.find(({ name }) => name === sheet) ??
    refuse(invalid('sheet', 'exists', `There is no such sheet; give one of ${sheets.join(', ')}.`));
  const rows = rowsOfSheet(archive, part, parts);
  const { value: first } = await rows.next();
  if (!first) return unreadable('empty');
  const hasHeader = options.header !== false;
  const names = first.cells.map((cell: Cell) => (hasHeader ? String(cell ?? '') : ''));
  const { columns, warnings } = nameColumns(names);
  return {
    ...{ format: 'xlsx', columns, encoding: null, delimiter: null, sheet, sheets, warnings },
    async *rows() {
      if (!hasHeader) yield sourceRow(first, columns);
      yield* filled(rows, first.number + 1, columns);
    },
  };
}

function refuse(error: Error): never {
  throw error;
}

/** Yields the rows of a table, with those that the sheet leaves out; blank rows at its end are none. */
async function* filled(
  rows: AsyncIterable<SheetRow>,
  from: number,
  columns: readonly string[],
): AsyncGenerator<SourceRow> {
  let next = from;
  for await (const row of rows) {
    for (; next < row.number; next++) yield { line: next, cells: [], errors: [] };
    yield sourceRow(row, columns);
    next += 1;
  }
}

function sourceRow({ number, cells, faults }: SheetRow, columns: readonly string[]): SourceRow {
  while (cells.length < columns.length) cells.push(null);
  const fitted = fitRow(cells, columns.length, number);
  const errors = [...faults].flatMap(([at, value]): RowError[] => {
    const column = columns[at];
    if (column === undefined) return [];
    const message = `The cell contains the error ${value} and is read as empty.`;
    return [{ column, field: null, code: 'INVALID_FORMAT', message, value, severity: 'warning' }];
  });
  return { ...fitted, errors: [...fitted.errors, ...errors] };
}

async function* rowsOfSheet(
  archive: Archive,
  part: string,
  parts: WorkbookParts,
): AsyncGenerator<SheetRow, undefined> {
  const reader = new SheetReader(parts);
  for await (const _ of readXml(archive.read(part), reader)) yield* reader.take();
  if (!reader.isSheet) unreadable('damaged');
}

/** Collects the rows of a sheet from its elements. Rows and cells that do not say where they stand follow the one before. */
class SheetReader {
  isSheet = false;
  readonly #parts: WorkbookParts;
  readonly #inline = new TextCollector();
  #rows: SheetRow[] = [];
  #row: SheetRow = { number: 0, cells: [], faults: new Map() };
  /** The place of the cell that is read. */
  #at = -1;
  #type = '';
  #style = 0;
  #isValue = false;
  #value: string | undefined;

  constructor(parts: WorkbookParts) {
    this.#parts = parts;
  }

  /** Returns the rows that were read since the last call, but for those without values. */
  take(): SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open = (name: string, { r, t, s }: Record<string, string>): void => {
    if (name === 'c') {
      this.#at = r === undefined ? this.#at + 1 : columnOf(r);
      if (this.#at >= LAST_COLUMN) unreadable('damaged', this.#row.number);
      this.#type = t ?? 'n';
      this.#style = Number(s ?? 0);
      this.#value = undefined;
    } else if (name === 'v') {
      this.#isValue = true;
      this.#value = '';
    } else if (name === 'row') {
      const number = r === undefined ? this.#row.number + 1 : Number(r);
      if (!Number.isInteger(number) || number <= this.#row.number) unreadable('damaged', this.#row.number);
      this.#row = { number, cells: [], faults: new Map() };
      this.#at = -1;
    } else if (name === 'sheetData') this.isSheet = true;
    this.#inline.open(name);
  };

  text = (text: string): void => {
    if (this.#isValue) this.#value += text;
    this.#inline.add(text);
  };

  close = (name: string): void => {
    this.#inline.close(name);
    if (name === 'v') this.#isValue = false;
    else if (name === 'c') this.#endCell();
    else if (name === 'row' && (this.#row.cells.length || this.#row.faults.size)) this.#rows.push(this.#row);
  };

  #endCell(): void {
    const { cells, faults } = this.#row;
    const inline = this.#inline.take();
    const value = this.#type === 'inlineStr' ? inline : this.#value;
    if (value === undefined || value === '') return;
    if (this.#type === 'e') {
      faults.set(this.#at, value);
      return;
    }
    const text = this.#textOf(value);
    if (text === '') return;
    const at = Math.min(this.#at, MAX_COLUMNS);
    while (cells.length < at) cells.push(null);
    cells[at] = text;
  }

  #textOf(value: string): string {
    const { texts, styles, is1904 } = this.#parts;
    switch (this.#type) {
      case 's':
        return withoutQuote(texts[Number(value)] ?? unreadable('damaged', this.#row.number));
      case 'b':
        return value === '1' || value === 'true' ? 'true' : 'false';
      case 'd':
        return dateText(value);
      case 'n': {
        const number = Number(value);
        if (!Number.isFinite(number)) unreadable('damaged', this.#row.number);
        return numberText(number, styles[this.#style] ?? 'number', is1904);
      }
      default:
        return withoutQuote(unescapedText(value));
    }
  }
}

/** Returns the place of a cell by its address, such as AB12. @throws FILE_UNREADABLE damaged */
function columnOf(address: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}(?=\d)/i.exec(address)?.[0].toUpperCase() ?? unreadable('damaged'))
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
