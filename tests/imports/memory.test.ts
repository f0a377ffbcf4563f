// Imports at their limits of rows and bytes: the service reads them piece by piece, and its memory does not grow with them.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ExcelJS from 'exceljs';
import { growthDuring } from '../support/memory.ts';
import { endProcesses, freePort, newFolder, type Process, startAsNpmDoes } from '../support/process.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';
import { zipOf } from '../support/zip.ts';

const MIB = 1_048_576;
/** The limits of an import. */
const ROWS = 50_000;
const MAX_BYTES = 25 * MIB;
/** Less than the rows would take if they were held: 25 MB each as text, as values, as JSON and as a message. */
const MOST = 100 * MIB;

let service: TestService;
let process: Process;
let url: string;
let headers: Record<string, string>;

beforeAll(async () => {
  // Both processes accept the same tokens only if they have the same address.
  const shared = { SECRET_KEY: randomBytes(32).toString('hex'), PUBLIC_URL: 'https://api.example.com' };
  service = await startService(shared);
  const port = String(await freePort());
  const settings = { ...shared, DATABASE_URL: service.databaseUrl, DATA_DIR: newFolder(), DEMO: '0' };
  process = await startAsNpmDoes({ ...settings, PORT: port });
  url = `http://127.0.0.1:${port}/api/import`;
  const { token, tenantId } = service.acme.people.owner;
  headers = { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId };
});

afterAll(async () => {
  await endProcesses();
  await service?.stop();
});

async function upload(content: Buffer, name: string): Promise<{ status: number; body: Reply['body'] }> {
  const form = new FormData();
  form.append('target', 'companies');
  form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), name);
  const reply = await fetch(url, { method: 'POST', headers, body: form });
  return { status: reply.status, body: await reply.json() };
}

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
    await upload(content, name);
    const { result, growth } = await growthDuring(process, () => upload(content, name));
    expect(result).toMatchObject({ status: 201, body: { data: { counts: { total: ROWS, pending: ROWS } } } });
    expect(growth).toBeLessThan(MOST);
  });

  it('is refused with one row more', async () => {
    const content = Buffer.from(['Name', ...names, 'One more'].join('\n'));
    expect(await upload(content, 'more.csv')).toMatchObject({
      status: 422,
      body: { error: { code: 'TOO_MANY_ROWS' } },
    });
  });
});

/** What an import may take at most, whatever the file. */
const LIMIT = 200 * MIB;

const levels = (open: string, close: string, count: number) => open.repeat(count) + close.repeat(count);

/** Files that would take far more memory than they are long, and why they are refused. */
const HOSTILE: [string, () => string | Buffer, object][] = [
  ['one line of delimiters', () => ','.repeat(24 * MIB), { reason: 'too_many_columns', line: 1 }],
  ['one cell', () => `Name\n"${'x'.repeat(24 * MIB)}"\n`, { reason: 'cell_too_large', line: 2 }],
  ['a quote that stays open', () => `Name\n"${'x\n'.repeat(MIB)}`, { reason: 'unclosed_quote', line: 2 }],
  ['objects in objects', () => `[${levels('{"a":', '}', 2 * MIB)}]`, { reason: 'not_a_table', line: 1 }],
  ['lists in lists', () => levels('[', ']', 12 * MIB), { reason: 'not_a_table', line: 1 }],
  ['one object on one line', () => `{"a":"${'x'.repeat(24 * MIB)}"}`, { reason: 'cell_too_large', line: 1 }],
  ['a deep object on one line', () => levels('{"a":', '}', MIB), { reason: 'not_a_table', line: 1 }],
  [
    'an archive of many parts',
    () => zipOf(Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`xl/${at}`, '']))),
    { reason: 'damaged' },
  ],
];

it.each(HOSTILE)('a file of %s is refused within the memory of any import', async (_, make, details) => {
  const content = Buffer.from(make());
  const { result, growth } = await growthDuring(process, () => upload(content, 'hostile'));
  expect(result).toMatchObject({ status: 422, body: { error: { code: 'FILE_UNREADABLE', details } } });
  expect(growth).toBeLessThan(LIMIT);
});
