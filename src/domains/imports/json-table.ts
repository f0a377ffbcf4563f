// Reads a list of JSON objects, or one object a line, without holding the whole text.
import type { Cell, RowError } from './model.ts';
import {
  assertCellFits,
  MAX_COLUMNS,
  type SourceRow,
  storableText,
  type Table,
  unreadable,
} from './table.ts';
import type { Decoded } from './text-encoding.ts';

const MAX_DEPTH = 5;
/** Brackets in each other in one object, with a list in its innermost member. */
const MAX_BRACKETS = MAX_DEPTH + 1;
/** The length of the text of one object: more than all of its cells may have. */
const MAX_PIECE = 8 * 1024 * 1024;

/** An object of the text, as text. */
interface Piece {
  json: string;
  line: number;
}

/** Opens a text that begins with a bracket or a brace. @throws FILE_UNREADABLE not_a_table while its rows are read */
export function openJson(text: Decoded, isList: boolean): Table {
  const columns: string[] = [];
  return {
    ...{ format: isList ? 'json' : 'ndjson', columns, encoding: text.encoding, delimiter: null },
    ...{ sheet: null, sheets: null, warnings: text.warnings },
    async *rows() {
      for await (const piece of isList ? objectsOf(text) : linesOf(text)) yield rowOf(piece, columns);
    },
  };
}

function rowOf({ json, line }: Piece, columns: string[]): SourceRow {
  if (!json.trim()) return { line, cells: [], errors: [] };
  let record: unknown;
  try {
    record = JSON.parse(json, asWritten);
  } catch {
    return unreadable('not_a_table', line);
  }
  if (record === null || typeof record !== 'object' || Array.isArray(record))
    return unreadable('not_a_table', line);
  const cells: Cell[] = [];
  const errors: RowError[] = [];
  flatten(
    record as Record<string, unknown>,
    '',
    1,
    (given, value) => {
      const name = storableText(given);
      let at = columns.indexOf(name);
      if (at < 0) at = columns.push(name) - 1;
      if (columns.length > MAX_COLUMNS) unreadable('too_many_columns', line);
      const cell = cellOf(value);
      if (cell === undefined) errors.push(nestedList(name));
      cells[at] = cell ?? null;
      assertCellFits(cell ?? null, line);
    },
    line,
  );
  return { line, cells: Array.from(cells, (cell) => cell ?? null), errors };
}

/** Keeps a number as it is written, because a float has fewer digits. */
function asWritten(_: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return typeof value === 'number' && source !== undefined ? source : value;
}

/** Calls `add` for every member that is no object; nested names become `address.city`. */
function flatten(
  record: Record<string, unknown>,
  prefix: string,
  depth: number,
  add: (name: string, value: unknown) => void,
  line: number,
): void {
  if (depth > MAX_DEPTH) unreadable('not_a_table', line);
  for (const [name, value] of Object.entries(record)) {
    const path = `${prefix}${name}`;
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      flatten(value as Record<string, unknown>, `${path}.`, depth + 1, add, line);
    else add(path, value);
  }
}

/** Returns a value as a cell; undefined for a list that contains more than scalars. */
function cellOf(value: unknown): Cell | undefined {
  if (value === null || value === undefined) return null;
  if (!Array.isArray(value)) return String(value);
  return value.some((one) => one !== null && typeof one === 'object')
    ? undefined
    : value.filter((one) => one !== null).map(String);
}

function nestedList(column: string): RowError {
  const message = 'A list of objects cannot be imported; give a list of texts or numbers.';
  return { column, field: null, code: 'INVALID_TYPE', message, value: null, severity: 'error' };
}

async function* linesOf(text: Decoded): AsyncGenerator<Piece> {
  let rest = '';
  let line = 0;
  for await (const part of text.open()) {
    const lines = part.split('\n');
    const last = lines.pop()!;
    for (const end of lines) {
      yield pieceOf(rest + end, ++line);
      rest = '';
    }
    rest += last;
    if (rest.length > MAX_PIECE) unreadable('cell_too_large', line + 1);
  }
  if (rest.trim()) yield pieceOf(rest, line + 1);
}

/** Returns a line as a piece, unless its brackets are too deep to be parsed. */
function pieceOf(json: string, line: number): Piece {
  const scan = { ...NEW_SCAN, depth: 1, line };
  for (const char of json) step(scan, char);
  return { json, line };
}

/** Yields the objects of the outermost list, each cut out by counting brackets outside of texts. */
async function* objectsOf(text: Decoded): AsyncGenerator<Piece> {
  const scan = { ...NEW_SCAN };
  let piece = '';
  for await (const part of text.open()) {
    let from = 0;
    for (let at = 0; at < part.length; at++) {
      const isCut = step(scan, part[at]!);
      if (isCut === 'begin') from = at;
      if (isCut !== 'end') continue;
      yield { json: piece + part.slice(from, at + 1), line: scan.begins };
      piece = '';
    }
    if (scan.depth > 1) piece += part.slice(from);
    if (piece.length > MAX_PIECE) unreadable('cell_too_large', scan.begins);
  }
  if (!scan.hasEnded) unreadable('not_a_table', scan.line);
}

interface Scan {
  depth: number;
  isText: boolean;
  isEscaped: boolean;
  line: number;
  begins: number;
  hasEnded: boolean;
}

const NEW_SCAN: Scan = { depth: 0, isText: false, isEscaped: false, line: 1, begins: 1, hasEnded: false };

/** Reads one character. @returns whether an object of the list begins or ends with it */
function step(scan: Scan, char: string): 'begin' | 'end' | undefined {
  if (char === '\n') scan.line += 1;
  if (scan.isText) {
    if (scan.isEscaped) scan.isEscaped = false;
    else if (char === '\\') scan.isEscaped = true;
    else if (char === '"') scan.isText = false;
    return undefined;
  }
  if (char === '"' && scan.depth > 1) scan.isText = true;
  else if (char === '{' || char === '[') {
    scan.depth += 1;
    const isTooDeep = scan.depth > MAX_BRACKETS + 1;
    if (isTooDeep || scan.hasEnded || (scan.depth === 2 && char === '['))
      unreadable('not_a_table', scan.line);
    if (scan.depth !== 2) return undefined;
    scan.begins = scan.line;
    return 'begin';
  } else if (char === '}' || char === ']') {
    scan.depth -= 1;
    if (scan.depth === 0) scan.hasEnded = true;
    return scan.depth === 1 ? 'end' : undefined;
  } else if (scan.depth < 2 && !/[\s,]/.test(char)) unreadable('not_a_table', scan.line);
  return undefined;
}
