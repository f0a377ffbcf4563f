// Logging, drafting, changing, listing and reading communications.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let contact: { id: string; company_id: string };
let company: { id: string };

// biome-ignore lint/suspicious/noExplicitAny: the shape of responses is checked by the contract test
type Data = any;

async function ok(method: string, path: string, body?: unknown): Promise<Data> {
  const reply = await service.rest(method, path, body);
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body.data;
}

const log = (fields: object) => ok('POST', '/api/communications', { channel: 'email', ...fields });

beforeAll(async () => {
  service = await startService();
  company = await ok('POST', '/api/companies', {
    name: 'Northwind Traders',
    website: 'northwind.example.com',
  });
  contact = await ok('POST', '/api/contacts', {
    first_name: 'Ada',
    last_name: 'Byron',
    email: 'ada@northwind.example.com',
    company_id: company.id,
  });
});

afterAll(() => service?.stop());

describe('a logged message', () => {
  it('belongs to the contact of its address and to their company, and has one line on their timelines', async () => {
    const message = await log({
      direction: 'inbound',
      subject: 'Question about tracing\r\nBcc: eve@example.com',
      body_html:
        '<p>Hello <b onclick="x()">you</b><script>alert(1)</script><img src="https://spy.example/x.png"></p>',
      participants: [{ role: 'from', address: 'ADA@Northwind.example.com' }],
    });
    expect(message).toMatchObject({
      status: 'received',
      direction: 'inbound',
      purpose: 'general',
      subject: 'Question about tracing Bcc: eve@example.com',
      body_html: '<p>Hello <b>you</b><img /></p>',
      body_text: 'Hello you',
      snippet: 'Hello you',
      participants: [
        {
          role: 'from',
          address: 'ada@northwind.example.com',
          name: 'Ada Byron',
          contact_id: contact.id,
          delivery: null,
        },
      ],
      links: { company_id: company.id, contact_ids: [], deal_id: null, project_id: null, room_id: null },
      version: 1,
    });
    for (const path of [`/api/contacts/${contact.id}/activity`, `/api/companies/${company.id}/activity`]) {
      const lines = (await ok('GET', path)).filter(({ type }: Data) => type === 'email');
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatchObject({ direction: 'inbound', subject: message.subject, status: null });
    }
    const summary = await ok('GET', `/api/contacts/${contact.id}/relationship-summary`);
    expect(summary.signals.last_meaningful_touch_at).toBe(message.occurred_at);

    await ok('DELETE', `/api/communications/${message.id}`);
    const left = await ok('GET', `/api/contacts/${contact.id}/activity`);
    expect(left.filter(({ type }: Data) => type === 'email')).toEqual([]);
    expect((await service.rest('GET', `/api/communications/${message.id}`)).status).toBe(404);
    expect((await service.rest('DELETE', `/api/communications/${message.id}`)).status).toBe(404);
  });

  it.each([
    [
      { occurred_at: '2999-01-01T00:00:00Z', participants: [{ role: 'to', address: 'a@example.com' }] },
      'occurred_at',
    ],
    [{ participants: [] }, 'participants'],
    [{ participants: [{ role: 'to', address: 'no address' }] }, 'participants[0].address'],
    [{ participants: [{ role: 'to' }] }, 'participants[0]'],
    [
      { participants: [{ role: 'to', contact_id: '019a8f3e-5b7c-7d21-9c4e-0a1b2c3d4e5f' }] },
      'participants[0].contact_id',
    ],
    [{ links: { deal_id: '019a8f3e-5b7c-7d21-9c4e-0a1b2c3d4e5f' } }, 'links.deal_id'],
    [{ links: { project_id: '019a8f3e-5b7c-7d21-9c4e-0a1b2c3d4e5f' } }, 'links.project_id'],
    [{ scheduled_at: '2026-01-01T00:00:00Z' }, 'scheduled_at'],
    [{ status: 'sent' }, 'status'],
    [{ status: 'draft', occurred_at: '2026-01-01T00:00:00Z' }, 'occurred_at'],
    [{ status: 'draft', direction: 'inbound' }, 'direction'],
    [
      {
        in_reply_to: '019a8f3e-5b7c-7d21-9c4e-0a1b2c3d4e5f',
        participants: [{ role: 'to', address: 'a@example.com' }],
      },
      'in_reply_to',
    ],
  ])('is refused with %j and nothing is written', async (fields, path) => {
    const count = async () =>
      (await service.sql(service.acme, 'select count(*)::int as n from communications'))[0]!.n;
    const threads = async () =>
      (await service.sql(service.acme, 'select count(*)::int as n from communication_threads'))[0]!.n;
    const before = [await count(), await threads()];
    const reply = await service.rest('POST', '/api/communications', { channel: 'email', ...fields });
    if (reply.status === 201) throw new Error(reply.text);
    expect(reply.status).toBe(400);
    expect(reply.body.error.fields.map((fault: Data) => fault.path)).toContain(path);
    expect([await count(), await threads()]).toEqual(before);
  });
});

describe('a draft', () => {
  it('can be changed, and is refused what a draft has not', async () => {
    const draft = await log({
      status: 'draft',
      subject: 'Offer',
      participants: [{ role: 'to', contact_id: contact.id }],
    });
    expect(draft).toMatchObject({ status: 'draft', occurred_at: null, version: 1 });
    const changed = await ok('PATCH', `/api/communications/${draft.id}`, {
      subject: 'Better offer',
      participants: [
        { role: 'to', address: 'someone@example.com' },
        { role: 'cc', contact_id: contact.id },
      ],
      tags: ['Offer', 'offer'],
    });
    expect(changed).toMatchObject({ subject: 'Better offer', version: 2, tags: ['Offer'] });
    expect(changed.participants.map(({ address }: Data) => address)).toEqual([
      'someone@example.com',
      'ada@northwind.example.com',
    ]);
    const again = await ok('PATCH', `/api/communications/${draft.id}`, { subject: 'Better offer' });
    expect(again.version).toBe(2);
    const ownReply = await service.rest('PATCH', `/api/communications/${draft.id}`, {
      in_reply_to: draft.id,
    });
    expect(ownReply.body.error.fields[0]).toMatchObject({ path: 'in_reply_to', rule: 'exists' });
    for (const [member, value] of Object.entries({ channel: 'sms', occurred_at: '2026-01-01T00:00:00Z' })) {
      const reply = await service.rest('PATCH', `/api/communications/${draft.id}`, { [member]: value });
      expect([reply.status, reply.body.error?.fields[0].path]).toEqual([400, member]);
    }
  });
});

describe('a message that is no exchange', () => {
  it.each([
    ['email', 'email', { direction: 'inbound', is_auto_reply: true }],
    ['email', 'email', { direction: 'outbound', purpose: 'campaign' }],
    ['letter', 'message', { direction: 'inbound' }],
    ['social', 'message', { direction: 'internal' }],
  ])('of %s is a line of the type %s on timelines and no touch', async (channel, type, fields) => {
    const person = await ok('POST', '/api/contacts', { first_name: 'Quiet' });
    const links = { contact_ids: [person.id] };
    const message = await log({ channel, subject: 'Quiet', links, ...fields });
    const all = await ok('GET', `/api/contacts/${person.id}/activity`);
    expect(all.filter((line: Data) => line.channel === channel)).toMatchObject([
      { type, subject: 'Quiet', meaningful_override: null },
    ]);
    const { signals } = await ok('GET', `/api/contacts/${person.id}/relationship-summary`);
    expect(signals.last_meaningful_touch_at).toBeNull();
    expect(signals.interaction_counts).toMatchObject({ email: 0, social: 0 });
    const due = await ok('GET', `/api/contacts/follow-ups?pageSize=50&include_suppressed=true`);
    expect(due.filter(({ contact_id }: Data) => contact_id === person.id)).toEqual([]);
    await ok('DELETE', `/api/communications/${message.id}`);
  });
});

describe('the texts of a message', () => {
  it('keep what was written when HTML is removed, and follow HTML where there is no text', async () => {
    const logged = await log({ body_text: 'Hello', participants: [{ role: 'to', contact_id: contact.id }] });
    const cleared = await ok('PATCH', `/api/communications/${logged.id}`, { body_html: null });
    expect(cleared).toMatchObject({ version: 1, body_text: 'Hello', snippet: 'Hello' });
    const draft = await log({ status: 'draft', body_text: 'Written', body_html: '<p>Marked <b>up</b></p>' });
    expect(draft).toMatchObject({ body_text: 'Written', snippet: 'Written' });
    const derived = await ok('PATCH', `/api/communications/${draft.id}`, { body_text: null });
    expect(derived).toMatchObject({ body_text: 'Marked up', snippet: 'Marked up' });
    const plain = await ok('PATCH', `/api/communications/${draft.id}`, { body_html: null });
    expect(plain).toMatchObject({ body_html: null, body_text: 'Marked up' });
    const both = await ok('PATCH', `/api/communications/${draft.id}`, {
      body_html: '<i>x</i>',
      body_text: '',
    });
    expect(both).toMatchObject({ body_html: '<i>x</i>', body_text: 'x' });
  });
});

describe('another message', () => {
  it('only has its links, tags and custom fields changed', async () => {
    const message = await log({
      subject: 'Sent by hand',
      participants: [{ role: 'to', contact_id: contact.id }],
    });
    const refused = await service.rest('PATCH', `/api/communications/${message.id}`, { subject: 'Other' });
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({ code: 'CONFLICT', details: { reason: 'not_editable' } });
    const changed = await ok('PATCH', `/api/communications/${message.id}`, {
      links: { company_id: null },
      tags: ['x'],
    });
    expect(changed).toMatchObject({ version: 2, tags: ['x'], links: { company_id: null } });
  });
});

describe('the list', () => {
  it('searches subject, body and addresses by q, and refuses search', async () => {
    await log({
      subject: 'Zeppelin fleet',
      participants: [{ role: 'to', address: 'graf@airship.example.org' }],
    });
    for (const q of ['zeppel', 'graf', 'fleet zepp']) {
      const found = await ok('GET', `/api/communications?q=${encodeURIComponent(q)}`);
      expect(found.map(({ subject }: Data) => subject)).toEqual(['Zeppelin fleet']);
    }
    const reply = await service.rest('GET', '/api/communications?search=zeppelin');
    expect([reply.status, reply.body.error.fields[0].rule]).toEqual([400, 'use_q']);
    const { body } = await service.graphql(
      '{ globalSearch(q: "zeppelin", modules: [COMMUNICATIONS]) { groups { status hits { title matchedField } } } }',
    );
    expect(body.data.globalSearch.groups).toEqual([
      { status: 'SEARCHED', hits: [{ title: 'Zeppelin fleet', matchedField: 'subject' }] },
    ]);
  });

  it('begins with what was not sent, continues with the newest, and pages by cursor through both', async () => {
    const first = await service.rest('GET', '/api/communications?pageSize=2&fields=id,status,occurred_at');
    const all: Data[] = [...first.body.data];
    for (let cursor = first.body.nextCursor; cursor; ) {
      const { body } = await service.rest(
        'GET',
        `/api/communications?pageSize=2&cursor=${encodeURIComponent(cursor)}`,
      );
      all.push(...body.data);
      cursor = body.nextCursor;
    }
    expect(all).toHaveLength(first.body.total);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const times = all.map(({ occurred_at: at }) => at ?? '9999');
    expect(times).toEqual(times.toSorted().reverse());
    expect(times[0]).toBe('9999');
    expect(all.every((one) => !('body_text' in one))).toBe(true);
  });

  it('filters by contact, company, channel and direction', async () => {
    const ids = async (query: string) =>
      (await ok('GET', `/api/communications?${query}`)).map(({ id }: Data) => id);
    const sms = await log({
      channel: 'sms',
      participants: [{ role: 'to', address: '+49 30 901820' }],
      links: { contact_ids: [contact.id] },
    });
    expect(sms.participants[0].address).toBe('+4930901820');
    expect(await ids(`contact_id=${contact.id}&channel=sms`)).toEqual([sms.id]);
    expect(await ids(`company_id=${company.id}&filter[channel]=sms`)).toEqual([sms.id]);
    expect(await ids('filter[channel]=letter')).toEqual([]);
  });
});

describe('a thread', () => {
  it('joins answers, says who owes the next message, and is gone with its last message', async () => {
    const first = await log({
      subject: 'Thread',
      participants: [{ role: 'to', contact_id: contact.id }],
      occurred_at: '2026-01-02T00:00:00Z',
    });
    const thread = () => ok('GET', `/api/communications/threads/${first.thread_id}`);
    expect(await thread()).toMatchObject({ waiting: 'them', message_count: 1, subject: 'Thread' });
    const answer = await log({
      direction: 'inbound',
      subject: 'Re: Thread',
      in_reply_to: first.id,
      participants: [{ role: 'from', contact_id: contact.id }],
      occurred_at: '2026-01-03T00:00:00Z',
    });
    expect(answer.thread_id).toBe(first.thread_id);
    const whole = await thread();
    expect(whole).toMatchObject({
      waiting: 'us',
      message_count: 2,
      subject: 'Thread',
      last_message: { id: answer.id, direction: 'inbound' },
      last_message_at: '2026-01-03T00:00:00.000Z',
      links: { company_id: company.id },
    });
    expect(whole.messages.map(({ id }: Data) => id)).toEqual([first.id, answer.id]);
    const auto = await log({
      direction: 'inbound',
      is_auto_reply: true,
      thread_id: first.thread_id,
      participants: [{ role: 'from', contact_id: contact.id }],
      occurred_at: '2026-01-04T00:00:00Z',
    });
    expect((await thread()).waiting).toBe('none');
    const listed = await ok(
      'GET',
      `/api/communications/threads?filter[contact_id]=${contact.id}&filter[waiting]=none`,
    );
    expect(listed.map(({ id }: Data) => id)).toContain(first.thread_id);
    const other = await log({ subject: 'Elsewhere', participants: [{ role: 'to', contact_id: contact.id }] });
    const both = await service.rest('POST', '/api/communications', {
      channel: 'email',
      in_reply_to: first.id,
      thread_id: other.thread_id,
      participants: [{ role: 'to', contact_id: contact.id }],
    });
    expect([both.status, both.body.error.fields[0].rule]).toEqual([400, 'mismatch']);
    for (const { id } of [first, answer, auto]) await ok('DELETE', `/api/communications/${id}`);
    expect((await service.rest('GET', `/api/communications/threads/${first.thread_id}`)).status).toBe(404);
  });
});

describe('a link to a room', () => {
  it('is kept by messages, their thread and calls, found by its filter, and null once the room is deleted', async () => {
    const room = await ok('POST', '/api/rooms', { title: 'Offer' });
    const message = await ok('POST', '/api/communications', {
      ...{ channel: 'chat', body_text: 'See the room', links: { room_id: room.id } },
    });
    expect(message.links.room_id).toBe(room.id);
    const call = await ok('POST', '/api/calls', { subject: 'About the room', links: { room_id: room.id } });
    expect(call.links.room_id).toBe(room.id);
    expect((await ok('GET', `/api/communications/threads/${message.thread_id}`)).links.room_id).toBe(room.id);
    const found = await ok('GET', `/api/communications?filter[room_id]=${room.id}`);
    expect(found.map(({ id }: Data) => id)).toEqual([message.id]);
    await ok('DELETE', `/api/rooms/${room.id}`);
    expect((await ok('GET', `/api/communications/${message.id}`)).links.room_id).toBeNull();
    const refused = await service.rest('PATCH', `/api/communications/${message.id}`, {
      links: { room_id: room.id },
    });
    expect(refused.body.error.fields[0]).toMatchObject({ path: 'links.room_id', rule: 'exists' });
  });
});

describe('an agent', () => {
  it('may not write relationship outreach, in any way', async () => {
    const as = service.acme.agent;
    const headers = () => ({ 'idempotency-key': crypto.randomUUID() });
    const body = { channel: 'email', status: 'draft', purpose: 'relationship', participants: [] };
    const created = await service.rest('POST', '/api/communications', body, { as, headers: headers() });
    expect([created.status, created.body.error.code]).toEqual([403, 'HUMAN_REQUIRED']);
    const draft = await log({ status: 'draft', purpose: 'relationship', subject: 'Birthday' });
    const changed = await service.rest(
      'PATCH',
      `/api/communications/${draft.id}`,
      { subject: 'X' },
      { as, headers: headers() },
    );
    expect([changed.status, changed.body.error.code]).toEqual([403, 'HUMAN_REQUIRED']);
    const path = `/api/communications/${draft.id}/cancel`;
    const cancelled = await service.rest('POST', path, {}, { as, headers: headers() });
    expect([cancelled.status, cancelled.body.error.code]).toEqual([403, 'HUMAN_REQUIRED']);
  });
});
