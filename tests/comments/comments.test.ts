// Comments and reactions over HTTP: threads, mentions, tombstones, who may do what, and one emoji at a time.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { type Ask, startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;
let companyId: string;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  companyId = (await ok('POST', '/api/companies', { name: 'Commented' })).id;
});
afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const send = (method: string, path: string, body?: unknown, ask: Ask = {}) =>
  service.rest(method, path, body, ask);
const ok = async (method: string, path: string, body?: unknown, ask: Ask = {}) => {
  const reply = await send(method, path, body, ask);
  expect({ path, error: reply.body.error }).toEqual({ path });
  return reply.body.data;
};
const place = () => ({ entity_type: 'company', entity_id: companyId });
const comment = (body: string, others: object = {}, ask: Ask = {}) =>
  ok('POST', '/api/comments', { ...place(), body, ...others }, ask);
const list = () => ok('GET', `/api/comments?entity_type=company&entity_id=${companyId}&pageSize=100`);
const person = (role: 'member' | 'manager' | 'viewer') => service.acme.people[role];

async function expectRefused(
  method: string,
  path: string,
  body: object | undefined,
  expected: object,
  ask: Ask = {},
) {
  const before = await inspector.fingerprint();
  const reply = await send(method, path, body, ask);
  expect(reply.body.error).toMatchObject(expected);
  expect(await inspector.fingerprint()).toEqual(before);
}

describe('a comment', () => {
  it('is a thread of one level, oldest first', async () => {
    const first = await comment('Who calls them?');
    const answer = await comment('I do.', { parent_id: first.id }, { as: person('member') });
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([first.id, answer.id]);
    await expectRefused(
      'POST',
      '/api/comments',
      { ...place(), body: 'x', parent_id: answer.id },
      {
        fields: [expect.objectContaining({ path: 'parent_id', rule: 'nested' })],
      },
    );
  });

  it('tells whom it mentions if they may read the record, and warns of the others', async () => {
    const outsider = service.globex.people.member.userId;
    const { userId } = person('manager');
    const written = await comment(`Look, @[${userId}] and @[${outsider}]`);
    expect(written.mentions).toEqual([userId, outsider]);
    expect(written.warnings).toMatchObject([{ code: 'MENTION_UNREACHABLE', ids: [outsider] }]);
    const notifications = await ok('GET', '/api/notifications?filter[category][eq]=mention', undefined, {
      as: person('manager'),
    });
    expect(notifications).toMatchObject([{ title: 'Commented', entity: { type: 'company', id: companyId } }]);
  });

  it('is stored without HTML and without links that run code', async () => {
    const { body } = await comment('a < b **c** <script>x()</script>[y](javascript:z())');
    expect(body).toBe('a < b **c** [y](#z())');
    await expectRefused(
      'POST',
      '/api/comments',
      { ...place(), body: '<b></b>' },
      {
        fields: [expect.objectContaining({ path: 'body' })],
      },
    );
  });

  it('is edited by its author alone, and resolved by others', async () => {
    const { id } = await comment('Draft');
    const as = person('member');
    await expectRefused(
      'PATCH',
      `/api/comments/${id}`,
      { body: 'Mine' },
      { code: 'PERMISSION_DENIED' },
      { as },
    );
    const resolved = await ok(
      'PATCH',
      `/api/comments/${id}`,
      { is_resolved: true },
      { as: person('manager') },
    );
    expect(resolved).toMatchObject({ is_resolved: true, edited_at: null });
    expect((await ok('PATCH', `/api/comments/${id}`, { body: 'Final' })).edited_at).not.toBeNull();
  });

  it('keeps its place without its text when it is deleted with replies, and vanishes without', async () => {
    const parent = await comment('Parent');
    const reply = await comment('Reply', { parent_id: parent.id });
    await ok('DELETE', `/api/comments/${parent.id}`);
    const kept = (await list()).find(({ id }: { id: string }) => id === parent.id);
    expect(kept).toMatchObject({ body: null });
    expect(kept.deleted_at).not.toBeNull();
    await ok('DELETE', `/api/comments/${reply.id}`);
    const ids = (await list()).map(({ id }: { id: string }) => id);
    expect(ids).not.toContain(parent.id);
    expect(ids).not.toContain(reply.id);
  });

  it('on a record of another workspace answers like one that does not exist', async () => {
    const foreign = { entity_type: 'company', entity_id: service.globex.id, body: 'x' };
    await expectRefused('POST', '/api/comments', foreign, { code: 'NOT_FOUND' });
    const reply = await send('GET', `/api/comments?entity_type=company&entity_id=${companyId}`, undefined, {
      as: service.globex.people.owner,
    });
    expect(reply.status).toBe(404);
  });
});

describe('a reaction', () => {
  const react = (emoji: string, ask: Ask = {}) => send('POST', '/api/reactions', { ...place(), emoji }, ask);

  it('is one emoji of a person, and repeating it is answered with 200', async () => {
    expect((await react('👍')).status).toBe(201);
    const again = await react('👍');
    expect([again.status, again.body.data.outcome]).toEqual([200, 'unchanged']);
    expect((await react('👩🏽‍🚀', { as: person('member') })).status).toBe(201);
    const listed = await ok('GET', `/api/reactions?entity_type=company&entity_ids=${companyId}`);
    expect(listed.map(({ emoji }: { emoji: string }) => emoji)).toEqual(['👍', '👩🏽‍🚀']);
    for (const wrong of ['ab', '👍👍', 'a', '7'])
      await expectRefused(
        'POST',
        '/api/reactions',
        { ...place(), emoji: wrong },
        {
          fields: [expect.objectContaining({ path: 'emoji' })],
        },
      );
    await expectRefused('DELETE', `/api/reactions/${listed[1].id}`, undefined, { code: 'NOT_FOUND' });
    await ok('DELETE', `/api/reactions/${listed[0].id}`);
  });

  it('is refused as the twenty-first different one of a record', async () => {
    const faces = Array.from({ length: 19 }, (_, at) => String.fromCodePoint(0x1f600 + at));
    for (const face of faces) expect((await react(face)).status).toBe(201);
    await expectRefused('POST', '/api/reactions', { ...place(), emoji: '🎉' }, { code: 'REACTION_LIMIT' });
    expect((await react(faces[0]!, { as: person('member') })).status).toBe(201);
  });
});
