// How saved views are listed, with whom they are shared, and which of them is the viewer's default.
import type { TenantContext } from '../../context.ts';
import type { Listing } from '../../lists/listing.ts';
import { allOf, loaderOf } from '../../lists/loaders.ts';
import { SavedView, SavedViewShare } from './model.ts';
import { viewerOf } from './viewer.ts';

export const savedViewListing: Listing = { model: SavedView };

export const sharesOfView = allOf<SavedViewShare>(SavedViewShare, 'viewId', 'view_id');

/** Whether a view is the one that its list opens with for the viewer. */
export function isDefault(ctx: TenantContext, viewId: string): Promise<boolean> {
  return loaderOf<string, boolean>(ctx, 'saved_views.default', async (ids) => {
    const { userId } = await viewerOf(ctx);
    const rows = await ctx.tx.rows<{ id: string }>(
      `select view_id as id from saved_view_defaults
       where tenant_id = $1 and user_id = $2::uuid and view_id = any($3)`,
      [ctx.tenantId, userId, ids],
    );
    const found = new Set(rows.map(({ id }) => id));
    return ids.map((id) => found.has(id));
  }).load(viewId);
}
