// Word search: every word of the text must be the beginning of a word of the record, or of a record that it refers to
// (table search_tokens, house.md §4).
import type { Knex } from 'knex';
import type { QueryBuilder } from 'objection';
import { refusal } from '../access/check.ts';
import type { TenantAccessContext } from '../access/context.ts';
import type { Statement } from '../db/batch.ts';
import type { RecordModel } from '../db/record-model.ts';
import type { Listing, SearchLink } from './listing.ts';
import type { SearchText } from './search-text.ts';

/** Above this many matches, the list is read in its sort order instead of sorting all matches. */
export const COMMON_MATCHES = 2000;
/** If every word has this many entries, the newest records are looked at first. */
const FREQUENT_ENTRIES = 200;
/** How many of the newest records are looked at for each record that the page needs. */
const NEWEST_PER_MATCH = 4;

/** Stand for the text in a statement, so that it can be cached and used for any text. */
const ANY_TEXT = '\0text';
const ANY_NUMBERS = '\0numbers';

/** A search as SQL. The SQL does not depend on the text: the number of matches is determined while it runs. */
export interface Search {
  /**
   * Table expressions for the `with` clause: `query (prefixes)`, `found (ids)`, which is null above the counting limit,
   * and `near (ids)`, the matches among the newest records, which is null unless they fill the page.
   */
  with: Knex.Raw;
  /**
   * The two strategies to find the records: by their ids, or along the list. For a given text, one finds all and the
   * other nothing.
   */
  strategies: readonly QueryModifier[];
}

type Query = QueryBuilder<RecordModel, RecordModel[]>;
export type QueryModifier = (query: Query) => void;

/** How a list is searched. */
export interface SearchOptions {
  links: readonly SearchLink[];
  /** How many matches are counted. */
  maxCounted: number;
  /** Also finds deleted records, whose words are stored under a separate kind. */
  includeDeleted: boolean;
  /** The records of the list from the beginning of the page, in its order, and how many of them the page needs. */
  newest?: { records: Query; needed: number } | undefined;
}

/** Returns the links whose records the caller may list: the words of others must not find anything. */
export function readableLinks(ctx: TenantAccessContext, links: readonly SearchLink[] = []): SearchLink[] {
  return links.filter(({ list }) => {
    const operation = ctx.services.catalogue.byName.get(list);
    return operation && !refusal(operation.access, ctx.principal);
  });
}

/** Prepares a search for any text. */
export function searchFor(
  ctx: TenantAccessContext,
  { model, searchEntity: entity }: Listing,
  { links, maxCounted, includeDeleted, newest }: SearchOptions,
): Search {
  const table = model.tableName;
  const kinds = includeDeleted ? [entity!, `${entity}.deleted`] : [entity!];
  const source = { tenant: ':tenant', table, row: table, kinds, links };
  const values = { tenant: ctx.tenantId, written: ANY_TEXT, numbers: ANY_NUMBERS };
  const fewFound = `select ids from found where cardinality(ids) <= ${COMMON_MATCHES}`;
  return {
    with: ctx.db.raw(
      `query as materialized (
         select search_prefixes(cast(:tenant as uuid), ${textArray(source.kinds)}, :written, cast(:numbers as text[])) as prefixes),
       near as materialized (${newest ? nearest(source) : 'select null::uuid[] as ids'}),
       found as materialized (select ${matchingIds(source, 'prefixes', maxCounted)} as ids from query)`,
      newest
        ? {
            ...values,
            needed: newest.needed,
            newest: newest.records
              .clone()
              .select([`${table}.id`, ...links.map(({ column }) => `${table}.${column}`)])
              .limit(NEWEST_PER_MATCH * newest.needed)
              .toKnexQuery() as unknown as Knex.Raw,
          }
        : values,
    ),
    strategies: [
      (query) =>
        query.whereRaw(`${table}.id = any((select coalesce((select ids from near), (${fewFound})))::uuid[])`),
      (query) =>
        query.whereRaw(
          `(select ids is null from near) and (select ids is null or cardinality(ids) > ${COMMON_MATCHES} from found)
           and (${matchesAll(source)})`,
          { tenant: ctx.tenantId },
        ),
    ],
  };
}

/** The records that are searched, and by which words. */
export interface WordSource {
  /** The parameter with the workspace. */
  tenant: string;
  table: string;
  /** The alias of the table in conditions. */
  row: string;
  /** The kinds of the records in search_tokens. */
  kinds: readonly string[];
  links: readonly SearchLink[];
}

const HAS_PREFIX = 's.token >= prefix and s.token < prefix || chr(1114111)';

/** Returns SQL for the ids that match all prefixes; null if there are more than the limit. */
export function matchingIds(source: WordSource, prefixes: string, most: number): string {
  const { table, kinds, links } = source;
  const tenant = `cast(${source.tenant} as uuid)`;
  if (links.length === 0) {
    return kinds.length === 1
      ? `search_ids(${tenant}, '${kinds[0]}', ${prefixes}, ${most})`
      : `search_ids_with_deleted(${tenant}, '${kinds[0]}', ${prefixes}, ${most})`;
  }
  const columns = textArray(links.map(({ column }) => column));
  const targets = textArray(links.map(({ entity }) => entity));
  return `search_linked_ids(${tenant}, ${textArray(kinds)}, ${prefixes}, ${most}, '${table}', ${columns}, ${targets})`;
}

/**
 * Returns a condition on a record that every prefix matches. An aggregate, because PostgreSQL would turn `exists` into
 * a join of all matches.
 */
export function matchesAll({ tenant, row, kinds, links }: WordSource): string {
  const matches = (entities: readonly string[], id: string) => `exists (
    select from search_tokens s
    where s.tenant_id = ${tenant} and s.entity in (${entities.map((entity) => `'${entity}'`).join(', ')})
      and s.record_id = ${row}.${id} and ${HAS_PREFIX})`;
  const either = [
    matches(kinds, 'id'),
    ...links.map(({ entity, column }) => `search_is_linked(prefix) and ${matches([entity], column)}`),
  ];
  return `select bool_and(${either.join(' or ')}) from unnest((select prefixes from query)) as prefix`;
}

/**
 * Returns SQL for the ids of the page from the newest records, null if those do not fill it. Rare words are not looked
 * for among the newest records.
 */
function nearest(source: WordSource): string {
  const entities = [...source.kinds, ...source.links.map(({ entity }) => entity)];
  const areFrequent = `select bool_and(exists (
      select from search_tokens s
      where s.tenant_id = ${source.tenant} and s.entity = any (${textArray(entities)}) and ${HAS_PREFIX}
      offset ${FREQUENT_ENTRIES}))
    from unnest((select prefixes from query)) as prefix`;
  return `select case when count(*) = :needed then array_agg(id) end as ids from (
    select ${source.table}.id from (:newest) ${source.table}
    where (${areFrequent}) and (${matchesAll(source)}) limit :needed) as matches`;
}

/** Returns an array of names from code as SQL. */
export function textArray(values: readonly string[]): string {
  return `array[${values.map((value) => `'${value}'`).join(', ')}]::text[]`;
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
  const whole = search ? ctx.db.raw(`with ? ${text}`, [search.with, ...parts]) : ctx.db.raw(text, parts);
  const { sql, bindings } = whole.toSQL().toNative();
  return { text: sql, values: bindings as unknown[] };
}

/** Returns the statement of a search for any text with this text. */
export function withText({ text, values }: Statement, searched: SearchText | undefined): Statement {
  if (!searched) return { text, values };
  const replaced = (value: unknown) =>
    value === ANY_TEXT ? searched.text : value === ANY_NUMBERS ? searched.numbers : value;
  return { text, values: values.map(replaced) };
}

/** Escapes a text for use in a LIKE pattern. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
