// Loaders of relations: one query for all parents of a level instead of one for each row (house.md §4).
import DataLoader from 'dataloader';
import type { QueryBuilder } from 'objection';
import type { TenantAccessContext } from '../access/context.ts';
import type { RecordModel, TenantModel } from '../db/record-model.ts';
import type { Plan } from '../db/transaction.ts';
import { invalid } from '../errors.ts';
import { camelCase } from '../naming.ts';
import { DEFAULT_PAGE_SIZE } from '../page-sizes.ts';
import type { ListArguments, Listing, PageOf } from './listing.ts';
import { makeCursor, openCursor, sortKeys, sqlOf } from './order.ts';

/** The maximum number of items in a nested list (platform.md §3). */
export const MAX_NESTED = 50;

/**
 * Reads for many parents use a generic plan: the best plan does not depend on the ids, and PostgreSQL would plan each
 * list again.
 */
const PLAN: { plan: Plan } = { plan: 'generic' };

type Rows = QueryBuilder<TenantModel, TenantModel[]>;

/** Returns the loader of this request with a name, creating it at first use. */
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

/** The SQL of a relation, with which a read that looks ahead selects its rows together with the parent row. */
export interface RelationSql {
  /** Distinguishes relations of the same model. */
  name: string;
  kind: 'one' | 'id' | 'all' | 'list' | 'count';
  model: typeof TenantModel;
  /** Conditions on `table`, with the parent's key as a SQL expression; the caller adds the tenant. */
  where(table: string, parentKey: string): string;
  join?(table: string): string;
  order?(table: string): string;
  /** Limits the rows of a relation that is not a list. */
  limit?: number;
  /** The columns, in camelCase, that a cursor of the list contains. */
  cursorColumns?: string[];
  /** Builds a page of a list from rows that were fetched with the parent. */
  page?(ctx: TenantAccessContext, rows: unknown[], args: ListArguments, parentKey: string): unknown;
}

/** A relation: a loader function, and its SQL for selecting it with the parent. */
export interface Relation<Answer, Key = string> {
  (ctx: TenantAccessContext, parentKey: Key, args?: ListArguments): Answer;
  readonly sql: RelationSql;
}

/** A relation to all rows of a parent; a service that has just written them can pass them on. */
export interface WholeRelation<M> extends Relation<Promise<M[]>> {
  /** Makes the next load of this request return the given rows. */
  prime(ctx: TenantAccessContext, parentId: string, rows: M[]): void;
}

/** Combines a loader with the SQL of the relation. */
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
 * Creates a relation to one live record by its id; null for no id, a deleted record, or one of another workspace.
 * @param column another column that identifies at most one live record
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

/** A relation to the id of a record, null while that is deleted; known ids can be passed on. */
export interface IdRelation extends Relation<Promise<string | null> | null, string | null | undefined> {
  /** Marks an id as belonging to a live record, for the next load of this request. */
  prime(ctx: TenantAccessContext, id: string): void;
}

/**
 * Creates a relation to the id of a linked record: null while the record is deleted (spec README, Names).
 * @param record the relation to the record itself, whose loader is shared, so that selecting both takes one statement
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

/** Creates a relation to all rows of a parent, oldest first by default; for relations that have few rows. */
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

/** Describes how the children of a parent are found: by their own column, or through a join table. */
export interface ChildList {
  listing: Listing;
  /** The column with the parent's id, with its table. */
  parent: string;
  /** `join contact_companies on ...`, if the parent's id is in another table. */
  join?: string;
  sort?: readonly string[];
}

/** Returns the SQL fragments of a child list for a table alias. */
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

/**
 * Creates a relation to a nested list: the first items of every parent in one statement, with a lateral join in index
 * order.
 */
export function listOf<M extends RecordModel>(name: string, list: ChildList): Relation<Promise<PageOf<M>>> {
  const { model } = list.listing;
  const table = model.tableName;
  const keys = sortKeys(list.listing, list.sort ?? ['-updated_at']);
  const order = (alias: string) =>
    keys.map((key) => `${sqlOf(key, alias)} ${key.descending ? 'desc' : 'asc'}`).join(', ');
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
      parentId,
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
    // The keys of a nested list share one direction, so a row comparison selects the rows after the cursor.
    const afterCursor = start.length
      ? `and (${keys.map((key) => sqlOf(key, table)).join(', ')}) ${keys[0]!.descending ? '<' : '>'} (${keys.map(() => '?').join(', ')})`
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
 * Returns the page size of a nested list: the requested one, 25 by default, at most 50.
 * @throws VALIDATION_ERROR for less than one item, and for a page number: nested lists are continued with a cursor
 */
export function nestedPageSize({ page, first, pageSize }: ListArguments): number {
  if (page && page > 1)
    throw invalid('page', 'use_cursor', 'A nested list has no page numbers; continue with after.');
  const size = first ?? pageSize ?? DEFAULT_PAGE_SIZE;
  if (size < 1) throw invalid(first == null ? 'pageSize' : 'first', 'minimum', 'The value must be >= 1.');
  return Math.min(size, MAX_NESTED);
}

/** Creates a relation to the number of live children; one statement for all parents. */
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
