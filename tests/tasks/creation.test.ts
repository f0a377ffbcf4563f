// What a created task moves: later tasks only where links lead on from it or from a task above it.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read nested response members
type Data = any;

let service: TestService;
let projectId: string;

beforeAll(async () => {
  service = await startService();
  const client = { client_name: 'Client', domain: 'client-of-plans.com' };
  const { id } = await ok('POST', '/api/clients', client);
  projectId = (await ok('POST', '/api/projects', { name: 'Plan', company_id: id })).id;
});
afterAll(() => service?.stop());

const ok = async (method: string, path: string, body?: object): Promise<Data> => {
  const reply = await service.rest(method, path, body);
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body.data;
};
const create = (body: object) => ok('POST', '/api/tasks', { title: 'Task', project_id: projectId, ...body });
const days = (start_date: string, due_date = start_date) => ({ start_date, due_date });

it('a subtask that ends later than its parent pushes what waits for a task above it', async () => {
  const phase = await create({});
  const parent = await create({ parent_id: phase.id, ...days('2026-03-02') });
  const later = await create({ ...days('2026-03-03'), dependencies: [{ predecessor_id: phase.id }] });
  expect(later.rescheduled).toEqual([]);
  const child = await create({ parent_id: parent.id, ...days('2026-03-02', '2026-03-05') });
  expect(child.rescheduled).toMatchObject([{ task_id: later.id, start_date: '2026-03-06' }]);
  expect(await ok('GET', `/api/tasks/${phase.id}`)).toMatchObject({ due_date: '2026-03-05' });
});

it('a task with a predecessor moves behind it, and one without links moves nothing', async () => {
  const first = await create(days('2026-03-02', '2026-03-04'));
  const dependencies = [{ predecessor_id: first.id }];
  const second = await create({ ...days('2026-03-03'), dependencies });
  expect(second).toMatchObject({ start_date: '2026-03-05', rescheduled: [{ task_id: second.id }] });
  expect((await create(days('2026-03-01', '2026-04-30'))).rescheduled).toEqual([]);
});

it('a subtask below the fifth level is refused', async () => {
  let parent = await create({});
  for (let level = 2; level <= 5; level += 1) parent = await create({ parent_id: parent.id });
  const body = { title: 'Too deep', project_id: projectId, parent_id: parent.id };
  const { body: refused } = await service.rest('POST', '/api/tasks', body);
  expect(refused.error.fields).toMatchObject([{ path: 'parent_id', rule: 'depth' }]);
});
