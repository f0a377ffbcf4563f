// GraphQL selections and SQL for the whole record of a company, shared by several workloads.

export const RECORD = `id version name legalName website domain clientId clientStatus companyType industry description phone
  linkedinUrl address { line1 line2 city region postalCode country } employeeCount annualRevenue revenueCurrency ownerUserId
  parentCompanyId source tags customFields
  identifiers { id identifierType value valueUnicode label isPrimary source metadata createdAt updatedAt }
  createdAt updatedAt createdBy { type id label } updatedBy { type id label } deletedAt`;

export const POSTGRAPHILE_RECORD = `rowId version name legalName website domain clientId clientStatus companyType industry
  description phone linkedinUrl address employeeCount annualRevenue revenueCurrency ownerUserId parentCompanyId source tags
  customFields
  companyIdentifiersByTenantIdAndCompanyId(orderBy: [CREATED_AT_ASC, ROW_ID_ASC]) { nodes {
    rowId identifierType value valueUnicode label isPrimary source metadata createdAt updatedAt } }
  createdAt updatedAt createdBy updatedBy deletedAt`;

/** SQL for the JSON of the company `c` with its identifiers. */
export const JSON_RECORD = `json_build_object('id', c.id, 'version', c.version, 'name', c.name, 'legal_name', c.legal_name,
  'website', c.website, 'domain', c.domain, 'client_id', c.client_id, 'client_status', c.client_status,
  'company_type', c.company_type, 'industry', c.industry, 'description', c.description, 'phone', c.phone,
  'linkedin_url', c.linkedin_url, 'address', c.address, 'employee_count', c.employee_count,
  'annual_revenue', c.annual_revenue::text, 'revenue_currency', c.revenue_currency, 'owner_user_id', c.owner_user_id,
  'parent_company_id', c.parent_company_id, 'source', c.source, 'tags', c.tags, 'custom_fields', c.custom_fields,
  'identifiers', (select coalesce(json_agg(json_build_object('id', i.id, 'identifier_type', i.identifier_type,
      'value', i.value, 'value_unicode', i.value_unicode, 'label', i.label, 'is_primary', i.is_primary, 'source', i.source,
      'metadata', i.metadata, 'created_at', i.created_at, 'updated_at', i.updated_at) order by i.created_at, i.id), '[]')
    from company_identifiers i where i.tenant_id = c.tenant_id and i.company_id = c.id),
  'created_at', c.created_at, 'updated_at', c.updated_at, 'created_by', c.created_by, 'updated_by', c.updated_by,
  'deleted_at', c.deleted_at)`;

/** Returns the ids of records; PostGraphile calls them rowId. */
export function ids(records: { id?: string; rowId?: string }[]): string[] {
  return records.map(({ rowId, id }) => rowId ?? id!);
}
