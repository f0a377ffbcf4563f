// Rooms as visitors enter them: every gate in its order, what a stranger can find out, sessions that end at once.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Data, RoomWorld } from './room-world.ts';

let world: RoomWorld;

beforeAll(async () => {
  world = await RoomWorld.start();
});

afterAll(() => world?.stop());

/** Status and code of a refusal, with its details. */
async function refusal(reply: Promise<{ status: number; body: Data }>): Promise<unknown[]> {
  const { status, body } = await reply;
  return [status, body.error?.code, body.error?.details];
}

describe('a link', () => {
  it('without gates is opened by an empty call, and shows the room to the session', async () => {
    const { id } = await world.room({ description: 'All we discussed', welcome_message: 'Hello' });
    await world.item(id, { kind: 'note', title: 'Start', body: '<p>Hi</p>' });
    await world.item(id, { kind: 'section', title: 'Hidden', is_visible: false });
    const { token } = await world.link(id);
    const before = (await world.visit('GET', token)).body.data;
    expect(before).toEqual({
      access: { granted: false, requires: [], expires_at: null, allow_download: false, allow_comments: true },
      room: { title: 'Pilot', branding: { logo_url: null, accent: null }, welcome_message: 'Hello' },
      nda: null,
    });
    const session = await world.enter(token);
    const view = await world.visit('GET', token, '', undefined, session);
    expect(view.headers.get('cache-control')).toBe('no-store');
    expect(view.headers.get('x-robots-tag')).toBe('noindex');
    expect(view.headers.get('referrer-policy')).toBe('no-referrer');
    expect(view.body.data).toMatchObject({
      access: { granted: true, requires: [] },
      room: { description: 'All we discussed' },
      items: [{ kind: 'note', title: 'Start', body: '<p>Hi</p>', can_view: false, can_download: false }],
      visitor: { name: 'Visitor', email: null },
    });
    expect(view.body.data.items).toHaveLength(1);
    for (const secret of [world.service.acme.id, world.service.acme.people.owner.userId, id])
      expect(view.text).not.toContain(secret);
  });

  it('that is unknown, malformed, revoked, or of a draft, internal or deleted room answers the same', async () => {
    const draft = await world.link((await world.room({}, false)).id);
    const internal = await world.link((await world.room({ visibility: 'internal' })).id);
    const gone = await world.room();
    const ofGone = await world.link(gone.id);
    await world.ok('DELETE', `/api/rooms/${gone.id}`);
    const room = await world.room();
    const revoked = await world.link(room.id);
    await world.ok('DELETE', `/api/rooms/${room.id}/links/${revoked.id}`);
    const tokens = [draft.token, internal.token, ofGone.token, revoked.token, 'x', 'A'.repeat(43), '%00'];
    const calls: [string, string, unknown?][] = [
      ['GET', ''],
      ['POST', '/access', {}],
      ['POST', '/access', { nonsense: true }],
      ['POST', '/events', { events: [] }],
      ['POST', '/comments', { body: '' }],
      ['GET', '/comments'],
    ];
    const answers = new Set<string>();
    for (const token of tokens)
      for (const [method, path, body] of calls) {
        const reply = await world.visit(method, token, path, body);
        delete reply.body.error.request_id;
        const headers = [...reply.headers].filter(
          ([name]) => !/^(x-request-id|date|ratelimit-(remaining|reset))$/.test(name),
        );
        answers.add(JSON.stringify([reply.status, reply.body, headers]));
      }
    expect([...answers].map((answer) => JSON.parse(answer).slice(0, 2))).toEqual([
      [404, { success: false, error: expect.objectContaining({ code: 'ROOM_NOT_FOUND' }) }],
    ]);
  });

  it('that has expired, or whose room is closed, answers 410', async () => {
    const { id } = await world.room();
    const expires_at = new Date(world.service.server.services.clock.now().getTime() + 60_000).toISOString();
    const { token } = await world.link(id, { expires_at });
    const other = await world.link(id);
    const session = await world.enter(token);
    world.service.advance(61);
    expect(await refusal(world.visit('GET', token, '/comments', undefined, session))).toEqual(
      expect.arrayContaining([410, 'ROOM_LINK_EXPIRED']),
    );
    world.service.advance(0);
    await world.ok('POST', `/api/rooms/${id}/close`, {});
    expect(await refusal(world.visit('GET', other.token))).toEqual(
      expect.arrayContaining([410, 'ROOM_CLOSED']),
    );
    await world.ok('POST', `/api/rooms/${id}/publish`, {});
    expect(await refusal(world.visit('GET', token, '/comments', undefined, session))).toEqual(
      expect.arrayContaining([401, 'ROOM_ACCESS_REQUIRED']),
    );
  });
});

describe('the gates', () => {
  it('are passed in their order: password, address, code, list, agreement, number of sessions', async () => {
    const { id } = await world.room();
    await world.ok('PUT', `/api/rooms/${id}/nda`, { text: 'Keep it secret' });
    const { token } = await world.link(id, {
      password: 'open sesame',
      allow_list: ['@buyer.example'],
      nda_required: true,
      max_sessions: 1,
    });
    const all = ['email', 'code', 'password', 'nda'];
    expect((await world.visit('GET', token)).body.data).toMatchObject({
      access: { requires: all },
      nda: { version: 1, text: 'Keep it secret' },
    });
    expect(await refusal(world.access(token))).toEqual([401, 'ROOM_ACCESS_REQUIRED', { requires: all }]);
    const email = 'grace.hopper@buyer.example';
    expect(await refusal(world.access(token, { email }))).toEqual([
      401,
      'ROOM_ACCESS_REQUIRED',
      { requires: ['code', 'password', 'nda'] },
    ]);
    expect(await refusal(world.access(token, { email, password: 'wrong one' }))).toEqual(
      expect.arrayContaining([403, 'ROOM_PASSWORD_INVALID']),
    );
    const password = 'open sesame';
    expect(await refusal(world.access(token, { password, accept_nda: true }))).toEqual([
      401,
      'ROOM_ACCESS_REQUIRED',
      { requires: ['email', 'code'] },
    ]);
    const code = await world.code(token, email, { password });
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await refusal(world.access(token, { email, password, code: wrong }))).toEqual(
      expect.arrayContaining([403, 'ROOM_CODE_INVALID']),
    );
    expect(await refusal(world.access(token, { email, password, code }))).toEqual([
      409,
      'ROOM_NDA_REQUIRED',
      { nda_version: 1 },
    ]);
    const whole = { email, password, code, accept_nda: true };
    expect(await refusal(world.access(token, { ...whole, nda_version: 7 }))).toEqual(
      expect.arrayContaining([409, 'ROOM_NDA_REQUIRED']),
    );
    const entered = await world.access(token, { ...whole, nda_version: 1 });
    expect(entered.body.data).toEqual({
      session: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: expect.any(String),
      visitor: { name: 'Grace Hopper', email },
    });
    expect(await refusal(world.access(token, whole))).toEqual(
      expect.arrayContaining([403, 'ROOM_CODE_INVALID']),
    );
    const events = await world.ok('GET', `/api/rooms/${id}/events?sort=at`);
    expect(events.map(({ type, reason }: Data) => reason ?? type)).toEqual([
      'password',
      'code',
      'access_granted',
      'nda_accepted',
      'code',
    ]);
    expect(events[3].nda).toMatchObject({
      version: 1,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      ip: expect.any(String),
    });
  });

  it('send the same answer and the same mail to listed and unlisted addresses', async () => {
    const { id } = await world.room();
    const { token } = await world.link(id, { allow_list: ['listed@buyer.example'] });
    const listed = await world.code(token, 'listed@buyer.example');
    const unlisted = await world.code(token, 'unlisted@buyer.example');
    expect(await refusal(world.access(token, { email: 'unlisted@buyer.example', code: unlisted }))).toEqual([
      403,
      'ROOM_ACCESS_DENIED',
      { reason: 'list' },
    ]);
    await world.enter(token, { email: 'listed@buyer.example', code: listed });
  });

  it('send no mail without the password, and one in half a minute', async () => {
    const { id } = await world.room();
    const { token } = await world.link(id, { password: 'open sesame', verify_email: true });
    await world.access(token, { email: 'nobody@buyer.example' });
    await world.access(token, { email: 'nobody@buyer.example', password: 'wrong one' });
    const password = 'open sesame';
    const first = await world.code(token, 'once@buyer.example', { password });
    expect((await world.access(token, { email: 'once@buyer.example', password })).status).toBe(202);
    world.service.advance(31);
    const second = await world.code(token, 'once@buyer.example', { password });
    expect(world.mails.to('once@buyer.example')).toHaveLength(2);
    expect(world.mails.to('nobody@buyer.example')).toHaveLength(0);
    if (first !== second)
      expect(
        await refusal(world.access(token, { email: 'once@buyer.example', password, code: first })),
      ).toEqual(expect.arrayContaining([403, 'ROOM_CODE_INVALID']));
    world.service.advance(0);
  });

  it('close for a quarter of an hour after five wrong secrets, also at once, for right ones too', async () => {
    const { id } = await world.room();
    const { token } = await world.link(id, { password: 'open sesame' });
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => world.access(token, { password: 'wrong one' })),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([403, 403, 403, 403, 403, 429, 429, 429]);
    const right = await world.access(token, { password: 'open sesame' });
    expect([right.status, right.body.error.details]).toEqual([429, { policy: 'room-gate' }]);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(800);
    world.service.advance(15 * 60 + 1);
    await world.enter(token, { password: 'open sesame' });
    world.service.advance(0);
  });

  it('let in as many sessions as the link allows, also at once', async () => {
    const { id } = await world.room();
    const { token } = await world.link(id, { max_sessions: 2 });
    const replies = await Promise.all(Array.from({ length: 5 }, () => world.access(token)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 403, 403, 403]);
    expect(await refusal(world.access(token))).toEqual([
      403,
      'ROOM_ACCESS_DENIED',
      { reason: 'session_limit' },
    ]);
    const [link] = await world.ok('GET', `/api/rooms/${id}/links`);
    expect([link.status, link.sessions_count]).toEqual(['exhausted', 2]);
  });

  it('of a room for invited people pass nobody without a list', async () => {
    const { id } = await world.room({ visibility: 'invited' });
    const { token } = await world.link(id);
    const email = 'any@buyer.example';
    const code = await world.code(token, email);
    expect(await refusal(world.access(token, { email, code }))).toEqual([
      403,
      'ROOM_ACCESS_DENIED',
      { reason: 'list' },
    ]);
  });
});

describe('a session', () => {
  const change: [string, (room: Data, link: Data) => Promise<unknown>, boolean][] = [
    [
      'another password',
      ({ id }, link) => world.ok('PATCH', `/api/rooms/${id}/links/${link.id}`, { password: 'new password' }),
      true,
    ],
    [
      'a list',
      ({ id }, link) => world.ok('PATCH', `/api/rooms/${id}/links/${link.id}`, { deny_list: ['@x.example'] }),
      true,
    ],
    [
      'the revocation of its link',
      ({ id }, link) => world.ok('DELETE', `/api/rooms/${id}/links/${link.id}`),
      true,
    ],
    [
      'another visibility',
      ({ id }) => world.ok('PATCH', `/api/rooms/${id}`, { visibility: 'invited' }),
      true,
    ],
    [
      'a new agreement where none is required',
      ({ id }) => world.ok('PUT', `/api/rooms/${id}/nda`, { text: 'New' }),
      false,
    ],
    [
      'a new label',
      ({ id }, link) => world.ok('PATCH', `/api/rooms/${id}/links/${link.id}`, { label: 'x' }),
      false,
    ],
    ['a new title', ({ id }) => world.ok('PATCH', `/api/rooms/${id}`, { title: 'x' }), false],
  ];

  it.each(change)('after %s', async (_, act, ends) => {
    const room = await world.room();
    const link = await world.link(room.id);
    const session = await world.enter(link.token);
    const comments = () => world.visit('GET', link.token, '/comments', undefined, session);
    expect((await comments()).status).toBe(200);
    await act(room, link);
    expect((await comments()).status === 200).toBe(!ends);
  });

  it('belongs to its link and lasts twelve hours', async () => {
    const { id } = await world.room();
    const [one, two] = [await world.link(id), await world.link(id)];
    const session = await world.enter(one.token);
    expect(await refusal(world.visit('GET', two.token, '/comments', undefined, session))).toEqual(
      expect.arrayContaining([401, 'ROOM_ACCESS_REQUIRED']),
    );
    world.service.advance(12 * 3600 + 1);
    expect(await refusal(world.visit('GET', one.token, '/comments', undefined, session))).toEqual(
      expect.arrayContaining([401, 'ROOM_ACCESS_REQUIRED']),
    );
    world.service.advance(0);
  });
});

describe('files of a room', () => {
  it('are shown and downloaded as link and item allow, and their addresses die with the session', async () => {
    const { id } = await world.room();
    const upload = await world.upload(id, 'offer.txt', 'Our offer');
    const item = await world.item(id, { kind: 'file', upload_id: upload.upload_id });
    const link = await world.link(id);
    const session = await world.enter(link.token);
    const path = `/items/${item.id}`;
    expect(await refusal(world.visit('GET', link.token, path))).toEqual(
      expect.arrayContaining([401, 'ROOM_ACCESS_REQUIRED']),
    );
    const { view, can_download } = (await world.visit('GET', link.token, path, undefined, session)).body.data;
    expect(can_download).toBe(false);
    const address = `${world.service.url}${new URL(view.url).pathname}`;
    const response = await fetch(address);
    expect([response.status, await response.text()]).toEqual([200, 'Our offer']);
    expect(await refusal(world.visit('GET', link.token, `${path}/download`, undefined, session))).toEqual([
      403,
      'ROOM_ACCESS_DENIED',
      { reason: 'download_not_allowed' },
    ]);
    await world.ok('PATCH', `/api/rooms/${id}/links/${link.id}`, { allow_download: true });
    const file = await world.visit('GET', link.token, `${path}/download`, undefined, session);
    expect([file.status, file.text, file.headers.get('content-disposition')]).toEqual([
      200,
      'Our offer',
      `attachment; filename="offer.txt"; filename*=UTF-8''offer.txt`,
    ]);
    await world.ok('DELETE', `/api/rooms/${id}/links/${link.id}`);
    expect((await fetch(address)).status).toBe(404);
  });
});

describe('a visitor', () => {
  it('reports what they looked at once, and nothing is stored of a wrong report', async () => {
    const { id } = await world.room();
    const item = await world.item(id, { kind: 'note', title: 'Start', body: '<p>Hi</p>' });
    const { token } = await world.link(id);
    const session = await world.enter(token);
    const at = new Date(0).toISOString();
    const events = [
      { client_event_id: 'a', type: 'room_viewed', at },
      { client_event_id: 'b', type: 'item_viewed', at, item_id: item.id },
      { client_event_id: 'c', type: 'time_spent', at, item_id: item.id, seconds: 600 },
    ];
    const post = (list: object[]) => world.visit('POST', token, '/events', { events: list }, session);
    expect((await post(events)).body.data).toEqual({ accepted: 3, duplicates: 0 });
    expect(
      (await post([...events.slice(1), { client_event_id: 'd', type: 'room_viewed', at }])).body.data,
    ).toEqual({
      accepted: 1,
      duplicates: 2,
    });
    const wrong: [object, string][] = [
      [{ client_event_id: 'e', type: 'access_granted', at }, 'enum'],
      [{ client_event_id: 'e', type: 'item_viewed', at }, 'required'],
      [{ client_event_id: 'e', type: 'item_viewed', at, item_id: crypto.randomUUID() }, 'exists'],
      [{ client_event_id: 'e', type: 'time_spent', at, seconds: 3601 }, 'maximum'],
    ];
    for (const [event, rule] of wrong) {
      const { status, body } = await post([{ client_event_id: 'f', type: 'room_viewed', at }, event]);
      expect([status, body.error.fields[0].rule]).toEqual([400, rule]);
    }
    const analytics = await world.ok('GET', `/api/rooms/${id}/analytics`);
    expect(analytics).toMatchObject({
      sessions: 1,
      visitors: 1,
      views: 1,
      items: [{ item_id: item.id, views: 1, visitors: 1, completion: 100 }],
      visitors_list: [{ name: 'Visitor', sessions: 1, completion: 100 }],
    });
    expect(analytics.seconds).toBeLessThan(60);
  });

  it('comments, sees no internal or hidden comment, and is known by a proven address', async () => {
    const company = await world.ok('POST', '/api/companies', { name: 'Buyer' });
    const contact = await world.ok('POST', '/api/contacts', {
      first_name: 'Mary',
      last_name: 'Jackson',
      email: 'mary@known.example',
      company_id: company.id,
    });
    const { id } = await world.room({ company_id: company.id });
    const { token } = await world.link(id, { verify_email: true });
    const email = 'mary@known.example';
    const session = await world.enter(token, {
      email,
      code: await world.code(token, email),
      name: 'Mary J.',
    });
    const mine = await world.visit('POST', token, '/comments', { body: 'How much <b>?' }, session);
    expect([mine.status, mine.body.data]).toMatchObject([
      201,
      { body: 'How much <b>?', author: { name: 'Mary J.', is_team: false, is_me: true } },
    ]);
    await world.ok('POST', `/api/rooms/${id}/comments`, { body: 'Secret', is_internal: true });
    const answer = await world.ok('POST', `/api/rooms/${id}/comments`, {
      body: 'Ten',
      parent_id: mine.body.data.id,
    });
    const list = () => world.visit('GET', token, '/comments', undefined, session);
    expect(
      (await list()).body.data.map(({ body, author }: Data) => [body, author.name, author.is_team]),
    ).toEqual([
      ['How much <b>?', 'Mary J.', false],
      ['Ten', 'owner of acme', true],
    ]);
    expect((await list()).text).not.toContain(world.service.acme.people.owner.email);
    await world.ok('PATCH', `/api/rooms/${id}/comments/${mine.body.data.id}`, { is_hidden: true });
    expect((await list()).body.data).toEqual([]);
    expect(
      await world.refused('PATCH', `/api/rooms/${id}/comments/${mine.body.data.id}`, { body: 'x' }),
    ).toEqual(expect.arrayContaining([403, 'PERMISSION_DENIED']));
    expect(answer.author.label).toBe('owner of acme');
    const timeline = await world.ok('GET', `/api/contacts/${contact.id}/activity`);
    const lines = timeline.filter(({ type }: Data) => type === 'room').map(({ subject }: Data) => subject);
    expect(lines).toEqual(['Mary J. commented in the room “Pilot”', 'Mary J. visited the room “Pilot”']);
    const { signals } = await world
      .ok('GET', `/api/contacts/${contact.id}/relationship/summary`)
      .catch(() => ({ signals: null }));
    if (signals) expect(signals.last_meaningful_touch_at).not.toBeNull();
    const [event] = await world.ok('GET', `/api/rooms/${id}/events?filter[type]=access_granted`);
    expect(event.visitor).toMatchObject({
      name: 'Mary J.',
      email,
      email_verified: true,
      contact_id: contact.id,
    });
    await world.ok(
      'PATCH',
      `/api/rooms/${id}/links/${(await world.ok('GET', `/api/rooms/${id}/links`))[0].id}`,
      { allow_comments: false },
    );
    expect(await refusal(list())).toEqual([403, 'ROOM_ACCESS_DENIED', { reason: 'comments_not_allowed' }]);
  });

  it('learns about the session and its rights before the faults of the input', async () => {
    const { id } = await world.room();
    const { token, id: linkId } = await world.link(id, { allow_comments: false });
    const session = await world.enter(token);
    const post = (path: string, by?: string) => world.visit('POST', token, path, { unknown: 1 }, by);
    for (const path of ['/comments', '/events'])
      expect(await refusal(post(path))).toEqual([401, 'ROOM_ACCESS_REQUIRED', { requires: [] }]);
    expect(await refusal(post('/comments', session))).toEqual([
      403,
      'ROOM_ACCESS_DENIED',
      { reason: 'comments_not_allowed' },
    ]);
    const faults = (await post('/events', session)).body.error.fields;
    expect(faults).toMatchObject([
      { path: 'events', rule: 'required' },
      { path: 'unknown', rule: 'unknown_field' },
    ]);
    await world.ok('PATCH', `/api/rooms/${id}/links/${linkId}`, { password: 'open sesame' });
    for (let tries = 0; tries < 5; tries++)
      expect((await world.visit('POST', token, '/access', { password: 'wrong' })).status).toBe(403);
    expect((await world.visit('POST', token, '/access', { unknown: 1 })).status).toBe(429);
  });

  it('gets no file while the workspace has no rooms', async () => {
    const { id } = await world.room();
    const upload = await world.upload(id, 'a.txt', 'Hello');
    const item = await world.item(id, { kind: 'file', title: 'File', upload_id: upload.upload_id });
    const { token } = await world.link(id);
    const session = await world.enter(token);
    const { view } = (await world.visit('GET', token, `/items/${item.id}`, undefined, session)).body.data;
    const read = async () => (await fetch(world.service.url + new URL(view.url).pathname)).text();
    expect(await read()).toBe('Hello');
    await world.ok('PATCH', '/api/settings/tenant', { modules: { rooms: false } });
    expect(await read()).toContain('NOT_FOUND');
    await world.ok('PATCH', '/api/settings/tenant', { modules: { rooms: true } });
    expect(await read()).toBe('Hello');
  });

  it('neither sees nor answers comments on an item that is hidden', async () => {
    const { id } = await world.room();
    const item = await world.item(id, { kind: 'section', title: 'Prices' });
    const { token } = await world.link(id);
    const session = await world.enter(token, {});
    const about = { body: 'Too much', item_id: item.id };
    const comment = await world.visit('POST', token, '/comments', about, session);
    expect(comment.status).toBe(201);
    await world.ok('PATCH', `/api/rooms/${id}/items/${item.id}`, { is_visible: false });
    expect((await world.visit('GET', token, '/comments', undefined, session)).body.data).toEqual([]);
    const answer = { body: 'Still', parent_id: comment.body.data.id };
    const { status, body } = await world.visit('POST', token, '/comments', answer, session);
    expect([status, body.error.fields]).toMatchObject([400, [{ path: 'parent_id', rule: 'exists' }]]);
  });
});
