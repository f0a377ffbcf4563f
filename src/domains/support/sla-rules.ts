// The clocks of a ticket, computed from its own history (delivery.md section 7). Pure: the time is passed in.
import type { BusinessClock } from './business-hours.ts';

export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
export type TicketPriority = (typeof PRIORITIES)[number];
export type TicketStatus = 'new' | 'open' | 'pending' | 'on_hold' | 'resolved' | 'closed';
export type ClockName = 'first_response' | 'next_response' | 'resolution';
export type SlaState = 'ok' | 'at_risk' | 'breached' | 'paused' | 'met';

/** How long each answer and the resolution may take, in minutes of business time. */
export interface SlaTarget {
  priority: TicketPriority;
  firstResponseMinutes: number;
  nextResponseMinutes: number;
  resolutionMinutes: number;
}

export const DEFAULT_TARGETS: readonly SlaTarget[] = (
  [
    ['urgent', 1, 4],
    ['high', 4, 8],
    ['normal', 8, 24],
    ['low', 24, 72],
  ] as const
).map(([priority, response, resolution]) => ({
  priority,
  firstResponseMinutes: response * 60,
  nextResponseMinutes: response * 60,
  resolutionMinutes: resolution * 60,
}));

/** The part of a target after which a clock is at risk. */
const AT_RISK = 0.8;
const MINUTE_MS = 60_000;

/** Since when a ticket has had a status. */
export interface TicketState {
  status: TicketStatus;
  at: Date;
}

/** What the clocks follow from. */
export interface TicketHistory {
  createdAt: Date;
  /** In order; the first one is that of its creation. */
  states: readonly TicketState[];
  firstRespondedAt: Date | null;
  /** Since when the requester has waited for the next answer; null while nobody waits. */
  waitingSince: Date | null;
  isMerged: boolean;
}

/** A clock: when it is at risk and when its target ends; null while it is paused and neither has passed. */
export interface SlaClock {
  name: ClockName;
  riskAt: Date | null;
  dueAt: Date | null;
  isRunning: boolean;
}

const OVER: ReadonlySet<TicketStatus> = new Set(['resolved', 'closed']);
/** The statuses in which each clock stands still. */
const PAUSES: Record<ClockName, ReadonlySet<TicketStatus>> = {
  first_response: OVER,
  next_response: new Set(['pending', 'resolved', 'closed']),
  resolution: new Set(['pending', 'on_hold', 'resolved', 'closed']),
};

/** Returns the clocks of a ticket; one that has not started is left out. */
export function clocksOf(history: TicketHistory, target: SlaTarget, clock: BusinessClock): SlaClock[] {
  const { createdAt, states, firstRespondedAt, waitingSince, isMerged } = history;
  const isOver = isMerged || OVER.has(states.at(-1)!.status);
  const make = (name: ClockName, since: Date, minutes: number, isRunning: boolean): SlaClock => {
    const end = (part: number) => endOf(since, states, PAUSES[name], minutes * MINUTE_MS * part, clock);
    return { name, riskAt: end(AT_RISK), dueAt: end(1), isRunning };
  };
  return [
    make('first_response', createdAt, target.firstResponseMinutes, !isOver && firstRespondedAt === null),
    ...(waitingSince && firstRespondedAt
      ? [make('next_response', waitingSince, target.nextResponseMinutes, !isOver)]
      : []),
    make('resolution', createdAt, target.resolutionMinutes, !isOver),
  ];
}

/**
 * Returns when so much business time has passed since an instant, without the time in statuses that pause it.
 * @returns null if it is paused before so much has passed
 */
export function endOf(
  since: Date,
  states: readonly TicketState[],
  pauses: ReadonlySet<TicketStatus>,
  duration: number,
  clock: BusinessClock,
): Date | null {
  let left = duration;
  for (const [index, { status, at }] of states.entries()) {
    const start = at > since ? at : since;
    const end = states[index + 1]?.at;
    if (pauses.has(status) || (end && end <= start)) continue;
    if (!end) return clock.add(start, left);
    const passed = clock.between(start, end);
    if (passed >= left) return clock.add(start, left);
    left -= passed;
  }
  return null;
}

/** What is stored of the clocks of a ticket. */
export interface StoredClocks {
  firstResponseDueAt: Date | null;
  nextResponseDueAt: Date | null;
  resolutionDueAt: Date | null;
  riskAt: Date | null;
  breachAt: Date | null;
  slaWarned: string[];
  slaCheckAt: Date | null;
}

/** Returns what is stored of clocks. @param given the warnings that were given; those that no longer hold are dropped */
export function storedClocks(clocks: readonly SlaClock[], given: readonly string[], now: Date): StoredClocks {
  const due = (name: ClockName) => clocks.find((one) => one.name === name)?.dueAt ?? null;
  const running = clocks.filter(({ isRunning }) => isRunning);
  const held = warningsOf(running, now);
  const slaWarned = given.filter((warning) => held.includes(warning));
  const moments = running.flatMap(({ name, riskAt, dueAt }) => [
    ...(riskAt && !slaWarned.includes(`${name}:at_risk`) && !slaWarned.includes(`${name}:breached`)
      ? [riskAt]
      : []),
    ...(dueAt && !slaWarned.includes(`${name}:breached`) ? [dueAt] : []),
  ]);
  return {
    firstResponseDueAt: due('first_response'),
    nextResponseDueAt: due('next_response'),
    resolutionDueAt: due('resolution'),
    riskAt: earliest(running.map(({ riskAt }) => riskAt)),
    breachAt: earliest(running.map(({ dueAt }) => dueAt)),
    slaWarned,
    slaCheckAt: earliest(moments),
  };
}

/** Returns the warnings that running clocks give now: `resolution:at_risk`. */
export function warningsOf(clocks: readonly SlaClock[], now: Date): string[] {
  return clocks
    .filter(({ isRunning }) => isRunning)
    .flatMap(({ name, riskAt, dueAt }) => [
      ...(riskAt && riskAt <= now ? [`${name}:at_risk`] : []),
      ...(dueAt && dueAt <= now ? [`${name}:breached`] : []),
    ]);
}

/** Returns the clocks whose target has passed. */
export function missedClocks(clocks: readonly SlaClock[], now: Date): ClockName[] {
  return clocks.filter(({ isRunning, dueAt }) => isRunning && dueAt && dueAt <= now).map(({ name }) => name);
}

/** Returns the state of the service level of a ticket. */
export function slaState(
  ticket: {
    status: TicketStatus;
    slaResult: 'met' | 'breached' | null;
    riskAt: Date | null;
    breachAt: Date | null;
  },
  now: Date,
): SlaState {
  if (ticket.slaResult) return ticket.slaResult;
  if (ticket.breachAt && new Date(ticket.breachAt) <= now) return 'breached';
  if (ticket.riskAt && new Date(ticket.riskAt) <= now) return 'at_risk';
  return ticket.status === 'pending' || ticket.status === 'on_hold' || ticket.status === 'closed'
    ? 'paused'
    : 'ok';
}

function earliest(times: readonly (Date | null)[]): Date | null {
  const given = times.filter((time) => time !== null);
  return given.length ? new Date(Math.min(...given.map(Number))) : null;
}
