// Global search of clients: companies with a client number, found by the search words of the company.
import { companyKind } from '../companies/kind.ts';
import type { Searchable } from '../search/searchable.ts';
import { clientOfCompany } from './loaders.ts';
import { Client } from './model.ts';

export const clientSearch: Searchable = {
  ...companyKind.searchable!,
  model: Client,
  condition: 'r.client_id is not null',
  subtitle: "concat_ws(', ', r.client_id, coalesce(r.website, r.domain))",
  type: 'Client',
  load: clientOfCompany,
};
