// The activities of the demo data: old and recent touches, planned and missed meetings, and action items.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadDemo } from '../../src/demo/load.ts';
import { startService, type TestService, type Workspace } from '../support/service.ts';

let service: TestService;
let workspaces: { id: string }[];

beforeAll(async () => {
  service = await startService();
  await loadDemo(service.server.services);
  workspaces = await service.sql(
    service.acme,
    `select id from tenants where slug not in ('acme', 'globex') and status = 'active'`,
  );
});

afterAll(() => service?.stop());

function inEach<T>(statement: string): Promise<T[][]> {
  return Promise.all(workspaces.map((workspace) => service.sql<T>(workspace as Workspace, statement)));
}

it('the demo data has contacts in all four recency bands of the last touch', async () => {
  const results = await inEach<{ band: string; n: number }>(
    `select case when age <= 30 then 'fresh' when age <= 90 then 'stable' when age <= 180 then 'stale' else 'dormant' end as band,
      count(*) as n
     from contacts c left join lateral (
       select extract(day from now() - l.occurred_at) as age from activity_links l
       where l.tenant_id = c.tenant_id and l.entity = 'contact' and l.entity_id = c.id and l.live and l.is_interaction and l.is_touch
       order by l.occurred_at desc limit 1) touch on true
     group by 1`,
  );
  for (const bands of results) {
    expect(bands.map(({ band }) => band).sort()).toEqual(['dormant', 'fresh', 'stable', 'stale']);
    for (const { n } of bands) expect(n).toBeGreaterThan(10);
  }
});

it('the demo data has planned and missed activities, and open, overdue and completed action items', async () => {
  const results = await inEach(
    `select bool_or(a.status = 'planned' and a.occurred_at > now()) as planned, bool_or(a.status = 'no_show') as missed,
      bool_and(a.occurred_at >= c.created_at) as known,
      (select bool_or(status = 'open') from action_items) as open, (select bool_or(status = 'done') from action_items) as done,
      (select bool_or(status = 'open' and due_on < now()) from action_items) as late
     from activities a join activity_links l on l.activity_id = a.id and l.entity = 'contact' join contacts c on c.id = l.entity_id
     where a.source = 'user'`,
  );
  const all = { planned: true, missed: true, known: true, open: true, done: true, late: true };
  expect(results).toEqual([[all], [all]]);
});
