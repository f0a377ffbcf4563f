// Pure rules of outreach: the sending window, and what a sequence lacks.
import { fail, invalid } from '../../errors.ts';
import type { OutreachSequence, SendingWindow, Step } from './model.ts';

export const DEFAULT_WINDOW: SendingWindow = { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00', timeZone: null };

const HOUR_MS = 3_600_000;

/** Returns the minute of the week at an instant in a zone: the day, 1 = Monday, and the time of the day. */
function localTime(at: Date, timeZone: string): { day: number; time: string } {
  const text = at.toLocaleString('sv', { timeZone });
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDay() || 7;
  return { day, time: text.slice(11, 16) };
}

/** Returns whether messages may leave at an instant. */
export function isWithin({ days, from, until }: SendingWindow, at: Date, timeZone: string): boolean {
  const { day, time } = localTime(at, timeZone);
  return days.includes(day) && time >= from && time < until;
}

/** Returns the first time, from an instant on, at which messages may leave; checked by quarters of an hour. */
export function nextWithin(window: SendingWindow, at: Date, timeZone: string): Date {
  if (isWithin(window, at, timeZone)) return at;
  const quarter = HOUR_MS / 4;
  const start = Math.ceil(at.getTime() / quarter) * quarter;
  for (let step = 0; step < 15 * 24 * 4; step += 1) {
    const next = new Date(start + step * quarter);
    if (isWithin(window, next, timeZone)) return next;
  }
  // A window shorter than a quarter of an hour is looked for minute by minute, by the job itself.
  return new Date(at.getTime() + quarter);
}

/** Throws if a window ends before it begins. @throws VALIDATION_ERROR invalid_range */
export function assertWindow({ days, from, until }: SendingWindow): void {
  if (days.some((day) => day < 1 || day > 7) || new Set(days).size !== days.length)
    throw invalid('sending_window.days', 'range', 'Give days from 1 (Monday) to 7 (Sunday), each once.');
  if (until <= from) throw invalid('sending_window.until', 'invalid_range', 'until must be after from.');
}

/** Returns what a sequence lacks to be started. */
export function missingParts({ steps }: Pick<OutreachSequence, 'steps'>): string[] {
  return steps.length ? [] : ['steps'];
}

/** Returns whether a sequence sends mail. */
export function hasEmail(steps: readonly Pick<Step, 'kind'>[]): boolean {
  return steps.some(({ kind }) => kind === 'email');
}

/** Throws if an active sequence would change more than its name and description. @throws CONFLICT sequence_active */
export function assertEditable(status: OutreachSequence['status'], members: readonly string[]): void {
  if (status !== 'active' || members.every((name) => name === 'name' || name === 'description')) return;
  fail('CONFLICT', 'Pause the sequence before you change more than its name and description.', {
    details: { reason: 'sequence_active' },
  });
}
