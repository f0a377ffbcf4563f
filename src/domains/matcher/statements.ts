// The statements of the matcher's steps. The names of companies are normalized by the database alone (migration 0010).

/** The last letter of all, behind everything that begins with a text. */
const LAST = '\u{10ffff}';
/** Candidates that a step looks at; more of them are no help to anybody. */
const MAX_CANDIDATES = 50;

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

/** Names that share a rare trigram with the form f of a name and have about its size; what is alike is among them. */
export function alikeTo(likeness: string): string {
  return `
    select distinct g.company_id, g.name from company_name_grams g
    where g.tenant_id = $1 and g.gram = any (rare_grams(f, ${likeness}))
      and g.size between floor(cardinality(show_trgm(f)) * ${likeness})::smallint and ceil(cardinality(show_trgm(f)) / ${likeness})::smallint`;
}

/** Live companies whose name is all but equal to the name ($2); numbers in it must be the same ones. */
export const BY_SIMILAR_NAME = `
  select c.id as "companyId", c.name, c.domain, max(found.score)::float8 as score
  from (
    select alike.company_id, round(similarity(f, alike.name)::numeric, 3) as score
    from unnest(match_names($2)) as f cross join lateral (${alikeTo('0.895')}) as alike
    where length(f) >= 8 and length(alike.name) >= 8 and name_numbers(f) = name_numbers(alike.name)
  ) as found join companies c on c.tenant_id = $1 and c.id = found.company_id and c.deleted_at is null
  where found.score >= 0.9
  group by c.id, c.name, c.domain order by score desc limit ${MAX_CANDIDATES}`;

/** Live companies whose name is a brand ($2), or begins with one of five letters or more. */
export const BY_BRAND = `
  select c.id as "companyId", c.name, c.domain, max(found.score)::float8 as score
  from (
    select n.company_id, case when n.joined = brand then 0.95 else 0.9 end as score
    from (
      select distinct replace(name_words(label, way = 1), ' ', '') as brand
      from unnest($2::text[]) as label, generate_series(0, 1) as way
    ) as brands
    join company_names n on n.tenant_id = $1 and n.joined >= brand collate "C" and n.joined < (brand || '${LAST}') collate "C"
    where n.joined = brand or length(brand) >= 5 and exists (
      select from generate_series(1, cardinality(string_to_array(n.name, ' '))) as words
      where array_to_string((string_to_array(n.name, ' '))[:words], '') = brand)
  ) as found join companies c on c.tenant_id = $1 and c.id = found.company_id and c.deleted_at is null
  group by c.id, c.name, c.domain order by score desc limit ${MAX_CANDIDATES}`;

/** How alike a name ($3) and the names of a company ($2) are at best. */
export const LIKENESS = `
  select coalesce(max(similarity(f, n.name)), 0)::float8 as likeness
  from unnest(match_names($3)) as f join company_names n on n.tenant_id = $1 and n.company_id = $2`;

/** Locks the hosts ($2) and the name ($3) of a company to be, in one order for all, until the transaction ends. */
export const LOCK = `
  select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended($1::uuid || ':' || value, 0) as key
    from unnest($2::text[] || match_names($3)) as value order by key offset 0) as keys`;
