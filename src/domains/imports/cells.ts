// Converts cells to the values of fields: the steps of the mapping, then the type of the field.
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { instantOf, inZone, isDay } from '../../clock.ts';
import type { Cell, ColumnMapping, Mapping, RowError } from './model.ts';
import type { TargetField } from './target-fields.ts';

/** Why a cell is refused. */
export class CellError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const TRUE = new Set(['true', 'yes', 'y', '1', 'ja', 'x']);
const FALSE = new Set(['false', 'no', 'n', '0', 'nein']);

/** Returns the value of a field; undefined leaves it alone, null clears it. @throws CellError */
export function readCell(cell: Cell, column: ColumnMapping, field: TargetField, mapping: Mapping): unknown {
  const isDefault = isEmpty(cell);
  const filled = isDefault ? column.default : cell;
  if (isEmpty(filled)) return mapping.empty_cells === 'clear' ? null : undefined;
  let value: unknown = filled;
  for (const step of column.transform) {
    // A default may be a value of the field already, which the map need not name.
    const isKept = isDefault && step === 'map' && !Object.hasOwn(column.map!, String(value));
    if (!isKept) value = transformed(value, step, column, mapping);
  }
  return typed(value, field, mapping);
}

/** Returns the error of a row at a column. */
export function rowError(
  column: string | null,
  field: string | null,
  { code, message }: { code: string; message: string },
  value: unknown = null,
  severity: RowError['severity'] = 'error',
): RowError {
  const text = value === null || value === undefined ? null : String(value).slice(0, 200);
  return { column, field, code, message, value: text, severity };
}

export function isEmpty(cell: unknown): boolean {
  return (
    cell === null ||
    cell === undefined ||
    (typeof cell === 'string' ? !cell.trim() : Array.isArray(cell) && !cell.length)
  );
}

function transformed(value: unknown, step: string, { map }: ColumnMapping, mapping: Mapping): unknown {
  const [name, argument = ''] = [step.split(':')[0], step.slice(step.indexOf(':') + 1)];
  if (name === 'split')
    return String(value)
      .split(argument)
      .map((one) => one.trim())
      .filter(Boolean);
  if (Array.isArray(value))
    return value.map((one) => transformed(one, step, { map } as ColumnMapping, mapping));
  const text = String(value);
  switch (name) {
    case 'trim':
      return text.trim();
    case 'lower':
      return text.toLowerCase();
    case 'number':
      return readNumber(text, mapping);
    case 'bool':
      return readBoolean(text);
    case 'date':
      return readDate(text, argument);
    case 'phone':
      return readPhone(text, argument);
    default:
      return replaced(text, map!);
  }
}

function replaced(text: string, map: Record<string, unknown>): unknown {
  if (Object.hasOwn(map, text)) return map[text];
  throw new CellError('INVALID_FORMAT', 'This value is not named in the map of the column.');
}

function readPhone(text: string, country: string): string {
  const number = parsePhoneNumberFromString(text, country as never);
  if (!number?.isPossible()) throw new CellError('INVALID_FORMAT', 'This is no phone number.');
  return number.number;
}

function typed(value: unknown, field: TargetField, mapping: Mapping): unknown {
  if (field.list) return listOf(value);
  if (Array.isArray(value)) throw new CellError('INVALID_TYPE', 'This field takes one value, not a list.');
  if (typeof value !== 'string') return value;
  const text = value.trim();
  switch (field.type) {
    case 'integer':
      return readInteger(text, mapping);
    case 'number':
      return customNumber(readNumber(text.replace(/ ?%$/, ''), mapping), field);
    case 'boolean':
      return readBoolean(text);
    case 'date':
      return readDate(text, mapping.date_format);
    case 'datetime':
      return readInstantText(text, mapping);
    case 'select':
      return readOption(text, field);
    case 'json':
      return readJson(text);
    default:
      return field.custom ? customText(value, field, mapping) : plainText(value, field);
  }
}

function plainText(value: string, { key }: TargetField): string {
  if (key === 'phone' && /^\d(\.\d+)?E\+\d+$/i.test(value.trim()))
    throw new CellError(
      'INVALID_FORMAT',
      'A spreadsheet has shortened this number; format the column as text.',
    );
  return value;
}

function customText(value: string, { custom, options }: TargetField, mapping: Mapping): unknown {
  if (custom!.type === 'select') return readOption(value.trim(), { options } as TargetField);
  if (custom!.type !== 'currency') return value;
  const found = /^(.+?)\s*([A-Z]{3})$/.exec(value.trim());
  if (!found) throw new CellError('INVALID_FORMAT', 'Give an amount with its currency, such as 100.00 EUR.');
  return { amount: readNumber(found[1]!, mapping), currency: found[2] };
}

/** Custom numbers are JSON numbers, amounts of records are exact texts. */
function customNumber(text: string, { custom }: TargetField): unknown {
  return custom ? Number(text) : text;
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return String(value)
    .split(/[;,]/)
    .map((one) => one.trim())
    .filter(Boolean);
}

/** Returns a number as exact decimal text. @throws CellError */
function readNumber(text: string, { decimal_separator: separator = '.' }: Mapping): string {
  const group = separator === '.' ? ',' : '.';
  const plain = text.trim().replace(/[\s'’]/g, '');
  const grouped = new RegExp(`^[+-]?\\d{1,3}(\\${group}\\d{3})+(\\${separator}\\d+)?$`);
  const digits = (grouped.test(plain) ? plain.replaceAll(group, '') : plain).replace(separator, '.');
  if (
    !/^[+-]?\d+(\.\d+)?$/.test(digits) ||
    (separator === ',' && !grouped.test(plain) && plain.includes('.'))
  )
    throw new CellError('INVALID_FORMAT', `Give a number with ${separator} as its decimal separator.`);
  return digits.replace(/^\+/, '');
}

function readInteger(text: string, mapping: Mapping): number {
  const digits = readNumber(text, mapping);
  if (!/^-?\d{1,15}(\.0+)?$/.test(digits)) throw new CellError('INVALID_FORMAT', 'Give a whole number.');
  return Number(digits);
}

function readBoolean(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (TRUE.has(word)) return true;
  if (FALSE.has(word)) return false;
  throw new CellError('INVALID_FORMAT', 'Give true or false, yes or no, 1 or 0.');
}

function readOption(text: string, { options }: TargetField): string {
  const folded = text.toLowerCase().replace(/[\s-]+/g, '_');
  const found = options?.find((one) => one === text || one.toLowerCase() === folded);
  if (found === undefined)
    throw new CellError('INVALID_FORMAT', `Give one of ${(options ?? []).slice(0, 30).join(', ')}.`);
  return found;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CellError('INVALID_FORMAT', 'Give JSON.');
  }
}

const TOKENS: Record<string, string> = {
  ...{ YYYY: '(?<y>\\d{4})', YY: '(?<yy>\\d{2})', MM: '(?<m>\\d{2})', M: '(?<m>\\d{1,2})' },
  ...{ DD: '(?<d>\\d{2})', D: '(?<d>\\d{1,2})', HH: '(?<h>\\d{2})', mm: '(?<i>\\d{2})', ss: '(?<s>\\d{2})' },
};

const formats = new Map<string, RegExp>();

function patternOf(format: string): RegExp {
  let pattern = formats.get(format);
  if (!pattern) {
    const source = format.replace(
      /YYYY|YY|MM|M|DD|D|HH|mm|ss|[^A-Za-z0-9\s]/g,
      (token) => TOKENS[token] ?? `\\${token}`,
    );
    try {
      pattern = new RegExp(`^${source}$`);
    } catch {
      throw new CellError('INVALID_FORMAT', 'date_format names a part of the date twice.');
    }
    if (formats.size < 500) formats.set(format, pattern);
  }
  return pattern;
}

/** Returns the day, and the time if there is one, as ISO 8601. */
function readParts(text: string, format: string | null): string {
  const found = format === null ? undefined : patternOf(format).exec(text.trim())?.groups;
  if (format !== null && !found)
    throw new CellError('INVALID_FORMAT', `This is no date in the date_format ${format}.`);
  if (!found) return withoutFormat(text.trim());
  const { y, yy, m = '1', d = '1', h, i = '00', s = '00' } = found;
  const year = y ?? `20${yy ?? '00'}`;
  const day = `${year}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  return h === undefined ? day : `${day}T${h}:${i}:${s}`;
}

function withoutFormat(text: string): string {
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  if (german) return `${german[3]}-${german[2]!.padStart(2, '0')}-${german[1]!.padStart(2, '0')}`;
  if (/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}.*)?$/.test(text)) return text.replace(' ', 'T');
  throw new CellError('INVALID_FORMAT', 'Set date_format to say how this date is to be read.');
}

function readDate(text: string, format: string | null): string {
  const day = readParts(text, format).slice(0, 10);
  if (!isDay(day)) throw new CellError('INVALID_FORMAT', 'There is no such day.');
  return day;
}

function readInstantText(text: string, { date_format: format, time_zone: zone }: Mapping): string {
  const parts = readParts(text, format);
  const instant = instantOf(parts, zone) ?? instantOf(inZone(parts, zone), zone);
  if (!instant) throw new CellError('INVALID_FORMAT', 'There is no such time.');
  return instant;
}
