// Digests: what one mail collects, and what it leaves out because it was read or may not be read any more.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sendNotificationMails } from '../../src/domains/notifications/jobs.ts';
import { type Data, SigningWorld } from '../signing/signing-world.ts';

let world: SigningWorld;

beforeAll(async () => {
  world = await SigningWorld.start();
  // Ten minutes after a full hour, so that the next one is far away.
  const now = world.service.server.services.clock.now().getTime() / 1000;
  await world.pass(3600 - (now % 3600) + 600);
});

afterAll(() => world?.stop());

type Role = 'owner' | 'member' | 'viewer' | 'manager';
const person = (role: Role) => world.service.acme.people[role];
const ok = async (role: Role, method: string, path: string, body?: object): Promise<Data> =>
  world.ok(method, path, body, { as: await world.service.session(world.service.acme, role) });
const assign = (role: Role, title: string) =>
  ok('owner', 'POST', '/api/tasks', { title, assignee_ids: [person(role).userId] });

/** Runs the minutely job this many seconds later, and returns the number of mails that a person has by then. */
async function later(seconds: number, role: Role): Promise<number> {
  await world.pass(seconds);
  await sendNotificationMails(world.service.server.services, world.service.server.app.log);
  return world.mails.to(person(role).email).length;
}

it('an hourly mail lists what is unread, readable and not switched off at the full hour, once', async () => {
  await ok('member', 'PUT', '/api/notifications/preferences', {
    preferences: { task_assigned: { email: 'hourly' } },
  });
  const [, read, deleted] = [
    await assign('member', 'First task'),
    await assign('member', 'Read task'),
    await assign('member', 'Deleted task'),
    await assign('member', 'Last task'),
  ];
  const [seen] = await ok('member', 'GET', `/api/notifications?filter[entity_id]=${read!.id}`);
  await ok('member', 'PATCH', `/api/notifications/${seen.id}`, { state: 'read' });
  await ok('owner', 'DELETE', `/api/tasks/${deleted!.id}`);
  expect(await later(60, 'member')).toBe(0);
  await later(3600, 'member');
  const mail = await world.mails.next(person('member').email);
  expect(mail.subject).toBe('2 notifications');
  expect(mail.text).toMatch(/First task[\s\S]*Last task/);
  expect(mail.text).not.toMatch(/Read task|Deleted task/);
  expect(await later(3600, 'member')).toBe(1);
  await assign('member', 'Late task');
  await ok('member', 'PUT', '/api/notifications/preferences', {
    preferences: { task_assigned: { email: 'off' } },
  });
  expect(await later(3600, 'member')).toBe(1);
});

it('a daily mail follows the time zone of the quiet hours, and none is sent if everything was read', async () => {
  const hour = world.service.server.services.clock.now().getUTCHours();
  // Tokyo is nine hours ahead of UTC.
  const inTwoHours = `${String((hour + 2 + 9) % 24).padStart(2, '0')}:00`;
  for (const role of ['viewer', 'manager'] as const)
    await ok(role, 'PUT', '/api/notifications/preferences', {
      preferences: { task_assigned: { email: 'daily' } },
      quiet_hours: { from: '00:00', to: '00:00', time_zone: 'Asia/Tokyo' },
      digest_time: inTwoHours,
    });
  await assign('viewer', 'Daily task');
  await assign('manager', 'Daily task');
  await ok('manager', 'POST', '/api/notifications/read-all');
  expect(await later(3600, 'viewer')).toBe(0);
  await later(3600, 'viewer');
  expect(await world.mails.next(person('viewer').email)).toMatchObject({
    subject: '1 notification',
    text: expect.stringContaining('Daily task'),
  });
  expect(await later(86_400, 'manager')).toBe(0);
});

it('a mail about a repeated notification is sent once, and in quiet hours one about security is not held back', async () => {
  const { id } = await assign('owner', 'Own task');
  const task = await ok('manager', 'POST', '/api/tasks', { title: 'Folded task' });
  for (const assignee_ids of [[person('owner').userId], [], [person('owner').userId]])
    await ok('manager', 'PATCH', `/api/tasks/${task.id}`, { assignee_ids });
  expect(await ok('owner', 'GET', `/api/notifications?filter[entity_id]=${id}`)).toEqual([]);
  expect(await ok('owner', 'GET', `/api/notifications?filter[entity_id]=${task.id}`)).toMatchObject([
    { count: 2 },
  ]);
  const hour = world.service.server.services.clock.now().getUTCHours();
  const at = (offset: number) => `${String((hour + offset + 24) % 24).padStart(2, '0')}:00`;
  const quiet_hours = { from: at(-1), to: at(3), time_zone: 'UTC' };
  await ok('owner', 'PUT', '/api/notifications/preferences', { preferences: {}, quiet_hours });
  const { services } = world.service.server;
  await services.database.write({ tenantId: world.service.acme.id }, (tx) =>
    tx.rows(
      `insert into notifications (tenant_id, id, user_id, category, title, body, entity_type, entity_id, actor, priority,
         in_app, mail, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, 'security', 'Your account', 'Your password was changed.', 'user', $2,
         '{"type": "system", "id": null, "label": "system"}', 'high', true, 'instant', $3, $3)`,
      [world.service.acme.id, person('owner').userId, services.clock.now()],
    ),
  );
  await later(60, 'owner');
  expect((await world.mails.next(person('owner').email)).subject).toBe('Your account');
  expect(await later(60, 'owner')).toBe(1);
  await later(3 * 3600, 'owner');
  expect((await world.mails.next(person('owner').email)).subject).toBe('Folded task');
});
