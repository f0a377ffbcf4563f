// The columns whose cells a reader may not see: those of governed fields that they may not read.
import type { TenantContext } from '../../context.ts';
import type { Cell, Import, Mapping, RowError } from './model.ts';
import { suggest } from './suggestions.ts';
import { unreadableFieldsOf } from './target-fields.ts';
import { targetOf } from './targets.ts';

/** Hides the cells of some columns and what errors say of them. */
export interface HiddenColumns {
  readonly columns: ReadonlySet<string>;
  /** The keys of their fields. */
  readonly fields: ReadonlySet<string>;
}

const NONE: HiddenColumns = { columns: new Set(), fields: new Set() };

/**
 * Returns the columns of an import that are mapped to a field that the caller may not read, or would be suggested for one,
 * and reports these fields as redacted.
 */
export function hiddenColumnsOf(ctx: TenantContext, imported: Import): HiddenColumns {
  if (imported.kind === 'pm') return NONE;
  const unreadable = unreadableFieldsOf(ctx, targetOf(imported.target));
  if (unreadable.length === 0) return NONE;
  const keys = new Set(unreadable.map(({ key }) => key));
  const mapped = ((imported.mapping as Mapping | null)?.columns ?? []).filter(({ target }) =>
    keys.has(target),
  );
  const suggested = suggest(imported.columns, [], unreadable).flatMap((one, at) =>
    one ? [{ source: imported.columns[at]!, target: one.target }] : [],
  );
  const hidden = [...mapped, ...suggested];
  for (const { target } of hidden) ctx.redacted.add(target.replace(/^custom\./, 'custom_fields.'));
  return {
    columns: new Set(hidden.flatMap(({ source }) => source ?? [])),
    fields: new Set(hidden.map(({ target }) => target)),
  };
}

/** Returns the cells of a row by column, without the hidden ones. */
export function visibleCells(
  names: readonly string[],
  cells: readonly Cell[] | null,
  { columns }: HiddenColumns,
): Record<string, Cell> {
  return Object.fromEntries(
    names.map((name, at) => [name, columns.has(name) ? null : (cells?.[at] ?? null)]),
  );
}

/** Returns errors without the values of hidden columns. */
export function visibleErrors(errors: RowError[], { columns, fields }: HiddenColumns): RowError[] {
  return errors.map((error) => {
    const { column, field } = error;
    const isHidden = (column && columns.has(column)) || (field && fields.has(field));
    return isHidden ? { ...error, value: null } : error;
  });
}
