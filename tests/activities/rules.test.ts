// The rules of activities: which status fits which time, and what counts as a meaningful touch.
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

function of(given: Partial<TouchAttributes>): TouchAttributes {
  return {
    type: 'note',
    source: 'user',
    channel: null,
    direction: null,
    status: null,
    meaningfulOverride: null,
    ...given,
  };
}

describe('a meaningful touch', () => {
  it.each<[string, Partial<TouchAttributes>]>([
    ['a call that was held', { type: 'call', status: 'held' }],
    ['a meeting that was held', { type: 'meeting', status: 'held' }],
    ['a video event that was held', { type: 'event', channel: 'video', status: 'held' }],
    ['an event in person that was held', { type: 'event', channel: 'in_person', status: 'held' }],
    ['an email from them', { type: 'email', direction: 'inbound' }],
    ['a message from them', { type: 'message', channel: 'sms', direction: 'inbound' }],
    ['a comment in a room', { type: 'room', source: 'visitor' }],
    ['a note that a person says is one', { type: 'note', meaningfulOverride: true }],
  ])('is %s', (_, given) => {
    expect(isTouch(of(given))).toBe(true);
    expect(isInteraction(of(given))).toBe(true);
  });

  it.each<[string, Partial<TouchAttributes>]>([
    ['a note', { type: 'note' }],
    ['a task', { type: 'task', status: 'held' }],
    ['a change of stage', { type: 'stage_change', source: 'system' }],
    ['a line of the system', { type: 'system', source: 'system' }],
    ['a campaign', { type: 'campaign', direction: 'inbound' }],
    ['a call that nobody answered', { type: 'call', status: 'no_show' }],
    ['a meeting that is planned', { type: 'meeting', status: 'planned' }],
    ['a meeting that was cancelled', { type: 'meeting', status: 'cancelled' }],
    ['a fair that was held', { type: 'event', status: 'held' }],
    ['an email of ours', { type: 'email', direction: 'outbound' }],
    ['a message among ourselves', { type: 'message', direction: 'internal' }],
    ['a room that we published', { type: 'room', source: 'user' }],
    ['a meeting that a person says is none', { type: 'meeting', status: 'held', meaningfulOverride: false }],
  ])('is not %s', (_, given) => expect(isTouch(of(given))).toBe(false));

  it('is what a person says, and always an interaction', () => {
    fc.assert(
      fc.property(happening, (one) => {
        if (one.meaningfulOverride !== null) expect(isTouch(one)).toBe(one.meaningfulOverride);
        if (isTouch(one)) expect(isInteraction(one)).toBe(true);
      }),
    );
  });
});

describe('the status that nobody says', () => {
  it.each<[ActivityType, string, ActivityStatus | null]>([
    ['meeting', '2026-06-01T11:00:00.000Z', 'held'],
    ['call', '2026-06-01T12:04:00.000Z', 'held'],
    ['event', '2026-06-01T12:06:00.000Z', 'planned'],
    ['email', '2026-06-01T11:00:00.000Z', null],
    ['task', '2026-06-02T11:00:00.000Z', 'planned'],
  ])('of a %s at %s is %s', (type, at, status) =>
    expect(defaultStatus(type, new Date(at), NOW)).toBe(status),
  );

  it('fits its time, whatever the type and the time', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TYPES), fc.date({ noInvalidDate: true }), (type, at) =>
        assertStatusFitsTime(defaultStatus(type, at, NOW), at, NOW),
      ),
    );
  });
});

it('what is held or missed does not lie ahead', () => {
  const ahead = new Date('2026-06-02T00:00:00.000Z');
  for (const status of ['held', 'no_show', null] as const)
    expect(() => assertStatusFitsTime(status, ahead, NOW)).toThrow('planned or cancelled');
  for (const status of ['planned', 'cancelled'] as const) assertStatusFitsTime(status, ahead, NOW);
});
