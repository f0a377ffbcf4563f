// Seals committed audit entries into the chain of their workspace, in batches, so that writers never wait for it.
import { randomBytes } from 'node:crypto';
import type { Transaction } from '../../db/transaction.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { AuditEntry, type AuditSeal } from './model.ts';
import { GENESIS, type Head, type NewSeal, sealOf } from './rules.ts';

const BATCH = 1_000;
/** The most batches that a read seals; the job does the rest. */
const MAX_BATCHES_ON_DEMAND = 5;

/** Seals the entries of every workspace; a job runs it every minute. */
export async function sealAllWorkspaces(
  { database }: Pick<Services, 'database'>,
  log: Log,
  signal?: AbortSignal,
): Promise<void> {
  const tenants = await database.read({}, ({ db }) => db('tenants').select('id').orderBy('id'));
  let sealed = 0;
  for (const { id } of tenants) {
    for (let n = BATCH; n === BATCH && !signal?.aborted; sealed += n) n = await sealBatch(database, id);
  }
  if (sealed) log.debug({ sealed }, 'audit entries were sealed');
}

/** Seals the entries that a workspace has committed so far. */
export async function sealNow({ database }: Pick<Services, 'database'>, tenantId: string): Promise<void> {
  const unsealed = await database.read({ tenantId }, (tx) =>
    tx.rows('select from audit_unsealed where tenant_id = $1 limit 1', [tenantId]),
  );
  if (unsealed.length === 0) return;
  for (let n = 0; n < MAX_BATCHES_ON_DEMAND; n++) if ((await sealBatch(database, tenantId)) < BATCH) return;
}

function sealBatch(database: Services['database'], tenantId: string): Promise<number> {
  return database.write({ tenantId }, async (tx) => {
    // One batch at a time in a workspace; erasures take the same lock (migration 0016).
    await tx.rows("select pg_advisory_xact_lock(hashtextextended('audit ' || $1::text, 0))", [tenantId]);
    const rows = await tx.rows<object>(
      `select e.* from audit_unsealed u join audit_entries e on e.tenant_id = u.tenant_id and e.id = u.entry_id
       where u.tenant_id = $1 order by u.seq limit ${BATCH}`,
      [tenantId],
    );
    if (rows.length === 0) return 0;
    const entries = rows.map((row) => AuditEntry.fromDatabaseJson(row) as AuditEntry);
    const seals: NewSeal[] = [];
    let head = await headOf(tx, tenantId);
    for (const entry of entries) {
      const seal = sealOf(entry, randomBytes(16).toString('hex'), head);
      seals.push(seal);
      head = seal;
    }
    await storeSeals(tx, tenantId, seals);
    await indexLabels(tx, tenantId, entries);
    return rows.length;
  });
}

/** Returns the last link of the chain: the newest seal, the anchor of a truncated chain, or the genesis. */
async function headOf(tx: Transaction, tenantId: string): Promise<Head> {
  const [head] = await tx.rows<Pick<AuditSeal, 'seq' | 'hash'>>(
    `select seq, hash from (
       (select seq, hash from audit_seals where tenant_id = $1 order by seq desc limit 1)
       union all select seq, hash from audit_anchors where tenant_id = $1
     ) as ends order by seq desc limit 1`,
    [tenantId],
  );
  return head ?? { seq: 0, hash: GENESIS };
}

async function storeSeals(tx: Transaction, tenantId: string, seals: NewSeal[]): Promise<void> {
  await tx.rows(
    `insert into audit_seals (tenant_id, seq, entry_id, salt, content_hash, prev_hash, hash)
     select $1, "seq", "entryId", "salt", "contentHash", "prevHash", "hash" from jsonb_to_recordset($2)
       as seal("seq" bigint, "entryId" uuid, "salt" text, "contentHash" text, "prevHash" text, "hash" text)`,
    [tenantId, JSON.stringify(seals)],
  );
  await tx.rows('delete from audit_unsealed where tenant_id = $1 and entry_id = any ($2::uuid[])', [
    tenantId,
    seals.map(({ entryId }) => entryId),
  ]);
}

/** Indexes the labels for search, so that entries are found by every name their record ever had. */
async function indexLabels(tx: Transaction, tenantId: string, entries: AuditEntry[]): Promise<void> {
  const labelled = entries.filter(({ targetId, targetLabel }) => targetId && targetLabel);
  if (labelled.length === 0) return;
  await tx.rows(
    `insert into search_tokens (tenant_id, entity, token, record_id)
     select distinct $1::uuid, 'audit_target', left(word, 60), id
     from unnest($2::uuid[], $3::text[]) as target(id, label), unnest(search_words(label)) as word
     where word <> '' on conflict do nothing`,
    [tenantId, labelled.map(({ targetId }) => targetId), labelled.map(({ targetLabel }) => targetLabel)],
  );
}
