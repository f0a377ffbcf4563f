// What came out of a deal, in its lineage.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

async function create(path: string, body: object): Promise<string> {
  const reply = await service.rest('POST', path, body);
  expect([path, reply.status]).toEqual([path, 201]);
  return reply.body.data.id;
}

it('is shown as far as the caller may read it', async () => {
  const companyId = await create('/api/clients', { client_name: 'Buyer', domain: 'buyer.example.com' });
  const about = { company_id: companyId, deal_id: await create('/api/deals', { name: 'Deal' }) };
  await service.rest('PATCH', `/api/deals/${about.deal_id}`, { company_id: companyId });
  const lines = [{ description: 'Work', quantity: '1', unit_price: '10' }];
  const made = {
    room: await create('/api/rooms', { title: 'Room', ...about }),
    quote: await create('/api/quotes', { ...about, lines }),
    work_order: await create('/api/work-orders', { ...about, lines }),
    invoice: await create('/api/invoices', { ...about, lines }),
    signing_envelope: await create('/api/signing', { title: 'Agreement', ...about }),
    project: await create('/api/projects', { name: 'Project', company_id: companyId }),
  };
  await inspector.query('update deals set project_id = $1 where id = $2', [made.project, about.deal_id]);
  const results = Object.entries(made).map(([kind, to]) => ({ from: about.deal_id, to, kind }));
  const path = `/api/deals/${about.deal_id}/lineage`;
  const { edges, nodes } = (await service.rest('GET', path)).body.data;
  expect(edges).toHaveLength(results.length);
  expect(edges).toEqual(expect.arrayContaining(results));
  expect(nodes).toContainEqual(
    expect.objectContaining({ type: 'project', id: made.project, label: 'Project' }),
  );
  const scopes = ['crm.deals:read', 'rooms.rooms:read'];
  const as = await service.token(service.acme, { kind: 'agent', scopes });
  const byAgent = (await service.rest('GET', path, undefined, { as })).body.data;
  expect(byAgent.edges).toEqual([{ from: about.deal_id, to: made.room, kind: 'room' }]);
  expect(byAgent.hidden_count).toBe(results.length - 1);
});
