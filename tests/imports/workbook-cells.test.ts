// The cells of workbooks as programs write them: by address or by position, with dates of both systems, formats, rich texts.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { kindOfFormat, numberText } from '../../src/domains/imports/workbook-values.ts';
import { type Reply, startService } from '../support/service.ts';
import { workbookOf } from './workbook-of.ts';
import { ImportWorld } from './world.ts';

let world: ImportWorld;

beforeAll(async () => {
  world = new ImportWorld(await startService());
});

afterAll(() => world?.stop());

/** Uploads a workbook. @returns its counts, and the values of its rows with their lines */
async function read(content: Buffer): Promise<{ counts: Reply['body']; rows: Reply['body'][] }> {
  const { status, body } = await world.upload(content, 'companies');
  expect([status, body.error]).toEqual([201, undefined]);
  const rows = (await world.service.rest('GET', `/api/import/${body.data.id}/rows`)).body.data;
  return {
    counts: body.data.counts,
    rows: rows.map((row: Reply['body']) => ({ line: row.line, ...row.values })),
  };
}

async function refusal(content: Buffer): Promise<unknown> {
  const { status, body } = await world.upload(content, 'companies');
  return [status, body.error?.code, body.error?.details];
}

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const header = (...names: string[]) => `<row>${names.map(text).join('')}</row>`;

describe('cells', () => {
  it('that do not say where they stand follow each other, and so do rows', async () => {
    const rows = `${header('A', 'B', 'C')}<row>${text('1')}<c><v>2</v></c>${text('3')}</row><row><c/>${text('5')}</row>`;
    expect((await read(workbookOf(rows))).rows).toEqual([
      { line: 2, A: '1', B: '2', C: '3' },
      { line: 3, A: null, B: '5', C: null },
    ]);
  });

  it('with an address leave room for others, and those without one follow them', async () => {
    const rows = `<row r="3">${text('A')}${text('B')}${text('C')}</row><row r="5"><c r="B5"><v>1</v></c>${text('2')}</row><row>${text('3')}</row>`;
    const { counts, rows: found } = await read(workbookOf(rows));
    expect(counts).toMatchObject({ total: 3, empty: 1 });
    expect(found).toEqual([
      { line: 5, A: null, B: '1', C: '2' },
      { line: 6, A: '3', B: null, C: null },
    ]);
  });

  it('have the texts of all runs, but not how they are pronounced, nor their escapes', async () => {
    const runs = '<r><t xml:space="preserve">Grace </t></r><r><t>Hopper</t></r>';
    const spoken = '<rPh sb="0" eb="1"><t>spoken</t></rPh>';
    const rows = `${header('A', 'B', 'C', 'D')}<row><c t="s"><v>0</v></c><c t="inlineStr"><is>${runs}${spoken}</is></c>${text('a_x000A_b_x005F_x')}${text('&lt;b&gt; &amp; &#xE9;<![CDATA[<c>]]>')}</row>`;
    const shared = workbookOf(rows, { texts: `<si>${runs}${spoken}</si>` });
    const name = 'Grace Hopper';
    expect((await read(shared)).rows).toEqual([{ line: 2, A: name, B: name, C: 'a\nb_x', D: '<b> & é<c>' }]);
  });

  it('with formulas have their cached values: texts, booleans, dates, and errors as nothing', async () => {
    const formula = (type: string, value: string) => `<c ${type}><f>X1</f><v>${value}</v></c>`;
    const cells = [
      ...[
        formula('t="str"', 'a'),
        formula('t="b"', '1'),
        formula('t="e"', '#N/A'),
        formula('s="1"', '46082'),
      ],
      ...['<c><f>X2</f></c>', formula('t="d"', '2026-03-01T00:00:00')],
    ];
    const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';
    const rows = `${header('A', 'B', 'C', 'D', 'E', 'F')}<row>${cells.join('')}</row>`;
    expect((await read(workbookOf(rows, { styles }))).rows).toEqual([
      { line: 2, A: 'a', B: 'true', C: null, D: '2026-03-01', E: null, F: '2026-03-01' },
    ]);
  });

  it('of workbooks that count from 1904 are the same days', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm;@"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>';
    const rows = (serial: number) =>
      `${header('Number', 'Date')}<row><c><v>7</v></c><c s="1"><v>${serial}</v></c></row>`;
    const expected = [{ line: 2, Number: '7', Date: '2026-03-01T12:00:00' }];
    expect((await read(workbookOf(rows(46_082.5), { styles }))).rows).toEqual(expected);
    const properties = '<workbookPr date1904="1"/>';
    expect((await read(workbookOf(rows(44_620.5), { styles, properties }))).rows).toEqual(expected);
  });

  it('are read from elements with a prefix, as some programs write them', async () => {
    const prefixed =
      '<x:worksheet xmlns:x="x"><x:sheetData><x:row r="1"><x:c r="A1" t="str"><x:v>Name</x:v></x:c></x:row><x:row r="2"><x:c r="A2" t="str"><x:v>Acme</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    expect((await read(workbookOf(prefixed))).rows).toEqual([{ line: 2, Name: 'Acme' }]);
  });

  it('that only have a format do not make a sheet longer', async () => {
    const rows = `${header('A')}<row>${text('1')}</row><row r="1048576"><c r="A1048576" s="1"/></row>`;
    expect(await read(workbookOf(rows))).toMatchObject({
      counts: { total: 1, empty: 0 },
      rows: [{ A: '1' }],
    });
  });

  it('beyond the columns make their row a ragged one, and a header of too many is refused', async () => {
    const wide = `${header('A')}<row>${text('1')}<c r="XFD2"><v>1</v></c></row>`;
    const { body } = await world.upload(workbookOf(wide), 'companies');
    const preview = await world.service.rest('GET', `/api/import/${body.data.id}/preview`);
    expect(preview.body.data.rows[0].errors).toMatchObject([{ code: 'RAGGED_ROW' }]);
    expect(await refusal(workbookOf('<row><c r="XFD1"><v>1</v></c></row>'))).toEqual([
      ...[422, 'FILE_UNREADABLE', { reason: 'too_many_columns' }],
    ]);
  });
});

it.each([
  ['a text that does not exist', `${header('A')}<row><c t="s"><v>7</v></c></row>`],
  ['a number that is none', `${header('A')}<row><c><v>x</v></c></row>`],
  ['rows that go back', '<row r="5"><c><v>1</v></c></row><row r="2"><c><v>1</v></c></row>'],
  ['an address that is none', '<row><c r="1A"><v>1</v></c></row>'],
  ['an element that stays open', '<row><c><v>1</v></c>'],
])('a sheet with %s is refused as damaged', async (_, rows) => {
  expect(await refusal(workbookOf(rows))).toMatchObject([422, 'FILE_UNREADABLE', { reason: 'damaged' }]);
});

describe('numbers', () => {
  it.each([
    ['General', 'number'],
    ['0.00E+00', 'number'],
    ['#,##0.00 "days"', 'number'],
    ['[Red]0;[Blue]-0', 'number'],
    ['[$-409]d/m/yyyy', 'date'],
    ['mmm', 'date'],
    ['yyyy\\-mm', 'date'],
    ['h:mm AM/PM', 'time'],
    ['mm:ss', 'time'],
    ['[h]:mm', 'duration'],
    ['[mm]:ss', 'duration'],
  ])('of the format %s are a %s', (code, kind) => {
    expect(kindOfFormat(164, code)).toBe(kind);
  });

  it('that are times show hours, minutes and seconds, and durations all of their hours', () => {
    expect(numberText(0.5, 'time', false)).toBe('12:00:00');
    expect(numberText(46_082.5, 'time', false)).toBe('2026-03-01T12:00:00');
    expect(numberText(1.5, 'duration', false)).toBe('36:00:00');
  });

  it('that are dates are the days that they were written as, in both systems', () => {
    const days = fc.integer({ min: 61, max: 2_900_000 });
    fc.assert(
      fc.property(days, (serial) => {
        const day = new Date(Date.UTC(1899, 11, 30 + serial)).toISOString().slice(0, 10);
        expect(numberText(serial, 'date', false)).toBe(day);
        expect(numberText(serial, 'date', true)).toBe(
          new Date(Date.UTC(1904, 0, 1 + serial)).toISOString().slice(0, 10),
        );
      }),
    );
    expect(numberText(1, 'date', false)).toBe('1900-01-01');
    expect(numberText(59, 'date', false)).toBe('1900-02-28');
  });
});
