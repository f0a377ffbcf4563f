// Filters of records by rows that belong to them: addresses of contacts, identifiers of companies.
import type { TenantAccessContext } from '../access/context.ts';
import type { Filter } from './listing.ts';
import { escapeLike } from './search.ts';

/** The rows under a record, and their column that is compared. */
interface ChildRows {
  /** Their table. */
  table: string;
  /** The column with the id of the record, and the table of the records. */
  parent: [column: string, records: string];
  column: string;
  /** A further condition on the rows, named `t`. */
  where?: string;
  /** Returns a whole value as it is stored; in lower case by default. */
  read?: (text: string, ctx: TenantAccessContext) => string;
  /** Returns a part of a value as it is stored, for `contains` and `startsWith`. */
  readPart?: (text: string) => string;
}

/** Returns a filter that one of the rows meets; `neq` and `nin` hold when no row matches. */
export function childFilter({
  table,
  parent,
  column,
  where,
  read = lower,
  readPart = lower,
}: ChildRows): Filter {
  const [key, records] = parent;
  const row = `select from ${table} t where t.tenant_id = ${records}.tenant_id and t.${key} = ${records}.id ${where ? `and ${where}` : ''}`;
  return (query, conditions, ctx) => {
    for (const [operator, value] of Object.entries(conditions)) {
      if (value === null || value === undefined) continue;
      const values = () => [[value].flat().map((one) => read(String(one), ctx))];
      const negation = operator === 'neq' || operator === 'nin' || value === true ? 'not ' : '';
      switch (operator) {
        case 'isNull':
          query.whereRaw(`${negation}exists (${row})`);
          break;
        case 'contains':
        case 'startsWith': {
          const part = escapeLike(readPart(String(value)));
          query.whereRaw(`exists (${row} and t.${column} like ?)`, [
            operator === 'contains' ? `%${part}%` : `${part}%`,
          ]);
          break;
        }
        default:
          query.whereRaw(`${negation}exists (${row} and t.${column} = any(?))`, values());
      }
    }
  };
}

function lower(text: string): string {
  return text.toLowerCase();
}
