// Resolvers of fields computed from columns of their row.
import type { TenantContext } from '../src/context.ts';

/**
 * Resolves a field from columns of its row. Without the list, a read would have to fetch every column.
 * @param sql the same computation as a SQL expression, which returns the value as sent
 */
export function computed<T>(
  columns: (keyof T & string)[],
  compute: (row: T, ctx: TenantContext) => unknown,
  sql?: (table: string) => string,
): never {
  return Object.assign((row: T, _: unknown, ctx: TenantContext) => compute(row, ctx), {
    source: { columns, ...(sql && { sql }) },
  }) as never;
}

/** Resolves a list that only the answer to a write has, such as its warnings; it is empty on reads. */
export function ofWrite<T extends object>(name: string): never {
  return computed<T>(
    [],
    (row) => (row as Record<string, unknown>)[name] ?? [],
    () => `'[]'::json`,
  );
}
