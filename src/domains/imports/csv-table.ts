// Reads CSV in its dialects, row by row.
import { pipeline, Readable } from 'node:stream';
import { type CsvError, type Options, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import type { ImportWarning } from './model.ts';
import {
  DELIMITERS,
  fitRow,
  MAX_CELL_BYTES,
  MAX_COLUMNS,
  nameColumns,
  type ReadOptions,
  type SourceRow,
  type Table,
  unreadable,
  withoutQuote,
} from './table.ts';
import type { Decoded } from './text-encoding.ts';

const FORMAT: Options = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  max_record_size: MAX_COLUMNS * MAX_CELL_BYTES,
};
/** Delimiters between two line ends, whether in quotes or not: far more than there are columns. */
const MAX_DELIMITERS = 100_000;
/** The delimiter is found in the first lines, within this length. */
const SAMPLE_LENGTH = 64 * 1024;
const SAMPLE_LINES = 50;

interface Line {
  record: string[];
  info: { lines: number };
}

/** Opens a text as CSV and reads its header. @throws FILE_UNREADABLE, TOO_MANY_ROWS while its rows are read */
export async function openCsv(text: Decoded, { delimiter: given, header }: ReadOptions): Promise<Table> {
  const sample = await sampleOf(text);
  const separator = /^sep=(.)\r?\n?/.exec(sample)?.[1];
  const delimiter = given ?? separator ?? delimiterOf(sample);
  const skipped = separator ? 1 : 0;
  const first = await firstLine(text, delimiter, skipped);
  const names = header === false ? first.map(() => '') : first;
  const { columns, warnings } = nameColumns(names);
  const dataFrom = skipped + (header === false ? 0 : 1);
  return {
    ...{ format: 'csv', columns, encoding: text.encoding, delimiter, sheet: null, sheets: null },
    warnings: [...text.warnings, ...warnings] satisfies ImportWarning[],
    rows: () => rowsOf(text, delimiter, dataFrom, columns.length),
  };
}

async function* rowsOf(
  text: Decoded,
  delimiter: string,
  dataFrom: number,
  width: number,
): AsyncGenerator<SourceRow> {
  let at = 0;
  let line = 1;
  for await (const { record, info } of linesOf(text, delimiter)) {
    const begins = line;
    line = info.lines + 1;
    at += 1;
    if (at <= dataFrom) continue;
    yield fitRow(record.map(withoutQuote), width, begins);
  }
}

async function* linesOf(text: Decoded, delimiter: string): AsyncGenerator<Line> {
  const parser = parse({ ...FORMAT, delimiter, info: true });
  let begins = 1;
  // Ends the reading of the file with the parser, and hands an error of it to the parser, which throws it below.
  pipeline(Readable.from(withinWidth(text, delimiter)), parser, () => undefined);
  try {
    for await (const line of parser as AsyncIterable<Line>) {
      begins = line.info.lines + 1;
      yield line;
    }
  } catch (error) {
    throw readingError(error as CsvError, begins);
  }
}

/** Yields a text whose lines have no more delimiters than the parser should keep. @throws FILE_UNREADABLE too_many_columns */
async function* withinWidth(text: Decoded, delimiter: string): AsyncGenerator<string> {
  let count = 0;
  let line = 1;
  for await (const part of text.open()) {
    for (const char of part) {
      if (char === '\n' || char === '\r') count = 0;
      else if (char === delimiter && ++count > MAX_DELIMITERS) unreadable('too_many_columns', line);
      if (char === '\n') line += 1;
    }
    yield part;
  }
}

/** Converts an error of the parser; others are thrown as they are. @param line where the unfinished row begins */
function readingError(error: CsvError, line: number): unknown {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return unreadable('unclosed_quote', line);
  return error.code === 'CSV_MAX_RECORD_SIZE' ? unreadable('cell_too_large', line) : error;
}

async function firstLine(text: Decoded, delimiter: string, skipped: number): Promise<string[]> {
  let at = 0;
  for await (const { record } of linesOf(text, delimiter)) {
    if (at++ === skipped) return record;
  }
  return unreadable('empty');
}

async function sampleOf(text: Decoded): Promise<string> {
  let sample = '';
  for await (const part of text.open()) {
    sample += part;
    if (sample.length >= SAMPLE_LENGTH) break;
  }
  return sample.slice(0, SAMPLE_LENGTH);
}

/** Returns the delimiter that gives most of the first lines the same number of columns, at least two. */
function delimiterOf(sample: string): string {
  let best = { delimiter: DELIMITERS[0]!, lines: 0 };
  for (const delimiter of DELIMITERS) {
    const counts = new Map<number, number>();
    for (const record of sampleLines(sample, delimiter))
      if (record.length > 1) counts.set(record.length, (counts.get(record.length) ?? 0) + 1);
    const lines = Math.max(0, ...counts.values());
    if (lines > best.lines) best = { delimiter, lines };
  }
  return best.delimiter;
}

function sampleLines(sample: string, delimiter: string): string[][] {
  try {
    return parseAtOnce(sample, { ...FORMAT, delimiter, to: SAMPLE_LINES }) as string[][];
  } catch {
    // The sample may end within a quoted cell.
    return sample.split(/\r\n|\n|\r/, SAMPLE_LINES).map((line) => line.split(delimiter));
  }
}
