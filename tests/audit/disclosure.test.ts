// Disclosures are audited before the response is sent, so a process that is killed afterwards has lost no entry.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDatabase } from '../support/database.ts';
import { Inspector } from '../support/inspector.ts';
import { demo, endProcesses, freePort, newFolder, start, stop } from '../support/process.ts';
import { type Identity, startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;
let manager: Identity & { userId: string };

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  manager = service.acme.people.manager;
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
  await endProcesses();
});

/** Returns how many entries of an action are stored now, without a flush. */
async function storedEntries(action: string, targetId?: string): Promise<number> {
  const [row] = await inspector.query<{ count: number }>(
    `select count(*)::int as count from audit_entries where action = $1 and ($2::uuid is null or target_id = $2)`,
    [action, targetId ?? null],
  );
  return row!.count;
}

async function contact(): Promise<string> {
  const created = await service.rest('POST', '/api/contacts', { first_name: 'Ada', last_name: 'B' });
  const { id } = created.body.data;
  await service.rest('PATCH', `/api/contacts/${id}/relationship`, { relationship_intent: 'grow' });
  return id;
}

describe('before its response is sent,', () => {
  it.each(['company', 'contact', 'deal'])('an export of %s records is audited', async (type) => {
    const path = { company: 'companies', contact: 'contacts', deal: 'deals' }[type];
    const reply = await service.rest('GET', `/api/${path}/export`, undefined, { as: manager });
    expect([reply.status, await storedEntries(`${type}.exported`)]).toEqual([200, 1]);
    const field = `export${path![0]!.toUpperCase()}${path!.slice(1)}`;
    await service.graphql(`{ ${field} { nodes { id } } }`, {}, { as: manager });
    expect(await storedEntries(`${type}.exported`)).toBe(2);
  });

  it('a read of governed fields is audited, by REST, in a list, by GraphQL and after an update', async () => {
    const reads = {
      rest: (id: string) => service.rest('GET', `/api/contacts/${id}`, undefined, { as: manager }),
      list: () => service.rest('GET', '/api/contacts?pageSize=100', undefined, { as: manager }),
      graphql: (id: string) =>
        service.graphql(`{ contact(id: "${id}") { relationshipIntent } }`, {}, { as: manager }),
      change: (id: string) => service.rest('PATCH', `/api/contacts/${id}`, { title: 'Dr' }, { as: manager }),
    };
    for (const [surface, read] of Object.entries(reads)) {
      const id = await contact();
      const before = await storedEntries('contact.restricted_read', id);
      await read(id);
      expect([surface, await storedEntries('contact.restricted_read', id)]).toEqual([surface, before + 1]);
    }
  });

  it('a simultaneous read of the same record waits for the audit entry of the first', async () => {
    const id = await contact();
    const before = await storedEntries('contact.restricted_read', id);
    const after = await Promise.all(
      Array.from({ length: 8 }, async () => {
        await service.rest('GET', `/api/contacts/${id}`, undefined, { as: manager });
        return storedEntries('contact.restricted_read', id);
      }),
    );
    expect(new Set(after)).toEqual(new Set([before + 1]));
  });

  it('a read of the audit log is audited', async () => {
    await service.rest('GET', '/api/audit-logs');
    expect(await storedEntries('audit_log.read')).toBe(1);
  });
});

it('a response that cannot be audited is withheld, and the next attempt is audited', async () => {
  const id = await contact();
  const before = await storedEntries('contact.restricted_read', id);
  await inspector.query('alter table audit_entries rename to audit_entries_away');
  const refused = await service.rest('GET', `/api/contacts/${id}`, undefined, { as: manager });
  await inspector.query('alter table audit_entries_away rename to audit_entries');
  expect([refused.status, refused.body.error?.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(await storedEntries('contact.restricted_read', id)).toBe(before);
  expect((await service.rest('GET', `/api/contacts/${id}`, undefined, { as: manager })).status).toBe(200);
  expect(await storedEntries('contact.restricted_read', id)).toBe(before + 1);
});

it('the audit entry of an export survives a kill -9 right after the response', async () => {
  const database = await createDatabase();
  const settings = {
    DATABASE_URL: database.url,
    PORT: String(await freePort()),
    DATA_DIR: newFolder(),
    DEMO: '1',
  };
  const running = await start(settings);
  const { base_url: base, tenants } = await demo(settings);
  const { id, tokens } = tenants[0]!;
  const reply = await fetch(`${base}/api/companies/export`, {
    headers: { authorization: `Bearer ${tokens.owner}`, 'x-tenant-id': id },
  });
  const text = await reply.text();
  await stop(running, 'SIGKILL');
  expect([reply.status, text.length > 100]).toEqual([200, true]);
  const own = await Inspector.open(database.url);
  const rows = await own.query(
    `select from audit_entries where tenant_id = $1 and action = 'company.exported'`,
    [id],
  );
  await own.close();
  await database.drop();
  expect(rows).toHaveLength(1);
});
