// Messages of a demo workspace: a row in each of their tables.
import type { Row } from './companies.ts';
import type { ContactRow } from './methods.ts';
import type { Random } from './random.ts';
import type { Staff, StaffMember } from './staff.ts';

/** Rows of the tables of communications and calls. */
export interface CommunicationRows {
  /** The lines of answers on timelines. */
  activities: Row[];
  links: Row[];
  threads: Row[];
  communications: Row[];
  participants: Row[];
  contacts: Row[];
  templates: Row[];
  revisions: Row[];
  calls: Row[];
  callParticipants: Row[];
  callContacts: Row[];
  recordings: Row[];
  transcripts: Row[];
}

const TEXTS = {
  inbound: [
    'Thank you for the offer. Two questions before we decide: is training included, and can we start in the spring?',
    'Could you send the contract once more? The version we have lacks the second appendix.',
    'We are interested, but our budget round ends next month. Let us talk then.',
  ],
  outbound: [
    'As agreed, here is the summary of our call. Please tell me by Friday whether the dates suit you.',
    'The revised offer is attached. The discount holds until the end of the month.',
    'I wanted to ask how the first weeks went. Is there anything that we should change?',
  ],
} as const;

/** Adds a message. @param earlier the message that it answers @returns the message */
export function addMessage(
  random: Random,
  rows: CommunicationRows,
  activity: Row,
  contact: ContactRow,
  staff: Staff,
  earlier?: Row,
): Row {
  const at = activity.occurred_at as Date;
  const direction = activity.direction === 'inbound' ? 'inbound' : 'outbound';
  const text = random.pick(TEXTS[direction]);
  const record = recordOf(activity, staff.tenantId);
  const threadId = earlier?.thread_id ?? random.id(at);
  const id = random.id(at);
  if (!earlier) rows.threads.push({ ...record, id: threadId, channel: 'email' });
  const message = {
    ...{ ...record, id, channel: 'email', direction, purpose: 'general', thread_id: threadId },
    in_reply_to: earlier?.id ?? null,
    ...{
      status: direction === 'inbound' ? 'received' : 'logged',
      subject: activity.subject,
      body_text: text,
      snippet: text,
    },
    ...{
      company_id: contact.company_id,
      occurred_at: at,
      is_auto_reply: false,
      attachments: [],
      tags: [],
      attempts: 0,
    },
    activity_id: activity.id,
  };
  rows.communications.push(message);
  const part = { tenant_id: staff.tenantId, communication_id: id, created_at: at, updated_at: at };
  const us =
    staff.people.find((member) => member.id === (activity.actor as { id?: string }).id) ?? staff.people[0]!;
  const sides = [outside(contact), inside(us)];
  const [from, to] = direction === 'inbound' ? sides : sides.toReversed();
  rows.participants.push({ ...part, id: random.id(at), position: 0, role: 'from', ...from });
  rows.participants.push({ ...part, id: random.id(at), position: 1, role: 'to', ...to });
  rows.contacts.push({ ...part, contact_id: contact.id, is_link: false });
  return message;
}

/** The other side of a message or call. */
export const outside = ({ id, email, display_name }: ContactRow) => ({
  ...{ address: email, name: display_name, contact_id: id, user_id: null },
});
const inside = ({ id, email, name }: StaffMember) => ({
  address: email,
  name,
  contact_id: null,
  user_id: id,
});

/** Returns the members that a record shares with the activity behind it. */
export function recordOf({ occurred_at, actor: author }: Row, tenantId: string): Row {
  return {
    ...{ tenant_id: tenantId, version: 1, custom_fields: {}, deleted_at: null },
    ...{ created_at: occurred_at, updated_at: occurred_at, created_by: author, updated_by: author },
  };
}
