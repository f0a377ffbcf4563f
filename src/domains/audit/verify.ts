// Verifies the audit log of a workspace: every link of the chain, every entry against its seal, and that no entry is
// missing from the chain.
import type { Transaction } from '../../db/transaction.ts';
import type { Services } from '../../services.ts';
import { AuditEntry, AuditSeal } from './model.ts';
import { type Fault, faultOf, GENESIS, type Head } from './rules.ts';

const BATCH = 1_000;
/** Verification stops after this many faults. */
const MAX_FAULTS = 100;

export interface Verification {
  /** The number of links checked. */
  sealed: number;
  /** The number of entries whose label and changes are erased, so that only their digest remains. */
  erased: number;
  /** The number of entries that wait to be sealed. */
  unsealed: number;
  /** The first and the last link. Stored elsewhere, the last one reveals whether newer entries were removed later. */
  from: Head;
  head: Head;
  faults: { seq: number | null; entryId: string; fault: Fault }[];
}

/** Reads and verifies the whole chain of a workspace, a thousand links at a time. */
export async function verifyChain(
  { database }: Pick<Services, 'database'>,
  tenantId: string,
): Promise<Verification> {
  const read = <T>(work: (tx: Transaction) => Promise<T>) => database.read({ tenantId }, work);
  const [anchor] = await read((tx) =>
    tx.rows<Head>('select seq, hash from audit_anchors where tenant_id = $1', [tenantId]),
  );
  const from = anchor ?? { seq: 0, hash: GENESIS };
  const result: Verification = { sealed: 0, erased: 0, unsealed: 0, from, head: from, faults: [] };
  for (let n = BATCH; n === BATCH && result.faults.length < MAX_FAULTS; ) {
    const links = await read((tx) => linksAfter(tx, tenantId, result.head.seq));
    for (const { seal, entry } of links) {
      const fault = faultOf(entry, seal, result.head);
      if (fault) result.faults.push({ seq: seal.seq, entryId: seal.entryId, fault });
      result.head = { seq: seal.seq, hash: seal.hash };
      result.sealed += 1;
      if (seal.salt === null) result.erased += 1;
    }
    n = links.length;
  }
  const unchained = await read((tx) =>
    tx.rows<{ id: string; isPending: boolean }>(SELECT_UNCHAINED, [tenantId]),
  );
  for (const { id, isPending } of unchained) {
    if (isPending) result.unsealed += 1;
    else if (result.faults.length < MAX_FAULTS)
      result.faults.push({ seq: null, entryId: id, fault: 'not_sealed' });
  }
  return result;
}

/** Selects entries without a seal; only recently committed ones may still wait for it. */
const SELECT_UNCHAINED = `
  select e.id, exists (select from audit_unsealed u where u.tenant_id = e.tenant_id and u.seq = e.seq and u.entry_id = e.id) as "isPending"
  from audit_entries e
  where e.tenant_id = $1 and not exists (select from audit_seals s where s.tenant_id = e.tenant_id and s.entry_id = e.id)`;

async function linksAfter(
  tx: Transaction,
  tenantId: string,
  seq: number,
): Promise<{ seal: AuditSeal; entry: AuditEntry | undefined }[]> {
  const seals = await tx.rows<object>(
    `select * from audit_seals where tenant_id = $1 and seq > $2 order by seq limit ${BATCH}`,
    [tenantId, seq],
  );
  const links = seals.map((row) => AuditSeal.fromDatabaseJson(row) as AuditSeal);
  const rows = await tx.rows<object>(
    'select * from audit_entries where tenant_id = $1 and id = any ($2::uuid[])',
    [tenantId, links.map(({ entryId }) => entryId)],
  );
  const entries = new Map(
    rows.map((row) => AuditEntry.fromDatabaseJson(row) as AuditEntry).map((entry) => [entry.id, entry]),
  );
  return links.map((seal) => ({ seal, entry: entries.get(seal.entryId) }));
}
