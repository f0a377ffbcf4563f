// Declares the kind of record `deal`.

import { linkedRows, linkFilter } from '../../lists/filters.ts';
import { recordKind } from '../records/kind.ts';
import { Deal } from './model.ts';
import { dealSearch } from './search.ts';

/** Returns a filter on the rows of another table that belong to the deal. */
const byPart = (table: string, column: string) =>
  linkedRows(`${table} t where t.tenant_id = deals.tenant_id and t.deal_id = deals.id`, `t.${column}`);

/** The timelines that show a change also depend on the contacts of the deal: `linksOf` of stages.ts. */
export const dealKind = recordKind<Deal>({
  model: Deal,
  withheld: ['lostNote', 'nextStep'],
  filters: {
    companyId: linkFilter('deals.company_id', 'companies'),
    contactId: byPart('deal_contacts', 'contact_id'),
    competitorId: byPart('deal_competitors', 'competitor_id'),
  },
  search: dealSearch,
});
