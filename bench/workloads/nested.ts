// Workload: the first screen of a front end: 25 companies, 5 contacts each, 3 notes and 3 deals per contact, 3 notes per company.
import { LARGEST, workspaceId } from '../dataset/sizes.ts';
import { ids } from './selections.ts';
import { type Answer, type Body, floor, graphql, persisted, type Workload } from './workload.ts';

const tenant = workspaceId(LARGEST);
const PAGES = 20;

const document = `query Screen($page: Int!) { companies(page: $page, pageSize: 25) { nodes {
  id name domain companyType updatedAt
  primaryContacts(first: 5) { nodes { id displayName email title notes(first: 3) { nodes { id body createdAt } } deals(first: 3) { nodes { role deal { id name value stage } } } } }
  notes(first: 3) { nodes { id body createdAt } } } } }`;

const note = (column: string, parent: string): string =>
  `(select coalesce(json_agg(json_build_object('id', n.id, 'body', n.body, 'created_at', n.created_at) order by n.created_at desc, n.id desc), '[]')
    from (select * from notes where tenant_id = $1 and ${column} = ${parent} and deleted_at is null order by created_at desc, id desc limit 3) n)`;

const deals = `(select coalesce(json_agg(json_build_object('role', t.role, 'deal', (
      select json_build_object('id', d.id, 'name', d.name, 'value', d.value::text, 'stage', d.stage)
      from deals d where d.tenant_id = $1 and d.id = t.deal_id and d.deleted_at is null)) order by t.created_at desc, t.id desc), '[]')
    from (select * from deal_contacts where tenant_id = $1 and contact_id = p.id and deleted_at is null order by created_at desc, id desc limit 3) t)`;

const statement = `select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'domain', c.domain, 'company_type', c.company_type,
    'updated_at', c.updated_at,
    'primary_contacts', (select coalesce(json_agg(json_build_object('id', p.id, 'display_name', p.display_name, 'email', p.email, 'title', p.title,
        'notes', ${note('contact_id', 'p.id')}, 'deals', ${deals}) order by p.updated_at desc, p.id desc), '[]')
      from (select * from contacts where tenant_id = $1 and company_id = c.id and deleted_at is null order by updated_at desc, id desc limit 5) p),
    'notes', ${note('company_id', 'c.id')}) order by c.updated_at desc, c.id desc), '[]')::text as body
  from (select * from companies where tenant_id = $1 and deleted_at is null order by updated_at desc, id desc limit 25 offset $2) c`;

const nodes = (list: Body): Body[] => (Array.isArray(list) ? list : list.nodes);

const read = (companies: Body[]): Answer => ({
  companies: ids(companies),
  contacts: companies.map((company) =>
    nodes(company.primaryContacts ?? company.primary_contacts ?? company.contactsByTenantIdAndCompanyId).map(
      (contact) => [
        contact.rowId ?? contact.id,
        ids(nodes(contact.notes ?? contact.notesByTenantIdAndContactId)),
        nodes(contact.deals ?? contact.dealContactsByTenantIdAndContactId).map((part) =>
          ids([part.deal ?? part.tenantDeal]),
        ),
      ],
    ),
  ),
  notes: companies.map((company) => ids(nodes(company.notes ?? company.notesByTenantIdAndCompanyId))),
});

const postgraphileNotes = (parent: string): string =>
  `notesByTenantIdAnd${parent}Id(first: 3, condition: { deletedAt: null }, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) { nodes { rowId body createdAt } }`;

export const nested: Workload<number> = {
  name: 'nested',
  title: 'nested: 25 companies, 5 contacts each, 3 notes and 3 deals per contact, 3 notes per company',
  needs: ['Company.primaryContacts', 'Contact.notes', 'Contact.deals'],
  params: async () => Array.from({ length: PAGES }, (_, index) => index + 1),
  variants: [
    persisted(
      {
        name: 'screen',
        documents: {
          companies: `query Screen($page: Int!) { data: companies(page: $page, pageSize: 25) { page nodes {
          id name domain company_type: companyType updated_at: updatedAt
          primary_contacts: primaryContacts(first: 5) { nodes { id display_name: displayName email title
            notes(first: 3) { nodes { id body created_at: createdAt } }
            deals(first: 3) { nodes { role deal { id name value stage } } } } }
          notes(first: 3) { nodes { id body created_at: createdAt } } } } }`,
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
      `query Screen($tenant: UUID!, $offset: Int!) {
        companies(condition: { tenantId: $tenant, deletedAt: null }, orderBy: [UPDATED_AT_DESC, ROW_ID_DESC], first: 25, offset: $offset) { nodes {
          rowId name domain companyType updatedAt
          contactsByTenantIdAndCompanyId(first: 5, condition: { deletedAt: null }, orderBy: [UPDATED_AT_DESC, ROW_ID_DESC]) { nodes {
            rowId displayName email title ${postgraphileNotes('Contact')}
            dealContactsByTenantIdAndContactId(first: 3, condition: { deletedAt: null }, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) { nodes {
              role tenantDeal { rowId name value stage } } } } }
          ${postgraphileNotes('Company')} } } }`,
      (page) => ({ tenant, offset: (page - 1) * 25 }),
      ({ companies }) => read(companies.nodes),
    ),
    graphql(
      'dataloader',
      document,
      (page) => ({ page }),
      ({ companies }) => read(companies.nodes),
    ),
    floor('nested', statement, (page) => [tenant, (page - 1) * 25], read),
  ],
};
