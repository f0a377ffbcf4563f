// Exports: long pages of a list, which the audit log records with the person who read them.
import type { TenantContext } from '../context.ts';
import type { Lookahead, RecordModel } from '../db/record-model.ts';
import type { ListArguments, Listing, PageOf } from '../lists/listing.ts';
import { listPage } from '../lists/page.ts';

const MAX_EXPORT_PAGE_SIZE = 500;

/**
 * Returns a page of a list for an export (platform.md §8: the audit records every export).
 * @param type the record type, as the audit names it
 */
export function exportPage<M extends RecordModel>(
  ctx: TenantContext,
  type: string,
  listing: Listing,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<M>> {
  ctx.services.deferredAudit.exported(ctx, type);
  return listPage<M>(ctx, { ...listing, maxPageSize: MAX_EXPORT_PAGE_SIZE }, args, lookahead);
}
