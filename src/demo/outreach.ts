// The outreach of a demo workspace: a running sequence, and contacts in every state of it.
import type { Row } from './companies.ts';
import type { ContactRow } from './methods.ts';
import type { Random } from './random.ts';
import { actor, type Staff } from './staff.ts';

const DAY = 24 * 3_600_000;

const NAME = 'Trade fair follow-up';

/** The state of each enrolled contact, the steps that it has taken, and why it ended. */
const ENROLMENTS: [state: string, taken: number, reason: string | null][] = [
  ...Array.from({ length: 5 }, (): [string, number, null] => ['active', 1, null]),
  ['replied', 1, 'replied'],
  ['replied', 2, 'replied'],
  ['completed', 3, null],
  ['bounced', 1, 'hard_bounce'],
  ['opted_out', 1, 'unsubscribed'],
  ['stopped', 2, 'deal_closed'],
  ['paused', 2, 'unresolved_fields'],
];

/** Draws a sequence of a mail, a call and a further mail, which some contacts have begun. */
export function drawOutreach(
  random: Random,
  contacts: readonly ContactRow[],
  staff: Staff,
  today: Date,
): { sequences: Row[]; enrolments: Row[]; taken: Row[] } {
  const owner = staff.seller(random);
  const begun = new Date(today.getTime() - 10 * DAY);
  const authors = { created_by: actor(owner), updated_by: actor(owner) };
  const shared = { tenant_id: staff.tenantId, version: 1, deleted_at: null, created_at: begun, ...authors };
  const steps = stepsOf(random, begun);
  const sequence: Row = {
    ...{
      ...shared,
      id: random.id(begun),
      updated_at: begun,
      custom_fields: {},
      name: NAME,
      status: 'active',
      steps,
    },
    description: 'For the visitors of our stand.',
    sending_window: { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00', timeZone: null },
    owner_user_id: owner.id,
  };
  const reachable = contacts.filter(
    ({ email, do_not_contact, deleted_at }) => email && !do_not_contact && !deleted_at,
  );
  const rows = { sequences: [sequence], enrolments: [] as Row[], taken: [] as Row[] };
  ENROLMENTS.slice(0, reachable.length).forEach(([state, taken, reason], index) => {
    const id = random.id(begun);
    const isLive = state === 'active' || state === 'paused';
    const last = new Date(begun.getTime() + taken * DAY);
    rows.enrolments.push({
      ...{
        ...shared,
        id,
        updated_at: last,
        sequence_id: sequence.id,
        contact_id: reachable[index]!.id,
        state,
        reason,
      },
      current_step: isLive ? taken : null,
      next_step_at: state === 'active' ? new Date(today.getTime() + random.int(1, 4) * DAY) : null,
      last_step_at: last,
      ended_at: isLive ? null : last,
    });
    for (const step of steps.slice(0, taken))
      rows.taken.push({ tenant_id: staff.tenantId, enrolment_id: id, step_id: step.id, created_at: last });
  });
  return rows;
}

function stepsOf(random: Random, at: Date) {
  const mail = (waitDays: number, subject: string, bodyText: string) => ({
    ...{ id: random.id(at), kind: 'email', waitDays },
    template: { subject, bodyText, bodyHtml: null, title: null, body: null },
  });
  const call = {
    ...{ id: random.id(at), kind: 'call_task', waitDays: 3 },
    template: {
      subject: null,
      bodyText: null,
      bodyHtml: null,
      title: 'Call {{contact.display_name}}',
      body: null,
    },
  };
  return [
    mail(
      0,
      'Good to meet you, {{contact.first_name|there}}',
      'Thank you for your visit. Shall we talk next week?',
    ),
    call,
    mail(5, 'One more idea for {{company.name|your team}}', 'Here is how others like you began.'),
  ];
}
