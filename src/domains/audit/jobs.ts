// The job that exports the audit log to a file, one page in memory at a time.
import { stringify } from 'csv-stringify/sync';
import { CSV_FORMAT } from '../../csv.ts';
import { emit } from '../../events/emit.ts';
import type { JobHandler } from '../../jobs/job.ts';
import { writeJobFile } from '../jobs/files.ts';
import { type JobRun, type Outcome, trackedHandler } from '../jobs/run.ts';
import { sealsOf } from './loaders.ts';
import type { AuditEntry } from './model.ts';
import { sealNow } from './seal.ts';
import { type AuditSelection, changesOf, type ExportFormat, readPage } from './service.ts';

const PAGE_SIZE = 1_000;

const COLUMNS = [
  ...[
    'seq',
    'id',
    'occurred_at',
    'actor_type',
    'actor_id',
    'actor_label',
    'approver_id',
    'action',
    'operation',
  ],
  ...[
    'surface',
    'target_type',
    'target_id',
    'target_label',
    'outcome',
    'error_code',
    'occurrences',
    'changes',
  ],
  ...['risk', 'proposal_id', 'request_id', 'ip', 'user_agent', 'prev_hash', 'hash'],
] as const;

type Row = Record<(typeof COLUMNS)[number], unknown>;

const CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
};

async function runAuditExport(
  run: JobRun,
  { selection, format }: { selection: AuditSelection; format: ExportFormat },
): Promise<Outcome> {
  await sealNow(run.services, run.tenantId);
  let entries = 0;
  async function* text(): AsyncGenerator<string> {
    if (format === 'csv') yield toCsv([COLUMNS], true);
    for await (const rows of pagesOf(run, selection)) {
      yield format === 'csv' ? toCsv(rows.map(cellsOf)) : rows.map(lineOf).join('');
      entries += rows.length;
      await run.progress(entries);
    }
  }
  const facts = { name: `audit-log.${format}`, mime: CONTENT_TYPES[format] };
  const file = await writeJobFile(run, facts, text());
  return {
    result: { format, entries, file },
    inFinalTransaction: (ctx) =>
      emit(ctx, 'audit_log.exported', {
        object: { id: run.job.id },
        links: [],
        data: { format, entries },
        after: { format, entries },
      }),
  };
}

/** Yields the selected entries page by page, each read in a transaction of its own. */
async function* pagesOf(run: JobRun, selection: AuditSelection): AsyncGenerator<Row[]> {
  for (let after: string | null = null, more = true; more; ) {
    const { rows, cursor } = await run.read(async (ctx) => {
      const page = await readPage(ctx, { ...selection, first: PAGE_SIZE, after }, undefined, PAGE_SIZE);
      const seals = await sealsOf(
        ctx,
        page.nodes.map(({ id }) => id),
      );
      const last = page.hasNextPage ? page.nodes.at(-1) : undefined;
      return {
        rows: page.nodes.map((entry) => rowOf(entry, seals.get(entry.id))),
        cursor: last ? page.cursorOf(last) : null,
      };
    });
    yield rows;
    after = cursor;
    more = cursor !== null;
  }
}

function rowOf(entry: AuditEntry, seal: { seq: number; prevHash: string; hash: string } | undefined): Row {
  const { actor } = entry;
  return {
    seq: seal?.seq ?? null,
    id: entry.id,
    occurred_at: entry.occurredAt,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_label: actor.label,
    approver_id: actor.approver?.id ?? null,
    action: entry.action,
    operation: entry.operation,
    surface: entry.surface,
    target_type: entry.targetType,
    target_id: entry.targetId,
    target_label: entry.targetLabel,
    outcome: entry.outcome,
    error_code: entry.errorCode,
    occurrences: entry.occurrences,
    changes: changesOf(entry),
    risk: entry.risk,
    proposal_id: actor.proposal_id ?? null,
    request_id: entry.requestId,
    ip: entry.ip,
    user_agent: entry.userAgent,
    prev_hash: seal?.prevHash ?? null,
    hash: seal?.hash ?? null,
  };
}

/** @param isFirst whether these rows start the file, which then needs a byte order mark */
const toCsv = (rows: readonly (readonly unknown[])[], isFirst = false): string =>
  stringify(rows as unknown[][], { ...CSV_FORMAT, bom: isFirst });
const cellsOf = (row: Row): unknown[] => COLUMNS.map((column) => row[column]);
const lineOf = (row: Row): string => `${JSON.stringify(row)}\n`;

export const audit: Record<string, JobHandler> = { export_audit_log: trackedHandler(runAuditExport) };
