// The deals of the demo data: every state occurs, and each deal agrees with its stage history.
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

it('the demo data has open, stalled, won, lost, reopened and renewed deals', async () => {
  const [counts] = await inspector.query<Record<string, number>>(
    `select count(*) filter (where status = 'open')::int as open, count(*) filter (where status = 'won')::int as won,
       count(*) filter (where status = 'lost')::int as lost,
       count(*) filter (where status = 'open' and stage_entered_at < now() - interval '60 days')::int as stalled,
       count(*) filter (where predecessor_deal_id is not null)::int as renewed,
       count(*) filter (where status = 'open' and exists (
         select from deal_stage_entries e where e.tenant_id = d.tenant_id and e.deal_id = d.id and e.status = 'lost'))::int as reopened
     from deals d`,
  );
  for (const [state, count] of Object.entries(counts!))
    expect({ state, some: count > 0 }).toEqual({ state, some: true });
});

it('the demo data has stage histories without gaps that end in the current stage of the deal', async () => {
  const inconsistent = await inspector.query(
    `select d.id from deals d join lateral (
       select *, lead(entered_at) over (order by entered_at, id) as next from deal_stage_entries e
       where e.tenant_id = d.tenant_id and e.deal_id = d.id) e on true
     where e.left_at is distinct from e.next
       or (e.left_at is null and (e.stage <> d.stage or e.entered_at <> d.stage_entered_at))`,
  );
  expect(inconsistent).toEqual([]);
});
