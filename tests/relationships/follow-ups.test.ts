// Compares follow-ups with a second implementation of the rules over random histories: who is due, why, and how urgently.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { isInteraction, isTouch } from '../../src/domains/activities/rules.ts';
import { startService, type TestService } from '../support/service.ts';

const DAY = 86_400_000;
const HOUR = DAY / 24;
const PRIORITIES = ['low', 'normal', 'high', 'urgent'];
const PLAIN = {
  status: 'active' as const,
  doNotContact: false,
  optedOut: [] as string[],
  snoozedDays: null,
  steward: null,
  deals: [],
};

let service: TestService;
let now: Date;

/** The ids of one open deal and one lost deal. */
const deals: Record<string, string> = {};

beforeAll(async () => {
  service = await startService();
  for (const state of ['open', 'lost'])
    deals[state] = (
      await service.rest('POST', '/api/deals', { name: `A deal that is ${state}` })
    ).body.data.id;
  const lost = { stage: 'closed_lost', lost_reason: 'price' };
  expect((await service.rest('PATCH', `/api/deals/${deals.lost}/stage`, lost)).status).toBe(200);
});

afterAll(() => service?.stop());

interface Interaction {
  type: 'call' | 'email' | 'message' | 'meeting';
  direction: 'inbound' | 'outbound' | null;
  status: 'planned' | 'held' | 'no_show' | null;
  /** Hours before now; negative for the future. */
  hoursAgo: number;
  /** Whether several contacts were written to. */
  hasSeveralContacts: boolean;
}

interface Person {
  id: string;
  status: 'active' | 'inactive';
  cadence: number | null;
  createdHoursAgo: number;
  doNotContact: boolean;
  optedOut: string[];
  snoozedDays: number | null;
  steward: 'member' | 'manager' | null;
  history: Interaction[];
  /** Days from today on which open action items are due. */
  steps: number[];
  /** The deals that the contact takes part in. */
  deals: ('open' | 'lost')[];
}

// One hour off whole days, so that no boundary passes while the test runs.
const hours = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.constantFrom(1, 23))
  .map(([days, rest]) => days * 24 + rest);
const interaction: fc.Arbitrary<Interaction> = fc.record({
  type: fc.constantFrom('call', 'email', 'message', 'meeting'),
  direction: fc.constantFrom('inbound', 'outbound', null),
  status: fc.constantFrom('planned', 'held', 'no_show', null),
  hoursAgo: fc.oneof(
    { weight: 4, arbitrary: hours },
    { weight: 1, arbitrary: hours.map((hoursAhead) => -hoursAhead) },
  ),
  hasSeveralContacts: fc.boolean(),
});
const CHANNELS = ['email', 'sms', 'phone', 'post'];
const person: fc.Arbitrary<Omit<Person, 'id'>> = fc.record({
  status: fc.constantFrom('active', 'active', 'active', 'inactive'),
  cadence: fc.constantFrom(null, 1, 4, 10, 30),
  createdHoursAgo: hours.map((base) => base + 200),
  doNotContact: fc.constantFrom(false, false, false, true),
  optedOut: fc.constantFrom([], ['email'], CHANNELS),
  snoozedDays: fc.constantFrom(null, null, -1, 0, 1, 20),
  steward: fc.constantFrom(null, 'member', 'manager'),
  // Of two events at the same moment, it would be undefined which is the last.
  history: fc.uniqueArray(interaction, { maxLength: 5, selector: ({ hoursAgo }) => hoursAgo }),
  steps: fc.array(fc.integer({ min: -9, max: 3 }), { maxLength: 2 }),
  deals: fc.constantFrom<Person['deals']>([], [], ['lost'], ['open'], ['open', 'lost']),
});

const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * HOUR);
const day = (offset: number) => new Date(now.getTime() + offset * DAY).toISOString().slice(0, 10);

/** Replaces the contacts of the workspace and their histories with these people. */
async function replaceContacts(people: Person[]): Promise<void> {
  const { id: tenant_id, people: staff } = service.acme;
  const actor = JSON.stringify({ type: 'system', id: null, label: 'test' });
  const stamps = { created_at: now, updated_at: now, created_by: actor, updated_by: actor };
  const rows: Record<string, object[]> = {
    contacts: [],
    activities: [],
    activity_links: [],
    action_items: [],
    deal_contacts: [],
  };
  const bystander = uuid();
  rows.contacts!.push({
    ...{ tenant_id, id: bystander, display_name: 'Bystander', source: 'manual', status: 'inactive' },
    ...stamps,
  });
  for (const contact of people) {
    rows.contacts!.push({
      ...stamps,
      ...{ tenant_id, id: contact.id, display_name: 'Somebody', source: 'manual', status: contact.status },
      desired_cadence_days: contact.cadence,
      created_at: at(contact.createdHoursAgo),
      do_not_contact: contact.doNotContact,
      consent: JSON.stringify(
        Object.fromEntries(contact.optedOut.map((channel) => [channel, { state: 'opted_out' }])),
      ),
      follow_up_snoozed_until: contact.snoozedDays === null ? null : day(contact.snoozedDays),
      steward_user_id: contact.steward && staff[contact.steward].userId,
    });
    const { created_at, updated_at } = stamps;
    for (const state of contact.deals)
      rows.deal_contacts!.push({
        ...{
          tenant_id,
          id: uuid(),
          deal_id: deals[state],
          contact_id: contact.id,
          role: 'other',
          created_at,
          updated_at,
        },
      });
    const pastEvents = contact.history.map((event) => ({
      ...event,
      meaningfulOverride: null,
      channel: null,
      source: 'user',
    }));
    // Action items belong to a task, which is not an interaction.
    const task = {
      type: 'task' as never,
      direction: null,
      status: null,
      hoursAgo: 900,
      hasSeveralContacts: false,
    };
    const all = [
      ...pastEvents,
      ...contact.steps.map(() => ({ ...task, meaningfulOverride: null, channel: null, source: 'user' })),
    ];
    all.forEach((event, index) => {
      const id = uuid();
      const { type, direction, status, hoursAgo, hasSeveralContacts } = event;
      const link = {
        ...{ tenant_id, activity_id: id, entity: 'contact', occurred_at: at(hoursAgo) },
        is_interaction: isInteraction(event as never),
        is_touch: isTouch(event as never),
      };
      rows.activities!.push({
        ...{ tenant_id, id, type, subject: 'Text', direction, status, occurred_at: at(hoursAgo) },
        ...{ actor, source: 'user', ...stamps },
      });
      rows.activity_links!.push({ ...link, entity_id: contact.id });
      if (hasSeveralContacts) rows.activity_links!.push({ ...link, entity_id: bystander });
      const due = contact.steps[index - pastEvents.length];
      if (due === undefined) return;
      rows.action_items!.push({
        ...{
          tenant_id,
          id: uuid(),
          activity_id: id,
          title: 'Send it',
          due_on: day(due),
          status: 'open',
          ...stamps,
        },
      });
    });
  }
  await service.server.services.database.write({ tenantId: tenant_id }, async ({ db }) => {
    for (const table of Object.keys(rows).reverse()) await db(table).where({ tenant_id }).delete();
    for (const [table, values] of Object.entries(rows)) if (values.length) await db(table).insert(values);
  });
}

/** Implements the rules of crm.md section 5 a second time, in the order of its table. */
function expectedFollowUp(contact: Person): object | undefined {
  if (contact.status !== 'active') return undefined;
  const pastEvents = contact.history.filter(({ hoursAgo }) => hoursAgo > 0);
  const newest = (list: Interaction[]) => list.toSorted((a, b) => a.hoursAgo - b.hoursAgo)[0];
  const touch = newest(
    pastEvents.filter(({ type, direction, status }) =>
      type === 'call' || type === 'meeting'
        ? status === 'held'
        : direction === 'inbound' && (status === null || status === 'held'),
    ),
  );
  const message = newest(
    pastEvents.filter(
      ({ type, direction, status, hasSeveralContacts }) =>
        (type === 'email' || type === 'message') &&
        direction &&
        !hasSeveralContacts &&
        (status === null || status === 'held'),
    ),
  );
  const next = contact.history.filter(({ hoursAgo, status }) => hoursAgo < 0 && status === 'planned');
  const age = Math.floor((touch?.hoursAgo ?? contact.createdHoursAgo) / 24);
  const overdueSteps = contact.steps.filter((due) => due < 0);
  const reasons = [
    message?.direction === 'inbound' &&
      message.hoursAgo >= 48 &&
      (!touch || touch.hoursAgo >= message.hoursAgo) &&
      'awaiting_our_reply',
    contact.cadence && touch && age > contact.cadence && 'cadence_overdue',
    contact.cadence && !touch && age > contact.cadence && 'never_touched',
    overdueSteps.length > 0 && 'open_next_steps',
  ].filter(Boolean);
  if (reasons.length === 0) return undefined;
  const ratio = contact.cadence ? age / contact.cadence : 1.25;
  const step = ratio >= 3 ? 3 : ratio >= 2 ? 2 : ratio >= 1.25 ? 1 : 0;
  const snoozed = contact.snoozedDays !== null && contact.snoozedDays > 0;
  const suppression =
    contact.doNotContact || contact.optedOut.length === 4
      ? 'do_not_contact'
      : snoozed
        ? 'snoozed'
        : next.some(({ hoursAgo }) => -hoursAgo <= 14 * 24)
          ? 'scheduled_touch'
          : message?.direction === 'outbound' && message.hoursAgo < 7 * 24
            ? 'awaiting_reply'
            : 'none';
  return {
    contact_id: contact.id,
    reason: reasons[0],
    reasons,
    priority:
      PRIORITIES[
        Math.min(3, step + (reasons[0] === 'awaiting_our_reply' || contact.deals.includes('open') ? 1 : 0))
      ],
    overdue_days:
      reasons[0] === 'awaiting_our_reply'
        ? Math.floor(message!.hoursAgo / 24) - 2
        : reasons[0] === 'open_next_steps'
          ? -Math.min(...overdueSteps)
          : age - contact.cadence!,
    suppression,
  };
}

interface Item {
  contact_id: string;
  priority: string;
  overdue_days: number;
  reason: string;
  suppression: { status: string; until: string | null };
  evidence_version: string;
}

async function list(query: string): Promise<Item[]> {
  const reply = await service.rest('GET', `/api/contacts/follow-ups?pageSize=50&${query}`);
  expect(reply.status).toBe(200);
  return reply.body.data;
}

const comparableItem = ({ suppression, ...item }: Item) => ({
  ...Object.fromEntries(
    ['contact_id', 'reason', 'reasons', 'priority', 'overdue_days'].map((name) => [
      name,
      item[name as never],
    ]),
  ),
  suppression: suppression.status,
});

describe('the list of follow-ups', () => {
  it('agrees with the rules and their order for any history', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(person, { minLength: 20, maxLength: 45 }), async (samples) => {
        now = service.server.services.clock.now();
        const people = samples.map((sample) => ({ ...sample, id: uuid() }));
        await replaceContacts(people);
        const due = people.flatMap((contact) => (expectedFollowUp(contact) ?? []) as Item[]);
        const inOrder = (items: Item[]) =>
          items.toSorted(
            (a, b) =>
              PRIORITIES.indexOf(b.priority) - PRIORITIES.indexOf(a.priority) ||
              b.overdue_days - a.overdue_days ||
              (a.contact_id < b.contact_id ? -1 : 1),
          );
        expect((await list('include_suppressed=true')).map(comparableItem)).toEqual(inOrder(due));
        const free = due.filter((item) => (item.suppression as never) === 'none');
        expect((await list('')).map(comparableItem)).toEqual(inOrder(free));
        const ofMember = new Set(people.filter(({ steward }) => steward === 'member').map(({ id }) => id));
        const { userId } = service.acme.people.member;
        expect((await list(`steward_user_id=${userId}`)).map(comparableItem)).toEqual(
          inOrder(free.filter(({ contact_id }) => ofMember.has(contact_id))),
        );
        expect((await list('priority=urgent,high&reason=cadence_overdue')).map(comparableItem)).toEqual(
          inOrder(
            free.filter(
              ({ priority, reason }) => ['urgent', 'high'].includes(priority) && reason === 'cadence_overdue',
            ),
          ),
        );
      }),
      { numRuns: 25 },
    );
  });

  it('returns every follow-up exactly once by pages and by cursor', async () => {
    now = service.server.services.clock.now();

    const people = Array.from({ length: 23 }, (_, index) => ({
      ...PLAIN,
      ...{
        id: uuid(),
        cadence: 10,
        createdHoursAgo: 24 * (11 + (index % 9) * 3) + 1,
        history: [],
        steps: [],
      },
    }));
    await replaceContacts(people);
    const allIds = (await list('')).map(({ contact_id }) => contact_id);
    expect(allIds).toHaveLength(23);
    const pages: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: { body: { data: Item[]; nextCursor: string | null; total: number } } =
        await service.rest(
          'GET',
          `/api/contacts/follow-ups?pageSize=5${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
        );
      expect(body.total).toBe(23);
      pages.push(...body.data.map(({ contact_id }) => contact_id));
      cursor = body.nextCursor;
    }
    expect(pages).toEqual(allIds);
    const second = await service.rest('GET', '/api/contacts/follow-ups?pageSize=5&page=2');
    expect(second.body.data.map((item: Item) => item.contact_id)).toEqual(allIds.slice(5, 10));
    const wide = await service.rest('GET', '/api/contacts/follow-ups?pageSize=500');
    expect(wide.body.pageSize).toBe(50);
    const first = await service.rest('GET', '/api/contacts/follow-ups?pageSize=5');
    const other = `/api/contacts/follow-ups?priority=low&cursor=${encodeURIComponent(first.body.nextCursor)}`;
    expect((await service.rest('GET', other)).body.error.fields[0].rule).toBe('cursor');
  });

  it('contains an evidence version that changes only with the evidence and is the same for every caller', async () => {
    now = service.server.services.clock.now();

    const id = uuid();
    await replaceContacts([{ ...PLAIN, id, cadence: 10, createdHoursAgo: 900, history: [], steps: [-2] }]);
    const version = async (as = service.acme.people.owner) =>
      (await service.rest('GET', '/api/contacts/follow-ups?include_suppressed=true', undefined, { as })).body
        .data[0].evidence_version;
    const first = await version();
    expect(first).toMatch(/^[0-9a-f]{16}$/);
    expect(await version(service.acme.agent as never)).toBe(first);
    await service.rest('PATCH', `/api/contacts/${id}`, { title: 'Head of Purchasing' });
    await service.rest('PATCH', `/api/contacts/${id}/relationship`, { relationship_intent: 'Win her back' });
    expect(await version()).toBe(first);
    await service.rest('PATCH', `/api/contacts/${id}/relationship`, { desired_cadence_days: 11 });
    const second = await version();
    await service.rest('PUT', `/api/contacts/${id}/follow-up-snooze`, { until: day(3) });
    expect(new Set([first, second, await version()]).size).toBe(3);
  });

  it('contains nothing of another workspace', async () => {
    const as = service.globex.people.owner;
    const reply = await service.rest('GET', '/api/contacts/follow-ups?include_suppressed=true', undefined, {
      as,
    });
    expect(reply.body).toMatchObject({ data: [], total: 0 });
  });

  it('is refused for invalid values of its filters', async () => {
    for (const query of ['steward_user_id=you', 'reason=because', 'priority=asap', 'company_id=acme']) {
      const reply = await service.rest('GET', `/api/contacts/follow-ups?${query}`);
      expect([query, reply.status, reply.body.error?.code]).toEqual([query, 400, 'VALIDATION_ERROR']);
    }
  });
});
