// What hangs on an audit entry: its place in the chain, its record, the other entries of its request.
import type { TenantContext } from '../../context.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { AuditEntry, AuditSeal } from './model.ts';

/** The seals of entries by the ids of those. */
export async function sealsOf(ctx: TenantContext, ids: readonly string[]): Promise<Map<string, AuditSeal>> {
  const rows = (await AuditSeal.of(ctx).whereRaw('entry_id = any(?)', [ids as string[]])) as AuditSeal[];
  return new Map(rows.map((seal) => [seal.entryId, seal]));
}

/** The seal of an entry, one statement for all of a page; null for one that is not sealed yet. */
export function sealOfEntry(ctx: TenantContext, entryId: string): Promise<AuditSeal | null> {
  return loaderOf<string, AuditSeal | null>(ctx, 'audit_seals.entry', async (ids) => {
    const seals = await sealsOf(ctx, ids);
    return ids.map((id) => seals.get(id) ?? null);
  }).load(entryId);
}

/** Entries of one request at most. */
const MAX_OF_REQUEST = 100;

/**
 * The entries of the request that an entry came from, itself among them, the first hundred in order. A request writes all
 * of its entries with one time, by which they are found.
 */
export function entriesOfRequest(
  ctx: TenantContext,
  { requestId, occurredAt }: Pick<AuditEntry, 'requestId' | 'occurredAt'>,
): Promise<AuditEntry[]> {
  if (!requestId) return Promise.resolve([]);
  const key = `${new Date(occurredAt).toISOString()} ${requestId}`;
  return loaderOf<string, AuditEntry[]>(ctx, 'audit_entries.request', async (keys) => {
    const pairs = keys.map((pair) => [pair.slice(0, 24), pair.slice(25)] as const);
    const rows = await ctx.tx.rows<{ key: string; row: object }>(
      `select ($2::text[])[n] || ' ' || ($3::text[])[n] as key, to_jsonb(e) as row from generate_subscripts($2::text[], 1) as n
       cross join lateral (
         select * from audit_entries where tenant_id = $1 and occurred_at = ($2::text[])[n]::timestamptz
           and request_id = ($3::text[])[n]
         order by seq limit ${MAX_OF_REQUEST}) as e`,
      [ctx.tenantId, pairs.map(([at]) => at), pairs.map(([, id]) => id)],
    );
    const groups = Map.groupBy(rows, (found) => found.key);
    return keys.map((one) =>
      (groups.get(one) ?? []).map(({ row }) => AuditEntry.fromDatabaseJson(row) as AuditEntry),
    );
  }).load(key);
}
