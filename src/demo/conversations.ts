// Answers to the mail of a demo workspace: threads of several messages, and drafts where we still owe one.

import type { Row } from './companies.ts';
import { addMessage, type CommunicationRows } from './messages.ts';
import type { ContactRow } from './methods.ts';
import type { Random } from './random.ts';
import type { Staff } from './staff.ts';

/** A message with the line behind it. */
interface Opening {
  message: Row;
  activity: Row;
  contact: ContactRow;
  /** Where its line appears. */
  links: readonly Row[];
}

const HOUR_MS = 3_600_000;
/** The age, in days, of mail that we still write the answer to; longer than a conversation takes. */
const DRAFT_DAYS = 10;
const DRAFT_TEXT =
  'Thank you for your mail. Training is included, and we can start in the first week of March.';

/** Adds our answer to a message and sometimes theirs to it; to a message of the last days, a draft. */
export function addConversation(
  random: Random,
  rows: CommunicationRows,
  opening: Opening,
  staff: Staff,
  now: Date,
): void {
  const at = opening.activity.occurred_at as Date;
  const answeredAt = new Date(at.getTime() + random.int(2, 30) * HOUR_MS);
  const thankedAt = new Date(answeredAt.getTime() + random.int(2, 40) * HOUR_MS);
  if (now.getTime() - at.getTime() < DRAFT_DAYS * 24 * HOUR_MS) {
    addDraft(random, rows, opening, staff);
    return;
  }
  const answer = addAnswer(random, rows, opening, 'outbound', answeredAt, staff);
  if (random.chance(0.4)) addAnswer(random, rows, answer, 'inbound', thankedAt, staff);
}

function addAnswer(
  random: Random,
  rows: CommunicationRows,
  { message, activity, contact, links }: Opening,
  direction: 'inbound' | 'outbound',
  at: Date,
  staff: Staff,
): Opening {
  const id = random.id(at);
  const subject = `Re: ${String(activity.subject).replace(/^Re: /, '')}`;
  const stamps = { occurred_at: at, created_at: at, updated_at: at };
  const line = { ...activity, id, subject, direction, body: null, ...stamps };
  const isTouch = direction === 'inbound';
  const own = links.map((link) => ({ ...link, activity_id: id, occurred_at: at, is_touch: isTouch }));
  rows.activities.push(line);
  rows.links.push(...own);
  const answer = addMessage(random, rows, line, contact, staff, message);
  return { message: answer, activity: line, contact, links: own };
}

function addDraft(
  random: Random,
  rows: CommunicationRows,
  { message, activity, contact }: Opening,
  staff: Staff,
): void {
  const reply = { ...activity, direction: 'outbound', subject: `Re: ${activity.subject}`, id: null };
  Object.assign(addMessage(random, rows, reply, contact, staff, message), {
    ...{ status: 'draft', occurred_at: null, body_text: DRAFT_TEXT, snippet: DRAFT_TEXT },
  });
}
