// Merges the rows that identify a record, company identifiers and contact methods: deduplicated by value, with one
// primary row of each kind.
import type { TenantContext } from '../../context.ts';
import type { SkippedItem } from './fill-fields.ts';
import { type MergeDirection, skippedRows } from './moves.ts';

type Row = Record<string, unknown>;

/** A table of identifying rows, and the fields of the record that mirror its primary rows. */
export interface IdentifyingRows {
  table: string;
  /** The column that references the record. */
  column: string;
  /** The column that holds the kind; each kind has one primary row. */
  kind: string;
  /** The mirroring field of the record, by kind. */
  fields: Readonly<Record<string, string>>;
  /** SQL condition that no other live record holds the value of row `t`. */
  isValueFree: string;
}

/** Loads the rows of a record, oldest first. */
export function loadIdentifyingRows(
  ctx: TenantContext,
  { table, column }: IdentifyingRows,
  id: string,
): Promise<Row[]> {
  return ctx.tx.rows<Row>(
    `select * from ${table} where tenant_id = $1 and ${column} = $2 order by created_at, id`,
    [ctx.tenantId, id],
  );
}

/** Returns the rows that the primary record has after a merge, oldest first. */
export function mergeIdentifyingRows({ kind }: IdentifyingRows, ours: Row[], theirs: Row[]): Row[] {
  const isPresent = (row: Row) =>
    ours.some((ourRow) => ourRow[kind] === row[kind] && ourRow.value === row.value);
  const conflicting = theirs
    .filter((row) => !isPresent(row))
    .map((row) => ({
      ...row,
      is_primary: row.is_primary && !ours.some((ourRow) => ourRow[kind] === row[kind]),
    }));
  const sortKey = (row: Row) => `${(row.created_at as Date).toISOString()} ${row.id}`;
  return [...ours, ...conflicting].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

/**
 * Moves the rows of the duplicate whose value the primary record lacks; they are primary only if it had no row of the
 * kind. The other rows stay on the duplicate and are not live while it is merged.
 * @returns the number of rows moved
 */
export async function moveIdentifyingRows(
  ctx: TenantContext,
  parts: IdentifyingRows,
  direction: MergeDirection,
): Promise<number> {
  const { table, column, kind } = parts;
  const moved = await ctx.tx.rows(
    `update ${table} t set ${column} = $2, is_primary = t.is_primary and not exists (
       select from ${table} p where p.tenant_id = $1 and p.${column} = $2 and p.${kind} = t.${kind})
     where t.tenant_id = $1 and t.${column} = $3 and not exists (
       select from ${table} p where p.tenant_id = $1 and p.${column} = $2 and p.${kind} = t.${kind} and p.value = t.value)
     returning t.id`,
    [ctx.tenantId, direction.primaryId, direction.duplicateId],
  );
  await ctx.tx.rows(`update ${table} set live = false where tenant_id = $1 and ${column} = $2`, [
    ctx.tenantId,
    direction.duplicateId,
  ]);
  return moved.length;
}

/**
 * Moves back the rows that a merge moved, and makes those that stayed live again if no other record holds their
 * value.
 */
export async function moveIdentifyingRowsBack(
  ctx: TenantContext,
  { table, column, kind, isValueFree }: IdentifyingRows,
  direction: MergeDirection,
  before: Row[],
): Promise<{ moved: number; skipped: SkippedItem[] }> {
  const mergeIds = [ctx.tenantId, direction.primaryId, direction.duplicateId];
  const conflicting = await ctx.tx.rows<{ id: string }>(
    `delete from ${table} t where t.tenant_id = $1 and t.${column} = $2 and not (${isValueFree}) returning t.id`,
    [ctx.tenantId, direction.duplicateId],
  );
  const stayed = await ctx.tx.rows<{ id: string }>(
    `update ${table} set live = true, is_primary = false where tenant_id = $1 and ${column} = $2 returning id`,
    [ctx.tenantId, direction.duplicateId],
  );
  const handled = new Set([...conflicting, ...stayed].map(({ id }) => id));
  const toMove = before.map(({ id }) => id as string).filter((id) => !handled.has(id));
  const moved = await ctx.tx.rows<{ id: string }>(
    `update ${table} t set ${column} = $3, is_primary = false
     where t.tenant_id = $1 and t.${column} = $2 and t.id = any ($4) and not exists (
       select from ${table} o where o.tenant_id = $1 and o.${column} = $3 and o.${kind} = t.${kind} and o.value = t.value)
     returning t.id`,
    [...mergeIds, toMove],
  );
  const movedIds = new Set(moved.map(({ id }) => id));
  const missing = toMove.filter((id) => !movedIds.has(id));
  const primaries = before.filter((row) => row.is_primary).map(({ id }) => id);
  await ctx.tx.rows(
    `update ${table} set is_primary = true where tenant_id = $1 and ${column} = $2 and id = any ($3)`,
    [ctx.tenantId, direction.duplicateId, primaries],
  );
  return {
    moved: moved.length,
    skipped: [
      ...(conflicting.length
        ? [
            skippedRows(
              table,
              'value_taken',
              conflicting.map(({ id }) => id),
            ),
          ]
        : []),
      ...(missing.length ? [skippedRows(table, 'moved_or_removed', missing)] : []),
    ],
  };
}

/**
 * Makes the oldest row of each kind without a primary row primary.
 * @returns the values of the fields that mirror the primary rows
 */
export async function ensurePrimaries(
  ctx: TenantContext,
  { table, column, kind, fields }: IdentifyingRows,
  id: string,
): Promise<Record<string, string | null>> {
  await ctx.tx.rows(
    `update ${table} t set is_primary = true where t.tenant_id = $1 and t.id in (
       select distinct on (o.${kind}) o.id from ${table} o
       where o.tenant_id = $1 and o.${column} = $2 and not exists (
         select from ${table} p where p.tenant_id = $1 and p.${column} = $2 and p.${kind} = o.${kind} and p.is_primary)
       order by o.${kind}, o.created_at, o.id)`,
    [ctx.tenantId, id],
  );
  const primaries = await ctx.tx.rows<{ kind: string; value: string }>(
    `select ${kind} as kind, value from ${table} where tenant_id = $1 and ${column} = $2 and is_primary`,
    [ctx.tenantId, id],
  );
  const values = new Map(primaries.map((row) => [row.kind, row.value]));
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [field, values.get(name) ?? null]));
}
