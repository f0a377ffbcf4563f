// The imports of the demo data: one has run and can be rolled back, another is tried by a job and waits for its approval.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadDemo } from '../../src/demo/load.ts';
import { PASSWORD, WORKSPACES } from '../../src/demo/workspaces.ts';
import { type Identity, type Reply, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { ImportWorld } from './world.ts';

let service: TestService;
let world: ImportWorld;
let admin: Identity;
/** The imports of the first workspace by the names of their files. */
let imports: Record<string, Reply['body']>;

beforeAll(async () => {
  world = new ImportWorld(await startService());
  ({ service } = world);
  await loadDemo(service.server.services);
  await world.startWorker();
  const { people } = WORKSPACES[0]!;
  const email = people.find(({ roleKey }) => roleKey === 'admin')!.email;
  // A machine that is busy with the jobs of the demo data may refuse a sign-in as overloaded.
  const session = await until(async () => {
    const reply = await service.rest(
      'POST',
      '/api/auth/sign-in',
      { email, password: PASSWORD },
      { as: null },
    );
    return reply.status === 200 && reply;
  });
  const { access_token: token, memberships } = session.body.data;
  admin = { token, tenantId: memberships[0].tenant.id };
  const list = await service.rest('GET', '/api/import', undefined, { as: admin });
  imports = Object.fromEntries(list.body.data.map((one: Reply['body']) => [one.file.name, one]));
});

afterAll(() => world?.stop());

it('are tried by a job as soon as the service runs, and can then be approved and executed', async () => {
  const tried = await world.left(imports['webinar.csv'].id, 'validating', admin);
  expect(tried).toMatchObject({ status: 'validated', error: null, counts: { total: 27, invalid: 2 } });
  expect(tried.counts.to_create).toBeGreaterThan(15);
  expect((await world.approve(tried, admin)).status).toBe(200);
  await service.rest('POST', `/api/import/${tried.id}/execute`, undefined, { as: admin });
  const done = await world.left(tried.id, 'executing', admin);
  expect(done.counts.created).toBe(tried.counts.to_create);
});

it('have run once with refused rows, whose batch can be followed and which can be rolled back', async () => {
  const { id, batch_id: batchId, counts } = imports['fair-visitors.csv'];
  expect(counts).toMatchObject({ total: 13, invalid: 1, updated: 11, failed: 1 });
  const batch = await service.rest('GET', `/api/jobs/batch/${batchId}`, undefined, { as: admin });
  expect(batch.body.data).toMatchObject({ state: 'partially_failed', counts: { succeeded: 11, failed: 1 } });
  const rows = await service.rest('GET', `/api/import/${id}/rows?filter[status]=updated`, undefined, {
    as: admin,
  });
  const [row] = rows.body.data;
  await service.rest('POST', `/api/import/${id}/rollback`, {}, { as: admin });
  const undone = await world.left(id, 'rolling_back', admin);
  expect(undone).toMatchObject({ status: 'rolled_back', rollback: { reversed: 11, kept: 0 } });
  const contact = await service.rest('GET', `/api/contacts/${row.record.id}`, undefined, { as: admin });
  expect(contact.body.data.title).toBeNull();
});
