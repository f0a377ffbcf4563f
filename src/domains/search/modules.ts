// The modules of global search, in the order of its groups (service.md 4.7). A domain that is built adds its declaration.
import { clientSearch } from '../clients/search.ts';
import { companySearch } from '../companies/search.ts';
import { contactSearch } from '../contacts/search.ts';
import { dealSearch } from '../deals/search.ts';
import type { Searchable } from './searchable.ts';

/** A module and the list operation whose access it has; without a declaration it is not built. */
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
