// The rows of an import that failed, as a CSV file that can be corrected and uploaded again.

import { stringify } from 'csv-stringify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CSV_FORMAT } from '../src/csv.ts';
import { ServiceError } from '../src/errors.ts';
import { type Call, callOperation } from '../src/operations/call.ts';
import type { Operation } from '../src/operations/catalogue.ts';
import type { WireObject } from '../src/operations/wire.ts';
import type { Services } from '../src/services.ts';
import { drained } from './drained.ts';

interface Row {
  row_number: number;
  values: Record<string, string | string[] | null> | null;
  errors: { code: string; column: string | null; message: string }[];
}

interface ImportRecord {
  file: { name: string };
  columns: string[];
}

interface Page {
  data: Row[];
  nextCursor: string | null;
}

/** Returns whether the caller asks for the rows as CSV. */
export function asksForCsv({ name }: Operation, { headers }: FastifyRequest): boolean {
  return name === 'ListImportRows' && /\btext\/csv\b/.test(headers.accept ?? '');
}

/** Streams the invalid and failed rows, or those of the filter: their columns, `_row` and `_errors`. */
export async function streamImportRows(
  services: Services,
  call: Call & { operation: Operation },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { input } = call;
  const filter = input.filter ?? { status: { in: ['invalid', 'failed'] } };
  const read = async (cursor: string | null): Promise<Page> => {
    const page: WireObject = { ...input, filter, pageSize: 100, ...(cursor && { cursor }) };
    return (await callOperation(services, { ...call, input: page })).body as Page;
  };
  const first = await read(null);
  const { file, columns } = await readImport(services, call);
  const csv = stringify(CSV_FORMAT);
  void writeRows(csv, columns, first, read);
  const stem = file.name.replace(/\.[^.]*$/, '').replace(/[^\w.-]+/g, '_');
  return reply
    .header('content-disposition', `attachment; filename="${stem}-errors.csv"`)
    .type('text/csv; charset=utf-8')
    .send(csv);
}

/** Reads the import, of data or of projects. */
async function readImport(services: Services, call: Call & { operation: Operation }): Promise<ImportRecord> {
  const read = (name: string): ReturnType<typeof callOperation> =>
    callOperation(services, {
      ...call,
      operation: services.catalogue.byName.get(name)!,
      input: { id: call.input.id },
    });
  const { body } = await read('GetImport').catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.code !== 'NOT_FOUND') throw error;
    return read('GetPmImport');
  });
  return (body as { data: ImportRecord }).data;
}

async function writeRows(
  csv: ReturnType<typeof stringify>,
  columns: readonly string[],
  first: Page,
  read: (cursor: string) => Promise<Page>,
): Promise<void> {
  try {
    csv.write([...columns, '_row', '_errors']);
    for (let page = first; ; page = await read(page.nextCursor!)) {
      for (const { values, row_number: number, errors } of page.data) {
        // The rows of projects and links come from others and have no cells.
        const isFromFile = values !== null && columns.every((column) => Object.hasOwn(values, column));
        const cells = columns.map((column) => [(isFromFile && values[column]) || ''].flat().join('; '));
        const line = errors
          .map(({ code, column, message }) => `${column === null ? code : `${code} ${column}`}: ${message}`)
          .join('; ');
        if (!csv.write([...cells, number, line])) await drained(csv);
        if (csv.destroyed) return;
      }
      if (!page.nextCursor) break;
    }
    csv.end();
  } catch (error) {
    csv.destroy(error as Error);
  }
}
