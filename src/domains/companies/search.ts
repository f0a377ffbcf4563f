// Global search of companies.
import type { SearchDeclaration } from '../records/kind.ts';
import { normalizeClientNumber, normalizeIdentifier } from './rules.ts';

export const companySearch: SearchDeclaration = {
  subtitle: "concat_ws(', ', coalesce(r.website, r.domain), r.address ->> 'city')",
  exact: [
    {
      // Searches the history of numbers too, so that the number of a merged company finds its survivor (crm.md
      // section 3).
      field: 'client_number',
      read: (text) => normalizeClientNumber(text, 'q'),
      find: 'select company_id as id from client_numbers where tenant_id = $1 and number = ?',
    },
    {
      field: 'identifier',
      read: (text) => (text.includes('.') ? normalizeIdentifier('website', text, 'q').value : undefined),
      find: `select company_id as id from company_identifiers
        where tenant_id = $1 and identifier_type in ('website', 'email_domain') and value = ? and live`,
    },
  ],
  texts: {
    name: 'r.name',
    legal_name: 'r.legal_name',
    client_number: 'r.client_id',
    identifier: `(select string_agg(i.value || ' ' || i.value_unicode, ' ') from company_identifiers i
      where i.tenant_id = r.tenant_id and i.company_id = r.id)`,
  },
};
