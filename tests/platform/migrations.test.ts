// Migrations run forward and back: after a rollback and a new run the schema is the same as before.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrate, rollback } from '../../src/db/migrate.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { Inspector } from '../support/inspector.ts';

let database: TestDatabase;
let inspector: Inspector;

beforeAll(async () => {
  database = await createDatabase();
  inspector = await Inspector.open(database.url);
});

afterAll(async () => {
  await inspector?.close();
  await database?.drop();
});

/** Returns everything in the schema public as the system catalogue describes it. */
async function shape(): Promise<string[]> {
  const rows = await inspector.query<{ line: string }>(`
    select 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull::text
        || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') || a.attidentity::text || a.attgenerated::text as line
      from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
    union all select 'table ' || relname || ' ' || relrowsecurity::text || relforcerowsecurity::text || relpersistence::text || coalesce(relacl::text, '')
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
    union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'index ' || pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace
    union all select 'policy ' || p.*::text from pg_policies p where schemaname = 'public'
    union all select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
    union all select 'function ' || p.oid::regprocedure || ' ' || md5(p.prosrc) || coalesce(p.proacl::text, '') from pg_proc p
      left join pg_depend e on e.objid = p.oid and e.deptype = 'e'
      where p.pronamespace = 'public'::regnamespace and e.objid is null
    union all select 'extension ' || extname from pg_extension
    order by 1`);
  return rows.map(({ line }) => line);
}

describe('the migrations', () => {
  it('restore the same schema when they are rolled back and run again', async () => {
    const before = await shape();
    expect(before.filter((line) => line.startsWith('table ')).length).toBeGreaterThan(15);
    await rollback(database.url);
    const left = (await shape()).filter((line) => /^(table|function|policy|trigger) /.test(line));
    expect(left.filter((line) => !line.startsWith('table migrations'))).toEqual([]);
    await migrate(database.url);
    expect(await shape()).toEqual(before);
  });

  it('do nothing when none is missing', async () => {
    const ran: string[] = [];
    await migrate(database.url, (name) => ran.push(name));
    expect(ran).toEqual([]);
  });

  it('run once when two processes start at the same time', async () => {
    await rollback(database.url);
    const ran: string[] = [];
    await Promise.all([1, 2].map(() => migrate(database.url, (name) => ran.push(name))));
    expect(ran.length).toBeGreaterThan(3);
    expect(ran).toEqual([...new Set(ran)]);
  });
});
