// How single entries are proven: with the hash of the entry before, the canonical text gives the entry's own.
import type { TenantContext } from '../../context.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { AuditEntry, AuditSeal } from './model.ts';
import { canonicalEntry, faultOf, GENESIS, type Head } from './rules.ts';

export interface AuditProof extends Pick<AuditSeal, 'seq' | 'prevHash' | 'hash' | 'contentHash' | 'salt'> {
  canonical: string;
  /** Whether the entry is as it was sealed, and follows the one before it. */
  verified: boolean;
}

/** The entry before: sealed, cut off, or none. */
const PROVEN = `
  select s.entry_id as id, to_jsonb(s) as seal, to_jsonb(e) as entry, (
    select to_jsonb(p) from (
      select seq, hash from audit_seals where tenant_id = $1 and seq = s.seq - 1
      union all select seq, hash from audit_anchors where tenant_id = $1 and seq = s.seq - 1 limit 1
    ) as p) as before
  from audit_seals s join audit_entries e on e.tenant_id = s.tenant_id and e.id = s.entry_id
  where s.tenant_id = $1 and s.entry_id = any ($2)`;

/** The proof of an entry, one statement for all that are asked for; null while it is not sealed. */
export function proofOf(ctx: TenantContext, entryId: string): Promise<AuditProof | null> {
  return loaderOf<string, AuditProof | null>(ctx, 'audit_entries.proof', async (ids) => {
    const rows = await ctx.tx.rows<{ id: string; seal: object; entry: object; before: Head | null }>(PROVEN, [
      ctx.tenantId,
      ids,
    ]);
    const proofs = new Map(rows.map(({ id, ...row }) => [id, proof(row)]));
    return ids.map((id) => proofs.get(id) ?? null);
  }).load(entryId);
}

function proof({ seal, entry, before }: { seal: object; entry: object; before: Head | null }): AuditProof {
  const link = AuditSeal.fromDatabaseJson(seal) as AuditSeal;
  const proven = AuditEntry.fromDatabaseJson(entry) as AuditEntry;
  // Times in JSON are texts.
  proven.occurredAt = new Date(proven.occurredAt);
  const former = before ?? (link.seq === 1 ? { seq: 0, hash: GENESIS } : undefined);
  const { seq, prevHash, hash, contentHash, salt } = link;
  return {
    ...{ seq, prevHash, hash, contentHash, salt },
    canonical: canonicalEntry(proven, seq, contentHash),
    verified: former !== undefined && faultOf(proven, link, former) === undefined,
  };
}
