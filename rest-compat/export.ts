// Exports: all pages of a list operation as CSV or NDJSON, streamed, or as XLSX.
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { customFieldsOf, mayReadCustomField } from '../src/access/custom-fields.ts';
import type { Principal } from '../src/access/principal.ts';
import { CSV_FORMAT } from '../src/csv.ts';
import { invalid } from '../src/errors.ts';
import { type Call, callOperation } from '../src/operations/call.ts';
import type { Operation } from '../src/operations/catalogue.ts';
import { type JsonSchema, propertiesOf } from '../src/operations/json-schema.ts';
import { isDecimal } from '../src/operations/scalars.ts';
import type { Services } from '../src/services.ts';
import { drained } from './drained.ts';

/** The prefix of columns for custom fields. */
const CUSTOM_PREFIX = 'custom_fields.';
/** The prefix of columns for the lines of documents. */
const LINE_PREFIX = 'line.';

type Row = Record<string, unknown>;
interface ExportPage {
  data: Row[];
  nextCursor: string | null;
  meta?: { redacted_fields?: string[] };
}

/**
 * Streams all pages. The first page is read before anything is sent, so that a refusal can still be sent as an error;
 * columns that the caller may not read are left out (crm.md section 0).
 * @throws VALIDATION_ERROR for an unknown format, or a column in `fields` that is unknown or not readable
 */
export async function streamExport(
  services: Services,
  call: Call & { operation: Operation },
  query: URLSearchParams,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const format = query.get('format') ?? (request.headers.accept?.includes('ndjson') ? 'ndjson' : 'csv');
  if (format !== 'csv' && format !== 'ndjson' && format !== 'xlsx')
    throw invalid('format', 'enum', 'format must be csv, ndjson or xlsx.');
  const name = call.operation.path.split('/').at(-2)!;
  const { definitions } = services.catalogue;
  const properties = propertiesOf(call.operation.outputSchema, definitions);
  const lines = properties.lines?.items as JsonSchema | undefined;
  const isByLine = readRows(query.get('rows'), lines !== undefined) === 'lines';
  const all = Object.keys(properties).flatMap((column) => {
    if (column === 'custom_fields') return customColumns(call.principal, name);
    if (column !== 'lines') return [column];
    return isByLine ? lineColumns(lines!, definitions) : [];
  });
  const requested = requestedColumns(query.get('fields'), all);
  const read = async (cursor: string | null): Promise<ExportPage> =>
    (await callOperation(services, { ...call, input: { ...call.input, ...(cursor && { cursor }) } }))
      .body as ExportPage;
  const first = await read(null);
  const hidden = new Set(first.meta?.redacted_fields);
  const unreadable = requested?.find((column) => hidden.has(column));
  if (unreadable)
    throw invalid('fields', 'field_not_readable', `You may not read ${unreadable}; remove it from fields.`, {
      reason: 'field_not_readable',
    });
  const rows = lines ? withoutLists(pages(first, read), isByLine) : pages(first, read);
  const columns = (requested ?? all).filter((column) => !hidden.has(column));
  const record = (row: Row) => (requested ? pickColumns(row, columns) : omitColumns(row, hidden));
  const disposition = `attachment; filename="${name}.${format}"`;
  if (format === 'xlsx') {
    const { toXlsx, XLSX_TYPE } = await import('./export-xlsx.ts');
    const bytes = await toXlsx(rows, columns, decimalColumns(call.operation, definitions));
    return reply.header('content-disposition', disposition).type(XLSX_TYPE).send(bytes);
  }
  reply.header('content-disposition', disposition);
  return reply
    .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson')
    .send(format === 'csv' ? toCsv(rows, columns) : toNdjson(rows, record));
}

/** Reads what a row of the export is: a document, which is the default, or one of its lines. @throws VALIDATION_ERROR enum */
function readRows(rows: string | null, hasLines: boolean): 'documents' | 'lines' {
  if (rows === null || !hasLines) return 'documents';
  if (rows !== 'documents' && rows !== 'lines')
    throw invalid('rows', 'enum', 'rows must be documents or lines.');
  return rows;
}

/** Returns the columns of a line; each is the path of its value. */
function lineColumns(line: JsonSchema, definitions: Record<string, JsonSchema>): string[] {
  return Object.keys(propertiesOf(line, definitions)).map((column) => `${LINE_PREFIX}${column}`);
}

/** Yields documents without their lines, or a row for each line with its document. */
async function* withoutLists(documents: AsyncGenerator<Row>, isByLine: boolean): AsyncGenerator<Row> {
  for await (const { lines, ...document } of documents)
    if (isByLine) yield* (lines as Row[]).map((line) => ({ ...document, line }));
    else yield document;
}

/** Returns the columns of decimals, also of lines: their texts have a number as their example. */
function decimalColumns({ outputSchema }: Operation, definitions: Record<string, JsonSchema>): Set<string> {
  const record = propertiesOf(outputSchema, definitions);
  const decimals = (properties: Record<string, JsonSchema>) =>
    Object.entries(properties).flatMap(([name, { examples }]) => {
      const example = Array.isArray(examples) ? examples[0] : undefined;
      return typeof example === 'string' && isDecimal(example) ? [name] : [];
    });
  const line = record.lines?.items as JsonSchema | undefined;
  const ofLines = line ? decimals(propertiesOf(line, definitions)) : [];
  return new Set([...decimals(record), ...ofLines.map((column) => `${LINE_PREFIX}${column}`)]);
}

/** Returns a column for each custom field that the caller may read; its name is the path of the value. */
function customColumns(principal: Principal, entity: string): string[] {
  return [...customFieldsOf(principal, entity).values()]
    .filter((field) => mayReadCustomField(field, principal))
    .map(({ key }) => `${CUSTOM_PREFIX}${key}`);
}

/**
 * Returns the columns that `fields=name,custom_fields.tier` requests, in its order and always with the id;
 * `custom_fields` means all of them. Returns undefined without `fields`.
 * @throws VALIDATION_ERROR unknown_field
 */
function requestedColumns(fields: string | null, all: readonly string[]): string[] | undefined {
  if (fields === null) return undefined;
  const names = fields
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const unknown = names.find((name) => name !== 'custom_fields' && !all.includes(name));
  if (unknown)
    throw invalid(
      'fields',
      'unknown_field',
      `${unknown} is not a column of this export; check its spelling.`,
    );
  const custom = all.filter((column) => column.startsWith(CUSTOM_PREFIX));
  const columns = names.flatMap((name) => (name === 'custom_fields' ? custom : [name]));
  return [...new Set(names.includes('id') ? columns : ['id', ...columns])];
}

async function* pages(first: ExportPage, read: (cursor: string) => Promise<ExportPage>): AsyncGenerator<Row> {
  for (let page = first; ; page = await read(page.nextCursor!)) {
    yield* page.data;
    if (!page.nextCursor) return;
  }
}

function toCsv(rows: AsyncGenerator<Row>, columns: string[]): Readable {
  const csv = stringify({ ...CSV_FORMAT, header: true, columns });
  void writeRows(rows, (row) => csv.write(row), csv);
  return csv;
}

function toNdjson(rows: AsyncGenerator<Row>, record: (row: Row) => Row): Readable {
  const lines = new PassThrough();
  void writeRows(rows, (row) => lines.write(`${JSON.stringify(record(row))}\n`), lines);
  return lines;
}

function omitColumns(row: Row, hidden: ReadonlySet<string>): Row {
  return hidden.size
    ? Object.fromEntries(Object.entries(row).filter(([column]) => !hidden.has(column)))
    : row;
}

/** Returns a row with only these columns; those with a path are nested in an object. */
function pickColumns(row: Row, columns: readonly string[]): Row {
  const picked: Row = {};
  for (const column of columns) {
    const [name, key] = column.split(/\.(.*)/s) as [string, string | undefined];
    const value = row[name];
    if (key === undefined && name in row) picked[name] = value;
    if (key === undefined) continue;
    picked[name] ??= {};
    if (value && key in (value as Row)) (picked[name] as Row)[key] = (value as Row)[key];
  }
  return picked;
}

/** Writes the rows to a stream as fast as its reader takes them; an error destroys the stream. */
async function writeRows(
  rows: AsyncGenerator<Row>,
  write: (row: Row) => boolean,
  stream: Writable,
): Promise<void> {
  try {
    for await (const row of rows) {
      if (!write(row)) await drained(stream);
      if (stream.destroyed) return;
    }
    stream.end();
  } catch (error) {
    stream.destroy(error as Error);
  }
}
