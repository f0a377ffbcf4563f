// The CSV format of every export: UTF-8 with a byte order mark, CRLF, no cell that a spreadsheet runs (delivery.md section 0).
import type { Options } from 'csv-stringify';

/** Options for csv-stringify. */
export const CSV_FORMAT = {
  bom: true,
  record_delimiter: '\r\n',
  // Quotes line feeds too: with a custom delimiter, csv-stringify quotes only that delimiter.
  quote_record_delimiter: true,
  cast: {
    string: (text) => safeCell(text),
    boolean: String,
    date: (date) => date.toISOString(),
    object: (value) => safeCell(JSON.stringify(value)),
  },
} satisfies Options;

/** The first characters that a spreadsheet takes for a formula, also in full width. */
const FORMULA = /^[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;
/** An international phone number, also as people write it: `+49 (30) 901820`. */
const PHONE = /^\+\d(?:[ ().-]*\d){6,14}$/;

/** Marks a cell as text if a spreadsheet would run it; plain numbers and phone numbers stay as they are. */
export function safeCell(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) && !PHONE.test(text) ? `'${text}` : text;
}
