// Exports as XLSX: one sheet that is written to a temporary file, because its rows are counted before anything is sent.
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import ExcelJS from 'exceljs';
import { invalid } from '../src/errors.ts';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MAX_ROWS = 50_000;
/** Most characters of a cell. */
const MAX_TEXT = 32_767;
const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const SAFE_DIGITS = 15;

type Row = Record<string, unknown>;

/**
 * Writes rows to a workbook and returns its bytes; the temporary file is removed when they are read.
 * @param decimals the columns whose texts are numbers
 * @throws VALIDATION_ERROR too_many_rows
 */
export async function toXlsx(
  rows: AsyncIterable<Row>,
  columns: readonly string[],
  decimals: ReadonlySet<string>,
): Promise<Readable> {
  const folder = await mkdtemp(join(tmpdir(), 'export-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const filename = join(folder, 'export.xlsx');
  try {
    const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ filename });
    pipeSheets(workbook as never);
    const sheet = workbook.addWorksheet('Export');
    sheet.addRow([...columns]).commit();
    let count = 0;
    for await (const row of rows) {
      count += 1;
      if (count > MAX_ROWS)
        throw invalid(
          'format',
          'too_many_rows',
          `XLSX has at most ${MAX_ROWS} rows here; filter them or use csv.`,
        );
      sheet.addRow(columns.map((column) => cellOf(columnValue(row, column), decimals.has(column)))).commit();
    }
    await workbook.commit();
  } catch (error) {
    await remove();
    throw error;
  }
  const bytes = createReadStream(filename);
  bytes.once('close', () => void remove());
  return bytes;
}

interface Archive {
  append(source: unknown, entry: object): unknown;
}

/** Gives the archive plain streams: it pipes what it gets, and `pipe` of the streams of exceljs returns nothing. */
function pipeSheets({ zip }: { zip: Archive }): void {
  const append = zip.append.bind(zip);
  zip.append = (source, entry) => {
    if (typeof source === 'string' || Buffer.isBuffer(source)) return append(source, entry);
    const plain = new PassThrough();
    (source as Readable).pipe(plain);
    return append(plain, entry);
  };
}

/** Returns the value of a column; the name of one for a custom field is the path of its value. */
function columnValue(row: Row, column: string): unknown {
  const [name, key] = column.split('.');
  const value = row[name!];
  return key ? (value as Row | undefined)?.[key] : value;
}

function cellOf(value: unknown, isDecimal: boolean): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const isNumber = isDecimal && DECIMAL.test(text) && text.replace(/\D/g, '').length <= SAFE_DIGITS;
  return isNumber ? Number(text) : text.slice(0, MAX_TEXT);
}
