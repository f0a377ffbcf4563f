// Evidence: what happened to an envelope, in a chain of hashes.
import type { TenantContext } from '../../context.ts';
import { actorOf } from '../../db/actor.ts';
import { canonicalJson } from '../../operations/canonical.ts';
import { EnvelopeEvent } from './model.ts';
import { chainHash, FIRST_HASH } from './rules.ts';

export type EvidenceType =
  | 'created'
  | 'sent'
  | 'email_delivered'
  | 'email_bounced'
  | 'viewed'
  | 'authenticated'
  | 'auth_failed'
  | 'consented'
  | 'field_filled'
  | 'signed'
  | 'approved'
  | 'declined'
  | 'corrected'
  | 'reminded'
  | 'extended'
  | 'voided'
  | 'expired'
  | 'completed'
  | 'provider_event'
  | 'downloaded';

/** An event to be added. */
export interface NewEvidence {
  type: EvidenceType;
  recipientId?: string | null;
  data?: Record<string, unknown>;
}

/** What is hashed of an event. */
export interface CanonicalEvent {
  seq: number;
  type: string;
  at: string;
  actor: { type: string; id: string | null; label: string };
  ip: string | null;
  user_agent: string | null;
  data: Record<string, unknown>;
}

/** Adds events to the chain of an envelope, whose row the caller has locked. @returns the hash of the last one */
export async function addEvidence(
  ctx: TenantContext,
  envelopeId: string,
  events: readonly NewEvidence[],
): Promise<string> {
  const { tx, tenantId, now } = ctx;
  const [last] = await tx.rows<{ seq: number; hash: string }>(
    'select seq, hash from envelope_events where tenant_id = $1 and envelope_id = $2 order by seq desc limit 1',
    [tenantId, envelopeId],
  );
  let { seq, hash } = last ?? { seq: 0, hash: FIRST_HASH };
  const { type: kind, id, label } = actorOf(ctx.principal);
  const rows: unknown[][] = [];
  for (const { type, recipientId = null, data = {} } of events) {
    seq += 1;
    const actor = { type: kind, id: kind === 'visitor' ? recipientId : id, label };
    const canonical = canonicalJson({
      ...{ seq, type, at: now.toISOString(), actor, ip: ctx.ip ?? null, user_agent: ctx.userAgent ?? null },
      data: { ...(recipientId && { recipient_id: recipientId }), ...data },
    });
    const next = chainHash(hash, canonical);
    rows.push([seq, type, recipientId, canonical, hash, next]);
    hash = next;
  }
  const column = (index: number) => rows.map((row) => row[index]);
  await tx.rows(
    `insert into envelope_events (tenant_id, envelope_id, seq, type, at, recipient_id, canonical, prev_hash, hash)
     select $1, $2, e.seq, e.type, $3, e.recipient_id, e.canonical, e.prev_hash, e.hash
     from unnest($4::int[], $5::text[], $6::uuid[], $7::text[], $8::text[], $9::text[])
       as e(seq, type, recipient_id, canonical, prev_hash, hash)`,
    [tenantId, envelopeId, now, ...[0, 1, 2, 3, 4, 5].map(column)],
  );
  return hash;
}

/** Returns the events of an envelope in order. */
export function evidenceOf(ctx: TenantContext, envelopeId: string): Promise<EnvelopeEvent[]> {
  return EnvelopeEvent.of(ctx).where({ envelopeId }).orderBy('seq') as unknown as Promise<EnvelopeEvent[]>;
}
