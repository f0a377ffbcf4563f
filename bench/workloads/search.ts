// Workloads: a search over companies and contacts, ten of each, most recently changed first. Ours searches words by
// prefix; the peers search by substring, which finds the same records for these words.
import { LARGEST, workspaceId } from '../dataset/sizes.ts';
import { ids } from './selections.ts';
import {
  type Answer,
  type Body,
  floor,
  graphql,
  mcp,
  persisted,
  type Query,
  rest,
  type Variant,
  type Workload,
} from './workload.ts';

const tenant = workspaceId(LARGEST);

const document = `query Search($term: String!) {
  companies(search: $term, first: 10) { nodes { id name domain } }
  contacts(search: $term, first: 10) { nodes { id displayName email } } }`;

export const COMPANY_TEXTS = ['name', 'legal_name', 'client_id', 'website', 'domain'];
export const CONTACT_TEXTS = ['display_name', 'title', 'email'];

const substringSearch = (
  table: string,
  columns: string[],
  selected: string,
  pattern: string,
): string => `(select coalesce(json_agg(r), '[]') from (
  select id, ${selected} from ${table} where tenant_id = $1 and deleted_at is null
    and (${columns.map((column) => `${column} ilike ${pattern}`).join(' or ')})
  order by updated_at desc, id desc limit 10) r)`;

const substring = `select json_build_object('companies', ${substringSearch('companies', COMPANY_TEXTS, 'name, domain', '$2')},
  'contacts', ${substringSearch('contacts', CONTACT_TEXTS, 'display_name, email', '$2')})::text as body`;

/** Returns PostGraphile's filter for a substring in one of the fields. */
export const contains = (names: string[], also = ''): string =>
  `{ ${also} or: [${names.map((name) => `{ ${name}: { includesInsensitive: $term } }`).join(', ')}] }`;

const postgraphile = `query Search($tenant: UUID!, $term: String!) {
  companies(condition: { tenantId: $tenant, deletedAt: null }, orderBy: [UPDATED_AT_DESC, ROW_ID_DESC], first: 10,
    filter: ${contains(['name', 'legalName', 'clientId', 'website', 'domain'])}) { nodes { rowId name domain } }
  contacts(condition: { tenantId: $tenant, deletedAt: null }, orderBy: [UPDATED_AT_DESC, ROW_ID_DESC], first: 10,
    filter: ${contains(['displayName', 'title', 'email'])}) { nodes { rowId displayName email } } }`;

const nodes = (list: Body): Body[] => (Array.isArray(list) ? list : list.nodes);
const read = ({ companies, contacts }: Body): Answer => ({
  companies: ids(nodes(companies)),
  ...(contacts && { contacts: ids(nodes(contacts)) }),
});

/** Adds the totals; the peers have none, because they stop at the first page. */
const readTotals = (body: Body): Answer => ({
  ...read(body),
  totals: [body.companies, body.contacts].map(({ total, totalIsEstimate }) => [total, totalIsEstimate]),
});

const variantsOf = (key: string): Variant<string>[] => [
  persisted(
    {
      name: 'search',
      documents: {
        companies:
          'query SearchCompanies($term: String!) { data: companies(search: $term, first: 10) { page nodes { id name domain } } }',
        contacts:
          'query SearchContacts($term: String!) { data: contacts(search: $term, first: 10) { page nodes { id display_name: displayName email } } }',
      },
    },
    (term) => ({ term }),
    read,
  ),
  graphql('ours', document, (term) => ({ term }), read),
  graphql('postgraphile', postgraphile, (term) => ({ tenant, term }), read),
  graphql('dataloader', document, (term) => ({ term }), read),
  floor(`${key}-substring`, substring, (term) => [tenant, `%${term}%`], read),
];

const TOTALS = 'total totalIsEstimate';

/** Ours with totals, which state whether they are estimates. */
const withTotals: Variant<string>[] = [
  persisted(
    {
      name: 'search-totals',
      documents: {
        companies: `query SearchCompaniesTotal($term: String!) { data: companies(search: $term, first: 10) { page ${TOTALS} nodes { id name domain } } }`,
        contacts: `query SearchContactsTotal($term: String!) { data: contacts(search: $term, first: 10) { page ${TOTALS} nodes { id display_name: displayName email } } }`,
      },
    },
    (term) => ({ term }),
    readTotals,
  ),
  graphql(
    'ours',
    `query Search($term: String!) {
      companies(search: $term, first: 10) { nodes { id name domain } ${TOTALS} }
      contacts(search: $term, first: 10) { nodes { id displayName email } ${TOTALS} } }`,
    (term) => ({ term }),
    readTotals,
  ),
].map((variant) => ({ ...variant, note: 'with totals' }));

/**
 * Selects search terms as people type them until the list is short: the first five or six letters of a word, as many as
 * leave at most three companies. Shorter terms would also occur inside words, where only the peers find them.
 */
const TERMS = `with words as materialized (
    select split_part(domain, '-', 1) as word from companies where tenant_id = $1),
  common as materialized (
    select left(word, n) as start from words, generate_series(5, 6) n group by 1 having count(*) > 3),
  chosen as (select word from words order by md5(word) limit 100),
  found as (select (select left(word, n) from generate_series(5, 6) n
    where not exists (select from common where start = left(word, n)) order by n limit 1) as term from chosen)
  select distinct term from found where term is not null order by 1 limit 50`;

export const trigrams: Pick<Workload, 'prepare' | 'restore'> = {
  prepare: `create extension if not exists pg_trgm;
    create index bench_companies on companies using gin (${COMPANY_TEXTS.map((column) => `${column} gin_trgm_ops`).join(', ')});
    create index bench_contacts on contacts using gin (${CONTACT_TEXTS.map((column) => `${column} gin_trgm_ops`).join(', ')});
    analyze companies; analyze contacts`,
  restore: 'drop index bench_companies, bench_contacts',
};

export const terms = async (query: Query): Promise<string[]> =>
  (await query(TERMS, [tenant])).map(({ term }) => term as string);

export const search: Workload<string> = {
  name: 'search',
  title: 'search by prefix over companies and contacts, a selective term',
  needs: ['Query.contacts'],
  params: terms,
  variants: variantsOf('search'),
};

export const searchTrigram: Workload<string> = {
  ...search,
  name: 'search-trigram',
  title: 'the same search, with trigram indexes for the peers, which the product does not need',
  ...trigrams,
  variants: variantsOf('search-trigram'),
};

export const searchBroad: Workload<string> = {
  ...search,
  name: 'search-broad',
  title: 'search by prefix over companies and contacts, a term that half of them match',
  params: async () => ['group'],
  variants: [...variantsOf('search-broad'), ...withTotals],
};

export const searchCompanies: Workload<string> = {
  name: 'search-companies',
  title: 'search by prefix over companies only, as documented: whole records, with total',
  params: terms,
  ...trigrams,
  variants: [
    rest(
      (term) => ({ method: 'GET', path: `/api/companies?search=${term}&pageSize=10` }),
      ({ data }) => ({ companies: ids(data) }),
    ),
    graphql(
      'ours',
      'query Search($term: String!) { companies(search: $term, first: 10) { nodes { id name domain } total } }',
      (term) => ({ term }),
      read,
    ),
    mcp(
      'list_companies',
      (term) => ({ search: term, pageSize: 10 }),
      ({ data }) => ({ companies: ids(data) }),
    ),
    floor(
      'search-companies-substring',
      `select json_build_object('companies', ${substringSearch('companies', COMPANY_TEXTS, 'name, domain', '$2')})::text as body`,
      (term) => [tenant, `%${term}%`],
      read,
    ),
  ],
};
