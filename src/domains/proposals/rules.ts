// Pure rules of proposals: states, staleness, previews (platform.md section 7).
import { ServiceError } from '../../errors.ts';

export type ProposalState = 'queued' | 'approved' | 'rejected' | 'cancelled' | 'expired';

/** The change of a field: its current value and the value after the call. */
export interface PreviewLine {
  field: string;
  from: unknown;
  to: unknown;
}

type WireRecord = Record<string, unknown>;

/** Fields that change with every write and are left out of previews. */
const IGNORED_FIELDS = new Set(['id', 'version', 'updated_at', 'updated_by', 'created_at', 'created_by']);
const MAX_LINES = 50;

/**
 * Refuses a decision on a proposal that is not queued. A proposal past its expiry counts as expired even before the job
 * has stored that.
 * @throws PROPOSAL_NOT_QUEUED
 */
export function assertQueued(
  { state, expiresAt }: { state: ProposalState; expiresAt: Date },
  now: Date,
): void {
  const effectiveState = state === 'queued' && expiresAt <= now ? 'expired' : state;
  if (effectiveState !== 'queued')
    throw new ServiceError('PROPOSAL_NOT_QUEUED', undefined, { details: { state: effectiveState } });
}

/** Refuses a decision based on other arguments or another version of the target. @throws PROPOSAL_STALE */
export function assertSeen(
  proposal: { argumentsHash: string; targetVersion: number | null },
  seen: { argumentsHash: string; targetVersion?: number | null },
): void {
  if (seen.argumentsHash !== proposal.argumentsHash) throw stale('arguments_hash', {});
  if ((seen.targetVersion ?? null) !== proposal.targetVersion)
    throw stale('target_version', { target_version: proposal.targetVersion });
}

/** Returns the error PROPOSAL_STALE. @param reason what differs from the proposal or from what the decider has seen */
export function stale(reason: 'arguments_hash' | 'target_version', details: object): ServiceError {
  return new ServiceError('PROPOSAL_STALE', undefined, { details: { reason, ...details } });
}

/**
 * Returns the fields that the call changes on its target, and the arguments that are no fields of it, such as the gates of a
 * link to a room; for a call without a readable target, its arguments.
 */
export function previewOf(
  before: WireRecord | undefined,
  after: WireRecord | null | undefined,
  args: WireRecord,
  now: Date,
): PreviewLine[] {
  if (before && after === null) return [{ field: 'deleted_at', from: null, to: now.toISOString() }];
  if (before && after) {
    const changed = Object.keys(after).filter(
      (field) => !IGNORED_FIELDS.has(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
    );
    // A part of the target may have fields of the same name, such as the title of an item in a room.
    const isShown = (name: string) =>
      name in after && (changed.includes(name) || JSON.stringify(after[name]) === JSON.stringify(args[name]));
    const others = Object.keys(args).filter((name) => !isShown(name) && name !== 'expected_version');
    return [
      ...changed.map((field) => ({ field, from: before[field] ?? null, to: after[field] ?? null })),
      ...others.map((field) => ({ field, from: null, to: args[field] })),
    ].slice(0, MAX_LINES);
  }
  return Object.entries(args)
    .map(([field, to]) => ({ field, from: null, to }))
    .slice(0, MAX_LINES);
}
