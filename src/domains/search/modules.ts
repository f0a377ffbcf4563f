// The modules of global search, in the order of the result groups (service.md 4.7). A new domain adds its declaration.
import { clientSearch } from '../clients/search.ts';
import { companySearch } from '../companies/search.ts';
import { contactSearch } from '../contacts/search.ts';
import { dealSearch } from '../deals/search.ts';
import type { Searchable } from './searchable.ts';

/** A module with the list operation whose access rules apply; without `searchable` the module is not built yet. */
export interface SearchModule {
  list: string;
  searchable?: Searchable;
}

export const MODULES = {
  companies: { list: 'ListCompanies', searchable: companySearch },
  clients: { list: 'ListClients', searchable: clientSearch },
  contacts: { list: 'ListContacts', searchable: contactSearch },
  deals: { list: 'ListDeals', searchable: dealSearch },
  projects: { list: 'ListProjects' },
  rooms: { list: 'ListRooms' },
  communications: { list: 'ListCommunications' },
  campaigns: { list: 'ListCampaigns' },
  competitors: { list: 'ListCompetitors' },
} satisfies Record<string, SearchModule>;

export type ModuleName = keyof typeof MODULES;
