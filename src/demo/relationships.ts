// Relationship outcomes of a demo workspace, and snoozed follow-ups; the relationship fields are part of the contacts.
import type { Row } from './companies.ts';
import type { ContactRow } from './methods.ts';
import { daysBefore, type Random } from './random.ts';
import { actor, type Staff } from './staff.ts';

const KINDS: readonly (readonly [type: string, direction: string, summaries: readonly string[]])[] = [
  ['introduction_made', 'inbound', ['Introduced us to the head of purchasing of the group.']],
  ['introduction_made', 'outbound', ['Brought together with another client about returns.']],
  ['referral_received', 'inbound', ['Named us to a former colleague who looks for a system.']],
  ['referral_given', 'outbound', ['Recommended to a supplier of ours.']],
  ['resource_shared', 'outbound', ['Sent the study on stock-taking without standstill.']],
  ['collaboration_started', 'mutual', ['Joint talk at the fair agreed.', 'Pilot in one warehouse begun.']],
  ['collaboration_completed', 'mutual', ['Pilot finished; the numbers may be shown.']],
  ['research_insight', 'inbound', ['Explained why the tender of last year failed.']],
  ['community_contribution', 'mutual', ['Spoke at the evening of the user group.']],
];
const EVIDENCE = ['meeting', 'message', 'document', 'event', 'referral'];
const STATES = { human_confirmed: 75, agent_suggested: 15, corrected: 10 };
/** Range of days for which a follow-up is snoozed. */
const SNOOZE_DAYS = [2, 60] as const;

/** Draws outcomes for contacts with a cadence, and snoozes some follow-ups. */
export function drawRelationships(
  random: Random,
  contacts: readonly ContactRow[],
  staff: Staff,
  now: Date,
): Row[] {
  const outcomes: Row[] = [];
  for (const contact of contacts) {
    const hasCadence = contact.desired_cadence_days !== null;
    const isSnoozed = hasCadence && random.chance(0.08);
    contact.follow_up_snoozed_until = isSnoozed ? day(daysBefore(now, -random.int(...SNOOZE_DAYS))) : null;
    if (hasCadence && random.chance(0.2)) outcomes.push(drawOutcome(random, contact, staff, now));
  }
  return outcomes;
}

function drawOutcome(random: Random, contact: ContactRow, staff: Staff, now: Date): Row {
  const [outcomeType, direction, summaries] = random.pick(KINDS);
  const at = random.workday(contact.created_at, now);
  const state = random.weighted(STATES);
  const by = actor(staff.seller(random));
  const summary = random.pick(summaries);
  const isCorrected = state === 'corrected';
  return {
    tenant_id: contact.tenant_id,
    id: random.id(at),
    version: isCorrected ? 2 : 1,
    contact_id: contact.id,
    company_id: contact.company_id,
    outcome_type: outcomeType,
    direction,
    occurred_on: day(at),
    summary,
    evidence: [{ category: random.pick(EVIDENCE), count: random.int(1, 4) }],
    proof_asset_refs: [],
    confirmation_state: state,
    suggestion_ref: state === 'agent_suggested' ? `suggestion-${random.int(1000, 9999)}` : null,
    history: isCorrected
      ? [
          {
            at: at.toISOString(),
            by,
            confirmationState: 'human_confirmed',
            former: { summary: `${summary} (to be checked)` },
          },
        ]
      : [],
    created_at: at,
    updated_at: at,
    created_by: by,
    updated_by: by,
  };
}

function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}
