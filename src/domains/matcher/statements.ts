// SQL statements of the matcher's steps. Company names are normalized only in the database (migration 0010).

/** The highest Unicode character: the upper bound of a prefix range. */
const MAX_CHARACTER = '\u{10ffff}';
/** Maximum number of candidates that a step returns. */
const MAX_CANDIDATES = 50;
/**
 * Maximum number of names that one name is compared with. Only names that are alike throughout, such as numbered ones, have
 * more candidates; equal names are found without them.
 */
const MAX_ALIKE = 2_000;
/** Maximum number of rows that a step considers before it excludes deleted companies. */
const MAX_FOUND = 200;

/** Selects live companies with one of the hosts ($2) as website or email domain. */
export const BY_IDENTIFIER = `
  select c.id as "companyId", c.name, c.domain, 1 as score
  from companies c where c.tenant_id = $1 and c.deleted_at is null and c.id in (
    select i.company_id from company_identifiers i
    where i.tenant_id = $1 and i.identifier_type in ('website', 'email_domain') and i.value = any ($2::text[]) and i.live)
  limit ${MAX_CANDIDATES}`;

/** Selects live companies whose name or legal name equals the name ($2) in one of its normalized forms. */
export const BY_EQUAL_NAME = `
  select distinct c.id as "companyId", c.name, c.domain, 1 as score
  from company_names n join companies c on c.tenant_id = n.tenant_id and c.id = n.company_id and c.deleted_at is null
  where n.tenant_id = $1 and n.name = any (match_names($2))
  limit ${MAX_CANDIDATES}`;

/**
 * Returns a query for the names of the workspace $1 that are similar to a normalized name f: company_id, name and
 * score. Candidates share a rare trigram with f and are of similar length; their similarity is computed once, and
 * the numbers in both names must be equal.
 * @param minScore the minimum score, with three decimals
 */
export function similarNames(minScore: number): string {
  // Scores that round up to the minimum count.
  const threshold = (minScore - 0.005).toFixed(3);
  return `
    select near.company_id, near.name, likeness.score
    from (select name_numbers(f) as numbers offset 0) as own cross join (
      select distinct g.company_id, g.name from company_name_grams g
      where g.tenant_id = $1 and g.gram = any (rare_grams(f, ${threshold}))
        and g.size between floor(cardinality(show_trgm(f)) * ${threshold})::smallint and ceil(cardinality(show_trgm(f)) / ${threshold})::smallint
      limit ${MAX_ALIKE}
    ) as near cross join lateral (select round(similarity(f, near.name)::numeric, 3) as score offset 0) as likeness
    where likeness.score >= ${minScore} and name_numbers(near.name) = own.numbers`;
}

/** Selects live companies whose name is nearly equal to the name ($2). */
export const BY_SIMILAR_NAME = `
  with found as materialized (
    select alike.company_id, alike.score
    from unnest(match_names($2)) as f cross join lateral (${similarNames(0.9)}) as alike
    where length(f) >= 8 and length(alike.name) >= 8
    order by alike.score desc limit ${MAX_FOUND}
  )
  ${liveCompanies('found')}`;

/** Selects live companies whose name is a brand ($2), or begins with a brand of at least five letters. */
export const BY_BRAND = `
  with brands as materialized (
    select distinct replace(name_words(label, way = 1), ' ', '') as brand
    from unnest($2::text[]) as label, generate_series(0, 1) as way
  ), found as materialized (
    select named.company_id, case when named.joined = brand then 0.95 else 0.9 end as score
    from brands cross join lateral (
      -- In index order, which puts an equal name first.
      select n.company_id, n.joined from company_names n
      where n.tenant_id = $1 and n.joined >= brand collate "C" and n.joined < (brand || '${MAX_CHARACTER}') collate "C"
        and (n.joined = brand or length(brand) >= 5 and exists (
          select from generate_series(1, cardinality(string_to_array(n.name, ' '))) as words
          where array_to_string((string_to_array(n.name, ' '))[:words], '') = brand))
      order by n.joined limit ${MAX_FOUND}
    ) as named
    order by score desc limit ${MAX_FOUND}
  )
  ${liveCompanies('found')}`;

/** Returns a query for the live companies of a step, each with its best score. */
function liveCompanies(found: string): string {
  return `
    select c.id as "companyId", c.name, c.domain, max(f.score)::float8 as score
    from ${found} f join companies c on c.tenant_id = $1 and c.id = f.company_id and c.deleted_at is null
    group by c.id, c.name, c.domain order by score desc limit ${MAX_CANDIDATES}`;
}

/** Selects the highest similarity between a name ($3) and the names of a company ($2). */
export const SIMILARITY = `
  select coalesce(max(similarity(f, n.name)), 0)::float8 as likeness
  from unnest(match_names($3)) as f join company_names n on n.tenant_id = $1 and n.company_id = $2`;

/** Takes advisory locks on hosts ($2) and a name ($3), always in the same order, until the transaction ends. */
export const LOCK = `
  select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended($1::uuid || ':' || value, 0) as key
    from unnest($2::text[] || match_names($3)) as value order by key offset 0) as keys`;
