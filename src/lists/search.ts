// Word search: every word of the text must be the beginning of a word of the record (table search_tokens, house.md §4).
import type { Knex } from 'knex';
import type { QueryBuilder } from 'objection';
import type { TenantAccessContext } from '../access/context.ts';
import type { Statement } from '../db/batch.ts';
import type { RecordModel } from '../db/record-model.ts';

/** Above this many matches, the list is read in its sort order instead of sorting all matches. */
export const COMMON_MATCHES = 2000;

/** A search as SQL. The SQL does not depend on the text: the number of matches is determined while it runs. */
export interface Search {
  /** A table expression `found (prefixes, ids)`, for the `with` clause; ids are null above the counting limit. */
  found: Knex.Raw;
  /**
   * The two strategies to find the records: by their ids, or along the list. For a given text, one finds all and the
   * other nothing.
   */
  strategies: readonly QueryModifier[];
}

type Query = QueryBuilder<RecordModel, RecordModel[]>;
export type QueryModifier = (query: Query) => void;

/**
 * Prepares a search.
 * @param entity kind of record in search_tokens
 * @param maxCounted how many matches are counted
 * @param includeDeleted also finds deleted records, whose words are stored under a separate kind
 */
export function searchFor(
  ctx: TenantAccessContext,
  model: typeof RecordModel,
  entity: string,
  text: string,
  maxCounted: number,
  includeDeleted: boolean,
): Search {
  const id = `${model.tableName}.id`;
  const search = includeDeleted ? 'search_ids_with_deleted' : 'search_ids';
  const entities = includeDeleted ? [entity, `${entity}.deleted`] : [entity];
  return {
    found: ctx.db.raw(
      `query as materialized (select search_prefixes(?) as prefixes),
       found as materialized (select prefixes, ${search}(?::uuid, ?, prefixes, ?::int) as ids from query)`,
      [text, ctx.tenantId, entity, maxCounted],
    ),
    strategies: [
      (query) =>
        query.whereRaw(
          `?? = any((select case when cardinality(ids) <= ${COMMON_MATCHES} then ids end from found)::uuid[])`,
          [id],
        ),
      (query) =>
        query.whereRaw(
          `(select ids is null or cardinality(ids) > ${COMMON_MATCHES} from found) and (${hasAll(entities.length)})`,
          [ctx.tenantId, ...entities, id],
        ),
    ],
  };
}

/** Returns the query of a list, or the union of both strategies of its search. */
export function unionOfStrategies(
  ctx: TenantAccessContext,
  search: Search | undefined,
  build: (modify?: QueryModifier) => Query,
): Knex.Raw {
  const raw = (modify?: QueryModifier) => build(modify).toKnexQuery() as unknown as Knex.Raw;
  return search ? ctx.db.raw('(?) union all (?)', search.strategies.map(raw)) : raw();
}

/** Returns a statement, preceded by the `with` clause of its search. */
export function toStatement(
  ctx: TenantAccessContext,
  search: Search | undefined,
  text: string,
  parts: Knex.Raw[],
): Statement {
  const whole = search ? ctx.db.raw(`with ? ${text}`, [search.found, ...parts]) : ctx.db.raw(text, parts);
  const { sql, bindings } = whole.toSQL().toNative();
  return { text: sql, values: bindings as unknown[] };
}

/** Reads the rows as models, for selections with a field that does not declare its columns. */
export async function readModels<M extends RecordModel>(
  ctx: TenantAccessContext,
  model: typeof RecordModel,
  search: Search | undefined,
  page: Knex.Raw,
  order: string,
): Promise<M[]> {
  const { text, values } = toStatement(
    ctx,
    search,
    `select * from (?) ${model.tableName} order by ${order}`,
    [page],
  );
  const rows = await ctx.tx.rows<object>(text, values);
  return rows.map((row) => model.fromDatabaseJson(row) as M);
}

/**
 * Returns a condition that every prefix matches. An aggregate, because PostgreSQL would turn `exists` into a join of
 * all matches.
 */
function hasAll(entities: number): string {
  return `
  select bool_and(exists (
    select from search_tokens s
    where s.tenant_id = ? and s.entity in (${Array(entities).fill('?').join(', ')}) and s.record_id = ??
      and s.token >= prefix and s.token < prefix || chr(1114111)))
  from unnest((select prefixes from found)) as prefix`;
}

/** Escapes a text for use in a LIKE pattern. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
