// Pure rules of campaigns: what each status allows, when a campaign may start, and the field of the unsubscribe link.
import { fail, invalid } from '../../errors.ts';
import type { Campaign, CampaignStatus } from './model.ts';

const YEAR_MS = 366 * 24 * 3_600_000;

/** The statuses in which a campaign can be changed (routes.csv: "Edit while draft; scheduled or paused"). */
const EDITABLE: readonly CampaignStatus[] = ['draft', 'scheduled', 'paused'];

/** Throws if a campaign cannot be changed any more, or is being sent. @throws CONFLICT not_editable */
export function assertEditable({ status }: Pick<Campaign, 'status'>): void {
  if (EDITABLE.includes(status)) return;
  fail(
    'CONFLICT',
    status === 'sending'
      ? 'Pause the campaign before you change it.'
      : `A campaign that is ${status} can no longer be changed.`,
    { details: { reason: 'not_editable', status } },
  );
}

/** Throws while a campaign is being sent. @throws CONFLICT not_deletable */
export function assertDeletable({ status }: Pick<Campaign, 'status'>): void {
  if (status !== 'sending') return;
  fail('CONFLICT', 'Pause or cancel the campaign before you delete it.', {
    details: { reason: 'not_deletable', status },
  });
}

/**
 * Returns when a campaign starts; a time that stands may have passed.
 * @throws VALIDATION_ERROR past, too_far; required for a scheduled campaign, which needs a time
 */
export function readScheduledAt(
  at: Date | null,
  now: Date,
  before?: Pick<Campaign, 'status' | 'scheduledAt'>,
): Date | null {
  if (!at) {
    if (before?.status === 'scheduled')
      throw invalid('scheduled_at', 'required', 'A scheduled campaign needs a time; cancel it instead.');
    return null;
  }
  if (at.getTime() === before?.scheduledAt?.getTime()) return at;
  if (at <= now)
    throw invalid('scheduled_at', 'past', 'Give a time in the future, or leave scheduled_at out.');
  if (at.getTime() > now.getTime() + YEAR_MS)
    throw invalid('scheduled_at', 'too_far', 'A campaign can be scheduled for at most a year ahead.');
  return at;
}

/** Where a campaign can go from each status (crm.md section 9). */
const NEXT: Record<CampaignStatus, readonly CampaignStatus[]> = {
  draft: ['scheduled', 'sending', 'cancelled'],
  scheduled: ['sending', 'cancelled'],
  sending: ['paused', 'completed'],
  paused: ['sending', 'cancelled'],
  completed: [],
  cancelled: [],
};

/** @throws INVALID_STATE_TRANSITION */
export function assertTransition(from: CampaignStatus, to: CampaignStatus): void {
  if (NEXT[from].includes(to)) return;
  fail('INVALID_STATE_TRANSITION', `A campaign that is ${from} cannot become ${to}.`, {
    details: { from, to, allowed: NEXT[from] },
  });
}
