// Risky calls of agents in delivery: they wait for approval, then run once, and not if the record has changed meanwhile.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Queue } from '../proposals/queue.ts';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let queue: Queue;
let inspector: Inspector;
let clientId: string;

beforeAll(async () => {
  service = await startService();
  queue = new Queue(service);
  inspector = await Inspector.open(service.databaseUrl);
  clientId = (await create('/api/clients', { client_name: 'Client', domain: 'client.com' })).id;
});
afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const create = async (path: string, body: object) => {
  const reply = await service.rest('POST', path, body);
  expect([path, reply.body.error]).toEqual([path, undefined]);
  return reply.body.data;
};
const project = () => create('/api/projects', { name: 'Project', company_id: clientId });
const task = (more: object = {}) => create('/api/tasks', { title: 'Task', ...more });
const template = () =>
  create('/api/project-templates', {
    ...{ name: 'Template', status: 'published' },
    structure: { tasks: [{ key: 'a', title: 'A' }] },
  });
/** Sends a call as an agent, which must be queued. */
const propose = async (method: string, path: string, body?: object) => {
  const reply = await queue.asAgent(method, path, body);
  expect([reply.status, reply.body.data?.executed]).toEqual([202, false]);
  return queue.read(reply.body.data.proposal_id);
};
const statusOf = async (path: string) => (await service.rest('GET', path)).status;

describe('a risky call of an agent', () => {
  it.each([
    ['a project', project, '/api/projects'],
    ['a task', task, '/api/tasks'],
    ['a template', template, '/api/project-templates'],
  ])('that deletes %s runs once it is approved, and no earlier', async (_, make, collection) => {
    const { id } = await make();
    const path = `${collection}/${id}`;
    const proposal = await propose('DELETE', path);
    expect(await statusOf(path)).toBe(200);
    const { body } = await queue.approve(proposal);
    expect(body.data).toMatchObject({ state: 'approved', execution: { state: 'succeeded' } });
    expect(await statusOf(path)).toBe(404);
    expect((await queue.approve(proposal)).body.error.code).toBe('PROPOSAL_NOT_QUEUED');
  });

  it('on many tasks runs for those that allow it, and names the others', async () => {
    const [first, second] = [await task(), await task()];
    const proposal = await propose('POST', '/api/tasks/bulk', {
      ids: [first.id, second.id],
      changes: { priority: 'high' },
    });
    await service.rest('DELETE', `/api/tasks/${second.id}`);
    expect((await queue.approve(proposal)).body.data.execution.state).toBe('succeeded');
    expect((await service.rest('GET', `/api/tasks/${first.id}`)).body.data.priority).toBe('high');
  });

  it('is not run on a project that has changed since, and changes nothing', async () => {
    const { id } = await project();
    const proposal = await propose('DELETE', `/api/projects/${id}`);
    await service.rest('PATCH', `/api/projects/${id}`, { name: 'Changed meanwhile' });
    const reply = await queue.approve(proposal);
    expect([reply.status, reply.body.error?.code]).toEqual([409, 'PROPOSAL_STALE']);
    expect(await statusOf(`/api/projects/${id}`)).toBe(200);
  });

  it('is none if it only computes: a dry run of a template needs no approval', async () => {
    const { id } = await template();
    const path = `/api/project-templates/${id}/instantiate`;
    const body = { company_id: clientId, name: 'Dry', date: '2027-01-04', dry_run: true };
    const before = await service.sql(service.acme, 'select count(*)::int as n from projects');
    const reply = await queue.asAgent('POST', path, body);
    expect([reply.status, reply.body.data.dry_run, reply.body.data.project_id]).toEqual([200, true, null]);
    expect(await service.sql(service.acme, 'select count(*)::int as n from projects')).toEqual(before);
    const proposals = await service.sql(
      service.acme,
      `select 1 from action_proposals where operation = 'InstantiateProjectTemplate'`,
    );
    expect(proposals).toEqual([]);
  });
});
