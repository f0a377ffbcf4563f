// Action items over HTTP: the next steps of activities, with assignee, due date and completion.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Ask, startService, type TestService } from '../support/service.ts';

let service: TestService;
let contact: string;
let company: string;
let activity: string;

beforeAll(async () => {
  service = await startService();
  company = await create('/api/companies', { name: 'Northwind' });
  contact = await create('/api/contacts', { first_name: 'Ada', company_id: company });
  activity = await create('/api/activities', {
    type: 'call',
    subject: 'First call',
    links: [{ entity: 'contact', id: contact }],
  });
});

afterAll(() => service?.stop());

async function create(path: string, body: object, ask: Ask = {}): Promise<string> {
  const reply = await service.rest('POST', path, body, ask);
  expect(reply).toMatchObject({ status: 201 });
  return reply.body.data.id;
}

const add = (input: object, ask: Ask = {}) =>
  service.rest('POST', `/api/activities/${activity}/action-items`, { title: 'Call back', ...input }, ask);
const patch = (id: string, input: object, ask: Ask = {}) =>
  service.rest('PATCH', `/api/activities/action-items/${id}`, input, ask);

async function titles(query: string, ask: Ask = {}): Promise<string[]> {
  const reply = await service.rest('GET', `/api/activities/action-items?${query}`, undefined, ask);
  expect(reply).toMatchObject({ status: 200 });
  return reply.body.data.map(({ title }: { title: string }) => title);
}

const eventsOf = (id: string) =>
  service.sql<{ type: string; data: object }>(
    service.acme,
    'select type, data from events where object_id = ? order by id',
    [id],
  );

describe('an action item', () => {
  it('is open when it is added, and is listed with its activity', async () => {
    const assignee = service.acme.people.member.userId;
    const { status, body } = await add({
      title: ' Send prices ',
      due_on: '2026-12-24',
      assignee_user_id: assignee,
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      version: 1,
      title: 'Send prices',
      due_on: '2026-12-24',
      assignee_user_id: assignee,
      status: 'open',
      completed_at: null,
      completed_by: null,
      activity_id: activity,
    });
    const { data } = (await service.rest('GET', `/api/activities/${activity}`)).body;
    expect(data.action_items).toContainEqual(body.data);
    expect(await eventsOf(body.data.id)).toEqual([]);
  });

  it('that is done records when and by whom, emits one event, and appears on the timelines', async () => {
    const { id } = (await add({ title: 'A private title' })).body.data;
    const done = await patch(id, { status: 'done', title: 'Another private title' });
    expect(done.body.data).toMatchObject({
      version: 2,
      status: 'done',
      completed_at: expect.any(String),
      completed_by: { id: service.acme.people.owner.userId },
    });
    expect((await patch(id, { status: 'done' })).body.data.version).toBe(2);
    const events = await eventsOf(id);
    expect(events).toMatchObject([
      {
        type: 'action_item.completed',
        data: {
          object_type: 'action_item',
          object: { id, version: 2, activity_id: activity },
          previous: { status: 'open' },
        },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain('private title');
    for (const path of [`/api/contacts/${contact}`, `/api/companies/${company}`]) {
      const { data } = (await service.rest('GET', `${path}/activity`)).body;
      expect(data[0]).toMatchObject({ event: 'action_item.completed', source: 'system' });
    }
    expect((await patch(id, { status: 'open' })).body.data).toMatchObject({
      version: 3,
      status: 'open',
      completed_at: null,
      completed_by: null,
    });
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('can be completed and reopened any number of times, with one event for each completion', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('open', 'done'), { minLength: 1, maxLength: 6 }),
        async (moves) => {
          const { id } = (await add({})).body.data;
          let [state, completed, version] = ['open', 0, 1];
          for (const status of moves) {
            const { data } = (await patch(id, { status })).body;
            if (status !== state) version += 1;
            if (status === 'done' && state === 'open') completed += 1;
            state = status;
            expect(data).toMatchObject({ status, version });
            expect([data.completed_at === null, data.completed_by === null]).toEqual([
              status === 'open',
              status === 'open',
            ]);
          }
          expect(await eventsOf(id)).toHaveLength(completed);
        },
      ),
      { numRuns: 10 },
    );
  });

  it('completed by two requests at once is completed once', async () => {
    const { id } = (await add({})).body.data;
    const replies = await Promise.all([patch(id, { status: 'done' }), patch(id, { status: 'done' })]);
    expect(replies.map(({ status, body }) => [status, body.data.version])).toEqual([
      [200, 2],
      [200, 2],
    ]);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it.each([
    ['no title', { title: undefined }, 'title', 'required'],
    ['a blank title', { title: ' ' }, 'title', 'required'],
    ['a title that is too long', { title: 'x'.repeat(501) }, 'title', 'max_length'],
    ['a day that does not exist', { due_on: '2026-02-30' }, 'due_on', 'format'],
    [
      'an assignee who does not exist',
      { assignee_user_id: crypto.randomUUID() },
      'assignee_user_id',
      'exists',
    ],
    ['a status on creation', { status: 'done' }, 'status', 'unknown_field'],
  ])('with %s is rejected, and nothing is written', async (_, input, path, rule) => {
    const count = () => service.sql(service.acme, 'select count(*) from action_items');
    const before = await count();
    const reply = await add(input);
    expect([reply.status, reply.body.error.fields]).toMatchObject([400, [{ path, rule }]]);
    expect(await count()).toEqual(before);
  });

  it('can be updated by its author, its assignee and those who may update all, at the current version only', async () => {
    const { member, manager, owner } = service.acme.people;
    const { id } = (await add({})).body.data;
    expect((await patch(id, { title: 'x' }, { as: member })).body.error.details.record_scope).toBe('own');
    await patch(id, { assignee_user_id: member.userId }, { as: manager });
    expect((await patch(id, { status: 'done' }, { as: member })).status).toBe(200);
    const stale = await patch(id, { title: 'x' }, { as: owner, headers: { 'if-match': '"1"' } });
    expect(stale).toMatchObject({ status: 412, body: { error: { details: { current_version: 3 } } } });
    expect((await patch(id, { due_on: null, assignee_user_id: null })).body.data).toMatchObject({
      due_on: null,
      assignee_user_id: null,
    });
    const foreign = { as: service.globex.people.owner };
    expect((await patch(id, { title: 'x' }, foreign)).status).toBe(404);
    expect((await add({}, foreign)).status).toBe(404);
  });
});

describe('the list of action items', () => {
  const globex = (): Ask => ({ as: service.globex.people.owner });
  let customer: string;

  beforeAll(async () => {
    const { owner, member } = service.globex.people;
    customer = await create('/api/contacts', { first_name: 'Grace' }, globex());
    const links = [{ entity: 'contact', id: customer }];
    const meeting = await create(
      '/api/activities',
      { type: 'meeting', subject: 'Kick-off', links },
      globex(),
    );
    const call = await create('/api/activities', { type: 'call', subject: 'Call' }, globex());
    const items: [string, object][] = [
      [meeting, { title: 'later', due_on: '2026-03-02', assignee_user_id: owner.userId }],
      [meeting, { title: 'sooner', due_on: '2026-03-01', assignee_user_id: member.userId }],
      [call, { title: 'some day' }],
      [call, { title: 'done', due_on: '2026-01-01', assignee_user_id: owner.userId }],
    ];
    for (const [id, item] of items) {
      const itemId = await create(`/api/activities/${id}/action-items`, item, globex());
      if ((item as { title: string }).title === 'done') await patch(itemId, { status: 'done' }, globex());
    }
  });

  it.each([
    ['returns open items by default, in the order of their due dates', '', ['sooner', 'later', 'some day']],
    ['can be filtered by status', 'filter[status]=done', ['done']],
    [
      'can be filtered by several statuses',
      'filter[status][in]=open,done',
      ['done', 'sooner', 'later', 'some day'],
    ],
    ['can be filtered to the items of the caller', 'assignee=me', ['later']],
    ['can be filtered to items without an assignee', 'filter[assignee_user_id][is_null]=true', ['some day']],
    ['can be filtered to items due before a date', 'filter[due_on][lt]=2026-03-02', ['sooner']],
    ['can be filtered to items due on a date or later', 'filter[due_on][gte]=2026-03-02', ['later']],
    [
      'can be filtered to items due in a range of dates',
      'filter[due_on][between]=2026-03-01,2026-03-02',
      ['sooner', 'later'],
    ],
    ['can be sorted by due date, latest first', 'sort=-due_on', ['later', 'sooner', 'some day']],
    [
      'can be filtered to items of activities without a contact',
      'filter[contact_id][is_null]=true',
      ['some day'],
    ],
    ['can be filtered to items of activities with a company', 'filter[company_id][is_null]=false', []],
  ])('%s', async (_, query, expected) => expect(await titles(query, globex())).toEqual(expected));

  it('can be filtered by the contact of the activity and by the assignee', async () => {
    const { member } = service.globex.people;
    expect(await titles(`contact_id=${customer}`, globex())).toEqual(['sooner', 'later']);
    expect(await titles(`filter[contact_id][neq]=${customer}`, globex())).toEqual(['some day']);
    expect(await titles(`assignee=${member.userId}`, globex())).toEqual(['sooner']);
    expect(await titles('assignee=me', { as: member })).toEqual(['sooner']);
    expect(await titles(`contact_id=${customer}`)).toEqual([]);
  });

  it('pages by cursor through items without a due date too', async () => {
    const pagedTitles: string[] = [];
    let cursor = '';
    do {
      const { body } = await service.rest(
        'GET',
        `/api/activities/action-items?pageSize=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
        undefined,
        globex(),
      );
      pagedTitles.push(...body.data.map(({ title }: { title: string }) => title));
      cursor = body.nextCursor ?? '';
    } while (cursor);
    expect(pagedTitles).toEqual(['sooner', 'later', 'some day']);
  });

  it.each(['assignee=nobody', 'filter[due_on]=soon', 'filter[deal]=x', 'sort=title'])(
    'rejects the query %s',
    async (query) => {
      expect((await service.rest('GET', `/api/activities/action-items?${query}`)).status).toBe(400);
    },
  );
});
