// Loads the revisions of quotes.
import type { TenantContext } from '../../context.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { currentStatus } from './service.ts';

/** A revision as the API lists it. */
export interface Revision {
  id: string;
  number: string;
  revision: number;
  status: string;
}

/** Returns all revisions of a quote, in order; one statement for all of an answer. */
export function revisionsOf(ctx: TenantContext, rootId: string): Promise<Revision[]> {
  return loaderOf<string, Revision[]>(ctx, 'quotes.revisions', async (roots) => {
    const rows = await ctx.tx.rows<Revision & { root: string; validUntil: string }>(
      `select root_id as root, id, number, revision, status, valid_until as "validUntil" from quotes
       where tenant_id = $1 and root_id = any($2) and deleted_at is null order by revision`,
      [ctx.tenantId, roots],
    );
    const groups = Map.groupBy(rows, ({ root }) => root);
    return roots.map((root) =>
      (groups.get(root) ?? []).map((row) => ({ ...row, status: currentStatus(ctx, row) })),
    );
  }).load(rootId);
}
