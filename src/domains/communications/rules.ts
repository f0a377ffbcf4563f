// Pure rules of communications: what each status allows, the snippet, the line on timelines.
import { fail, invalid } from '../../errors.ts';
import type { Communication, DeliveryState, Status } from './model.ts';

const SNIPPET_LENGTH = 200;
/** Tolerated difference between a caller's clock and ours. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** The members of an input that a draft can change. */
const OF_DRAFTS = new Set([
  ...['subject', 'bodyText', 'bodyHtml', 'participants', 'purpose', 'links', 'inReplyTo', 'connectorId'],
  ...['tags', 'customFields'],
]);
/** The members that any message can change. */
const OF_ALL = new Set(['links', 'tags', 'customFields']);
/** The members that a draft cannot have. */
const NOT_OF_DRAFTS = ['occurredAt', 'isAutoReply', 'attachments'];

/** What people can make of a message, by its status. */
const NEXT: Record<Status, readonly Status[]> = {
  draft: ['queued', 'scheduled'],
  failed: ['queued', 'scheduled'],
  scheduled: ['draft'],
  queued: ['draft'],
  ...{ sent: [], delivered: [], bounced: [], logged: [], received: [] },
};

/**
 * Throws if a message cannot be sent, or cancelled, in its status.
 * @throws INVALID_STATE_TRANSITION
 */
export function assertTransition(
  { status: from, handedOverAt }: Pick<Communication, 'status' | 'handedOverAt'>,
  to: 'queued' | 'scheduled' | 'draft',
): void {
  // A mail server may have it.
  const allowed = from === 'queued' && handedOverAt ? [] : NEXT[from];
  if (allowed.includes(to)) return;
  fail(
    'INVALID_STATE_TRANSITION',
    `A message that is ${from} cannot be ${to === 'draft' ? 'cancelled' : 'sent'}${allowed === NEXT[from] ? '' : ' any more'}.`,
    { details: { from, to, allowed } },
  );
}

/**
 * Returns the status of a message whose recipients have these deliveries: bounced if all have, delivered if all that have not
 * bounced got it, sent if the mail server took it for one; undefined before that.
 */
export function statusOfDeliveries(
  states: readonly (DeliveryState | null)[],
): 'sent' | 'delivered' | 'bounced' | undefined {
  if (states.every((state) => state === 'bounced')) return 'bounced';
  if (states.every((state) => state === 'delivered' || state === 'bounced')) return 'delivered';
  return states.some((state) => state === 'sent' || state === 'delivered') ? 'sent' : undefined;
}

/** Returns whether a message can be changed and sent like a draft. */
export function isEditable(status: Status): boolean {
  return status === 'draft' || status === 'failed';
}

/** Returns the first 200 characters of a text in one line. */
export function snippetOf(text: string | null): string | null {
  const line = text?.replace(/\s+/gu, ' ').trim();
  return line ? [...line.slice(0, 2 * SNIPPET_LENGTH)].slice(0, SNIPPET_LENGTH).join('') : null;
}

/** Throws if a new draft has members of a logged message. @throws VALIDATION_ERROR not_for_draft */
export function assertDraft(input: Record<string, unknown>): void {
  if (input.direction != null && input.direction !== 'outbound')
    throw invalid('direction', 'not_for_draft', 'A draft is outbound; leave direction out.');
  const name = NOT_OF_DRAFTS.find((member) => input[member] != null);
  if (name) throw invalid(wire(name), 'not_for_draft', `A draft has no ${wire(name)}; leave it out.`);
}

/** Throws if a logged message lies in the future. @throws VALIDATION_ERROR in_future */
export function assertPast(occurredAt: Date, now: Date): void {
  if (occurredAt.getTime() > now.getTime() + CLOCK_SKEW_MS)
    throw invalid(
      'occurred_at',
      'in_future',
      'A logged message has been exchanged; give a time that has passed.',
    );
}

/**
 * Throws if a message cannot change these members in its status.
 * @throws CONFLICT not_editable; VALIDATION_ERROR read_only for a member that no message can change
 */
export function assertChangeable(
  { status }: Pick<Communication, 'status'>,
  members: readonly string[],
): void {
  const never = members.find((name) => !OF_DRAFTS.has(name));
  if (never) throw invalid(wire(never), 'read_only', `${wire(never)} is set when the message is created.`);
  if (isEditable(status) || members.every((name) => OF_ALL.has(name))) return;
  const isWaiting = status === 'scheduled' || status === 'queued';
  fail(
    'CONFLICT',
    isWaiting
      ? 'Cancel the message first; it then is a draft again.'
      : `Of a message that is ${status}, only links, tags and custom_fields can be changed.`,
    { details: { reason: 'not_editable', status } },
  );
}

/** The members of a communication that decide its line on timelines. */
export type TimelineFacts = Pick<
  Communication,
  'channel' | 'direction' | 'purpose' | 'status' | 'isAutoReply' | 'subject' | 'snippet'
>;

/** Returns the line of a message on timelines (crm.md section 5: what counts as a touch). */
export function timelineLine(message: TimelineFacts) {
  const { channel, direction, purpose, status, isAutoReply, subject, snippet } = message;
  const isMeeting = channel === 'video' || channel === 'in_person';
  return {
    type: isMeeting ? ('meeting' as const) : channel === 'email' ? ('email' as const) : ('message' as const),
    subject: (subject || snippet || LINES[channel]!).slice(0, 500),
    channel,
    direction,
    status: isMeeting ? ('held' as const) : null,
    isExchange: !(purpose === 'campaign' || isAutoReply || channel === 'letter' || status === 'bounced'),
  };
}

const LINES: Record<string, string> = {
  email: 'Email',
  sms: 'Text message',
  chat: 'Chat message',
  social: 'Message on a social network',
  letter: 'Letter',
  video: 'Video call',
  in_person: 'Meeting in person',
};

function wire(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
