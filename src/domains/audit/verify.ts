// Proves the audit log of a workspace: every link of the chain, every entry against its seal, and that none stands outside.
import type { Transaction } from '../../db/transaction.ts';
import type { Services } from '../../services.ts';
import { AuditEntry, AuditSeal } from './model.ts';
import { type Fault, faultOf, GENESIS, type Head } from './rules.ts';

const BATCH = 1_000;
/** The first faults tell enough. */
const MAX_FAULTS = 100;

export interface Verification {
  /** Links that were looked at. */
  sealed: number;
  /** Entries of which only the digest is left of label and changes. */
  erased: number;
  /** Entries that wait for their seal. */
  unsealed: number;
  /** Where the chain begins, and where it ends: kept elsewhere, the end tells whether the last entries were taken away. */
  from: Head;
  head: Head;
  faults: { seq: number | null; entryId: string; fault: Fault }[];
}

/** Reads the whole chain of a workspace, a thousand links at a time. */
export async function verifyChain(
  { database }: Pick<Services, 'database'>,
  tenantId: string,
): Promise<Verification> {
  const read = <T>(work: (tx: Transaction) => Promise<T>) => database.read({ tenantId }, work);
  const [anchor] = await read((tx) =>
    tx.rows<Head>('select seq, hash from audit_anchors where tenant_id = $1', [tenantId]),
  );
  const from = anchor ?? { seq: 0, hash: GENESIS };
  const found: Verification = { sealed: 0, erased: 0, unsealed: 0, from, head: from, faults: [] };
  for (let n = BATCH; n === BATCH && found.faults.length < MAX_FAULTS; ) {
    const links = await read((tx) => linksAfter(tx, tenantId, found.head.seq));
    for (const { seal, entry } of links) {
      const fault = faultOf(entry, seal, found.head);
      if (fault) found.faults.push({ seq: seal.seq, entryId: seal.entryId, fault });
      found.head = { seq: seal.seq, hash: seal.hash };
      found.sealed += 1;
      if (seal.salt === null) found.erased += 1;
    }
    n = links.length;
  }
  const outside = await read((tx) => tx.rows<{ id: string; waits: boolean }>(OUTSIDE, [tenantId]));
  for (const { id, waits } of outside) {
    if (waits) found.unsealed += 1;
    else if (found.faults.length < MAX_FAULTS)
      found.faults.push({ seq: null, entryId: id, fault: 'not_sealed' });
  }
  return found;
}

/** Entries without a seal; those that committed lately wait for it. */
const OUTSIDE = `
  select e.id, exists (select from audit_unsealed u where u.tenant_id = e.tenant_id and u.seq = e.seq and u.entry_id = e.id) as waits
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
