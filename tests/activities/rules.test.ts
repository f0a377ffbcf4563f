// The rules of activities: the status that fits a time, and what counts as a meaningful touch.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ActivityStatus, ActivityType } from '../../src/domains/activities/model.ts';
import {
  assertStatusFitsTime,
  defaultStatus,
  isInteraction,
  isTouch,
  type TouchAttributes,
} from '../../src/domains/activities/rules.ts';

const NOW = new Date('2026-06-01T12:00:00.000Z');
const TYPES: ActivityType[] = [
  'note',
  'call',
  'email',
  'message',
  'meeting',
  'event',
  'task',
  'stage_change',
  'field_change',
  'merge',
  'room',
  'campaign',
  'outcome',
  'system',
];
const STATUSES: (ActivityStatus | null)[] = [null, 'planned', 'held', 'cancelled', 'no_show'];

const happening: fc.Arbitrary<TouchAttributes> = fc.record({
  type: fc.constantFrom(...TYPES),
  source: fc.constantFrom('user', 'service', 'system', 'visitor'),
  channel: fc.constantFrom(
    null,
    'email',
    'phone',
    'sms',
    'chat',
    'social',
    'letter',
    'video',
    'in_person',
    'room',
  ),
  direction: fc.constantFrom(null, 'inbound', 'outbound', 'internal'),
  status: fc.constantFrom(...STATUSES),
  meaningfulOverride: fc.constantFrom(null, true, false),
});

function activityWith(overrides: Partial<TouchAttributes>): TouchAttributes {
  return {
    type: 'note',
    source: 'user',
    channel: null,
    direction: null,
    status: null,
    meaningfulOverride: null,
    ...overrides,
  };
}

describe('a meaningful touch', () => {
  it.each<[string, Partial<TouchAttributes>]>([
    ['a call that was held', { type: 'call', status: 'held' }],
    ['a meeting that was held', { type: 'meeting', status: 'held' }],
    ['a video event that was held', { type: 'event', channel: 'video', status: 'held' }],
    ['an event in person that was held', { type: 'event', channel: 'in_person', status: 'held' }],
    ['an inbound email', { type: 'email', direction: 'inbound' }],
    ['an inbound message', { type: 'message', channel: 'sms', direction: 'inbound' }],
    ['a comment of a visitor in a room', { type: 'room', source: 'visitor' }],
    ['a note that a person marks as meaningful', { type: 'note', meaningfulOverride: true }],
  ])('is %s', (_, overrides) => {
    expect(isTouch(activityWith(overrides))).toBe(true);
    expect(isInteraction(activityWith(overrides))).toBe(true);
  });

  it.each<[string, Partial<TouchAttributes>]>([
    ['a note', { type: 'note' }],
    ['a task', { type: 'task', status: 'held' }],
    ['a stage change', { type: 'stage_change', source: 'system' }],
    ['an activity that the system wrote', { type: 'system', source: 'system' }],
    ['a campaign', { type: 'campaign', direction: 'inbound' }],
    ['a call that nobody answered', { type: 'call', status: 'no_show' }],
    ['a planned meeting', { type: 'meeting', status: 'planned' }],
    ['a cancelled meeting', { type: 'meeting', status: 'cancelled' }],
    ['a held event that was neither by video nor in person', { type: 'event', status: 'held' }],
    ['an outbound email', { type: 'email', direction: 'outbound' }],
    ['an internal message', { type: 'message', direction: 'internal' }],
    ['a room that a user published', { type: 'room', source: 'user' }],
    [
      'a meeting that a person marks as not meaningful',
      { type: 'meeting', status: 'held', meaningfulOverride: false },
    ],
  ])('is not %s', (_, overrides) => expect(isTouch(activityWith(overrides))).toBe(false));

  it('follows the override of a person, and is always an interaction', () => {
    fc.assert(
      fc.property(happening, (activity) => {
        if (activity.meaningfulOverride !== null) expect(isTouch(activity)).toBe(activity.meaningfulOverride);
        if (isTouch(activity)) expect(isInteraction(activity)).toBe(true);
      }),
    );
  });
});

describe('the default status', () => {
  it.each<[ActivityType, string, ActivityStatus | null]>([
    ['meeting', '2026-06-01T11:00:00.000Z', 'held'],
    ['call', '2026-06-01T12:04:00.000Z', 'held'],
    ['event', '2026-06-01T12:06:00.000Z', 'planned'],
    ['email', '2026-06-01T11:00:00.000Z', null],
    ['task', '2026-06-02T11:00:00.000Z', 'planned'],
  ])('of a %s at %s is %s', (type, at, status) =>
    expect(defaultStatus(type, new Date(at), NOW)).toBe(status),
  );

  it('always fits the time of the activity', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TYPES), fc.date({ noInvalidDate: true }), (type, at) =>
        assertStatusFitsTime(defaultStatus(type, at, NOW), at, NOW),
      ),
    );
  });
});

it('an activity in the future can be planned or cancelled only', () => {
  const future = new Date('2026-06-02T00:00:00.000Z');
  for (const status of ['held', 'no_show', null] as const)
    expect(() => assertStatusFitsTime(status, future, NOW)).toThrow('planned or cancelled');
  for (const status of ['planned', 'cancelled'] as const) assertStatusFitsTime(status, future, NOW);
});
