// What the watchers of a record hear of its parts, and who hears of a milestone.
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;
let serial = 0;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

beforeEach(() => inspector.query('delete from notifications; delete from record_subscriptions'));

type Role = 'owner' | 'manager' | 'member' | 'viewer';
const as = (role: Role) => ({ as: service.acme.people[role] });
const idOf = (role: Role) => service.acme.people[role].userId;

async function ok(role: Role, method: string, path: string, body?: object) {
  const reply = await service.rest(method, path, body, as(role));
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`);
  return reply.body.data;
}
const watch = (role: Role, entity_type: string, entity_id: string) =>
  ok(role, 'PUT', '/api/notifications/subscriptions', { entity_type, entity_id, state: 'watching' });
const bodiesOf = async (role: Role) =>
  (await ok(role, 'GET', '/api/notifications')).map(
    ({ category, title, body, entity }: { [name: string]: unknown }) => ({ category, title, body, entity }),
  );

it('a change of a part of a record is told to the watchers of the record, under its name', async () => {
  const { id } = await ok('owner', 'POST', '/api/clients', {
    ...{ client_name: 'Northwind', website: 'northwind.example.com' },
  });
  await watch('member', 'company', id);
  await ok('owner', 'POST', `/api/companies/${id}/identifiers`, {
    identifier_type: 'website',
    value: 'north.example.com',
  });
  const entity = { type: 'company', id };
  const notification = { category: 'record_update', title: 'Northwind', entity };
  expect(await bodiesOf('member')).toEqual([{ ...notification, body: 'Identifier added.' }]);
  await ok('owner', 'PATCH', `/api/clients/${id}/status`, { status: 'at_risk' });
  expect(await bodiesOf('member')).toEqual([{ ...notification, body: 'Client status changed.' }]);
  expect(await bodiesOf('owner')).toEqual([]);
  expect(await bodiesOf('viewer')).toEqual([]);
});

it('an added address of a contact is told to the watchers of the contact', async () => {
  const { id } = await ok('owner', 'POST', '/api/contacts', { first_name: 'Ada', last_name: 'Byron' });
  await watch('viewer', 'contact', id);
  await ok('owner', 'POST', `/api/contacts/${id}/contact-methods`, {
    kind: 'email',
    value: 'ada@example.com',
  });
  const entity = { type: 'contact', id };
  expect(await bodiesOf('viewer')).toEqual([
    { category: 'record_update', title: 'Ada Byron', body: 'Contact method added.', entity },
  ]);
});

it('a completed milestone is told to the owner, the members and the watchers of its project', async () => {
  const client = await ok('owner', 'POST', '/api/clients', {
    client_name: `Client ${++serial}`,
    website: `client-${serial}.example.com`,
  });
  const project = await ok('manager', 'POST', '/api/projects', { name: 'Roll-out', company_id: client.id });
  const path = `/api/projects/${project.id}`;
  await ok('owner', 'PUT', `${path}/members/${idOf('member')}`, { role: 'contributor' });
  await watch('viewer', 'project', project.id);
  const milestone = await ok('owner', 'POST', `${path}/milestones`, { name: 'Go-live' });
  await inspector.query('delete from notifications');
  await ok('owner', 'PATCH', `${path}/milestones/${milestone.id}`, { status: 'completed' });
  for (const role of ['manager', 'member', 'viewer'] as const)
    expect([role, await bodiesOf(role)]).toEqual([
      role,
      [
        {
          category: 'project_update',
          title: 'Go-live',
          body: expect.stringContaining('completed a milestone of the project.'),
          entity: { type: 'milestone', id: milestone.id },
        },
      ],
    ]);
  expect(await bodiesOf('owner')).toEqual([]);
});
