// The summary of a relationship: signals from the history, redaction of fields, and what agents receive.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Identity, startService, type TestService } from '../support/service.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SCOPES = ['agent.mcp:use', 'agent.runtime:use', 'crm.relationships:read'];

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const create = async (input: object = {}): Promise<string> =>
  (await service.rest('POST', '/api/contacts', { first_name: 'Ada', ...input })).body.data.id;
const summary = async (id: string, as?: Identity) =>
  (await service.rest('GET', `/api/contacts/${id}/relationship-summary`, undefined, { as })).body;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

async function log(id: string, activity: object): Promise<string> {
  const links = [{ entity: 'contact', id }];
  const reply = await service.rest('POST', '/api/activities', { subject: 'Something', links, ...activity });
  expect(reply.status).toBe(201);
  return reply.body.data.id;
}

async function govern(id: string): Promise<void> {
  await service.server.services.database.write({ tenantId: service.acme.id }, ({ db }) =>
    db('contacts')
      .where({ tenant_id: service.acme.id, id })
      .update({ relationship_intent: 'Win her back', interests: ['jazz'], context_notes: 'Was passed over' }),
  );
}

/** Sends an MCP request and returns its result, which contains the error if the call failed. */
async function mcp(as: Identity, method: string, params: object = {}) {
  const headers = { accept: 'application/json, text/event-stream' };
  const reply = await service.rest(
    'POST',
    '/api/agent/mcp',
    { jsonrpc: '2.0', id: 1, method, params },
    { as, headers },
  );
  return reply.body.result;
}

describe('the signals of a relationship', () => {
  it('reflect the current history: touches, plans, action items and counts', async () => {
    const id = await create();
    expect((await summary(id)).data.signals).toMatchObject({
      last_meaningful_touch_at: null,
      recency_band: 'dormant',
    });
    const call = ago(40 * DAY);
    const called = await log(id, { type: 'call', occurred_at: call });
    await log(id, { type: 'email', direction: 'outbound', occurred_at: ago(2 * DAY) });
    await log(id, { type: 'meeting', status: 'no_show', occurred_at: ago(DAY) });
    await log(id, { type: 'meeting', channel: 'video', status: 'cancelled', occurred_at: ago(-3 * DAY) });
    await log(id, { type: 'message', channel: 'sms', direction: 'internal', occurred_at: ago(DAY) });
    const planned = ago(-5 * DAY);
    await log(id, { type: 'meeting', occurred_at: planned });
    await log(id, { type: 'call', occurred_at: ago(-9 * DAY) });
    const items = [];
    for (const title of ['Offer', 'Price list', 'Reference'])
      items.push(
        (await service.rest('POST', `/api/activities/${called}/action-items`, { title })).body.data.id,
      );
    await service.rest('PATCH', `/api/activities/action-items/${items[0]}`, { status: 'done' });
    expect((await summary(id)).data).toMatchObject({
      recency_band: 'stable',
      signals: {
        last_meaningful_touch_at: call,
        next_scheduled_touch_at: planned,
        unresolved_next_steps: 2,
        recency_band: 'stable',
        interaction_counts: {
          email: 1,
          phone: 1,
          sms: 0,
          chat: 0,
          video: 0,
          in_person: 0,
          social: 0,
          room: 0,
        },
      },
    });
    const replied = ago(HOUR);
    await log(id, { type: 'email', direction: 'inbound', occurred_at: replied });
    expect((await summary(id)).data.signals).toMatchObject({
      last_meaningful_touch_at: replied,
      recency_band: 'fresh',
      interaction_counts: { email: 2 },
    });
  });

  it("respect a person's decision about what was meaningful and ignore deleted activities", async () => {
    const id = await create();
    const touchedAt = async () => (await summary(id)).data.signals.last_meaningful_touch_at;
    const sent = await log(id, { type: 'email', direction: 'outbound', occurred_at: ago(DAY) });
    expect(await touchedAt()).toBe(null);
    await service.rest('PATCH', `/api/activities/${sent}`, { meaningful_override: true });
    expect(await touchedAt()).not.toBe(null);
    await service.rest('DELETE', `/api/activities/${sent}`);
    expect(await touchedAt()).toBe(null);
  });

  it('change their evidence version only with the history', async () => {
    const id = await create();
    const version = async () => (await summary(id)).data.governance.evidence_version;
    const first = await version();
    await service.rest('PATCH', `/api/contacts/${id}/relationship`, { relationship_intent: 'Something' });
    expect(await version()).toBe(first);
    await log(id, { type: 'call', occurred_at: ago(DAY) });
    expect(await version()).not.toBe(first);
  });

  it('are explained touch by touch with the rule that decided', async () => {
    const id = await create();
    await log(id, { type: 'note', occurred_at: ago(5 * DAY) });
    await log(id, { type: 'call', occurred_at: ago(4 * DAY) });
    await log(id, { type: 'email', direction: 'outbound', occurred_at: ago(3 * DAY) });
    await log(id, {
      type: 'message',
      channel: 'chat',
      direction: 'inbound',
      meaningful_override: false,
      occurred_at: ago(2 * DAY),
    });
    await log(id, { type: 'meeting', occurred_at: ago(-DAY) });
    const { body } = await service.rest('GET', `/api/contacts/${id}/touches`);
    expect(
      body.data.map(({ type, meaningful, rule }: Record<string, unknown>) => [type, meaningful, rule]),
    ).toEqual([
      ['meeting', false, 'planned'],
      ['message', false, 'override'],
      ['email', false, 'outbound_message'],
      ['call', true, 'call_connected'],
    ]);
    const first = await service.rest('GET', `/api/contacts/${id}/touches?pageSize=3`);
    const { nextCursor, total } = first.body;
    expect(total).toBe(4);
    const last = await service.rest(
      'GET',
      `/api/contacts/${id}/touches?cursor=${encodeURIComponent(nextCursor)}`,
    );
    expect(last.body).toMatchObject({ data: [{ type: 'call', channel: null }], nextCursor: null });
  });
});

describe('the governance of a relationship summary', () => {
  it('distinguishes null from hidden for each field', async () => {
    const id = await create();
    await govern(id);
    const { data, meta } = await summary(id, service.acme.people.viewer);
    const hidden = ['relationship_intent', 'interests', 'context_notes'];
    expect(data.context).toMatchObject({ relationship_intent: null, interests: null, context_notes: null });
    expect(data.governance).toMatchObject({
      redacted_fields: hidden,
      principal_type: 'user',
      policy_version: '1',
    });
    expect(meta.redacted_fields).toEqual(hidden.toSorted());
    const owner = await summary(id);
    expect(owner.data.context).toMatchObject({
      relationship_intent: 'Win her back',
      interests: ['jazz'],
      context_notes: null,
    });
    expect(owner.data.governance).toMatchObject({
      redacted_fields: ['context_notes'],
      classifications: {
        desired_cadence_days: 'ordinary_crm',
        preferred_channel: 'ordinary_crm',
        steward_user_id: 'ordinary_crm',
        relationship_intent: 'restricted_relationship',
        interests: 'restricted_relationship',
        context_notes: 'private_user_note',
      },
      agent_limits: ['no_send', 'no_schedule', 'no_recipient_selection', 'no_disposition'],
    });
  });

  it('gives agents restricted fields only by permission and scope together, and never private notes', async () => {
    const id = await create();
    await govern(id);
    const grants = [
      'contacts.read',
      'contact_relationship_intent.read',
      'contact_interests.read',
      'contact_context_notes.read',
    ];
    await service.server.services.database.write({ tenantId: service.acme.id }, ({ db }) =>
      db('roles').insert({
        ...{ tenant_id: service.acme.id, id: randomUUID(), key: 'confidant', name: 'Confidant', grants },
        ...{ created_at: new Date(), updated_at: new Date() },
      }),
    );
    const token = (scopes: string[], roleKey: string) =>
      service.token(service.acme, { kind: 'agent', scopes, roleKey });
    const restricted = [...SCOPES, 'crm.relationships_restricted:read'];
    const read = async (as: Identity) => (await summary(id, as)).data;
    for (const as of [await token(SCOPES, 'confidant'), await token(restricted, 'agent')])
      expect((await read(as)).context).toMatchObject({
        relationship_intent: null,
        interests: null,
        context_notes: null,
      });
    const both = await read(await token(restricted, 'confidant'));
    expect(both.context).toMatchObject({
      relationship_intent: 'Win her back',
      interests: ['jazz'],
      context_notes: null,
    });
    expect(both.governance).toMatchObject({ redacted_fields: ['context_notes'], principal_type: 'agent' });
  });

  it('refuses a filter on a field that the caller may not read, in lists and exports', async () => {
    await govern(await create());
    const { viewer, owner } = service.acme.people;
    for (const filter of [
      'interests]=jazz',
      'relationship_intent][contains]=back',
      'context_notes][is_null]=false',
    ]) {
      for (const path of ['/api/contacts', '/api/contacts/export']) {
        const as = path.endsWith('export') ? service.acme.people.admin : viewer;
        if (as !== viewer && !filter.startsWith('context')) continue;
        const reply = await service.rest('GET', `${path}?filter[${filter}`, undefined, { as });
        expect([filter, reply.status, reply.body.error?.code]).toEqual([filter, 400, 'VALIDATION_ERROR']);
        expect(reply.body.error).toMatchObject({
          details: { reason: 'field_not_readable' },
          fields: [{ rule: 'field_not_readable' }],
        });
        expect(reply.text).not.toMatch(/jazz|back/);
      }
    }
    const allowed = await service.rest('GET', '/api/contacts?filter[interests]=JAZZ', undefined, {
      as: owner,
    });
    expect(allowed.body.data.length).toBeGreaterThan(0);
    const none = await service.rest(
      'GET',
      '/api/contacts?filter[relationship_intent][is_null]=false',
      undefined,
      { as: owner },
    );
    expect(none.status).toBe(200);
  });
});

describe('an agent that reads relationships', () => {
  it('has exactly two tools, the summary and the list of follow-ups', async () => {
    const as = await service.token(service.acme, { kind: 'agent', scopes: SCOPES });
    const { tools } = await mcp(as, 'tools/list');
    const names = tools.map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => /relationship|follow|touch|snooze/.test(name))).toEqual([
      'relationship.followups.list',
      'relationship.summary.read',
    ]);
    const id = await create();
    const read = await mcp(as, 'tools/call', { name: 'relationship.summary.read', arguments: { id } });
    expect(read.structuredContent.data).toMatchObject({
      contact_id: id,
      governance: { principal_type: 'agent' },
    });
    const listed = await mcp(as, 'tools/call', {
      name: 'relationship.followups.list',
      arguments: { pageSize: 5 },
    });
    expect(listed.structuredContent).toMatchObject({ success: true, pageSize: 5 });
  });

  it('sees only these two actions among its capabilities', async () => {
    const deferred = /ContactRelationship|FollowUp$|ContactTouches|RelationshipOutcome/;
    for (const as of [service.acme.agent, service.acme.people.owner]) {
      const { body } = await service.rest('GET', '/api/agent/capabilities?all=true', undefined, { as });
      const capabilities = body.data.capabilities as {
        operation: string;
        tool: string;
        available: boolean;
        risk: string;
      }[];
      expect(capabilities.filter(({ operation }) => deferred.test(operation))).toEqual([]);
      expect(capabilities.filter(({ tool }) => tool?.startsWith('relationship.'))).toMatchObject([
        {
          operation: 'relationship.summary.read',
          tool: 'relationship.summary.read',
          risk: 'read',
          approval: 'none',
          idempotency: 'none',
          available: true,
        },
        { operation: 'relationship.followups.list', tool: 'relationship.followups.list', available: true },
      ]);
    }
  });

  it('gets nothing without the scope or from another workspace', async () => {
    const id = await create();
    const narrow = await service.token(service.acme, { kind: 'agent', scopes: ['crm.contacts:read'] });
    expect((await summary(id, narrow)).error).toMatchObject({
      code: 'SCOPE_MISSING',
      details: { required_scopes: ['crm.relationships:read'] },
    });
    expect((await summary(id, service.globex.agent)).error.code).toBe('NOT_FOUND');
  });
});
