// Rooms as the team works with them: states, items, order, uploads, NDA versions, comments, invitations, analytics.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Reply } from '../support/service.ts';
import { type Data, RoomWorld } from './room-world.ts';

let world: RoomWorld;

beforeAll(async () => {
  world = await RoomWorld.start();
});

afterAll(() => world?.stop());

const titles = async (roomId: string): Promise<string[]> =>
  (await world.ok('GET', `/api/rooms/${roomId}/items`)).map(
    ({ title, position }: Data) => `${position} ${title}`,
  );

const types = async (roomId: string): Promise<string[]> => {
  const rows = await world.service.sql<{ type: string }>(
    world.service.acme,
    'select type from events where object_id = ? order by occurred_at, id',
    [roomId],
  );
  return rows.map(({ type }) => type);
};

describe('a room', () => {
  it('begins as a draft of the person who creates it', async () => {
    const room = await world.ok('POST', '/api/rooms', {
      title: '  Pilot  ',
      branding: { accent: '#0F766E' },
    });
    expect(room).toMatchObject({
      title: 'Pilot',
      status: 'draft',
      visibility: 'link',
      owner_user_id: world.service.acme.people.owner.userId,
      branding: { logo_media_id: null, accent: '#0F766E' },
      nda: null,
      default_link_settings: {
        expires_in_days: null,
        require_email: false,
        verify_email: false,
        nda_required: false,
        allow_download: false,
        allow_comments: true,
        max_sessions: null,
      },
      counts: { items: 0, links_active: 0, visitors: 0, sessions: 0, comments: 0 },
    });
    expect(await world.refused('PATCH', `/api/rooms/${room.id}`, { status: 'published' })).toEqual([
      400,
      'VALIDATION_ERROR',
      'unknown_field',
    ]);
  });

  it('is published and closed again and again, and repeats change nothing', async () => {
    const { id } = await world.room({}, false);
    expect(await world.refused('POST', `/api/rooms/${id}/close`, {})).toEqual(
      expect.arrayContaining([409, 'INVALID_STATE_TRANSITION']),
    );
    const published = await world.ok('POST', `/api/rooms/${id}/publish`, {});
    expect(await world.ok('POST', `/api/rooms/${id}/publish`, {})).toEqual(published);
    const closed = await world.ok('POST', `/api/rooms/${id}/close`, {});
    expect([closed.status, closed.closed_at]).toEqual(['closed', expect.any(String)]);
    expect((await world.ok('POST', `/api/rooms/${id}/close`, {})).version).toBe(closed.version);
    const again = await world.ok('POST', `/api/rooms/${id}/publish`, {});
    expect([again.status, again.closed_at]).toEqual(['published', null]);
    expect(await types(id)).toEqual(['room.created', 'room.published', 'room.closed', 'room.published']);
  });

  it('takes the company of its deal, and refuses another one', async () => {
    const company = await world.ok('POST', '/api/companies', { name: 'Northwind' });
    const other = await world.ok('POST', '/api/companies', { name: 'Contoso' });
    const deal = await world.ok('POST', '/api/deals', { name: 'Rollout', company_id: company.id });
    const room = await world.ok('POST', '/api/rooms', { title: 'Rollout', deal_id: deal.id });
    expect(room).toMatchObject({ company_id: company.id, deal_id: deal.id });
    const both = { title: 'X', deal_id: deal.id, company_id: other.id };
    expect(await world.refused('POST', '/api/rooms', both)).toEqual([
      400,
      'VALIDATION_ERROR',
      'company_mismatch',
    ]);
    expect(await world.refused('POST', '/api/rooms', { title: 'X', deal_id: randomUUID() })).toEqual([
      400,
      'VALIDATION_ERROR',
      'exists',
    ]);
    const found = await world.service.rest('GET', '/api/rooms?search=northwind');
    expect(found.body.data.map(({ id }: Data) => id)).toEqual([room.id]);
    const { data } = (
      await world.service.graphql(
        'query($id: UUID!) { company(id: $id) { counts { rooms } rooms { nodes { title } } } }',
        { id: company.id },
      )
    ).body;
    expect(data.company).toEqual({ counts: { rooms: 1 }, rooms: { nodes: [{ title: 'Rollout' }] } });
    await world.ok('DELETE', `/api/deals/${deal.id}`);
    expect(await world.ok('GET', `/api/rooms/${room.id}`)).toMatchObject({
      deal_id: null,
      company_id: company.id,
    });
  });

  it('copies items with their files into a new room, and nothing else', async () => {
    const { id } = await world.room();
    const upload = await world.upload(id, 'offer.txt', 'Our offer');
    await world.item(id, { kind: 'file', upload_id: upload.upload_id });
    await world.item(id, { kind: 'action_item', title: 'Sign', done: true });
    await world.link(id);
    const copy = await world.ok('POST', '/api/rooms', { title: 'Copy', copy_items_from: id });
    expect(copy.counts).toMatchObject({ items: 2, links_active: 0 });
    const items = await world.ok('GET', `/api/rooms/${copy.id}/items`);
    expect(items).toMatchObject([
      { title: 'offer.txt', file: { sha256: upload.sha256, version: 1 } },
      { title: 'Sign', done: false },
    ]);
  });
});

describe('items of a room', () => {
  it('keep their places without gaps', async () => {
    const { id } = await world.room({}, false);
    for (const title of ['a', 'b', 'c']) await world.item(id, { kind: 'section', title });
    const first = await world.item(id, { kind: 'section', title: 'd', position: 0 });
    expect(await titles(id)).toEqual(['0 d', '1 a', '2 b', '3 c']);
    const moved = await world.ok('PATCH', `/api/rooms/${id}/items/${first.id}`, { position: 99 });
    expect([moved.position, moved.version]).toEqual([3, 2]);
    expect(await titles(id)).toEqual(['0 a', '1 b', '2 c', '3 d']);
    await world.ok('PATCH', `/api/rooms/${id}/items/${first.id}`, { position: 1 });
    const [, , b] = await world.ok('GET', `/api/rooms/${id}/items`);
    expect([b.title, b.version]).toEqual(['b', 1]);
    await world.ok('DELETE', `/api/rooms/${id}/items/${first.id}`);
    expect(await titles(id)).toEqual(['0 a', '1 b', '2 c']);
    const ids = (await world.ok('GET', `/api/rooms/${id}/items`)).map((item: Data) => item.id);
    const ordered = await world.ok('PUT', `/api/rooms/${id}/items/order`, { item_ids: [...ids].reverse() });
    expect(ordered.map(({ title }: Data) => title)).toEqual(['c', 'b', 'a']);
    for (const wrong of [ids.slice(1), [...ids, randomUUID()], [ids[0], ids[0], ids[1]]])
      expect(await world.refused('PUT', `/api/rooms/${id}/items/order`, { item_ids: wrong })).toEqual([
        400,
        'VALIDATION_ERROR',
        'order',
      ]);
    expect((await world.ok('GET', `/api/rooms/${id}`)).version).toBe(1);
  });

  it.each([
    [{ kind: 'link', title: 'x' }, 'required'],
    [{ kind: 'file', title: 'x' }, 'required'],
    [{ kind: 'note', title: 'x', url: 'https://example.com' }, 'not_for_kind'],
    [{ kind: 'section', title: 'x', body: 'text' }, 'not_for_kind'],
    [{ kind: 'link', title: 'x', url: 'javascript:alert(1)' }, 'url'],
    [{ kind: 'link', title: 'x', url: 'https://user:pw@example.com' }, 'url'],
    [{ kind: 'embed', title: 'x', url: 'https://youtube.com.evil.example/' }, 'embed_host'],
    [{ kind: 'embed', title: 'x', url: 'http://youtube.com/watch' }, 'embed_host'],
    [{ kind: 'embed', title: 'x', url: 'https://youtube.com:8443/watch' }, 'embed_host'],
    [{ kind: 'file', upload_id: randomUUID() }, 'exists'],
  ])('are refused as %j', async (input, rule) => {
    const { id } = await world.room({}, false);
    expect(await world.refused('POST', `/api/rooms/${id}/items`, input)).toEqual([
      400,
      'VALIDATION_ERROR',
      rule,
    ]);
    expect(await titles(id)).toEqual([]);
  });

  it('have HTML without scripts', async () => {
    const { id } = await world.room({}, false);
    const note = await world.item(id, {
      kind: 'note',
      title: 'Note',
      body: '<p onclick="x()">Hi <a href="javascript:x()">a</a> <a href="https://b.example">b</a></p><script>x()</script><img src=x>',
    });
    expect(note.body).toBe(
      '<p>Hi <a rel="noopener noreferrer">a</a> <a href="https://b.example" rel="noopener noreferrer">b</a></p>',
    );
  });

  it('get a new version of their file, and only uploads of their room', async () => {
    const { id } = await world.room({}, false);
    const other = await world.room({}, false);
    const [one, two] = [await world.upload(id, 'a.txt', 'one'), await world.upload(id, 'b.txt', 'two')];
    const item = await world.item(id, { kind: 'file', upload_id: one.upload_id });
    expect(item).toMatchObject({
      title: 'a.txt',
      version: 1,
      file: { version: 1, mime: 'text/plain', bytes: 3 },
    });
    const changed = await world.ok('PATCH', `/api/rooms/${id}/items/${item.id}`, {
      upload_id: two.upload_id,
    });
    expect(changed).toMatchObject({ title: 'a.txt', version: 2, file: { name: 'b.txt', version: 2 } });
    expect(
      await world.refused('POST', `/api/rooms/${other.id}/items`, { kind: 'file', upload_id: two.upload_id }),
    ).toEqual([400, 'VALIDATION_ERROR', 'exists']);
  });
});

describe('an upload', () => {
  it('takes JSON as well as multipart, under one idempotency key', async () => {
    const { id } = await world.room({}, false);
    const path = `/api/rooms/${id}/items/uploads`;
    const headers = { 'idempotency-key': randomUUID() };
    const body = { file: { name: 'a.txt', content_base64: Buffer.from('same').toString('base64') } };
    const first = await world.service.rest('POST', path, body, { headers });
    expect(first.status).toBe(201);
    const form = new FormData();
    form.append('file', new Blob(['same']), 'a.txt');
    const { token, tenantId } = world.service.acme.people.owner;
    const again = await fetch(`${world.service.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId, ...headers },
      body: form,
    });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(((await again.json()) as Data).data.upload_id).toBe(first.body.data.upload_id);
    const [row] = (await world.service.sql(
      world.service.acme,
      'select count(*)::int as n from files where scope = ?',
      [`rooms/${id}`],
    )) as { n: number }[];
    expect(row?.n).toBe(1);
  });

  it('is refused without a file, with two, or as something else, and leaves nothing', async () => {
    const { id } = await world.room({}, false);
    const before = await world.inspector.fingerprint();
    const send = async (fill: (form: FormData) => void, headers: Record<string, string> = {}) => {
      const form = new FormData();
      fill(form);
      const { token, tenantId } = world.service.acme.people.owner;
      const reply = await fetch(`${world.service.url}/api/rooms/${id}/items/uploads`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId, ...headers },
        body: form,
      });
      const { error } = (await reply.json()) as Data;
      return [reply.status, error.code, error.fields?.[0]?.rule];
    };
    expect(await send((form) => form.append('file', new Blob(['']), 'a'))).toEqual([
      400,
      'VALIDATION_ERROR',
      'file',
    ]);
    expect(
      await send((form) => {
        form.append('file', new Blob(['1']), 'a');
        form.append('file', new Blob(['2']), 'b');
      }),
    ).toEqual([400, 'VALIDATION_ERROR', 'file']);
    expect(await send((form) => form.append('name', 'x'))).toEqual([400, 'VALIDATION_ERROR', 'file']);
    expect(
      await send((form) => form.append('file', new Blob(['1']), 'a'), { authorization: 'Bearer x' }),
    ).toEqual(expect.arrayContaining([401, 'UNAUTHENTICATED']));
    expect(
      await world.refused('POST', `/api/rooms/${id}/items/uploads`, {
        file: { name: 'a', content_base64: '%%' },
      }),
    ).toEqual([400, 'VALIDATION_ERROR', 'file']);
    expect(await world.inspector.fingerprint()).toEqual(before);
  });
});

describe('the NDA of a room', () => {
  it('has a new version for another text, and stays while a link requires it', async () => {
    const { id } = await world.room();
    const path = `/api/rooms/${id}/nda`;
    expect(await world.refused('POST', `/api/rooms/${id}/links`, { nda_required: true })).toEqual([
      400,
      'VALIDATION_ERROR',
      'nda_missing',
    ]);
    expect((await world.ok('PUT', path, { text: 'Secret' })).nda).toMatchObject({
      version: 1,
      text: 'Secret',
    });
    expect((await world.ok('PUT', path, { text: 'Secret' })).version).toBe(3);
    expect((await world.ok('PUT', path, { text: 'More' })).nda.version).toBe(2);
    for (const incomplete of [{}, { text: ' \n ' }, { expected_version: 4 }, undefined])
      expect(await world.refused('PUT', path, incomplete)).toEqual([400, 'VALIDATION_ERROR', 'required']);
    expect((await world.ok('GET', `/api/rooms/${id}`)).nda.text).toBe('More');
    const link = await world.link(id, { nda_required: true });
    expect(await world.refused('PUT', path, { text: null })).toEqual(
      expect.arrayContaining([409, 'RESOURCE_IN_USE']),
    );
    await world.ok('DELETE', `/api/rooms/${id}/links/${link.id}`);
    expect((await world.service.rest('PUT', path, {})).body.error.fields).toMatchObject([
      { path: 'text', rule: 'required' },
    ]);
    expect((await world.ok('PUT', path, { text: null })).nda).toBeNull();
    expect((await world.ok('PUT', path, { text: 'Again' })).nda.version).toBe(3);
    const [listed] = (
      await world.service.rest('GET', `/api/rooms?filter[title]=Pilot&sort=-updated_at&pageSize=1`)
    ).body.data;
    expect(Object.keys(listed.nda)).toEqual(['version', 'updated_at']);
  });
});

describe('links', () => {
  it('show their token once, and never again', async () => {
    const { id } = await world.room();
    const headers = { 'idempotency-key': randomUUID() };
    const created = await world.service.rest(
      'POST',
      `/api/rooms/${id}/links`,
      { label: 'Team' },
      { headers },
    );
    const { token, url, secret_shown, token_last4 } = created.body.data;
    expect([token.length, url, secret_shown]).toEqual([
      43,
      expect.stringMatching(new RegExp(`/room#token=${token}$`)),
      true,
    ]);
    expect(token_last4).toBe(token.slice(-4));
    const replay = await world.service.rest('POST', `/api/rooms/${id}/links`, { label: 'Team' }, { headers });
    expect(replay.body.data).toMatchObject({ token: null, url: null, secret_shown: false });
    const tables = await world.inspector.tenantTables();
    for (const table of tables) {
      const rows = await world.inspector.query(`select 1 from ${table} t where t::text like $1`, [
        `%${token}%`,
      ]);
      expect([table, rows.length]).toEqual([table, 0]);
    }
  });

  it('need a verified address for a list, and refuse its opposite', async () => {
    const { id } = await world.room();
    const link = await world.link(id, { allow_list: ['Ada@Example.com', '@example.org', 'ada@example.com'] });
    expect(link).toMatchObject({
      allow_list: ['ada@example.com', '@example.org'],
      require_email: true,
      verify_email: true,
    });
    expect(
      await world.refused('POST', `/api/rooms/${id}/links`, {
        deny_list: ['@x.example'],
        verify_email: false,
      }),
    ).toEqual([400, 'VALIDATION_ERROR', 'list']);
    expect(await world.refused('POST', `/api/rooms/${id}/links`, { allow_list: ['nobody'] })).toEqual([
      400,
      'VALIDATION_ERROR',
      'address',
    ]);
  });

  it('stay listed when revoked, and can neither be changed nor revoked again', async () => {
    const { id } = await world.room();
    const link = await world.link(id);
    const path = `/api/rooms/${id}/links/${link.id}`;
    await world.ok('DELETE', path);
    const [listed] = await world.ok('GET', `/api/rooms/${id}/links`);
    expect([listed.status, listed.deleted_at]).toEqual(['revoked', listed.revoked_at]);
    expect(await world.refused('PATCH', path, { label: 'x' })).toEqual(
      expect.arrayContaining([409, 'INVALID_STATE_TRANSITION']),
    );
    expect(await world.refused('DELETE', path)).toEqual(expect.arrayContaining([404, 'NOT_FOUND']));
    expect(
      await world.refused('GET', `/api/rooms/${id}/links`, undefined, { as: world.service.acme.agent }),
    ).toEqual(expect.arrayContaining([403, 'HUMAN_REQUIRED']));
  });

  it('of an agent wait for approval, and none of its calls may hold a password', async () => {
    const { id } = await world.room();
    const ask = () => ({ as: world.service.acme.agent, headers: { 'idempotency-key': randomUUID() } });
    const path = `/api/rooms/${id}/links`;
    expect(await world.refused('POST', path, { password: 'long enough' }, ask())).toEqual(
      expect.arrayContaining([403, 'HUMAN_REQUIRED']),
    );
    const queued = await world.service.rest('POST', path, { label: 'From the agent' }, ask());
    expect(queued.status).toBe(202);
    const proposal = await world.ok('GET', `/api/agent/actions/proposals/${queued.body.data.proposal_id}`);
    expect(proposal).toMatchObject({ risk_class: 'external_send' });
    expect(proposal.preview).toContainEqual({ field: 'label', from: null, to: 'From the agent' });
    const gates = proposal.preview.find((line: { field: string }) => line.field === 'gates').to;
    expect(gates).toMatchObject({ nda_required: false, allow_list_entries: 0 });
    const decision = { arguments_hash: proposal.arguments_hash, target_version: proposal.target.version };
    const approve = `/api/agent/actions/approvals/${proposal.id}/approve`;
    const key = { headers: { 'idempotency-key': randomUUID() } };
    const { execution } = await world.ok('POST', approve, decision, key);
    expect(execution).toMatchObject({ state: 'succeeded', secret: expect.stringMatching(/^[\w-]{43}$/) });
    expect((await world.visit('GET', execution.secret)).status).toBe(200);
    expect((await world.ok('POST', approve, decision, key)).execution.secret).toBeNull();
    const later = await world.service.rest(
      'GET',
      `/api/agent/actions/proposals/${proposal.id}`,
      undefined,
      ask(),
    );
    expect(later.text).not.toContain(execution.secret);
    const comment = await world.service.rest('POST', `/api/rooms/${id}/comments`, { body: 'Hello' }, ask());
    expect(comment.status).toBe(202);
    expect(await world.ok('GET', path)).toMatchObject([{ label: 'From the agent' }]);
    const item = await world.service.rest(
      'POST',
      `/api/rooms/${id}/items`,
      { kind: 'section', title: 'x' },
      ask(),
    );
    expect(item.status).toBe(202);
    const previewOf = async (reply: Reply) =>
      (await world.ok('GET', `/api/agent/actions/proposals/${reply.body.data.proposal_id}`)).preview;
    expect(await previewOf(item)).toContainEqual({ field: 'title', from: null, to: 'x' });
    const part = await world.item(id, { kind: 'section', title: 'Prices' });
    const removing = await world.service.rest(
      'DELETE',
      `/api/rooms/${id}/items/${part.id}`,
      undefined,
      ask(),
    );
    expect(await previewOf(removing)).toContainEqual({ field: 'item', from: null, to: 'Prices' });
    const [link] = await world.ok('GET', path);
    const revoking = await world.service.rest('DELETE', `${path}/${link.id}`, undefined, ask());
    expect(await previewOf(revoking)).toContainEqual({ field: 'link', from: null, to: 'From the agent' });
    const propose = async (title: string) => {
      const asked = await world.service.rest('PATCH', `/api/rooms/${id}/items/${part.id}`, { title }, ask());
      const queued = await world.ok('GET', `/api/agent/actions/proposals/${asked.body.data.proposal_id}`);
      const seen = { arguments_hash: queued.arguments_hash, target_version: queued.target.version };
      return () => world.service.rest('POST', `/api/agent/actions/approvals/${queued.id}/approve`, seen);
    };
    const [first, second] = [await propose('Offers'), await propose('Terms')];
    expect((await first()).body.data.execution.state).toBe('succeeded');
    expect((await second()).body.error.code).toBe('PROPOSAL_STALE');
    const hidden = { kind: 'section', title: 'x', is_visible: false };
    expect((await world.service.rest('POST', `/api/rooms/${id}/items`, hidden, ask())).status).toBe(201);
  });
});

describe('comments', () => {
  it('are answered one level deep, and internal ones stay internal', async () => {
    const { id } = await world.room();
    const path = `/api/rooms/${id}/comments`;
    const first = await world.ok('POST', path, { body: 'Team only', is_internal: true });
    const answer = await world.ok('POST', path, { body: 'Yes', parent_id: first.id });
    expect(answer).toMatchObject({ is_internal: true, parent_id: first.id, author: { type: 'user' } });
    expect(await world.refused('POST', path, { body: 'x', parent_id: answer.id })).toEqual([
      400,
      'VALIDATION_ERROR',
      'nested',
    ]);
    const edited = await world.ok('PATCH', `${path}/${first.id}`, { body: 'Team alone', is_resolved: true });
    expect(edited).toMatchObject({ body: 'Team alone', edited: true, is_resolved: true });
    const as = world.service.acme.people.admin;
    expect(await world.refused('PATCH', `${path}/${first.id}`, { body: 'Mine' }, { as })).toEqual(
      expect.arrayContaining([403, 'PERMISSION_DENIED']),
    );
    const events = await world.service.sql(
      world.service.acme,
      'select data::text from events where object_id = ?',
      [id],
    );
    expect(JSON.stringify(events)).not.toContain('Team only');
  });
});

describe('invitations', () => {
  it('mail each contact a link for their address alone, and say whom they skip', async () => {
    const { id } = await world.room({ title: 'Pilot of Northwind' });
    const contact = async (input: object) =>
      (await world.ok('POST', '/api/contacts', { first_name: 'Grace', ...input })).id;
    const grace = await contact({ last_name: 'Hopper', email: 'grace@buyer.example' });
    const silent = await contact({ last_name: 'Silent' });
    const blocked = await contact({
      last_name: 'Blocked',
      email: 'blocked@buyer.example',
      do_not_contact: true,
    });
    const unknown = randomUUID();
    const result = await world.ok('POST', `/api/rooms/${id}/invitations`, {
      contact_ids: [grace, silent, blocked, unknown],
      message: 'See the offer.',
      link: { allow_download: true },
    });
    expect(result).toEqual({
      invited: [{ contact_id: grace, link_id: expect.any(String) }],
      skipped: [
        { contact_id: silent, reason: 'no_email' },
        { contact_id: blocked, reason: 'do_not_contact' },
        { contact_id: unknown, reason: 'not_found' },
      ],
    });
    const mail = await world.mails.next('grace@buyer.example');
    expect(mail.subject).toBe('owner of acme shares “Pilot of Northwind” with you');
    expect(mail.text).toContain('See the offer.');
    const token = /#token=([\w-]{43})/.exec(mail.text)![1]!;
    expect((await world.visit('GET', token)).body.data.access).toMatchObject({
      granted: false,
      requires: ['email', 'code'],
      allow_download: true,
    });
    const [link] = await world.ok('GET', `/api/rooms/${id}/links`);
    expect(link).toMatchObject({
      label: 'Grace Hopper',
      contact_id: grace,
      allow_list: ['grace@buyer.example'],
    });
    const draft = await world.room({}, false);
    expect(
      await world.refused('POST', `/api/rooms/${draft.id}/invitations`, { contact_ids: [grace] }),
    ).toEqual([409, 'CONFLICT', { reason: 'room_not_open' }]);
  });
});
