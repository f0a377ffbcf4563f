// The campaigns of a demo workspace: one that is over, with its results, one that waits for its time, and a draft.
import type { Row } from './companies.ts';
import type { ContactRow } from './methods.ts';
import type { Random } from './random.ts';
import { actor, type Staff } from './staff.ts';

const DAY = 24 * 3_600_000;
const HOUR = 3_600_000;

const TEXT = 'Hello {{contact.first_name|there}},\n\nvisit us in hall 4.\n\nUnsubscribe: {{unsubscribe_url}}';

const TIMES = [
  'sent_at',
  'delivered_at',
  'opened_at',
  'clicked_at',
  'replied_at',
  'bounced_at',
  'opted_out_at',
];
const NOTHING_YET = Object.fromEntries(TIMES.map((time) => [time, null]));

/** How far the members of the campaign that is over got, with their number. */
const RESULTS: [times: string[], skipReason: string | null, count: number][] = [
  [['sent_at', 'delivered_at'], null, 14],
  [['sent_at', 'delivered_at', 'opened_at'], null, 12],
  [['sent_at', 'delivered_at', 'opened_at', 'clicked_at'], null, 5],
  [['sent_at', 'delivered_at', 'opened_at', 'replied_at'], null, 3],
  [['sent_at', 'bounced_at'], null, 2],
  [['sent_at', 'delivered_at', 'opted_out_at'], null, 1],
  [[], 'no_address', 2],
  [[], 'opted_out', 1],
];

/** Draws the campaigns and their members. */
export function drawCampaigns(
  random: Random,
  contacts: readonly ContactRow[],
  staff: Staff,
  today: Date,
): { campaigns: Row[]; members: Row[] } {
  const owner = staff.seller(random);
  const authors = { created_by: actor(owner), updated_by: actor(owner) };
  const sentAt = new Date(today.getTime() - 20 * DAY + 9 * HOUR);
  const endedAt = new Date(sentAt.getTime() + HOUR);
  const campaign = (fields: Row, at: Date): Row => ({
    ...{ tenant_id: staff.tenantId, id: random.id(at), version: 1, deleted_at: null, custom_fields: {} },
    ...{ created_at: at, updated_at: at, ...authors, channel: 'email', status: 'draft' },
    ...{ subject: null, body: TEXT, scheduled_at: null, started_at: null, ended_at: null },
    ...{ audience: {}, exclude: {}, requires_opt_in: false, launched_by_user_id: null },
    ...fields,
  });
  const nobody = {
    audience: { contactIds: [], savedViewId: null, tag: null },
    exclude: { contactIds: [], tag: null },
  };
  const [over, next, draft] = [
    campaign(
      {
        ...{ ...nobody, name: 'Autumn fair', subject: 'We are at the autumn fair', status: 'completed' },
        ...{ started_at: sentAt, ended_at: endedAt, updated_at: endedAt, launched_by_user_id: owner.id },
      },
      new Date(sentAt.getTime() - 3 * DAY),
    ),
    campaign(
      {
        ...{ ...nobody, name: 'Winter newsletter', subject: 'What is new this winter', status: 'scheduled' },
        ...{ scheduled_at: new Date(today.getTime() + 14 * DAY), launched_by_user_id: owner.id },
      },
      new Date(today.getTime() - 2 * DAY),
    ),
    campaign({ ...nobody, name: 'Spring offer' }, new Date(today.getTime() - DAY)),
  ] as [Row, Row, Row];
  const live = contacts.filter(({ deleted_at }) => !deleted_at);
  const members: Row[] = [];
  const add = (of: Row, contact: ContactRow, at: Date, fields: Row = {}) =>
    members.push({
      ...{
        tenant_id: staff.tenantId,
        id: random.id(at),
        version: 1,
        campaign_id: of.id,
        contact_id: contact.id,
      },
      ...{
        source: 'added',
        created_at: at,
        updated_at: at,
        ...authors,
        deleted_at: null,
        skip_reason: null,
        ...NOTHING_YET,
      },
      ...fields,
    });
  let place = 0;
  for (const [times, skipReason, count] of RESULTS)
    for (let index = 0; index < count && place < live.length; index += 1, place += 1) {
      const stamps = times.map((time, step) => [
        time,
        new Date(sentAt.getTime() + step * random.int(5, 600) * 60_000),
      ]);
      add(over, live[place]!, sentAt, { skip_reason: skipReason, ...Object.fromEntries(stamps) });
    }
  for (const contact of live.slice(place, place + 25))
    add(next, contact, new Date(today.getTime() - 2 * DAY));
  return { campaigns: [over, next, draft], members };
}
