// Privacy of the assistant: governed fields by role, route and settings; conversations by person; switching it off.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { purgeConversations } from '../../src/domains/assistant/jobs.ts';
import { call, numberOf, say, toolResults } from '../support/model-server.ts';
import type { Ask, Identity } from '../support/service.ts';
import { startWorld, type World } from './assistant-world.ts';

const INTENT = 'xylotomous partner';
const DAY = 86_400;

let world: World;
let contactId: string;

beforeAll(async () => {
  world = await startWorld();
  const { service } = world;
  contactId = (await service.rest('POST', '/api/contacts', { first_name: 'Ada', last_name: 'Byron' })).body
    .data.id;
  await service.rest('PATCH', `/api/contacts/${contactId}/relationship`, { relationship_intent: INTENT });
});

afterAll(() => world?.stop());

const settings = (body: object, ask: Ask = {}) =>
  world.service.rest('PATCH', '/api/assistant/settings', body, ask);

/** Asks why the contact matters, and returns what the model received and what it answered. */
async function askAboutContact(
  as: Identity,
): Promise<{ seen: string; data: { text: string; conversation_id: string } }> {
  world.model.script(
    call(['get_contact', { id: contactId }]),
    say((request) => {
      const [, intent] = /"relationship_intent":"([^"]+)"/.exec(toolResults(request)) ?? [];
      return `Why Ada matters: ${intent} it is, as far as I know [${numberOf(request, 'Byron')}].`;
    }),
  );
  const { body } = await world.ask('Why does Ada matter?', {}, { as });
  return { seen: JSON.stringify(world.model.requests.at(-1)!.messages), data: body.data };
}

describe('a governed field', () => {
  it('reaches the model only if route, settings and role all allow it', async () => {
    const { owner, viewer } = world.service.acme.people;
    const both = ['ordinary_crm', 'restricted_relationship'];
    await world.route();
    expect((await askAboutContact(owner)).seen).not.toContain(INTENT);
    await world.route({ data_classes_allowed: both });
    expect((await askAboutContact(owner)).seen).not.toContain(INTENT);
    await settings({ data_classes: both });
    expect((await askAboutContact(owner)).seen).toContain(INTENT);
    expect((await askAboutContact(viewer)).seen).not.toContain(INTENT);
    await world.route();
    expect((await askAboutContact(owner)).seen).not.toContain(INTENT);
    await world.route({ data_classes_allowed: both });
  });

  it('in an answer is hidden once the reader loses the permission, and is not sent to the model again', async () => {
    const { service } = world;
    const manager = service.acme.people.manager;
    const { data } = await askAboutContact(manager);
    expect(data.text).toContain(INTENT);
    const read = () =>
      service.rest('GET', `/api/assistant/conversations/${data.conversation_id}`, undefined, { as: manager });
    expect((await read()).text).toContain(INTENT);
    const demote = (role: string) =>
      service.server.services.database.write({ tenantId: service.acme.id }, ({ db }) =>
        db('membership_roles')
          .whereIn('membership_id', db('memberships').select('id').where({ user_id: manager.userId }))
          .update({ role_id: db('roles').select('id').where({ key: role }) }),
      );
    await demote('viewer');
    service.server.services.principals.clear();
    const hidden = await read();
    expect(hidden.text).not.toContain(INTENT);
    expect(hidden.body.data.messages[1]).toMatchObject({ text: null, citations: [] });
    expect(hidden.body.meta.redacted_fields).toEqual(['messages']);
    world.model.script(say('Hello.'));
    await world.ask('And now?', { conversation_id: data.conversation_id }, { as: manager });
    expect(JSON.stringify(world.model.requests[0]!.messages)).not.toContain(INTENT);
    await demote('manager');
    service.server.services.principals.clear();
  });
});

describe('a conversation', () => {
  const path = (id: string) => `/api/assistant/conversations/${id}`;

  it('is visible to its own person only', async () => {
    const { service } = world;
    world.model.script(say('Hello.'));
    const { conversation_id: id } = (await world.ask('Mine alone')).body.data;
    const mine = await service.rest('GET', path(id));
    expect(mine.body.data).toMatchObject({ title: 'Mine alone', version: 1 });
    expect(mine.body.data.messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant']);
    const list = (await service.rest('GET', '/api/assistant')).body.data;
    expect(list.conversations[0]).toMatchObject({ id, title: 'Mine alone' });
    for (const as of [service.acme.people.admin, service.globex.people.owner]) {
      for (const method of ['GET', 'DELETE'])
        expect((await service.rest(method, path(id), undefined, { as })).status).toBe(404);
      const continuation = await world.ask('Let me in', { conversation_id: id }, { as });
      expect([continuation.status, continuation.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
    const others = await service.rest('GET', '/api/assistant', undefined, { as: service.acme.people.admin });
    expect(others.body.data.conversations).toEqual([]);
  });

  it('is erased completely, including responses stored for idempotent replay', async () => {
    const { service } = world;
    world.model.script(say('A secret plan.'));
    const headers = { 'idempotency-key': 'erased' };
    const { conversation_id: id } = (await world.ask('Tell me the plan', {}, { headers })).body.data;
    expect((await service.rest('DELETE', path(id))).body.data.id).toBe(id);
    expect((await service.rest('GET', path(id))).status).toBe(404);
    for (const table of ['assistant_messages', 'idempotency_keys', 'audit_entries', 'events']) {
      const rows = await service.sql(service.acme, `select * from ${table}`);
      expect([table, JSON.stringify(rows).includes('secret plan')]).toEqual([table, false]);
    }
  });

  it('is kept for the retention period of the workspace', async () => {
    const { service } = world;
    const { services } = service.server;
    world.model.script(say('Hello.'));
    const { conversation_id: id } = (await world.ask('Keep me', {}, { as: service.globex.people.owner })).body
      .data;
    const storedMessages = () =>
      service.sql(service.globex, 'select id from assistant_messages where conversation_id = ?', [id]);
    const purgeAfter = async (days: number) => {
      service.advance(days * DAY);
      await purgeConversations(services, service.server.app.log);
      service.advance(0);
    };
    await purgeAfter(89);
    expect(await storedMessages()).toHaveLength(2);
    await settings({ retention_days: 7 }, { as: service.globex.people.owner });
    await purgeAfter(6);
    expect(await storedMessages()).toHaveLength(2);
    await purgeAfter(8);
    expect(await storedMessages()).toHaveLength(0);
    expect(await service.sql(service.globex, 'select id from assistant_conversations')).toEqual([]);
  });
});

describe('the settings of the assistant', () => {
  const read = (as: Identity) => world.service.rest('GET', '/api/assistant/settings', undefined, { as });

  it('have defaults, are read by everybody and changed by admins, at the current version', async () => {
    const { people } = world.service.globex;
    const { body, headers } = await read(people.viewer);
    expect(body.data).toMatchObject({ enabled: true, data_classes: ['ordinary_crm'], allow_proposals: true });
    expect(headers.get('etag')).toMatch(/^"\d+"$/);
    expect((await settings({ enabled: false }, { as: people.manager })).body.error.details).toEqual({
      required_role: 'admin',
    });
    for (const days of [6, 366]) expect((await settings({ retention_days: days })).status).toBe(400);
    const stale = await settings({ enabled: true }, { headers: { 'if-match': '"99"' } });
    expect([stale.status, stale.body.error.code]).toEqual([412, 'PRECONDITION_FAILED']);
    const both = await Promise.all([1, 2].map(() => settings({ retention_days: 30 }, { as: people.owner })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('switch the assistant off at once for everybody, before permissions and input are checked', async () => {
    const { service } = world;
    const { owner, viewer, member } = service.acme.people;
    expect((await settings({ enabled: false })).body.data.enabled).toBe(false);
    for (const as of [owner, member, viewer]) {
      const calls = [
        await world.ask('Still there?', {}, { as }),
        await service.rest('POST', '/api/assistant/chat', {}, { as }),
        await service.rest('GET', '/api/assistant', undefined, { as }),
        await service.rest('GET', `/api/assistant/conversations/${contactId}`, undefined, { as }),
        await service.rest('DELETE', `/api/assistant/conversations/${contactId}`, undefined, { as }),
      ];
      expect(calls.map(({ status, body }) => [status, body.error.code])).toEqual(
        calls.map(() => [403, 'ASSISTANT_DISABLED']),
      );
      expect((await read(as)).body.data.enabled).toBe(false);
    }
    const graphql = await service.graphql('mutation { assistantChat(input: {message: "x"}) { text } }');
    expect(graphql.body.errors[0].extensions.code).toBe('ASSISTANT_DISABLED');
    expect((await settings({ enabled: true })).status).toBe(200);
    world.model.script(say('Hello again.'));
    expect((await world.ask('Back?')).status).toBe(200);
  });

  it('do not let tokens use the assistant', async () => {
    const reply = await world.ask(
      'Hello',
      {},
      { as: world.service.acme.agent, headers: { 'idempotency-key': 'a' } },
    );
    expect([reply.status, reply.body.error.code]).toEqual([403, 'HUMAN_REQUIRED']);
  });
});
