// Pure rules of relationships: recency, meaningful touches, snoozes, interests, and the states of outcomes.
import { invalid, ServiceError } from '../../errors.ts';
import type { ConfirmationState, ContactTouch, OutcomeTexts, RecencyBand } from './model.ts';

const DAY_MS = 86_400_000;

/** Returns the number of whole 24-hour periods between two instants (spec README, names settled). */
function elapsedDays(since: Date, now: Date): number {
  return Math.floor((now.getTime() - since.getTime()) / DAY_MS);
}

/** Returns the recency band of the last meaningful touch, independent of the desired cadence (crm.md section 5). */
export function bandOf(lastTouch: Date | null, now: Date): RecencyBand {
  if (!lastTouch) return 'dormant';
  const days = elapsedDays(lastTouch, now);
  if (days <= 30) return 'fresh';
  if (days <= 90) return 'stable';
  return days <= 180 ? 'stale' : 'dormant';
}

type Interaction = Omit<ContactTouch, 'id' | 'channel' | 'meaningful' | 'rule'>;

/**
 * Returns whether an interaction is a meaningful touch, and the rule that decided (crm.md section 5, Meaningful
 * touch).
 */
export function classifyTouch(interaction: Interaction, now: Date): { meaningful: boolean; rule: string } {
  if (interaction.occurredAt > now) return { meaningful: false, rule: 'planned' };
  return { meaningful: interaction.isTouch, rule: ruleOf(interaction) };
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
 * Refuses a snooze that does not end 1 to 365 days from today (crm.md section 5).
 * @param today the current day in the workspace's time zone
 * @throws VALIDATION_ERROR range
 */
export function assertSnooze(until: string, today: string): void {
  const days = (Date.parse(until) - Date.parse(today)) / DAY_MS;
  if (days >= 1 && days <= 365) return;
  throw invalid('until', 'range', 'Send a day that is 1 to 365 days from today.', {
    reason: 'invalid_range',
  });
}

/**
 * Trims interests and removes repeats, ignoring case.
 * @throws VALIDATION_ERROR for one that is empty or over 120 characters
 */
export function normalizeInterests(interests: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const interest of interests) {
    const text = interest.trim();
    // The message does not quote the interest, because governed text must not appear in errors.
    if (!text || [...text].length > 120)
      throw invalid('interests', 'length', 'Send interests of 1 to 120 characters.');
    if (!seen.has(text.toLowerCase())) seen.set(text.toLowerCase(), text);
  }
  return [...seen.values()];
}

/** Base64 of at least 64 characters; in a URL, within one segment of its path. */
const ENCODED = /[A-Za-z0-9+/_-]{64,}/g;
const ENCODED_SEGMENT = /[A-Za-z0-9+_-]{64,}/g;
const INLINE = /\bdata:[\w/+.-]*[;,]/i;

/**
 * Refuses inline content in the texts of an outcome, which may only reference assets (service.md 2.8).
 * @throws VALIDATION_ERROR inline_content
 */
export function assertNoContent(input: OutcomeTexts): void {
  const texts: [path: string, text: string | null | undefined][] = [
    ['summary', input.summary],
    ...(input.evidence ?? []).map(({ note }, at): [string, typeof note] => [`evidence[${at}].note`, note]),
    ...(input.proofAssetRefs ?? []).flatMap((ref, at): typeof texts => [
      [`proof_asset_refs[${at}].source_url`, ref.sourceUrl],
      [`proof_asset_refs[${at}].source_system`, ref.sourceSystem],
      [`proof_asset_refs[${at}].source_id`, ref.sourceId],
      [`proof_asset_refs[${at}].event_type`, ref.eventType],
    ]),
  ];
  for (const [path, text] of texts) {
    const encodedRuns = text?.match(path.endsWith('source_url') ? ENCODED_SEGMENT : ENCODED) ?? [];
    // Hexadecimal hashes and slugs are references.
    const isReference = (run: string) => /^[0-9a-f-]+$/i.test(run) || !/[A-Z]/.test(run);
    if (!INLINE.test(text ?? '') && encodedRuns.every(isReference)) continue;
    throw invalid(path, 'inline_content', 'Send a reference to the content, not the content itself.');
  }
}

/**
 * Returns the initial state of an outcome (crm.md section 5, Outcomes).
 * @throws VALIDATION_ERROR required for a suggestion without its reference
 */
export function firstState(
  requested: ConfirmationState | null | undefined,
  suggestionRef: string | null | undefined,
): ConfirmationState {
  if (requested !== 'agent_suggested') return 'human_confirmed';
  if (suggestionRef) return requested;
  throw invalid('suggestion_ref', 'required', 'Send the reference of the suggestion that you record.');
}

/**
 * Returns the state of an outcome after its confirmation.
 * @throws INVALID_STATE_TRANSITION for a corrected outcome, which a person has already checked
 */
export function stateAfterConfirm(from: ConfirmationState): ConfirmationState {
  if (from !== 'corrected') return 'human_confirmed';
  throw new ServiceError('INVALID_STATE_TRANSITION', 'A corrected outcome needs no confirmation.', {
    details: { from, to: 'human_confirmed', allowed: ['corrected'] },
  });
}

/** Returns the wire name of a field, such as `occurred_on` for `occurredOn`. */
export function wireName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
