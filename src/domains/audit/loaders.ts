// Loads the seals of audit entries, and the entries of the same request.
import type { TenantContext } from '../../context.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { AuditEntry, AuditSeal } from './model.ts';

/** Returns the seals of entries by entry id. */
export async function sealsOf(ctx: TenantContext, ids: readonly string[]): Promise<Map<string, AuditSeal>> {
  const rows = (await AuditSeal.of(ctx).whereRaw('entry_id = any(?)', [ids as string[]])) as AuditSeal[];
  return new Map(rows.map((seal) => [seal.entryId, seal]));
}

/** Returns the seal of an entry, or null if it is not sealed yet; one statement for all entries of a page. */
export function sealOfEntry(ctx: TenantContext, entryId: string): Promise<AuditSeal | null> {
  return loaderOf<string, AuditSeal | null>(ctx, 'audit_seals.entry', async (ids) => {
    const seals = await sealsOf(ctx, ids);
    return ids.map((id) => seals.get(id) ?? null);
  }).load(entryId);
}

/** The most entries that are returned for one request. */
const MAX_OF_REQUEST = 100;

/**
 * Returns the entries of the same request, including the given one, in order, at most a hundred. All entries of a
 * request
 * have the same time, which serves to find them.
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
      [ctx.tenantId, pairs.map(([time]) => time), pairs.map(([, id]) => id)],
    );
    const groups = Map.groupBy(rows, (row) => row.key);
    return keys.map((key) =>
      (groups.get(key) ?? []).map(({ row }) => AuditEntry.fromDatabaseJson(row) as AuditEntry),
    );
  }).load(key);
}
