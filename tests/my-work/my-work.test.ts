// My work: what it collects, its order, filters, pages and counts, and hiding items.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

type Role = 'owner' | 'admin' | 'manager' | 'member' | 'viewer';
interface Item {
  id: string;
  kind: string;
  bucket: string;
  title: string;
}
const as = (role: Role) => ({ as: service.acme.people[role] });
const idOf = (role: Role) => service.acme.people[role].userId;
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

async function ok(role: Role, method: string, path: string, body?: object) {
  const reply = await service.rest(method, path, body, as(role));
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`);
  return reply.body;
}
const work = (role: Role, query = '') => ok(role, 'GET', `/api/my-work${query}`);
const task = async (role: Role, body: object = {}) =>
  (
    await ok('owner', 'POST', '/api/tasks', {
      title: `Task ${++serial}`,
      assignee_ids: [idOf(role)],
      ...body,
    })
  ).data;
const client = async () =>
  (
    await ok('owner', 'POST', '/api/clients', {
      client_name: `Client ${++serial}`,
      website: `w${serial}.example.com`,
    })
  ).data;

describe('my work', () => {
  it('collects tasks, action items, milestones, approvals and submitted time, each with its record and actions', async () => {
    const { id: company_id, client_name: name } = await client();
    const own = await task('manager', { due_date: day(0), priority: 'urgent', company_id });
    await task('member');
    const activity = (await ok('owner', 'POST', '/api/activities', { type: 'meeting', subject: 'Review' }))
      .data;
    await ok('owner', 'POST', `/api/activities/${activity.id}/action-items`, {
      ...{ title: 'Send the minutes', assignee_user_id: idOf('manager'), due_on: day(-1) },
    });
    const project = (await ok('manager', 'POST', '/api/projects', { name: 'Roll-out', company_id })).data;
    await ok('manager', 'PATCH', `/api/projects/${project.id}`, { status: 'active' });
    await ok('manager', 'POST', `/api/projects/${project.id}/milestones`, {
      name: 'Go-live',
      due_date: day(40),
    });
    const entry = (await ok('member', 'POST', `/api/tasks/${own.id}/time-entries`, { minutes: 30 })).data;
    await ok('member', 'PATCH', `/api/tasks/time-entries/${entry.id}`, { status: 'submitted' });
    const { data, meta } = await work('manager');
    const kinds = data.map(({ kind }: Item) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['task', 'action_item', 'milestone', 'time_approval']));
    expect(data.find(({ kind }: Item) => kind === 'task')).toEqual({
      id: `task:${own.id}`,
      kind: 'task',
      title: own.title,
      bucket: 'today',
      due_at: day(0),
      priority: 'urgent',
      entity: { type: 'task', id: own.id, label: own.title },
      company: { id: company_id, name },
      actions: ['UpdateTask', 'MoveTask', 'CreateTimeEntry'],
      snoozed_until: null,
    });
    expect(data[0]).toMatchObject({ kind: 'action_item', bucket: 'overdue' });
    expect(meta.counts.bucket).toMatchObject({ overdue: 1, today: 1, later: 1 });
    expect(meta.counts.kind).toMatchObject({ task: 1, action_item: 1, milestone: 1 });
    expect(meta.skipped).toEqual([{ kind: 'approval', reason: 'PERMISSION_DENIED' }]);
  });

  it('shows approvals to owners and admins only', async () => {
    const company = (await ok('owner', 'POST', '/api/companies', { name: `Company ${++serial}` })).data;
    const queued = await service.rest('DELETE', `/api/companies/${company.id}`, undefined, {
      as: service.acme.agent,
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
    const ofOwner = (await work('owner', '?filter[kind]=approval')).data;
    expect(ofOwner).toMatchObject([
      { id: `approval:${queued.body.data.proposal_id}`, priority: 'high', entity: { type: 'proposal' } },
    ]);
    expect((await work('member', '?filter[kind]=approval')).data).toEqual([]);
  });

  it('can be filtered by kind, bucket, company and due date', async () => {
    const { id: company_id } = await client();
    const here = await task('viewer', { company_id, due_date: day(60) });
    await task('viewer', { due_date: day(-3) });
    await task('viewer');
    const ids = async (query: string) => (await work('viewer', query)).data.map(({ id }: Item) => id);
    expect(await ids(`?filter[company_id]=${company_id}`)).toEqual([`task:${here.id}`]);
    expect(await ids('?filter[bucket]=later')).toEqual([`task:${here.id}`]);
    expect(await ids(`?from=${day(59)}&to=${day(61)}`)).toEqual([`task:${here.id}`]);
    expect(await ids('?filter[kind]=milestone')).toEqual([]);
    const { meta } = await work('viewer', `?filter[bucket]=later&from=${day(-10)}`);
    expect(meta.counts.bucket).toEqual({ overdue: 1, today: 0, this_week: 0, later: 1, no_date: 0 });
    for (const wrong of ['filter[title]=x', 'filter[kind]=chore', 'from=tomorrow', 'sort=title'])
      expect([
        wrong,
        (await service.rest('GET', `/api/my-work?${wrong}`, undefined, as('viewer'))).status,
      ]).toEqual([wrong, 400]);
  });

  it('comes in pages that a cursor continues without a gap or a repetition', async () => {
    for (let n = 0; n < 7; n++)
      await task('admin', { due_date: day(n - 3), priority: n % 2 ? 'low' : 'high' });
    const kinds = async (filter: string) => [
      ...new Set((await work('admin', `?${filter}`)).data.map(({ kind }: Item) => kind)),
    ];
    expect(await kinds('filter[kind][not][neq]=task')).toEqual(['task']);
    expect(await kinds('filter[kind][not][in]=task')).not.toContain('task');
    expect(await kinds('filter[kind][exists]=false')).toEqual([]);
    const all = (await work('admin', '?filter[kind]=task')).data.map(({ id }: Item) => id);
    expect(all).toHaveLength(7);
    const seen: string[] = [];
    let query = '?filter[kind]=task&pageSize=3';
    for (;;) {
      const { data, nextCursor } = await work('admin', query);
      seen.push(...data.map(({ id }: Item) => id));
      if (!nextCursor) break;
      query = `?filter[kind]=task&pageSize=3&cursor=${encodeURIComponent(nextCursor)}`;
    }
    expect(seen).toEqual(all);
    const far = await service.rest('GET', '/api/my-work?page=101&pageSize=100', undefined, as('admin'));
    expect(far.body.error.fields).toMatchObject([{ path: 'page', rule: 'use_cursor' }]);
  });

  it('of a token is that of its owner, as far as its scopes reach', async () => {
    await task('owner');
    const token = await service.token(service.acme, { kind: 'service', scopes: ['dashboard.work:read'] });
    const { body } = await service.rest('GET', '/api/my-work', undefined, { as: token });
    expect(body.data).toEqual([]);
    expect(body.meta.skipped).toContainEqual({ kind: 'task', reason: 'SCOPE_MISSING' });
  });

  it('names companies only to who may read them', async () => {
    const { id: company_id, client_name: name } = await client();
    const { id } = await task('owner', { company_id });
    const companyFor = async (...scopes: string[]) => {
      const token = await service.token(service.acme, { kind: 'service', scopes });
      await inspector.query('update api_tokens set owner_user_id = $1', [idOf('owner')]);
      const query = `filter[kind]=task&pageSize=100`;
      const { body } = await service.rest('GET', `/api/my-work?${query}`, undefined, { as: token });
      return body.data.find((one: Item) => one.id === `task:${id}`).company;
    };
    const scopes = ['dashboard.work:read', 'delivery.tasks:read'];
    expect(await companyFor(...scopes)).toBeNull();
    expect(await companyFor(...scopes, 'crm.companies:read')).toEqual({ id: company_id, name });
  });
});

describe('an item', () => {
  const snooze = (id: string, until: string | null, role: Role = 'member') =>
    service.rest('PUT', `/api/my-work/${encodeURIComponent(id)}/snooze`, { until }, as(role));

  it('is hidden until a time, and shown again when it becomes more urgent', async () => {
    const { id } = await task('member', { due_date: day(5) });
    const item = `task:${id}`;
    const hasItem = async (query = '') =>
      (await work('member', query)).data.some((one: Item) => one.id === item);
    expect((await snooze(item, day(3))).body.data).toMatchObject({
      id: item,
      snoozed_until: `${day(3)}T00:00:00.000Z`,
    });
    expect([await hasItem(), await hasItem('?include_snoozed=true')]).toEqual([false, true]);
    expect((await snooze(item, null)).body.data.snoozed_until).toBeNull();
    expect(await hasItem()).toBe(true);
    await snooze(item, day(3));
    await ok('owner', 'PATCH', `/api/tasks/${id}`, { priority: 'urgent' });
    expect(await hasItem()).toBe(true);
  });

  it('of somebody else, or hidden for too long, is refused', async () => {
    const { id } = await task('member');
    const before = await inspector.fingerprint();
    expect((await snooze(`task:${id}`, day(3), 'manager')).status).toBe(404);
    expect((await snooze(`milestone:${id}`, day(3))).status).toBe(404);
    expect((await snooze('nothing', day(3))).status).toBe(404);
    const empty = await service.rest('PUT', `/api/my-work/task:${id}/snooze`, {}, as('member'));
    expect(empty.body.error).toMatchObject({ fields: [{ path: 'until', rule: 'required' }] });
    for (const until of [day(-1), day(91), 'soon', '0001-01-01', '9999-12-31', '2026-02-30'])
      expect((await snooze(`task:${id}`, until)).body.error).toMatchObject({ fields: [{ path: 'until' }] });
    expect(await inspector.fingerprint()).toEqual(before);
  });
});
