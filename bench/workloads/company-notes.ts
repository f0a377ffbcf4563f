// Workload: two levels, 25 companies with 3 notes each.
import { LARGEST, workspaceId } from '../dataset/sizes.ts';
import { ids } from './selections.ts';
import { type Answer, type Body, floor, graphql, persisted, type Workload } from './workload.ts';

const tenant = workspaceId(LARGEST);

const document = `query Notes($page: Int!) { companies(page: $page, pageSize: 25) { nodes {
  id name updatedAt notes(first: 3) { nodes { id body createdAt } } } } }`;

const read = (companies: Body[]): Answer => ({
  companies: ids(companies),
  notes: companies.map(({ notes, notesByTenantIdAndCompanyId: other }) =>
    ids((notes ?? other).nodes ?? notes),
  ),
});

export const companyNotes: Workload<number> = {
  name: 'company-notes',
  title: '25 companies with 3 notes each',
  params: async () => Array.from({ length: 20 }, (_, index) => index + 1),
  variants: [
    persisted(
      {
        name: 'company-notes',
        documents: {
          companies: `query Notes($page: Int!) { data: companies(page: $page, pageSize: 25) { page nodes {
          id name updated_at: updatedAt notes(first: 3) { nodes { id body created_at: createdAt } } } } }`,
        },
      },
      (page) => ({ page }),
      ({ companies }) => read(companies.nodes),
    ),
    graphql(
      'ours',
      document,
      (page) => ({ page }),
      ({ companies }) => read(companies.nodes),
    ),
    graphql(
      'postgraphile',
      `query Notes($tenant: UUID!, $offset: Int!) {
        companies(condition: { tenantId: $tenant, deletedAt: null }, orderBy: [UPDATED_AT_DESC, ROW_ID_DESC], first: 25, offset: $offset) { nodes {
          rowId name updatedAt
          notesByTenantIdAndCompanyId(first: 3, condition: { deletedAt: null }, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) { nodes { rowId body createdAt } } } } }`,
      (page) => ({ tenant, offset: (page - 1) * 25 }),
      ({ companies }) => read(companies.nodes),
    ),
    graphql(
      'dataloader',
      document,
      (page) => ({ page }),
      ({ companies }) => read(companies.nodes),
    ),
    floor(
      'company-notes',
      `select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'updated_at', c.updated_at, 'notes',
          (select coalesce(json_agg(json_build_object('id', n.id, 'body', n.body, 'created_at', n.created_at) order by n.created_at desc, n.id desc), '[]')
            from (select * from notes where tenant_id = $1 and company_id = c.id and deleted_at is null order by created_at desc, id desc limit 3) n))
          order by c.updated_at desc, c.id desc), '[]')::text as body
        from (select * from companies where tenant_id = $1 and deleted_at is null order by updated_at desc, id desc limit 25 offset $2) c`,
      (page) => [tenant, (page - 1) * 25],
      read,
    ),
  ],
};
