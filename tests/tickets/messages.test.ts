// Messages on tickets over HTTP: replies, what requesters write, internal notes, files, merges and bulk changes.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { type Ask, startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;
let serial = 0;
const DAY = 86_400;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
});
afterEach(() => service.advance(0));
afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const send = (method: string, path: string, body?: unknown, ask: Ask = {}) =>
  service.rest(method, path, body, { as: service.acme.service, ...ask });
const ok = async (method: string, path: string, body?: unknown, ask: Ask = {}) => {
  const reply = await send(method, path, body, ask);
  expect({ path, error: reply.body.error }).toEqual({ path });
  return reply.body.data;
};
const open = (body: object = {}) => ok('POST', '/api/support', { subject: `Ticket ${++serial}`, ...body });
const get = (id: string) => ok('GET', `/api/support/${id}`);
const say = (id: string, body: object, ask: Ask = {}) => ok('POST', `/api/support/${id}/messages`, body, ask);
const reply = (id: string) => say(id, { body: 'We look into it.' });
const asks = (id: string) => say(id, { body: 'And now?', author: 'requester' });
const patch = (id: string, body: object) => ok('PATCH', `/api/support/${id}`, body);
const eventsOf = (id: string) =>
  service.sql<{ type: string; data: object }>(
    service.acme,
    'select type, data from events where object_id = ? order by id',
    [id],
  );

/** Returns a signed address on the service of the test. */
const at = (url: string) => service.url + new URL(url).pathname;

async function expectRefused(path: string, body: object, expected: object) {
  const before = await inspector.fingerprint();
  const refused = await send('POST', path, body);
  expect(refused.body.error).toMatchObject(expected);
  expect(await inspector.fingerprint()).toEqual(before);
}

describe('a message', () => {
  it('of the requester begins the ticket, and the first public reply meets the first response and opens it', async () => {
    const { id, last_messages } = await open({ body: 'It beeps.' });
    expect(last_messages).toMatchObject([{ body: 'It beeps.', visibility: 'public', from_requester: true }]);
    await say(id, { body: 'Seen this before?', visibility: 'internal' });
    expect(await get(id)).toMatchObject({ status: 'new', first_responded_at: null });
    const message = await reply(id);
    expect(message).toMatchObject({
      ticket_id: id,
      visibility: 'public',
      from_requester: false,
      attachments: [],
    });
    const ticket = await get(id);
    expect(ticket).toMatchObject({ status: 'open', first_responded_at: message.created_at });
    expect(ticket.sla.next_response_due_at).toBeNull();
    expect((await ok('GET', `/api/support/${id}/messages`)).map((one: { body: string }) => one.body)).toEqual(
      ['It beeps.', 'Seen this before?', 'We look into it.'],
    );
  });

  it('of the requester starts the clock of the next response, and opens what waited for it', async () => {
    const { id } = await open();
    await reply(id);
    await patch(id, { status: 'pending' });
    await asks(id);
    const waiting = await get(id);
    expect(waiting.status).toBe('open');
    expect(waiting.sla.next_response_due_at).not.toBeNull();
    await asks(id);
    expect((await get(id)).sla.next_response_due_at).toBe(waiting.sla.next_response_due_at);
    await reply(id);
    expect((await get(id)).sla.next_response_due_at).toBeNull();
  });

  it('of the requester opens a closed ticket for 14 days, and then a new one that goes on with it', async () => {
    const { id } = await open();
    await reply(id);
    await patch(id, { status: 'resolved' });
    service.advance(20 * DAY);
    expect((await get(id)).status).toBe('closed');
    expect((await asks(id)).ticket_id).toBe(id);
    expect((await get(id)).status).toBe('open');
    await patch(id, { status: 'resolved' });
    service.advance(45 * DAY);
    const next = await asks(id);
    expect(next.ticket_id).not.toBe(id);
    expect(await get(next.ticket_id)).toMatchObject({ status: 'new', follow_up_of_id: id });
    expect((await get(id)).status).toBe('closed');
  });

  it('is refused empty, as an internal note of the requester, and as a reply on a closed ticket', async () => {
    const { id } = await open();
    const path = `/api/support/${id}/messages`;
    await expectRefused(path, { body: '  ' }, { fields: [expect.objectContaining({ path: 'body' })] });
    await expectRefused(
      path,
      { body: 'x', author: 'requester', visibility: 'internal' },
      {
        fields: [expect.objectContaining({ path: 'visibility', rule: 'requester' })],
      },
    );
    await reply(id);
    await patch(id, { status: 'resolved' });
    await patch(id, { status: 'closed' });
    await expectRefused(path, { body: 'x' }, { code: 'INVALID_STATE_TRANSITION' });
  });

  it('is in no event, and an internal one in no public event at all', async () => {
    const { id } = await open({ body: 'secret-one' });
    await say(id, { body: 'secret-two', visibility: 'internal' });
    await say(id, { body: 'secret-three' });
    const events = await eventsOf(id);
    expect(events.map(({ type }) => type)).toEqual(['ticket.created', 'ticket.replied']);
    expect(JSON.stringify(events)).not.toMatch(/secret/);
    const audit = await service.sql(service.acme, 'select * from audit_entries where target_id = ?', [id]);
    expect(JSON.stringify(audit)).not.toMatch(/secret/);
  });

  it('of an agent waits for approval if it is public, and is written at once if it is internal', async () => {
    const { id } = await open();
    const ask = (key: string) => ({ as: service.acme.agent, headers: { 'idempotency-key': key } });
    const queued = await send('POST', `/api/support/${id}/messages`, { body: 'Hello' }, ask('a'));
    expect(queued.body.data).toMatchObject({ status: 'queued_for_approval', executed: false });
    const note = await say(id, { body: 'Note', visibility: 'internal' }, ask('b'));
    expect(note.visibility).toBe('internal');
  });

  it('takes files as JSON and as multipart, whose addresses answer their bytes', async () => {
    const { id } = await open();
    const files = [{ name: 'a.txt', content_base64: Buffer.from('alpha').toString('base64') }];
    const { attachments } = await say(id, { body: 'With a file', files });
    expect(attachments).toMatchObject([{ name: 'a.txt', mime: 'text/plain', bytes: 5 }]);
    expect(await (await fetch(at(attachments[0].url))).text()).toBe('alpha');
    const form = new FormData();
    form.append('body', 'With two');
    for (const name of ['b.txt', 'c.txt']) form.append('files', new Blob([name]), name);
    const { token, tenantId } = service.acme.service;
    const headers = { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId };
    const answer = await fetch(`${service.url}/api/support/${id}/messages`, {
      method: 'POST',
      headers,
      body: form,
    });
    const { data } = (await answer.json()) as { data: { attachments: { name: string; url: string }[] } };
    expect(data.attachments.map(({ name }) => name)).toEqual(['b.txt', 'c.txt']);
    expect(await (await fetch(at(data.attachments[1]!.url))).text()).toBe('c.txt');
    const many = new FormData();
    many.append('body', 'Too many');
    for (let count = 0; count < 11; count += 1) many.append('files', new Blob(['x']), `${count}.txt`);
    const refused = await fetch(`${service.url}/api/support/${id}/messages`, {
      method: 'POST',
      headers,
      body: many,
    });
    expect(refused.status).toBe(400);
    expect(await service.sql(service.acme, 'select name from files order by name')).toEqual([
      { name: 'a.txt' },
      { name: 'b.txt' },
      { name: 'c.txt' },
    ]);
  });
});

describe('a merge', () => {
  it('moves messages, watchers and tasks, and closes the duplicate, whose messages go to the other one', async () => {
    const target = await open();
    const source = await open({ body: 'Duplicate' });
    const task = await ok('POST', '/api/tasks', { title: 'Look', ticket_id: source.id });
    const merged = await ok('POST', `/api/support/${target.id}/merge`, { ticket_id: source.id });
    expect(merged).toMatchObject({ id: target.id, status: 'new' });
    expect(merged.last_messages).toMatchObject([{ body: 'Duplicate', moved_from_id: source.id }]);
    expect((await ok('GET', `/api/tasks/${task.id}`)).ticket_id).toBe(target.id);
    expect(await get(source.id)).toMatchObject({
      status: 'closed',
      merged_into_id: target.id,
      sla: { state: 'paused' },
    });
    await expectRefused(
      `/api/support/${source.id}/messages`,
      { body: 'x' },
      {
        code: 'TICKET_MERGED',
        details: { merged_into_id: target.id },
      },
    );
    expect((await eventsOf(source.id)).map(({ type }) => type)).toEqual(['ticket.created', 'ticket.merged']);
  });

  it('is refused into itself, of a merged ticket, and across companies without force', async () => {
    const company = async () => (await ok('POST', '/api/companies', { name: `Company ${++serial}` })).id;
    const one = await open({ company_id: await company() });
    const other = await open({ company_id: await company() });
    const merge = (id: string, ticket_id: string, reason: string) =>
      expectRefused(
        `/api/support/${id}/merge`,
        { ticket_id },
        { code: 'MERGE_INVALID', details: { reason } },
      );
    await merge(one.id, one.id, 'same_ticket');
    await merge(one.id, other.id, 'other_company');
    await ok('POST', `/api/support/${one.id}/merge`, { ticket_id: other.id, force: true });
    await merge(one.id, other.id, 'merged');
  });
});

describe('a bulk change', () => {
  it('changes each ticket by itself, and deletes and restores them', async () => {
    const [one, other] = [await open(), await open()];
    const bulk = (changes: object, ids = [one.id, other.id]) =>
      ok('POST', '/api/support/bulk', { ids, changes });
    await reply(one.id);
    const resolved = await bulk({ status: 'resolved', add_tags: ['fair'] });
    expect(resolved).toMatchObject({
      succeeded: [one.id],
      failed: [{ id: other.id, code: 'INVALID_STATE_TRANSITION' }],
    });
    expect((await get(one.id)).tags).toEqual(['fair']);
    expect((await get(other.id)).tags).toEqual([]);
    expect((await bulk({ delete: true })).counts).toEqual({ succeeded: 2, failed: 0 });
    expect((await send('GET', `/api/support/${one.id}`)).status).toBe(404);
    expect((await bulk({ restore: true })).counts).toEqual({ succeeded: 2, failed: 0 });
    expect((await get(one.id)).status).toBe('resolved');
  });
});
