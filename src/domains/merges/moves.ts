// The rows that name a record, moved to another one and back: one statement a table, whatever it holds.
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import type { Skip } from './fill-fields.ts';
import { type MergeTable, nameOf, REFERENCES, type Reference } from './references.ts';

/** A merge as its rows are moved: from the duplicate to the record that stays, and back. */
export interface Way {
  mergeId: string;
  to: MergeTable;
  primaryId: string;
  duplicateId: string;
}

const SHOWN = 100;

/** The references whose rows move, in the order in which they are to be locked. */
function moving(to: MergeTable): Reference[] {
  return REFERENCES.filter((one) => one.to === to && (one.merge === 'moved' || one.merge === 'united'));
}

/** How many rows of each table a merge would move; one statement. */
export async function countMoves(
  ctx: TenantContext,
  { to, primaryId, duplicateId }: Omit<Way, 'mergeId'>,
): Promise<Record<string, number>> {
  const counts = moving(to).map(
    (reference) =>
      `select '${reference.table}' as name, count(*) as n from ${reference.table} t
       where ${at(reference, 't', '$3')} ${apart(reference)} ${alone(reference, '$2')}`,
  );
  const rows = await ctx.tx.rows<{ name: string; n: number }>(
    `select name, sum(n)::int as n from (${counts.join(' union all ')}) counted group by 1 having sum(n) > 0 order by 1`,
    [ctx.tenantId, primaryId, duplicateId],
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

/** Moves every row that names the duplicate, and notes which. @returns how many rows of each table */
export async function moveRows(ctx: TenantContext, way: Way): Promise<Record<string, number>> {
  const moved: Record<string, number> = {};
  for (const reference of moving(way.to)) {
    if (reference.merge === 'united') await unite(ctx, way, reference);
    const [row] = await ctx.tx.rows<{ n: number }>(
      `with moved as (
        update ${reference.table} t set ${reference.column} = $2 ${stamp(reference)}
        where ${at(reference, 't', '$3')} ${apart(reference)} ${alone(reference, '$2')}
        returning t.${keyOf(reference)}::text as key
      )
      insert into merge_moves (tenant_id, merge_id, reference, keys)
      select $1, $4, $5, array_agg(key) from moved having count(*) > 0
      on conflict (tenant_id, merge_id, reference) do update set keys = excluded.keys
      returning cardinality(keys) as n`,
      [...ends(ctx, way), way.mergeId, nameOf(reference), ...stamps(ctx, reference)],
    );
    if (row) moved[reference.table] = (moved[reference.table] ?? 0) + row.n;
  }
  return moved;
}

/** Makes one row of two for each partner that both records have; the row that stays is filled from the other. */
async function unite(ctx: TenantContext, way: Way, reference: Reference): Promise<void> {
  const { table, fill = [], fillTogether = [], flag } = reference;
  const key = keyOf(reference);
  const none = fillTogether.map((column) => `p.${column} is null`).join(' and ');
  const sets = [
    ...fill.map((column) => `${column} = coalesce(p.${column}, t.${column})`),
    ...fillTogether.map((column) => `${column} = case when ${none} then t.${column} else p.${column} end`),
    ...(flag ? [`${flag} = p.${flag} or t.${flag}`] : []),
  ];
  const filled = `update ${table} p set ${sets.join(', ')} from theirs t
    where ${at(reference, 'p', '$2')} and p.${key} = t.${key} returning p.${key}, to_jsonb(p) as result`;
  const result = sets.length ? 'f.result' : 't.kept';
  await ctx.tx.rows(
    `with theirs as (
      delete from ${table} d using ${table} p
      where ${at(reference, 'd', '$3')} and ${at(reference, 'p', '$2')} and p.${key} = d.${key}
      returning d.*, to_jsonb(d) as removed, to_jsonb(p) as kept
    ) ${sets.length ? `, filled as (${filled})` : ''}
    insert into merge_moves (tenant_id, merge_id, reference, united)
    select $1, $4, $5, jsonb_agg(jsonb_build_object('removed', t.removed, 'kept', t.kept, 'result', ${result}))
    from theirs t ${sets.length ? `join filled f on f.${key} = t.${key}` : ''} having count(*) > 0`,
    [...ends(ctx, way), way.mergeId, nameOf(reference)],
  );
}

/**
 * Moves back what a merge moved and still stands on the record that stayed, and makes two of what it made one.
 * Flags are taken off; who calls puts them right.
 */
export async function moveBack(
  ctx: TenantContext,
  way: Way,
): Promise<{ moved: Record<string, number>; skipped: Skip[] }> {
  const moved: Record<string, number> = {};
  const skipped: Skip[] = [];
  for (const reference of moving(way.to)) {
    const unparted = reference.merge === 'united' ? await part(ctx, way, reference) : [];
    const { table, column, flag, keyType = 'uuid' } = reference;
    const key = keyOf(reference);
    const [row] = await ctx.tx.rows<{ n: number; lost: string[] }>(
      `with wanted as (
        select k.key from merge_moves m, unnest(m.keys) as k(key)
        where m.tenant_id = $1 and m.merge_id = $4 and m.reference = $5
      ), back as (
        update ${table} t set ${column} = $3 ${flag ? `, ${flag} = false` : ''} ${stamp(reference)} from wanted w
        where ${at(reference, 't', '$2', 'found')} and t.${key} = w.key::${keyType} ${alone(reference, '$3')}
        returning w.key
      )
      select (select count(*) from back) as n, array(select key from wanted except select key from back) as lost`,
      [...ends(ctx, way), way.mergeId, nameOf(reference), ...stamps(ctx, reference)],
    );
    if (row!.n) moved[table] = (moved[table] ?? 0) + row!.n;
    const lost = [...row!.lost, ...unparted];
    if (lost.length) skipped.push(skippedRows(table, 'moved_or_removed', lost));
  }
  return { moved, skipped };
}

/** Rows that were left where they are. */
export function skippedRows(name: string, reason: string, ids: string[]): Skip {
  return { name, reason, count: ids.length, ids: ids.slice(0, SHOWN) };
}

/**
 * Puts the removed row of each pair back, and takes from the other what the merge filled and nobody changed since.
 * @returns the partners whose row could not come back
 */
async function part(ctx: TenantContext, way: Way, reference: Reference): Promise<string[]> {
  const { table, fill = [], fillTogether = [], flag } = reference;
  const key = keyOf(reference);
  const pairs = `pairs as (
    select p.* from merge_moves m, jsonb_to_recordset(m.united) as p(removed jsonb, kept jsonb, result jsonb)
    where m.tenant_id = $1 and m.merge_id = $2 and m.reference = $3)`;
  const kept = `jsonb_populate_record(null::${table}, p.kept)`;
  const untouched = (column: string) =>
    `to_jsonb(t.${column}) is not distinct from nullif(p.result -> '${column}', 'null')`;
  const all = fillTogether.map(untouched).join(' and ');
  const sets = [
    ...fill.map(
      (column) => `${column} = case when ${untouched(column)} then r.${column} else t.${column} end`,
    ),
    ...fillTogether.map((column) => `${column} = case when ${all} then r.${column} else t.${column} end`),
    ...(flag ? [`${flag} = false`] : []),
  ];
  const values = [ctx.tenantId, way.mergeId, nameOf(reference)];
  if (sets.length) {
    await ctx.tx.rows(
      `with ${pairs} update ${table} t set ${sets.join(', ')} from pairs p cross join lateral ${kept} as r
       where t.tenant_id = $1 and t.${reference.column} = r.${reference.column} and t.${key} = r.${key}`,
      values,
    );
  }
  const partner = REFERENCES.find((one) => one.table === table && one.column === key)?.to;
  const removed = `p.removed ${flag ? `|| '{"${flag}": false}'` : ''}`;
  const [row] = await ctx.tx.rows<{ lost: string[] }>(
    `with ${pairs}, put as (
      insert into ${table} select r.* from pairs p cross join lateral jsonb_populate_record(null::${table}, ${removed}) as r
      where exists (select from ${table} t cross join lateral ${kept} as k
        where t.tenant_id = $1 and t.${reference.column} = k.${reference.column} and t.${key} = k.${key})
      ${partner ? `and not exists (select from ${partner} x where x.tenant_id = $1 and x.id = r.${key} and x.merged_into_id is not null)` : ''}
      on conflict do nothing returning ${key}::text as key
    )
    select array(select p.removed ->> '${key}' from pairs p except select key from put) as lost`,
    values,
  );
  return row!.lost;
}

const keyOf = ({ key = 'id' }: Reference): string => key;

/**
 * The rows of a table that name a record.
 * @param by found: each row is known by its own key. The planner, whose statistics are older than the merge, must not take
 * the column for what leads to few rows: it would look at all of them for each key
 */
function at({ column, where }: Reference, alias: string, id: string, by?: 'found'): string {
  const named = `${alias}.${column} = ${id}`;
  return `${alias}.tenant_id = $1 and ${by ? `coalesce(${named}, false)` : named} ${where ? `and ${alias}.${where}` : ''}`;
}

/** Not the record that stays itself: a company does not become its own parent. */
function apart({ table, to }: Reference): string {
  return table === to ? 'and t.id <> $2' : '';
}

/** Of united rows: those whose partner the other record has no row for. */
function alone(reference: Reference, other: string): string {
  if (reference.merge !== 'united') return '';
  const key = keyOf(reference);
  return `and not exists (select from ${reference.table} o where ${at(reference, 'o', other)} and o.${key} = t.${key})`;
}

function stamp({ record }: Reference): string {
  return record ? ', version = t.version + 1, updated_at = $6, updated_by = $7' : '';
}

function stamps(ctx: TenantContext, { record }: Reference): unknown[] {
  return record ? [ctx.now, JSON.stringify(actorOf(ctx.principal))] : [];
}

function ends(ctx: TenantContext, { primaryId, duplicateId }: Way): unknown[] {
  return [ctx.tenantId, primaryId, duplicateId];
}
