// How clients take part in global search.
import { clientNumberOf } from '../companies/input.ts';
import type { Searchable } from '../search/searchable.ts';
import { clientOfCompany } from './loaders.ts';
import { Client } from './model.ts';

export const clientSearch: Searchable = {
  entity: 'company',
  model: Client,
  only: 'r.client_id is not null',
  title: 'r.name',
  subtitle: "concat_ws(', ', r.client_id, coalesce(r.website, r.domain))",
  exact: [
    {
      field: 'client_number',
      read: (text) => clientNumberOf({ clientNumber: text }) ?? undefined,
      find: 'select company_id as id from client_numbers where tenant_id = $1 and number = ?',
    },
  ],
  texts: {
    name: 'r.name',
    legal_name: 'r.legal_name',
    client_number: 'r.client_id',
    identifier: `(select string_agg(i.value || ' ' || i.value_unicode, ' ') from company_identifiers i
      where i.tenant_id = r.tenant_id and i.company_id = r.id)`,
  },
  type: 'Client',
  load: clientOfCompany,
};
