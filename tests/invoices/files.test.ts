// Exports of invoices as CSV, NDJSON and XLSX.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ExcelJS from 'exceljs';
import { DocumentWorld } from '../documents/world.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let world: DocumentWorld;

beforeAll(async () => {
  service = await startService();
  world = new DocumentWorld(service);
});
afterAll(() => service?.stop());

const token = () => ({ authorization: `Bearer ${service.acme.people.owner.token}` });
const download = (path: string) => fetch(`${service.url}${path}`, { headers: token() });
describe('an export of invoices', () => {
  it('is a workbook whose amounts are numbers and whose texts are no formulas', async () => {
    const invoice = await world.issued({ reference: '=1+1', po_number: '00123' });
    const reply = await download('/api/invoices/export?format=xlsx');
    if (reply.status !== 200) throw new Error(await reply.text());
    expect(reply.headers.get('content-type')).toContain('spreadsheetml.sheet');
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load((await reply.arrayBuffer()) as never);
    const sheet = workbook.worksheets[0]!;
    const columns = sheet.getRow(1).values as string[];
    const row = sheet.getRow(2);
    const cell = (name: string) => row.getCell(columns.indexOf(name)).value;
    expect([cell('id'), cell('number'), cell('total')]).toEqual([invoice.id, invoice.number, 119]);
    expect([cell('reference'), cell('po_number')]).toEqual(['=1+1', '00123']);
    expect(sheet.rowCount).toBe(2);
  });

  it('has the same rows as CSV and NDJSON, and no other formats', async () => {
    const csv = await (await download('/api/invoices/export?format=csv')).text();
    const [header, line] = csv.trim().split('\r\n');
    expect(header!.split(',').slice(0, 2)).toEqual(['id', 'number']);
    const [invoice] = (await (await download('/api/invoices/export?format=ndjson')).text())
      .trim()
      .split('\n');
    expect(line!.split(',')[0]).toBe(JSON.parse(invoice!).id);
    const refused = await world.send('GET', '/api/invoices/export?format=pdf');
    expect(refused.body.error.fields).toMatchObject([{ path: 'format', rule: 'enum' }]);
  });
});
