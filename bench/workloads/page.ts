// Workload: a page of 25 companies, most recently changed first, with a total: ours counts up to 10,000, the peers count all.
import { EXACT, LARGEST, workspaceId } from '../dataset/sizes.ts';
import { ids, JSON_RECORD, POSTGRAPHILE_RECORD, RECORD } from './selections.ts';
import {
  type Answer,
  type Body,
  floor,
  graphql,
  mcp,
  rest,
  type Variant,
  type Workload,
} from './workload.ts';

const PAGES = 20;

const document = `query Page($page: Int!) { companies(page: $page, pageSize: 25) { nodes { ${RECORD} } total totalIsEstimate } }`;

const statement = (count: string): string => `select json_build_object('success', true,
    'data', (select coalesce(json_agg(${JSON_RECORD}), '[]') from (
      select * from companies where tenant_id = $1 and deleted_at is null order by updated_at desc, id desc limit 25 offset $2) c),
    'total', (${count}))::text as body`;

const EXACT_COUNT = 'select count(*) from companies where tenant_id = $1 and deleted_at is null';
const BOUNDED_COUNT =
  'select count(*) from (select from companies where tenant_id = $1 and deleted_at is null limit 10001) c';

/** Returns ids, the number of identifiers, and the total if it is exact. */
const read = (nodes: Body[], total?: number): Answer => ({
  ids: ids(nodes),
  identifiers: nodes.flatMap(
    (node) => node.identifiers ?? node.companyIdentifiersByTenantIdAndCompanyId.nodes,
  ).length,
  ...(total !== undefined && { total }),
});

function variants(workspace: number, key: string): Variant<number>[] {
  const tenant = workspaceId(workspace);
  const exact = workspace === EXACT;
  const ours = (nodes: Body[], total: number, isEstimate: boolean) =>
    read(nodes, isEstimate ? undefined : total);
  return [
    rest(
      (page) => ({ method: 'GET', path: `/api/companies?page=${page}&pageSize=25` }),
      (body) => ours(body.data, body.total, body.totalIsEstimate),
    ),
    graphql(
      'ours',
      document,
      (page) => ({ page }),
      ({ companies: c }) => ours(c.nodes, c.total, c.totalIsEstimate),
    ),
    mcp(
      'list_companies',
      (page) => ({ page, pageSize: 25 }),
      (body) => ours(body.data, body.total, body.totalIsEstimate),
    ),
    graphql(
      'postgraphile',
      `query Page($tenant: UUID!, $offset: Int!) {
        companies(condition: { tenantId: $tenant, deletedAt: null }, orderBy: [UPDATED_AT_DESC, ROW_ID_DESC], first: 25, offset: $offset) {
          nodes { ${POSTGRAPHILE_RECORD} } totalCount } }`,
      (page) => ({ tenant, offset: (page - 1) * 25 }),
      ({ companies }) => read(companies.nodes, companies.totalCount),
    ),
    graphql(
      'dataloader',
      document,
      (page) => ({ page }),
      ({ companies }) => read(companies.nodes, companies.total),
    ),
    floor(
      `${key}-exact`,
      statement(EXACT_COUNT),
      (page) => [tenant, (page - 1) * 25],
      (body) => read(body.data, body.total),
    ),
    ...(exact
      ? []
      : [
          floor<number>(
            `${key}-bounded`,
            statement(BOUNDED_COUNT),
            (page) => [tenant, (page - 1) * 25],
            (body) => read(body.data),
            { note: 'bounded count' },
          ),
        ]),
  ];
}

async function pageNumbers(): Promise<number[]> {
  return Array.from({ length: PAGES }, (_, index) => index + 1);
}

export const page: Workload<number> = {
  name: 'page',
  title: 'page of 25 companies with total',
  params: pageNumbers,
  variants: variants(LARGEST, 'page'),
};

export const pageExact: Workload<number> = {
  name: 'page-exact',
  title: 'page of 25 of 9,500 companies, the same exact count everywhere',
  workspace: EXACT,
  params: pageNumbers,
  variants: variants(EXACT, 'page-exact'),
};
