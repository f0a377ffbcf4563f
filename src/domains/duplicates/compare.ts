// Finds duplicates by comparing records with all others of their kind: by shared keys, and companies also by similar
// names.
import { type DuplicateKind, MAX_PAIRS_PER_KEY, type ScanContext, type SharedKey } from './kinds.ts';

/** Two similar records, the smaller id first. */
export interface Pair {
  firstId: string;
  secondId: string;
  score: number;
  reason: string;
}

/** The most records changed since the last scan that a request compares itself. */
export const MAX_UNSCANNED = 100;

/**
 * Returns the pairs of some records, and the keys of all records involved.
 * @param among further records whose keys are not stored yet
 */
export async function findPairs(
  unit: ScanContext,
  kind: DuplicateKind,
  ids: string[],
  among: string[] = [],
): Promise<{ pairs: Pair[]; keys: SharedKey[] }> {
  if (ids.length === 0) return { pairs: [], keys: [] };
  const involved = [...new Set([...ids, ...among])];
  const keys = uniqueKeys(await kind.keysOf(unit, involved));
  const pairs = await unit.tx.rows<Pair>(pairsOf(kind), [
    unit.tenantId,
    ids,
    involved,
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

/** Selects the pairs with their best reason; deleted records are left out. */
function pairsOf({ entity, table, morePairs: more }: DuplicateKind): string {
  return `
    with given as (
      select * from unnest($4::text[], $5::text[], $6::uuid[]) as key(kind, value, id)
    ), found as materialized (
      select g.id, other.id as other, ($7::jsonb ->> g.kind)::numeric as score, g.kind as reason
      from given g cross join lateral (
        (select k.record_id as id from ${entity}_duplicate_keys k
         where k.tenant_id = $1 and k.kind = g.kind and k.value = g.value and k.record_id <> all ($3::uuid[]) limit ${MAX_PAIRS_PER_KEY})
        union all
        (select h.id from given h where h.kind = g.kind and h.value = g.value and h.id <> g.id limit ${MAX_PAIRS_PER_KEY})
      ) as other where g.id = any ($2::uuid[])
      ${more ? `union all ${more}` : ''}
    )
    select distinct on (1, 2) least(f.id, f.other) as "firstId", greatest(f.id, f.other) as "secondId", f.score::float8 as score, f.reason
    from found f
    join ${table} a on a.tenant_id = $1 and a.id = f.id and a.deleted_at is null
    join ${table} b on b.tenant_id = $1 and b.id = f.other and b.deleted_at is null
    order by 1, 2, f.score desc`;
}

/** Returns the latest records changed since the scan, at most as many as a request can compare itself. */
export async function unscanned(
  { tx, tenantId }: ScanContext,
  { entity, table }: DuplicateKind,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `select t.id from ${table} t left join duplicate_scans s on s.tenant_id = t.tenant_id and s.entity = '${entity}'
     where t.tenant_id = $1 and t.deleted_at is null and (s.entity is null or (t.updated_at, t.id) > (s.scanned_at, s.scanned_id))
     order by t.updated_at desc, t.id desc limit ${MAX_UNSCANNED}`,
    [tenantId],
  );
  return rows.map(({ id }) => id);
}
