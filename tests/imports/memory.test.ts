// Imports at their limits of rows and bytes: the service reads them piece by piece, and its memory does not grow with them.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ExcelJS from 'exceljs';
import { UploadProcess } from './upload-process.ts';

const MIB = 1_048_576;
/** The limits of an import. */
const ROWS = 50_000;
const MAX_BYTES = 25 * MIB;
/** Less than the rows would take if they were held: 25 MB each as text, as values, as JSON and as a message. */
const MOST = 100 * MIB;

let uploads: UploadProcess;

beforeAll(async () => {
  uploads = await UploadProcess.start();
});

afterAll(() => uploads?.stop());

/** Fills up a row so that all rows together have the most bytes. */
const filler = 'x'.repeat(MAX_BYTES / ROWS - 60);
const names = Array.from({ length: ROWS }, (_, index) => `Bounded ${index}`);

/** Returns files of the most rows, and the ones that have the most bytes too. */
const FILES: Record<string, () => Buffer | Promise<Buffer>> = {
  'companies.csv': () => Buffer.from(['Name,Notes', ...names.map((name) => `${name},${filler}`)].join('\n')),
  'companies.json': () => Buffer.from(JSON.stringify(names.map((Name) => ({ Name, Notes: filler })))),
  'companies.ndjson': () =>
    Buffer.from(names.map((Name) => JSON.stringify({ Name, Notes: filler })).join('\n')),
  'companies.xlsx': async () => {
    const book = new ExcelJS.Workbook();
    book.addWorksheet('Companies').addRows([['Name', 'Notes'], ...names.map((name) => [name, 'Wholesale'])]);
    return Buffer.from(await book.xlsx.writeBuffer());
  },
};

describe('a file of 50,000 rows', () => {
  it.each(Object.keys(FILES))('is stored without being held in memory: %s', async (name) => {
    const content = await FILES[name]!();
    // The first upload loads code and lets the heap grow to its usual size.
    await uploads.send(content, name);
    const { result, growth } = await uploads.watch(content, name);
    expect(result).toMatchObject({ status: 201, body: { data: { counts: { total: ROWS, pending: ROWS } } } });
    expect(growth).toBeLessThan(MOST);
  });

  it('is refused with one row more', async () => {
    const content = Buffer.from(['Name', ...names, 'One more'].join('\n'));
    expect(await uploads.send(content, 'more.csv')).toMatchObject({
      status: 422,
      body: { error: { code: 'TOO_MANY_ROWS' } },
    });
  });
});
