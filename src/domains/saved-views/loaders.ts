// Listing and loaders of saved views: their shares, and whether a view is the viewer's default.
import type { TenantContext } from '../../context.ts';
import type { Listing } from '../../lists/listing.ts';
import { allOf, loaderOf } from '../../lists/loaders.ts';
import { SavedView, SavedViewShare } from './model.ts';
import { viewerOf } from './viewer.ts';

export const savedViewListing: Listing = { model: SavedView };

export const sharesOfView = allOf<SavedViewShare>(SavedViewShare, 'viewId', 'view_id');

/** Returns whether a view is the viewer's default for its list. */
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
