// Uploads made to take far more memory than they are long: each is refused within the memory of any import.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { zipOf } from '../support/zip.ts';
import { UploadProcess } from './upload-process.ts';
import { workbookOf } from './workbook-of.ts';

const MIB = 1_048_576;
let uploads: UploadProcess;

beforeAll(async () => {
  uploads = await UploadProcess.start();
});

afterAll(() => uploads?.stop());

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
  const { result, growth } = await uploads.watch(content, 'hostile');
  expect(result).toMatchObject({ status: 422, body: { error: { code: 'FILE_UNREADABLE', details } } });
  expect(growth).toBeLessThan(LIMIT);
});

const repeated = (text: string, times: number) => text.repeat(times);
const cellOf = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;

/** Workbooks that would become far larger than they are, and which of their sizes is. */
const BOMBS: [string, () => Buffer, string][] = [
  [
    'one text that each of its cells refers to',
    () =>
      workbookOf(
        `<row>${repeated('<c t="s"><v>0</v></c>', 100)}</row>${repeated(`<row>${repeated('<c t="s"><v>1</v></c>', 100)}</row>`, 3_000)}`,
        { texts: `<si><t>Name</t></si><si><t>${'x'.repeat(30_000)}</t></si>` },
      ),
    'uncompressed_size',
  ],
  [
    'more texts than a workbook of its size has',
    () => workbookOf('', { texts: repeated('<si><t>abcd</t></si>', 1_100_000) }),
    'ratio',
  ],
  ['a text without an end', () => workbookOf(`<row>${cellOf('x'.repeat(60 * MIB))}</row>`), 'ratio'],
];

it.each(BOMBS)('a workbook of %s is refused within the memory of any import', async (_, make, reason) => {
  const { result, growth } = await uploads.watch(make(), 'bomb.xlsx');
  expect(result).toMatchObject({
    status: 413,
    body: { error: { code: 'PAYLOAD_TOO_LARGE', details: { reason } } },
  });
  expect(growth).toBeLessThan(LIMIT);
});
