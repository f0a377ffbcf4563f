// The states of enrolments: contacts in an outreach sequence.

/** The states in which further steps may follow. */
export const LIVE_STATES = ['active', 'paused'] as const;

export type EnrolmentState =
  | (typeof LIVE_STATES)[number]
  | 'replied'
  | 'completed'
  | 'bounced'
  | 'opted_out'
  | 'stopped';
