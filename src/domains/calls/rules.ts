// Pure rules of calls: their states, and their line on timelines.
import { fail, invalid } from '../../errors.ts';
import type { Call } from './model.ts';

/** The members that only completing a call sets. */
const OF_COMPLETION = ['outcome', 'durationS', 'nextSteps'];

/** Throws if a change sets what only completing a call sets. @throws VALIDATION_ERROR use_complete */
export function assertNoCompletion(input: Record<string, unknown>): void {
  const name = OF_COMPLETION.find((member) => input[member] !== undefined);
  if (!name) return;
  const wire = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  throw invalid(wire, 'use_complete', `To set ${wire}, complete the call (POST …/complete).`);
}

/** The statuses that may follow a status. */
const NEXT: Record<Call['status'], readonly Call['status'][]> = {
  planned: ['in_progress', 'completed', 'cancelled'],
  in_progress: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

/** Throws unless a call may change its status so. @throws INVALID_STATE_TRANSITION */
export function assertMove(from: Call['status'], to: Call['status']): void {
  if (NEXT[from].includes(to)) return;
  fail('INVALID_STATE_TRANSITION', `A call that is ${from} cannot become ${to}.`, {
    details: { from, to, allowed: NEXT[from] },
  });
}

/** Returns the line of a call on timelines: only a connected one is a touch. */
export function callLine({ subject, direction, status, outcome, startedAt }: Call) {
  const held = outcome === 'connected' ? ('held' as const) : ('no_show' as const);
  const state =
    status === 'completed' ? held : status === 'cancelled' ? ('cancelled' as const) : ('planned' as const);
  return {
    type: 'call' as const,
    subject,
    occurredAt: startedAt,
    channel: 'phone',
    direction,
    status: state,
  };
}
