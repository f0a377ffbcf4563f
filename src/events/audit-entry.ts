// The audit entries of requests that change nothing, as rows.
import { v7 as uuid } from 'uuid';
import type { Risk } from '../access/access.ts';
import type { AccessContext } from '../access/context.ts';
import { MAX_REASON } from '../access/operators.ts';
import { type ActorRecord, auditActorOf, type Principal } from '../access/principal.ts';

/** The caller of a request. */
export type Caller = Pick<
  AccessContext,
  'principal' | 'surface' | 'requestId' | 'ip' | 'userAgent' | 'operatorReason'
>;

/** The row of an entry; its workspace is given when it is inserted. */
export interface Entry {
  id: string;
  occurred_at: Date;
  actor: ActorRecord;
  actor_id: string | null;
  action: string;
  operation: string | null;
  surface: string;
  target_type: string | null;
  target_id: string | null;
  outcome: 'success' | 'denied' | 'failed';
  error_code: string | null;
  occurrences: number;
  changes: { field: string; from: null; to: string }[];
  risk: Risk | null;
  request_id: string;
  ip: string | null;
  user_agent: string | null;
}

/** Inserts the entries in $2, as JSON, into the audit of the workspace $1. */
export const INSERT = `
  insert into audit_entries (tenant_id, id, occurred_at, actor, actor_id, action, operation, surface, target_type, target_id,
    outcome, error_code, occurrences, changes, risk, request_id, ip, user_agent)
  select $1, id, occurred_at, actor, actor_id, action, operation, surface, target_type, target_id,
    outcome, error_code, occurrences, changes, risk, request_id, ip, user_agent
  from jsonb_to_recordset($2) as entry(id uuid, occurred_at timestamptz, actor jsonb, actor_id uuid, action text,
    operation text, surface text, target_type text, target_id uuid, outcome text, error_code text, occurrences int,
    changes jsonb, risk text, request_id text, ip inet, user_agent text)`;

/** Returns the entry of a call that succeeded and has no target; callers set what differs. */
export function entryOf(
  { surface, requestId, ip, userAgent, operatorReason }: Caller,
  principal: Principal,
  now: Date,
): Entry {
  const actor = auditActorOf(principal);
  return {
    id: uuid(),
    occurred_at: now,
    actor,
    actor_id: actor.id,
    action: '',
    operation: null,
    surface,
    target_type: null,
    target_id: null,
    outcome: 'success',
    error_code: null,
    occurrences: 1,
    changes:
      principal.operatorRole && operatorReason
        ? [{ field: 'reason', from: null, to: operatorReason.slice(0, MAX_REASON) }]
        : [],
    risk: null,
    request_id: requestId,
    ip: ip ?? null,
    user_agent: userAgent ?? null,
  };
}
