// Drafts over HTTP: texts that follow their source, and who sees them.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const FIELDS = {
  title: 'Open on Sundays',
  source: 'We are open on Sundays now.',
  channels: ['microblog-thread', 'professional_network-post', 'email-newsletter'],
};

const create = async (input: object = {}, as = service.acme.people.member) => {
  const reply = await service.rest('POST', '/api/content/drafts', { ...FIELDS, ...input }, { as });
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)]);
  return reply.body.data;
};
const asMember = () => ({ as: service.acme.people.member });
const get = async (id: string) =>
  (await service.rest('GET', `/api/content/drafts/${id}`, undefined, asMember())).body.data;
const patch = (id: string, body: object, headers = {}) =>
  service.rest('PATCH', `/api/content/drafts/${id}`, body, { ...asMember(), headers });
// biome-ignore lint/suspicious/noExplicitAny: answers are checked by their values.
const variant = (draft: any, format: string) =>
  draft.variants.find((one: { format: string }) => one.format === format);

describe('a draft', () => {
  it('has a text for each channel that follows the source, with its count', async () => {
    const draft = await create();
    expect(draft.channels).toEqual(['professional_network-post', 'microblog-thread', 'email-newsletter']);
    expect(variant(draft, 'professional_network-post')).toMatchObject({
      text: FIELDS.source,
      customized: false,
      validation: { status: 'ok', count: 27, limit: 3000, remaining: 2973, rules_version: '2026-1' },
    });
    expect(variant(draft, 'microblog-thread')).toMatchObject({
      segments: [FIELDS.source],
      validation: { status: 'ok', count: 27, limit: 280, segments: [{ status: 'ok', count: 27 }] },
    });
    expect(variant(draft, 'email-newsletter')).toMatchObject({
      subject: FIELDS.title,
      preview: FIELDS.source,
      body: FIELDS.source,
      validation: { subject: { count: 15, limit: 255 }, body: { count: 27, limit: 100_000 } },
    });
    expect(await get(draft.id)).toEqual(draft);
  });

  it('keeps a text that a person wrote when the source changes, until it follows again', async () => {
    const { id } = await create();
    const written = await service.rest(
      'PUT',
      `/api/content/drafts/${id}/variants/professional_network-post`,
      { text: 'Mine' },
      asMember(),
    );
    expect(variant(written.body.data, 'professional_network-post')).toMatchObject({
      text: 'Mine',
      customized: true,
    });
    const changed = (await patch(id, { source: 'Closed on Mondays.' })).body.data;
    expect(variant(changed, 'professional_network-post').text).toBe('Mine');
    expect(variant(changed, 'microblog-thread').segments).toEqual(['Closed on Mondays.']);
    const variants = [{ format: 'professional_network-post', customized: false }];
    const followed = (await patch(id, { variants })).body.data;
    expect(variant(followed, 'professional_network-post')).toMatchObject({
      text: 'Closed on Mondays.',
      customized: false,
    });
  });

  it('is validated by the service, whatever validation the caller sends', async () => {
    const variants = [
      {
        format: 'microblog-thread',
        segments: ['x'.repeat(281)],
        customized: true,
        validation: { status: 'ok', count: 1 },
      },
    ];
    const draft = await create({ variants });
    expect(variant(draft, 'microblog-thread').validation).toMatchObject({
      status: 'over_limit',
      count: 281,
      remaining: -1,
    });
  });

  it('loses the text of a channel that is removed', async () => {
    const draft = await create({ variants: [{ format: 'microblog-thread', segments: ['Mine'] }] });
    await patch(draft.id, { channels: ['email-newsletter'] });
    const again = (await patch(draft.id, { channels: ['microblog-thread'] })).body.data;
    expect(again.variants).toMatchObject([{ segments: [FIELDS.source], customized: false }]);
  });

  it('refuses members that a format does not have, unknown formats, and channels that it lacks', async () => {
    const { id } = await create();
    const put = (format: string, body: object) =>
      service.rest('PUT', `/api/content/drafts/${id}/variants/${format}`, body, asMember());
    const fault = async (reply: ReturnType<typeof put>) => {
      const { status, body } = await reply;
      return [status, body.error.fields[0].path, body.error.fields[0].rule];
    };
    expect(await fault(put('microblog-thread', { body: 'x' }))).toEqual([400, 'body', 'unexpected']);
    expect(await fault(put('microblog-thread', {}))).toEqual([400, 'segments', 'required']);
    expect(await fault(put('microblog-thread', { text: 'x', segments: ['x'] }))).toEqual([
      400,
      'segments',
      'one_of',
    ]);
    expect(await fault(put('photo_network-caption', { text: 'x' }))).toEqual([400, 'format', 'channel']);
    expect((await put('fax-page', { text: 'x' })).status).toBe(400);
    expect((await patch(id, { channels: ['fax-page'] })).status).toBe(400);
    expect((await get(id)).version).toBe(1);
  });

  it('refuses a version that is not its own', async () => {
    const { id } = await create();
    expect((await patch(id, { title: 'New' }, { 'if-match': '"7"' })).status).toBe(412);
  });

  it('is deleted for good', async () => {
    const { id } = await create();
    const reply = await service.rest('DELETE', `/api/content/drafts/${id}`, undefined, asMember());
    expect(reply).toMatchObject({ status: 200, body: { data: { id } } });
    expect(await service.sql(service.acme, 'select id from content_drafts where id = ?', [id])).toEqual([]);
  });
});

describe('the drafts of others', () => {
  it('do not exist for anybody, the owner of the workspace included', async () => {
    const secret = 'Zebrafinch';
    const { id } = await create({ title: secret, source: `${secret} text` });
    const as = service.acme.people.owner;
    const path = `/api/content/drafts/${id}`;
    const calls = [
      service.rest('GET', path, undefined, { as }),
      service.rest('PATCH', path, { title: 'Mine' }, { as }),
      service.rest('DELETE', path, undefined, { as }),
      service.rest('PUT', `${path}/variants/microblog-thread`, { text: 'x' }, { as }),
    ];
    for (const { status, body } of await Promise.all(calls))
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    const list = await service.rest('GET', '/api/content/drafts', undefined, { as });
    expect(list.text).not.toContain(id);
    const elsewhere = await service.graphql(
      `query ($id: ID!) { node(id: $id) { id } globalSearch(q: "${secret}") { groups { total } } }`,
      { id },
      { as },
    );
    expect(elsewhere.body.data?.node ?? null).toBeNull();
    expect(elsewhere.body.data?.globalSearch?.groups.every(({ total }: { total: number }) => !total)).toBe(
      true,
    );
    for (const table of ['events', 'audit_entries', 'activities', 'search_tokens']) {
      const rows = await service.sql(
        service.acme,
        `select * from ${table} where ${table}::text ilike '%zebrafinch%'`,
      );
      expect([table, rows]).toEqual([table, []]);
    }
  });

  it('stay with their owner, whose tokens see them too', async () => {
    const draft = await create();
    const as = await service.token(service.acme, { kind: 'agent', scopes: ['marketing.content:read'] });
    const statusFor = async (userId: string | null) => {
      await service.server.services.database.write({ tenantId: service.acme.id }, (tx) =>
        tx.rows('update api_tokens set owner_user_id = $2 where tenant_id = $1', [service.acme.id, userId]),
      );
      service.server.services.principals.clear();
      return (await service.rest('GET', `/api/content/drafts/${draft.id}`, undefined, { as })).status;
    };
    const { member, owner } = service.acme.people;
    expect([await statusFor(member.userId!), await statusFor(owner.userId!), await statusFor(null)]).toEqual([
      ...[200, 404, 404],
    ]);
  });
});
