// Activities with the contacts of a demo workspace: calls, meetings, mail, and the action items from them.
import type { ActivityStatus, ActivityType } from '../domains/activities/model.ts';
import { isInteraction, isTouch } from '../domains/activities/rules.ts';
import type { Row } from './companies.ts';
import type { ContactRow } from './methods.ts';
import { daysBefore, type Random } from './random.ts';
import { actor, type Staff, type StaffMember } from './staff.ts';

/** Rows of the tables of activities and action items, without those that the system writes. */
export interface ActivityRows {
  activities: Row[];
  links: Row[];
  items: Row[];
}

/** Weights of the bands of crm.md section 5 in which a contact's last touch falls. */
const LAST_TOUCH = { fresh: 22, stable: 22, stale: 18, dormant: 18, never: 20 };
/** The days since the last touch in each band. */
const BAND_DAYS: Readonly<Record<string, readonly [from: number, to: number]>> = {
  fresh: [1, 29],
  stable: [32, 89],
  stale: [92, 179],
  dormant: [182, 600],
};

interface Kind {
  type: ActivityType;
  channel: string;
  direction: string | null;
  subjects: readonly string[];
}

const TOUCHES: readonly Kind[] = [
  {
    type: 'call',
    channel: 'phone',
    direction: 'outbound',
    subjects: [
      'Call about the offer',
      'Quarterly call',
      'Call after the go-live',
      'Called about the renewal',
    ],
  },
  {
    type: 'meeting',
    channel: 'video',
    direction: null,
    subjects: ['Demo', 'Project status', 'Review of the requirements', 'Walk through the proposal'],
  },
  {
    type: 'meeting',
    channel: 'in_person',
    direction: null,
    subjects: ['Visit on site', 'Lunch', 'Workshop', 'Met at the fair'],
  },
  {
    type: 'email',
    channel: 'email',
    direction: 'inbound',
    subjects: [
      'Question about the invoice',
      'Asks for prices',
      'Answer to our proposal',
      'Sends their requirements',
    ],
  },
];
const ATTEMPTS: readonly Kind[] = [
  {
    type: 'email',
    channel: 'email',
    direction: 'outbound',
    subjects: ['Proposal sent', 'Case study sent', 'Asked for a date'],
  },
  {
    type: 'note',
    channel: 'phone',
    direction: null,
    subjects: ['Back from leave next week', 'Prefers mornings'],
  },
];
const PLANNED: readonly Kind[] = [
  {
    type: 'meeting',
    channel: 'video',
    direction: null,
    subjects: ['Demo', 'Renewal talk', 'Project status'],
  },
  { type: 'call', channel: 'phone', direction: 'outbound', subjects: ['Call back', 'Quarterly call'] },
];
const BODIES = [
  'Decides together with the head of finance; wants two references before that.',
  'Happy with the support. Asked what comes next year.',
  'Needs an answer about the interface before the holidays.',
  'The budget round is in autumn; nothing before it.',
  null,
  null,
];
const STEPS = [
  'Send the case study about returns',
  'Answer the questions of their lawyers',
  'Arrange a visit at a reference client',
  'Write the summary of the meeting',
  'Ask for the numbers of last year',
  'Send the offer again with the new terms',
];

/** Draws the activities of contacts, none older than its contact. */
export function drawActivities(
  random: Random,
  contacts: readonly ContactRow[],
  staff: Staff,
  now: Date,
): ActivityRows {
  const rows: ActivityRows = { activities: [], links: [], items: [] };
  for (const contact of contacts) {
    const add = (kind: Kind, status: ActivityStatus | null, from: number, to: number) => {
      const at = random.workday(daysBefore(now, to), daysBefore(now, from));
      if (at >= contact.created_at) addActivity(random, rows, contact, staff, { ...kind, status, at, now });
    };
    const heldStatus = (kind: Kind) => (kind.direction === 'inbound' ? null : ('held' as const));
    const touch = (from: number, to: number) => {
      const kind = random.pick(TOUCHES);
      add(kind, heldStatus(kind), from, to);
    };
    const band = random.weighted(LAST_TOUCH);
    if (band !== 'never') {
      const [from, to] = BAND_DAYS[band]!;
      touch(from, to);
      for (let earlier = random.int(0, 2); earlier > 0; earlier -= 1) touch(to, to + 300);
    }
    if (random.chance(0.15)) add(random.pick(ATTEMPTS), null, 1, 200);
    if (random.chance(0.05)) add(PLANNED[0]!, 'no_show', 1, 120);
    if (random.chance(0.1)) add(random.pick(PLANNED), 'planned', -25, -1);
  }
  return rows;
}

function addActivity(
  random: Random,
  rows: ActivityRows,
  contact: ContactRow,
  staff: Staff,
  {
    at,
    now,
    type,
    channel,
    direction,
    subjects,
    status,
  }: Kind & { status: ActivityStatus | null; at: Date; now: Date },
): void {
  const seller = staff.seller(random);
  const writtenAt = at < now ? at : random.workday(contact.updated_at, now);
  const id = random.id(writtenAt);
  const source = 'user';
  const facts = { type, source, channel, direction, status, meaningfulOverride: null };
  rows.activities.push({
    tenant_id: staff.tenantId,
    id,
    version: 1,
    type,
    subject: random.pick(subjects),
    body: random.pick(BODIES),
    occurred_at: at,
    channel,
    direction,
    status,
    source,
    actor: actor(seller),
    ...stamps(seller, writtenAt),
  });
  const records = [
    ['contact', contact.id] as const,
    ...(contact.company_id ? [['company', contact.company_id] as const] : []),
  ];
  for (const [entity, recordId] of records) {
    rows.links.push({
      tenant_id: staff.tenantId,
      entity,
      entity_id: recordId,
      occurred_at: at,
      activity_id: id,
      live: true,
      is_interaction: isInteraction(facts),
      is_touch: isTouch(facts),
    });
  }
  if (status === 'held' && random.chance(0.3)) rows.items.push(nextStep(random, staff, seller, id, at, now));
}

function nextStep(
  random: Random,
  staff: Staff,
  seller: StaffMember,
  activityId: string,
  at: Date,
  now: Date,
): Row {
  const due = daysBefore(at, -random.int(3, 30));
  // Most items that were due long ago are done; some of the others are overdue.
  const isDone = random.chance(due < daysBefore(now, 30) ? 0.92 : 0.4);
  const doneAt = new Date(Math.min(due.getTime(), now.getTime()));
  return {
    tenant_id: staff.tenantId,
    id: random.id(at),
    version: isDone ? 2 : 1,
    activity_id: activityId,
    title: random.pick(STEPS),
    due_on: due.toISOString().slice(0, 10),
    assignee_user_id: (random.chance(0.8) ? seller : staff.seller(random)).id,
    status: isDone ? 'done' : 'open',
    completed_at: isDone ? doneAt : null,
    completed_by: isDone ? actor(seller) : null,
    ...stamps(seller, at),
    updated_at: isDone ? doneAt : at,
  };
}

function stamps(author: StaffMember, at: Date): Row {
  return { created_at: at, updated_at: at, created_by: actor(author), updated_by: actor(author) };
}
