// What strangers and visitors can find out through a public link: refusals in their order, hidden items, files, headers.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Data, RoomWorld } from './room-world.ts';

let world: RoomWorld;

beforeAll(async () => {
  world = await RoomWorld.start();
});

afterAll(() => world?.stop());

/** Status and code of an answer, with the policy of a limit. */
async function codeOf(reply: Promise<{ status: number; body: Data }>): Promise<unknown[]> {
  const { status, body } = await reply;
  const policy = body.error?.details?.policy;
  return [status, body.error?.code, ...(policy ? [policy] : [])];
}

describe('comments on an item that visitors do not see', () => {
  it('are neither listed nor answered through a link', async () => {
    const { id } = await world.room();
    const item = await world.item(id, { kind: 'section', title: 'Prices' });
    const { token } = await world.link(id);
    const session = await world.enter(token);
    const about = await world.ok('POST', `/api/rooms/${id}/comments`, { body: 'Ours', item_id: item.id });
    const list = async () => (await world.visit('GET', token, '/comments', undefined, session)).body.data;
    const answer = () =>
      world.visit('POST', token, '/comments', { body: 'Really?', parent_id: about.id }, session);
    expect((await answer()).body.data.item_id).toBe(item.id);
    expect(await list()).toHaveLength(2);
    await world.ok('PATCH', `/api/rooms/${id}/items/${item.id}`, { is_visible: false });
    expect(await list()).toEqual([]);
    const refused = await answer();
    expect([refused.status, refused.body.error.fields[0].rule]).toEqual([400, 'exists']);
    expect(refused.text).not.toContain(item.id);
    expect(await world.ok('GET', `/api/rooms/${id}/comments`)).toHaveLength(2);
    await world.ok('PATCH', `/api/rooms/${id}/items/${item.id}`, { is_visible: true });
    expect(await list()).toHaveLength(2);
  });
});

describe('a call with input that is not valid', () => {
  it('is first refused for the link, the session and the rights of the caller', async () => {
    const { id } = await world.room();
    const { token } = await world.link(id, { allow_comments: false });
    const calls: [string, string, unknown][] = [
      ['POST', '/events', { events: [] }],
      ['POST', '/events', []],
      ['POST', '/events', { events: [], nonsense: true }],
      ['POST', '/comments', { body: '' }],
      ['POST', '/comments?nonsense=1', { body: 'Hi' }],
      ['POST', '/comments', '{"body":'],
      ['GET', '/items/x', undefined],
      ['GET', '/items/x/download', undefined],
      ['GET', '/comments?nonsense=1', undefined],
    ];
    for (const [method, path, body] of calls) {
      expect(await codeOf(world.visit(method, token, path, body))).toEqual([401, 'ROOM_ACCESS_REQUIRED']);
      for (const unknown of ['x', 'x'.repeat(2000)])
        expect(await codeOf(world.visit(method, unknown, path, body))).toEqual([404, 'ROOM_NOT_FOUND']);
    }
    const session = await world.enter(token);
    const asVisitor = (method: string, path: string, body?: unknown) =>
      codeOf(world.visit(method, token, path, body, session));
    expect(await asVisitor('POST', '/comments', { body: '' })).toEqual([403, 'ROOM_ACCESS_DENIED']);
    expect(await asVisitor('POST', '/events', { events: [] })).toEqual([400, 'VALIDATION_ERROR']);
    expect(await asVisitor('POST', '/events', '{"events":')).toEqual([400, 'MALFORMED_REQUEST']);
    expect(await asVisitor('GET', '/items/x')).toEqual([404, 'NOT_FOUND']);
  });

  it('is refused by a locked gate like any other', async () => {
    const { id } = await world.room();
    const { token } = await world.link(id, { password: 'open sesame' });
    expect(await codeOf(world.access(token, { nonsense: true }))).toEqual([400, 'VALIDATION_ERROR']);
    for (let tries = 0; tries < 5; tries += 1)
      expect(await codeOf(world.access(token, { password: 'wrong one' }))).toEqual([
        403,
        'ROOM_PASSWORD_INVALID',
      ]);
    for (const body of [{ password: 'open sesame' }, { nonsense: true }, { email: 'x' }])
      expect(await codeOf(world.access(token, body))).toEqual([429, 'RATE_LIMITED', 'room-gate']);
  });
});

describe('a code', () => {
  it('is mailed once in half a minute, also after it was used', async () => {
    const { id } = await world.room();
    const { token } = await world.link(id, { verify_email: true });
    const email = 'grace@codes.example';
    await world.enter(token, { email, code: await world.code(token, email) });
    const sentAt = async () =>
      (await world.inspector.query('select sent_at from room_codes where email = $1', [email]))[0];
    const first = await sentAt();
    expect((await world.access(token, { email })).status).toBe(202);
    expect(await sentAt()).toEqual(first);
    world.service.advance(31);
    expect((await world.access(token, { email })).status).toBe(202);
    expect(await sentAt()).not.toEqual(first);
    world.service.advance(0);
  });
});

describe('what the team writes', () => {
  it('has no relative links, and default link settings that are null are reset', async () => {
    const { id } = await world.room({ default_link_settings: { require_email: true, expires_in_days: 9 } });
    const body = '<p><a href="/api/me">a</a> <a href="https://example.com/x">b</a></p>';
    const item = await world.item(id, { kind: 'note', title: 'Links', body });
    expect(item.body).toBe(
      '<p><a rel="noopener noreferrer">a</a> <a href="https://example.com/x" rel="noopener noreferrer">b</a></p>',
    );
    const room = await world.ok('PATCH', `/api/rooms/${id}`, { default_link_settings: null });
    expect(room.default_link_settings).toMatchObject({ require_email: false, expires_in_days: null });
  });

  it('is checked for an invitation that reaches nobody, and counted for the company', async () => {
    const company = await world.ok('POST', '/api/companies', { name: 'Counted' });
    const { id } = await world.room({ company_id: company.id });
    const reply = await world.service.rest('POST', `/api/rooms/${id}/invitations`, {
      contact_ids: [crypto.randomUUID()],
      link: { nda_required: true },
    });
    expect([reply.status, reply.body.error.fields[0]]).toMatchObject([
      400,
      { path: 'link.nda_required', rule: 'nda_missing' },
    ]);
    expect((await world.ok('GET', `/api/companies/${company.id}`)).counts.rooms).toBe(1);
  });

  it('is described in its events by its room, its kind and its title', async () => {
    const { id } = await world.room();
    const item = await world.item(id, { kind: 'section', title: 'Prices' });
    const [event] = await world.inspector.query<{ data: Data }>(
      `select data from events where type = 'room_item.created' and object_id = $1`,
      [item.id],
    );
    expect(event!.data.object).toMatchObject({ room_id: id, kind: 'section', title: 'Prices' });
  });
});

describe('the file of an item', () => {
  it('is not served while the module is switched off', async () => {
    const { id } = await world.room({}, true);
    const upload = await world.upload(id, 'offer.txt', 'Our offer');
    const item = await world.item(id, { kind: 'file', upload_id: upload.upload_id });
    const { token } = await world.link(id);
    const session = await world.enter(token);
    const { view } = (await world.visit('GET', token, `/items/${item.id}`, undefined, session)).body.data;
    const address = `${world.service.url}${new URL(view.url).pathname}`;
    const served = await fetch(address);
    expect([served.status, await served.text(), served.headers.get('x-robots-tag')]).toEqual([
      200,
      'Our offer',
      'noindex',
    ]);
    await world.ok('PATCH', '/api/settings/tenant', { modules: { rooms: false } });
    const refused = await fetch(address);
    expect([refused.status, refused.headers.get('x-robots-tag')]).toEqual([404, 'noindex']);
    await refused.text();
    await world.ok('PATCH', '/api/settings/tenant', { modules: { rooms: true } });
    const again = await fetch(address);
    expect([again.status, await again.text()]).toEqual([200, 'Our offer']);
  });

  it('counts as downloaded only when its bytes are sent', async () => {
    const { id } = await world.room();
    const upload = await world.upload(id, 'offer.txt', 'Our offer');
    const item = await world.item(id, { kind: 'file', upload_id: upload.upload_id });
    const { token } = await world.link(id, { allow_download: true });
    const session = await world.enter(token);
    const url = `${world.service.url}/api/rooms/public/${token}/items/${item.id}/download`;
    const ask = async (method: string, headers: Record<string, string> = {}): Promise<number> => {
      const reply = await fetch(url, { method, headers: { 'x-room-session': session, ...headers } });
      await reply.text();
      return reply.status;
    };
    const downloads = async () => (await world.ok('GET', `/api/rooms/${id}/analytics`)).downloads;
    expect(await ask('HEAD')).toBe(200);
    expect(await ask('GET', { 'if-none-match': `"${upload.sha256}"` })).toBe(304);
    expect(await ask('GET', { range: 'bytes=99-' })).toBe(416);
    expect(await downloads()).toBe(0);
    expect(await ask('GET')).toBe(200);
    expect(await ask('GET', { range: 'bytes=0-2' })).toBe(206);
    expect(await downloads()).toBe(2);
  });
});

describe('a gate that changes while a visitor passes it', () => {
  /** Enters while another transaction changes the room, which is committed before the session is granted. */
  async function enterDuring(change: string, gates: object = {}) {
    const { id } = await world.room();
    await world.ok('PUT', `/api/rooms/${id}/nda`, { text: 'Secret' });
    const { token } = await world.link(id, gates);
    await world.inspector.query('begin');
    await world.inspector.query(`update rooms set version = version + 1, ${change} where id = $1`, [id]);
    const entering = world.access(token, { accept_nda: true, nda_version: 1 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await world.inspector.query('commit');
    const { status, body } = await entering;
    const [{ sessions }] = (await world.inspector.query(
      'select count(*)::int as sessions from room_sessions where room_id = $1',
      [id],
    )) as [{ sessions: number }];
    return [status, body.error?.code, sessions];
  }

  it('counts as it is at the end, so nobody enters by the former one', async () => {
    expect(await enterDuring("visibility = 'internal'")).toEqual([404, 'ROOM_NOT_FOUND', 0]);
    expect(await enterDuring('nda_version = 2', { nda_required: true })).toEqual([
      409,
      'ROOM_NDA_REQUIRED',
      0,
    ]);
    expect(await enterDuring("title = 'Another title'")).toEqual([200, undefined, 1]);
  });
});

describe('an overlong secret', () => {
  it('is a wrong one', async () => {
    const { id } = await world.room();
    const { token } = await world.link(id, { password: 'open sesame' });
    expect(await codeOf(world.access(token, { password: 'x'.repeat(5000) }))).toEqual([
      403,
      'ROOM_PASSWORD_INVALID',
    ]);
    const verified = await world.link(id, { verify_email: true });
    const body = { email: 'ada@buyer.example', code: '1'.repeat(500) };
    expect(await codeOf(world.access(verified.token, body))).toEqual([403, 'ROOM_CODE_INVALID']);
  });
});

describe('a room on GraphQL', () => {
  it('takes the session from the header too, and no answer about it may be stored', async () => {
    const { id } = await world.room();
    await world.item(id, { kind: 'section', title: 'The offer' });
    const { token } = await world.link(id);
    const session = await world.enter(token);
    const query =
      'query($token: String!) { publicRoom(token: $token) { access { granted } items { title } } }';
    const ask = (headers: Record<string, string>) =>
      world.service.graphql(query, { token }, { as: null, headers });
    const { body, headers } = await ask({ 'x-room-session': session });
    expect(body.data.publicRoom).toEqual({ access: { granted: true }, items: [{ title: 'The offer' }] });
    expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex']);
    expect((await ask({})).body.data.publicRoom).toEqual({ access: { granted: false }, items: null });
    const comment = `mutation($token: String!) { postPublicRoomComment(token: $token, input: { body: "Hi" }) { body } }`;
    const posted = await world.service.graphql(
      comment,
      { token },
      { as: null, headers: { 'x-room-session': session } },
    );
    expect(posted.body.data.postPublicRoomComment).toEqual({ body: 'Hi' });
  });
});
