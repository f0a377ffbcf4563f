// Exports: the pages of a list operation, one after the other, as CSV or NDJSON.
import { PassThrough, type Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { customFieldsOf, mayReadCustomField } from '../src/access/custom-fields.ts';
import type { Principal } from '../src/access/principal.ts';
import { invalid } from '../src/errors.ts';
import { type Call, callOperation } from '../src/operations/call.ts';
import type { Operation } from '../src/operations/catalogue.ts';
import { membersOf } from '../src/operations/json-schema.ts';
import type { Services } from '../src/services.ts';

type Row = Record<string, unknown>;
interface ExportPage {
  data: Row[];
  nextCursor: string | null;
  meta?: { redacted_fields?: string[] };
}

/**
 * Streams all pages. The first one is read before anything is sent, so that a refusal still is an error answer;
 * columns that the caller may not read are left out (crm.md section 0).
 */
export async function streamExport(
  services: Services,
  call: Call & { operation: Operation },
  query: URLSearchParams,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const format = query.get('format') ?? (request.headers.accept?.includes('ndjson') ? 'ndjson' : 'csv');
  if (format !== 'csv' && format !== 'ndjson') throw invalid('format', 'enum', 'Give one of csv, ndjson.');
  const read = async (cursor: string | null): Promise<ExportPage> =>
    (await callOperation(services, { ...call, input: { ...call.input, ...(cursor && { cursor }) } }))
      .body as ExportPage;
  const first = await read(null);
  const hidden = new Set(first.meta?.redacted_fields);
  const name = call.operation.path.split('/').at(-2)!;
  const rows = pages(first, read, hidden);
  const columns = membersOf(call.operation.outputSchema, services.catalogue.definitions)
    .filter((column) => !hidden.has(column))
    .flatMap((column) => (column === 'custom_fields' ? customColumns(call.principal, name) : [column]));
  return reply
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson')
    .send(format === 'csv' ? toCsv(rows, columns) : toNdjson(rows));
}

/** A column for each custom field that the caller may read; a path leads to its values. */
function customColumns(principal: Principal, entity: string): string[] {
  return [...customFieldsOf(principal, entity).values()]
    .filter((field) => mayReadCustomField(field, principal))
    .map(({ key }) => `custom_fields.${key}`);
}

async function* pages(
  first: ExportPage,
  read: (cursor: string) => Promise<ExportPage>,
  hidden: Set<string>,
): AsyncGenerator<Row> {
  for (let page = first; ; page = await read(page.nextCursor!)) {
    for (const row of page.data)
      yield Object.fromEntries(Object.entries(row).filter(([column]) => !hidden.has(column)));
    if (!page.nextCursor) return;
  }
}

function toCsv(rows: AsyncGenerator<Row>, columns: string[]): Readable {
  // A cell that begins like a formula is escaped, so that a spreadsheet shows it instead of running it.
  const csv = stringify({
    header: true,
    columns,
    escape_formulas: true,
    cast: { object: (value) => JSON.stringify(value), boolean: String },
  });
  void pump(rows, (row) => csv.write(row), csv);
  return csv;
}

function toNdjson(rows: AsyncGenerator<Row>): Readable {
  const lines = new PassThrough();
  void pump(rows, (row) => lines.write(`${JSON.stringify(row)}\n`), lines);
  return lines;
}

async function pump(
  rows: AsyncGenerator<Row>,
  write: (row: Row) => boolean,
  stream: NodeJS.WritableStream & { destroy(error: Error): void },
): Promise<void> {
  try {
    for await (const row of rows) {
      if (!write(row)) await new Promise((resolve) => stream.once('drain', resolve).once('close', resolve));
      if ((stream as unknown as { destroyed: boolean }).destroyed) return;
    }
    stream.end();
  } catch (error) {
    stream.destroy(error as Error);
  }
}
