// Lists definitions, and counts the records that use each.
import type { TenantContext } from '../../context.ts';
import type { Listing } from '../../lists/listing.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { CustomField } from './model.ts';
import { CUSTOMIZED } from './records.ts';

export const customFieldListing: Listing = { model: CustomField };

/** The keys of a workspace's live records, with how many have each; one statement for all fields. */
const COUNT_USAGE = CUSTOMIZED.map(
  (table) =>
    `select '${table}' as entity, e.key, count(*) as n from ${table} r, jsonb_object_keys(r.custom_fields) as e(key)
     where r.tenant_id = $1 and r.deleted_at is null and '${table}' = any ($2) group by e.key`,
).join(' union all ');

/** Returns the number of live records with a value in a field. */
export function usageOf(ctx: TenantContext, { entity, key }: CustomField): Promise<number> {
  return loaderOf<string, number>(ctx, 'custom_fields.usage', async (names) => {
    const entities = [...new Set(names.map((name) => name.split('.')[0]!))];
    const rows = await ctx.tx.rows<{ entity: string; key: string; n: number }>(COUNT_USAGE, [
      ctx.tenantId,
      entities,
    ]);
    const counts = new Map(rows.map((row) => [`${row.entity}.${row.key}`, row.n]));
    return names.map((name) => counts.get(name) ?? 0);
  }).load(`${entity}.${key}`);
}
