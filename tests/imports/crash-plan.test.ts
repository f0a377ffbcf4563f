// A process that is killed while it imports a plan: another one goes on, and no task or link is written twice.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Crash } from '../support/crash.ts';
import { stop } from '../support/process.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { PmFlow } from './pm-flow.ts';

const TASKS = 300;

let crash: Crash;
let service: TestService;

beforeAll(async () => {
  crash = new Crash();
  service = await startService(crash.shared);
  await crash.open(service);
});

afterAll(async () => {
  await crash?.stop();
  await service?.stop();
});

it('an import of a plan whose process is killed writes every task and link once', async () => {
  const flow = new PmFlow(service);
  const company_id = await flow.client('Relay');
  const killed = await crash.start();
  const tasks = Array.from({ length: TASKS }, (_, at) => `Relay,Task ${at},R${at},${at ? `R${at - 1}` : ''}`);
  const plan = `Project,Title,Key,Depends on\n${tasks.join('\n')}\n`;
  const id = await flow.started(plan, { company_id });
  await until(async () => (await flow.get(id)).counts.created > 1);
  await stop(killed, 'SIGKILL');
  expect((await flow.get(id)).status).toBe('executing');

  await crash.expireLease();
  const next = await crash.start();
  await until(async () => (await flow.get(id)).status !== 'executing');
  await stop(next);
  const rows = 1 + TASKS + TASKS - 1;
  expect(await flow.get(id)).toMatchObject({ status: 'completed', counts: { total: rows, created: rows } });
  const [written] = await crash.inspector.query(
    `select count(*)::int as tasks, count(distinct title)::int as titles, (select count(*)::int from task_dependencies) as links,
       (select count(distinct successor_id)::int from task_dependencies) as successors
     from tasks where tenant_id = $1`,
    [service.acme.id],
  );
  expect(written).toEqual({ tasks: TASKS, titles: TASKS, links: TASKS - 1, successors: TASKS - 1 });
});
