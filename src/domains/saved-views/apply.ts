// A saved view in the place of what a caller of its list does not say (platform.md §3 lists, §8).
import { refusal } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import type { ListArguments } from '../../lists/listing.ts';
import { brokenSort, compileFilter, momentOf, refusalOf } from './clauses.ts';
import { findView } from './service.ts';
import { viewerOf } from './viewer.ts';

/** Arguments of a list that takes views. */
type Viewable = ListArguments & { viewId?: string | null };

/**
 * The arguments of a list with those of a view where the call gives none. Its filter holds beside that of the call, for
 * who calls: a view shows nobody more than the list itself does.
 * @throws NOT_FOUND for a view that the caller does not see; PERMISSION_DENIED, SCOPE_MISSING as GetSavedView does
 * @throws VALIDATION_ERROR for a view of another list, and for one with a clause that does not hold for the caller
 */
export async function viewed<A extends Viewable>(
  ctx: TenantContext,
  entity: string,
  { viewId, ...args }: A,
): Promise<Omit<A, 'viewId'>> {
  if (viewId == null) return args;
  const refused = refusal(ctx.services.catalogue.byName.get('GetSavedView')!.access, ctx.principal);
  if (refused) throw refused;
  const view = await findView(ctx, viewId);
  if (view.entity !== entity)
    throw invalid('view_id', 'entity', `The view is one of ${view.entity}; name one of ${entity}.`);
  const order = args.sort || args.customSort ? [] : view.sort;
  const broken = brokenSort(ctx, entity, order);
  if (broken.length) throw refusalOf(broken);
  const isCustom = (key: string) => /^-?custom\./.test(key);
  const custom = order.filter(isCustom).map((key) => key.replace('custom.', ''));
  const plain = order.filter((key) => !isCustom(key));
  const moment = momentOf(ctx, await viewerOf(ctx));
  return {
    ...args,
    ...(view.filter && { tree: compileFilter(ctx, entity, view.filter, moment) }),
    ...(custom.length && { customSort: custom }),
    ...(plain.length && { sort: plain }),
    pageSize: args.pageSize ?? view.rowsPerPage,
  };
}
