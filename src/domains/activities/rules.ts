// Rules of activities, pure: which state fits which time, and what counts as a meaningful touch (crm.md sections 5, 13).
import { invalid } from '../../errors.ts';
import type { ActivityStatus, ActivityType } from './model.ts';

/** Clocks of callers differ by as much as this from ours, as for logged communications (crm.md section 8). */
const CLOCK_SKEW_MS = 5 * 60_000;

/** What takes place at a time, and so is planned before it and held after it. */
const MEETINGS: readonly ActivityType[] = ['call', 'meeting', 'event'];
/** What passes between us and a record; notes, tasks and changes of fields do not. */
const INTERACTIONS: readonly ActivityType[] = ['call', 'email', 'message', 'meeting', 'event', 'room'];
const FACE_TO_FACE: readonly unknown[] = ['video', 'in_person'];

/** What the rules look at. */
export interface Happening {
  type: ActivityType;
  source: string;
  channel: string | null;
  direction: string | null;
  status: ActivityStatus | null;
  meaningfulOverride: boolean | null;
}

/** The status of an activity whose writer says none: planned before its time; held after it, where it takes place. */
export function statusAt(type: ActivityType, occurredAt: Date, now: Date): ActivityStatus | null {
  if (isAhead(occurredAt, now)) return 'planned';
  return MEETINGS.includes(type) ? 'held' : null;
}

/** Refuses what has happened in the future. @throws VALIDATION_ERROR in_future */
export function assertTimely(status: ActivityStatus | null, occurredAt: Date, now: Date): void {
  if (!isAhead(occurredAt, now) || status === 'planned' || status === 'cancelled') return;
  throw invalid(
    'status',
    'in_future',
    'What lies ahead is planned or cancelled; give such a status, or a time that has passed.',
  );
}

function isAhead(occurredAt: Date, now: Date): boolean {
  return occurredAt.getTime() > now.getTime() + CLOCK_SKEW_MS;
}

/**
 * Whether it counts as a meaningful touch once its time has come (crm.md section 5): a call that was held, a meeting or
 * an event face to face that was held, a message from them, a comment in a room. What a person says of it wins.
 */
export function isTouch(activity: Happening): boolean {
  // What we say among ourselves never is, whatever its kind.
  return activity.meaningfulOverride ?? (activity.direction !== 'internal' && countsAsTouch(activity));
}

function countsAsTouch({ type, source, channel, direction, status }: Happening): boolean {
  switch (type) {
    case 'call':
    case 'meeting':
      return status === 'held';
    case 'event':
      return status === 'held' && FACE_TO_FACE.includes(channel);
    case 'email':
    case 'message':
      return direction === 'inbound' && (status === null || status === 'held');
    case 'room':
      return source === 'visitor';
    default:
      return false;
  }
}

/** Whether it is something between us and the records that it names, rather than a line about them. */
export function isInteraction(activity: Happening): boolean {
  return isTouch(activity) || (activity.source !== 'system' && INTERACTIONS.includes(activity.type));
}

/** Text without the space around it. @throws VALIDATION_ERROR required, where nothing is left */
export function readLine(text: string | null | undefined, path: string, message: string): string {
  const line = text?.trim();
  if (!line) throw invalid(path, 'required', message);
  return line;
}
