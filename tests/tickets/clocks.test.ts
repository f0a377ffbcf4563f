// Business time and the clocks of tickets: properties that hold for all hours and histories, and exact examples.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  BusinessClock,
  type BusinessHours,
  DEFAULT_HOURS,
} from '../../src/domains/support/business-hours.ts';
import {
  clocksOf,
  DEFAULT_TARGETS,
  endOf,
  slaState,
  storedClocks,
  type TicketState,
  type TicketStatus,
} from '../../src/domains/support/sla-rules.ts';
import { WEEKDAYS } from '../../src/domains/working-days.ts';

const HOUR = 3_600_000;
const at = (text: string) => new Date(text);
const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
);
const instants = fc
  .integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 0, 1) })
  .map((ms) => new Date(ms));
const time = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const hours: fc.Arbitrary<BusinessHours | null> = fc.option(
  fc
    .uniqueArray(
      fc.record({ weekday: fc.constantFrom(...WEEKDAYS), from: fc.integer({ min: 0, max: 1100 }) }),
      {
        minLength: 1,
        selector: ({ weekday }) => weekday,
      },
    )
    .map((days) => ({
      periods: days.map(({ weekday, from }) => ({ weekday, from: time(from), until: time(from + 300) })),
      holidays: ['2025-05-01', '2026-01-01'],
    })),
);

describe('business time', () => {
  it('passes in full until the instant that adding it gives', () => {
    fc.assert(
      fc.property(
        hours,
        zones,
        instants,
        fc.integer({ min: 1, max: 200 * HOUR }),
        (given, zone, from, duration) => {
          const clock = new BusinessClock(given, zone);
          const end = clock.add(from, duration);
          expect(clock.between(from, end)).toBe(duration);
          expect(clock.between(from, new Date(end.getTime() - 1))).toBe(duration - 1);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('of two spans in a row is the sum of both', () => {
    fc.assert(
      fc.property(hours, zones, fc.tuple(instants, instants, instants), (given, zone, times) => {
        const [a, b, c] = times.toSorted((x, y) => x.getTime() - y.getTime()) as [Date, Date, Date];
        const clock = new BusinessClock(given, zone);
        const [first, second] = [clock.between(a, b), clock.between(b, c)];
        expect(first + second).toBe(clock.between(a, c));
      }),
      { numRuns: 60 },
    );
  });

  it('counts nine to five of working days in the zone of the workspace, across a change of the clocks', () => {
    const berlin = new BusinessClock(DEFAULT_HOURS, 'Europe/Berlin');
    // Friday 16:00 in summer time to Monday in winter time.
    expect(berlin.add(at('2026-10-23T14:00:00Z'), 2 * HOUR)).toEqual(at('2026-10-26T09:00:00Z'));
    expect(berlin.add(at('2026-10-24T10:00:00Z'), 8 * HOUR)).toEqual(at('2026-10-26T16:00:00Z'));
  });

  it('skips holidays and takes 24:00 as the end of the day', () => {
    const clock = new BusinessClock(
      { periods: [{ weekday: 'thu', from: '22:00', until: '24:00' }], holidays: ['2026-01-01'] },
      'UTC',
    );
    expect(clock.add(at('2026-01-01T00:00:00Z'), 2 * HOUR)).toEqual(at('2026-01-09T00:00:00Z'));
  });
});

describe('the clocks of a ticket', () => {
  const clock = new BusinessClock(null, 'UTC');
  const target = DEFAULT_TARGETS.find(({ priority }) => priority === 'high')!;
  const start = at('2026-03-02T09:00:00Z');
  const later = (count: number) => new Date(start.getTime() + count * HOUR);
  const history = (states: [TicketStatus, number][], others = {}) => ({
    createdAt: start,
    firstRespondedAt: null,
    waitingSince: null,
    isMerged: false,
    states: states.map(([status, count]): TicketState => ({ status, at: later(count) })),
    ...others,
  });
  const dueOf = (given: ReturnType<typeof history>) =>
    Object.fromEntries(clocksOf(given, target, clock).map(({ name, dueAt }) => [name, dueAt]));

  it('start with the ticket and end after the targets of its priority', () => {
    expect(dueOf(history([['new', 0]]))).toEqual({ first_response: later(4), resolution: later(8) });
  });

  it('of the resolution stands still while the ticket is pending or on hold', () => {
    const paused = history([
      ['open', 0],
      ['pending', 2],
    ]);
    expect(dueOf(paused).resolution).toBeNull();
    const resumed = history([
      ['open', 0],
      ['pending', 2],
      ['open', 5],
      ['on_hold', 6],
      ['open', 10],
    ]);
    expect(dueOf(resumed).resolution).toEqual(later(15));
  });

  it('of the next response stands still while pending, but not on hold', () => {
    const waiting = { firstRespondedAt: later(1), waitingSince: later(2) };
    const states = (status: TicketStatus): [TicketStatus, number][] => [
      ['open', 0],
      [status, 3],
      ['open', 4],
    ];
    expect(dueOf(history(states('pending'), waiting)).next_response).toEqual(later(7));
    expect(dueOf(history(states('on_hold'), waiting)).next_response).toEqual(later(6));
  });

  it('are at risk after 80 % and breached after all of the target', () => {
    const stored = storedClocks(clocksOf(history([['new', 0]]), target, clock), [], start);
    const ticket = {
      status: 'new' as const,
      slaResult: null,
      riskAt: stored.riskAt,
      breachAt: stored.breachAt,
    };
    const stateAt = (count: number) => slaState(ticket, later(count));
    expect([0, 3.19, 3.2, 3.99, 4].map(stateAt)).toEqual(['ok', 'ok', 'at_risk', 'at_risk', 'breached']);
  });

  it('end after their target of time without pauses, whatever the history', () => {
    const statuses = fc.constantFrom<TicketStatus>('open', 'pending', 'on_hold', 'resolved');
    fc.assert(
      fc.property(
        hours,
        zones,
        fc.array(fc.tuple(statuses, fc.integer({ min: 1, max: 90 * HOUR })), { maxLength: 8 }),
        fc.integer({ min: 1, max: 60 * HOUR }),
        (given, zone, steps, duration) => {
          const business = new BusinessClock(given, zone);
          let now = start.getTime();
          const states: TicketState[] = [{ status: 'new', at: start }];
          for (const [status, wait] of steps) {
            now += wait;
            states.push({ status, at: new Date(now) });
          }
          const pauses = new Set<TicketStatus>(['pending', 'on_hold', 'resolved']);
          const end = endOf(start, states, pauses, duration, business);
          if (end === null) {
            expect(pauses.has(states.at(-1)!.status)).toBe(true);
            return;
          }
          const ran = states.reduce((sum, { status, at: since }, index) => {
            const until = states[index + 1]?.at ?? end;
            return pauses.has(status) ? sum : sum + business.between(since, until < end ? until : end);
          }, 0);
          expect(ran).toBe(duration);
        },
      ),
      { numRuns: 150 },
    );
  });
});
