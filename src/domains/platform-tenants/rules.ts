// The states of a workspace, and which of them follow each other (platform.md §10).
import { fail } from '../../errors.ts';
import type { TenantState } from './model.ts';

const NEXT: Record<TenantState, readonly TenantState[]> = {
  active: ['suspended', 'pending_deletion'],
  suspended: ['active', 'pending_deletion'],
  pending_deletion: ['active', 'suspended', 'deleted'],
  deleted: [],
};

export const DELETION_MS = 30 * 86_400_000;

/** Refuses a change of state. @throws INVALID_STATE_TRANSITION unless the workspace is in one of the states */
export function assertState(from: TenantState, states: readonly TenantState[], to: TenantState): void {
  if (states.includes(from)) return;
  fail(
    'INVALID_STATE_TRANSITION',
    `The workspace is ${from}; this needs one that is ${states.join(' or ')}.`,
    {
      details: { from, to, allowed: NEXT[from] },
    },
  );
}
