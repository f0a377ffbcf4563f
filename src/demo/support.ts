// The tickets of a demo workspace: what clients ask for, from new to closed, with messages, notes and a comment thread.
import type { Knex } from 'knex';
import { BusinessClock, DEFAULT_HOURS } from '../domains/support/business-hours.ts';
import {
  clocksOf,
  DEFAULT_TARGETS,
  storedClocks,
  type TicketPriority,
  type TicketStatus,
} from '../domains/support/sla-rules.ts';
import type { CompanyRow, Row } from './companies.ts';
import { insert } from './insert.ts';
import type { ContactRow } from './methods.ts';
import type { Random } from './random.ts';
import { actor, type Staff } from './staff.ts';
import type { DemoWorkspace } from './workspaces.ts';

const HOUR = 3_600_000;

/** Subject, first message, answer, internal note; null where nobody has answered yet. */
const STORIES: readonly (readonly [
  string,
  TicketPriority,
  TicketStatus,
  number,
  string,
  string | null,
  string | null,
])[] = [
  [
    'Scanner does not start after the update',
    'urgent',
    'new',
    2,
    'Two of five scanners beep and stay dark.',
    null,
    null,
  ],
  ['Invoice shows the wrong cost centre', 'normal', 'new', 20, 'It must be 4711, not 4171.', null, null],
  [
    'Label printer prints every page twice',
    'high',
    'open',
    30,
    'Since Monday, only in hall two.',
    'Which driver is installed there?',
    'Same fault as last autumn at another client.',
  ],
  [
    'Access for two new colleagues',
    'low',
    'pending',
    60,
    'They start on the first of next month.',
    'Please send us their names and addresses.',
    null,
  ],
  [
    'Interface to the scale loses entries',
    'high',
    'on_hold',
    90,
    'About one weighing in fifty is missing.',
    'We have asked the maker of the scale.',
    'Their ticket is promised for this week.',
  ],
  [
    'Export stops at 50,000 rows',
    'normal',
    'resolved',
    120,
    'The file ends in the middle of March.',
    'Larger exports now come as a job; please try again.',
    null,
  ],
  [
    'How do we archive old price lists?',
    'low',
    'resolved',
    150,
    'There are more than two hundred of them.',
    'Mark them all and choose archive; we have added a guide.',
    null,
  ],
  [
    'Password mail does not arrive',
    'high',
    'closed',
    700,
    'Our filter may have caught it.',
    'It was your filter; our address is on its list now.',
    null,
  ],
];

interface Tickets {
  tickets: Row[];
  states: Row[];
  messages: Row[];
  comments: Row[];
  series: Row[];
  ledger: Row[];
}

/** Draws the tickets of a workspace. */
export function drawTickets(
  random: Random,
  records: { companies: readonly CompanyRow[]; contacts: readonly ContactRow[] },
  { timeZone }: Pick<DemoWorkspace, 'timeZone'>,
  staff: Staff,
  now: Date,
): Tickets {
  const rows: Tickets = { tickets: [], states: [], messages: [], comments: [], series: [], ledger: [] };
  const live = new Map(records.companies.filter(({ deleted_at }) => !deleted_at).map((one) => [one.id, one]));
  const askers = records.contacts.filter(
    ({ company_id, deleted_at, merged_into_id }) =>
      live.has(company_id as string) && !deleted_at && !merged_into_id,
  );
  const clock = new BusinessClock(DEFAULT_HOURS, timeZone);
  for (const [
    at,
    [subject, priority, status, hoursAgo, question, answer, note],
  ] of STORIES.toReversed().entries()) {
    const contact = askers[(at * 37) % askers.length]!;
    const createdAt = new Date(now.getTime() - hoursAgo * HOUR);
    const answeredAt = answer ? new Date(createdAt.getTime() + HOUR) : null;
    const movedAt = new Date(createdAt.getTime() + 2 * HOUR);
    const helper = staff.people[at % staff.people.length]!;
    const author = actor(helper);
    const id = random.id(createdAt);
    const common = {
      tenant_id: staff.tenantId,
      version: 1,
      custom_fields: {},
      created_by: author,
      updated_by: author,
      deleted_at: null,
    };
    const steps: { status: TicketStatus; at: Date }[] = [
      { status: 'new', at: createdAt },
      ...(answeredAt ? [{ status: 'open' as const, at: answeredAt }] : []),
      ...(status !== 'new' && status !== 'open'
        ? [{ status: status === 'closed' ? ('resolved' as const) : status, at: movedAt }]
        : []),
    ];
    const isOver = status === 'resolved' || status === 'closed';
    const closesAt = new Date(movedAt.getTime() + 7 * 24 * HOUR);
    if (status === 'closed') steps.push({ status, at: closesAt });
    const history = {
      createdAt,
      states: steps,
      firstRespondedAt: answeredAt,
      waitingSince: null,
      isMerged: false,
    };
    const clocks = storedClocks(
      clocksOf(history, DEFAULT_TARGETS.find((one) => one.priority === priority)!, clock),
      [],
      now,
    );
    const number = `T-${String(at + 1).padStart(6, '0')}`;
    rows.tickets.push({
      ...common,
      id,
      number,
      audience: 'client',
      subject,
      status,
      priority,
      channel: 'email',
      company_id: contact.company_id,
      contact_id: contact.id,
      assignee_user_id: answer ? helper.id : null,
      first_responded_at: answeredAt,
      last_message_at: answeredAt ?? createdAt,
      resolved_at: isOver ? movedAt : null,
      closes_at: status === 'resolved' ? closesAt : null,
      closed_at: status === 'closed' ? closesAt : null,
      first_response_due_at: clocks.firstResponseDueAt,
      resolution_due_at: clocks.resolutionDueAt,
      risk_at: clocks.riskAt,
      breach_at: clocks.breachAt,
      sla_check_at: clocks.slaCheckAt,
      sla_result: isOver ? 'met' : null,
      sla_missed: [],
      sla_warned: [],
      sla_policy_version: 1,
      satisfaction: status === 'closed' ? 5 : null,
      tags: [],
      created_at: createdAt,
      updated_at: status === 'new' ? createdAt : movedAt,
    });
    rows.states.push(
      ...steps.map((step, position) => ({ tenant_id: staff.tenantId, ticket_id: id, position, ...step })),
    );
    const say = (body: string | null, since: Date, visibility: string, fromRequester: boolean) => {
      if (!body) return;
      rows.messages.push({
        ...{
          ...common,
          id: random.id(since),
          ticket_id: id,
          visibility,
          body,
          from_requester: fromRequester,
        },
        ...{ contact_id: fromRequester ? contact.id : null, created_at: since, updated_at: since },
      });
    };
    say(question, createdAt, 'public', true);
    say(note, new Date(createdAt.getTime() + HOUR / 2), 'internal', false);
    say(answer, answeredAt ?? createdAt, 'public', false);
    rows.ledger.push({
      ...{
        tenant_id: staff.tenantId,
        id: random.id(createdAt),
        series: 'ticket',
        number,
        seq: at + 1,
        period: 'all',
      },
      ...{ document_type: 'ticket', document_id: id, issued_at: createdAt, state: 'used' },
    });
    if (note)
      rows.comments.push({
        ...{ ...common, id: random.id(movedAt), entity_type: 'ticket', entity_id: id, parent_id: null },
        ...{ body: 'Who was there last time?', mentions: [], created_at: movedAt, updated_at: movedAt },
      });
  }
  const last = now.toISOString().slice(0, 10);
  rows.series.push({
    tenant_id: staff.tenantId,
    series: 'ticket',
    period: 'all',
    next_value: STORIES.length + 1,
    last_date: last,
  });
  return rows;
}

/** Inserts the tickets of a workspace. */
export async function insertTickets(db: Knex, rows: Tickets): Promise<void> {
  await insert(db, 'number_series', rows.series);
  await insert(db, 'number_ledger', rows.ledger);
  await insert(db, 'support_tickets', rows.tickets);
  await insert(db, 'support_ticket_states', rows.states);
  await insert(db, 'support_messages', rows.messages);
  await insert(db, 'comments', rows.comments);
}
