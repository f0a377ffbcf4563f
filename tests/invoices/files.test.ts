// Invoices as files: exports as CSV, NDJSON and XLSX, and e-invoices with net amounts.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ExcelJS from 'exceljs';
import { DocumentWorld, item, VAT } from '../documents/world.ts';
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
const xml = async (id: string) => (await download(`/api/invoices/${id}/pdf?format=xml`)).text();
const amounts = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`<cbc:${name}[^>]*>([^<]*)<`, 'g'))].map(([, amount]) => amount);

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

describe('an e-invoice', () => {
  it('has net lines that add up to the base of each tax where prices include tax', async () => {
    const reduced = { name: 'VAT', rate: '7', category: 'reduced' };
    const { id } = await world.issued({
      prices_include_tax: true,
      discount: { type: 'amount', value: '10' },
      lines: [
        item({ quantity: '3', unit_price: '33.33' }),
        item({ quantity: '1', unit_price: '19.99' }),
        item({ unit_price: '10.70', taxes: [reduced] }),
      ],
    });
    const { body } = await world.ok('GET', `/api/invoices/${id}`);
    const { net_total: net, tax_total: tax, total, tax_groups: groups } = body.data;
    const text = await xml(id);
    const cents = (values: (string | undefined)[]) =>
      values.reduce((sum, value) => sum + Math.round(Number(value) * 100), 0);
    const [sum, ...lines] = amounts(text, 'LineExtensionAmount');
    expect([sum, lines.length, cents(lines)]).toEqual([net, 3, cents([net])]);
    expect(amounts(text, 'TaxExclusiveAmount')).toEqual([net]);
    expect(amounts(text, 'TaxAmount')).toEqual([tax, ...groups.map((group: { tax: string }) => group.tax)]);
    expect(amounts(text, 'PayableAmount')).toEqual([total]);
    expect(text).not.toContain('AllowanceCharge');
  });

  it('of a credit note refers to the invoice that it credits', async () => {
    const invoice = await world.issued();
    const note = await world.created(`/api/invoices/${invoice.id}/credit-notes`, {
      reason: 'Returned',
      full: true,
    });
    await world.ok('POST', `/api/invoices/${note.id}/issue`, {});
    expect(await xml(note.id)).toContain(
      `<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>${invoice.number}</cbc:ID><cbc:IssueDate>${invoice.issue_date}</cbc:IssueDate>`,
    );
    expect(await xml(invoice.id)).not.toContain('BillingReference');
  });

  it('is refused where EN 16931 cannot express the document', async () => {
    const rules = async (body: object) => {
      const { id } = await world.issued(body);
      const reply = await world.send('GET', `/api/invoices/${id}/pdf?format=xml`);
      return [reply.status, reply.body.error.fields[0].rule];
    };
    const withheld = { name: 'Withholding', rate: '-15', category: 'withholding' };
    const city = { name: 'City tax', rate: '2', category: 'standard' };
    expect(await rules({ lines: [item({ taxes: [VAT, withheld] })] })).toEqual([400, 'withholding']);
    expect(await rules({ lines: [item({ taxes: [VAT, city] })] })).toEqual([400, 'single_tax']);
    // 0.03 with 19 % is a base of 0.03 and no tax, but the rounded tax of 0.03 is 0.01.
    const included = { prices_include_tax: true, lines: [item({ quantity: '1', unit_price: '0.03' })] };
    expect(await rules(included)).toEqual([400, 'net_prices']);
  });
});
