// Checks that variants which must write the same rows do: counts the rows of each table and compares the filled columns.
import { isDeepStrictEqual } from 'node:util';
import type { Participant } from './answers.ts';
import type { Cluster } from './cluster.ts';
import { print } from './print.ts';
import { send } from './request.ts';
import { label, processOf, type Workload } from './workloads/workload.ts';

/** By table, the number of written rows and their columns that are not null. */
type WrittenRows = Record<string, { rows: number; filled: string[] }>;

/** Returns the database of a process. */
type DatabaseOf = (process: ReturnType<typeof processOf>) => string;

/**
 * Sends one request to every variant with `sameRows` and compares the rows that it wrote.
 * @throws Error that names the first table whose rows differ
 */
export async function compareRows<P>(
  cluster: Cluster,
  databaseOf: DatabaseOf,
  workload: Workload<P>,
  participants: Participant<P>[],
  [param]: P[],
): Promise<void> {
  const written: { source: string; rows: WrittenRows }[] = [];
  for (const { variant, target } of participants) {
    if (!variant.sameRows) continue;
    const database = databaseOf(processOf(variant));
    const from = await nextTransaction(cluster, database);
    const { status, text } = await send(target, variant.request(param!, 0));
    const source = `${workload.name}, ${label(variant)}`;
    if (status < 200 || status > 299) throw new Error(`${source}: ${status} ${text.slice(0, 500)}`);
    written.push({ source, rows: await rowsSince(cluster, database, target.tenantId, from) });
  }
  const [first, ...others] = written;
  if (!first) return;
  for (const { source, rows } of others) {
    for (const table of new Set([...Object.keys(first.rows), ...Object.keys(rows)])) {
      if (isDeepStrictEqual(first.rows[table], rows[table])) continue;
      throw new Error(
        `"${table}" differs between ${first.source} and ${source}:\n${JSON.stringify(first.rows[table])}\n${JSON.stringify(rows[table])}`,
      );
    }
  }
  const counts = Object.entries(first.rows).map(([table, { rows }]) => `${rows} ${table}`);
  print(`  ${written.length} variants wrote the same rows: ${counts.join(', ')}`);
}

async function nextTransaction(cluster: Cluster, database: string): Promise<string> {
  const [row] = await cluster.query(database, 'select pg_current_xact_id()::text as id');
  return row!.id as string;
}

/** Returns the rows of a workspace that were inserted or updated since the transaction `from`. */
async function rowsSince(
  cluster: Cluster,
  database: string,
  tenant: string,
  from: string,
): Promise<WrittenRows> {
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
