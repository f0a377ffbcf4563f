// Proofs of single entries: hashing the previous link's hash with the canonical text gives the hash of the entry.
import type { TenantContext } from '../../context.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { AuditEntry, AuditSeal } from './model.ts';
import { canonicalEntry, faultOf, GENESIS, type Head } from './rules.ts';

export interface AuditProof extends Pick<AuditSeal, 'seq' | 'prevHash' | 'hash' | 'contentHash' | 'salt'> {
  canonical: string;
  /** Whether the entry is unchanged since it was sealed, and follows the previous link. */
  verified: boolean;
}

/**
 * Selects entries with their seals and the previous link, which is a seal, the anchor of a truncated chain, or
 * missing.
 */
const SELECT_PROOFS = `
  select s.entry_id as id, to_jsonb(s) as seal, to_jsonb(e) as entry, (
    select to_jsonb(p) from (
      select seq, hash from audit_seals where tenant_id = $1 and seq = s.seq - 1
      union all select seq, hash from audit_anchors where tenant_id = $1 and seq = s.seq - 1 limit 1
    ) as p) as before
  from audit_seals s join audit_entries e on e.tenant_id = s.tenant_id and e.id = s.entry_id
  where s.tenant_id = $1 and s.entry_id = any ($2)`;

/** Returns the proof of an entry, or null while it is not sealed; one statement for all requested entries. */
export function proofOf(ctx: TenantContext, entryId: string): Promise<AuditProof | null> {
  return loaderOf<string, AuditProof | null>(ctx, 'audit_entries.proof', async (ids) => {
    const rows = await ctx.tx.rows<{ id: string; seal: object; entry: object; before: Head | null }>(
      SELECT_PROOFS,
      [ctx.tenantId, ids],
    );
    const proofs = new Map(rows.map(({ id, ...row }) => [id, proofFromRow(row)]));
    return ids.map((id) => proofs.get(id) ?? null);
  }).load(entryId);
}

function proofFromRow({
  seal,
  entry,
  before,
}: {
  seal: object;
  entry: object;
  before: Head | null;
}): AuditProof {
  const sealRecord = AuditSeal.fromDatabaseJson(seal) as AuditSeal;
  const entryRecord = AuditEntry.fromDatabaseJson(entry) as AuditEntry;
  // Times in JSON are strings.
  entryRecord.occurredAt = new Date(entryRecord.occurredAt);
  const previous = before ?? (sealRecord.seq === 1 ? { seq: 0, hash: GENESIS } : undefined);
  const { seq, prevHash, hash, contentHash, salt } = sealRecord;
  return {
    ...{ seq, prevHash, hash, contentHash, salt },
    canonical: canonicalEntry(entryRecord, seq, contentHash),
    verified: previous !== undefined && faultOf(entryRecord, sealRecord, previous) === undefined,
  };
}
