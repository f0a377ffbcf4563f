// Compiles the clauses of a view into conditions of its list for the viewer, and reports broken clauses (platform.md
// §8).
import { coerceInputValue } from 'graphql';
import { mayReadCustomField } from '../../access/custom-fields.ts';
import { assertSortReadable, mayRead } from '../../access/redaction.ts';
import type { TenantContext } from '../../context.ts';
import { type FieldFault, invalid, ServiceError } from '../../errors.ts';
import { type Clause, mapClauses, memberOf, type ViewFilter } from '../../lists/clauses.ts';
import { customSortKeys, resolveConditions } from '../../lists/custom-filters.ts';
import { assertFilter } from '../../lists/filter-checks.ts';
import type { Conditions, FilterTree, ListFilter } from '../../lists/listing.ts';
import {
  type FieldKind,
  kindOfMember,
  kindOfType,
  resolveRelative,
  type ViewerContext,
} from '../../lists/relative.ts';
import { camelCase } from '../../naming.ts';
import { dayOf } from '../days.ts';
import { customEntityOf, customFieldsOfList, filterOf, operationOf, sortKeysOf } from './lists.ts';
import type { SavedView } from './model.ts';
import type { Viewer } from './rules.ts';

/** A clause or sort key of a view that is not valid for the viewer. */
export interface BrokenClause extends FieldFault {
  field: string;
}

/** Returns the viewer, day and time zones that relative values are resolved with. */
export function viewerContextOf(
  { principal, now }: TenantContext,
  { userId, timeZone }: Viewer,
): ViewerContext {
  return {
    me: userId ?? principal.id,
    today: dayOf(now, timeZone),
    timeZone,
    workspaceZone: principal.timeZone,
  };
}

/**
 * Compiles a filter into the conditions of its list, with relative values resolved.
 * @throws VALIDATION_ERROR listing every broken clause with its field
 */
export function compileFilter(
  ctx: TenantContext,
  entity: string,
  filter: ViewFilter,
  viewerContext: ViewerContext,
): FilterTree {
  const broken: BrokenClause[] = [];
  const tree = mapClauses<FilterTree>(filter, (clause, path) => {
    const condition = compileClause(ctx, entity, clause, viewerContext, path);
    if (!('rule' in condition)) return condition;
    broken.push(condition);
    return { conditions: {} };
  });
  if (broken.length) throw brokenClausesError(broken);
  return tree;
}

/** Returns the validation error that lists broken clauses. */
export function brokenClausesError(broken: BrokenClause[]): ServiceError {
  const fields = broken.map(({ path, rule, message }) => ({ path, rule, message }));
  return new ServiceError('VALIDATION_ERROR', broken[0]!.message, { fields });
}

/** Returns the clauses and sort keys of a view that are not valid for the caller, each with the reason. */
export function brokenClauses(ctx: TenantContext, view: SavedView): BrokenClause[] {
  const viewerContext = viewerContextOf(ctx, { userId: null, timeZone: ctx.principal.timeZone });
  const broken: BrokenClause[] = [];
  if (view.filter) {
    mapClauses(view.filter, (clause, path) => {
      const condition = compileClause(ctx, view.entity, clause, viewerContext, path);
      if ('rule' in condition) broken.push(condition);
    });
  }
  return [...broken, ...brokenSort(ctx, view.entity, view.sort)];
}

/** Returns the sort keys that are not valid for the caller. */
export function brokenSort(ctx: TenantContext, entity: string, sort: readonly string[]): BrokenClause[] {
  const sortKeys = sortKeysOf(operationOf(ctx, entity));
  return sort.flatMap((key, index) => {
    const path = `sort[${index}]`;
    const field = key.replace(/^-/, '');
    if (sortKeys.includes(key)) return [];
    try {
      if (field.startsWith('custom.')) {
        customSortKeys(ctx, customEntityOf(entity), [key.replace('custom.', '')]);
        return [];
      }
      assertSortReadable(ctx.services, ctx.principal, key);
      return [{ path, field, rule: 'enum', message: `${key} is not a sort key of ${entity}.` }];
    } catch (error) {
      return [{ ...fieldFaultOf(error), path, field }];
    }
  });
}

/**
 * Replaces the values of clauses on fields that the caller may not read by null, because they would reveal the content
 * of the field.
 * @param forAnyReader replaces them for every governed field, whatever the caller may read
 */
export function withoutGoverned(
  ctx: TenantContext,
  entity: string,
  filter: ViewFilter | null,
  { forAnyReader = false } = {},
): ViewFilter | null {
  if (!filter) return null;
  return mapClauses<ViewFilter>(filter, (clause) =>
    isReadable(ctx, entity, clause.field, forAnyReader)
      ? clause
      : { field: clause.field, op: clause.op, value: null },
  );
}

function isReadable(ctx: TenantContext, entity: string, name: string, forAnyReader: boolean): boolean {
  if (name.startsWith('custom.')) {
    const field = customFieldsOfList(ctx, entity).get(name.slice('custom.'.length));
    // An archived field may have been governed.
    if (!field) return false;
    return forAnyReader ? field.classification === 'ordinary_crm' : mayReadCustomField(field, ctx.principal);
  }
  const governance = ctx.services.governed.get(camelCase(name));
  return !governance || (!forAnyReader && mayRead(governance, ctx.principal));
}

/** Compiles one clause into a condition, or returns why it is broken. */
function compileClause(
  ctx: TenantContext,
  entity: string,
  clause: Clause,
  viewerContext: ViewerContext,
  path: string,
): FilterTree | BrokenClause {
  try {
    const kind = kindOf(ctx, entity, clause.field);
    const { op, value, not } = resolveRelative(clause, kind, viewerContext);
    const leaf = clause.field.startsWith('custom.')
      ? customCondition(ctx, entity, { ...clause, op, value })
      : standardCondition(ctx, entity, { ...clause, op, value });
    return not ? { not: leaf } : leaf;
  } catch (error) {
    const fault = fieldFaultOf(error);
    return { ...fault, path: `${path}.${fault.path}`, field: clause.field };
  }
}

function kindOf(ctx: TenantContext, entity: string, field: string): FieldKind {
  const custom =
    field.startsWith('custom.') && customFieldsOfList(ctx, entity).get(field.slice('custom.'.length));
  return custom ? kindOfType(custom.type) : kindOfMember(filterOf(operationOf(ctx, entity)).type, field);
}

/** Compiles a condition on a standard field; it is validated by the schema of `filter[...]`. */
function standardCondition(ctx: TenantContext, entity: string, { field, op, value }: Clause): FilterTree {
  const { type, schema } = filterOf(operationOf(ctx, entity));
  const [fault] = ctx.services.validator.faults(schema, memberOf(field, { [op]: value }));
  if (fault) throw validationError(fault, field, entity);
  const input = memberOf(camelCase(field), { [camelCase(op)]: value });
  const conditions = coerceInputValue(input, type, (_path, _value, error) => {
    throw invalid('value', 'format', `${field}: ${error.message}`);
  }) as Record<string, Conditions>;
  assertReadable(ctx, type.name.replace(/Filter$/, ''), field, conditions);
  return { conditions };
}

function validationError({ path, rule, message }: FieldFault, field: string, entity: string): ServiceError {
  if (path.split('.').length <= field.split('.').length)
    return invalid(
      'field',
      'unknown_field',
      `${entity} cannot be filtered by ${field}; name a field of its filter.`,
    );
  if (rule === 'unknown_field')
    return invalid('op', 'operator', `The filter ${field} does not take this operator.`);
  return invalid('value', rule, `${field}: ${message}`);
}

function assertReadable(ctx: TenantContext, type: string, field: string, conditions: object): void {
  try {
    assertFilter(ctx, type, conditions as ListFilter);
  } catch (error) {
    const { rule } = fieldFaultOf(error);
    throw invalid('field', rule, `You may not read ${field}, so you cannot use a view that filters by it.`);
  }
}

function customCondition(ctx: TenantContext, entity: string, { field, op, value }: Clause): FilterTree {
  const custom = { key: field.slice('custom.'.length), op, value };
  if (!filterOf(operationOf(ctx, entity)).type.getFields().customFields)
    throw invalid('field', 'unknown_field', `${entity} has no custom fields; name a field of its filter.`);
  try {
    resolveConditions(ctx, customEntityOf(entity), [custom]);
  } catch (error) {
    const { rule, message } = fieldFaultOf(error);
    const isField = rule === 'unknown_field' || rule === 'field_not_readable';
    const member = isField ? 'field' : rule === 'operator' ? 'op' : 'value';
    throw invalid(member, rule, `${field}: ${message}`);
  }
  return { custom };
}

/** Returns the field error of a ServiceError; rethrows any other error. */
function fieldFaultOf(error: unknown): FieldFault {
  const [fault] = error instanceof ServiceError ? (error.extras.fields ?? []) : [];
  if (!fault) throw error;
  return fault;
}
