// Time entries and timers over HTTP: rates, the day's limit, approval, sums, and the one timer of a person.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { type Ask, startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;
let serial = 0;
let taskId: string;
let projectId: string;
// biome-ignore lint/suspicious/noExplicitAny: tests read nested response members
type Data = any;
const today = () => new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  const { id } = await ok('POST', '/api/clients', { client_name: 'Client', domain: 'client-of-time.com' });
  const project = await ok('POST', '/api/projects', {
    name: 'Project',
    company_id: id,
    billing_type: 'time_and_materials',
    bill_rate: '100',
    status: 'active',
  });
  projectId = project.id;
  taskId = await task();
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
const task = async () =>
  (await ok('POST', '/api/tasks', { title: `Task ${++serial}`, project_id: projectId })).id;
const log = (body: object, ask: Ask = {}) => ok('POST', `/api/tasks/${taskId}/time-entries`, body, ask);
const patch = (id: string, body: object, ask: Ask = {}) =>
  send('PATCH', `/api/tasks/time-entries/${id}`, body, ask);
const asMember = () => ({ as: service.acme.people.member });

async function expectRefused(method: string, path: string, body: object, expected: object, ask: Ask = {}) {
  const before = await inspector.fingerprint();
  const reply = await send(method, path, body, ask);
  expect(reply.body.error).toMatchObject(expected);
  expect(await inspector.fingerprint()).toEqual(before);
}

describe('a time entry', () => {
  it('takes rate, currency and billing from the project, and shows money to those who may see it', async () => {
    const entry = await log({ minutes: 25, work_date: '2026-01-05' });
    expect(entry).toMatchObject({
      version: 1,
      user_id: service.acme.people.owner.userId,
      task_id: taskId,
      project_id: projectId,
      minutes: 25,
      billable: true,
      rate: '100.00',
      amount: '41.67',
      currency: 'EUR',
      status: 'draft',
      running: false,
    });
    const seen = await ok('GET', '/api/tasks/time-entries', undefined, asMember());
    expect(seen.find(({ id }: Data) => id === entry.id)).toMatchObject({ rate: null, amount: null });
    await ok('PUT', `/api/projects/${projectId}/members/${service.acme.people.member.userId}`, {
      bill_rate: '90',
    });
    const own = await log({ minutes: 60, work_date: '2026-01-05' }, asMember());
    expect((await patch(own.id, { note: 'x' })).body.data).toMatchObject({ rate: '90.00', amount: '90.00' });
    expect((await ok('GET', `/api/tasks/${taskId}`)).tracked_minutes).toBeGreaterThanOrEqual(85);
  });

  it('is refused in the future, beyond the hours of a day, and for others without the permission', async () => {
    const path = `/api/tasks/${taskId}/time-entries`;
    await expectRefused(
      'POST',
      path,
      { minutes: 10, work_date: '2099-01-01' },
      {
        fields: [{ path: 'work_date', rule: 'range' }],
      },
    );
    await log({ minutes: 1400, work_date: '2026-01-06' });
    await expectRefused(
      'POST',
      path,
      { minutes: 41, work_date: '2026-01-06' },
      {
        fields: [{ path: 'minutes', rule: 'day_total' }],
      },
    );
    await log({ minutes: 40, work_date: '2026-01-06' });
    await expectRefused(
      'POST',
      path,
      { minutes: 10, user_id: service.acme.people.owner.userId },
      { code: 'PERMISSION_DENIED', details: { required_permission: 'time_entries.approve' } },
      asMember(),
    );
    await expectRefused(
      'POST',
      path,
      { minutes: 10 },
      { fields: [{ path: 'user_id', rule: 'required' }] },
      {
        as: service.acme.service,
      },
    );
  });

  it('of two concurrent ones that exceed a day together, one is refused', async () => {
    const replies = await Promise.all(
      [1, 2].map(() =>
        send('POST', `/api/tasks/${taskId}/time-entries`, { minutes: 1000, work_date: '2026-01-07' }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400]);
  });
});

describe('the approval of time', () => {
  it('follows the steps, locks what is approved, and needs reasons and the permission', async () => {
    const { id } = await log({ minutes: 30, work_date: '2026-01-08' }, asMember());
    const path = `/api/tasks/time-entries/${id}`;
    expect((await patch(id, { status: 'submitted' }, asMember())).body.data.status).toBe('submitted');
    expect((await patch(id, { minutes: 35 }, asMember())).body.data).toMatchObject({
      minutes: 35,
      status: 'draft',
    });
    await expectRefused('PATCH', path, { status: 'approved' }, { code: 'PERMISSION_DENIED' }, asMember());
    await expectRefused(
      'PATCH',
      path,
      { status: 'rejected', reason: 'No' },
      {
        code: 'INVALID_STATE_TRANSITION',
        details: { from: 'draft', to: 'rejected', allowed: ['submitted', 'approved'] },
      },
    );
    const approved = (await patch(id, { status: 'approved' })).body.data;
    expect(approved).toMatchObject({ status: 'approved', approved_by: service.acme.people.owner.userId });
    expect(await service.sql(service.acme, 'select type from events where object_id = ?', [id])).toEqual([
      { type: 'time_entry.approved' },
    ]);
    await expectRefused('PATCH', path, { minutes: 10 }, { code: 'TIME_ENTRY_LOCKED' });
    await expectRefused('DELETE', path, {}, { code: 'TIME_ENTRY_LOCKED' });
    await expectRefused('PATCH', path, { status: 'draft' }, { fields: [{ path: 'reason' }] });
    expect((await patch(id, { status: 'draft', reason: 'Mistake' })).body.data).toMatchObject({
      approved_by: null,
    });
    await ok('DELETE', path);
  });

  it('needs four eyes where the workspace says so', async () => {
    await ok('PATCH', '/api/settings/tenant', { delivery: { time_four_eyes: true } });
    const { id } = await log({ minutes: 5, work_date: '2026-01-09' });
    await expectRefused(
      'PATCH',
      `/api/tasks/time-entries/${id}`,
      { status: 'approved' },
      {
        code: 'PERMISSION_DENIED',
        details: { reason: 'four_eyes' },
      },
    );
    expect(
      (await patch(id, { status: 'approved' }, { as: service.acme.people.manager })).body.data.status,
    ).toBe('approved');
    await ok('PATCH', '/api/settings/tenant', { delivery: { time_four_eyes: false } });
  });
});

describe('the list of time', () => {
  it('has sums over the whole list', async () => {
    const own = await task();
    for (const minutes of [30, 15])
      await ok('POST', `/api/tasks/${own}/time-entries`, { minutes, work_date: '2026-01-12' });
    await ok('POST', `/api/tasks/${own}/time-entries`, {
      minutes: 10,
      billable: false,
      work_date: '2026-01-12',
    });
    const { body } = await send(
      'GET',
      `/api/tasks/time-entries?filter[task_id]=${own}&user_id=me&pageSize=1`,
    );
    expect(body).toMatchObject({
      total: 3,
      totals: { minutes: 55, billable_minutes: 45, amounts: [{ currency: 'EUR', amount: '75.00' }] },
    });
    const financials = await ok('GET', `/api/projects/${projectId}/financials`);
    expect(financials.tracked.minutes).toBeGreaterThanOrEqual(55);
  });

  it('has them under a project too, whatever the page', async () => {
    const { company_id } = await ok('GET', `/api/projects/${projectId}`);
    const { id } = await ok('POST', '/api/projects', {
      ...{ name: 'Sums', company_id, billing_type: 'time_and_materials', bill_rate: '60' },
    });
    const { id: own } = await ok('POST', '/api/tasks', { title: 'Work', project_id: id });
    for (const minutes of [20, 25])
      await ok('POST', `/api/tasks/${own}/time-entries`, { minutes, work_date: '2026-01-13' });
    const { body } = await service.graphql(
      `query ($id: UUID!) { project(id: $id) { timeEntries(first: 1) { total nodes { minutes }
        totals { minutes billableMinutes amounts { currency amount } } } } }`,
      { id },
    );
    expect(body.data.project.timeEntries).toEqual({
      total: 2,
      nodes: [{ minutes: 25 }],
      totals: { minutes: 45, billableMinutes: 45, amounts: [{ currency: 'EUR', amount: '45.00' }] },
    });
  });
});

describe('a timer', () => {
  it('is one for a person; starting another stops it only if asked to', async () => {
    const [one, two] = [await task(), await task()];
    const start = await send('POST', `/api/tasks/${one}/timer`, { action: 'start', note: 'Work' });
    expect([start.status, start.body.data]).toEqual([
      201,
      expect.objectContaining({ running: true, minutes: 0, note: 'Work' }),
    ]);
    await expectRefused(
      'POST',
      `/api/tasks/${two}/timer`,
      { action: 'start' },
      {
        code: 'TIMER_RUNNING',
        details: { time_entry_id: start.body.data.id, task_id: one },
      },
    );
    await ok('POST', `/api/tasks/${two}/timer`, { action: 'start', switch: true });
    await expectRefused(
      'POST',
      `/api/tasks/${one}/timer`,
      { action: 'stop' },
      { details: { reason: 'no_timer' } },
    );
    const stopped = await send('POST', `/api/tasks/${two}/timer`, { action: 'stop' });
    expect([stopped.status, stopped.body.data]).toEqual([
      200,
      expect.objectContaining({ running: false, minutes: 1, work_date: today() }),
    ]);
    await ok('POST', `/api/tasks/${two}/timer`, { action: 'start' });
    const discarded = await send('POST', `/api/tasks/${two}/timer`, { action: 'discard' });
    expect([discarded.status, typeof discarded.body.data.deleted_at]).toEqual([200, 'string']);
  });

  it('counts as stopped after twelve hours, before anybody has stopped it', async () => {
    const own = await task();
    const { id } = await ok('POST', `/api/tasks/${own}/timer`, { action: 'start' });
    const read = async () =>
      (
        await ok('GET', `/api/tasks/time-entries?filter[task_id]=${own}`, undefined, {
          as: service.acme.service,
        })
      )[0];
    service.advance(12 * 3600 - 60);
    expect(await read()).toMatchObject({
      id,
      running: true,
      minutes: 0,
      auto_stopped: false,
      amount: '0.00',
    });
    service.advance(14 * 3600);
    expect(await read()).toMatchObject({
      id,
      running: false,
      minutes: 720,
      auto_stopped: true,
      amount: '1200.00',
    });
    service.advance(0);
    await ok('POST', `/api/tasks/${own}/timer`, { action: 'discard' });
  });

  it('stops when its project is put on hold', async () => {
    const one = await task();
    const { id } = await ok('POST', `/api/tasks/${one}/timer`, { action: 'start' });
    await ok('PATCH', `/api/projects/${projectId}`, { status: 'on_hold', reason: 'Pause' });
    const entries = await ok('GET', `/api/tasks/time-entries?filter[task_id]=${one}`);
    expect(entries).toMatchObject([{ id, running: false, minutes: 1 }]);
    await ok('PATCH', `/api/projects/${projectId}`, { status: 'active' });
  });

  it('does not start in a cancelled project, but is stopped there', async () => {
    const one = await task();
    await ok('POST', `/api/tasks/${one}/timer`, { action: 'start' });
    await ok('PATCH', `/api/projects/${projectId}`, { status: 'cancelled', reason: 'Ended' });
    expect(await ok('POST', `/api/tasks/${one}/timer`, { action: 'stop' })).toMatchObject({ running: false });
    await expectRefused(
      'POST',
      `/api/tasks/${one}/timer`,
      { action: 'start' },
      { code: 'INVALID_STATE_TRANSITION' },
    );
    await ok('PATCH', `/api/projects/${projectId}`, { status: 'active', reason: 'Goes on' });
  });
});
