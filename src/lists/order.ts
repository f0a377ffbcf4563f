// The sort order of a list, and its cursors (platform.md §3).
import type { TenantAccessContext } from '../access/context.ts';
import type { RecordModel } from '../db/record-model.ts';
import { invalid } from '../errors.ts';
import { camelCase } from '../naming.ts';
import { listColumns } from '../sdl/columns.ts';
import { ALPHABETICAL } from './alphabetical.ts';
import { customSortKeys, type ResolvedCondition } from './custom-filters.ts';
import type { Condition, FilterTree, ListArguments, Listing, Query } from './listing.ts';

/** One sort key. */
export interface SortKey {
  /** The column with the value. */
  column: string;
  descending: boolean;
  nullable: boolean;
  /** Whether it is a text that people write. */
  isText?: boolean;
  /** Whether nulls come first in descending order, as in the index; otherwise they come last in both. */
  nullsFirst?: boolean;
  /** For custom fields: the SQL expression that is compared, and the same value of a row. */
  sql?: (table: string) => string;
  read?: (row: object) => unknown;
}

const MAX_SORT_KEYS = 3;

/** Returns the `order by` list. */
export function orderOf(table: string, keys: SortKey[]): string {
  return keys
    .map(
      (key) =>
        `${sqlOf(key, table)} ${key.descending ? 'desc' : 'asc'}${key.nullable && !key.nullsFirst ? ' nulls last' : ''}`,
    )
    .join(', ');
}

/** Returns the sort keys: custom fields first, then the others. @throws VALIDATION_ERROR for more than three of them */
export function orderKeys(
  ctx: TenantAccessContext,
  listing: Listing,
  { sort, customSort }: ListArguments,
): SortKey[] {
  const custom = customSortKeys(ctx, listing.model.tableName, customSort);
  const plain = sort ?? (custom.length ? [] : ['-updated_at']);
  if (custom.length + plain.length > MAX_SORT_KEYS)
    throw invalid('sort', 'max_items', `Sort by at most ${MAX_SORT_KEYS} keys.`);
  const repeated = custom.find(({ key }, index) => custom.findIndex((one) => one.key === key) < index);
  if (repeated) throw invalid('sort', 'repeated', `Sort by custom.${repeated.key} once.`);
  const leading = custom.map(({ descending, sql, read }) => ({
    column: 'custom_fields',
    descending,
    nullable: true,
    sql,
    read,
  }));
  const rest = sortKeys(listing, plain);
  if (leading[0]) rest.at(-1)!.descending = leading[0].descending;
  return [...leading, ...rest];
}

/** Returns the SQL expression of a key, for a table alias. */
export function sqlOf({ column, sql, isText }: SortKey, table: string): string {
  return sql ? sql(table) : `${table}.${column}${isText ? ALPHABETICAL : ''}`;
}

/** Returns the keys of plain columns, followed by the id. @throws VALIDATION_ERROR for a repeated one */
export function sortKeys({ model }: Listing, sort: readonly string[]): SortKey[] {
  const { sorts } = listColumns(model.name);
  const keys = sort.map((key) => {
    const name = key.replace(/^-/, '');
    const { column = name, nullable = false, isText = false, nullsFirst = false } = sorts.get(name) ?? {};
    return { column, descending: key.startsWith('-'), nullable, isText, ...(nullsFirst && { nullsFirst }) };
  });
  const repeated = keys.find((key, index) => keys.findIndex(({ column }) => column === key.column) < index);
  if (repeated) throw invalid('sort', 'repeated', `Sort by ${repeated.column} once.`);
  // The id makes the order total; it has the direction of the first key, so that one index serves both.
  return [...keys, { column: 'id', descending: keys[0]?.descending ?? true, nullable: false }];
}

/** Selects the rows after the cursor, in the order of the keys. */
export function applyCursor(query: Query, table: string, keys: SortKey[], values: unknown[]): void {
  query.where((or) => {
    keys.forEach((key, index) => {
      or.orWhere((and) => {
        keys.slice(0, index).forEach((equal, at) => {
          and.whereRaw(`${sqlOf(equal, table)} is not distinct from ?`, [values[at] as string]);
        });
        whereAfter(and as unknown as Query, sqlOf(key, table), key, values[index]);
      });
    });
  });
  // Redundant, but an index on the first key can use it.
  const [first] = keys;
  if (first && !first.nullable)
    query.whereRaw(`${sqlOf(first, table)} ${first.descending ? '<=' : '>='} ?`, [values[0] as string]);
}

function whereAfter(query: Query, column: string, key: SortKey, value: unknown): void {
  const hasNullsFirst = key.nullsFirst && key.descending;
  // Where nulls sort last, no row follows a null by this key, and every null follows a value.
  if (value === null) query.whereRaw(hasNullsFirst ? `${column} is not null` : 'false');
  else {
    const behind = `${column} ${key.descending ? '<' : '>'} ?`;
    query.whereRaw(key.nullable && !hasNullsFirst ? `(${behind} or ${column} is null)` : behind, [
      value as string,
    ]);
  }
}

/**
 * Returns the scope of a cursor: the workspace, the list and its filter, search and sort. It includes the parsed
 * conditions on custom fields and of the view, because their meaning may change while the request stays the same.
 */
export function cursorScope(
  ctx: TenantAccessContext,
  listing: Listing,
  args: ListArguments,
  order: string,
  custom: readonly ResolvedCondition[],
  tree: Condition | FilterTree | undefined,
): string {
  const { search, filter, includeDeleted } = args;
  return JSON.stringify([
    ctx.tenantId,
    listing.model.tableName,
    search ?? null,
    filter ?? null,
    order,
    !!includeDeleted,
    custom.map(({ field, value }) => [field.type, value]),
    tree ?? null,
  ]);
}

/** Creates a cursor after a row: the values of its sort keys, signed together with the scope. */
export function makeCursor(
  ctx: TenantAccessContext,
  scope: string,
  keys: SortKey[],
  row: RecordModel,
): string {
  const values = keys.map(({ column, read }) =>
    read ? read(row) : (row[camelCase(column) as keyof RecordModel] ?? null),
  );
  const text = Buffer.from(JSON.stringify(values)).toString('base64url');
  return `${text}.${ctx.services.keys.signCursor(text + scope)}`;
}

/** Returns the values in a cursor. @throws VALIDATION_ERROR for a cursor of another list */
export function openCursor(
  ctx: TenantAccessContext,
  cursor: string,
  scope: string,
  length: number,
): unknown[] {
  const [text = '', signature = ''] = cursor.split('.');
  if (!ctx.services.keys.isCursorSignature(text + scope, signature)) {
    throw invalid(
      'cursor',
      'cursor',
      'The cursor belongs to another list, filter or sort; start again without it.',
    );
  }
  const values = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
  return values.slice(0, length);
}

/** A part of a list, with its own order. */
export interface ListPart {
  where: (query: Query) => void;
  order: string;
}

/**
 * Returns the parts of a list that an index on its first key serves, or none where it serves the whole list. Nulls sort
 * last in both directions, so descending they are not where the index has them.
 * @param start the values of the cursor
 */
export function nullParts(table: string, keys: SortKey[], start: unknown[] | undefined): readonly ListPart[] {
  const [first, ...others] = keys;
  if (!first?.nullable || !first.descending || first.sql || first.nullsFirst) return [];
  const column = sqlOf(first, table);
  const nulls: ListPart = {
    where: (query) => void query.whereRaw(`${column} is null`),
    order: orderOf(table, others),
  };
  if (start && start[0] === null) return [nulls];
  const values: ListPart = {
    where: (query) =>
      void (start
        ? query.whereRaw(`${column} <= ?`, [start[0] as string])
        : query.whereRaw(`${column} is not null`)),
    order: orderOf(table, [{ ...first, nullable: false }, ...others]),
  };
  return [values, nulls];
}
