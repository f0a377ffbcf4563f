// What people write of a relationship, over HTTP: field by field under its own permission, told by name alone.

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
const ahead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Somebody of acme whose one role grants exactly these. */
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
  it('is written, cleared with null, and left alone where absent', async () => {
    const id = await create();
    const { userId } = service.acme.people.manager;
    const written = await relate(id, {
      relationship_intent: ' Reference for the region ',
      interests: ['Sailing', 'sailing', 'EDI'],
      desired_cadence_days: 30,
      preferred_channel: 'in_person',
      steward_user_id: userId,
    });
    expect(written).toMatchObject({
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

  it('changes nothing, and tells nobody, when it says what stands', async () => {
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
  ])('refuses %j and writes nothing', async (body, path) => {
    const id = await create();
    const before = await inspector.fingerprint();
    const { status, body: answer } = await relate(id, body);
    expect([status, answer.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(answer.error.fields[0].path).toContain(path);
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('is kept from who has read something older', async () => {
    const id = await create();
    await relate(id, { desired_cadence_days: 30 });
    expect((await relate(id, { desired_cadence_days: 60 }, undefined, { 'if-match': '"1"' })).status).toBe(
      412,
    );
    expect((await relate(id, { desired_cadence_days: 60, expected_version: 2 })).status).toBe(200);
  });

  it('remembers the proposal that a person applied, until a person writes again', async () => {
    const id = await create();
    const proposedBy = async () =>
      (await service.rest('GET', `/api/contacts/${id}/relationship-summary`)).body.data.context.proposed_by;
    await relate(id, { desired_cadence_days: 30, proposed_by: 'proposal-7' });
    expect(await proposedBy()).toBe('proposal-7');
    await relate(id, { desired_cadence_days: 31 });
    expect(await proposedBy()).toBe(null);
  });

  it('is told of by the names of its fields alone', async () => {
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

describe('a governed field', () => {
  it('is written under its own permission only, and nothing beside it without', async () => {
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

  it('that one may write and not read does not tell that a guess was right', async () => {
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

  it('is not the owner’s to write by any wildcard', async () => {
    const id = await create();
    const refused = await relate(id, { context_notes: 'Mine' });
    expect(refused.body.error.details).toEqual({ required_permission: 'contact_context_notes.update' });
  });
});

describe('a snooze', () => {
  it('holds the follow-up until a day, is ended by null, and is told of once', async () => {
    const id = await create();
    expect((await snooze(id, ahead(30))).body.data).toMatchObject({
      follow_up_snoozed_until: ahead(30),
      version: 2,
    });
    expect((await snooze(id, ahead(30))).body.data.version).toBe(2);
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
    ['today', () => ahead(0)],
    ['a past day', () => ahead(-1)],
    ['more than a year ahead', () => ahead(366)],
    ['no day', () => 'tomorrow'],
  ])('until %s is refused', async (_, until) => {
    const id = await create();
    expect(await snooze(id, until())).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR' } },
    });
  });
});

describe('somebody else', () => {
  it('who is a member may write of own contacts only: owned, stewarded or created', async () => {
    const { member } = service.acme.people;
    const foreign = await create();
    expect((await relate(foreign, { desired_cadence_days: 5 }, member)).body.error).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: { required_permission: 'contact_relationships.update', record_scope: 'own' },
    });
    await relate(foreign, { steward_user_id: member.userId });
    expect((await snooze(foreign, ahead(3), member)).status).toBe(200);
    expect((await relate(await create({}, member), { desired_cadence_days: 5 }, member)).status).toBe(200);
  });

  it('who is an agent or a service is told that a person must do it, on every surface', async () => {
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

  it('of another workspace finds nothing', async () => {
    const id = await create();
    const as = service.globex.people.owner;
    for (const reply of [await relate(id, { desired_cadence_days: 5 }, as), await snooze(id, ahead(5), as)])
      expect([reply.status, reply.body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(
      (await relate(id, { steward_user_id: service.globex.people.owner.userId })).body.error.fields[0].rule,
    ).toBe('exists');
  });
});
