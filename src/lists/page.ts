// Reads pages of lists: filters, page numbers and cursors, totals (platform.md §3).

import type { Knex } from 'knex';
import { permissionDenied } from '../access/check.ts';
import type { TenantAccessContext } from '../access/context.ts';
import type { Statement } from '../db/batch.ts';
import type { Lookahead, RecordModel } from '../db/record-model.ts';
import type { Plan } from '../db/transaction.ts';
import { invalid } from '../errors.ts';
import { camelCase } from '../naming.ts';
import { DEFAULT_PAGE_SIZE, MAX_COUNTED, MAX_PAGE_SIZE } from '../page-sizes.ts';
import { applyCustomConditions, resolveConditions } from './custom-filters.ts';
import { conditionOf } from './filter-tree.ts';
import { applyFilter } from './filters.ts';
import { cachedStatement, isOverLimit, markOverLimit } from './list-cache.ts';
import type { Conditions, CustomCondition, ListArguments, Listing, PageOf, Query } from './listing.ts';
import { applyCursor, cursorScope, makeCursor, openCursor, orderKeys, orderOf } from './order.ts';
import {
  COMMON_MATCHES,
  type QueryModifier,
  readModels,
  type Search,
  searchFor,
  toStatement,
  unionOfStrategies,
} from './search.ts';

/** A filter input: custom fields as a list, every other field with its conditions. */
type Filter = { customFields?: CustomCondition[] | null } & Record<string, Conditions | null>;

/**
 * Reads one page of a list.
 * @param lookahead the plan of the selection
 * @param scope restricts the list, for the list of one parent
 * @throws VALIDATION_ERROR for a page beyond the limit or an invalid cursor
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
  if (page && page > 1 && page * pageSize > MAX_COUNTED) {
    throw invalid(
      'page',
      'use_cursor',
      `Pages by number go to ${MAX_COUNTED} records; continue with the cursor.`,
    );
  }
  // The number of rows that match a filter, and so the best plan, depends on the values.
  const plan = args.tree || Object.keys(args.filter ?? {}).length ? 'auto' : 'generic';
  const { customFields, ...filter } = (args.filter ?? {}) as Filter;
  const custom = resolveConditions(ctx, model.tableName, customFields);
  const tree = args.tree ? conditionOf(ctx, listing, args.tree) : undefined;
  const keys = orderKeys(ctx, listing, args);
  // Who does not ask for the total need not know more of a common word than that it is one.
  const reach = lookahead && !lookahead.counts ? COMMON_MATCHES : MAX_COUNTED;
  // A blank text is no search (spec README point 35).
  const search = args.search?.trim()
    ? searchFor(ctx, model, listing.searchEntity!, args.search, reach, !!args.includeDeleted)
    : undefined;
  const selection = (modify?: QueryModifier): Query => {
    const query = (args.includeDeleted ? model.of(ctx) : model.live(ctx)) as unknown as Query;
    scope?.(query);
    modify?.(query);
    applyFilter(query, listing, filter);
    applyCustomConditions(query, model.tableName, custom);
    if (tree) query.whereRaw(`(${tree.sql})`, tree.values as string[]);
    return query;
  };
  const order = orderOf(model.tableName, keys);
  const cursorKey = cursorScope(ctx, listing, args, order, custom, tree);
  const pageQuery = (modify?: QueryModifier): Query => {
    const query = selection(modify)
      .select(`${model.tableName}.*`)
      .orderByRaw(order)
      .limit(pageSize + 1);
    if (args.after)
      applyCursor(query, model.tableName, keys, openCursor(ctx, args.after, cursorKey, keys.length));
    else if (page! > 1) query.offset((page! - 1) * pageSize);
    return query;
  };
  const total = (): Knex.Raw => {
    // The search result already has the ids; unless another condition restricts the list, the records need not be read.
    if (search && !scope && !tree && !Object.keys(filter).length && !custom.length)
      return ctx.db.raw(COUNT_MATCHES);
    return ctx.db.raw(COUNT, [
      unionOfStrategies(ctx, search, (modify) => selection(modify).select(ctx.db.raw('1'))),
    ]);
  };
  // With a scope, the arguments alone do not identify the list.
  const listKey = scope ? undefined : cursorKey;
  const list = lookahead?.select([...new Set(keys.map(({ column }) => camelCase(column)))]);
  const counting = lookahead?.counts && !(listKey && isOverLimit(listKey));
  const build = () =>
    pageStatement(
      ctx,
      model.tableName,
      search,
      unionOfStrategies(ctx, search, pageQuery),
      order,
      list!,
      lookahead?.sqlJson,
      counting && total(),
    );
  const statement = () =>
    listKey && !args.after && !search
      ? cachedStatement(`${listKey}${lookahead!.id},${page},${pageSize},${counting}`, build)
      : build();
  const { rows, n } = list
    ? await readPage<M>(ctx, statement(), pageSize, plan, lookahead!.listed)
    : { rows: await readModels<M>(ctx, model, search, unionOfStrategies(ctx, search, pageQuery), order) };
  const isEmpty = page === 1 && rows.length === 0;
  return {
    nodes: rows.slice(0, pageSize),
    page,
    pageSize,
    hasNextPage: rows.length > pageSize,
    hasPreviousPage: args.after ? true : page! > 1,
    cursorOf: (row) => makeCursor(ctx, cursorKey, keys, row),
    count: memoized(async () =>
      totalOf(listKey, n ?? (isEmpty ? 0 : await countUpTo(ctx, listKey, search, total))),
    ),
  };
}

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

/** Counts rows up to one more than the limit; a list that recently exceeded the limit is not counted again. */
async function countUpTo(
  ctx: TenantAccessContext,
  listKey: string | undefined,
  search: Search | undefined,
  total: () => Knex.Raw,
): Promise<number> {
  if (listKey && isOverLimit(listKey)) return MAX_COUNTED + 1;
  const { text, values } = toStatement(ctx, search, 'select (?) as n', [total()]);
  const [counted] = await ctx.tx.rows<{ n: number }>(text, values);
  return counted!.n;
}

function totalOf(listKey: string | undefined, counted: number): { total: number; totalIsEstimate: boolean } {
  if (listKey && counted > MAX_COUNTED) markOverLimit(listKey);
  return { total: Math.min(counted, MAX_COUNTED), totalIsEstimate: counted > MAX_COUNTED };
}
