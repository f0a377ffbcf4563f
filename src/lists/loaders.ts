// Relations without a query per row: each loader asks once for all parents of a level (house.md §4).
import DataLoader from 'dataloader';
import type { QueryBuilder } from 'objection';
import type { TenantAccessContext } from '../access/context.ts';
import type { RecordModel, TenantModel } from '../db/record-model.ts';
import type { Plan } from '../db/transaction.ts';
import { invalid } from '../errors.ts';
import { camelCase } from '../naming.ts';
import { DEFAULT_PAGE_SIZE } from '../page-sizes.ts';
import type { ListArguments, Listing, PageOf } from './listing.ts';
import { makeCursor, openCursor, sortKeys } from './order.ts';

/** Items of a nested list at most (platform.md §3). */
export const MAX_NESTED = 50;

/** How the rows of many parents are read: the best plan hangs on no one's id, and PostgreSQL would plan each list anew. */
const PLAN: { plan: Plan } = { plan: 'generic' };

type Rows = QueryBuilder<TenantModel, TenantModel[]>;

/** The loader of this request under a name; made at first use. */
export function loaderOf<K, V>(
  ctx: TenantAccessContext,
  name: string,
  batch: (keys: readonly K[]) => Promise<V[]>,
): DataLoader<K, V> {
  let loader = ctx.loaders.get(name) as DataLoader<K, V> | undefined;
  if (!loader) {
    loader = new DataLoader<K, V>(batch);
    ctx.loaders.set(name, loader);
  }
  return loader;
}

/** What a selection that looks ahead must know of a relation: how its rows are found from the row of the parent. */
export interface RelationSql {
  /** Tells relations of one model apart. */
  name: string;
  kind: 'one' | 'id' | 'all' | 'list' | 'count';
  model: typeof TenantModel;
  /** Conditions on `table`, with the parent's key as an SQL expression; the tenant is added by who uses it. */
  where(table: string, parentKey: string): string;
  join?(table: string): string;
  order?(table: string): string;
  /** The first rows only, of a relation that is no list. */
  limit?: number;
  /** Columns, in camelCase, that a cursor of the list is made of. */
  cursorColumns?: string[];
  /** A page of a list from rows that a parent carries. */
  page?(ctx: TenantAccessContext, rows: unknown[], args: ListArguments, parentKey: string): unknown;
}

/** A relation: a loader to call, and its SQL to select with the parent. */
export interface Relation<Answer, Key = string> {
  (ctx: TenantAccessContext, parentKey: Key, args?: ListArguments): Answer;
  readonly sql: RelationSql;
}

/** A relation to all rows of a parent, which a service that has just written them can hand on. */
export interface WholeRelation<M> extends Relation<Promise<M[]>> {
  /** Answers the next load of this request with rows that are known. */
  prime(ctx: TenantAccessContext, parentId: string, rows: M[]): void;
}

/** Joins a loader with the SQL that a selection looks ahead by. */
export function relation<Answer, Key, C extends TenantAccessContext>(
  load: (ctx: C, key: Key, args: ListArguments) => Answer,
  sql: RelationSql,
): Relation<Answer, Key> {
  return Object.assign(
    (ctx: TenantAccessContext, key: Key, args: ListArguments = {}) => load(ctx as C, key, args),
    {
      sql,
    },
  );
}

/**
 * A relation to one live record by its id; null for none, deleted or another workspace's.
 * @param column another one that names at most one live record
 */
export function byId<M extends RecordModel>(
  model: typeof RecordModel,
  column = 'id',
): Relation<Promise<M | null> | null, string | null | undefined> {
  const name = `${model.tableName}.${column}`;
  const load = (ctx: TenantAccessContext, id: string | null | undefined): Promise<M | null> | null => {
    if (!id) return null;
    return loaderOf<string, M | null>(ctx, name, async (ids) => {
      const rows = (await model
        .live(ctx)
        .whereRaw('?? = any(?)', [name, ids as string[]])
        .onBuildKnex((query) => void query.options(PLAN))) as unknown as M[];
      const found = new Map(rows.map((row) => [row[camelCase(column) as keyof M] as string, row]));
      return ids.map((key) => found.get(key) ?? null);
    }).load(id);
  };
  return relation(load, {
    name,
    kind: 'one',
    model,
    where: (table, key) => `${table}.${column} = ${key} and ${table}.deleted_at is null`,
  });
}

/** A relation to the id of a record, null while that is deleted; known ids can be handed on. */
export interface IdRelation extends Relation<Promise<string | null> | null, string | null | undefined> {
  /** Answers the next load of this request for an id that is known to be of a live record. */
  prime(ctx: TenantAccessContext, id: string): void;
}

/**
 * The id of a record as a link to it reads: null while the record is deleted (spec README, Names).
 * @param record the relation to the record itself, whose loader is shared: who selects both pays for one statement
 */
export function liveId<M extends RecordModel>(
  record: Relation<Promise<M | null> | null, string | null | undefined>,
): IdRelation {
  const name = `${record.sql.model.tableName}.live_id`;
  const liveIds = (ctx: TenantAccessContext): Set<string> => {
    const ids = (ctx.loaders.get(name) as Set<string> | undefined) ?? new Set();
    ctx.loaders.set(name, ids);
    return ids;
  };
  const load = (ctx: TenantAccessContext, id: string | null | undefined) => {
    if (!id) return null;
    return liveIds(ctx).has(id) ? Promise.resolve(id) : record(ctx, id)!.then((found) => found?.id ?? null);
  };
  const prime = (ctx: TenantAccessContext, id: string) => void liveIds(ctx).add(id);
  return Object.assign(relation(load, { ...record.sql, name, kind: 'id' }), { prime });
}

/** All rows that belong to a parent, the oldest first without another order; for relations that are few by nature. */
export function allOf<M extends TenantModel>(
  model: typeof TenantModel,
  parent: keyof M & string,
  column: string,
  order = (table: string) => `${table}.created_at, ${table}.${[model.idColumn].flat().at(-1)}`,
): WholeRelation<M> {
  const name = `${model.tableName}.${column}`;
  const loader = (ctx: TenantAccessContext) =>
    loaderOf<string, M[]>(ctx, name, async (ids) => {
      const rows = (await (model.of(ctx) as unknown as Rows)
        .whereRaw('?? = any(?)', [name, ids as string[]])
        .orderByRaw(order(model.tableName))
        .onBuildKnex((query) => void query.options(PLAN))) as unknown as M[];
      const groups = Map.groupBy(rows, (row) => row[parent] as string);
      return ids.map((id) => groups.get(id) ?? []);
    });
  const load = (ctx: TenantAccessContext, parentId: string) => loader(ctx).load(parentId);
  const sql: RelationSql = {
    name,
    kind: 'all',
    model,
    where: (table, key) => `${table}.${column} = ${key}`,
    order,
  };
  const prime = (ctx: TenantAccessContext, parentId: string, rows: M[]) =>
    void loader(ctx).prime(parentId, rows);
  return Object.assign(relation(load, sql), { prime });
}

/** How the children of a parent are found: by their own column, or through a table that joins them. */
export interface ChildList {
  listing: Listing;
  /** The column that holds the parent's id, with its table. */
  parent: string;
  /** `join contact_companies on ...`, where the parent's id stands in another table. */
  join?: string;
  sort?: readonly string[];
}

/** The fragments of a child list for its table under another name. */
function childSql({
  listing,
  parent,
  join = '',
}: ChildList): Pick<RelationSql, 'model' | 'where'> & { join(table: string): string } {
  const { model } = listing;
  const named = (text: string, table: string) => text.replaceAll(`${model.tableName}.`, `${table}.`);
  return {
    model,
    where: (table, key) => `${table}.deleted_at is null and ${named(parent, table)} = ${key}`,
    join: (table) => named(join, table),
  };
}

/** A nested list: the first items of every parent in one statement, by an index-ordered lateral join. */
export function listOf<M extends RecordModel>(name: string, list: ChildList): Relation<Promise<PageOf<M>>> {
  const { model } = list.listing;
  const table = model.tableName;
  const keys = sortKeys(list.listing, list.sort ?? ['-updated_at']);
  const order = (alias: string) =>
    keys.map(({ column, descending }) => `${alias}.${column} ${descending ? 'desc' : 'asc'}`).join(', ');
  const sql = childSql(list);
  const count = countOf(name, list);
  const page = (
    ctx: TenantAccessContext,
    rows: unknown[],
    args: ListArguments,
    parentId: string,
  ): PageOf<M> => {
    const pageSize = nestedPageSize(args);
    return {
      nodes: rows.slice(0, pageSize) as M[],
      page: args.after ? null : 1,
      pageSize,
      hasNextPage: rows.length > pageSize,
      hasPreviousPage: !!args.after,
      cursorOf: (row) => makeCursor(ctx, `${ctx.tenantId}.${name}`, keys, row),
      count: async () => ({ total: await count(ctx, parentId), totalIsEstimate: false }),
    };
  };
  const load = async (
    ctx: TenantAccessContext,
    parentId: string,
    args: ListArguments,
  ): Promise<PageOf<M>> => {
    const start = args.after ? openCursor(ctx, args.after, `${ctx.tenantId}.${name}`, keys.length) : [];
    // The keys of a nested list share one direction, so a row comparison says "behind the cursor".
    const afterCursor = start.length
      ? `and (${keys.map(({ column }) => `${table}.${column}`).join(', ')}) ${keys[0]!.descending ? '<' : '>'} (${keys.map(() => '?').join(', ')})`
      : '';
    const limit = nestedPageSize(args) + 1;
    const loader = loaderOf<string, M[]>(ctx, `${name}.${limit}.${args.after ?? ''}`, async (ids) => {
      const { rows } = await ctx.db
        .raw(
          `select p.id as parent_key, c.* from unnest(?::uuid[]) as p(id) cross join lateral (
          select ${table}.* from ${table} ${sql.join(table)}
          where ${table}.tenant_id = ? and ${sql.where(table, 'p.id')} ${afterCursor} order by ${order(table)} limit ${limit}
        ) c`,
          [ids as string[], ctx.tenantId, ...(start as string[])],
        )
        .options(PLAN);
      const groups = Map.groupBy(rows as { parent_key: string }[], (row) => row.parent_key);
      return ids.map((id) =>
        (groups.get(id) ?? []).map((row) => model.fromDatabaseJson(row) as unknown as M),
      );
    });
    return page(ctx, await loader.load(parentId), args, parentId);
  };
  return relation(load, {
    name,
    kind: 'list',
    ...sql,
    order,
    cursorColumns: keys.map(({ column }) => camelCase(column)),
    page: page as RelationSql['page'],
  });
}

/**
 * Items of a nested list: what was asked for, 25 without it, at most 50.
 * @throws VALIDATION_ERROR for less than one item, and for a page number: a nested list goes on behind a cursor
 */
export function nestedPageSize({ page, first, pageSize }: ListArguments): number {
  if (page && page > 1)
    throw invalid('page', 'use_cursor', 'A nested list has no page numbers; continue with after.');
  const size = first ?? pageSize ?? DEFAULT_PAGE_SIZE;
  if (size < 1) throw invalid(first == null ? 'pageSize' : 'first', 'minimum', 'The value must be >= 1.');
  return Math.min(size, MAX_NESTED);
}

/** How many live children each parent has; one statement for all parents. */
export function countOf(name: string, list: ChildList): Relation<Promise<number>> {
  const table = list.listing.model.tableName;
  const sql = childSql(list);
  const load = (ctx: TenantAccessContext, parentId: string): Promise<number> =>
    loaderOf<string, number>(ctx, `${name}.count`, async (ids) => {
      const { rows } = await ctx.db
        .raw(
          `select ${list.parent} as parent_key, count(*) as n from ${table} ${sql.join(table)}
         where ${table}.tenant_id = ? and ${sql.where(table, 'any(?)')} group by 1`,
          [ctx.tenantId, ids as string[]],
        )
        .options(PLAN);
      const counts = new Map(
        (rows as { parent_key: string; n: number }[]).map((row) => [row.parent_key, row.n]),
      );
      return ids.map((id) => counts.get(id) ?? 0);
    }).load(parentId);
  return relation(load, { name: `${name}.count`, kind: 'count', ...sql });
}
