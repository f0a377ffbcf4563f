// The identifiers of companies and the ways to reach contacts: united, deduplicated by value, one primary of each kind.
import type { TenantContext } from '../../context.ts';
import type { Skip } from './fill-fields.ts';
import { skippedRows, type Way } from './moves.ts';

type Row = Record<string, unknown>;

/** The table of what identifies a record, and the fields that equal its primary rows. */
export interface Parts {
  table: string;
  /** The column that names the record. */
  column: string;
  /** The column of which each value has one primary row. */
  kind: string;
  /** Field of the record, by kind. */
  fields: Readonly<Record<string, string>>;
  /** Says of a row `t` that its value is free for the record that is restored. */
  free: string;
}

/** The rows of a record, as they are stored. */
export function partsOf(ctx: TenantContext, { table, column }: Parts, id: string): Promise<Row[]> {
  return ctx.tx.rows<Row>(
    `select * from ${table} where tenant_id = $1 and ${column} = $2 order by created_at, id`,
    [ctx.tenantId, id],
  );
}

/** What a merge makes of the rows of both records: in the order in which they were made. */
export function unitedParts({ kind }: Parts, ours: Row[], theirs: Row[]): Row[] {
  const has = (row: Row) => ours.some((one) => one[kind] === row[kind] && one.value === row.value);
  const taken = theirs
    .filter((row) => !has(row))
    .map((row) => ({
      ...row,
      is_primary: row.is_primary && !ours.some((one) => one[kind] === row[kind]),
    }));
  const age = (row: Row) => `${(row.created_at as Date).toISOString()} ${row.id}`;
  return [...ours, ...taken].sort((a, b) => (age(a) < age(b) ? -1 : 1));
}

/**
 * Moves the rows of the duplicate whose value the record that stays lacks; they are primary only where it had none of
 * the kind. The others stay, and hold nothing while their record is merged away.
 * @returns how many moved
 */
export async function moveParts(ctx: TenantContext, parts: Parts, way: Way): Promise<number> {
  const { table, column, kind } = parts;
  const moved = await ctx.tx.rows(
    `update ${table} t set ${column} = $2, is_primary = t.is_primary and not exists (
       select from ${table} p where p.tenant_id = $1 and p.${column} = $2 and p.${kind} = t.${kind})
     where t.tenant_id = $1 and t.${column} = $3 and not exists (
       select from ${table} p where p.tenant_id = $1 and p.${column} = $2 and p.${kind} = t.${kind} and p.value = t.value)
     returning t.id`,
    [ctx.tenantId, way.primaryId, way.duplicateId],
  );
  await ctx.tx.rows(`update ${table} set live = false where tenant_id = $1 and ${column} = $2`, [
    ctx.tenantId,
    way.duplicateId,
  ]);
  return moved.length;
}

/** Moves back the rows that a merge moved, and lets those that stayed hold their values again where these are free. */
export async function moveBackParts(
  ctx: TenantContext,
  { table, column, kind, free }: Parts,
  way: Way,
  before: Row[],
): Promise<{ moved: number; skipped: Skip[] }> {
  const ends = [ctx.tenantId, way.primaryId, way.duplicateId];
  const taken = await ctx.tx.rows<{ id: string }>(
    `delete from ${table} t where t.tenant_id = $1 and t.${column} = $2 and not (${free}) returning t.id`,
    [ctx.tenantId, way.duplicateId],
  );
  const stayed = await ctx.tx.rows<{ id: string }>(
    `update ${table} set live = true, is_primary = false where tenant_id = $1 and ${column} = $2 returning id`,
    [ctx.tenantId, way.duplicateId],
  );
  const known = new Set([...taken, ...stayed].map(({ id }) => id));
  const wanted = before.map(({ id }) => id as string).filter((id) => !known.has(id));
  const moved = await ctx.tx.rows<{ id: string }>(
    `update ${table} t set ${column} = $3, is_primary = false
     where t.tenant_id = $1 and t.${column} = $2 and t.id = any ($4) and not exists (
       select from ${table} o where o.tenant_id = $1 and o.${column} = $3 and o.${kind} = t.${kind} and o.value = t.value)
     returning t.id`,
    [...ends, wanted],
  );
  const back = new Set(moved.map(({ id }) => id));
  const lost = wanted.filter((id) => !back.has(id));
  const primaries = before.filter((row) => row.is_primary).map(({ id }) => id);
  await ctx.tx.rows(
    `update ${table} set is_primary = true where tenant_id = $1 and ${column} = $2 and id = any ($3)`,
    [ctx.tenantId, way.duplicateId, primaries],
  );
  return {
    moved: moved.length,
    skipped: [
      ...(taken.length
        ? [
            skippedRows(
              table,
              'value_taken',
              taken.map(({ id }) => id),
            ),
          ]
        : []),
      ...(lost.length ? [skippedRows(table, 'moved_or_removed', lost)] : []),
    ],
  };
}

/**
 * Makes the oldest row primary of each kind that has none.
 * @returns what the fields of the record must then hold
 */
export async function settleParts(
  ctx: TenantContext,
  { table, column, kind, fields }: Parts,
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
  return Object.fromEntries(Object.entries(fields).map(([one, field]) => [field, values.get(one) ?? null]));
}
