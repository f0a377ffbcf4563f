// Exports: the pages of a list, longer than a person reads, of which the audit keeps who took them.
import type { TenantContext } from '../context.ts';
import type { Lookahead, RecordModel } from '../db/record-model.ts';
import type { ListArguments, Listing, PageOf } from '../lists/listing.ts';
import { listPage } from '../lists/page.ts';

const LONGEST_PAGE = 500;

/**
 * A page of a list for an export (platform.md §8: all exports stand in the audit).
 * @param type of the records, as the audit names it
 */
export function exportPage<M extends RecordModel>(
  ctx: TenantContext,
  type: string,
  listing: Listing,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<M>> {
  ctx.services.deferredAudit.exported(ctx, type);
  return listPage<M>(ctx, { ...listing, maxPageSize: LONGEST_PAGE }, args, lookahead);
}
