// Pure rules of outreach: when steps are due, and what a sequence may do in its status.
import { fail } from '../../errors.ts';
import type { OutreachSequence, Step } from './model.ts';

const DAY_MS = 24 * 3_600_000;

/** Returns whether a sequence sends mail. */
export function hasEmail(steps: readonly Pick<Step, 'kind'>[]): boolean {
  return steps.some(({ kind }) => kind === 'email');
}

/** Returns when a step is due, counted from another time. */
export function dueAfter(from: Date, { waitDays }: Pick<Step, 'waitDays'>): Date {
  return new Date(from.getTime() + waitDays * DAY_MS);
}

/** Throws unless a sequence has steps. @throws CONFLICT not_ready */
export function assertReady({ steps }: Pick<OutreachSequence, 'steps'>): void {
  if (steps.length) return;
  fail('CONFLICT', 'Give the sequence a step before you activate it.', {
    details: { reason: 'not_ready', missing: ['steps'] },
  });
}

/** Throws if an active sequence would change more than its name and description. @throws CONFLICT sequence_active */
export function assertEditable({ status }: OutreachSequence, patch: object): void {
  if (status !== 'active' || Object.keys(patch).every((name) => name === 'name' || name === 'description'))
    return;
  fail('CONFLICT', 'Pause the sequence before you change more than its name and description.', {
    details: { reason: 'sequence_active' },
  });
}
