// The written context of a relationship over HTTP: permissions for each field, and events that contain only field names.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { type Identity, type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const create = async (input: object = {}, as?: Identity): Promise<string> =>
  (await service.rest('POST', '/api/contacts', { first_name: 'Ada', ...input }, { as })).body.data.id;
const relate = (id: string, body: object, as?: Identity, headers = {}): Promise<Reply> =>
  service.rest('PATCH', `/api/contacts/${id}/relationship`, body, { as, headers });
const snooze = (id: string, until: string | null, as?: Identity): Promise<Reply> =>
  service.rest('PUT', `/api/contacts/${id}/follow-up-snooze`, { until }, { as });
const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Creates a person of acme whose only role has exactly these grants. */
async function personWith(grants: string[]): Promise<Identity> {
  const { id } = service.acme;
  const { userId } = service.acme.people.viewer;
  const key = `role-${randomUUID()}`;
  const [role] = await inspector.query<{ id: string }>(
    `insert into roles (tenant_id, id, key, name, grants, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, $2, $3, now(), now()) returning id`,
    [id, key, grants],
  );
  await inspector.query(
    `update membership_roles set role_id = $3 where tenant_id = $1 and membership_id in
       (select id from memberships where tenant_id = $1 and user_id = $2)`,
    [id, userId, role!.id],
  );
  service.server.services.principals.clear();
  return service.acme.people.viewer;
}

describe('the context of a relationship', () => {
  it('is set by values, cleared by null and unchanged where a field is absent', async () => {
    const id = await create();
    const { userId } = service.acme.people.manager;
    const reply = await relate(id, {
      relationship_intent: ' Reference for the region ',
      interests: ['Sailing', 'sailing', 'EDI'],
      desired_cadence_days: 30,
      preferred_channel: 'in_person',
      steward_user_id: userId,
    });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        data: {
          version: 2,
          relationship_intent: 'Reference for the region',
          interests: ['Sailing', 'EDI'],
          desired_cadence_days: 30,
          preferred_channel: 'in_person',
          steward_user_id: userId,
        },
      },
    });
    const cleared = await relate(id, { interests: null, desired_cadence_days: null });
    expect(cleared.body.data).toMatchObject({
      version: 3,
      interests: null,
      desired_cadence_days: null,
      preferred_channel: 'in_person',
    });
  });

  it('is not changed and emits no event when the values are the same', async () => {
    const id = await create();
    await relate(id, { desired_cadence_days: 30, interests: ['jazz'] });
    const before = await inspector.fingerprint(service.acme.id);
    expect((await relate(id, { desired_cadence_days: 30, interests: ['jazz'] })).body.data.version).toBe(2);
    expect(await inspector.fingerprint(service.acme.id)).toEqual(before);
  });

  it.each([
    [{ desired_cadence_days: 0 }, 'desired_cadence_days'],
    [{ desired_cadence_days: 731 }, 'desired_cadence_days'],
    [{ preferred_channel: 'pigeon' }, 'preferred_channel'],
    [{ interests: Array.from({ length: 31 }, (_, n) => `topic ${n}`) }, 'interests'],
    [{ interests: [' '] }, 'interests'],
    [{ relationship_intent: 'x'.repeat(2001) }, 'relationship_intent'],
    [{ steward_user_id: randomUUID() }, 'steward_user_id'],
    [{ last_meaningful_touch_at: '2026-01-01T00:00:00Z' }, 'last_meaningful_touch_at'],
  ])('is refused with %j and nothing is written', async (body, path) => {
    const id = await create();
    const before = await inspector.fingerprint();
    const { status, body: answer } = await relate(id, body);
    expect([status, answer.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(answer.error.fields[0].path).toContain(path);
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('is not overwritten by a caller who has an older version', async () => {
    const id = await create();
    await relate(id, { desired_cadence_days: 30 });
    expect((await relate(id, { desired_cadence_days: 60 }, undefined, { 'if-match': '"1"' })).status).toBe(
      412,
    );
    expect((await relate(id, { desired_cadence_days: 60, expected_version: 2 })).status).toBe(200);
  });

  it('keeps the proposal that a person applied until a person writes again', async () => {
    const id = await create();
    const proposedBy = async () =>
      (await service.rest('GET', `/api/contacts/${id}/relationship-summary`)).body.data.context.proposed_by;
    await relate(id, { desired_cadence_days: 30, proposed_by: 'proposal-7' });
    expect(await proposedBy()).toBe('proposal-7');
    await relate(id, { desired_cadence_days: 31 });
    expect(await proposedBy()).toBe(null);
  });

  it('appears in events only by the names of its fields', async () => {
    const id = await create();
    await relate(id, {
      relationship_intent: 'Xylotomous',
      interests: ['xylotomous'],
      desired_cadence_days: 7,
    });
    const events = await service.sql<{ data: Record<string, never> }>(
      service.acme,
      `select data from events where object_id = ? and type = 'relationship.updated'`,
      [id],
    );
    expect(events).toEqual([
      {
        data: {
          object_type: 'contact',
          object: { id, version: 2, fields: ['relationship_intent', 'desired_cadence_days', 'interests'] },
          previous: {},
        },
      },
    ]);
    const [entry] = await service.sql<{ changes: object[] }>(
      service.acme,
      `select changes from audit_entries where target_id = ? and action = 'relationship.updated'`,
      [id],
    );
    expect(entry!.changes).toEqual(
      expect.arrayContaining([
        { field: 'relationshipIntent', from: '[redacted]', to: '[redacted]' },
        { field: 'desiredCadenceDays', from: null, to: 7 },
      ]),
    );
    expect(JSON.stringify([events, entry])).not.toMatch(/xylotomous/i);
  });
});

describe('a governed field of a relationship', () => {
  it('is written only with its own permission, and without it the rest of the input is not written either', async () => {
    const id = await create();
    for (const [field, value, permission] of [
      ['relationship_intent', 'Win', 'contact_relationship_intent.update'],
      ['interests', ['jazz'], 'contact_interests.update'],
      ['context_notes', 'Call after four', 'contact_context_notes.update'],
    ] as const) {
      const as = await personWith(['contacts.read', 'contact_relationships.*', 'contact_interests.read']);
      const before = await inspector.fingerprint();
      const refused = await relate(id, { [field]: value, desired_cadence_days: 9 }, as);
      expect(refused).toMatchObject({
        status: 403,
        body: { error: { code: 'PERMISSION_DENIED', details: { required_permission: permission } } },
      });
      expect(await inspector.fingerprint()).toEqual(before);
      const granted = await personWith(['contacts.read', 'contact_relationships.update', permission]);
      expect((await relate(id, { [field]: value }, granted)).body.data[field]).toBe(null);
    }
    const [stored] = await service.sql(service.acme, 'select * from contacts where id = ?', [id]);
    expect(stored).toMatchObject({
      relationship_intent: 'Win',
      interests: ['jazz'],
      context_notes: 'Call after four',
    });
  });

  it('does not reveal through a write whether a guessed value is right', async () => {
    const id = await create();
    const as = await personWith([
      'contacts.read',
      'contact_relationships.update',
      'contact_context_notes.update',
    ]);
    const versions = [];
    for (const context_notes of ['One', 'Two', 'Two'])
      versions.push((await relate(id, { context_notes }, as)).body.data.version);
    expect(versions).toEqual([2, 3, 4]);
  });

  it("is not covered by any wildcard permission, not even the owner's", async () => {
    const id = await create();
    const refused = await relate(id, { context_notes: 'Mine' });
    expect(refused.body.error.details).toEqual({ required_permission: 'contact_context_notes.update' });
  });
});

describe('a snooze of a follow-up', () => {
  it('hides the follow-up until its day, is ended by null and emits one event for each change', async () => {
    const id = await create();
    expect((await snooze(id, dayAhead(30))).body.data).toMatchObject({
      follow_up_snoozed_until: dayAhead(30),
      version: 2,
    });
    expect((await snooze(id, dayAhead(30))).body.data.version).toBe(2);
    expect((await snooze(id, null)).body.data).toMatchObject({ follow_up_snoozed_until: null, version: 3 });
    const events = await service.sql<{ data: { object: { fields: string[] } } }>(
      service.acme,
      `select data from events where object_id = ? and type = 'relationship.updated'`,
      [id],
    );
    expect(events.map(({ data }) => data.object.fields)).toEqual([
      ['follow_up_snoozed_until'],
      ['follow_up_snoozed_until'],
    ]);
  });

  it.each([
    ['today', () => dayAhead(0)],
    ['a past day', () => dayAhead(-1)],
    ['more than a year ahead', () => dayAhead(366)],
    ['no day', () => 'tomorrow'],
  ])('is refused when its end is %s', async (_, until) => {
    const id = await create();
    expect(await snooze(id, until())).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR' } },
    });
  });
});

describe('a write to a relationship', () => {
  it('is limited for members to contacts that they own, steward or created', async () => {
    const { member } = service.acme.people;
    const foreign = await create();
    expect((await relate(foreign, { desired_cadence_days: 5 }, member)).body.error).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: { required_permission: 'contact_relationships.update', record_scope: 'own' },
    });
    await relate(foreign, { steward_user_id: member.userId });
    expect((await snooze(foreign, dayAhead(3), member)).status).toBe(200);
    expect((await relate(await create({}, member), { desired_cadence_days: 5 }, member)).status).toBe(200);
  });

  it('by an agent or a service is refused on every surface because it requires a person', async () => {
    const id = await create();
    for (const as of [service.acme.agent, service.acme.service]) {
      const headers = { 'idempotency-key': randomUUID() };
      const before = await inspector.fingerprint();
      expect((await relate(id, { desired_cadence_days: 5 }, as, headers)).body.error.code).toBe(
        'HUMAN_REQUIRED',
      );
      const mutation = `mutation ($id: UUID!) { updateContactRelationship(contactId: $id, input: { desiredCadenceDays: 5 }) { id } }`;
      const graphql = await service.graphql(mutation, { id }, { as, headers });
      expect(graphql.body.errors[0].extensions.code).toBe('HUMAN_REQUIRED');
      const call = {
        name: 'update_contact_relationship',
        arguments: { id, desired_cadence_days: 5, idempotencyKey: 'k-1' },
      };
      const mcp = await service.rest(
        'POST',
        '/api/agent/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
        { as, headers: { accept: 'application/json, text/event-stream' } },
      );
      expect(mcp.body.result).toMatchObject({
        isError: true,
        structuredContent: { error: { code: 'HUMAN_REQUIRED' } },
      });
      expect(await inspector.fingerprint()).toEqual(before);
    }
  });

  it('from another workspace is answered as not found', async () => {
    const id = await create();
    const as = service.globex.people.owner;
    for (const reply of [
      await relate(id, { desired_cadence_days: 5 }, as),
      await snooze(id, dayAhead(5), as),
    ])
      expect([reply.status, reply.body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(
      (await relate(id, { steward_user_id: service.globex.people.owner.userId })).body.error.fields[0].rule,
    ).toBe('exists');
  });
});
