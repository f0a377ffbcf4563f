// Reads the rows of an import chunk by chunk, and stores what became of them in one statement.
import type { TenantContext } from '../../context.ts';
import { ImportRow, type PmKind } from './model.ts';

/** Rows in one transaction. */
export const CHUNK = 200;

/** Reads rows of a kind in one of the states, in the order of their numbers. */
export function readRows(
  ctx: TenantContext,
  importId: string,
  { after = 0, states, kind }: { after?: number; states: readonly string[]; kind: PmKind | null },
): Promise<ImportRow[]> {
  return ImportRow.of(ctx)
    .where({ importId, ...(kind && { kind }) })
    .where('row_number', '>', after)
    .whereIn('status', [...states])
    .orderBy('row_number')
    .limit(CHUNK) as unknown as Promise<ImportRow[]>;
}

/** Reads rows by their numbers. */
export function findRows(
  ctx: TenantContext,
  importId: string,
  numbers: readonly number[],
): Promise<ImportRow[]> {
  return ImportRow.of(ctx)
    .where({ importId })
    .whereIn('row_number', [...numbers])
    .orderBy('row_number') as unknown as Promise<ImportRow[]>;
}

/** What is stored of a row after it was planned or run. */
export type RowPatch = Pick<ImportRow, 'rowNumber' | 'status' | 'action' | 'errors'> &
  Partial<
    Pick<
      ImportRow,
      | 'keys'
      | 'matchId'
      | 'matchVersion'
      | 'outcome'
      | 'recordType'
      | 'recordId'
      | 'recordVersion'
      | 'before'
      | 'attempts'
    >
  >;

const STORE = `
  update import_rows r set status = n.status, action = n.action, errors = n.errors, keys = n.keys, match_id = n.match_id,
    match_version = n.match_version, outcome = n.outcome, record_type = n.record_type, record_id = n.record_id,
    record_version = n.record_version, before = n.before, attempts = n.attempts, event_seq = $4
  from jsonb_to_recordset($3::jsonb) as n(row_number int, status text, action text, errors jsonb, keys text[], match_id uuid,
    match_version int, outcome text, record_type text, record_id uuid, record_version int, before jsonb, attempts int)
  where r.tenant_id = $1 and r.import_id = $2 and r.row_number = n.row_number`;

/**
 * Stores the outcome of rows in one statement.
 * @param eventSeq the number of the next event of the batch that runs them; null for a dry run
 */
export async function storeRows(
  ctx: TenantContext,
  importId: string,
  rows: RowPatch[],
  eventSeq: number | null = null,
): Promise<void> {
  if (rows.length === 0) return;
  const wire = rows.map((row) => ({
    row_number: row.rowNumber,
    status: row.status,
    action: row.action,
    errors: row.errors,
    keys: row.keys ?? [],
    match_id: row.matchId ?? null,
    match_version: row.matchVersion ?? null,
    outcome: row.outcome ?? null,
    record_type: row.recordType ?? null,
    record_id: row.recordId ?? null,
    record_version: row.recordVersion ?? null,
    before: row.before ?? null,
    attempts: row.attempts ?? 0,
  }));
  await ctx.tx.rows(STORE, [ctx.tenantId, importId, JSON.stringify(wire), eventSeq]);
}

const HASH = `
  select encode(sha256(convert_to(coalesce(string_agg(md5(concat_ws('|', row_number, status, action, match_id, match_version,
    cells::text, parts::text, errors::text)), '' order by row_number), ''), 'UTF8')), 'hex') as hash
  from import_rows where tenant_id = $1 and import_id = $2`;

/** Returns a hash of the plan of every row. */
export async function planHash(ctx: TenantContext, importId: string): Promise<string> {
  const [row] = await ctx.tx.rows<{ hash: string }>(HASH, [ctx.tenantId, importId]);
  return row!.hash;
}
