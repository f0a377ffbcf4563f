// Activities over HTTP: logging, updating and deleting them, and the permissions that this requires.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Ask, type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
let company: string;
let contact: string;

beforeAll(async () => {
  service = await startService();
  company = await create('/api/companies', { name: 'Northwind' });
  contact = await create('/api/contacts', { first_name: 'Ada', last_name: 'Byron' });
});

afterAll(() => service?.stop());

async function create(path: string, body: object, ask: Ask = {}): Promise<string> {
  const reply = await service.rest('POST', path, body, ask);
  expect(reply).toMatchObject({ status: 201 });
  return reply.body.data.id;
}

function post(input: object, ask: Ask = {}): Promise<Reply> {
  return service.rest('POST', '/api/activities', { type: 'meeting', subject: 'Demo', ...input }, ask);
}

const log = async (input: object = {}, ask: Ask = {}) => {
  const reply = await post(input, ask);
  expect(reply).toMatchObject({ status: 201 });
  return reply.body.data;
};

const patch = (id: string, input: object, ask: Ask = {}) =>
  service.rest('PATCH', `/api/activities/${id}`, input, ask);
const remove = (id: string, ask: Ask = {}) => service.rest('DELETE', `/api/activities/${id}`, undefined, ask);

async function timeline(path: string): Promise<string[]> {
  const { body } = await service.rest('GET', `${path}/activity?pageSize=100`);
  return body.data.map(({ id }: { id: string }) => id);
}

/** Counts the rows that writing an activity may add, and sums up the versions. */
async function writtenState(): Promise<unknown> {
  const [counts] = await service.sql(
    service.acme,
    `select (select count(*) from activities) as activities, (select count(*) from activity_links) as links,
      (select count(*) from audit_entries where outcome = 'success') as audit, (select count(*) from events) as events,
      (select sum(version) from activities) as versions`,
  );
  return counts;
}

describe('a logged activity', () => {
  it('appears once on the timelines of the records that it names', async () => {
    const links = [
      { entity: 'contact', id: contact },
      { entity: 'company', id: company },
      { entity: 'contact', id: contact },
    ];
    const before = (await timeline(`/api/contacts/${contact}`)).length;
    const activity = await log({ body: 'Wants it in May.', channel: 'video', links });
    expect(activity).toMatchObject({
      version: 1,
      type: 'meeting',
      subject: 'Demo',
      body: 'Wants it in May.',
      channel: 'video',
      direction: null,
      status: 'held',
      meaningful_override: null,
      source: 'user',
      event: null,
      actor: { type: 'user', id: service.acme.people.owner.userId },
      deleted_at: null,
    });
    expect(activity.links).toEqual([
      { entity: 'company', id: company },
      { entity: 'contact', id: contact },
    ]);
    const after = await timeline(`/api/contacts/${contact}`);
    expect([after.length, after[0]]).toEqual([before + 1, activity.id]);
    expect((await timeline(`/api/companies/${company}`))[0]).toBe(activity.id);
    expect((await service.rest('GET', `/api/activities/${activity.id}`)).body.data).toEqual({
      ...activity,
      action_items: [],
    });
  });

  it('that names a contact and no company also appears on the timeline of the company of the contact', async () => {
    const employer = await create('/api/companies', { name: 'Employer' });
    const employee = await create('/api/contacts', { first_name: 'Grace', company_id: employer });
    const { id, links } = await log({ links: [{ entity: 'contact', id: employee }] });
    expect(links).toContainEqual({ entity: 'company', id: employer });
    expect((await timeline(`/api/companies/${employer}`))[0]).toBe(id);
    const other = await log({
      links: [
        { entity: 'contact', id: employee },
        { entity: 'company', id: company },
      ],
    });
    expect(other.links).toHaveLength(2);
  });

  it('in the future is planned, and cannot be marked as held or missed', async () => {
    const future = new Date(service.server.services.clock.now().getTime() + 86_400_000).toISOString();
    expect(await log({ occurred_at: future })).toMatchObject({ status: 'planned', occurred_at: future });
    expect(await log({ type: 'email', subject: 'Reminder', occurred_at: future })).toMatchObject({
      status: 'planned',
    });
    expect(await log({ type: 'email', subject: 'Sent' })).toMatchObject({ status: null });
    const before = await writtenState();
    for (const status of ['held', 'no_show']) {
      const reply = await post({ occurred_at: future, status });
      expect([reply.status, reply.body.error.fields]).toMatchObject([
        400,
        [{ path: 'status', rule: 'in_future' }],
      ]);
    }
    expect(await writtenState()).toEqual(before);
    const { id } = await log({});
    expect((await patch(id, { occurred_at: future })).status).toBe(400);
    expect((await patch(id, { occurred_at: future, status: 'planned' })).body.data.status).toBe('planned');
  });

  it.each([
    ['no type', { type: undefined }, 'type', 'required'],
    ['no subject', { subject: undefined }, 'subject', 'required'],
    ['a blank subject', { subject: '  ' }, 'subject', 'required'],
    ['a type that only the system writes', { type: 'system' }, 'type', 'enum'],
    ['an unknown channel', { channel: 'pigeon' }, 'channel', 'enum'],
    ['a text that is too long', { body: 'x'.repeat(20_001) }, 'body', 'max_length'],
    ['an unknown field', { actor: 'me' }, 'actor', 'unknown_field'],
    [
      'a kind of record without a timeline',
      { links: [{ entity: 'note', id: crypto.randomUUID() }] },
      'links[0].entity',
      'enum',
    ],
    [
      'a contact that does not exist',
      { links: [{ entity: 'contact', id: crypto.randomUUID() }] },
      'links[0].id',
      'exists',
    ],
  ])('with %s is rejected, and nothing is written', async (_, input, path, rule) => {
    const before = await writtenState();
    const reply = await post(input);
    expect([reply.status, reply.body.error.fields]).toMatchObject([400, [{ path, rule }]]);
    expect(await writtenState()).toEqual(before);
  });

  it('cannot name a record of another workspace or a deleted record', async () => {
    const foreign = await create('/api/contacts', { first_name: 'Eve' }, { as: service.globex.people.owner });
    const deleted = await create('/api/contacts', { first_name: 'Gone' });
    await service.rest('DELETE', `/api/contacts/${deleted}`);
    const before = await writtenState();
    for (const id of [foreign, deleted, company])
      expect((await post({ links: [{ entity: 'contact', id }] })).body.error.fields).toMatchObject([
        { path: 'links[0].id', rule: 'exists' },
      ]);
    expect(await writtenState()).toEqual(before);
  });

  it('writes an audit entry without its text, and emits no event', async () => {
    const { id } = await log({ body: 'secret text', links: [{ entity: 'contact', id: contact }] });
    const audit = await service.sql(service.acme, 'select * from audit_entries where target_id = ?', [id]);
    expect(audit).toMatchObject([
      { action: 'activity.created', target_type: 'activity', target_label: 'Demo' },
    ]);
    expect(JSON.stringify(audit)).not.toContain('secret text');
    await patch(id, { body: 'other text' });
    await remove(id);
    const events = await service.sql(service.acme, 'select * from events where object_id = ?', [id]);
    expect(events).toEqual([]);
    const all = await service.sql(service.acme, 'select data::text from events');
    expect(JSON.stringify(all)).not.toMatch(/secret text|other text/);
  });
});

describe('an update of an activity', () => {
  it('changes the given fields, clears those that are null, and moves the activity on the timelines', async () => {
    const [older, newer] = [
      await log({ occurred_at: '2026-01-01T10:00:00Z', links: [{ entity: 'contact', id: contact }] }),
      await log({ occurred_at: '2026-01-02T10:00:00Z', links: [{ entity: 'contact', id: contact }] }),
    ];
    const order = async () =>
      (await timeline(`/api/contacts/${contact}`)).filter((id) => id === older.id || id === newer.id);
    expect(await order()).toEqual([newer.id, older.id]);
    const reply = await patch(older.id, { occurred_at: '2026-01-03T10:00:00Z', body: 'x', channel: 'phone' });
    expect(reply.body.data).toMatchObject({ version: 2, body: 'x', subject: 'Demo' });
    expect(reply.headers.get('etag')).toBe('"2"');
    expect(await order()).toEqual([older.id, newer.id]);
    expect((await patch(older.id, { body: null, channel: null })).body.data).toMatchObject({
      version: 3,
      body: null,
      channel: null,
      status: 'held',
    });
  });

  it('with other links moves it from one timeline to another', async () => {
    const activity = await log({ links: [{ entity: 'contact', id: contact }] });
    const { body } = await patch(activity.id, { links: [{ entity: 'company', id: company }] });
    expect(body.data.links).toEqual([{ entity: 'company', id: company }]);
    expect(await timeline(`/api/contacts/${contact}`)).not.toContain(activity.id);
    expect(await timeline(`/api/companies/${company}`)).toContain(activity.id);
    expect((await patch(activity.id, { links: [] })).body.data.links).toEqual([]);
    expect(await timeline(`/api/companies/${company}`)).not.toContain(activity.id);
  });

  it('keeps a link to a record that was deleted since', async () => {
    const leaving = await create('/api/contacts', { first_name: 'Leaving' });
    const links = [{ entity: 'contact', id: leaving }];
    const { id } = await log({ links });
    await service.rest('DELETE', `/api/contacts/${leaving}`);
    const reply = await patch(id, { links: [...links, { entity: 'company', id: company }] });
    expect(reply.body.data.links).toHaveLength(2);
  });

  it('is rejected when the activity has changed since or does not exist', async () => {
    const { id } = await log();
    await patch(id, { subject: 'Changed' });
    for (const reply of [
      await patch(id, { subject: 'Late' }, { headers: { 'if-match': '"1"' } }),
      await patch(id, { subject: 'Late', expected_version: 1 }),
      await remove(id, { headers: { 'if-match': '"1"' } }),
    ])
      expect(reply).toMatchObject({ status: 412, body: { error: { details: { current_version: 2 } } } });
    expect((await patch(crypto.randomUUID(), { subject: 'x' })).status).toBe(404);
    expect((await patch(id, { subject: 'x' }, { as: service.globex.people.owner })).status).toBe(404);
    expect((await remove(id, { as: service.globex.people.owner })).status).toBe(404);
  });

  it('is serialized with updates that arrive at the same time', async () => {
    const { id } = await log({ links: [{ entity: 'contact', id: contact }] });
    const replies = await Promise.all(
      [[{ entity: 'company', id: company }], [{ entity: 'contact', id: contact }], []].map((links) =>
        patch(id, { links }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { data } = (await service.rest('GET', `/api/activities/${id}`)).body;
    expect(data.version).toBe(4);
    const last = replies.find(({ body }) => body.data.version === 4)!;
    expect(data.links).toEqual(last.body.data.links);
  });
});

describe('a deleted activity', () => {
  it('disappears from timelines and lists, and its action items can no longer be changed', async () => {
    const { id } = await log({ links: [{ entity: 'contact', id: contact }] });
    const item = await create(`/api/activities/${id}/action-items`, { title: 'Call back' });
    const reply = await remove(id);
    expect(reply.body.data).toEqual({ id, deleted_at: expect.any(String) });
    expect(await timeline(`/api/contacts/${contact}`)).not.toContain(id);
    expect((await service.rest('GET', `/api/activities/${id}`)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
    expect(
      (await service.rest('PATCH', `/api/activities/action-items/${item}`, { status: 'done' })).status,
    ).toBe(404);
    expect((await service.rest('POST', `/api/activities/${id}/action-items`, { title: 'Late' })).status).toBe(
      404,
    );
    const ids = async (query: string) =>
      (
        await service.rest('GET', `/api/activities?entity_type=contact&entity_id=${contact}${query}`)
      ).body.data.map((activity: { id: string }) => activity.id);
    expect(await ids('')).not.toContain(id);
    expect(await ids('&include_deleted=true')).toContain(id);
    expect(await ids('&deleted=only')).toEqual(expect.arrayContaining([id]));
  });
});

describe('the rules of access to activities', () => {
  it('prevent changing or deleting an activity that the system wrote', async () => {
    const { body } = await service.rest('GET', `/api/contacts/${contact}/activity?pageSize=100`);
    const { id } = body.data.find(({ source }: { source: string }) => source === 'system');
    const before = await writtenState();
    for (const reply of [await patch(id, { subject: 'Forged' }), await remove(id)])
      expect(reply).toMatchObject({
        status: 409,
        body: { error: { code: 'CONFLICT', details: { reason: 'system_activity' } } },
      });
    expect(await writtenState()).toEqual(before);
  });

  it('prevent API tokens from setting meaningful_override', async () => {
    const { agent, service: integration, people } = service.acme;
    const { id } = await log({ meaningful_override: true });
    const before = await writtenState();
    for (const as of [agent, integration]) {
      const ask = () => ({ as, headers: { 'idempotency-key': crypto.randomUUID() } });
      for (const reply of [
        await post({ meaningful_override: true }, ask()),
        await post({ meaningful_override: false }, ask()),
        await patch(id, { meaningful_override: false }, ask()),
        await patch(id, { meaningful_override: null }, ask()),
      ])
        expect(reply).toMatchObject({ status: 403, body: { error: { code: 'HUMAN_REQUIRED' } } });
    }
    expect(await writtenState()).toEqual(before);
    const logged = await log({ meaningful_override: null }, { as: integration });
    expect(logged).toMatchObject({ source: 'service', actor: { type: 'service' } });
    expect(
      (await patch(logged.id, { meaningful_override: true }, { as: people.owner })).body.data,
    ).toMatchObject({
      meaningful_override: true,
    });
  });

  it('prevent a member from changing activities of others', async () => {
    const { member, manager } = service.acme.people;
    const theirs = await log();
    const own = await log({}, { as: member });
    for (const reply of [
      await patch(theirs.id, { subject: 'x' }, { as: member }),
      await remove(theirs.id, { as: member }),
    ])
      expect(reply).toMatchObject({ status: 403, body: { error: { details: { record_scope: 'own' } } } });
    expect((await patch(own.id, { subject: 'x' }, { as: member })).status).toBe(200);
    expect((await patch(own.id, { subject: 'y' }, { as: manager })).status).toBe(200);
    expect((await remove(own.id, { as: member })).status).toBe(200);
  });

  it('prevent reading with the write scope alone', async () => {
    const as = await service.token(service.acme, { kind: 'agent', scopes: ['crm.activities:write'] });
    const ask = { as, headers: { 'idempotency-key': crypto.randomUUID() } };
    expect((await post({}, ask)).status).toBe(201);
    expect((await service.rest('GET', '/api/activities', undefined, { as })).body.error.code).toBe(
      'SCOPE_MISSING',
    );
  });
});
