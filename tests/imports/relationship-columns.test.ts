// Columns of contacts that belong to the relationship: written by its own operation, governed like there.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Reply, TestService } from '../support/service.ts';
import { ImportWorld } from './world.ts';

let service: TestService;
let world: ImportWorld;

beforeAll(async () => {
  world = await ImportWorld.start();
  ({ service } = world);
});

afterAll(() => world?.stop());

const COLUMNS = {
  First: 'first_name',
  Email: 'email',
  Steward: 'steward.email',
  Cadence: 'desired_cadence_days',
  Intent: 'relationship_intent',
};

const fileFor = (cadence: string, intent: string) =>
  `First,Email,Steward,Cadence,Intent\nIda,ida@example.com,${service.acme.people.manager.email},${cadence},${intent}\n`;

async function contactOf(importId: string): Promise<Reply['body']> {
  const rows = await service.rest('GET', `/api/import/${importId}/rows`);
  return (await service.rest('GET', `/api/contacts/${rows.body.data[0].record.id}`)).body.data;
}

it('contacts come with their relationship, which a rollback restores', async () => {
  const created = await world.executed(fileFor('30', 'Introduce us'), 'contacts', world.map(COLUMNS));
  expect(created.counts).toMatchObject({ created: 1, failed: 0 });
  const contact = await contactOf(created.id);
  expect(contact).toMatchObject({
    ...{ first_name: 'Ida', source: 'import', steward_user_id: service.acme.people.manager.userId },
    ...{ desired_cadence_days: 30, relationship_intent: 'Introduce us', version: 2 },
  });
  const changed = await world.executed(
    fileFor('60', 'Renew'),
    'contacts',
    world.map(COLUMNS, { mode: 'upsert' }),
  );
  expect(changed.counts).toMatchObject({ updated: 1, failed: 0 });
  expect(await contactOf(changed.id)).toMatchObject({
    desired_cadence_days: 60,
    relationship_intent: 'Renew',
  });
  expect((await service.rest('POST', `/api/import/${changed.id}/rollback`)).status).toBe(202);
  expect(await world.left(changed.id, 'rolling_back')).toMatchObject({ rollback: { reversed: 1, kept: 0 } });
  expect(await contactOf(changed.id)).toMatchObject({
    ...{ desired_cadence_days: 30, relationship_intent: 'Introduce us' },
  });
});

it('governed columns are for people who may write the field, and hidden from who may not read it', async () => {
  const targetsOf = async (as: Parameters<ImportWorld['get']>[1]) => {
    const { body } = await service.rest('GET', '/api/import/targets', undefined, { as });
    const contacts = body.data.find(({ target }: Reply['body']) => target === 'contacts');
    const fields = contacts.fields.map(({ key }: Reply['body']) => key);
    const own = [
      'steward.email',
      'desired_cadence_days',
      'relationship_intent',
      'interests',
      'context_notes',
    ];
    return own.filter((key) => fields.includes(key));
  };
  const { owner, member } = service.acme.people;
  const all = ['steward.email', 'desired_cadence_days', 'relationship_intent', 'interests'];
  expect(await targetsOf(owner)).toEqual(all);
  expect(await targetsOf(member)).toEqual(all.slice(0, 2));
  expect(await targetsOf(service.acme.agent)).toEqual([]);

  const uploaded = await world.upload(fileFor('30', 'Secret aim'), 'contacts', {}, member);
  const preview = await service.rest('GET', `/api/import/${uploaded.body.data.id}/preview`, undefined, {
    as: member,
  });
  expect(preview.body.data.rows[0].values).toMatchObject({ First: 'Ida', Intent: 'Secret aim' });
  const relabelled = 'First,Relationship intent\nIda,Secret aim\n';
  const named = await world.upload(relabelled, 'contacts', {}, member);
  const hidden = await service.rest('GET', `/api/import/${named.body.data.id}/preview`, undefined, {
    as: member,
  });
  expect(hidden.body.data.rows[0].values).toEqual({ First: 'Ida', 'Relationship intent': null });
  expect(hidden.body.meta.redacted_fields).toEqual(['relationship_intent']);
});
