// Translates trees of conditions (and, or, not) to SQL: the filter of a saved view (platform.md §8).

import type { TenantAccessContext } from '../access/context.ts';
import { applyCustomConditions, resolveConditions } from './custom-filters.ts';
import { applyFilter } from './filters.ts';
import type { FilterTree, Listing } from './listing.ts';

/** A SQL condition with the values of its placeholders. */
export interface Condition {
  sql: string;
  values: unknown[];
}

/**
 * Translates a tree to one condition, with the same filters as `filter[...]`. A condition is true or false: where a
 * field is empty it is false, unless it allows empty values (`neq`, `nin`, `is_null`), and `not` is true where its tree
 * is not true.
 * @throws VALIDATION_ERROR for a custom field that does not exist or may not be read
 */
export function conditionOf(ctx: TenantAccessContext, listing: Listing, tree: FilterTree): Condition {
  if ('not' in tree) {
    const { sql, values } = conditionOf(ctx, listing, tree.not);
    return { sql: `(${sql}) is not true`, values };
  }
  if ('and' in tree || 'or' in tree) {
    const [parts, word] = 'and' in tree ? [tree.and, ' and '] : [tree.or, ' or '];
    return joinConditions(
      parts.map((part) => conditionOf(ctx, listing, part)),
      word,
    );
  }
  const conditions: Condition[] = [];
  const query = {
    whereRaw: (sql: string, values: unknown = []) => void conditions.push({ sql, values: [values].flat(1) }),
  };
  const table = listing.model.tableName;
  if ('custom' in tree) applyCustomConditions(query, table, resolveConditions(ctx, table, [tree.custom]));
  else applyFilter(query, listing, tree.conditions);
  return joinConditions(conditions, ' and ');
}

function joinConditions(parts: Condition[], word: string): Condition {
  return {
    sql: parts.map(({ sql }) => `(${sql})`).join(word),
    values: parts.flatMap(({ values }) => values),
  };
}
