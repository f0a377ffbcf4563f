// Moves of tasks with their subtasks to other projects, what restoring one brings back, and pauses of projects.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Ask, startService, type TestService } from '../support/service.ts';

let service: TestService;
let serial = 0;
let clientId: string;
// biome-ignore lint/suspicious/noExplicitAny: tests read nested response members
type Data = any;

beforeAll(async () => {
  service = await startService();
  clientId = await client();
});
afterAll(() => service?.stop());

async function ok(method: string, path: string, body?: unknown, ask: Ask = {}): Promise<Data> {
  const reply = await service.rest(method, path, body, ask);
  expect({ path, error: reply.body.error }).toEqual({ path });
  return reply.body.data;
}
const client = async (): Promise<string> =>
  (await ok('POST', '/api/clients', { client_name: `Client ${++serial}`, domain: `client-${serial}.com` }))
    .id;
const project = (body: object = {}) =>
  ok('POST', '/api/projects', { name: `Project ${++serial}`, company_id: clientId, ...body });
const create = (body: object = {}) => ok('POST', '/api/tasks', { title: `Task ${++serial}`, ...body });
const get = (id: string) => ok('GET', `/api/tasks/${id}`);
const move = (id: string, body: object) => ok('POST', `/api/tasks/${id}/move`, body);

describe('a move to the project of another company', () => {
  it('drops what does not fit of the task and of its subtasks, each once, and keeps the links between them', async () => {
    const otherCompany = await client();
    const [one, two] = [await project(), await project({ company_id: otherCompany })];
    const contact = (company: string, name: string) =>
      ok('POST', '/api/contacts', { first_name: name, last_name: 'Berg', company_id: company });
    const [own, both] = [await contact(clientId, 'Own'), await contact(clientId, 'Both')];
    await ok('POST', `/api/contacts/${both.id}/companies`, { company_id: otherCompany });
    const milestone = await ok('POST', `/api/projects/${one.id}/milestones`, { name: 'M' });
    const before = await create({ project_id: one.id });
    const task = await create({ project_id: one.id, milestone_id: milestone.id, contact_id: both.id });
    const first = await create({ parent_id: task.id, milestone_id: milestone.id, contact_id: own.id });
    const second = await create({
      parent_id: task.id,
      contact_id: both.id,
      dependencies: [{ predecessor_id: first.id }, { predecessor_id: before.id }],
    });
    const moved = await move(task.id, { project_id: two.id });
    const outside = second.dependencies.find((link: Data) => link.predecessor_id === before.id).id;
    expect(moved.dropped).toEqual([
      { kind: 'milestone', id: milestone.id },
      { kind: 'dependency', id: outside },
      { kind: 'contact', id: own.id },
    ]);
    expect(moved).toMatchObject({ project_id: two.id, company_id: otherCompany, contact_id: both.id });
    expect(await get(first.id)).toMatchObject({ project_id: two.id, milestone_id: null, contact_id: null });
    expect(await get(second.id)).toMatchObject({
      company_id: otherCompany,
      contact_id: both.id,
      dependencies: [{ predecessor_id: first.id }],
    });
  });
});

describe('a restored task', () => {
  it('reopens the tasks above it if it is open', async () => {
    const { id: projectId } = await project();
    const parent = await create({ project_id: projectId });
    const child = await create({ parent_id: parent.id });
    await ok('DELETE', `/api/tasks/${child.id}`);
    await ok('PATCH', `/api/tasks/${parent.id}`, { status: 'done' });
    const restored = await ok('POST', `/api/tasks/${child.id}/restore`);
    expect(restored).toMatchObject({
      parent_id: parent.id,
      warnings: [{ code: 'PARENT_REOPENED', ids: [parent.id] }],
    });
    expect(await get(parent.id)).toMatchObject({ status: 'in_progress', subtasks: [{ id: child.id }] });
  });

  it('stands alone if its parent has moved to another project meanwhile', async () => {
    const [one, two] = [await project(), await project()];
    const parent = await create({ project_id: one.id });
    const child = await create({ parent_id: parent.id });
    await ok('DELETE', `/api/tasks/${child.id}`);
    await move(parent.id, { project_id: two.id });
    expect(await ok('POST', `/api/tasks/${child.id}/restore`)).toMatchObject({
      project_id: one.id,
      parent_id: null,
    });
    expect((await get(parent.id)).subtasks).toEqual([]);
  });
});

describe('a predecessor that does not exist', () => {
  it('is named by its place in the body', async () => {
    const unknown = crypto.randomUUID();
    const task = await create();
    const faults = async (path: string, body: object) =>
      (await service.rest('POST', path, body)).body.error.fields.map((fault: Data) => [
        fault.path,
        fault.rule,
      ]);
    expect(await faults('/api/tasks', { title: 'T', dependencies: [{ predecessor_id: unknown }] })).toEqual([
      ['dependencies[0].predecessor_id', 'exists'],
    ]);
    expect(await faults(`/api/tasks/${task.id}/dependencies`, { predecessor_id: unknown })).toEqual([
      ['predecessor_id', 'exists'],
    ]);
  });
});

describe('a project that goes on after a pause', () => {
  it('moves its open tasks by it, and a parent by those of its subtasks that are open', async () => {
    const { id } = await project({ status: 'active' });
    const parent = await create({ project_id: id });
    const dates = { start_date: '2026-03-02', due_date: '2026-03-03' };
    const done = await create({ parent_id: parent.id, ...dates });
    await ok('PATCH', `/api/tasks/${done.id}`, { status: 'done' });
    const open = await create({ parent_id: parent.id, start_date: '2026-03-05', due_date: '2026-03-06' });
    const manual = await create({ project_id: id, schedule_mode: 'manual', ...dates });
    await ok('PATCH', `/api/projects/${id}`, { status: 'on_hold', reason: 'Holidays' });
    service.advance(14 * 86_400);
    try {
      const change = { status: 'active', shift_dates: true };
      await ok('PATCH', `/api/projects/${id}`, change, { as: service.acme.service });
    } finally {
      service.advance(0);
    }
    // Fourteen days have ten working days.
    expect(await get(open.id)).toMatchObject({ start_date: '2026-03-19', due_date: '2026-03-20' });
    expect(await get(done.id)).toMatchObject(dates);
    expect(await get(manual.id)).toMatchObject(dates);
    expect(await get(parent.id)).toMatchObject({ start_date: '2026-03-02', due_date: '2026-03-20' });
  });
});
