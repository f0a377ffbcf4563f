// Messages, threads, calls and call templates of a demo workspace: those behind the mail and calls on its timelines.
import type { Row } from './companies.ts';
import type { ContactRow } from './methods.ts';
import type { Random } from './random.ts';
import { actor, type Staff, type StaffMember } from './staff.ts';

/** Rows of the tables of communications and calls. */
export interface CommunicationRows {
  threads: Row[];
  communications: Row[];
  participants: Row[];
  contacts: Row[];
  templates: Row[];
  revisions: Row[];
  calls: Row[];
  callParticipants: Row[];
  callContacts: Row[];
}

const MAX_MESSAGES = 160;
const MAX_CALLS = 80;

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

const SECTIONS = [
  {
    title: 'Opening',
    prompt: 'Hello {{contact.first_name|there}}, this is {{user.name}} of {{workspace.name}}.',
    questions: ['What has changed since we last spoke?'],
  },
  {
    title: 'Needs',
    prompt: 'Ask about {{company.name|the company}}.',
    questions: ['Who decides?', 'By when?', 'What happens if nothing changes?'],
  },
];

/** Draws the messages and calls behind activities with contacts. */
export function drawCommunications(
  random: Random,
  activities: readonly Row[],
  links: readonly Row[],
  contacts: readonly ContactRow[],
  staff: Staff,
): CommunicationRows {
  const { tenantId } = staff;
  const rows: CommunicationRows = {
    ...{ threads: [], communications: [], participants: [], contacts: [], templates: [], revisions: [] },
    ...{ calls: [], callParticipants: [], callContacts: [] },
  };
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  const contactOf = new Map(
    links.flatMap(({ activity_id, entity, entity_id }) => {
      const contact = entity === 'contact' ? byId.get(entity_id as string) : undefined;
      return contact ? [[activity_id as string, contact] as const] : [];
    }),
  );
  const behind = (type: string, limit: number) =>
    activities
      .filter((one) => one.type === type && one.status !== 'planned' && contactOf.has(one.id as string))
      .slice(0, limit);
  for (const activity of behind('email', MAX_MESSAGES))
    addMessage(random, rows, activity, contactOf.get(activity.id as string)!, staff);
  addTemplate(random, rows, staff, contacts[0]!.created_at);
  for (const activity of behind('call', MAX_CALLS))
    addCall(random, rows, activity, contactOf.get(activity.id as string)!, tenantId);
  return rows;
}

function addMessage(
  random: Random,
  rows: CommunicationRows,
  activity: Row,
  contact: ContactRow,
  staff: Staff,
): void {
  const at = activity.occurred_at as Date;
  const direction = activity.direction === 'inbound' ? 'inbound' : 'outbound';
  const text = random.pick(TEXTS[direction]);
  const record = recordOf(activity, staff.tenantId);
  const threadId = random.id(at);
  const id = random.id(at);
  rows.threads.push({ ...record, id: threadId, channel: 'email' });
  rows.communications.push({
    ...{ ...record, id, channel: 'email', direction, purpose: 'general', thread_id: threadId },
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
  });
  const part = { tenant_id: staff.tenantId, communication_id: id, created_at: at, updated_at: at };
  const us =
    staff.people.find((member) => member.id === (activity.actor as { id?: string }).id) ?? staff.people[0]!;
  const sides = [outside(contact), inside(us)];
  const [from, to] = direction === 'inbound' ? sides : sides.toReversed();
  rows.participants.push({ ...part, id: random.id(at), position: 0, role: 'from', ...from });
  rows.participants.push({ ...part, id: random.id(at), position: 1, role: 'to', ...to });
  rows.contacts.push({ ...part, contact_id: contact.id, is_link: false });
}

const outside = ({ id, email, display_name }: ContactRow) => ({
  ...{ address: email, name: display_name, contact_id: id, user_id: null },
});
const inside = ({ id, email, name }: StaffMember) => ({
  address: email,
  name,
  contact_id: null,
  user_id: id,
});

function addCall(
  random: Random,
  rows: CommunicationRows,
  activity: Row,
  contact: ContactRow,
  tenantId: string,
): void {
  const at = activity.occurred_at as Date;
  const id = random.id(at);
  const isHeld = activity.status === 'held';
  rows.calls.push({
    ...{
      ...recordOf(activity, tenantId),
      id,
      subject: activity.subject,
      status: 'completed',
      started_at: at,
      tags: [],
    },
    direction: activity.direction === 'inbound' ? 'inbound' : 'outbound',
    outcome: isHeld ? 'connected' : random.pick(['voicemail', 'no_answer', 'busy']),
    duration_s: isHeld ? random.int(60, 1800) : 0,
    company_id: contact.company_id,
    activity_id: activity.id,
  });
  const part = { tenant_id: tenantId, call_id: id, created_at: at, updated_at: at };
  rows.callParticipants.push({
    ...part,
    id: random.id(at),
    position: 0,
    role: 'to',
    ...outside(contact),
    address: contact.phone,
  });
  rows.callContacts.push({ ...part, contact_id: contact.id, is_link: false });
}

function addTemplate(random: Random, rows: CommunicationRows, staff: Staff, at: Date): void {
  const author = actor(staff.people[0]!);
  const id = random.id(at);
  const record = {
    tenant_id: staff.tenantId,
    version: 1,
    created_at: at,
    updated_at: at,
    created_by: author,
    updated_by: author,
  };
  rows.templates.push({
    ...{
      ...record,
      id,
      name: 'Discovery call',
      purpose: 'discovery',
      description: 'For first calls.',
      revision: 1,
    },
    ...{ sections: SECTIONS, custom_fields: {}, deleted_at: null },
  });
  rows.revisions.push({
    tenant_id: staff.tenantId,
    template_id: id,
    revision: 1,
    sections: SECTIONS,
    created_at: at,
  });
}

/** Returns the members that a record shares with the activity behind it. */
function recordOf({ occurred_at, actor: author }: Row, tenantId: string): Row {
  return {
    ...{ tenant_id: tenantId, version: 1, custom_fields: {}, deleted_at: null },
    ...{ created_at: occurred_at, updated_at: occurred_at, created_by: author, updated_by: author },
  };
}
