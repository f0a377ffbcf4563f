// Messages, threads, calls and call templates of a demo workspace: those behind the mail and calls on its timelines.
import type { Row } from './companies.ts';
import { addConversation } from './conversations.ts';
import { addMessage, type CommunicationRows, outside, recordOf } from './messages.ts';
import type { ContactRow } from './methods.ts';
import type { Random } from './random.ts';
import { addRecordings } from './recordings.ts';
import { actor, type Staff } from './staff.ts';

const MAX_MESSAGES = 160;
const MAX_CALLS = 80;

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
  now: Date,
): CommunicationRows {
  const { tenantId } = staff;
  const rows: CommunicationRows = {
    ...{ threads: [], communications: [], participants: [], contacts: [], templates: [], revisions: [] },
    ...{ calls: [], callParticipants: [], callContacts: [], recordings: [], transcripts: [] },
    ...{ activities: [], links: [] },
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
  for (const activity of behind('email', MAX_MESSAGES)) {
    const contact = contactOf.get(activity.id as string)!;
    const message = addMessage(random, rows, activity, contact, staff);
    const ownLinks = links.filter((link) => link.activity_id === activity.id);
    if (activity.direction === 'inbound' && random.chance(0.5))
      addConversation(random, rows, { message, activity, contact, links: ownLinks }, staff, now);
  }
  addTemplate(random, rows, staff, contacts[0]!.created_at);
  for (const activity of behind('call', MAX_CALLS))
    addCall(random, rows, activity, contactOf.get(activity.id as string)!, tenantId);
  addRecordings(random, rows, now);
  return rows;
}

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
