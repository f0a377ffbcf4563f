// Workload: one search over all modules, five hits of each, best first. Peers search the same columns by substring, newest first.
import { LARGEST, workspaceId } from '../dataset/sizes.ts';
import { COMPANY_TEXTS, CONTACT_TEXTS, contains, terms, trigrams } from './search.ts';
import { type Answer, type Body, floor, graphql, mcp, type Variant, type Workload } from './workload.ts';

const tenant = workspaceId(LARGEST);

const DEAL_TEXTS = ['name', 'next_step'];

const document = `query Everything($term: String!) {
  globalSearch(q: $term) { groups { module status total hits { id title subtitle matchedField } } } }`;

const rows = (table: string, columns: string[], title: string, only = ''): string =>
  `(select coalesce(json_agg(r), '[]') from (
    select id, ${title} as title from ${table} where tenant_id = $1 and deleted_at is null ${only}
      and (${columns.map((column) => `${column} ilike $2`).join(' or ')})
    order by updated_at desc, id desc limit 5) r)`;

const statement = `select json_build_object('companies', ${rows('companies', COMPANY_TEXTS, 'name')},
  'clients', ${rows('companies', COMPANY_TEXTS, 'name', 'and client_id is not null')},
  'contacts', ${rows('contacts', CONTACT_TEXTS, 'display_name')}, 'deals', ${rows('deals', DEAL_TEXTS, 'name')})::text as body`;

const list = (name: string, field: string, columns: string[], title: string, only = ''): string =>
  `${name}: ${field}(condition: { tenantId: $tenant, deletedAt: null }, orderBy: [UPDATED_AT_DESC, ROW_ID_DESC], first: 5,
    filter: ${contains(columns, only)}) { nodes { rowId ${title} } }`;

const COMPANY_FIELDS = ['name', 'legalName', 'clientId', 'website', 'domain'];

const postgraphile = `query Everything($tenant: UUID!, $term: String!) {
  ${list('companies', 'companies', COMPANY_FIELDS, 'name')}
  ${list('clients', 'companies', COMPANY_FIELDS, 'name', 'clientId: { isNull: false }')}
  ${list('contacts', 'contacts', ['displayName', 'title', 'email'], 'displayName')}
  ${list('deals', 'deals', ['name', 'nextStep'], 'name')} }`;

/** Returns whether each module has hits; the hits themselves differ, because peers sort in another order. */
const read = (groups: Record<string, Body>): Answer =>
  Object.fromEntries(
    ['companies', 'contacts', 'deals'].map((name) => [
      name,
      (groups[name].hits ?? groups[name].nodes ?? groups[name]).length > 0,
    ]),
  );

const byModule = (groups: Body[]): Record<string, Body> =>
  Object.fromEntries(groups.map((group) => [group.module.toLowerCase(), group]));

const variants = (key: string): Variant<string>[] => [
  graphql(
    'ours',
    document,
    (term) => ({ term }),
    ({ globalSearch }) => read(byModule(globalSearch.groups)),
  ),
  mcp(
    'global_search',
    (term) => ({ q: term }),
    ({ data }) => read(byModule(data.groups)),
  ),
  graphql('postgraphile', postgraphile, (term) => ({ tenant, term }), read),
  floor(key, statement, (term) => [tenant, `%${term}%`], read),
];

const needs = ['Query.globalSearch'];

export const globalSearch: Workload<string> = {
  name: 'global-search',
  title: 'search in every module, a rare term',
  needs,
  params: terms,
  variants: variants('global-search'),
};

export const globalSearchTrigram: Workload<string> = {
  ...globalSearch,
  name: 'global-search-trigram',
  title:
    'the same search in every module, with trigram indexes for the peers, which the product does not need',
  prepare: `${trigrams.prepare}; create index bench_deals on deals using gin (${DEAL_TEXTS.map((column) => `${column} gin_trgm_ops`).join(', ')}); analyze deals`,
  restore: `${trigrams.restore}; drop index bench_deals`,
  variants: variants('global-search-trigram'),
};

export const globalSearchBroad: Workload<string> = {
  name: 'global-search-broad',
  title: 'search in every module, a term that half of the companies match',
  needs,
  params: async () => ['group'],
  variants: variants('global-search-broad').map((variant) => ({
    ...variant,
    read: (body: Body) => {
      const { deals: _, ...found } = variant.read(body);
      return found;
    },
  })),
};
