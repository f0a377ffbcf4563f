// Reads pages of lists: filters, page numbers and cursors, totals (platform.md §3).

import type { Knex } from 'knex';
import { permissionDenied } from '../access/check.ts';
import type { TenantAccessContext } from '../access/context.ts';
import type { Statement } from '../db/batch.ts';
import type { Lookahead, RecordModel } from '../db/record-model.ts';
import type { Plan } from '../db/transaction.ts';
import { camelCase } from '../naming.ts';
import { assertPageInReach, DEFAULT_PAGE_SIZE, MAX_COUNTED, MAX_PAGE_SIZE } from '../page-sizes.ts';
import { listConditions } from './filter-tree.ts';
import { cachedStatement, isOverLimit, markOverLimit } from './list-cache.ts';
import type { ListArguments, Listing, PageOf, Query } from './listing.ts';
import { applyCursor, cursorScope, makeCursor, nullParts, openCursor, orderKeys, orderOf } from './order.ts';
import {
  COMMON_MATCHES,
  type QueryModifier,
  readableLinks,
  type Search,
  searchFor,
  toStatement,
  unionOfStrategies,
  withText,
} from './search.ts';
import { readSearchText } from './search-text.ts';

/** The records that a page may need at most for the newest records to be searched first. */
const MAX_NEWEST = MAX_PAGE_SIZE + 1;

/**
 * Reads one page of a list.
 * @param lookahead the plan of the selection
 * @param scope restricts the list, for the list of one parent
 * @throws VALIDATION_ERROR for a page beyond the limit, an invalid cursor, or a filter on a field that the caller may not
 *   read
 */
export async function listPage<M extends RecordModel>(
  ctx: TenantAccessContext,
  listing: Listing,
  args: ListArguments,
  lookahead?: Lookahead,
  scope?: (query: Query) => void,
): Promise<PageOf<M>> {
  const { model } = listing;
  if (args.includeDeleted && !ctx.principal.permissions.has(`${model.entity}.delete`)) {
    throw permissionDenied(`${model.entity}.delete`);
  }
  const pageSize = Math.min(
    args.first ?? args.pageSize ?? DEFAULT_PAGE_SIZE,
    listing.maxPageSize ?? MAX_PAGE_SIZE,
  );
  const page = args.after ? null : (args.page ?? 1);
  assertPageInReach(page, pageSize);
  // The number of rows that match a filter, and so the best plan, depends on the values.
  const plan = args.tree || Object.keys(args.filter ?? {}).length ? 'auto' : 'generic';
  const conditions = await listConditions(ctx, listing, args);
  const { requestFilters, fields, custom, combined, tree } = conditions;
  const keys = orderKeys(ctx, listing, args);
  // A blank text is no search (spec README point 35).
  const searched = args.search?.trim() ? await readSearchText(ctx, args.search) : undefined;
  const links = searched ? readableLinks(ctx, listing.searchLinks) : [];
  const selection = (modify?: QueryModifier): Query => {
    const query = (args.includeDeleted || listing.keepsDeleted
      ? model.of(ctx)
      : model.live(ctx)) as unknown as Query;
    scope?.(query);
    modify?.(query);
    conditions.apply(query);
    return query;
  };
  const order = orderOf(model.tableName, keys);
  // With the time in its values, a condition would be another one in each request.
  const treeScope = requestFilters.length ? combined : tree;
  const cursorKey = cursorScope(ctx, listing, args, order, custom, treeScope);
  const start = args.after ? openCursor(ctx, args.after, cursorKey, keys.length) : undefined;
  const ordered = (query: Query): Query => {
    query.orderByRaw(order);
    if (start) applyCursor(query, model.tableName, keys, start);
    return query;
  };
  const pageQuery = (modify?: QueryModifier): Query => {
    const query = ordered(selection(modify).select(`${model.tableName}.*`));
    // One row more, to know whether there is a next page.
    (query as unknown as Knex.QueryBuilder).limit(pageSize + 1, {
      skipBinding: USUAL_PAGE_SIZES.includes(pageSize),
    });
    if (page && page > 1) query.offset((page - 1) * pageSize);
    return query;
  };
  const nulls = page && page > 1 ? [] : nullParts(model.tableName, keys, start);
  const pageRows = (search: Search | undefined): Knex.Raw =>
    nulls.length && !search
      ? ctx.db.raw(
          nulls.map(() => '(?)').join(' union all '),
          nulls.map(
            (part) =>
              pageQuery(part.where).clearOrder().orderByRaw(part.order).toKnexQuery() as unknown as Knex.Raw,
          ),
        )
      : unionOfStrategies(ctx, search, pageQuery);
  const isNarrowed = !!(scope || tree || Object.keys(fields).length || custom.length);
  const searchOf = (maxCounted: number, isPage: boolean): Search | undefined => {
    if (!searched) return undefined;
    const needed = (page ?? 1) * pageSize + 1;
    // Only in the default order, which an index serves, are the newest records read without the others.
    const isNewestFirst =
      isPage && !isNarrowed && !args.sort && !args.customSort && !args.includeDeleted && needed <= MAX_NEWEST;
    const newest = isNewestFirst ? { records: ordered(selection()), needed } : undefined;
    return searchFor(ctx, listing, { links, maxCounted, includeDeleted: !!args.includeDeleted, newest });
  };
  const total = (search: Search | undefined): Knex.Raw => {
    // The search result already has the ids; unless another condition restricts the list, the records need not be read.
    if (search && !isNarrowed) return ctx.db.raw(COUNT_MATCHES);
    return ctx.db.raw(COUNT, [
      unionOfStrategies(ctx, search, (modify) => selection(modify).select(ctx.db.raw('1'))),
    ]);
  };
  // With a scope, the arguments alone do not identify the list. Callers may search through different links.
  const listKey = scope ? undefined : cursorKey + links.map(({ field }) => field).join();
  const list = lookahead?.select([...new Set(keys.map(({ column }) => camelCase(column)))]);
  const isCounted = lookahead?.counts && !(listKey && isOverLimit(listKey));
  const build = () => {
    // Whoever does not ask for the total only needs to know of a common word that it is common.
    const search = searchOf(isCounted ? MAX_COUNTED : COMMON_MATCHES, true);
    return pageStatement(
      ctx,
      model.tableName,
      search,
      pageRows(search),
      order,
      list!,
      lookahead?.sqlJson,
      isCounted && total(search),
    );
  };
  const statement = () => {
    if (!listKey || args.after || requestFilters.length) return build();
    const anyText = searched
      ? cursorScope(
          ctx,
          listing,
          { ...args, search: `any ${links.map(({ field }) => field)}` },
          order,
          custom,
          tree,
        )
      : listKey;
    return cachedStatement(`${anyText}${lookahead!.id},${page},${pageSize},${isCounted}`, build);
  };
  const readModels = async (): Promise<M[]> => {
    const search = searchOf(COMMON_MATCHES, true);
    const text = `select * from (?) ${model.tableName} order by ${order}`;
    const { text: sql, values } = withText(toStatement(ctx, search, text, [pageRows(search)]), searched);
    return (await ctx.tx.rows<object>(sql, values)).map((row) => model.fromDatabaseJson(row) as M);
  };
  const { rows, n } = list
    ? await readPage<M>(ctx, withText(statement(), searched), pageSize, plan, lookahead!.listed)
    : { rows: await readModels() };
  const isEmpty = page === 1 && rows.length === 0;
  return {
    nodes: rows.slice(0, pageSize),
    page,
    pageSize,
    hasNextPage: rows.length > pageSize,
    hasPreviousPage: args.after ? true : page! > 1,
    cursorOf: (row) => makeCursor(ctx, cursorKey, keys, row),
    count: memoized(async () => {
      if (n !== undefined || isEmpty) return totalOf(listKey, n ?? 0);
      // A list that recently exceeded the limit is not counted again.
      if (listKey && isOverLimit(listKey)) return totalOf(listKey, MAX_COUNTED + 1);
      const search = searchOf(MAX_COUNTED, false);
      const { text, values } = withText(
        toStatement(ctx, search, 'select (?) as n', [total(search)]),
        searched,
      );
      const [counted] = await ctx.tx.rows<{ n: number }>(text, values);
      return totalOf(listKey, counted!.n);
    }),
  };
}

/**
 * Page sizes that stand in the statement, as few as the number of prepared statements allows: PostgreSQL only keeps a
 * plan, rather than planning each execution, if it knows how few rows are needed.
 */
const USUAL_PAGE_SIZES: readonly number[] = [10, 20, DEFAULT_PAGE_SIZE, 50, MAX_PAGE_SIZE];

/**
 * Builds one statement for a page: the rows with the prefetched relations, and the total.
 * @param sqlJson joins that add each row as JSON written by the database
 * @param total counts the list, if the selection asks for it
 */
function pageStatement(
  ctx: TenantAccessContext,
  table: string,
  search: Search | undefined,
  page: Knex.Raw,
  order: string,
  list: string,
  sqlJson: string | undefined,
  total: Knex.Raw | false | undefined,
): Statement {
  const columns = `row_to_json(r) as row${sqlJson ? ', row_to_json(w)::text as json' : ''}${total ? ', (?) as n' : ''}`;
  // The page is limited first; otherwise, with an offset, the relations of the skipped rows would be read too.
  const from = `(?) ${table} cross join lateral (select ${list}) r ${sqlJson ?? ''}`;
  return toStatement(
    ctx,
    search,
    `select ${columns} from ${from} order by ${order}`,
    total ? [total, page] : [page],
  );
}

const COUNT = `select count(*) from (select from (?) found limit ${MAX_COUNTED + 1}) reached`;
/** Counts the matches of the search. */
const COUNT_MATCHES = `select coalesce(cardinality(ids), ${MAX_COUNTED + 1})::bigint from found`;

async function readPage<M>(
  ctx: TenantAccessContext,
  { text, values }: Statement,
  pageSize: number,
  plan: Plan,
  listed: Lookahead['listed'],
): Promise<{ rows: M[]; n?: number | undefined }> {
  const answer = await ctx.tx.rows<{ row: M; json?: string; n?: number }>(text, values, plan);
  listed?.(answer.slice(0, pageSize).map(({ json }) => json));
  return { rows: answer.map(({ row }) => row), n: answer[0]?.n };
}

function memoized<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}

function totalOf(listKey: string | undefined, counted: number): { total: number; totalIsEstimate: boolean } {
  if (listKey && counted > MAX_COUNTED) markOverLimit(listKey);
  return { total: Math.min(counted, MAX_COUNTED), totalIsEstimate: counted > MAX_COUNTED };
}
