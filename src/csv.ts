// CSV as every export writes it: UTF-8 with a byte order mark, CRLF, no cell that a spreadsheet runs (delivery.md section 0).
import type { Options } from 'csv-stringify';

/** How rows are written: to be given to csv-stringify. */
export const CSV_FORMAT = {
  bom: true,
  record_delimiter: '\r\n',
  // Lone line feeds too: with a delimiter of one's own the writer quotes only that.
  quote_record_delimiter: true,
  cast: {
    string: (text) => safeCell(text),
    boolean: String,
    date: (date) => date.toISOString(),
    object: (value) => safeCell(JSON.stringify(value)),
  },
} satisfies Options;

/** What a spreadsheet reads as the beginning of a formula, also in full-width characters. */
const FORMULA = /^[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;
/** An international phone number, also as people write it: `+49 (30) 901820`. */
const PHONE = /^\+\d(?:[ ().-]*\d){6,14}$/;

/** A cell of an export: marked as text where a spreadsheet would run it; plain numbers and phone numbers stay. */
export function safeCell(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) && !PHONE.test(text) ? `'${text}` : text;
}
