// Filters of communications and threads by the contacts that took part or are linked.
import type { Filters } from '../../lists/listing.ts';

/**
 * Returns a filter on the contact of a row.
 * @param rows SQL query for the rows of communication_contacts `k` of one record
 */
export function ofContact(rows: string): Filters[string] {
  return (query, conditions) => {
    for (const [operator, value] of Object.entries(conditions)) {
      if (value === null || value === undefined) continue;
      if (operator === 'isNull') query.whereRaw(`${value ? 'not exists' : 'exists'} (${rows})`);
      else {
        const not = operator === 'neq' || operator === 'nin' ? 'not ' : '';
        query.whereRaw(`${not}exists (${rows} and k.contact_id = any(?))`, [[value].flat()]);
      }
    }
  };
}
