// Compares records with all others of their kind: by keys that they share, and companies by their names too.
import { type DuplicateKind, MOST_ALIKE, type SharedKey, type Unit } from './kinds.ts';

/** Two records that look alike, the smaller id first. */
export interface Pair {
  firstId: string;
  secondId: string;
  score: number;
  reason: string;
}

/** Records that changed since the last scan and are compared while somebody waits. */
export const AWAITED = 100;

/**
 * The pairs of some records, and the keys of all that were looked at.
 * @param among records whose keys are not stored yet
 */
export async function compare(
  unit: Unit,
  kind: DuplicateKind,
  ids: string[],
  among: string[] = [],
): Promise<{ pairs: Pair[]; keys: SharedKey[] }> {
  if (ids.length === 0) return { pairs: [], keys: [] };
  const looked = [...new Set([...ids, ...among])];
  const keys = uniqueKeys(await kind.keysOf(unit, looked));
  const pairs = await unit.tx.rows<Pair>(pairsOf(kind), [
    unit.tenantId,
    ids,
    looked,
    keys.map((key) => key.kind),
    keys.map(({ value }) => value),
    keys.map(({ id }) => id),
    JSON.stringify(kind.scores),
  ]);
  return { pairs, keys };
}

function uniqueKeys(keys: SharedKey[]): SharedKey[] {
  return [...new Map(keys.map((key) => [`${key.kind} ${key.value} ${key.id}`, key])).values()];
}

/** Of several reasons to pair two records, the best one; deleted records are paired with none. */
function pairsOf({ entity, table, more }: DuplicateKind): string {
  return `
    with given as (
      select * from unnest($4::text[], $5::text[], $6::uuid[]) as key(kind, value, id)
    ), found as materialized (
      select g.id, other.id as other, ($7::jsonb ->> g.kind)::numeric as score, g.kind as reason
      from given g cross join lateral (
        (select k.record_id as id from ${entity}_duplicate_keys k
         where k.tenant_id = $1 and k.kind = g.kind and k.value = g.value and k.record_id <> all ($3::uuid[]) limit ${MOST_ALIKE})
        union all
        (select h.id from given h where h.kind = g.kind and h.value = g.value and h.id <> g.id limit ${MOST_ALIKE})
      ) as other where g.id = any ($2::uuid[])
      ${more ? `union all ${more}` : ''}
    )
    select distinct on (1, 2) least(f.id, f.other) as "firstId", greatest(f.id, f.other) as "secondId", f.score::float8 as score, f.reason
    from found f
    join ${table} a on a.tenant_id = $1 and a.id = f.id and a.deleted_at is null
    join ${table} b on b.tenant_id = $1 and b.id = f.other and b.deleted_at is null
    order by 1, 2, f.score desc`;
}

/** The latest records that changed since the scan, in this moment not more than can be waited for. */
export async function unscanned({ tx, tenantId }: Unit, { entity, table }: DuplicateKind): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `select t.id from ${table} t left join duplicate_scans s on s.tenant_id = t.tenant_id and s.entity = '${entity}'
     where t.tenant_id = $1 and t.deleted_at is null and (s.entity is null or (t.updated_at, t.id) > (s.scanned_at, s.scanned_id))
     order by t.updated_at desc, t.id desc limit ${AWAITED}`,
    [tenantId],
  );
  return rows.map(({ id }) => id);
}
