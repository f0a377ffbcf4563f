// Tasks over HTTP: hierarchy, gates, links and pushes, boards and moves, recurrence, deletion, bulk changes.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { type Ask, startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;
let serial = 0;
let clientId: string;
// biome-ignore lint/suspicious/noExplicitAny: tests read nested response members
type Data = any;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  clientId = (await ok('POST', '/api/clients', { client_name: 'Client', domain: 'client-of-tasks.com' })).id;
});
afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const send = (method: string, path: string, body?: unknown, ask: Ask = {}) =>
  service.rest(method, path, body, ask);
const ok = async (method: string, path: string, body?: unknown, ask: Ask = {}): Promise<Data> => {
  const reply = await send(method, path, body, ask);
  expect({ path, error: reply.body.error }).toEqual({ path });
  return reply.body.data;
};
const project = (body: object = {}) =>
  ok('POST', '/api/projects', { name: `Project ${++serial}`, company_id: clientId, ...body });
const create = (body: object = {}) => ok('POST', '/api/tasks', { title: `Task ${++serial}`, ...body });
const get = (id: string) => ok('GET', `/api/tasks/${id}`);
const patch = (id: string, body: object, ask: Ask = {}) => send('PATCH', `/api/tasks/${id}`, body, ask);
const board = (id: string, query = '') => ok('GET', `/api/projects/${id}/board${query}`);

async function expectRefused(method: string, path: string, body: object, expected: object, ask: Ask = {}) {
  const before = await inspector.fingerprint();
  const reply = await send(method, path, body, ask);
  expect(reply.body.error).toMatchObject(expected);
  expect(await inspector.fingerprint()).toEqual(before);
}

describe('a new task', () => {
  it('has the defaults, the company of its project and a place behind the others', async () => {
    const { id: projectId } = await project();
    const first = await create({ project_id: projectId, checklist: [{ title: 'Ask', required: true }] });
    const second = await create({ project_id: projectId });
    expect(first).toMatchObject({
      version: 1,
      project_id: projectId,
      company_id: clientId,
      status: 'todo',
      priority: 'normal',
      schedule_mode: 'auto',
      is_blocked: false,
      is_overdue: false,
      tracked_minutes: 0,
      checklist: [{ title: 'Ask', required: true, done: false, done_at: null }],
      rescheduled: [],
      warnings: [],
    });
    expect(first.position < second.position).toBe(true);
    const todo = (await board(projectId)).columns.find(({ status }: Data) => status === 'todo');
    expect(first.column_id).toBe(todo.id);
    expect(todo.cards.map(({ id }: Data) => id)).toEqual([first.id, second.id]);
  });

  it('is refused with a foreign project, parent, milestone or assignee, or in a cancelled project', async () => {
    const [one, two] = [await project(), await project()];
    const parent = await create({ project_id: one.id });
    await expectRefused(
      'POST',
      '/api/tasks',
      { title: 'X', project_id: two.id, parent_id: parent.id },
      {
        fields: [{ path: 'parent_id', rule: 'same_project' }],
      },
    );
    const milestone = await ok('POST', `/api/projects/${two.id}/milestones`, { name: 'M' });
    await expectRefused(
      'POST',
      '/api/tasks',
      { title: 'X', project_id: one.id, milestone_id: milestone.id },
      {
        fields: [{ path: 'milestone_id', rule: 'exists' }],
      },
    );
    await expectRefused(
      'POST',
      '/api/tasks',
      { title: 'X', assignee_ids: [crypto.randomUUID()] },
      {
        fields: [{ path: 'assignee_ids[0]', rule: 'exists' }],
      },
    );
    await ok('PATCH', `/api/projects/${two.id}`, { status: 'cancelled', reason: 'No' });
    await expectRefused(
      'POST',
      '/api/tasks',
      { title: 'X', project_id: two.id },
      { code: 'INVALID_STATE_TRANSITION' },
    );
  });

  it('stands at most five levels deep, and never below itself', async () => {
    const ids: string[] = [];
    for (let level = 0; level < 5; level += 1) ids.push((await create({ parent_id: ids.at(-1) ?? null })).id);
    await expectRefused(
      'POST',
      '/api/tasks',
      { title: 'X', parent_id: ids[4] },
      { fields: [{ rule: 'depth' }] },
    );
    await expectRefused(
      'PATCH',
      `/api/tasks/${ids[0]}`,
      { parent_id: ids[2] },
      {
        code: 'HIERARCHY_CYCLE',
        details: { path: [ids[0], ids[1], ids[2], ids[0]] },
      },
    );
  });
});

describe('the gates of done', () => {
  it('are predecessors, then subtasks, then the checklist; the cascade completes subtasks', async () => {
    const { id: projectId } = await project({ enforce_dependencies: 'block' });
    const first = await create({ project_id: projectId });
    const task = await create({
      project_id: projectId,
      dependencies: [{ predecessor_id: first.id }],
      checklist: [{ title: 'Check', required: true }],
    });
    const child = await create({ parent_id: task.id });
    expect((await get(task.id)).is_blocked).toBe(true);
    const path = `/api/tasks/${task.id}`;
    await expectRefused(
      'PATCH',
      path,
      { status: 'done' },
      { code: 'TASK_BLOCKED', details: { ids: [first.id] } },
    );
    await ok('PATCH', `/api/tasks/${first.id}`, { status: 'done' });
    await expectRefused(
      'PATCH',
      path,
      { status: 'done' },
      { code: 'OPEN_SUBTASKS', details: { ids: [child.id] } },
    );
    const [item] = task.checklist;
    await expectRefused(
      'PATCH',
      path,
      { status: 'done', cascade: 'complete' },
      {
        code: 'CHECKLIST_INCOMPLETE',
        details: { ids: [item.id] },
      },
    );
    await ok('PATCH', `${path}/checklist/${item.id}`, { done: true });
    expect(await ok('PATCH', path, { status: 'done', cascade: 'complete' })).toMatchObject({
      status: 'done',
    });
    expect((await get(child.id)).status).toBe('done');
    expect((await ok('GET', `/api/projects/${projectId}`)).progress_percent).toBe(100);
    const reopened = await create({ parent_id: task.id });
    expect(reopened.warnings).toMatchObject([{ code: 'PARENT_REOPENED', ids: [task.id] }]);
    expect((await get(task.id)).status).toBe('in_progress');
  });

  it('only warn of predecessors by default, and blocked needs a reason that leaving it clears', async () => {
    const first = await create();
    const task = await create({ dependencies: [{ predecessor_id: first.id }] });
    expect((await patch(task.id, { status: 'in_progress' })).body.data.warnings).toMatchObject([
      { code: 'TASK_BLOCKED', ids: [first.id] },
    ]);
    await expectRefused(
      'PATCH',
      `/api/tasks/${task.id}`,
      { status: 'blocked' },
      { fields: [{ path: 'blocked_reason' }] },
    );
    await ok('PATCH', `/api/tasks/${task.id}`, { status: 'blocked', blocked_reason: 'Waits' });
    expect(await ok('PATCH', `/api/tasks/${task.id}`, { status: 'todo' })).toMatchObject({
      blocked_reason: null,
    });
  });
});

describe('links', () => {
  it('push later tasks on working days, keep manual ones, and name what moved', async () => {
    const { id: projectId } = await project();
    const dates = { start_date: '2026-03-02', due_date: '2026-03-03' };
    const [a, b, c] = [
      await create({ project_id: projectId, ...dates }),
      await create({ project_id: projectId, ...dates }),
      await create({ project_id: projectId, ...dates, schedule_mode: 'manual' }),
    ];
    const link = await ok('POST', `/api/tasks/${b.id}/dependencies`, { predecessor_id: a.id, lag_days: 1 });
    expect(link).toMatchObject({
      task_id: b.id,
      type: 'finish_to_start',
      lag_days: 1,
      rescheduled: [
        {
          task_id: b.id,
          start_date: '2026-03-05',
          due_date: '2026-03-06',
          former_start_date: '2026-03-02',
          conflict: false,
        },
      ],
    });
    const manual = await ok('POST', `/api/tasks/${c.id}/dependencies`, { predecessor_id: b.id });
    expect(manual.rescheduled).toMatchObject([{ task_id: c.id, start_date: '2026-03-02', conflict: true }]);
    expect((await get(c.id)).schedule_conflict).toBe(true);
    const again = await send('POST', `/api/tasks/${b.id}/dependencies`, {
      predecessor_id: a.id,
      lag_days: 1,
    });
    expect([again.status, again.body.data.id]).toEqual([200, link.id]);
    const moved = await ok('PATCH', `/api/tasks/${a.id}`, { due_date: '2026-03-06' });
    expect(moved.rescheduled).toMatchObject([
      { task_id: b.id, start_date: '2026-03-10', due_date: '2026-03-11' },
      { task_id: c.id, conflict: true },
    ]);
    await expectRefused(
      'POST',
      `/api/tasks/${a.id}/dependencies`,
      { predecessor_id: c.id },
      {
        code: 'DEPENDENCY_CYCLE',
      },
    );
    const timeline = await ok('GET', `/api/projects/${projectId}/timeline`);
    expect(timeline).toMatchObject({ start_date: '2026-03-02', unscheduled: 0 });
    expect(timeline.tasks.find(({ id }: Data) => id === c.id)).toMatchObject({ conflict: true });
    await ok('DELETE', `/api/tasks/${b.id}/dependencies/${link.id}`);
    expect((await get(b.id)).dependencies).toEqual([]);
  });

  it('of two concurrent calls that would make a cycle, one is refused', async () => {
    const { id: projectId } = await project();
    const [a, b] = [await create({ project_id: projectId }), await create({ project_id: projectId })];
    const replies = await Promise.all([
      send('POST', `/api/tasks/${a.id}/dependencies`, { predecessor_id: b.id }),
      send('POST', `/api/tasks/${b.id}/dependencies`, { predecessor_id: a.id }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = replies.find(({ status }) => status === 409)!;
    expect(refused.body.error).toMatchObject({ code: 'DEPENDENCY_CYCLE' });
    expect(new Set(refused.body.error.details.path)).toEqual(new Set([a.id, b.id]));
  });

  it('take the dates of parents from their subtasks, which nobody sets on the parent', async () => {
    const parent = await create();
    await create({
      parent_id: parent.id,
      start_date: '2026-03-03',
      due_date: '2026-03-04',
      estimate_minutes: 60,
    });
    await create({
      parent_id: parent.id,
      start_date: '2026-03-02',
      due_date: '2026-03-03',
      estimate_minutes: 30,
    });
    expect(await get(parent.id)).toMatchObject({
      start_date: '2026-03-02',
      due_date: '2026-03-04',
      estimate_minutes: 90,
    });
    await expectRefused(
      'PATCH',
      `/api/tasks/${parent.id}`,
      { due_date: '2026-05-01' },
      {
        fields: [{ path: 'due_date', rule: 'rolled_up' }],
      },
    );
  });
});

describe('a board', () => {
  it('takes a card in front of and behind others, and keeps its limits', async () => {
    const { id: projectId } = await project();
    const cards = [];
    for (let count = 0; count < 3; count += 1) cards.push((await create({ project_id: projectId })).id);
    await ok('POST', `/api/tasks/${cards[2]}/move`, { before_id: cards[0] });
    await ok('POST', `/api/tasks/${cards[0]}/move`, { after_id: cards[1] });
    const todo = (await board(projectId)).columns.find(({ status }: Data) => status === 'todo');
    expect(todo.cards.map(({ id }: Data) => id)).toEqual([cards[2], cards[1], cards[0]]);
    const page = await board(projectId, '?cards=2');
    const column = page.columns.find(({ status }: Data) => status === 'todo');
    const rest = await board(projectId, `?column_id=${column.id}&cursor=${column.next_cursor}`);
    expect(rest.columns[0].cards.map(({ id }: Data) => id)).toEqual([cards[0]]);
    const set = await ok('PUT', `/api/projects/${projectId}/board`, {
      columns: [
        { id: column.id, name: 'Open', status: 'todo' },
        { name: 'Busy', status: 'in_progress', wip_limit: 1, wip_mode: 'hard' },
      ],
    });
    expect(set).toMatchObject({ version: 2, columns: [{ id: column.id, count: 3 }, { wip_limit: 1 }] });
    expect(set.hidden.map(({ status }: Data) => status)).toEqual([
      'backlog',
      'in_review',
      'blocked',
      'done',
      'cancelled',
    ]);
    const busy = set.columns[1].id;
    expect((await ok('POST', `/api/tasks/${cards[0]}/move`, { column_id: busy })).status).toBe('in_progress');
    await expectRefused(
      'POST',
      `/api/tasks/${cards[1]}/move`,
      { column_id: busy },
      { code: 'WIP_LIMIT_REACHED' },
    );
    await expectRefused(
      'POST',
      `/api/tasks/${cards[1]}/move`,
      { column_id: busy, before_id: cards[2] },
      {
        fields: [{ path: 'before_id', rule: 'exists' }],
      },
    );
    await expectRefused(
      'PUT',
      `/api/projects/${projectId}/board`,
      {
        columns: [
          { name: 'A', status: 'todo' },
          { name: 'B', status: 'todo' },
        ],
      },
      { fields: [{ path: 'columns[1].status', rule: 'unique' }] },
    );
  });

  it('moves a task with its subtasks to another project and says what was dropped', async () => {
    const [one, two] = [await project(), await project()];
    const milestone = await ok('POST', `/api/projects/${one.id}/milestones`, { name: 'M' });
    const other = await create({ project_id: one.id });
    const task = await create({
      project_id: one.id,
      milestone_id: milestone.id,
      dependencies: [{ predecessor_id: other.id }],
    });
    const child = await create({ parent_id: task.id });
    await expectRefused(
      'PATCH',
      `/api/tasks/${task.id}`,
      { project_id: two.id },
      { fields: [{ rule: 'use_move' }] },
    );
    const moved = await ok('POST', `/api/tasks/${task.id}/move`, { project_id: two.id });
    expect(moved).toMatchObject({ project_id: two.id, milestone_id: null, dependencies: [] });
    expect(moved.dropped).toEqual([
      { kind: 'milestone', id: milestone.id },
      { kind: 'dependency', id: task.dependencies[0].id },
    ]);
    expect((await get(child.id)).project_id).toBe(two.id);
  });
});

describe('a recurring task', () => {
  it('gets its next occurrence once, after the former due date, until the rule ends', async () => {
    await expectRefused(
      'POST',
      '/api/tasks',
      { title: 'X', recurrence: 'FREQ=WEEKLY' },
      { fields: [{ path: 'due_date' }] },
    );
    await expectRefused(
      'POST',
      '/api/tasks',
      { title: 'X', due_date: '2026-03-02', recurrence: 'FREQ=HOURLY' },
      {
        fields: [{ path: 'recurrence', rule: 'rrule' }],
      },
    );
    const task = await create({
      start_date: '2026-03-28',
      due_date: '2026-03-30',
      recurrence: 'FREQ=WEEKLY;BYDAY=MO;COUNT=2',
      checklist: [{ title: 'Item', done: true }],
    });
    const done = await ok('PATCH', `/api/tasks/${task.id}`, { status: 'done' });
    const next = await get(done.next_task_id);
    expect(next).toMatchObject({
      start_date: '2026-04-04',
      due_date: '2026-04-06',
      occurrence: 2,
      series_id: task.series_id,
      status: 'todo',
      checklist: [{ title: 'Item', done: false }],
    });
    await ok('PATCH', `/api/tasks/${task.id}`, { status: 'todo' });
    expect((await ok('PATCH', `/api/tasks/${task.id}`, { status: 'done' })).next_task_id).toBe(next.id);
    expect((await ok('PATCH', `/api/tasks/${next.id}`, { status: 'done' })).next_task_id).toBeNull();
  });

  it('gets its next occurrence however it is done', async () => {
    const weekly = { due_date: '2026-03-30', recurrence: 'FREQ=WEEKLY' };
    const { id: projectId } = await project();
    const moved = await create({ ...weekly, project_id: projectId });
    const { id: columnId } = (await board(projectId)).columns.find(({ status }: Data) => status === 'done');
    const created = await create({ ...weekly, status: 'done' });
    const parent = await create({});
    const child = await create({ ...weekly, parent_id: parent.id });
    const bulk = await create(weekly);
    await ok('POST', `/api/tasks/${moved.id}/move`, { column_id: columnId });
    await ok('PATCH', `/api/tasks/${parent.id}`, { status: 'done', cascade: 'complete' });
    await ok('POST', '/api/tasks/bulk', { ids: [bulk.id], changes: { status: 'done' } });
    const late = await create({ ...weekly, parent_id: parent.id, status: 'done' });
    for (const { id } of [moved, created, child, bulk, late]) {
      const { next_task_id: nextId } = await get(id);
      expect(await get(nextId)).toMatchObject({ due_date: '2026-04-06', status: 'todo', parent_id: null });
    }
    expect(await get(parent.id)).toMatchObject({ status: 'done' });
  });

  it('keeps no checklist item without a title', async () => {
    const fault = { fields: [{ path: 'checklist[0].title', rule: 'min_length' }] };
    await expectRefused('POST', '/api/tasks', { title: 'X', checklist: [{ title: ' ' }] }, fault);
    const { id, checklist } = await create({ checklist: [{ title: 'Item' }] });
    await expectRefused(
      'PUT',
      `/api/tasks/${id}/checklist`,
      { items: [{ title: '\t' }] },
      {
        fields: [{ path: 'items[0].title', rule: 'min_length' }],
      },
    );
    await expectRefused(
      'PATCH',
      `/api/tasks/${id}/checklist/${checklist[0].id}`,
      { title: ' ' },
      {
        fields: [{ path: 'title', rule: 'min_length' }],
      },
    );
  });
});

describe('tasks', () => {
  it('are listed by assignee, lateness and blocking, and sorted in the order of priorities', async () => {
    const { id: projectId } = await project();
    const mine = await create({
      project_id: projectId,
      assignee_ids: [service.acme.people.owner.userId],
      priority: 'low',
    });
    const late = await create({ project_id: projectId, due_date: '2026-01-01', priority: 'urgent' });
    const blocked = await create({ project_id: projectId, dependencies: [{ predecessor_id: late.id }] });
    const ids = async (query: string) =>
      (await ok('GET', `/api/tasks?filter[project_id]=${projectId}&${query}`)).map(({ id }: Data) => id);
    expect(await ids('filter[assignee_id]=me')).toEqual([mine.id]);
    expect(await ids('filter[is_overdue]=true')).toEqual([late.id]);
    expect(await ids('filter[is_blocked]=true')).toEqual([blocked.id]);
    expect(await ids('sort=priority')).toEqual([mine.id, blocked.id, late.id]);
    expect(mine.warnings).toEqual([]);
  });

  it('are deleted with their subtasks and restored without links', async () => {
    const first = await create();
    const task = await create({ dependencies: [{ predecessor_id: first.id }] });
    const child = await create({ parent_id: task.id });
    await ok('DELETE', `/api/tasks/${task.id}`);
    expect((await send('GET', `/api/tasks/${child.id}`)).status).toBe(404);
    expect(await ok('POST', `/api/tasks/${task.id}/restore`)).toMatchObject({
      dependencies: [],
      subtasks: [{ id: child.id }],
    });
  });

  it('are changed in bulk, each for itself', async () => {
    const [one, two] = [await create({ start_date: '2026-03-05', due_date: '2026-03-06' }), await create()];
    const unknown = crypto.randomUUID();
    const result = await ok('POST', '/api/tasks/bulk', {
      ids: [one.id, two.id, unknown],
      changes: { priority: 'high', due_shift_days: 1, add_tags: ['later'] },
    });
    expect(result).toMatchObject({
      succeeded: [one.id, two.id],
      failed: [{ id: unknown, code: 'NOT_FOUND' }],
      counts: { succeeded: 2, failed: 1 },
    });
    expect(await get(one.id)).toMatchObject({
      start_date: '2026-03-06',
      due_date: '2026-03-09',
      priority: 'high',
      tags: ['later'],
    });
    await expectRefused(
      'POST',
      '/api/tasks/bulk',
      { ids: [one.id], changes: { delete: true, priority: 'low' } },
      {
        fields: [{ rule: 'exclusive' }],
      },
    );
  });

  it('are not moved beyond the year 9999', async () => {
    const last = await create({ due_date: '9999-12-30' });
    const near = await create({ due_date: '2026-03-06' });
    const changes = { due_shift_days: 30 };
    expect(await ok('POST', '/api/tasks/bulk', { ids: [last.id, near.id], changes })).toMatchObject({
      succeeded: [near.id],
      failed: [{ id: last.id, code: 'VALIDATION_ERROR' }],
    });
    expect(await get(last.id)).toMatchObject({ due_date: '9999-12-30', version: last.version });
    const dependencies = [{ predecessor_id: last.id, lag_days: 30 }];
    const chained = { dependencies, start_date: '9999-12-29', due_date: '9999-12-29' };
    await expectRefused(
      'POST',
      '/api/tasks',
      { title: 'Later', ...chained },
      { fields: [{ rule: 'range' }] },
    );
  });

  it('of a project of a thousand are pushed by a handful of statements', async () => {
    const { id: projectId } = await project();
    const head = await create({ project_id: projectId, start_date: '2026-03-02', due_date: '2026-03-02' });
    await inspector.query(
      `insert into tasks (tenant_id, id, title, project_id, company_id, position, start_date, due_date, created_at, updated_at, created_by, updated_by)
       select t.tenant_id, gen_random_uuid(), 'Bulk ' || n, t.project_id, t.company_id, 'j' || lpad(n::text, 7, '0'), '2026-03-03', '2026-03-03',
         now(), now(), t.created_by, t.created_by from tasks t, generate_series(1, 1000) n where t.id = $1`,
      [head.id],
    );
    await inspector.query(
      `insert into task_dependencies (tenant_id, id, predecessor_id, successor_id, crosses, created_at, updated_at)
       select tenant_id, gen_random_uuid(), $1, id, false, now(), now() from tasks where project_id = $2 and id <> $1`,
      [head.id, projectId],
    );
    const moved = await ok('PATCH', `/api/tasks/${head.id}`, { due_date: '2026-03-04' });
    expect(moved.rescheduled).toHaveLength(1000);
    const [row] = await inspector.query<{ n: number }>(
      `select count(*)::int as n from tasks where project_id = $1 and start_date = '2026-03-05'`,
      [projectId],
    );
    expect(row!.n).toBe(1000);
  });
});
