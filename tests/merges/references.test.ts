// Every reference to a company or contact must be declared; the system catalogue shows all of them, also in new tables.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { POLYMORPHIC, REFERENCES, referenceName } from '../../src/domains/merges/references.ts';
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

interface Key {
  name: string;
  target: string;
  part: boolean;
  guarded: boolean;
}

/** Returns every foreign key to companies or contacts. */
function keys(): Promise<Key[]> {
  return inspector.query<Key>(
    `select con.conrelid::regclass || '.' || a.attname as name, con.confrelid::regclass::text as target,
      con.confdeltype = 'c' as part, exists (select from pg_trigger t where t.tgrelid = con.conrelid
        and t.tgfoid = 'refuse_merged'::regproc and encode(t.tgargs, 'escape') = a.attname || '\\000' || con.confrelid::regclass || '\\000') as guarded
     from pg_constraint con join pg_attribute a on a.attrelid = con.conrelid and a.attnum = con.conkey[array_length(con.conkey, 1)]
     where con.contype = 'f' and con.confrelid in ('companies'::regclass, 'contacts'::regclass) order by 1`,
  );
}

const declared = (name: string, target: string) =>
  REFERENCES.find((reference) => referenceName(reference) === name && reference.to === target);

describe('a foreign key to companies or contacts', () => {
  it('is declared for merges, and every declared one exists', async () => {
    const found = (await keys()).map(({ name, target }) => `${name} to ${target}`);
    const hasNoForeignKey = (name: string) => name in POLYMORPHIC;
    const declaredKeys = REFERENCES.filter((reference) => !hasNoForeignKey(referenceName(reference))).map(
      (reference) => `${referenceName(reference)} to ${reference.to}`,
    );
    expect(declaredKeys.sort()).toEqual(found.sort());
  });

  it('rejects merged records, except in parts of a record and in the history of merges', async () => {
    const open = (await keys()).filter(({ name, part, guarded }) => {
      const free = part || /\.merged_into_id$|^merges\./.test(name);
      return guarded === free;
    });
    expect(open).toEqual([]);
  });

  it('has an index that covers deleted rows too', async () => {
    const rows = await inspector.query<{ name: string }>(
      `select i.indrelid::regclass || '.' || a.attname as name
       from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey[0:1])
       where (select attname from pg_attribute t where t.attrelid = i.indrelid and t.attnum = any (i.indkey[0:1]) and t.attnum <> a.attnum) = 'tenant_id'
         and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%s IS NOT NULL)', a.attname))`,
    );
    const found = new Set(rows.map(({ name }) => name));
    const expectedNames = REFERENCES.filter(
      (reference) => reference.merge !== 'kept' && !(referenceName(reference) in POLYMORPHIC),
    ).map(referenceName);
    expect(expectedNames.filter((name) => !found.has(name))).toEqual([]);
  });

  it('declares what an erasure does with it when it refers to a contact', () => {
    const undeclared = REFERENCES.filter(({ to, erase }) => to === 'contacts' && erase === undefined);
    expect(undeclared.map(referenceName)).toEqual([]);
  });

  it('is declared as combined and not as moved when it is part of a unique index', async () => {
    const unique = await inspector.query<{ name: string; columns: string[] }>(
      `select i.indrelid::regclass::text as name, array(select a.attname::text from unnest(i.indkey) k
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k) as columns
       from pg_index i where i.indisunique and i.indpred is null`,
    );
    const colliding = REFERENCES.filter(
      ({ table, column, merge }) =>
        merge === 'moved' && unique.some((index) => index.name === table && index.columns.includes(column)),
    );
    expect(colliding.map(referenceName)).toEqual([]);
  });
});

describe('a column that contains ids of several kinds of records', () => {
  /** Columns with ids of people, tokens and requests, or of one other kind of record. */
  const OTHERS =
    /(^|_)(user|principal|actor|requester|proposed_by|tenant|workspace|session|role|membership|deal|pipeline|project|webhook|delivery|event|entry|invoice|line|ticket|task|series)_id$|^(approved_by|deleted_with|id|seq|counter|lease)$/;

  it('is declared too', async () => {
    const rows = await inspector.query<{ name: string; column: string }>(
      `select c.relname || '.' || a.attname as name, a.attname as column from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'uuid'::regtype
         and not exists (select from pg_constraint con where con.contype = 'f' and con.conrelid = c.oid and a.attnum = any (con.conkey))
       order by 1`,
    );
    const open = rows.filter(({ column }) => !OTHERS.test(column)).map(({ name }) => name);
    expect(open).toEqual(Object.keys(POLYMORPHIC).sort());
  });

  it('has a declared target for each kind of record when it moves in a merge', () => {
    const moving = Object.keys(POLYMORPHIC).filter((name) => POLYMORPHIC[name] === 'moved');
    for (const name of moving)
      for (const target of ['companies', 'contacts']) expect(declared(name, target)).toBeDefined();
  });
});
