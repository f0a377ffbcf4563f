// Loads the files of comments and how many replies they have.
import type { TenantContext } from '../../context.ts';
import type { StoredFile } from '../../files/files.ts';
import { fileAddress } from '../../files/tickets.ts';
import { loaderOf } from '../../lists/loaders.ts';

/** Returns the files of a comment, each with a signed address. */
export async function filesOfComment(ctx: TenantContext, commentId: string) {
  const files = await loaderOf<string, StoredFile[]>(ctx, 'comments.files', async (ids) => {
    const rows = await ctx.tx.rows<StoredFile & { commentId: string }>(
      `select f.id, f.tenant_id as "tenantId", f.name, f.mime, f.bytes::float8 as bytes, f.sha256, a.comment_id as "commentId"
       from comment_files a join files f on f.tenant_id = $1 and f.id = a.file_id
       where a.tenant_id = $1 and a.comment_id = any($2) order by a.id`,
      [ctx.tenantId, ids],
    );
    const groups = Map.groupBy(rows, (row) => row.commentId);
    return ids.map((id) => groups.get(id) ?? []);
  }).load(commentId);
  return files.map((file) => ({ id: file.id, ...fileAddress(ctx, file) }));
}
