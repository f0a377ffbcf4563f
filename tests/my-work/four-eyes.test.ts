// What a second person must decide is not in the work of the first one.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ImportWorld } from '../imports/world.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
let world: ImportWorld;

beforeAll(async () => {
  world = await ImportWorld.start();
  ({ service } = world);
});

afterAll(() => world?.stop());

type Role = 'owner' | 'admin' | 'manager';
const as = (role: Role) => ({ as: service.acme.people[role] });

async function ok(role: Role, method: string, path: string, body?: object) {
  const reply = await service.rest(method, path, body, as(role));
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`);
  return reply.body.data;
}
const idsOf = async (role: Role, kind: string): Promise<string[]> =>
  (await ok(role, 'GET', `/api/my-work?filter[kind]=${kind}`)).map(({ id }: { id: string }) => id);

it('time waits for its own author only as long as the workspace does not want a second person', async () => {
  const task = await ok('manager', 'POST', '/api/tasks', { title: 'Order the sensors' });
  const { id } = await ok('manager', 'POST', `/api/tasks/${task.id}/time-entries`, { minutes: 30 });
  await ok('manager', 'PATCH', `/api/tasks/time-entries/${id}`, { status: 'submitted' });
  expect(await idsOf('manager', 'time_approval')).toEqual([`time_approval:${id}`]);
  await ok('owner', 'PATCH', '/api/settings/tenant', { delivery: { time_four_eyes: true } });
  expect(await idsOf('manager', 'time_approval')).toEqual([]);
  expect(await idsOf('admin', 'time_approval')).toEqual([`time_approval:${id}`]);
});

it('a proposed call waits for those who may make it, and not for whom it was proposed if its risk wants a second person', async () => {
  const company = await ok('owner', 'POST', '/api/companies', { name: 'Northwind' });
  const { proposal_id: id } = await ok('admin', 'POST', '/api/agent/actions/proposals', {
    operation: 'DeleteCompany',
    arguments: { id: company.id },
  });
  expect(await idsOf('admin', 'approval')).toEqual([`approval:${id}`]);
  await ok('owner', 'PUT', '/api/settings/agents/policy', { four_eyes: ['destructive'] });
  expect(await idsOf('admin', 'approval')).toEqual([]);
  expect(await idsOf('owner', 'approval')).toEqual([`approval:${id}`]);
  await ok('owner', 'PATCH', '/api/settings/tenant', { modules: { crm: false } });
  expect(await idsOf('owner', 'approval')).toEqual([]);
  await ok('owner', 'PATCH', '/api/settings/tenant', { modules: { crm: true } });
});

it('an import waits for a second person, and not at all while it stops at its invalid rows', async () => {
  const validated = async (on_error: string) => {
    const mapping = world.map({ Name: 'name', Employees: 'employee_count' }, { on_error });
    const text = 'Name,Employees\nAlpha,12\nBeta,many\n';
    const { id, counts } = await world.validated(text, 'companies', mapping, service.acme.people.manager);
    expect(counts).toMatchObject({ pending: 1, invalid: 1 });
    return `import_approval:${id}`;
  };
  await validated('abort');
  const item = await validated('skip_row');
  expect(await idsOf('manager', 'import_approval')).toEqual([item]);
  await ok('owner', 'PATCH', '/api/settings/tenant', { imports: { four_eyes: true } });
  expect(await idsOf('manager', 'import_approval')).toEqual([]);
  expect(await idsOf('admin', 'import_approval')).toEqual([item]);
});
