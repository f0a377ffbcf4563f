// Types of lists: how a kind of record is listed, the arguments of a list, and a page.
import type { QueryBuilder } from 'objection';
import type { TenantAccessContext } from '../access/context.ts';
import type { RecordModel } from '../db/record-model.ts';

export type Query = QueryBuilder<RecordModel, RecordModel[]>;
export type Conditions = Record<string, unknown>;
/** The target that filters add conditions to: a query, or a condition that is being built. */
export interface WhereBuilder {
  whereRaw(sql: string, values?: readonly unknown[]): unknown;
}
/** Adds conditions on one member of a filter input to a query; `not` and `exists` never reach it. */
export type Filter = (query: WhereBuilder, conditions: Conditions, ctx: TenantAccessContext) => void;
/** Filters that are more than a condition on the column of the same name. */
export type Filters = Record<string, Filter>;

/** An SQL condition with the values of its placeholders. */
export interface Condition {
  sql: string;
  values: unknown[];
}

/** A condition as the caller sends it; on REST every value is a text. */
export interface CustomCondition {
  key: string;
  op: string;
  value?: unknown;
}

/** The combinations of a filter input, and its conditions on custom fields. */
interface FilterCombinations {
  and?: ListFilter[] | null;
  or?: ListFilter[] | null;
  not?: ListFilter | null;
  customFields?: CustomCondition[] | null;
}

/** A filter input: combinations, and conditions by field. */
export type ListFilter = FilterCombinations & Record<string, unknown>;

/** Conditions on a field of the list's filter input or on a custom field, or a combination of trees. */
export type FilterTree =
  | { and: FilterTree[] }
  | { or: FilterTree[] }
  | { not: FilterTree }
  | { conditions: Record<string, Conditions> }
  | { custom: CustomCondition };

/** Arguments of a list field: those that `@paged` adds, and those of the field itself. */
export interface ListArguments {
  page?: number | null;
  pageSize?: number | null;
  first?: number | null;
  after?: string | null;
  search?: string | null;
  filter?: object | null;
  /** The filter of a saved view, applied in addition to `filter`. */
  tree?: FilterTree | null;
  sort?: readonly string[] | null;
  /** Custom fields to sort by first, such as `-score`. */
  customSort?: readonly string[] | null;
  includeDeleted?: boolean | null;
}

/** A reference to a record whose words are also searched. */
export interface SearchLink {
  /** Names the match in results: `company`. */
  field: string;
  /** The column with the reference: `company_id`. */
  column: string;
  /** The kind of the other record in `search_tokens`. */
  entity: string;
  /** The operation that lists the other records; whoever may not call it finds nothing by their words. */
  list: string;
}

/** Describes how a kind of record is listed. */
export interface Listing {
  model: typeof RecordModel;
  /** The entity in `search_tokens`, for lists that take `search`. */
  searchEntity?: string;
  /** References to records whose words are searched too. */
  searchLinks?: readonly SearchLink[];
  /** Filters that are more than a condition on the column of a field. */
  filters?: Filters;
  /**
   * Those of them whose SQL depends on more than their conditions, such as the time, with what a request must load for
   * them. Statements with them are not cached.
   */
  requestFilters?: Record<string, ((ctx: TenantAccessContext) => Promise<void>) | null>;
  /** Whether deleted records may stay in the list for all its readers; the condition of the list says which. */
  keepsDeleted?: boolean;
  /** The maximum page size; 100 by default. */
  maxPageSize?: number;
}

export interface PageOf<M> {
  nodes: M[];
  /** The id of the record above, of a nested list. */
  parentId?: string;
  page: number | null;
  pageSize: number;
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  cursorOf: (row: M) => string;
  /** Counts the list at the first call. */
  count: () => Promise<{ total: number; totalIsEstimate: boolean }>;
}
