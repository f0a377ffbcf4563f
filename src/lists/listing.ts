// What lists are made of, as types: how a kind of record is listed, the arguments of a list, and a page of it.
import type { QueryBuilder } from 'objection';
import type { RecordModel } from '../db/record-model.ts';

export type Query = QueryBuilder<RecordModel, RecordModel[]>;
export type Conditions = Record<string, unknown>;
/** What filters narrow: a query, or a condition that is put together. */
export interface WhereBuilder {
  whereRaw(sql: string, values?: readonly unknown[]): unknown;
}
/** Filters that are more than a condition on the column of their name. */
export type Filters = Record<string, (query: WhereBuilder, conditions: Conditions) => void>;

/** A condition as a caller gives it; on REST every value is a text. */
export interface CustomCondition {
  key: string;
  op: string;
  value?: unknown;
}

/** Conditions on a field of the list's filter input, or on a custom field; or other trees, joined. */
export type FilterTree =
  | { and: FilterTree[] }
  | { or: FilterTree[] }
  | { not: FilterTree }
  | { conditions: Record<string, Conditions> }
  | { custom: CustomCondition };

/** Arguments of a list field: what `@paged` adds, and what the field itself takes. */
export interface ListArguments {
  page?: number | null;
  pageSize?: number | null;
  first?: number | null;
  after?: string | null;
  search?: string | null;
  filter?: object | null;
  /** Holds beside `filter`: what a saved view asks for. */
  tree?: FilterTree | null;
  sort?: readonly string[] | null;
  /** Custom fields that the order begins with, such as `-score`. */
  customSort?: readonly string[] | null;
  includeDeleted?: boolean | null;
}

/** How a kind of record is listed. */
export interface Listing {
  model: typeof RecordModel;
  /** Entity in `search_tokens`, where the list takes `search`. */
  searchEntity?: string;
  /** Filters that are more than a condition on the column of a field. */
  filters?: Filters;
  /** A page may be this large at most; 100 without it. */
  maxPageSize?: number;
}

export interface PageOf<M> {
  nodes: M[];
  page: number | null;
  pageSize: number;
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  cursorOf: (row: M) => string;
  /** Counts at first use. */
  count: () => Promise<{ total: number; totalIsEstimate: boolean }>;
}
