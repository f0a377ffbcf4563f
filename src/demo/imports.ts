// The imports of a demo workspace: one has updated the titles of contacts, with rows that were refused; another waits for
// its approval as soon as a job has made its dry run.
import { createHash } from 'node:crypto';
import { stringify } from 'csv-stringify/sync';
import type { Knex } from 'knex';
import type { ActorRecord } from '../access/principal.ts';
import { CSV_FORMAT } from '../csv.ts';
import { finalState, progressOf } from '../domains/batches/progress.ts';
import { rowError } from '../domains/imports/cells.ts';
import { batchCounts } from '../domains/imports/counts.ts';
import { mappingHash } from '../domains/imports/mapping-rules.ts';
import type { Mapping } from '../domains/imports/model.ts';
import { NO_ROWS } from '../domains/imports/upload.ts';
import { enqueueJob } from '../domains/jobs/service.ts';
import type { CompanyRow, Row } from './companies.ts';
import { drawFile, type FileRows } from './files.ts';
import { insert } from './insert.ts';
import type { ContactRow } from './methods.ts';
import { COUNTRIES } from './places.ts';
import { daysBefore, type Random } from './random.ts';
import { asciiLabel } from './spelling.ts';
import { actor, type Staff } from './staff.ts';

/** Rows of the tables of imports. */
export interface ImportRows extends FileRows {
  imports: Row[];
  import_rows: Row[];
  batches: Row[];
  job_events: Row[];
  jobs: Row[];
}

const COLUMNS = { 'First name': 'first_name', 'Last name': 'last_name', Email: 'email', Position: 'title' };
const UPDATED = 12;
const NEW = 25;
const MINUTE = 60_000;

interface Setting {
  companies: readonly CompanyRow[];
  contacts: readonly ContactRow[];
  staff: Staff;
  now: Date;
}

/** Draws the imports of a workspace. */
export function drawImports(random: Random, setting: Setting): ImportRows {
  const rows: ImportRows = {
    ...{ files: [], file_parts: [], imports: [], import_rows: [], batches: [], job_events: [], jobs: [] },
  };
  drawExecuted(random, rows, setting);
  drawUnapproved(random, rows, setting);
  return rows;
}

/** Inserts the imports of a workspace; a job makes the dry run that one of them waits for. */
export async function insertImports(db: Knex, tenantId: string, rows: ImportRows): Promise<void> {
  for (const table of [
    'files',
    'file_parts',
    'jobs',
    'imports',
    'import_rows',
    'batches',
    'job_events',
  ] as const)
    await insert(db, table, rows[table]);
  for (const { id, job_id: jobId, status } of rows.imports)
    if (status === 'validating')
      await enqueueJob(
        { db, tenantId, requestId: 'demo' },
        { jobId: jobId as string, handler: 'import_validate', input: { importId: id } },
      );
}

/** A file of contacts: the cells of its rows. */
interface ContactFile {
  name: string;
  at: Date;
  mode: Mapping['mode'];
  cells: string[][];
}

/** Draws an uploaded and mapped file of contacts with its rows. */
function drawImport(random: Random, rows: ImportRows, staff: Staff, { name, at, mode, cells }: ContactFile) {
  const header = Object.keys(COLUMNS);
  const content = Buffer.from(stringify([header, ...cells], CSV_FORMAT));
  const { tenantId } = staff;
  const {
    id: fileId,
    bytes: size,
    sha256,
  } = drawFile(random, rows, {
    ...{ tenantId, name, mime: 'text/csv', content, at },
  });
  const uploader = actor(staff.people.find(({ roleKey }) => roleKey === 'admin')!);
  const mapping: Mapping = {
    columns: Object.entries(COLUMNS).map(([source, target]) => ({
      ...{ source, target, transform: ['trim'], map: null, default: null },
    })),
    ...{ match_keys: ['email'], mode, on_error: 'skip_row', empty_cells: 'ignore' },
    ...{ date_format: null, decimal_separator: '.', time_zone: 'UTC' },
  };
  const record = {
    ...{
      tenant_id: tenantId,
      id: random.id(at),
      version: 2,
      kind: 'data',
      target: 'contacts',
      source_format: 'csv',
    },
    ...{ file_id: fileId, file_name: name, columns: header, mapping, mapping_hash: mappingHash(mapping) },
    file: { ...{ name, size, sha256, encoding: 'utf-8', delimiter: ',' }, sheet: null, sheets: null },
    ...{ created_at: at, updated_at: at, created_by: uploader, updated_by: uploader },
  };
  const parts = cells.map((row, index) => ({
    ...{
      tenant_id: tenantId,
      import_id: record.id,
      id: random.id(at),
      row_number: index + 1,
      line: index + 2,
    },
    ...{
      cells: row,
      read_errors: [],
      errors: [] as Row[],
      keys: [] as string[],
      attempts: 0,
      status: 'pending',
    },
    ...{ outcome: null, action: null, match_id: null, match_version: null },
    ...{ record_type: null, record_id: null, record_version: null, before: null },
  }));
  return { record, parts, uploader };
}

/** Draws an import that has run: contacts with a title got it from the file, one row was refused, one is invalid. */
function drawExecuted(random: Random, rows: ImportRows, { contacts, staff, now }: Setting): void {
  const known = contacts.filter(
    ({ email, title, deleted_at, status }) => email && title && !deleted_at && status === 'active',
  );
  const people = random.some(known, UPDATED);
  const cells = people.map(({ first_name, last_name, email, title }) =>
    [first_name, last_name, email, title].map(String),
  );
  const broken = ['Ada', 'Byron', 'ada at example.com', 'Analyst'];
  const [at, endedAt] = [daysBefore(now, 12), new Date(daysBefore(now, 12).getTime() + 9 * MINUTE)];
  const file: ContactFile = { name: 'fair-visitors.csv', at, mode: 'update', cells: [...cells, broken] };
  const { record, parts, uploader } = drawImport(random, rows, staff, file);
  const refusal = 'The record has changed since the dry run; retry the row to plan it anew.';
  const run = parts.map((row, index): Row => {
    const person = people[index];
    if (!person) {
      const error = { code: 'INVALID_FORMAT', message: 'This is no email address.' };
      return { ...row, status: 'invalid', errors: [rowError('Email', 'email', error, broken[2])] };
    }
    const planned = {
      ...row,
      action: 'update',
      keys: [`email:${person.email}`],
      match_id: person.id,
      attempts: 1,
    };
    if (index === people.length - 1)
      return {
        ...{ ...planned, status: 'failed', match_version: person.version },
        errors: [rowError(null, null, { code: 'CHANGED_SINCE_VALIDATION', message: refusal })],
      };
    return {
      ...{ ...planned, status: 'updated', outcome: 'updated', match_version: Number(person.version) - 1 },
      ...{
        record_type: 'contact',
        record_id: person.id,
        record_version: person.version,
        before: { title: null },
      },
    };
  });
  const validationHash = createHash('sha256').update(JSON.stringify(run)).digest('hex');
  const hashes = { mappingHash: record.mapping_hash, validationHash };
  const counts = {
    ...NO_ROWS,
    total: run.length,
    invalid: 1,
    toUpdate: people.length,
    updated: people.length - 1,
    failed: 1,
  };
  const batch = drawBatch(random, rows, { record, uploader, counts: batchCounts(counts), at: endedAt });
  rows.imports.push({
    ...{
      ...record,
      version: 6,
      status: 'completed_with_errors',
      counts,
      warnings: [],
      validation_hash: validationHash,
    },
    ...{ approval: { by: uploader, at: endedAt, note: null, ...hashes }, batch_id: batch, job_id: null },
    ...{ updated_at: endedAt, executed_at: endedAt, finished_at: endedAt },
  });
  rows.import_rows.push(...run);
}

/** Draws the batch that has run an import, with the events of its stream. @returns its id */
function drawBatch(
  random: Random,
  { batches, job_events: events }: ImportRows,
  {
    record,
    uploader,
    counts,
    at,
  }: { record: Row; uploader: ActorRecord; counts: ReturnType<typeof batchCounts>; at: Date },
): string {
  const id = random.id(at);
  const stamps = { created_at: at, updated_at: at, started_at: at, finished_at: at };
  batches.push({
    ...{ tenant_id: record.tenant_id, id, kind: 'import', import_id: record.id, state: finalState(counts) },
    ...{ on_error: 'continue', counts, last_event: 3, requested_by: uploader, ...stamps },
  });
  const add = (seq: number, type: string, data: Row) =>
    events.push({
      ...{ tenant_id: record.tenant_id, batch_id: id, seq, type, created_at: at },
      data: { batch_id: id, at, ...data },
    });
  const state = finalState(counts);
  add(1, 'progress', progressOf(counts, at, at));
  add(2, 'state', { from: 'running', to: state });
  add(3, 'done', { state, counts, result: { import_id: record.id } });
  return id;
}

/** Draws an import of people who are new, most of them at known companies; two are in the file twice. */
function drawUnapproved(random: Random, rows: ImportRows, { companies, staff, now }: Setting): void {
  const hosts = companies.flatMap(({ domain, deleted_at, address }) =>
    domain && !deleted_at ? [{ domain, country: COUNTRIES[address.country]! }] : [],
  );
  const cells = Array.from({ length: NEW }, () => {
    const { domain, country } = random.pick(hosts);
    const [first, last] = [random.pick(country.firstNames), random.pick(country.surnames)];
    return [
      first,
      last,
      `${asciiLabel(`${first} ${last}`, country.language, '.')}@${domain}`,
      'Head of Purchasing',
    ];
  });
  const at = daysBefore(now, 1);
  const file: ContactFile = {
    name: 'webinar.csv',
    at,
    mode: 'skip_existing',
    cells: [...cells, cells[0]!, cells[1]!],
  };
  const { record, parts, uploader } = drawImport(random, rows, staff, file);
  const job = random.id(at);
  rows.jobs.push({
    ...{
      tenant_id: record.tenant_id,
      id: job,
      kind: 'import_validate',
      state: 'queued',
      processed: 0,
      attempts: 0,
    },
    ...{ requested_by: uploader, created_at: at, updated_at: at },
  });
  const counts = { ...NO_ROWS, total: parts.length, pending: parts.length };
  rows.imports.push({
    ...{ ...record, status: 'validating', counts, warnings: [], validation_hash: null, approval: null },
    ...{ batch_id: null, job_id: job, executed_at: null, finished_at: null },
  });
  rows.import_rows.push(...parts);
}
