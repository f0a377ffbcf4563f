// Builds the SQL statement of global search: ranked, bounded lookups in each module (crm.md section 14).
import { matchesAll, matchingIds, textArray } from '../../lists/search.ts';
import type { Searchable } from './searchable.ts';

/**
 * Above this number of matches they are neither counted nor sorted: the latest records are scanned until enough
 * match.
 */
export const MAX_COUNTED = 1000;
/** Maximum number of candidates with similar words. */
const MAX_SIMILAR = 200;
/** Minimum trigram similarity between a word of the name and a word of the text (crm.md section 14). */
const MIN_SIMILARITY = 0.3;

const LAST = 'chr(1114111)';

/**
 * Builds one statement for several modules. Its parameters are the workspace `$1`, the text `$2`, the number of
 * rows `$3`, the phone numbers that the text can mean `$4`, and the values of the exact fields of each module. It returns `answers` in the order of the modules:
 * `rows`, best first, and `total`, null above MAX_COUNTED.
 */
export function statementOf(searchables: readonly Searchable[]): string {
  let values = 4;
  const answers = searchables.map((searchable) => {
    const answer = `(select row_to_json(answer) from (${moduleSelect(searchable, values + 1)}) answer)`;
    values += searchable.exact.length;
    return answer;
  });
  return `select json_build_array(${answers.join(', ')}) as answers`;
}

/** Builds the query of one module. @param firstValue the parameter position of its first exact value */
function moduleSelect(searchable: Searchable, firstValue: number): string {
  const { entity, model, condition, title, subtitle, exact, texts, links } = searchable;
  const source = { tenant: '$1', table: model.tableName, row: 'r', kinds: [entity], links };
  const liveRows = `from ${model.tableName} r where r.tenant_id = $1 and r.deleted_at is null${condition ? ` and ${condition}` : ''}`;
  // The records that a condition leaves are fewer than those that match.
  const most = condition ? 2 * MAX_COUNTED : MAX_COUNTED;
  const latest = 'order by r.updated_at desc, r.id desc limit $3';
  const ranked = (rank: number, condition: string) =>
    `(select r.id, r.updated_at, ${rank} as rank, null as field ${liveRows} and ${condition} ${latest})`;
  const inIds = (ids: string) => `r.id = any((select ${ids} from found)::uuid[])`;
  const hasName = `(select true from search_tokens s, query where s.tenant_id = $1 and s.entity = '${entity}'
      and s.record_id = r.id and s.token >= query.name and s.token < query.name || ${LAST} limit 1)`;
  // Hits of a lower rank are only read if they can be among the first.
  const lacksHits = 'select count(distinct id) < $3 from named';
  const matchedField = Object.entries(texts).map(
    ([field, text]) => `when search_matches(${text}, (select prefixes from found)) then '${field}'`,
  );
  const [nameField] = Object.keys(texts);
  return `
    with query as materialized (
      select search_prefixes($1, ${textArray([entity])}, $2, $4) as prefixes, search_name($2) as name),
    found as materialized (
      select prefixes, name, ${matchingIds(source, 'prefixes', most)} as ids,
        search_ids($1, '${entity}', array[name], ${MAX_COUNTED}) as named
      from query),
    exact as materialized (${exactRows(exact, firstValue)}),
    named as materialized (
      (select r.id, r.updated_at, 1 as rank, e.field ${liveRows.replace(' where ', ' join exact e on e.id = r.id where ')} limit $3)
      union all ${ranked(2, inIds('named'))}
      union all ${ranked(2, `(select named is null from found) and ${hasName}`)}),
    sure as materialized (
      select * from named
      union all ${ranked(3, `r.id = any((select case when (${lacksHits}) then ids end from found)::uuid[])`)}
      union all ${ranked(
        3,
        `(select ids is null and (${lacksHits}) from found)
        and (${matchesAll(source)})`,
      )}),
    alike as materialized ${ranked(
      4,
      `r.id = any((
        select case when (select count(distinct id) from sure) < $3 - 1
          then search_similar($1, '${entity}', prefixes, ${MAX_SIMILAR}) end from found)::uuid[])
        and (select bool_and(exists (
          select from unnest(search_words(${texts[nameField!]})) as word where similarity(word, prefix) >= ${MIN_SIMILARITY}))
          from unnest((select prefixes from found)) as prefix)`,
    )},
    every as (select * from sure union all select * from alike),
    best as (
      select * from (select distinct on (id) * from every order by id, rank) as once
      order by rank, updated_at desc, id desc limit $3)
    select
      (select coalesce(json_agg(hit), '[]'::json) from (
        select r.id, ${title} as title, nullif(${subtitle}, '') as subtitle,
          coalesce(b.field, case ${matchedField.join(' ')} when b.rank < 4 then '${links[0]?.field ?? nameField}' else '${nameField}' end) as "matchedField"
        from best b join ${model.tableName} r on r.tenant_id = $1 and r.id = b.id
        order by b.rank, b.updated_at desc, b.id desc) as hit) as rows,
      (select case when ids is not null
        then (select count(*) from (select ${counted(condition, liveRows)} union select id from every) as counted) end from found) as total`;
}

/** Returns the source of the count: matched ids must be joined with the table only if the module has a condition. */
function counted(condition: string | undefined, liveRows: string): string {
  return condition ? `r.id ${liveRows} and r.id = any(ids)` : 'unnest(ids)';
}

function exactRows(exact: Searchable['exact'], firstValue: number): string {
  const rows = exact.map(
    ({ field, find }, index) =>
      `select e.id, '${field}' as field from (${find.replace('?', `$${index + firstValue}`)}) e`,
  );
  return rows.join(' union all ') || 'select null::uuid as id, null as field where false';
}
