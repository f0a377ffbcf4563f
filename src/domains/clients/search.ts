// Global search of clients: companies with a client number, found by the search words of the company.
import { companySearch } from '../companies/search.ts';
import type { Searchable } from '../search/searchable.ts';
import { clientOfCompany } from './loaders.ts';
import { Client } from './model.ts';

export const clientSearch: Searchable = {
  ...companySearch,
  model: Client,
  only: 'r.client_id is not null',
  subtitle: "concat_ws(', ', r.client_id, coalesce(r.website, r.domain))",
  type: 'Client',
  load: clientOfCompany,
};
