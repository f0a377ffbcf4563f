// The saved views of the demo work for everyone who sees them.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadDemo } from '../../src/demo/load.ts';
import { accessTokenOf } from '../../src/domains/auth/refresh.ts';
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

it('the demo has saved views of every visibility, and each shows some records but not all', async () => {
  const owners = await inspector.query<{ tenant: string; person: string }>(
    'select distinct tenant_id as tenant, owner_user_id as person from saved_views',
  );
  expect(owners.length).toBeGreaterThan(1);
  const seen = new Set<string>();
  for (const { tenant, person } of owners) {
    const session = await signIn(tenant, person);
    const ask = { as: { token: session, tenantId: tenant } };
    const { body } = await service.rest('GET', '/api/saved-views', undefined, ask);
    for (const { id, entity, visibility, broken_clauses } of body.data) {
      expect(broken_clauses).toEqual([]);
      seen.add(visibility);
      const [all, some] = await Promise.all(
        ['', `?view_id=${id}`].map((query) => service.rest('GET', `/api/${entity}${query}`, undefined, ask)),
      );
      expect(some).toMatchObject({ status: 200 });
      expect(some!.body.total).toBeGreaterThan(0);
      expect(some!.body.total).toBeLessThan(all!.body.total);
    }
  }
  expect([...seen].sort()).toEqual(['private', 'shared', 'tenant']);
});

async function signIn(tenantId: string, userId: string): Promise<string> {
  const { services } = service.server;
  const now = services.clock.now();
  const session = {
    ...{ id: crypto.randomUUID(), user_id: userId, active_tenant_id: tenantId, auth_time: now, amr: ['pwd'] },
    ...{ created_at: now, last_used_at: now, expires_at: new Date(now.getTime() + 3_600_000) },
  };
  await services.database.write({}, ({ db }) => db('sessions').insert(session));
  return (await accessTokenOf(services, session as never)).accessToken;
}
