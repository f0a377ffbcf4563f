// Translates the filter inputs of lists to SQL (platform.md §3).

import type { TenantAccessContext } from '../access/context.ts';
import { snakeCase } from '../naming.ts';
import { type ListColumn, listColumns } from '../sdl/columns.ts';
import { recordType } from '../sdl/records.ts';
import { ALPHABETICAL } from './alphabetical.ts';
import type { Condition, Conditions, Filter, Listing, WhereBuilder } from './listing.ts';
import { escapeLike } from './search.ts';

/** Applies the members of a filter input to a query: each by the list's own filter, or on the column of the SDL. */
export function applyFilter(
  query: WhereBuilder,
  ctx: TenantAccessContext,
  listing: Listing,
  filter: Record<string, Conditions | null> | null | undefined,
): void {
  for (const [name, conditions] of Object.entries(filter ?? {}))
    if (conditions) applyMember(query, ctx, memberFilter(listing, name), conditions);
}

/**
 * Applies the conditions on one member. `not` and `exists` are translated here, so that filters need not know them.
 * @param filter translates all other operators
 */
export function applyMember(
  query: WhereBuilder,
  ctx: TenantAccessContext,
  filter: Filter,
  { not, exists, ...conditions }: Conditions,
): void {
  if (Object.keys(conditions).length) filter(query, conditions, ctx);
  if (exists !== null && exists !== undefined) filter(query, { isNull: !exists }, ctx);
  if (!not) return;
  const negated = conditionFrom((part) => applyMember(part, ctx, filter, not as Conditions));
  if (negated) query.whereRaw(`(${negated.sql}) is not true`, negated.values);
}

/** Returns the condition that a function adds to a query, or undefined if it adds none. */
export function conditionFrom(build: (query: WhereBuilder) => void): Condition | undefined {
  const parts: Condition[] = [];
  build({ whereRaw: (sql, values = []) => void parts.push({ sql, values: [...values] }) });
  return parts.length ? joinConditions(parts, ' and ') : undefined;
}

/** Joins conditions, each in parentheses. */
export function joinConditions(parts: readonly Condition[], word: ' and ' | ' or '): Condition {
  return {
    sql: parts.map(({ sql }) => `(${sql})`).join(word),
    values: parts.flatMap(({ values }) => values),
  };
}

function memberFilter({ model, filters: own = {} }: Listing, name: string): Filter {
  if (own[name]) return own[name];
  const table = model.tableName;
  const { filters, sorts } = listColumns(model.name);
  const column = filters.get(name);
  if (column?.related) return relatedFilter(`${table}.${column.column}`, column.related);
  if (!column)
    return (query, conditions) => applyConditions(query, `${table}.${snakeCase(name)}`, conditions);
  return columnFilter(table, column, sorts);
}

/** @param sorts the sort keys of the list, whose indexes on texts are alphabetical */
function columnFilter(
  table: string,
  { column, isList, isText }: ListColumn,
  sorts: ReadonlyMap<string, ListColumn>,
): Filter {
  const name = `${table}.${column}`;
  if (isList) return (query, conditions) => applyTagConditions(query, name, conditions);
  if (!isText || ![...sorts.values()].some((sort) => sort.column === column))
    return (query, conditions) => applyConditions(query, name, conditions);
  return (query, { eq, in: among, ...others }) => {
    applyConditions(query, `${name}${ALPHABETICAL}`, { eq, in: among });
    applyConditions(query, name, others);
  };
}

/**
 * Returns a filter by the fields of a related record, which is found by its own indexes first. A record without a related
 * one is filtered as if all fields of that were null.
 */
function relatedFilter(link: string, type: string): Filter {
  const { filters, sorts } = listColumns(type);
  return (query, conditions, ctx) => {
    for (const [name, member] of Object.entries(conditions)) {
      if (!member) continue;
      const filter = columnFilter('linked', filters.get(name)!, sorts);
      applyRelated(query, member as Conditions, (part, met) => {
        const related = conditionFrom((linked) => applyMember(linked, ctx, filter, met));
        if (related)
          part.whereRaw(
            `${link} in (select linked.id from ${recordType(type).entity} linked
              where linked.tenant_id = ? and linked.deleted_at is null and ${related.sql})`,
            [ctx.tenantId, ...related.values],
          );
      });
    }
  };
}

/**
 * Applies conditions that a missing value may meet, too: each of those as the opposite of one that it does not meet.
 * @param apply applies conditions that only a value meets
 */
function applyRelated(
  query: WhereBuilder,
  { neq, nin, isNull, exists, not, ...met }: Conditions,
  apply: (query: WhereBuilder, met: Conditions) => void,
): void {
  const opposites: Conditions[] = [];
  if (neq != null) opposites.push({ eq: neq });
  if (nin != null) opposites.push({ in: nin });
  if (isNull === true || exists === false) opposites.push({ isNull: false });
  if (not) opposites.push(not as Conditions);
  const hasValue = isNull === false || exists === true;
  apply(query, { ...met, ...(hasValue && { isNull: false }) });
  for (const opposite of opposites) {
    const negated = conditionFrom((part) => applyRelated(part, opposite, apply));
    if (negated) query.whereRaw(`(${negated.sql}) is not true`, negated.values);
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
export function linkFilter(column: string, target: string): Filter {
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
    if (operator === 'isNull') {
      query.whereRaw(`coalesce(cardinality(${column}), 0) ${value ? '=' : '>'} 0`);
      continue;
    }
    const tags = [value].flat().map((tag) => String(tag).toLowerCase());
    query.whereRaw(operator === 'eq' || operator === 'in' ? has : `not ${has}`, [tags]);
  }
}

/**
 * Returns a filter on rows of another table that belong to the listed record.
 * @param from table and condition, such as `project_contacts t where t.project_id = projects.id`
 */
export function linkedRows(from: string, column: string): Filter {
  return (query: WhereBuilder, conditions) => {
    for (const [operator, value] of Object.entries(conditions)) {
      if (value === null || value === undefined) continue;
      if (operator === 'isNull') query.whereRaw(`${value ? 'not ' : ''}exists (select from ${from})`);
      else {
        const not = operator === 'neq' || operator === 'nin' ? 'not ' : '';
        query.whereRaw(`${not}exists (select from ${from} and ${column} = any(?))`, [[value].flat()]);
      }
    }
  };
}
