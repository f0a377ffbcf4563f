// Loads the facts about files that records refer to.
import type { TenantContext } from '../context.ts';
import { loaderOf } from '../lists/loaders.ts';

/** The file of an item, without what the item says about it. */
export interface FileFacts {
  id: string;
  name: string;
  mime: string;
  bytes: number;
  sha256: string;
}

/** Loads the facts about a file. */
export function fileById(ctx: TenantContext, id: string | null): Promise<FileFacts | null> | null {
  if (!id) return null;
  return loaderOf<string, FileFacts | null>(ctx, 'files.id', async (ids) => {
    const rows = await ctx.tx.rows<FileFacts>(
      'select id, name, mime, bytes::float8 as bytes, sha256 from files where tenant_id = $1 and id = any($2)',
      [ctx.tenantId, ids],
      'generic',
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((one) => found.get(one) ?? null);
  }).load(id);
}
