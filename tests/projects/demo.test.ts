// The delivery of the demo data: projects under way that agree with their template, their tasks, links and numbers.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadDemo } from '../../src/demo/load.ts';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  await loadDemo(service.server.services);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

it('the demo data has a template and two projects under way with tasks in several states, time, links and milestones', async () => {
  const workspaces = await inspector.query<Record<string, number>>(
    `select (select count(*)::int from project_templates t where t.tenant_id = p.tenant_id and t.status = 'published') as templates,
       count(*)::int as projects, min(p.progress_percent)::int as progress,
       (select count(*)::int from tasks t where t.tenant_id = p.tenant_id) as tasks,
       (select count(distinct t.status)::int from tasks t where t.tenant_id = p.tenant_id) as states,
       (select count(*)::int from task_dependencies d where d.tenant_id = p.tenant_id) as links,
       (select count(*)::int from milestones m where m.tenant_id = p.tenant_id and m.status = 'completed') as milestones,
       (select count(*)::int from time_entries e where e.tenant_id = p.tenant_id and e.status = 'approved') as approved
     from projects p where p.status = 'active' group by p.tenant_id`,
  );
  expect(workspaces.length).toBeGreaterThan(0);
  for (const workspace of workspaces) {
    expect(workspace).toMatchObject({ templates: 1, projects: 2, tasks: 24, states: 3, links: 16 });
    expect(Math.min(workspace.progress!, workspace.milestones!, workspace.approved!)).toBeGreaterThan(0);
  }
});

it('the demo data has tasks of clients inside their projects, and the numbers of projects in the ledger', async () => {
  const wrong = await inspector.query(
    `select t.id from tasks t join projects p on p.tenant_id = t.tenant_id and p.id = t.project_id
       join companies c on c.tenant_id = p.tenant_id and c.id = p.company_id
     where t.company_id <> p.company_id or c.client_id is null or t.start_date < p.start_date or t.due_date > p.due_date
     union all select d.id from task_dependencies d join tasks a on a.tenant_id = d.tenant_id and a.id = d.predecessor_id
       join tasks b on b.tenant_id = d.tenant_id and b.id = d.successor_id where b.start_date <= a.due_date
     union all select p.id from projects p where not exists (select from number_ledger l join number_series s
       on s.tenant_id = l.tenant_id and s.series = l.series and s.period = l.period and s.next_value > l.seq
       where l.tenant_id = p.tenant_id and l.document_id = p.id and l.number = p.number)`,
  );
  expect(wrong).toEqual([]);
});
