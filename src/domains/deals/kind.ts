// Declares the kind of record `deal`.

import { linkFilter } from '../../lists/filters.ts';
import type { Filter } from '../../lists/listing.ts';
import { recordKind } from '../records/kind.ts';
import { Deal } from './model.ts';
import { dealSearch } from './search.ts';

/** Returns a filter on the rows of another table that belong to the deal. */
const byPart =
  (table: string, column: string): Filter =>
  (query, conditions) => {
    const row = `select from ${table} t where t.tenant_id = deals.tenant_id and t.deal_id = deals.id`;
    for (const [operator, value] of Object.entries(conditions)) {
      if (value === null || value === undefined) continue;
      if (operator === 'isNull') query.whereRaw(`${value ? 'not exists' : 'exists'} (${row})`);
      else {
        const not = operator === 'neq' || operator === 'nin' ? 'not ' : '';
        query.whereRaw(`${not}exists (${row} and t.${column} = any(?))`, [[value].flat()]);
      }
    }
  };

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
