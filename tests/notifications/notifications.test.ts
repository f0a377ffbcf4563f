// Notifications: who gets which, repetitions, states, watched records, preferences and mails.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sendNotificationMails } from '../../src/domains/notifications/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { Inspector } from '../support/inspector.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { startService, type TestService } from '../support/service.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

let mail: MailServer;
let service: TestService;
let inspector: Inspector;
let worker: Worker;
let clockOffset = 0;
let serial = 0;

beforeAll(async () => {
  mail = await startMailServer();
  service = await startService({ SMTP_URL: mail.url });
  inspector = await Inspector.open(service.databaseUrl);
  const { services, app } = service.server;
  worker = await startWorker(services, service.databaseUrl, app.log);
});

afterAll(async () => {
  await worker?.stop();
  await inspector?.close();
  await service?.stop();
  await mail?.stop();
});

beforeEach(() =>
  inspector.query(
    'delete from notifications; delete from record_subscriptions; delete from notification_preferences',
  ),
);

type Role = 'owner' | 'admin' | 'manager' | 'member' | 'viewer';
const sessions = new Map<Role, Promise<{ token: string; tenantId: string }>>();

/** Returns the current session of a person; sessions end while the clock is set ahead. */
const as = async (role: Role) => {
  if (!sessions.has(role)) sessions.set(role, service.session(service.acme, role));
  return { as: await sessions.get(role)! };
};

/** Sets the clock of the service further ahead, in seconds. */
function advance(seconds: number): void {
  clockOffset += seconds;
  service.advance(clockOffset);
  sessions.clear();
}

const idOf = (role: Role) => service.acme.people[role].userId;

async function ok(role: Role, method: string, path: string, body?: object) {
  const reply = await service.rest(method, path, body, await as(role));
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`);
  return reply.body.data;
}
const listOf = (role: Role, query = '') => ok(role, 'GET', `/api/notifications${query}`);
const unread = (role: Role) => ok(role, 'GET', '/api/notifications/unread-count');
const assign = (role: Role = 'member', body: object = {}) =>
  ok('owner', 'POST', '/api/tasks', { title: `Task ${++serial}`, assignee_ids: [idOf(role)], ...body });

/** Runs the minutely job this many seconds later. */
async function later(seconds: number): Promise<void> {
  advance(seconds);
  await sendNotificationMails(service.server.services, service.server.app.log);
}

describe('a notification', () => {
  it('tells the new assignee of a task who assigned it, and nobody else', async () => {
    const task = await assign();
    expect(await listOf('member')).toMatchObject([
      {
        category: 'task_assigned',
        title: task.title,
        body: expect.stringMatching(/assigned this task to you\.$/),
        entity: { type: 'task', id: task.id },
        actor: { type: 'user', id: idOf('owner') },
        priority: 'normal',
        state: 'unread',
        count: 1,
        read_at: null,
      },
    ]);
    expect((await listOf('member'))[0].id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/);
    expect(await listOf('owner')).toEqual([]);
    expect(await listOf('manager')).toEqual([]);
    await ok('owner', 'PATCH', `/api/tasks/${task.id}`, { title: 'Renamed' });
    expect(await listOf('member')).toHaveLength(1);
    await ok('owner', 'PATCH', `/api/tasks/${task.id}`, { assignee_ids: [idOf('member'), idOf('manager')] });
    expect(await listOf('manager')).toHaveLength(1);
    expect((await listOf('member'))[0].count).toBe(1);
  });

  it('is not created for what a person did to their own task', async () => {
    await assign('owner');
    expect(await listOf('owner')).toEqual([]);
  });

  it('tells of an assigned action item', async () => {
    const activity = await ok('owner', 'POST', '/api/activities', { type: 'meeting', subject: 'Kick-off' });
    await ok('owner', 'POST', `/api/activities/${activity.id}/action-items`, {
      title: 'Send the minutes',
      assignee_user_id: idOf('member'),
    });
    expect(await listOf('member')).toMatchObject([
      { category: 'task_assigned', title: 'Send the minutes', entity: { type: 'action_item' } },
    ]);
  });

  it('counts up while it is unread and recent', async () => {
    const task = await assign('member');
    const reassign = async () => {
      await ok('owner', 'PATCH', `/api/tasks/${task.id}`, { assignee_ids: [] });
      await ok('owner', 'PATCH', `/api/tasks/${task.id}`, { assignee_ids: [idOf('member')] });
    };
    await reassign();
    const [folded] = await listOf('member');
    expect(folded.count).toBe(2);
    await ok('member', 'PATCH', `/api/notifications/${folded.id}`, { state: 'read' });
    await reassign();
    expect((await listOf('member')).map(({ count }: { count: number }) => count)).toEqual([1, 2]);
    advance(11 * MINUTE);
    await reassign();
    expect(await listOf('member')).toHaveLength(3);
  });

  it('asks the owners and admins for the approval of an action of an agent', async () => {
    const company = await ok('owner', 'POST', '/api/companies', { name: `Company ${++serial}` });
    const queued = await service.rest('DELETE', `/api/companies/${company.id}`, undefined, {
      as: service.acme.agent,
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
    expect(queued.status).toBe(202);
    for (const role of ['owner', 'admin'] as const)
      expect(await listOf(role)).toMatchObject([{ category: 'approval_requested', priority: 'high' }]);
    expect(await listOf('manager')).toEqual([]);
    expect((await unread('owner')).by_priority).toEqual({ low: 0, normal: 0, high: 1 });
  });

  it('disappears from list and count while its reader may not read the record, and comes back', async () => {
    const task = await assign();
    expect((await unread('member')).total).toBe(1);
    await ok('owner', 'DELETE', `/api/tasks/${task.id}`);
    expect(await listOf('member')).toEqual([]);
    expect((await unread('member')).total).toBe(0);
    await ok('owner', 'POST', `/api/tasks/${task.id}/restore`);
    expect(await listOf('member')).toHaveLength(1);
  });

  it('can be read, archived and set to unread again by its reader only', async () => {
    await assign();
    const [{ id }] = await listOf('member');
    const set = async (state: string, role: Role = 'member') =>
      service.rest('PATCH', `/api/notifications/${id}`, { state }, await as(role));
    expect((await set('read')).body.data).toMatchObject({ state: 'read', read_at: expect.any(String) });
    expect((await set('archived')).body.data.state).toBe('archived');
    expect(await listOf('member')).toEqual([]);
    const tree = encodeURIComponent('{"or": [{"field": "state", "op": "eq", "value": "archived"}]}');
    for (const query of ['filter[state]=archived', `filter=${tree}`, 'filter[state][not]=unread'])
      expect([query, await listOf('member', `?${query}`)]).toEqual([
        query,
        [expect.objectContaining({ id })],
      ]);
    expect((await set('unread')).body.data).toMatchObject({ state: 'unread', read_at: null });
    const before = await inspector.fingerprint();
    expect((await set('read', 'owner')).status).toBe(404);
    expect((await set('gone')).status).toBe(400);
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('keeps its place in the list when its state changes', async () => {
    await assign();
    advance(MINUTE);
    await assign();
    const before = (await listOf('member')).map(({ id }: { id: string }) => id);
    advance(MINUTE);
    await ok('member', 'PATCH', `/api/notifications/${before[1]}`, { state: 'read' });
    expect((await listOf('member')).map(({ id }: { id: string }) => id)).toEqual(before);
  });

  it('is marked as read with all others up to a time or of a category', async () => {
    await assign();
    const [{ updated_at: first }] = await listOf('member');
    advance(MINUTE);
    await assign();
    const mark = (body: object) => ok('member', 'POST', '/api/notifications/read-all', body);
    expect(await mark({ category: 'security' })).toEqual({ updated: 0 });
    expect(await mark({ until: first })).toEqual({ updated: 1 });
    expect(await mark({})).toEqual({ updated: 1 });
    expect(await unread('member')).toEqual({ total: 0, by_priority: { low: 0, normal: 0, high: 0 } });
  });

  it('can be filtered by category and record', async () => {
    const task = await assign();
    await assign();
    const about = await listOf('member', `?filter[entity_type]=task&filter[entity_id]=${task.id}`);
    expect(about).toHaveLength(1);
    expect(await listOf('member', '?filter[category]=mention')).toEqual([]);
    expect(
      (await service.rest('GET', '/api/notifications?filter[body]=x', undefined, await as('member'))).status,
    ).toBe(400);
  });

  it('comes at 08:00 of the day on which a task is due', async () => {
    const now = service.server.services.clock.now();
    const tomorrow = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
    const task = await assign('member', { due_date: tomorrow });
    await inspector.query('delete from notifications');
    await later(1);
    expect(await listOf('member')).toEqual([]);
    await later((Date.parse(`${tomorrow}T08:00:00Z`) - now.getTime()) / 1000 + MINUTE);
    await later(MINUTE);
    expect(await listOf('member')).toMatchObject([
      { category: 'task_due', count: 1, actor: { type: 'system' }, entity: { type: 'task', id: task.id } },
    ]);
  });
});

describe('a watched record', () => {
  const subscribe = async (role: Role, entity_id: string, state: string, entity_type = 'company') =>
    service.rest(
      'PUT',
      '/api/notifications/subscriptions',
      { entity_type, entity_id, state },
      await as(role),
    );

  it('tells its watchers of each change by others until they stop watching', async () => {
    const { id } = await ok('owner', 'POST', '/api/companies', { name: `Company ${++serial}` });
    expect((await subscribe('member', id, 'watching')).body.data).toEqual({
      entity_type: 'company',
      entity_id: id,
      state: 'watching',
    });
    await ok('owner', 'PATCH', `/api/companies/${id}`, { industry: 'Retail' });
    expect(await listOf('member')).toMatchObject([
      { category: 'record_update', entity: { type: 'company', id } },
    ]);
    expect((await ok('member', 'GET', '/api/notifications/preferences')).subscriptions).toEqual([
      { entity_type: 'company', entity_id: id, state: 'watching' },
    ]);
    await subscribe('member', id, 'default');
    await inspector.query('delete from notifications');
    await ok('owner', 'PATCH', `/api/companies/${id}`, { industry: 'Energy' });
    expect(await listOf('member')).toEqual([]);
    expect((await ok('member', 'GET', '/api/notifications/preferences')).subscriptions).toEqual([]);
  });

  it('tells nobody who has muted it', async () => {
    const task = await ok('owner', 'POST', '/api/tasks', { title: 'Quiet' });
    await subscribe('member', task.id, 'muted', 'task');
    await ok('owner', 'PATCH', `/api/tasks/${task.id}`, { assignee_ids: [idOf('member')] });
    expect(await listOf('member')).toEqual([]);
  });

  it('must exist in the workspace and be readable', async () => {
    const before = await inspector.fingerprint();
    const { id } = (
      await service.rest(
        'POST',
        '/api/companies',
        { name: 'Theirs' },
        { as: await service.session(service.globex, 'owner') },
      )
    ).body.data;
    const after = await inspector.fingerprint();
    expect(after).not.toEqual(before);
    expect((await subscribe('member', id, 'watching')).status).toBe(404);
    expect((await subscribe('member', id, 'watching', 'planet')).status).toBe(400);
    expect(await inspector.fingerprint()).toEqual(after);
  });

  it('tells the members of a project of changes of the project', async () => {
    const client = await ok('owner', 'POST', '/api/clients', {
      client_name: `Client ${++serial}`,
      website: `client-${serial}.example.com`,
    });
    const project = await ok('owner', 'POST', '/api/projects', { name: 'Roll-out', company_id: client.id });
    await ok('owner', 'PUT', `/api/projects/${project.id}/members/${idOf('member')}`, {
      role: 'contributor',
    });
    await inspector.query('delete from notifications');
    await ok('owner', 'PATCH', `/api/projects/${project.id}`, { name: 'Roll-out North' });
    expect(await listOf('member')).toMatchObject([{ category: 'project_update', title: 'Roll-out North' }]);
    expect(await listOf('viewer')).toEqual([]);
  });
});

describe('preferences', () => {
  const get = async (role: Role) => ok(role, 'GET', '/api/notifications/preferences');
  const set = async (role: Role, body: object) =>
    service.rest('PUT', '/api/notifications/preferences', body, await as(role));

  it('have defaults for every category and are replaced as a whole', async () => {
    const { preferences, quiet_hours, digest_time } = await get('member');
    expect([quiet_hours, digest_time]).toEqual([null, '08:00']);
    expect(preferences.security).toEqual({ in_app: 'instant', email: 'instant' });
    expect(preferences.project_update).toEqual({ in_app: 'instant', email: 'daily' });
    const changed = await set('member', {
      preferences: { task_due: { email: 'off' } },
      digest_time: '17:30',
    });
    expect(changed.body.data.preferences.task_due).toEqual({ in_app: 'instant', email: 'off' });
    expect((await set('member', { preferences: {} })).body.data.preferences.task_due.email).toBe('daily');
    expect((await get('member')).digest_time).toBe('08:00');
  });

  it.each([
    [{ preferences: { weather: { email: 'off' } } }, 'preferences.weather', 'unknown_field'],
    [{ preferences: { task_due: { pigeon: 'off' } } }, 'preferences.task_due.pigeon', 'unknown_field'],
    [{ preferences: { task_due: { email: 'yearly' } } }, 'preferences.task_due.email', 'enum'],
    [{ preferences: { task_due: { in_app: 'daily' } } }, 'preferences.task_due.in_app', 'enum'],
    [{ preferences: { task_due: 'off' } }, 'preferences.task_due', 'type'],
    [{ preferences: { security: { email: 'off' } } }, 'preferences.security.email', 'not_for_owners'],
    [
      { preferences: {}, quiet_hours: { from: '20:00', to: '07:00', time_zone: 'Mars/Olympus' } },
      'quiet_hours.time_zone',
      'time_zone',
    ],
  ])('refuse %j and name the fault', async (body, path, rule) => {
    const before = await inspector.fingerprint();
    const reply = await set('owner', body);
    expect([reply.status, reply.body.error?.fields]).toEqual([
      400,
      [{ path, rule, message: expect.any(String) }],
    ]);
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('let members switch off mails about security, and keep what is off out of the list', async () => {
    const off = { in_app: 'off', email: 'off' };
    expect((await set('member', { preferences: { security: off, task_assigned: off } })).status).toBe(200);
    await assign();
    expect(await listOf('member')).toEqual([]);
    expect((await unread('member')).total).toBe(0);
  });
});

describe('a mail', () => {
  const addressOf = async (role: Role) =>
    (await inspector.query<{ email: string }>('select email from users where id = $1', [idOf(role)]))[0]!
      .email;
  const set = async (role: Role, body: object) =>
    ok(role, 'PUT', '/api/notifications/preferences', { preferences: {}, ...body });

  it('is sent once for an assigned task', async () => {
    const address = await addressOf('member');
    const sent = mail.to(address).length;
    const task = await assign();
    await later(1);
    await later(1);
    const first = await mail.next(address);
    expect(first).toMatchObject({
      subject: task.title,
      text: expect.stringContaining('assigned this task to you.'),
    });
    expect(mail.to(address)).toHaveLength(sent + 1);
  });

  it('waits for the end of quiet hours', async () => {
    const address = await addressOf('manager');
    const hour = service.server.services.clock.now().getUTCHours();
    const at = (offset: number) => `${String((hour + offset + 24) % 24).padStart(2, '0')}:00`;
    await set('manager', { quiet_hours: { from: at(-1), to: at(2), time_zone: 'UTC' } });
    await assign('manager');
    await later(1);
    expect(mail.to(address)).toEqual([]);
    await later(2 * HOUR);
    expect((await mail.next(address)).text).toContain('assigned this task to you.');
  });

  it('collects what is read by nobody until the time of the daily mail', async () => {
    const address = await addressOf('viewer');
    const { id } = await ok('owner', 'POST', '/api/companies', { name: 'Watched' });
    const other = await ok('owner', 'POST', '/api/companies', { name: 'Read already' });
    for (const entity_id of [id, other.id])
      await ok('viewer', 'PUT', '/api/notifications/subscriptions', {
        ...{ entity_type: 'company', entity_id, state: 'watching' },
      });
    for (const company of [id, other.id])
      await ok('owner', 'PATCH', `/api/companies/${company}`, { industry: 'Retail' });
    const [seen] = await listOf('viewer', `?filter[entity_id]=${other.id}`);
    await ok('viewer', 'PATCH', `/api/notifications/${seen.id}`, { state: 'read' });
    await later(MINUTE);
    expect(mail.to(address)).toEqual([]);
    await later(25 * HOUR);
    const digest = await mail.next(address);
    expect(digest.subject).toBe('1 notification');
    expect(digest.text).toContain('Watched');
    expect(digest.text).not.toContain('Read already');
  });
});
