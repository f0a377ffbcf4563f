// The scan job, which compares changed records with all others, so that listing duplicates is cheap.
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { findPairs } from './compare.ts';
import { companies, contacts, type DuplicateKind, type ScanContext } from './kinds.ts';

/** Records per transaction. */
const BATCH = 200;
/** Recently written records are left for the next scan, because earlier transactions may still commit. */
const SETTLING_MS = 60_000;

/** Scans the changed records of every workspace, in batches by turns: no workspace holds up the others. */
export async function scanForDuplicates(
  { database, clock }: Services,
  log: Log,
  signal?: AbortSignal,
): Promise<void> {
  const tenants = await database.read({}, ({ db }) => db('tenants').select('id').orderBy('id'));
  let scanned = 0;
  let open = tenants.flatMap(({ id: tenantId }) => [companies, contacts].map((kind) => ({ tenantId, kind })));
  while (open.length && !signal?.aborted) {
    const unfinished: typeof open = [];
    for (const scan of open) {
      const { tenantId, kind } = scan;
      try {
        const n = await database.write({ tenantId }, (tx) =>
          scanBatch({ tx, tenantId, now: clock.now() }, kind),
        );
        scanned += n;
        if (n === BATCH) unfinished.push(scan);
      } catch (error) {
        log.error({ err: error, tenant_id: tenantId, entity: kind.entity }, 'a scan for duplicates failed');
      }
    }
    open = unfinished;
  }
  if (scanned) log.info({ scanned }, 'records were compared with each other');
}

async function scanBatch(unit: ScanContext, kind: DuplicateKind): Promise<number> {
  const { tx, tenantId, now } = unit;
  const { entity, table } = kind;
  const settledBefore = new Date(now.getTime() - SETTLING_MS);
  // The row stays locked, so that two processes do not scan the same records.
  const rows = await tx.rows<{ id: string; updated_at: Date }>(
    `with scan as (
      insert into duplicate_scans as s (tenant_id, entity, scanned_at, scanned_id)
      values ($1, $2, '-infinity', '00000000-0000-0000-0000-000000000000')
      on conflict (tenant_id, entity) do update set entity = s.entity returning scanned_at, scanned_id
    )
    select t.id, t.updated_at from ${table} t, scan
    where t.tenant_id = $1 and t.deleted_at is null and (t.updated_at, t.id) > (scan.scanned_at, scan.scanned_id)
      and t.updated_at <= $3
    order by t.updated_at, t.id limit ${BATCH}`,
    [tenantId, entity, settledBefore],
  );
  const last = rows.at(-1);
  if (!last) return 0;
  const ids = rows.map(({ id }) => id);
  const { pairs, keys } = await findPairs(unit, kind, ids);
  const ofBatch = `tenant_id = $1 and (first_id = any ($2::uuid[]) or second_id = any ($2::uuid[]))`;
  await tx.rows(`delete from ${entity}_duplicates where ${ofBatch} and dismissed_at is null`, [
    tenantId,
    ids,
  ]);
  await tx.rows(
    `insert into ${entity}_duplicates (tenant_id, first_id, second_id, score, reason)
     select $1, "firstId", "secondId", score, reason
     from jsonb_to_recordset($2) as pair("firstId" uuid, "secondId" uuid, score numeric, reason text) on conflict do nothing`,
    [tenantId, JSON.stringify(pairs)],
  );
  await tx.rows(
    `delete from ${entity}_duplicate_keys where tenant_id = $1 and record_id = any ($2::uuid[])`,
    [tenantId, ids],
  );
  await tx.rows(
    `insert into ${entity}_duplicate_keys (tenant_id, kind, value, record_id)
     select $1, kind, value, id from jsonb_to_recordset($2) as key(kind text, value text, id uuid)`,
    [tenantId, JSON.stringify(keys)],
  );
  await tx.rows(
    'update duplicate_scans set scanned_at = $3, scanned_id = $4 where tenant_id = $1 and entity = $2',
    [tenantId, entity, last.updated_at, last.id],
  );
  return rows.length;
}
