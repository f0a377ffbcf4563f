// Search by words: every word of the text must begin a word of the record (table search_tokens, house.md §4).
import type { Knex } from 'knex';
import type { QueryBuilder } from 'objection';
import type { TenantContext } from '../context.ts';
import type { RecordModel } from './record-model.ts';

/** Above this many records a text is common: the list is walked in its order instead of sorting all that match. */
const COMMON = 5000;

/** A search as SQL, whose shape does not hang on the text: how common its words are is found out on the way. */
export interface Search {
  /** A table expression `found (prefixes, ids)`, for the statement to begin with; ids are null beyond the reach. */
  found: Knex.Raw;
  /** The two ways to the records, by their ids and along the list. One of them finds all, the other nothing. */
  ways: readonly Narrowing[];
}

export type Narrowing = (query: QueryBuilder<RecordModel, RecordModel[]>) => void;

/**
 * Prepares a search.
 * @param entity kind of record in search_tokens
 * @param reach how many records are counted
 */
export function searchFor(
  ctx: TenantContext,
  model: typeof RecordModel,
  entity: string,
  text: string,
  reach: number,
): Search {
  const id = `${model.tableName}.id`;
  return {
    found: ctx.db.raw(
      `said as materialized (select search_prefixes(?) as prefixes),
       found as materialized (select prefixes, search_ids(?::uuid, ?, prefixes, ?::int) as ids from said)`,
      [text, ctx.tenantId, entity, reach],
    ),
    ways: [
      (query) =>
        query.whereRaw(
          `?? = any((select case when cardinality(ids) <= ${COMMON} then ids end from found)::uuid[])`,
          [id],
        ),
      (query) =>
        query.whereRaw(`(select ids is null or cardinality(ids) > ${COMMON} from found) and (${HAS_ALL})`, [
          ctx.tenantId,
          entity,
          id,
        ]),
    ],
  };
}

/** An aggregate, because an exists would be turned into a join of all that match. */
const HAS_ALL = `
  select bool_and(exists (
    select from search_tokens s
    where s.tenant_id = ? and s.entity = ? and s.record_id = ?? and s.token >= prefix and s.token < prefix || chr(1114111)))
  from unnest((select prefixes from found)) as prefix`;

/** A text as the part of a pattern that matches only itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
