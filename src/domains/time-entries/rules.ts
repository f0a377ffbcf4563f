// Pure rules of time entries: the steps of their approval and the minutes of a timer.
import { fail, invalid } from '../../errors.ts';
import type { TimeEntryStatus } from './model.ts';

/** The most minutes that a timer runs; then it is stopped. */
export const MAX_TIMER_MINUTES = 720;
/** The most minutes of a person on a day. */
export const MAX_DAY_MINUTES = 1440;

/** The states that each state may become; approving and rejecting need time_entries.approve. */
const NEXT: Readonly<Record<TimeEntryStatus, readonly TimeEntryStatus[]>> = {
  draft: ['submitted', 'approved'],
  submitted: ['draft', 'approved', 'rejected'],
  rejected: ['draft'],
  approved: ['draft'],
  invoiced: [],
};

/** Returns whether a step needs the permission time_entries.approve. */
export function isDecision(from: TimeEntryStatus, to: TimeEntryStatus): boolean {
  return to === 'approved' || to === 'rejected' || from === 'approved';
}

/**
 * Checks a step of the approval.
 * @returns the trimmed reason, or null
 * @throws VALIDATION_ERROR for a missing reason; INVALID_STATE_TRANSITION
 */
export function assertStep(
  from: TimeEntryStatus,
  to: TimeEntryStatus,
  reason: string | null | undefined,
): string | null {
  const text = reason?.trim() || null;
  if (to === 'rejected' && !text)
    throw invalid('reason', 'required', 'Give the reason for rejecting the time.');
  if (!NEXT[from].includes(to))
    fail('INVALID_STATE_TRANSITION', `A time entry cannot change from ${from} to ${to}.`, {
      details: { from, to, allowed: NEXT[from] },
    });
  if (from === 'approved' && !text)
    throw invalid('reason', 'required', 'Give the reason why the time is approved no longer.');
  return text;
}

/** Returns the minutes of a timer, at least one, and whether it ran too long. */
export function timerMinutes(startedAt: Date, now: Date): { minutes: number; autoStopped: boolean } {
  const elapsed = (now.getTime() - startedAt.getTime()) / 60_000;
  return {
    minutes: Math.min(MAX_TIMER_MINUTES, Math.max(1, Math.ceil(elapsed))),
    autoStopped: elapsed >= MAX_TIMER_MINUTES,
  };
}
