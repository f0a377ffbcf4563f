// Workload: one company by id, with its identifiers and the number of its child companies.
import { LARGEST, workspaceId } from '../dataset/sizes.ts';
import { ids, JSON_RECORD, POSTGRAPHILE_RECORD, RECORD } from './selections.ts';
import { type Answer, type Body, floor, graphql, mcp, rest, type Workload } from './workload.ts';

const tenant = workspaceId(LARGEST);

const read = (record: Body): Answer => ({
  id: record.rowId ?? record.id,
  identifiers: ids(record.identifiers ?? record.companyIdentifiersByTenantIdAndCompanyId.nodes),
  children: record.counts?.children ?? record.companiesByTenantIdAndParentCompanyId.totalCount,
});

const document = `query Company($id: UUID!) { company(id: $id) { ${RECORD} counts { children } } }`;

export const companyById: Workload<string> = {
  name: 'company-by-id',
  title: 'company by id',
  params: async (query) =>
    (
      await query('select id from companies where tenant_id = $1 order by md5(id::text) limit 500', [tenant])
    ).map(({ id }) => id as string),
  variants: [
    // The documented record repeats the identifiers by type, which is about 60 % more text than the peers send.
    rest(
      (id) => ({ method: 'GET', path: `/api/companies/${id}` }),
      ({ data }) => read(data),
    ),
    graphql(
      'ours',
      document,
      (id) => ({ id }),
      ({ company }) => read(company),
    ),
    mcp(
      'get_company',
      (id) => ({ id }),
      ({ data }) => read(data),
    ),
    graphql(
      'postgraphile',
      `query Company($tenant: UUID!, $id: UUID!) { company(tenantId: $tenant, rowId: $id) { ${POSTGRAPHILE_RECORD}
        companiesByTenantIdAndParentCompanyId(condition: { deletedAt: null }) { totalCount } } }`,
      (id) => ({ tenant, id }),
      ({ company }) => read(company),
    ),
    graphql(
      'dataloader',
      document,
      (id) => ({ id }),
      ({ company }) => read(company),
    ),
    floor(
      'company-by-id',
      `select (${JSON_RECORD.replace(/\)$/, '')}, 'counts', json_build_object('children', (
          select count(*) from companies k where k.tenant_id = c.tenant_id and k.parent_company_id = c.id and k.deleted_at is null))))::text as body
        from companies c where c.tenant_id = $1 and c.id = $2 and c.deleted_at is null`,
      (id) => [tenant, id],
      read,
    ),
  ],
};
