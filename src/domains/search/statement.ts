// The statement that searches modules: ways to the records of each, the best first, each bounded (crm.md section 14).
import type { Searchable } from './searchable.ts';

/** Above this many records, those of a text are neither counted nor sorted: the latest are walked until enough have it. */
export const COMMON = 2000;
/** Records that are looked at because their words are alike. */
const ALIKE = 200;
/** Share of trigrams that a word of the name has in common with the text's (crm.md section 14). */
const LIKENESS = 0.3;

const LAST = 'chr(1114111)';

/**
 * One statement for several modules. It takes the workspace `$1`, the text `$2`, how many rows `$3`, then the values of
 * the exact fields of each module; it answers `answers`, in their order: `rows`, the best first, and `total`, null where
 * the text is common.
 */
export function statementOf(searchables: readonly Searchable[]): string {
  let values = 3;
  const answers = searchables.map((searchable) => {
    const answer = `(select row_to_json(answer) from (${answerOf(searchable, values + 1)}) answer)`;
    values += searchable.exact.length;
    return answer;
  });
  return `select json_build_array(${answers.join(', ')}) as answers`;
}

/** @param firstValue position of the first exact field's value */
function answerOf(searchable: Searchable, firstValue: number): string {
  const { entity, model, only, title, subtitle, exact, texts } = searchable;
  const live = `from ${model.tableName} r where r.tenant_id = $1 and r.deleted_at is null${only ? ` and ${only}` : ''}`;
  const latest = 'order by r.updated_at desc, r.id desc limit $3';
  const way = (rank: number, condition: string) =>
    `(select r.id, r.updated_at, ${rank} as rank, null as field ${live} and ${condition} ${latest})`;
  const among = (ids: string) => `r.id = any((select ${ids} from found)::uuid[])`;
  const has = (prefix: string) =>
    `(select true from search_tokens s where s.tenant_id = $1 and s.entity = '${entity}' and s.record_id = r.id
      and s.token >= ${prefix} and s.token < ${prefix} || ${LAST} limit 1)`;
  const matched = Object.entries(texts).map(
    ([field, text]) => `when search_matches(${text}, (select prefixes from found)) then '${field}'`,
  );
  const [nameField] = Object.keys(texts);
  return `
    with said as materialized (select search_prefixes($2) as prefixes, search_name($2) as name),
    found as materialized (
      select prefixes, name, search_ids($1, '${entity}', prefixes, ${COMMON}) as ids,
        search_ids($1, '${entity}', array[name], ${COMMON}) as named
      from said),
    exact as materialized (${exactRows(exact, firstValue)}),
    sure as materialized (
      (select r.id, r.updated_at, 1 as rank, e.field ${live.replace(' where ', ' join exact e on e.id = r.id where ')} limit $3)
      union all ${way(2, among('named'))}
      union all ${way(2, `(select named is null from found) and ${has('(select name from found)')}`)}
      union all ${way(3, among('ids'))}
      union all ${way(
        3,
        `(select ids is null from found)
        and (select bool_and(${has('prefix')}) from unnest((select prefixes from found)) as prefix)`,
      )}),
    alike as materialized ${way(
      4,
      `r.id = any((
        select case when (select count(distinct id) from sure) < $3 - 1
          then search_similar($1, '${entity}', prefixes, ${ALIKE}) end from found)::uuid[])
        and (select bool_and(exists (
          select from unnest(search_words(${texts[nameField!]})) as word where similarity(word, prefix) >= ${LIKENESS}))
          from unnest((select prefixes from found)) as prefix)`,
    )},
    every as (select * from sure union all select * from alike),
    best as (
      select * from (select distinct on (id) * from every order by id, rank) as once
      order by rank, updated_at desc, id desc limit $3)
    select
      (select coalesce(json_agg(hit), '[]'::json) from (
        select r.id, ${title} as title, nullif(${subtitle}, '') as subtitle,
          coalesce(b.field, case ${matched.join(' ')} else '${nameField}' end) as "matchedField"
        from best b join ${model.tableName} r on r.tenant_id = $1 and r.id = b.id
        order by b.rank, b.updated_at desc, b.id desc) as hit) as rows,
      (select case when ids is not null
        then (select count(*) from (select ${counted(only, live)} union select id from every) as counted) end from found) as total`;
}

/** Where not all rows of the table are meant, the words alone do not say how many there are. */
function counted(only: string | undefined, live: string): string {
  return only ? `r.id ${live} and r.id = any(ids)` : 'unnest(ids)';
}

function exactRows(exact: Searchable['exact'], firstValue: number): string {
  const rows = exact.map(
    ({ field, find }, index) =>
      `select e.id, '${field}' as field from (${find.replace('?', `$${index + firstValue}`)}) e`,
  );
  return rows.join(' union all ') || 'select null::uuid as id, null as field where false';
}
