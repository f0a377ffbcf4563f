// Translates trees of conditions (and, or, not) to SQL: those of filter inputs, and the filter of a saved view
// (platform.md §3, §8).

import type { TenantAccessContext } from '../access/context.ts';
import { applyCustomConditions, type ResolvedCondition, resolveConditions } from './custom-filters.ts';
import { assertFilter } from './filter-checks.ts';
import { applyFilter, conditionFrom, joinConditions } from './filters.ts';
import type {
  Condition,
  Conditions,
  CustomCondition,
  FilterTree,
  ListArguments,
  ListFilter,
  Listing,
  WhereBuilder,
} from './listing.ts';

/** Holds for every record; what a filter without conditions means. */
const EVERYTHING: Condition = { sql: 'true', values: [] };

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
    const [parts, word] = 'and' in tree ? ([tree.and, ' and '] as const) : ([tree.or, ' or '] as const);
    return joinConditions(
      parts.map((part) => conditionOf(ctx, listing, part)),
      word,
    );
  }
  const table = listing.model.tableName;
  const condition = conditionFrom((query) => {
    if ('custom' in tree) applyCustomConditions(query, table, resolveConditions(ctx, table, [tree.custom]));
    else applyFilter(query, ctx, listing, tree.conditions);
  });
  return condition ?? EVERYTHING;
}

/** The parts of a filter input: its combinations as one tree, and everything else. */
interface FilterParts {
  customFields: readonly CustomCondition[] | null | undefined;
  fields: Record<string, Conditions | null>;
  tree: FilterTree | undefined;
}

/**
 * Separates `and`, `or` and `not` of a filter input from its other members.
 * @param view the tree of a saved view, which must hold too
 */
function splitFilter(filter: ListFilter, view?: FilterTree | null): FilterParts {
  const { and, or, not, customFields, ...fields } = filter;
  const trees = [...(view ? [view] : []), ...combinationsOf({ and, or, not })];
  return {
    customFields,
    fields: fields as FilterParts['fields'],
    tree: trees.length > 1 ? { and: trees } : trees[0],
  };
}

/** The conditions of a list, translated once, for any number of queries of the list. */
export interface ListConditions {
  /** The members of the filter that depend on the request. */
  requestFilters: string[];
  fields: FilterParts['fields'];
  custom: ResolvedCondition[];
  /** The combinations of the filter and the saved view, before and after their translation. */
  combined: FilterTree | undefined;
  tree: Condition | undefined;
  /** Restricts a query of the list's table to the records of the list. */
  apply: (query: WhereBuilder) => void;
}

/**
 * Translates the filter of a list and the tree of its saved view.
 * @throws VALIDATION_ERROR for a filter on a field that does not exist or that the caller may not read
 */
export async function listConditions(
  ctx: TenantAccessContext,
  listing: Listing,
  args: Pick<ListArguments, 'filter' | 'tree'>,
): Promise<ListConditions> {
  const { name, tableName } = listing.model;
  const filter = (args.filter ?? {}) as ListFilter;
  assertFilter(ctx, name, filter);
  const parts = splitFilter(filter, args.tree);
  const { customFields, fields, tree: combined } = parts;
  const requestFilters = requestFiltersIn(listing, parts);
  for (const used of requestFilters) await listing.requestFilters![used]?.(ctx);
  const custom = resolveConditions(ctx, tableName, customFields);
  const tree = combined && conditionOf(ctx, listing, combined);
  const apply = (query: WhereBuilder): void => {
    applyFilter(query, ctx, listing, fields);
    applyCustomConditions(query, tableName, custom);
    if (tree) query.whereRaw(`(${tree.sql})`, tree.values as string[]);
  };
  return { requestFilters, fields, custom, combined, tree, apply };
}

/** Returns the members of a filter that depend on the request. */
function requestFiltersIn({ requestFilters = {} }: Listing, { fields, tree }: FilterParts): string[] {
  const names = Object.keys(requestFilters);
  if (!names.length) return names;
  const used = new Set([...Object.keys(fields), ...(tree ? fieldsIn(tree) : [])]);
  return names.filter((name) => used.has(name));
}

function fieldsIn(tree: FilterTree): string[] {
  if ('not' in tree) return fieldsIn(tree.not);
  if ('and' in tree) return tree.and.flatMap(fieldsIn);
  if ('or' in tree) return tree.or.flatMap(fieldsIn);
  return 'custom' in tree ? [] : Object.keys(tree.conditions);
}

function combinationsOf({ and, or, not }: Pick<ListFilter, 'and' | 'or' | 'not'>): FilterTree[] {
  return [
    ...(and ?? []).map(treeOf),
    ...(or ? [{ or: or.map(treeOf) }] : []),
    ...(not ? [{ not: treeOf(not) }] : []),
  ];
}

function treeOf({ and, or, not, customFields, ...conditions }: ListFilter): FilterTree {
  return {
    and: [
      { conditions: conditions as Record<string, Conditions> },
      ...(customFields ?? []).map((custom) => ({ custom })),
      ...combinationsOf({ and, or, not }),
    ],
  };
}
