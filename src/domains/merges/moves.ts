// Moves the rows that reference the duplicate to the primary record and back, with one statement per table.
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import type { SkippedItem } from './fill-fields.ts';
import { type MergeTable, REFERENCES, type Reference, referenceName } from './references.ts';

/** The two records between which the rows of a merge move. */
export interface MergeDirection {
  mergeId: string;
  to: MergeTable;
  primaryId: string;
  duplicateId: string;
}

const MAX_LISTED_IDS = 100;

/** Returns the references whose rows move, in lock order. */
function movableReferences(to: MergeTable): Reference[] {
  return REFERENCES.filter(
    ({ to: table, merge }) => table === to && (merge === 'moved' || merge === 'united'),
  );
}

/** Counts the rows of each table that a merge would move, in one statement. */
export async function countMoves(
  ctx: TenantContext,
  { to, primaryId, duplicateId }: Omit<MergeDirection, 'mergeId'>,
): Promise<Record<string, number>> {
  const counts = movableReferences(to).map(
    (reference) =>
      `select '${reference.table}' as name, count(*) as n from ${reference.table} t
       where ${referencing(reference, 't', '$3')} ${notPrimary(reference)} ${unpaired(reference, '$2')}`,
  );
  const rows = await ctx.tx.rows<{ name: string; n: number }>(
    `select name, sum(n)::int as n from (${counts.join(' union all ')}) counted group by 1 having sum(n) > 0 order by 1`,
    [ctx.tenantId, primaryId, duplicateId],
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

/** Moves every row that references the duplicate and records its key. @returns the number of rows by table */
export async function moveRows(
  ctx: TenantContext,
  direction: MergeDirection,
): Promise<Record<string, number>> {
  const moved: Record<string, number> = {};
  for (const reference of movableReferences(direction.to)) {
    if (reference.merge === 'united') await uniteRows(ctx, direction, reference);
    const [row] = await ctx.tx.rows<{ n: number }>(
      `with moved as (
        update ${reference.table} t set ${reference.column} = $2 ${versionUpdate(reference)}
        where ${referencing(reference, 't', '$3')} ${notPrimary(reference)} ${unpaired(reference, '$2')}
        returning t.${keyOf(reference)}::text as key
      )
      insert into merge_moves (tenant_id, merge_id, reference, keys)
      select $1, $4, $5, array_agg(key) from moved having count(*) > 0
      on conflict (tenant_id, merge_id, reference) do update set keys = excluded.keys
      returning cardinality(keys) as n`,
      [
        ...mergeIds(ctx, direction),
        direction.mergeId,
        referenceName(reference),
        ...versionValues(ctx, reference),
      ],
    );
    if (row) moved[reference.table] = (moved[reference.table] ?? 0) + row.n;
  }
  return moved;
}

/**
 * Combines the two rows of each partner that both records reference; the row of the primary is filled from the other.
 */
async function uniteRows(ctx: TenantContext, direction: MergeDirection, reference: Reference): Promise<void> {
  const { table, fill = [], fillTogether = [], flag } = reference;
  const key = keyOf(reference);
  const allNull = fillTogether.map((column) => `p.${column} is null`).join(' and ');
  const sets = [
    ...fill.map((column) => `${column} = coalesce(p.${column}, t.${column})`),
    ...fillTogether.map((column) => `${column} = case when ${allNull} then t.${column} else p.${column} end`),
    ...(flag ? [`${flag} = p.${flag} or t.${flag}`] : []),
  ];
  const filled = `update ${table} p set ${sets.join(', ')} from theirs t
    where ${referencing(reference, 'p', '$2')} and p.${key} = t.${key} returning p.${key}, to_jsonb(p) as result`;
  const result = sets.length ? 'f.result' : 't.kept';
  await ctx.tx.rows(
    `with theirs as (
      delete from ${table} d using ${table} p
      where ${referencing(reference, 'd', '$3')} and ${referencing(reference, 'p', '$2')} and p.${key} = d.${key}
      returning d.*, to_jsonb(d) as removed, to_jsonb(p) as kept
    ) ${sets.length ? `, filled as (${filled})` : ''}
    insert into merge_moves (tenant_id, merge_id, reference, united)
    select $1, $4, $5, jsonb_agg(jsonb_build_object('removed', t.removed, 'kept', t.kept, 'result', ${result}))
    from theirs t ${sets.length ? `join filled f on f.${key} = t.${key}` : ''} having count(*) > 0`,
    [...mergeIds(ctx, direction), direction.mergeId, referenceName(reference)],
  );
}

/**
 * Moves back the rows that a merge moved and that still reference the primary record, and splits the rows that it
 * combined. Flags are cleared; the caller sets them again.
 */
export async function moveRowsBack(
  ctx: TenantContext,
  direction: MergeDirection,
): Promise<{ moved: Record<string, number>; skipped: SkippedItem[] }> {
  const moved: Record<string, number> = {};
  const skipped: SkippedItem[] = [];
  for (const reference of movableReferences(direction.to)) {
    const notRestored = reference.merge === 'united' ? await splitRows(ctx, direction, reference) : [];
    const { table, column, flag, keyType = 'uuid' } = reference;
    const key = keyOf(reference);
    const [row] = await ctx.tx.rows<{ n: number; missing: string[] }>(
      `with wanted as (
        select k.key from merge_moves m, unnest(m.keys) as k(key)
        where m.tenant_id = $1 and m.merge_id = $4 and m.reference = $5
      ), back as (
        update ${table} t set ${column} = $3 ${flag ? `, ${flag} = false` : ''} ${versionUpdate(reference)} from wanted w
        where ${referencing(reference, 't', '$2', 'found')} and t.${key} = w.key::${keyType} ${unpaired(reference, '$3')}
        returning w.key
      )
      select (select count(*) from back) as n, array(select key from wanted except select key from back) as missing`,
      [
        ...mergeIds(ctx, direction),
        direction.mergeId,
        referenceName(reference),
        ...versionValues(ctx, reference),
      ],
    );
    if (row!.n) moved[table] = (moved[table] ?? 0) + row!.n;
    const missing = [...row!.missing, ...notRestored];
    if (missing.length) skipped.push(skippedRows(table, 'moved_or_removed', missing));
  }
  return { moved, skipped };
}

/** Describes rows that were not moved. */
export function skippedRows(name: string, reason: string, ids: string[]): SkippedItem {
  return { name, reason, count: ids.length, ids: ids.slice(0, MAX_LISTED_IDS) };
}

/**
 * Splits combined rows: inserts the removed row of each pair again, and reverts on the other row the columns that the
 * merge filled and nobody changed since.
 * @returns the partners whose row could not be restored
 */
async function splitRows(
  ctx: TenantContext,
  direction: MergeDirection,
  reference: Reference,
): Promise<string[]> {
  const { table, fill = [], fillTogether = [], flag } = reference;
  const key = keyOf(reference);
  const pairs = `pairs as (
    select p.* from merge_moves m, jsonb_to_recordset(m.united) as p(removed jsonb, kept jsonb, result jsonb)
    where m.tenant_id = $1 and m.merge_id = $2 and m.reference = $3)`;
  const kept = `jsonb_populate_record(null::${table}, p.kept)`;
  const isUnchanged = (column: string) =>
    `to_jsonb(t.${column}) is not distinct from nullif(p.result -> '${column}', 'null')`;
  const allUnchanged = fillTogether.map(isUnchanged).join(' and ');
  const sets = [
    ...fill.map(
      (column) => `${column} = case when ${isUnchanged(column)} then r.${column} else t.${column} end`,
    ),
    ...fillTogether.map(
      (column) => `${column} = case when ${allUnchanged} then r.${column} else t.${column} end`,
    ),
    ...(flag ? [`${flag} = false`] : []),
  ];
  const values = [ctx.tenantId, direction.mergeId, referenceName(reference)];
  if (sets.length) {
    await ctx.tx.rows(
      `with ${pairs} update ${table} t set ${sets.join(', ')} from pairs p cross join lateral ${kept} as r
       where t.tenant_id = $1 and t.${reference.column} = r.${reference.column} and t.${key} = r.${key}`,
      values,
    );
  }
  const partnerTable = REFERENCES.find((other) => other.table === table && other.column === key)?.to;
  const removed = `p.removed ${flag ? `|| '{"${flag}": false}'` : ''}`;
  const [row] = await ctx.tx.rows<{ missing: string[] }>(
    `with ${pairs}, put as (
      insert into ${table} select r.* from pairs p cross join lateral jsonb_populate_record(null::${table}, ${removed}) as r
      where exists (select from ${table} t cross join lateral ${kept} as k
        where t.tenant_id = $1 and t.${reference.column} = k.${reference.column} and t.${key} = k.${key})
      ${partnerTable ? `and not exists (select from ${partnerTable} x where x.tenant_id = $1 and x.id = r.${key} and x.merged_into_id is not null)` : ''}
      on conflict do nothing returning ${key}::text as key
    )
    select array(select p.removed ->> '${key}' from pairs p except select key from put) as missing`,
    values,
  );
  return row!.missing;
}

const keyOf = ({ key = 'id' }: Reference): string => key;

/**
 * Returns the SQL condition for the rows of a table that reference a record.
 * @param lookup `found` if rows are looked up by their own key; `coalesce` then keeps the planner, whose statistics are
 *   older than the merge, from using the index of this column, which would scan all rows of the record for each key
 */
function referencing({ column, where }: Reference, alias: string, id: string, lookup?: 'found'): string {
  const condition = `${alias}.${column} = ${id}`;
  return `${alias}.tenant_id = $1 and ${lookup ? `coalesce(${condition}, false)` : condition} ${where ? `and ${alias}.${where}` : ''}`;
}

/** Returns a condition that excludes the primary record itself: a company cannot become its own parent. */
function notPrimary({ table, to }: Reference): string {
  return table === to ? 'and t.id <> $2' : '';
}

/** Returns a condition, for references of kind `united`, that the other record has no row for the same partner. */
function unpaired(reference: Reference, other: string): string {
  if (reference.merge !== 'united') return '';
  const key = keyOf(reference);
  return `and not exists (select from ${reference.table} o where ${referencing(reference, 'o', other)} and o.${key} = t.${key})`;
}

function versionUpdate({ record }: Reference): string {
  return record ? ', version = t.version + 1, updated_at = $6, updated_by = $7' : '';
}

function versionValues(ctx: TenantContext, { record }: Reference): unknown[] {
  return record ? [ctx.now, JSON.stringify(actorOf(ctx.principal))] : [];
}

function mergeIds(ctx: TenantContext, { primaryId, duplicateId }: MergeDirection): unknown[] {
  return [ctx.tenantId, primaryId, duplicateId];
}
