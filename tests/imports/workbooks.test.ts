// Uploads of XLSX workbooks, as multipart and as base64: what their cells become, and which ones are refused.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ExcelJS from 'exceljs';
import { type Reply, startService, type TestService } from '../support/service.ts';
import { zipOf } from '../support/zip.ts';
import { ImportWorld } from './world.ts';

let service: TestService;
let world: ImportWorld;

beforeAll(async () => {
  service = await startService();
  world = new ImportWorld(service);
});

afterAll(async () => {
  await service?.stop();
});

async function workbook(fill: (book: ExcelJS.Workbook) => void): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  fill(book);
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** Sends a file as a form, as a browser does. */
async function uploadForm(
  file: Buffer,
  name: string,
  fields: Record<string, string>,
): Promise<Reply['body']> {
  const { token, tenantId } = service.acme.people.owner;
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([file as Uint8Array<ArrayBuffer>]), name);
  const reply = await fetch(`${service.url}/api/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId },
    body: form,
  });
  return { status: reply.status, ...((await reply.json()) as object) };
}

async function rowsOf(id: string): Promise<Reply['body'][]> {
  return (await service.rest('GET', `/api/import/${id}/rows`)).body.data;
}

describe('a workbook', () => {
  const people = () =>
    workbook((book) => {
      const sheet = book.addWorksheet('People');
      sheet.addRow(['Name', 'Since', 'Employees', 'Active', 'Double', 'Broken']);
      sheet.addRow([
        'Ada',
        new Date('2026-03-01T00:00:00Z'),
        0.1,
        true,
        { formula: 'C2*2', result: 0.2 },
        { error: '#N/A' },
      ]);
      sheet.addRow([]);
      sheet.addRow([
        { richText: [{ text: 'Grace ' }, { text: 'Hopper' }] },
        '007',
        12345678901,
        false,
        '=1+1',
        null,
      ]);
      book.addWorksheet('Empty');
    });

  it('gives its cells as text, with the cached values of formulas, and keeps the numbers of its rows', async () => {
    const { status, data } = await uploadForm(await people(), 'people.xlsx', { target: 'companies' });
    expect([status, data]).toMatchObject([
      201,
      {
        source_format: 'xlsx',
        columns: ['Name', 'Since', 'Employees', 'Active', 'Double', 'Broken'],
        counts: { total: 3, empty: 1 },
        file: { name: 'people.xlsx', sheet: 'People', sheets: ['People', 'Empty'] },
      },
    ]);
    const rows = await rowsOf(data.id);
    expect(rows.map(({ row_number, line }) => [row_number, line])).toEqual([
      [1, 2],
      [3, 4],
    ]);
    const columns = { Since: '2026-03-01', Employees: '0.1', Active: 'true', Double: '0.2', Broken: null };
    expect(rows[0].values).toEqual({ Name: 'Ada', ...columns });
    expect(rows[1].values).toEqual({
      ...{ Name: 'Grace Hopper', Since: '007', Employees: '12345678901', Active: 'false', Double: '=1+1' },
      Broken: null,
    });
    const preview = await service.rest('GET', `/api/import/${data.id}/preview`);
    const [ada, grace] = preview.body.data.rows;
    const warning = { column: 'Broken', code: 'INVALID_FORMAT', value: '#N/A', severity: 'warning' };
    expect([ada.errors, grace.errors]).toMatchObject([[warning], []]);
  });

  it('is read from the sheet that is named, and refused if there is no such sheet', async () => {
    const content = await people();
    const missing = await world.upload(content, 'companies', { sheet: 'Other' });
    expect(missing).toMatchObject({
      status: 400,
      body: { error: { fields: [{ path: 'sheet', rule: 'exists' }] } },
    });
    const empty = await world.upload(content, 'companies', { sheet: 'Empty' });
    expect(empty).toMatchObject({ status: 422, body: { error: { code: 'FILE_UNREADABLE' } } });
  });

  it('without shared texts, as some programs write it, is read from each of its sheets', async () => {
    const sheets = ['First', 'Second', 'Third'];
    const content = await workbook((book) => {
      for (const [at, name] of sheets.entries()) {
        const sheet = book.addWorksheet(name);
        for (let row = 0; row < 300; row++) sheet.addRow([at * 1000 + row]);
      }
    });
    for (const [at, sheet] of sheets.entries()) {
      const { status, body } = await world.upload(content, 'companies', { sheet });
      expect([status, body.data]).toMatchObject([
        201,
        { columns: [`${at * 1000}`], counts: { total: 299 }, file: { sheet, sheets } },
      ]);
      expect(Object.values((await rowsOf(body.data.id))[0].values)).toEqual([`${at * 1000 + 1}`]);
    }
  });

  it.each([
    ['text', 'no sheet at all'],
    [
      'entities of its own',
      '<!DOCTYPE x [<!ENTITY a "b">]><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&a;</t></is></c></row></sheetData></worksheet>',
    ],
    [
      'a column that no sheet has',
      '<worksheet><sheetData><row r="1"><c r="ZZZZZZ1"><v>1</v></c></row></sheetData></worksheet>',
    ],
  ])('whose sheet is %s is refused as damaged', async (_, sheet) => {
    const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const content = zipOf({
      'xl/workbook.xml': `<workbook xmlns:r="${relation}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      'xl/worksheets/sheet1.xml': sheet,
    });
    const { status, body } = await world.upload(content, 'companies');
    expect([status, body.error?.code, body.error?.details]).toEqual([
      422,
      'FILE_UNREADABLE',
      { reason: 'damaged' },
    ]);
  });

  it('has numbers without exponents, and times without a zone', async () => {
    const content = await workbook((book) => {
      const sheet = book.addWorksheet('Values');
      sheet.addRow(['Name', 'Large', 'Small', 'At']);
      sheet.addRow(['A', 1e21, 1e-7, new Date('2026-03-01T15:30:00Z')]).getCell(4).numFmt =
        'dd.mm.yyyy hh:mm';
    });
    const { body } = await world.upload(content, 'companies');
    expect((await rowsOf(body.data.id))[0].values).toEqual({
      ...{ Name: 'A', Large: '1000000000000000000000', Small: '0.0000001', At: '2026-03-01T15:30:00' },
    });
  });

  it('that is cut off is refused as damaged, and one that inflates too far by its ratio', async () => {
    const content = await people();
    const cut = await world.upload(content.subarray(0, content.length - 200), 'companies');
    expect(cut).toMatchObject({
      status: 422,
      body: { error: { code: 'FILE_UNREADABLE', details: { reason: 'damaged' } } },
    });
    const bomb = await workbook((book) => {
      const sheet = book.addWorksheet('Bomb');
      for (let row = 0; row < 500; row++) sheet.addRow([`${row}${'a'.repeat(30_000)}`]);
    });
    expect(bomb.length).toBeLessThan(200_000);
    const before = (await service.rest('GET', '/api/import')).body.total;
    expect(await world.upload(bomb, 'companies')).toMatchObject({
      status: 413,
      body: { error: { code: 'PAYLOAD_TOO_LARGE', details: { reason: 'ratio' } } },
    });
    expect((await service.rest('GET', '/api/import')).body.total).toBe(before);
  });
});
