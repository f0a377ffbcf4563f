// Filters of contacts by what belongs to them: their addresses and their companies.
import type { Filter } from '../../lists/listing.ts';
import { escapeLike } from '../../lists/search.ts';

/** Conditions that hold for one row of a table under the contact; the negative ones hold when no row matches. */
export function through(table: string, column: string, ofKind: string): Filter {
  const row = `select from ${table} t where t.tenant_id = contacts.tenant_id and t.contact_id = contacts.id ${ofKind}`;
  const conditionOf: Record<
    string,
    [exists: 'exists' | 'not exists', condition: string, pattern?: (text: string) => string]
  > = {
    eq: ['exists', `and t.${column} = ?`],
    neq: ['not exists', `and t.${column} = ?`],
    in: ['exists', `and t.${column} = any(?)`],
    nin: ['not exists', `and t.${column} = any(?)`],
    contains: ['exists', `and t.${column} like ?`, (text) => `%${text}%`],
    startsWith: ['exists', `and t.${column} like ?`, (text) => `${text}%`],
  };
  return (query, conditions) => {
    for (const [operator, value] of Object.entries(conditions)) {
      if (value === null || value === undefined) continue;
      if (operator === 'isNull') {
        query.whereRaw(`${value ? 'not exists' : 'exists'} (${row})`);
        continue;
      }
      const [exists, condition, pattern] = conditionOf[operator]!;
      // Addresses and ids are stored in lower case.
      const given = Array.isArray(value)
        ? value.map((one) => String(one).toLowerCase())
        : String(value).toLowerCase();
      query.whereRaw(`${exists} (${row} ${condition})`, [
        pattern ? pattern(escapeLike(given as string)) : given,
      ]);
    }
  };
}
