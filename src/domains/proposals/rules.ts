// What holds for proposals, without looking anything up (platform.md section 7).
import { ServiceError } from '../../errors.ts';

export type ProposalState = 'queued' | 'approved' | 'rejected' | 'cancelled' | 'expired';

/** What a field is now, and what it would be. */
export interface PreviewLine {
  field: string;
  from: unknown;
  to: unknown;
}

type WireRecord = Record<string, unknown>;

/** Members that change with every write and say nothing of it. */
const SILENT = new Set(['id', 'version', 'updated_at', 'updated_by', 'created_at', 'created_by']);
const MAX_LINES = 50;

/**
 * Refuses a decision on a proposal that does not wait any more; one that is past its time counts as expired, whether or
 * not that has been written yet.
 * @throws PROPOSAL_NOT_QUEUED
 */
export function assertQueued(
  { state, expiresAt }: { state: ProposalState; expiresAt: Date },
  now: Date,
): void {
  const told = state === 'queued' && expiresAt <= now ? 'expired' : state;
  if (told !== 'queued')
    throw new ServiceError('PROPOSAL_NOT_QUEUED', undefined, { details: { state: told } });
}

/** What the decider has seen must be what there is. @throws PROPOSAL_STALE */
export function assertSeen(
  proposal: { argumentsHash: string; targetVersion: number | null },
  seen: { argumentsHash: string; targetVersion?: number | null },
): void {
  if (seen.argumentsHash !== proposal.argumentsHash) throw stale('arguments_hash', {});
  if ((seen.targetVersion ?? null) !== proposal.targetVersion)
    throw stale('target_version', { target_version: proposal.targetVersion });
}

/** @param reason what differs from what the decider has seen, or from what was proposed */
export function stale(reason: 'arguments_hash' | 'target_version', details: object): ServiceError {
  return new ServiceError('PROPOSAL_STALE', undefined, { details: { reason, ...details } });
}

/** The fields in which a record differs after the call; for a call that shows no record, its arguments. */
export function previewOf(
  before: WireRecord | undefined,
  after: WireRecord | null | undefined,
  given: WireRecord,
  now: Date,
): PreviewLine[] {
  if (before && after === null) return [{ field: 'deleted_at', from: null, to: now.toISOString() }];
  if (before && after) {
    const changed = Object.keys(after).filter(
      (field) => !SILENT.has(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
    );
    return changed
      .map((field) => ({ field, from: before[field] ?? null, to: after[field] ?? null }))
      .slice(0, MAX_LINES);
  }
  return Object.entries(given)
    .map(([field, to]) => ({ field, from: null, to }))
    .slice(0, MAX_LINES);
}
