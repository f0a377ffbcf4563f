// Every key contains the workspace, and row-level security protects every query: read from the system catalogue, so that
// the rules apply to every new table too.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { APP_ROLE } from '../../src/db/knex.ts';
import { CallMaker, send } from '../support/calls.ts';
import { Inspector } from '../support/inspector.ts';
import { callerOf } from '../support/operator-calls.ts';
import type { TestService, Workspace } from '../support/service.ts';
import { startServiceWithPayments } from '../support/stripe-server.ts';
import { WITHOUT_EXAMPLE } from '../support/walks/answers.ts';

let service: TestService;
let inspector: Inspector;
let tables: string[];

beforeAll(async () => {
  service = await startServiceWithPayments();
  inspector = await Inspector.open(service.databaseUrl);
  tables = await inspector.tenantTables();
  await fill(service.acme);
  await fill(service.globex);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

/** Creates rows in every table that the operations write to. */
async function fill(workspace: Workspace): Promise<void> {
  const maker = new CallMaker(service, workspace);
  const headers = { 'idempotency-key': randomUUID() };
  for (const operation of service.server.services.catalogue.operations) {
    if (operation.method !== 'POST' || operation.status !== 201 || WITHOUT_EXAMPLE.includes(operation.name))
      continue;
    const { as, headers: stated } = callerOf(operation, service, workspace.people.owner);
    const reply = await send(service, await maker.prepare(operation), as, { ...headers, ...stated });
    expect({ name: operation.name, status: reply.status }).toEqual({ name: operation.name, status: 201 });
  }
  const twoCompanies = [await maker.create('/api/companies'), await maker.create('/api/companies')];
  await service.rest(
    'PATCH',
    `/api/companies/${twoCompanies[0]}`,
    { parent_company_id: twoCompanies[1] },
    { as: workspace.people.owner },
  );
}

/** Runs SQL as a request does: under the application role, with or without a workspace. */
function asApplication<T = Record<string, unknown>>(sql: string, tenantId?: string): Promise<T[]> {
  return service.server.services.database.write(
    { ...(tenantId && { tenantId }) },
    async ({ db }) => (await db.raw(sql)).rows,
  );
}

describe('every table of a workspace', () => {
  it('has the column tenant_id', () => {
    expect(tables).toEqual(
      expect.arrayContaining([
        'companies',
        'contacts',
        'notes',
        'audit_entries',
        'events',
        'idempotency_keys',
        'api_tokens',
      ]),
    );
  });

  it('has forced row-level security with a policy for its workspace on reads and writes', async () => {
    const rows = await inspector.query(
      `select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
        exists (select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname and p.cmd = 'ALL'
          and p.permissive = 'PERMISSIVE' and p.qual = '(tenant_id = current_tenant())' and p.with_check = '(tenant_id = current_tenant())') as guarded
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any($1) order by 1`,
      [tables],
    );
    expect(rows).toEqual(tables.map((name) => ({ name, enabled: true, forced: true, guarded: true })));
  });

  it('shows rows of other workspaces only to operators, and to the person or secret that they belong to', async () => {
    const rows = await inspector.query<{ name: string }>(
      `select p.tablename || '.' || p.policyname || ' ' || p.cmd || ' ' || p.qual as name from pg_policies p
       where p.schemaname = 'public' and p.qual is distinct from '(tenant_id = current_tenant())'
         and (p.policyname, p.cmd, p.qual) is distinct from ('operators', 'SELECT', 'is_operator_session()') order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'api_tokens.by_secret SELECT ((secret_hash = current_secret_hash()) OR (previous_secret_hash = current_secret_hash()))',
      'document_links.by_secret SELECT (token_hash = current_secret_hash())',
      'envelope_links.by_secret SELECT (token_hash = current_secret_hash())',
      'invitations.by_secret SELECT (token_hash = current_secret_hash())',
      'memberships.own SELECT (user_id = current_app_user())',
      'room_links.by_secret SELECT (token_hash = current_secret_hash())',
    ]);
  });

  it('has a primary key that begins with the workspace', async () => {
    const rows = await inspector.query<{ name: string; first: string }>(
      `select c.relname as name, a.attname as first
       from pg_class c left join pg_index i on i.indrelid = c.oid and i.indisprimary
       left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
       where c.relnamespace = 'public'::regnamespace and c.relname = any($1)`,
      [tables],
    );
    expect(rows).toHaveLength(tables.length);
    expect(rows.filter(({ first }) => first !== 'tenant_id')).toEqual([]);
  });

  it('has unique indexes that begin with the workspace, except for hashes of secrets and ids of the payment provider', async () => {
    const rows = await inspector.query<{ name: string }>(
      `select i.indexrelid::regclass::text as name from pg_index i
       join pg_class c on c.oid = i.indrelid
       left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
       where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relname = any($1) and a.attname is distinct from 'tenant_id'`,
      [tables],
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([
      'api_tokens_previous_secret_hash',
      'api_tokens_secret_hash_key',
      'document_links_token_hash_key',
      'envelope_links_token_hash_key',
      'invitations_token_hash_key',
      'room_links_token_hash_key',
      'subscriptions_provider',
    ]);
  });

  it('has the workspace in every foreign key to another such table, and no deletion clears part of the key', async () => {
    const keys = await foreignKeys();
    expect(keys.length).toBeGreaterThan(5);
    const withoutWorkspace = keys.filter(
      ({ columns, targets }) => columns[0] !== 'tenant_id' || targets[0] !== 'tenant_id',
    );
    expect(withoutWorkspace).toEqual([]);
    expect(keys.filter(({ on_delete: action }) => ['n', 'd'].includes(action))).toEqual([]);
  });

  it('is referenced by no table without a workspace', async () => {
    const rows = await inspector.query(
      `select con.conname from pg_constraint con
       join pg_class child on child.oid = con.conrelid join pg_class parent on parent.oid = con.confrelid
       where con.contype = 'f' and parent.relname = any($1) and not child.relname = any($1)`,
      [tables],
    );
    expect(rows).toEqual([]);
  });
});

interface ForeignKey {
  name: string;
  child: string;
  parent: string;
  columns: string[];
  targets: string[];
  on_delete: string;
}

function foreignKeys(): Promise<ForeignKey[]> {
  return inspector.query<ForeignKey>(
    `select con.conname as name, child.relname as child, parent.relname as parent, con.confdeltype as on_delete,
      (select array_agg(a.attname::text order by k.place) from unnest(con.conkey) with ordinality k(number, place)
        join pg_attribute a on a.attrelid = con.conrelid and a.attnum = k.number) as columns,
      (select array_agg(a.attname::text order by k.place) from unnest(con.confkey) with ordinality k(number, place)
        join pg_attribute a on a.attrelid = con.confrelid and a.attnum = k.number) as targets
     from pg_constraint con join pg_class child on child.oid = con.conrelid join pg_class parent on parent.oid = con.confrelid
     where con.contype = 'f' and child.relname = any($1) and parent.relname = any($1) order by 1`,
    [tables],
  );
}

describe('a row of a workspace', () => {
  it('cannot refer to another workspace, even when the owner of the database writes it', async () => {
    const tried: string[] = [];
    for (const { name, child, parent, columns, targets } of await foreignKeys()) {
      const [pointer, target] = [columns.at(-1)!, targets.at(-1)!];
      const [own] = await inspector.query(`select 1 from ${child} where tenant_id = $1 limit 1`, [
        service.acme.id,
      ]);
      const [other] = await inspector.query<{ id: string }>(
        `select ${target} as id from ${parent} where tenant_id = $1 limit 1`,
        [service.globex.id],
      );
      if (!own || !other) continue;
      await inspector.query('begin');
      await inspector.query('set constraints all immediate');
      const changed = inspector.query(`update ${child} set ${pointer} = $2 where tenant_id = $1`, [
        service.acme.id,
        other.id,
      ]);
      await expect(changed).rejects.toMatchObject({
        code: expect.stringMatching(/^(23001|23503|23514|23505)$/),
      });
      await inspector.query('rollback');
      tried.push(name);
    }
    expect(tried.length).toBeGreaterThan(5);
  });

  it('cannot move to another workspace', async () => {
    const moved = asApplication(`update companies set tenant_id = '${service.globex.id}'`, service.acme.id);
    await expect(moved).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the application role', () => {
  it('cannot bypass row-level security, is no superuser and cannot create anything', async () => {
    const [role] = await inspector.query(
      `select rolbypassrls, rolsuper, rolcreatedb, rolcreaterole, rolcanlogin from pg_roles where rolname = $1`,
      [APP_ROLE],
    );
    expect(role).toEqual({
      rolbypassrls: false,
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolcanlogin: false,
    });
    await expect(asApplication('create table mine (id int)')).rejects.toMatchObject({ code: '42501' });
  });

  it('is the role that requests run under', async () => {
    expect(await asApplication('select current_user as name')).toEqual([{ name: APP_ROLE }]);
  });

  it('owns nothing and is a member of no role', async () => {
    const owned = await inspector.query(
      `select c.relname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = $1
       union all select p.proname from pg_proc p join pg_roles r on r.oid = p.proowner where r.rolname = $1
       union all select m.roleid::regrole::text from pg_auth_members m join pg_roles r on r.oid = m.member where r.rolname = $1`,
      [APP_ROLE],
    );
    expect(owned).toEqual([]);
  });

  it('sees no rows in these tables without a workspace', async () => {
    const full: string[] = [];
    for (const table of tables) {
      const [{ n }] = (await inspector.query<{ n: number }>(`select count(*)::int as n from ${table}`)) as [
        { n: number },
      ];
      if (n > 0) full.push(table);
      expect({ table, rows: await asApplication(`select * from ${table}`) }).toEqual({ table, rows: [] });
    }
    // Without these rows the empty result above would prove nothing.
    expect(full).toEqual(
      expect.arrayContaining(['companies', 'contacts', 'notes', 'events', 'audit_entries']),
    );
  });

  it('sees only the rows of its workspace', async () => {
    for (const table of tables) {
      const rows = await asApplication<{ tenant_id: string }>(
        `select distinct tenant_id from ${table}`,
        service.acme.id,
      );
      expect({ table, of: rows.filter(({ tenant_id: id }) => id !== service.acme.id) }).toEqual({
        table,
        of: [],
      });
    }
  });

  it('cannot insert without a workspace or for another workspace', async () => {
    for (const table of tables) {
      const columns = await inspector.query<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
         and attidentity = '' and attgenerated = ''`,
        [table],
      );
      const names = columns.map(({ name }) => name).join(', ');
      const [row] = await inspector.query<{ row: object }>(
        `select to_jsonb(t) as row from ${table} t where tenant_id = $1 limit 1`,
        [service.acme.id],
      );
      const text = JSON.stringify({ ...(row?.row ?? { tenant_id: service.acme.id }) })
        .replaceAll("'", "''")
        .replaceAll('?', '');
      const insert = `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, '${text}')`;
      for (const tenantId of [undefined, service.globex.id]) {
        await expect(asApplication(insert, tenantId)).rejects.toMatchObject({ code: '42501' });
      }
    }
  });

  it('cannot change or delete rows of another workspace', async () => {
    const before = await inspector.fingerprint(service.acme.id);
    for (const table of tables.filter((name) => !['audit_entries', 'events'].includes(name))) {
      await asApplication(
        `delete from ${table} where tenant_id = '${service.acme.id}'`,
        service.globex.id,
      ).catch((error) =>
        // The role has no permission at all to delete from this table.
        expect(error).toMatchObject({ code: '42501' }),
      );
    }
    expect(await inspector.fingerprint(service.acme.id)).toEqual(before);
  });

  it.each(['audit_entries', 'events'])(
    'may only add rows to %s and never changes or deletes them',
    async (table) => {
      for (const statement of [`update ${table} set id = id`, `delete from ${table}`, `truncate ${table}`]) {
        await expect(asApplication(statement, service.acme.id)).rejects.toMatchObject({ code: '42501' });
      }
      const [{ rows }] = (await asApplication<{ rows: number }>(
        `select count(*)::int as rows from ${table}`,
        service.acme.id,
      )) as [{ rows: number }];
      expect(rows).toBeGreaterThan(0);
    },
  );

  it('cannot truncate any table', async () => {
    for (const table of tables) {
      await expect(asApplication(`truncate ${table} cascade`, service.acme.id)).rejects.toMatchObject({
        code: '42501',
      });
    }
  });
});
