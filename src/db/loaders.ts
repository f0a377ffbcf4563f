// Relations without a query per row: each loader asks once for all parents of a level (house.md §4).
import DataLoader from 'dataloader';
import type { QueryBuilder } from 'objection';
import type { TenantContext } from '../context.ts';
import { type PageOf, DEFAULT_PAGE_SIZE, type ListArguments, type Listing, makeCursor, openCursor, sortKeys } from './page.ts';
import type { RecordModel, TenantModel } from './record-model.ts';

/** Items of a nested list at most (platform.md §3). */
export const MAX_NESTED = 50;

type Rows = QueryBuilder<TenantModel, TenantModel[]>;

/** The loader of this request under a name; made at first use. */
function loaderOf<K, V>(ctx: TenantContext, name: string, batch: (keys: readonly K[]) => Promise<V[]>): DataLoader<K, V> {
  let loader = ctx.loaders.get(name) as DataLoader<K, V> | undefined;
  if (!loader) {
    loader = new DataLoader<K, V>(batch);
    ctx.loaders.set(name, loader);
  }
  return loader;
}

/** A relation to one live record by its id; null for none, deleted or another workspace's. */
export function byId<M extends RecordModel>(model: typeof RecordModel) {
  return (ctx: TenantContext, id: string | null | undefined): Promise<M | null> | null => {
    if (!id) return null;
    const loader = loaderOf<string, M | null>(ctx, `${model.tableName}.id`, async (ids) => {
      const rows = (await model.live(ctx).whereRaw('?? = any(?)', [`${model.tableName}.id`, ids as string[]])) as unknown as M[];
      const found = new Map(rows.map((row) => [row.id, row]));
      return ids.map((key) => found.get(key) ?? null);
    });
    return loader.load(id);
  };
}

/** All rows that belong to a parent, the oldest first; for relations that are few by nature. */
export function allOf<M extends TenantModel>(model: typeof TenantModel, parent: keyof M & string, column: string) {
  return (ctx: TenantContext, parentId: string): Promise<M[]> => {
    const loader = loaderOf<string, M[]>(ctx, `${model.tableName}.${column}`, async (ids) => {
      const rows = (await (model.of(ctx) as unknown as Rows)
        .whereRaw('?? = any(?)', [`${model.tableName}.${column}`, ids as string[]])
        .orderBy([`${model.tableName}.created_at`, `${model.tableName}.${[model.idColumn].flat().at(-1)}`])) as unknown as M[];
      const groups = Map.groupBy(rows, (row) => row[parent] as string);
      return ids.map((id) => groups.get(id) ?? []);
    });
    return loader.load(parentId);
  };
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

/** A nested list: the first items of every parent in one statement, by an index-ordered lateral join. */
export function listOf<M extends RecordModel>(name: string, list: ChildList) {
  const { listing, parent, join = '', sort = ['-updated_at'] } = list;
  const { model } = listing;
  const table = model.tableName;
  const keys = sortKeys(listing, sort);
  const order = keys.map(({ column, descending }) => `${table}.${column} ${descending ? 'desc' : 'asc'}`).join(', ');
  const live = `${table}.tenant_id = ? and ${table}.deleted_at is null`;
  const count = countOf(name, list);
  return async (ctx: TenantContext, parentId: string, args: ListArguments): Promise<PageOf<M>> => {
    const pageSize = Math.min(args.first ?? args.pageSize ?? DEFAULT_PAGE_SIZE, MAX_NESTED);
    const seal = `${ctx.tenantId}.${name}`;
    const start = args.after ? openCursor(ctx, args.after, seal, keys.length) : undefined;
    const rowsOf = loaderOf<string, M[]>(ctx, `${name}.${pageSize}.${args.after ?? ''}`, async (ids) => {
      // The keys of a nested list share one direction, so a row comparison says "behind the cursor".
      const behind = start
        ? `and (${keys.map(({ column }) => `${table}.${column}`).join(', ')}) ${keys[0]!.descending ? '<' : '>'} (${keys.map(() => '?').join(', ')})`
        : '';
      const { rows } = await ctx.db.raw(
        `select p.id as parent_key, c.* from unnest(?::uuid[]) as p(id) cross join lateral (
          select ${table}.* from ${table} ${join} where ${live} and ${parent} = p.id ${behind} order by ${order} limit ${pageSize + 1}
        ) c`,
        [ids as string[], ctx.tenantId, ...((start ?? []) as string[])],
      );
      const groups = Map.groupBy(rows as { parent_key: string }[], (row) => row.parent_key);
      return ids.map((id) => (groups.get(id) ?? []).map((row) => model.fromDatabaseJson(row) as unknown as M));
    });
    const rows = await rowsOf.load(parentId);
    return {
      nodes: rows.slice(0, pageSize),
      page: args.after ? null : 1,
      pageSize,
      hasNextPage: rows.length > pageSize,
      hasPreviousPage: !!args.after,
      cursorOf: (row) => makeCursor(ctx, seal, keys, row),
      count: async () => ({ total: await count(ctx, parentId), totalIsEstimate: false }),
    };
  };
}

/** How many live children each parent has; one statement for all parents. */
export function countOf(name: string, { listing, parent, join = '' }: ChildList) {
  const table = listing.model.tableName;
  return (ctx: TenantContext, parentId: string): Promise<number> =>
    loaderOf<string, number>(ctx, `${name}.count`, async (ids) => {
      const { rows } = await ctx.db.raw(
        `select ${parent} as parent_key, count(*) as n from ${table} ${join}
         where ${table}.tenant_id = ? and ${table}.deleted_at is null and ${parent} = any(?) group by 1`,
        [ctx.tenantId, ids as string[]],
      );
      const counts = new Map((rows as { parent_key: string; n: number }[]).map((row) => [row.parent_key, row.n]));
      return ids.map((id) => counts.get(id) ?? 0);
    }).load(parentId);
}
