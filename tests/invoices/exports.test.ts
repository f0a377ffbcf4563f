// Exports of invoices by document and by line, and the limit of workbooks.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ExcelJS from 'exceljs';
import { DocumentWorld, item } from '../documents/world.ts';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;
let world: DocumentWorld;
// biome-ignore lint/suspicious/noExplicitAny: tests read nested members
let invoice: any;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  world = new DocumentWorld(service);
  const lines = [
    item({ sku: 'A-1', discount: { type: 'percent', value: '10' } }),
    { kind: 'text', description: '=1+1' },
    item({ description: 'Travel', quantity: '-0.5' }),
  ];
  invoice = await world.issued({ lines });
  await world.invoice({ lines: [] });
});
afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

async function exported(query: string): Promise<Response> {
  const { token } = service.acme.people.owner;
  const headers = { authorization: `Bearer ${token}` };
  const reply = await fetch(`${service.url}/api/invoices/export?${query}`, { headers });
  if (reply.status !== 200) throw new Error(await reply.text());
  return reply;
}
const csv = async (query: string) => (await (await exported(query)).text()).trim().split('\r\n');

describe('an export of invoices', () => {
  it('has one row a document, without its lines, by default', async () => {
    const [header, ...rows] = await csv('rows=documents');
    expect([header, rows]).toEqual([(await csv('format=csv'))[0], expect.any(Array)]);
    expect(header!.split(',').some((column) => column.startsWith('line'))).toBe(false);
    expect(rows).toHaveLength(2);
  });

  it('has one row a line where that is asked for, with its document', async () => {
    const columns = 'number,total,line.position,line.kind,line.description,line.sku,line.quantity,line.net';
    const rows = await csv(`rows=lines&fields=${columns}`);
    const start = `${invoice.id},${invoice.number},${invoice.total}`;
    expect(rows).toEqual([
      `id,${columns}`,
      `${start},1,item,Consulting,A-1,2,90.00`,
      `${start},2,text,'=1+1,,,`,
      `${start},3,item,Travel,,-0.5,-25.00`,
    ]);
    const lines = (await (await exported('rows=lines&format=ndjson')).text()).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(
      invoice.lines.map(({ id, net }: { id: string; net: string }) => ({
        id: invoice.id,
        line: { id, net },
      })),
    );
    const some = (await (await exported('rows=lines&format=ndjson&fields=line.net')).text()).split('\n')[0];
    expect(JSON.parse(some!)).toEqual({ id: invoice.id, line: { net: '90.00' } });
  });

  it('has the amounts of lines as numbers in a workbook', async () => {
    const workbook = new ExcelJS.Workbook();
    const reply = await exported('rows=lines&format=xlsx&fields=line.net,line.description');
    await workbook.xlsx.load((await reply.arrayBuffer()) as never);
    const values = [2, 3, 4].map((row) => (workbook.worksheets[0]!.getRow(row).values as unknown[]).slice(2));
    expect(values).toEqual([
      [90, 'Consulting'],
      [undefined, '=1+1'],
      [-25, 'Travel'],
    ]);
  });

  it('refuses other rows and columns that it does not have', async () => {
    const refused = async (query: string) =>
      (await world.send('GET', `/api/invoices/export?${query}`)).body.error.fields;
    expect(await refused('rows=pages')).toMatchObject([{ path: 'rows', rule: 'enum' }]);
    expect(await refused('fields=line.net')).toMatchObject([{ path: 'fields', rule: 'unknown_field' }]);
  });

  it('has at most 50,000 rows as a workbook, and any number as CSV', async () => {
    const { id } = await world.invoice({ lines: [item({ unit_price: '0', taxes: [] })] });
    // The triggers of lines are not what is tested, and would take minutes.
    await inspector.query('set session_replication_role = replica');
    const columns = await inspector.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'document_lines'
         and column_name not in ('id', 'position')`,
    );
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    await inspector.query(
      `insert into document_lines (id, position, ${names}) select gen_random_uuid(), n, ${names}
       from document_lines, generate_series(2, 50001) n where invoice_id = $1`,
      [id],
    );
    await inspector.query('set session_replication_role = origin');
    const query = 'rows=lines&fields=line.position&filter[status]=draft';
    const reply = await world.send('GET', `/api/invoices/export?format=xlsx&${query}`);
    expect([reply.status, reply.body.error?.fields]).toMatchObject([
      400,
      [{ path: 'format', rule: 'too_many_rows' }],
    ]);
    expect(await csv(query)).toHaveLength(50_002);
    await inspector.query(`delete from document_lines where invoice_id = $1 and position = 50001`, [id]);
    const workbook = Buffer.from(await (await exported(`format=xlsx&${query}`)).arrayBuffer());
    expect(workbook.subarray(0, 2).toString()).toBe('PK');
  });
});
