// Puts committed entries into the chain of their workspace, in batches; writers never wait for it.
import { randomBytes } from 'node:crypto';
import type { Transaction } from '../../db/transaction.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { AuditEntry, type AuditSeal } from './model.ts';
import { GENESIS, type Head, type NewSeal, sealOf } from './rules.ts';

const BATCH = 1_000;
/** Of a read that wants the chain up to date; what is more is left to the job. */
const ON_DEMAND = 5;

/** Seals what every workspace has; the job of each minute. */
export async function sealEverything(
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

/** Seals what has committed in a workspace until now. */
export async function sealNow({ database }: Pick<Services, 'database'>, tenantId: string): Promise<void> {
  const waits = await database.read({ tenantId }, (tx) =>
    tx.rows('select from audit_unsealed where tenant_id = $1 limit 1', [tenantId]),
  );
  if (waits.length === 0) return;
  for (let n = 0; n < ON_DEMAND; n++) if ((await sealBatch(database, tenantId)) < BATCH) return;
}

function sealBatch(database: Services['database'], tenantId: string): Promise<number> {
  return database.write({ tenantId }, async (tx) => {
    // One after the other in a workspace; an erasure waits here too (migration 0016).
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
    await store(tx, tenantId, seals);
    await noteLabels(tx, tenantId, entries);
    return rows.length;
  });
}

/** The last link of the chain: of its seals, of what was cut off, or its beginning. */
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

async function store(tx: Transaction, tenantId: string, seals: NewSeal[]): Promise<void> {
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

/** What the log is searched by: the words that its records were ever known by. */
async function noteLabels(tx: Transaction, tenantId: string, entries: AuditEntry[]): Promise<void> {
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
