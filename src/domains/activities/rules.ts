// Pure rules of activities: which status is valid at which time, and what counts as a meaningful touch (crm.md
// sections 5, 13).
import { invalid } from '../../errors.ts';
import type { ActivityStatus, ActivityType } from './model.ts';

/** Tolerated difference between a caller's clock and ours, as for logged communications (crm.md section 8). */
const CLOCK_SKEW_MS = 5 * 60_000;

/** Types that take place at a time: planned before it, held after it. */
const SCHEDULED_TYPES: readonly ActivityType[] = ['call', 'meeting', 'event'];
/** Types that are contact between us and a record; notes, tasks and field changes are not. */
const INTERACTION_TYPES: readonly ActivityType[] = ['call', 'email', 'message', 'meeting', 'event', 'room'];
const FACE_TO_FACE_CHANNELS: readonly unknown[] = ['video', 'in_person'];

/** The attributes of an activity that decide whether it counts. */
export interface TouchAttributes {
  type: ActivityType;
  source: string;
  channel: string | null;
  direction: string | null;
  status: ActivityStatus | null;
  meaningfulOverride: boolean | null;
  /** False for campaigns, automatic replies and the like; a person's override takes precedence. */
  isExchange?: boolean;
}

/**
 * Returns the status of an activity for which none is given: planned before its time; afterwards held, if it takes
 * place at a time.
 */
export function defaultStatus(type: ActivityType, occurredAt: Date, now: Date): ActivityStatus | null {
  if (isFuture(occurredAt, now)) return 'planned';
  return SCHEDULED_TYPES.includes(type) ? 'held' : null;
}

/**
 * Throws if an activity in the future has a status that only a past one can have.
 * @throws VALIDATION_ERROR in_future
 */
export function assertStatusFitsTime(status: ActivityStatus | null, occurredAt: Date, now: Date): void {
  if (!isFuture(occurredAt, now) || status === 'planned' || status === 'cancelled') return;
  throw invalid(
    'status',
    'in_future',
    'An activity in the future must be planned or cancelled; change its status or its time.',
  );
}

function isFuture(occurredAt: Date, now: Date): boolean {
  return occurredAt.getTime() > now.getTime() + CLOCK_SKEW_MS;
}

/**
 * Returns whether an activity counts as a meaningful touch once its time has come (crm.md section 5): a held call or
 * meeting, an event held face to face, an inbound message, a comment by a visitor in a room. A person's override
 * takes precedence.
 */
export function isTouch(activity: TouchAttributes): boolean {
  const { meaningfulOverride, direction, isExchange = true } = activity;
  // Internal communication never counts, whatever its type.
  return meaningfulOverride ?? (isExchange && direction !== 'internal' && countsAsTouch(activity));
}

function countsAsTouch({ type, source, channel, direction, status }: TouchAttributes): boolean {
  switch (type) {
    case 'call':
    case 'meeting':
      return status === 'held';
    case 'event':
      return status === 'held' && FACE_TO_FACE_CHANNELS.includes(channel);
    case 'email':
    case 'message':
      return direction === 'inbound' && (status === null || status === 'held');
    case 'room':
      return source === 'visitor';
    default:
      return false;
  }
}

/** Returns whether an activity is contact with the linked records, rather than a remark about them. */
export function isInteraction(activity: TouchAttributes): boolean {
  const { type, source, isExchange = true } = activity;
  return isTouch(activity) || (isExchange && source !== 'system' && INTERACTION_TYPES.includes(type));
}

/** Returns the trimmed text. @throws VALIDATION_ERROR required, if it is empty */
export function readRequiredText(text: string | null | undefined, path: string, message: string): string {
  const line = text?.trim();
  if (!line) throw invalid(path, 'required', message);
  return line;
}
