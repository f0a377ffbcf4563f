// Translates the filter inputs of lists to SQL (platform.md §3).

import { snakeCase } from '../naming.ts';
import { listColumns } from '../sdl/columns.ts';
import type { Conditions, Listing, WhereBuilder } from './listing.ts';
import { escapeLike } from './search.ts';

/** Applies a filter input to a query: each member by the list's own filter, or on the column that the SDL gives it. */
export function applyFilter(
  query: WhereBuilder,
  { model, filters: own = {} }: Listing,
  filter: Record<string, Conditions | null> | null | undefined,
): void {
  const { filters } = listColumns(model.name);
  for (const [name, conditions] of Object.entries(filter ?? {})) {
    if (!conditions) continue;
    if (own[name]) {
      own[name](query, conditions);
      continue;
    }
    const { column = snakeCase(name), isList = false } = filters.get(name) ?? {};
    const narrow = isList ? applyTagConditions : applyConditions;
    narrow(query, `${model.tableName}.${column}`, conditions);
  }
}

const COMPARISONS: Record<string, string> = { eq: '=', neq: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' };

/**
 * Applies the conditions of one filter input to one column. A null row matches `neq` and `nin`.
 * @param column a column with its table, or an SQL expression; never a name from user input
 */
export function applyConditions(query: WhereBuilder, column: string, conditions: Conditions): void {
  for (const [operator, value] of Object.entries(conditions)) {
    if (value === null || value === undefined) continue;
    switch (operator) {
      case 'neq':
        query.whereRaw(`${column} is distinct from ?`, [value as string]);
        break;
      case 'in':
        query.whereRaw(`${column} = any(?)`, [value as string[]]);
        break;
      case 'nin':
        query.whereRaw(`(${column} = any(?)) is not true`, [value as string[]]);
        break;
      case 'between':
        query.whereRaw(`${column} between ? and ?`, value as [string, string]);
        break;
      case 'contains':
        query.whereRaw(`fold(${column}) like fold(?)`, [`%${escapeLike(value as string)}%`]);
        break;
      case 'startsWith':
        query.whereRaw(`fold(${column}) like fold(?)`, [`${escapeLike(value as string)}%`]);
        break;
      case 'isNull':
        query.whereRaw(`${column} is ${value ? '' : 'not '}null`);
        break;
      default:
        query.whereRaw(`${column} ${COMPARISONS[operator]} ?`, [value as string]);
    }
  }
}

/**
 * Returns a filter on a link to another record, which reads as null while that record is deleted.
 * @param column the link column, with its table
 * @param target the table that the link refers to
 */
export function linkFilter(
  column: string,
  target: string,
): (query: WhereBuilder, conditions: Conditions) => void {
  const [table] = column.split('.');
  const link = `(select linked.id from ${target} linked where linked.tenant_id = ${table}.tenant_id
    and linked.id = ${column} and linked.deleted_at is null)`;
  return (query, { eq, in: among, ...others }) => {
    // Also on the plain column, so that its index is used.
    for (const operand of [column, link]) applyConditions(query, operand, { eq, in: among });
    applyConditions(query, link, others);
  };
}

/** Applies conditions to a text[] column; tags compare without case (crm.md section 0). */
function applyTagConditions(query: WhereBuilder, column: string, conditions: Conditions): void {
  const has = `exists (select from unnest(${column}) as tag where lower(tag) = any(?))`;
  for (const [operator, value] of Object.entries(conditions)) {
    if (value === null || value === undefined) continue;
    const tags = [value].flat().map((tag) => String(tag).toLowerCase());
    query.whereRaw(operator === 'eq' || operator === 'in' ? has : `not ${has}`, [tags]);
  }
}
