// The statements of the matcher's steps. The names of companies are normalized by the database alone (migration 0010).

/** The last letter of all, behind everything that begins with a text. */
const LAST = '\u{10ffff}';
/** Candidates that a step tells of; more of them are no help to anybody. */
const MAX_CANDIDATES = 50;
/** The best that a step finds, before it looks which of them live. */
const MAX_FOUND = 200;

/** Live companies that hold one of the hosts ($2), as a website or as an email domain. */
export const BY_IDENTIFIER = `
  select c.id as "companyId", c.name, c.domain, 1 as score
  from companies c where c.tenant_id = $1 and c.deleted_at is null and c.id in (
    select i.company_id from company_identifiers i
    where i.tenant_id = $1 and i.identifier_type in ('website', 'email_domain') and i.value = any ($2::text[]) and i.live)
  limit ${MAX_CANDIDATES}`;

/** Live companies whose name or legal name equals the name ($2) in one of its forms. */
export const BY_EQUAL_NAME = `
  select distinct c.id as "companyId", c.name, c.domain, 1 as score
  from company_names n join companies c on c.tenant_id = n.tenant_id and c.id = n.company_id and c.deleted_at is null
  where n.tenant_id = $1 and n.name = any (match_names($2))
  limit ${MAX_CANDIDATES}`;

/**
 * Names of the workspace $1 that are alike to the form f of a name: company_id, name and score. Who is alike shares a
 * rare trigram and has about the size; of those the likeness is worked out, once, and the numbers must be the same ones.
 * @param least the score to reach, in three digits
 */
export function alikeTo(least: number): string {
  // What rounds up to it is enough.
  const likeness = (least - 0.005).toFixed(3);
  return `
    select near.company_id, near.name, likeness.score
    from (select name_numbers(f) as numbers offset 0) as own cross join (
      select distinct g.company_id, g.name from company_name_grams g
      where g.tenant_id = $1 and g.gram = any (rare_grams(f, ${likeness}))
        and g.size between floor(cardinality(show_trgm(f)) * ${likeness})::smallint and ceil(cardinality(show_trgm(f)) / ${likeness})::smallint
    ) as near cross join lateral (select round(similarity(f, near.name)::numeric, 3) as score offset 0) as likeness
    where likeness.score >= ${least} and name_numbers(near.name) = own.numbers`;
}

/** Live companies whose name is all but equal to the name ($2). */
export const BY_SIMILAR_NAME = `
  with found as materialized (
    select alike.company_id, alike.score
    from unnest(match_names($2)) as f cross join lateral (${alikeTo(0.9)}) as alike
    where length(f) >= 8 and length(alike.name) >= 8
    order by alike.score desc limit ${MAX_FOUND}
  )
  ${livingOf('found')}`;

/** Live companies whose name is a brand ($2), or begins with one of five letters or more. */
export const BY_BRAND = `
  with brands as materialized (
    select distinct replace(name_words(label, way = 1), ' ', '') as brand
    from unnest($2::text[]) as label, generate_series(0, 1) as way
  ), found as materialized (
    select named.company_id, case when named.joined = brand then 0.95 else 0.9 end as score
    from brands cross join lateral (
      -- In the order of the index, in which an equal name comes first.
      select n.company_id, n.joined from company_names n
      where n.tenant_id = $1 and n.joined >= brand collate "C" and n.joined < (brand || '${LAST}') collate "C"
        and (n.joined = brand or length(brand) >= 5 and exists (
          select from generate_series(1, cardinality(string_to_array(n.name, ' '))) as words
          where array_to_string((string_to_array(n.name, ' '))[:words], '') = brand))
      order by n.joined limit ${MAX_FOUND}
    ) as named
    order by score desc limit ${MAX_FOUND}
  )
  ${livingOf('found')}`;

/** The companies of a step that live, each with its best score. */
function livingOf(found: string): string {
  return `
    select c.id as "companyId", c.name, c.domain, max(f.score)::float8 as score
    from ${found} f join companies c on c.tenant_id = $1 and c.id = f.company_id and c.deleted_at is null
    group by c.id, c.name, c.domain order by score desc limit ${MAX_CANDIDATES}`;
}

/** How alike a name ($3) and the names of a company ($2) are at best. */
export const LIKENESS = `
  select coalesce(max(similarity(f, n.name)), 0)::float8 as likeness
  from unnest(match_names($3)) as f join company_names n on n.tenant_id = $1 and n.company_id = $2`;

/** Locks the hosts ($2) and the name ($3) of a company to be, in one order for all, until the transaction ends. */
export const LOCK = `
  select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended($1::uuid || ':' || value, 0) as key
    from unnest($2::text[] || match_names($3)) as value order by key offset 0) as keys`;
