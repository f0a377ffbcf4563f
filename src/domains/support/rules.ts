// Pure rules of tickets: their states, and which change leads from one to another (delivery.md section 7).
import { fail } from '../../errors.ts';
import type { TicketStatus } from './sla-rules.ts';

/** A resolved ticket that stays quiet this long is closed. */
export const QUIET_MS = 7 * 86_400_000;
/** How long after its end a message of the requester opens a ticket again; a later one makes a new ticket. */
export const REOPENS_WITHIN_MS = 14 * 86_400_000;

/** The statuses that a person may choose, by the status before. */
const TRANSITIONS: Record<TicketStatus, readonly TicketStatus[]> = {
  new: ['pending', 'on_hold'],
  open: ['pending', 'on_hold', 'resolved'],
  pending: ['open', 'on_hold', 'resolved'],
  on_hold: ['open', 'pending', 'resolved'],
  resolved: ['open', 'closed'],
  closed: [],
};

/** @throws INVALID_STATE_TRANSITION with the statuses that may follow */
export function assertTransition(from: TicketStatus, to: TicketStatus): void {
  if (TRANSITIONS[from].includes(to)) return;
  fail(
    'INVALID_STATE_TRANSITION',
    from === 'new' && (to === 'open' || to === 'resolved')
      ? 'A new ticket opens with its first public reply or when it is assigned.'
      : `A ticket that is ${from} cannot become ${to}.`,
    { details: { from, to, allowed: TRANSITIONS[from] } },
  );
}

/** Returns the status of a ticket at a time: a resolved one that has stayed quiet is closed. */
export function statusAt(
  { status, closesAt }: { status: TicketStatus; closesAt: Date | string | null },
  now: Date,
): TicketStatus {
  return status === 'resolved' && closesAt && new Date(closesAt) <= now ? 'closed' : status;
}
