// Search by words: every word of the text must begin a word of the record (table search_tokens, house.md §4).
import type { Knex } from 'knex';
import type { QueryBuilder } from 'objection';
import type { TenantAccessContext } from '../access/context.ts';
import type { Statement } from '../db/batch.ts';
import type { RecordModel } from '../db/record-model.ts';

/** Above this many records a text is common: the list is walked in its order instead of sorting all that match. */
export const COMMON_MATCHES = 2000;

/** A search as SQL, whose shape does not hang on the text: how common its words are is found out on the way. */
export interface Search {
  /** A table expression `found (prefixes, ids)`, for the statement to begin with; ids are null beyond the reach. */
  found: Knex.Raw;
  /** The two ways to the records, by their ids and along the list. One of them finds all, the other nothing. */
  strategies: readonly QueryModifier[];
}

type Query = QueryBuilder<RecordModel, RecordModel[]>;
export type QueryModifier = (query: Query) => void;

/**
 * Prepares a search.
 * @param entity kind of record in search_tokens
 * @param reach how many records are counted
 * @param includeDeleted finds deleted records too, whose words stand under a kind of their own
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

/** The rows of a list, or of a search by both of its ways. */
export function unionOfStrategies(
  ctx: TenantAccessContext,
  search: Search | undefined,
  build: (modify?: QueryModifier) => Query,
): Knex.Raw {
  const raw = (modify?: QueryModifier) => build(modify).toKnexQuery() as unknown as Knex.Raw;
  return search ? ctx.db.raw('(?) union all (?)', search.strategies.map(raw)) : raw();
}

/** A statement, with what its search begins with. */
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

/** The rows as models, where a selected field does not say which columns it reads. */
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

/** An aggregate, because an exists would be turned into a join of all that match. */
function hasAll(entities: number): string {
  return `
  select bool_and(exists (
    select from search_tokens s
    where s.tenant_id = ? and s.entity in (${Array(entities).fill('?').join(', ')}) and s.record_id = ??
      and s.token >= prefix and s.token < prefix || chr(1114111)))
  from unnest((select prefixes from found)) as prefix`;
}

/** A text as the part of a pattern that matches only itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
