// Applies a saved view to the arguments of its list (platform.md §3 lists, §8).
import { refusal } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import type { ListArguments } from '../../lists/listing.ts';
import { brokenClausesError, brokenSort, compileFilter, viewerContextOf } from './clauses.ts';
import { findView } from './service.ts';
import { viewerOf } from './viewer.ts';

/** Arguments of a list that accepts a view. */
type ViewArguments = ListArguments & { viewId?: string | null };

/**
 * Adds sort and page size of a view to list arguments that lack them, and its filter to theirs. Relative values are
 * resolved for the caller, and a view never shows more than the list itself.
 * @throws NOT_FOUND for a view that the caller cannot see; PERMISSION_DENIED, SCOPE_MISSING as GetSavedView does
 * @throws VALIDATION_ERROR for a view of another list, or with a clause that is not valid for the caller
 */
export async function applySavedView<A extends ViewArguments>(
  ctx: TenantContext,
  entity: string,
  { viewId, ...args }: A,
): Promise<Omit<A, 'viewId'>> {
  if (viewId == null) return args;
  const accessError = refusal(ctx.services.catalogue.byName.get('GetSavedView')!.access, ctx.principal);
  if (accessError) throw accessError;
  const view = await findView(ctx, viewId);
  if (view.entity !== entity)
    throw invalid('view_id', 'entity', `The view is for ${view.entity}; send a view for ${entity}.`);
  const sortKeys = args.sort || args.customSort ? [] : view.sort;
  const broken = brokenSort(ctx, entity, sortKeys);
  if (broken.length) throw brokenClausesError(broken);
  const isCustom = (key: string) => /^-?custom\./.test(key);
  const customKeys = sortKeys.filter(isCustom).map((key) => key.replace('custom.', ''));
  const standardKeys = sortKeys.filter((key) => !isCustom(key));
  const viewerContext = viewerContextOf(ctx, await viewerOf(ctx));
  return {
    ...args,
    ...(view.filter && { tree: compileFilter(ctx, entity, view.filter, viewerContext) }),
    ...(customKeys.length && { customSort: customKeys }),
    ...(standardKeys.length && { sort: standardKeys }),
    pageSize: args.pageSize ?? view.rowsPerPage,
  };
}
