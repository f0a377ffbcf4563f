// Reads the input of a saved view and validates it against its list.
import type { TenantContext } from '../../context.ts';
import { type FieldFault, invalid, ServiceError } from '../../errors.ts';
import { readFilter } from '../../lists/clauses.ts';
import { brokenClausesError, brokenSort, compileFilter, viewerContextOf } from './clauses.ts';
import { columnState } from './lists.ts';
import type { SavedView } from './model.ts';
import type { Layout, Viewer, Visibility } from './rules.ts';
import type { ShareInput } from './sharing.ts';

/** The fields of a view that a caller can set; absent fields stay unchanged, null clears. */
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

type ViewFields = Partial<
  Pick<SavedView, 'name' | 'filter' | 'sort' | 'columns' | 'groupBy' | 'layout' | 'rowsPerPage' | 'position'>
>;

/**
 * Reads the fields of the input that are present; fields and columns must belong to the list and be readable for the
 * caller.
 * @throws VALIDATION_ERROR listing every invalid part
 */
export function readViewFields(
  ctx: TenantContext,
  entity: string,
  input: SavedViewInput,
  viewer: Viewer,
): ViewFields {
  const fields: ViewFields = {};
  if (input.name !== undefined) fields.name = readName(input.name);
  if (input.filter !== undefined)
    fields.filter = isEmptyFilter(input.filter) ? null : readFilter(input.filter);
  if (fields.filter) compileFilter(ctx, entity, fields.filter, viewerContextOf(ctx, viewer));
  if (input.sort !== undefined) fields.sort = readSort(ctx, entity, input.sort ?? []);
  if (input.columns !== undefined) fields.columns = readColumns(ctx, entity, input.columns ?? [], 'columns');
  if (input.groupBy !== undefined) {
    if (input.groupBy !== null) readColumns(ctx, entity, [input.groupBy], 'group_by');
    fields.groupBy = input.groupBy;
  }
  if (input.layout !== undefined) fields.layout = input.layout ?? 'table';
  if (input.pageSize !== undefined) fields.rowsPerPage = input.pageSize;
  if (input.position != null) fields.position = input.position;
  return fields;
}

function isEmptyFilter(filter: unknown): boolean {
  return filter === null || (typeof filter === 'object' && Object.keys(filter as object).length === 0);
}

function readName(input: string | null | undefined): string {
  const name = input?.trim();
  if (!name) throw invalid('name', 'required', 'Send a name for the view.');
  return name;
}

function readSort(ctx: TenantContext, entity: string, sort: string[]): string[] {
  const broken = brokenSort(ctx, entity, sort);
  if (broken.length) throw brokenClausesError(broken);
  const fields = sort.map((key) => key.replace(/^-/, ''));
  const repeated = fields.find((field, index) => fields.indexOf(field) < index);
  if (repeated) throw invalid('sort', 'repeated', `Sort by ${repeated} once.`);
  const firstPlain = fields.findIndex((field) => !field.startsWith('custom.'));
  if (firstPlain >= 0 && fields.slice(firstPlain).some((field) => field.startsWith('custom.')))
    throw invalid('sort', 'custom_first', 'Put the custom fields before the other sort keys.');
  return sort;
}

function readColumns(ctx: TenantContext, entity: string, columns: string[], path: string): string[] {
  const faults = columns.flatMap((column, index): FieldFault[] => {
    const fieldPath = path === 'columns' ? `columns[${index}]` : path;
    if (columns.indexOf(column) < index)
      return [{ path: fieldPath, rule: 'repeated', message: `List ${column} once.` }];
    const state = columnState(ctx, entity, column);
    if (state === 'known') return [];
    if (state === 'unknown')
      return [{ path: fieldPath, rule: 'unknown_field', message: `${column} is not a member of ${entity}.` }];
    return [{ path: fieldPath, rule: 'field_not_readable', message: `You may not read ${column}.` }];
  });
  if (faults.length) throw new ServiceError('VALIDATION_ERROR', faults[0]!.message, { fields: faults });
  return columns;
}
