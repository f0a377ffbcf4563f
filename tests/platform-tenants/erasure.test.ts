// The erasure of a workspace whose deletion is due, with records of every kind that operations create.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eraseDeletedTenants } from '../../src/domains/platform-tenants/erasure.ts';
import { CallMaker, send } from '../support/calls.ts';
import { Inspector } from '../support/inspector.ts';
import { callerOf } from '../support/operator-calls.ts';
import type { TestService } from '../support/service.ts';
import { startServiceWithPayments } from '../support/stripe-server.ts';
import { WITHOUT_EXAMPLE } from '../support/walks/answers.ts';

let service: TestService;
let inspector: Inspector;

beforeAll(async () => {
  service = await startServiceWithPayments();
  inspector = await Inspector.open(service.databaseUrl);
  const maker = new CallMaker(service, service.acme);
  for (const operation of service.server.services.catalogue.operations) {
    if (operation.method !== 'POST' || operation.status !== 201 || WITHOUT_EXAMPLE.includes(operation.name))
      continue;
    const { as, headers } = callerOf(operation, service, service.acme.people.owner);
    await send(service, await maker.prepare(operation), as, headers);
  }
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

/** Returns the tables that have rows of a workspace. */
async function tablesWith(tenantId: string): Promise<string[]> {
  const tables: string[] = [];
  for (const table of await inspector.tenantTables()) {
    const rows = await inspector.query(`select from ${table} where tenant_id = $1 limit 1`, [tenantId]);
    if (rows.length) tables.push(table);
  }
  return tables;
}

const erase = () => eraseDeletedTenants(service.server.services, service.server.app.log);
const tenant = (method = 'GET', path = '', headers: Record<string, string> = {}) =>
  service.rest(method, `/api/admin/tenants/${service.acme.id}${path}`, undefined, {
    as: service.operators.administrator,
    headers: { 'x-operator-reason': 'Ticket 4711', ...headers },
  });

it('takes place when it is due, leaves no row of the workspace and all rows of others, and is final', async () => {
  const { acme, globex } = service;
  const before = await tablesWith(acme.id);
  const others = await inspector.fingerprint(globex.id);
  expect(before.length).toBeGreaterThan(60);
  await tenant('DELETE');
  await erase();
  expect((await tablesWith(acme.id)).length).toBeGreaterThanOrEqual(before.length);
  await inspector.query(`update tenants set delete_after = now() - interval '1 day' where id = $1`, [
    acme.id,
  ]);
  await erase();
  expect(await tablesWith(acme.id)).toEqual([]);
  expect(await inspector.fingerprint(globex.id)).toEqual(others);
  const { data } = (await tenant()).body;
  expect(data).toMatchObject({
    ...{ state: 'deleted', name: 'Deleted workspace', slug: `deleted-${acme.id}`, plan: null, owners: [] },
    state_changes: [
      { from: 'pending_deletion', to: 'deleted', by: { type: 'system' } },
      { from: 'active', to: 'pending_deletion' },
    ],
  });
  const owner = await service.rest('GET', '/api/companies', undefined, { as: acme.people.owner });
  expect(owner).toMatchObject({ status: 403, body: { error: { code: 'TENANT_ACCESS_DENIED' } } });
  const refused = [
    await tenant('POST', '/restore'),
    await tenant('POST', '/suspend'),
    await tenant('DELETE'),
  ];
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 409]);
  await erase();
});
