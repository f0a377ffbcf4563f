// What a caller writes about a view, held to its list.
import type { TenantContext } from '../../context.ts';
import { type FieldFault, invalid, ServiceError } from '../../errors.ts';
import { brokenSort, compileFilter, momentOf, refusalOf } from './clauses.ts';
import { columnState } from './lists.ts';
import type { SavedView } from './model.ts';
import { type Layout, readTree, type Viewer, type Visibility } from './rules.ts';
import type { ShareInput } from './sharing.ts';

/** What a caller may write; absent leaves alone, null clears. */
export interface SavedViewInput {
  entity?: string | null;
  name?: string | null;
  visibility?: Visibility | null;
  sharedWith?: ShareInput[] | null;
  filter?: unknown;
  sort?: string[] | null;
  columns?: string[] | null;
  groupBy?: string | null;
  layout?: Layout | null;
  pageSize?: number | null;
  position?: number | null;
  isDefault?: boolean | null;
  copyViewId?: string | null;
}

type Shown = Partial<
  Pick<SavedView, 'name' | 'filter' | 'sort' | 'columns' | 'groupBy' | 'layout' | 'rowsPerPage' | 'position'>
>;

/**
 * What a view shows, of the members that are given: only what its list knows and the caller may read.
 * @throws VALIDATION_ERROR naming every part that does not hold
 */
export function readShown(ctx: TenantContext, entity: string, input: SavedViewInput, viewer: Viewer): Shown {
  const shown: Shown = {};
  if (input.name !== undefined) shown.name = readName(input.name);
  if (input.filter !== undefined) shown.filter = isNone(input.filter) ? null : readTree(input.filter);
  if (shown.filter) compileFilter(ctx, entity, shown.filter, momentOf(ctx, viewer));
  if (input.sort !== undefined) shown.sort = readSort(ctx, entity, input.sort ?? []);
  if (input.columns !== undefined) shown.columns = readColumns(ctx, entity, input.columns ?? [], 'columns');
  if (input.groupBy !== undefined) {
    if (input.groupBy !== null) readColumns(ctx, entity, [input.groupBy], 'group_by');
    shown.groupBy = input.groupBy;
  }
  if (input.layout !== undefined) shown.layout = input.layout ?? 'table';
  if (input.pageSize !== undefined) shown.rowsPerPage = input.pageSize;
  if (input.position != null) shown.position = input.position;
  return shown;
}

function isNone(filter: unknown): boolean {
  return filter === null || (typeof filter === 'object' && Object.keys(filter as object).length === 0);
}

function readName(given: string | null | undefined): string {
  const name = given?.trim();
  if (!name) throw invalid('name', 'required', 'Give the view a name.');
  return name;
}

function readSort(ctx: TenantContext, entity: string, sort: string[]): string[] {
  const broken = brokenSort(ctx, entity, sort);
  if (broken.length) throw refusalOf(broken);
  const fields = sort.map((key) => key.replace(/^-/, ''));
  const twice = fields.find((field, index) => fields.indexOf(field) < index);
  if (twice) throw invalid('sort', 'repeated', `Sort by ${twice} once.`);
  const firstPlain = fields.findIndex((field) => !field.startsWith('custom.'));
  if (firstPlain >= 0 && fields.slice(firstPlain).some((field) => field.startsWith('custom.')))
    throw invalid('sort', 'custom_first', 'Name the custom fields first, then the other keys of the order.');
  return sort;
}

function readColumns(ctx: TenantContext, entity: string, columns: string[], path: string): string[] {
  const faults = columns.flatMap((column, index): FieldFault[] => {
    const at = path === 'columns' ? `columns.${index}` : path;
    if (columns.indexOf(column) < index)
      return [{ path: at, rule: 'repeated', message: `Name ${column} once.` }];
    const state = columnState(ctx, entity, column);
    if (state === 'known') return [];
    if (state === 'unknown')
      return [{ path: at, rule: 'unknown_field', message: `${column} is not a member of ${entity}.` }];
    return [{ path: at, rule: 'field_not_readable', message: `You may not read ${column}.` }];
  });
  if (faults.length) throw new ServiceError('VALIDATION_ERROR', faults[0]!.message, { fields: faults });
  return columns;
}
