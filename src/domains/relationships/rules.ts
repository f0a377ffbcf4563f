// Rules of relationships, pure: recency, the verdict on touches, snoozes, interests, outcomes and their states.
import { invalid, ServiceError } from '../../errors.ts';
import type { ConfirmationState, ContactTouch, OutcomeTexts, RecencyBand } from './model.ts';

const DAY_MS = 86_400_000;

/** Whole 24-hour blocks between two instants (spec README, names settled). */
export function elapsedDays(since: Date, now: Date): number {
  return Math.floor((now.getTime() - since.getTime()) / DAY_MS);
}

/** The band of the last meaningful touch; the cadence has no part in it (crm.md section 5). */
export function bandOf(lastTouch: Date | null, now: Date): RecencyBand {
  if (!lastTouch) return 'dormant';
  const days = elapsedDays(lastTouch, now);
  if (days <= 30) return 'fresh';
  if (days <= 90) return 'stable';
  return days <= 180 ? 'stale' : 'dormant';
}

type Interaction = Omit<ContactTouch, 'id' | 'channel' | 'meaningful' | 'rule'>;

/** Whether an interaction counts as meaningful now, and the rule that decided (crm.md section 5, Meaningful touch). */
export function verdictOf(one: Interaction, now: Date): { meaningful: boolean; rule: string } {
  if (one.occurredAt > now) return { meaningful: false, rule: 'planned' };
  return { meaningful: one.isTouch, rule: ruleOf(one) };
}

function ruleOf({ type, direction, status, meaningfulOverride, isTouch }: Interaction): string {
  if (meaningfulOverride !== null) return 'override';
  if (isTouch) return TOUCHES[type] ?? 'meeting_held';
  if (status === 'planned') return 'planned';
  if (status === 'cancelled' || status === 'no_show') return 'not_held';
  if (direction === 'internal') return 'internal';
  return direction === 'outbound' ? 'outbound_message' : 'other_kind';
}

const TOUCHES: Record<string, string> = {
  call: 'call_connected',
  email: 'inbound_message',
  message: 'inbound_message',
  room: 'room_comment',
};

/**
 * Refuses a snooze that does not end 1 to 365 days ahead (crm.md section 5).
 * @param today the day in the time zone of the workspace
 * @throws VALIDATION_ERROR range
 */
export function assertSnooze(until: string, today: string): void {
  const days = (Date.parse(until) - Date.parse(today)) / DAY_MS;
  if (days >= 1 && days <= 365) return;
  throw invalid('until', 'range', 'Snooze until a day that is 1 to 365 days ahead.', {
    reason: 'invalid_range',
  });
}

/** Interests without repeats, whatever their case. @throws VALIDATION_ERROR for an empty one, or over 120 characters */
export function normalizeInterests(interests: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const interest of interests) {
    const text = interest.trim();
    // Which one it is stays unsaid: governed text stands in no error.
    if (!text || [...text].length > 120)
      throw invalid('interests', 'length', 'An interest has 1 to 120 characters.');
    if (!seen.has(text.toLowerCase())) seen.set(text.toLowerCase(), text);
  }
  return [...seen.values()];
}

/** 64 characters of base64 in a row; in an address, within one segment of its path. */
const ENCODED = /[A-Za-z0-9+/_-]{64,}/g;
const ENCODED_SEGMENT = /[A-Za-z0-9+_-]{64,}/g;
const INLINE = /\bdata:[\w/+.-]*[;,]/i;

/**
 * Refuses content in the texts of an outcome: evidence is bounded, and an asset stays where it is (service.md 2.8).
 * @throws VALIDATION_ERROR inline_content
 */
export function assertNoContent(input: OutcomeTexts): void {
  const texts: [path: string, text: string | null | undefined][] = [
    ['summary', input.summary],
    ...(input.evidence ?? []).map(({ note }, at): [string, typeof note] => [`evidence.${at}.note`, note]),
    ...(input.proofAssetRefs ?? []).flatMap((ref, at): typeof texts => [
      [`proof_asset_refs.${at}.source_url`, ref.sourceUrl],
      [`proof_asset_refs.${at}.source_system`, ref.sourceSystem],
      [`proof_asset_refs.${at}.source_id`, ref.sourceId],
      [`proof_asset_refs.${at}.event_type`, ref.eventType],
    ]),
  ];
  for (const [path, text] of texts) {
    const runs = text?.match(path.endsWith('source_url') ? ENCODED_SEGMENT : ENCODED) ?? [];
    // A hash in hexadecimal and a slug are references.
    const isReference = (run: string) => /^[0-9a-f-]+$/i.test(run) || !/[A-Z]/.test(run);
    if (!INLINE.test(text ?? '') && runs.every(isReference)) continue;
    throw invalid(path, 'inline_content', 'Refer to content where it stands; do not send it along.');
  }
}

/**
 * The state that an outcome is recorded in (crm.md section 5, Outcomes).
 * @throws VALIDATION_ERROR required for a suggestion without its reference
 */
export function firstState(
  wanted: ConfirmationState | null | undefined,
  suggestionRef: string | null | undefined,
): ConfirmationState {
  if (wanted !== 'agent_suggested') return 'human_confirmed';
  if (suggestionRef) return wanted;
  throw invalid('suggestion_ref', 'required', 'Name the suggestion of the assistant that is filed.');
}

/**
 * The state after somebody vouches for an outcome; the same where it is confirmed already.
 * @throws INVALID_STATE_TRANSITION of a corrected outcome: a person has put it right, which is more
 */
export function confirmed(from: ConfirmationState): ConfirmationState {
  if (from !== 'corrected') return 'human_confirmed';
  throw new ServiceError('INVALID_STATE_TRANSITION', 'A corrected outcome needs no confirmation.', {
    details: { from, to: 'human_confirmed', allowed: ['corrected'] },
  });
}

/** The name of a field as integrations know it: `occurredOn` is `occurred_on`. */
export function wireName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
