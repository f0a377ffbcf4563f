// Whether variants that are said to write the same rows do: counted by table, with the columns that they fill.
import { isDeepStrictEqual } from 'node:util';
import type { Contestant } from './answers.ts';
import type { Cluster } from './cluster.ts';
import { print } from './print.ts';
import { send } from './request.ts';
import { label, processOf, type Workload } from './workloads/workload.ts';

/** Rows that were written, and the columns of them that hold a value, by table. */
type Rows = Record<string, { rows: number; filled: string[] }>;

/** The database that a process works on. */
type DatabaseOf = (process: ReturnType<typeof processOf>) => string;

/**
 * Makes one request to every variant that must write the same rows and looks at what it left in the workspace.
 * @throws Error naming the first table whose rows differ
 */
export async function compareRows<P>(
  cluster: Cluster,
  databaseOf: DatabaseOf,
  workload: Workload<P>,
  contestants: Contestant<P>[],
  [param]: P[],
): Promise<void> {
  const found: { of: string; rows: Rows }[] = [];
  for (const { variant, target } of contestants) {
    if (!variant.sameRows) continue;
    const database = databaseOf(processOf(variant));
    const from = await nextTransaction(cluster, database);
    const { status, text } = await send(target, variant.request(param!, 0));
    const of = `${workload.name}, ${label(variant)}`;
    if (status < 200 || status > 299) throw new Error(`${of}: ${status} ${text.slice(0, 500)}`);
    found.push({ of, rows: await rowsSince(cluster, database, target.tenantId, from) });
  }
  const [first, ...others] = found;
  if (!first) return;
  for (const { of, rows } of others) {
    for (const table of new Set([...Object.keys(first.rows), ...Object.keys(rows)])) {
      if (isDeepStrictEqual(first.rows[table], rows[table])) continue;
      throw new Error(
        `"${table}" of ${first.of} and of ${of} differ:\n${JSON.stringify(first.rows[table])}\n${JSON.stringify(rows[table])}`,
      );
    }
  }
  const counts = Object.entries(first.rows).map(([table, { rows }]) => `${rows} ${table}`);
  print(`  the same rows of ${found.length} variants: ${counts.join(', ')}`);
}

async function nextTransaction(cluster: Cluster, database: string): Promise<string> {
  const [row] = await cluster.query(database, 'select pg_current_xact_id()::text as id');
  return row!.id as string;
}

/** What transactions from `from` on left in a workspace. An updated row counts as one, since it was written too. */
async function rowsSince(cluster: Cluster, database: string, tenant: string, from: string): Promise<Rows> {
  const tables = await cluster.query(
    database,
    `select table_name as name, column_name as key from information_schema.columns join information_schema.tables
       using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('tenant_id', 'workspace_id')
     order by 1`,
  );
  const counts = tables.map(
    ({ name, key }) => `select '${name}' as name, count(*)::int as rows, array(
        select distinct k from ${name} r, jsonb_object_keys(jsonb_strip_nulls(to_jsonb(r))) k
        where r.${key} = $1 and r.xmin::text::bigint >= $2 order by 1) as filled
      from ${name} r where r.${key} = $1 and r.xmin::text::bigint >= $2`,
  );
  const found = await cluster.query(
    database,
    `select * from (${counts.join(' union all ')}) t where rows > 0 order by name`,
    [tenant, from],
  );
  return Object.fromEntries(found.map(({ name, rows, filled }) => [name, { rows, filled }]));
}
