// Clauses of a view as conditions of its list, for who looks at it; and those that do not resolve (platform.md §8).
import { coerceInputValue, getNamedType } from 'graphql';
import { mayReadCustomField } from '../../access/custom-fields.ts';
import { assertFilterReadable, assertSortReadable, mayRead } from '../../access/redaction.ts';
import type { TenantContext } from '../../context.ts';
import { type FieldFault, invalid, ServiceError } from '../../errors.ts';
import { customSortKeys, resolveConditions } from '../../lists/custom-filters.ts';
import type { Conditions, FilterTree } from '../../lists/listing.ts';
import { camelCase } from '../../naming.ts';
import { dayOf } from '../days.ts';
import { customEntityOf, customOf, filterOf, operationOf, sortKeysOf } from './lists.ts';
import type { SavedView } from './model.ts';
import { absolute, type FieldKind, type Moment } from './relative.ts';
import { type Clause, mapClauses, type Viewer, type ViewFilter } from './rules.ts';

/** A part of a view that does not hold for who looks at it. */
export interface BrokenClause extends FieldFault {
  field: string;
}

/** For whom and when relative values are meant. */
export function momentOf({ principal, now }: TenantContext, { userId, timeZone }: Viewer): Moment {
  return {
    me: userId ?? principal.id,
    today: dayOf(now, timeZone),
    timeZone,
    workspaceZone: principal.timeZone,
  };
}

/**
 * A filter as its list runs it, for this caller at this moment.
 * @throws VALIDATION_ERROR with every clause that does not hold, naming its field
 */
export function compileFilter(
  ctx: TenantContext,
  entity: string,
  filter: ViewFilter,
  moment: Moment,
): FilterTree {
  const broken: BrokenClause[] = [];
  const tree = mapClauses<FilterTree>(filter, (clause, path) => {
    const found = resolve(ctx, entity, clause, moment, path);
    if (!('rule' in found)) return found;
    broken.push(found);
    return { conditions: {} };
  });
  if (broken.length) throw refusalOf(broken);
  return tree;
}

/** The refusal that names what does not hold. */
export function refusalOf(broken: BrokenClause[]): ServiceError {
  const fields = broken.map(({ path, rule, message }) => ({ path, rule, message }));
  return new ServiceError('VALIDATION_ERROR', broken[0]!.message, { fields });
}

/** The clauses and sort keys of a view that do not hold for the caller, each with the reason. */
export function brokenClauses(ctx: TenantContext, view: SavedView): BrokenClause[] {
  const moment = momentOf(ctx, { userId: null, timeZone: ctx.principal.timeZone });
  const broken: BrokenClause[] = [];
  if (view.filter) {
    mapClauses(view.filter, (clause, path) => {
      const found = resolve(ctx, view.entity, clause, moment, path);
      if ('rule' in found) broken.push(found);
    });
  }
  return [...broken, ...brokenSort(ctx, view.entity, view.sort)];
}

/** The keys of an order that do not hold for the caller. */
export function brokenSort(ctx: TenantContext, entity: string, sort: readonly string[]): BrokenClause[] {
  const known = sortKeysOf(operationOf(ctx, entity));
  return sort.flatMap((key, index) => {
    const path = `sort.${index}`;
    const field = key.replace(/^-/, '');
    if (known.includes(key)) return [];
    try {
      if (field.startsWith('custom.')) {
        customSortKeys(ctx, customEntityOf(entity), [key.replace('custom.', '')]);
        return [];
      }
      assertSortReadable(ctx.services, ctx.principal, key);
      return [{ path, field, rule: 'enum', message: `${key} is no sort key of ${entity}.` }];
    } catch (error) {
      return [{ ...faultOf(error), path, field }];
    }
  });
}

/**
 * A filter without the values that are asked of fields that the caller may not read: they tell what stands there.
 * @param forEverybody without those of every governed field, whoever asks
 */
export function withoutGoverned(
  ctx: TenantContext,
  entity: string,
  filter: ViewFilter | null,
  { forEverybody = false } = {},
): ViewFilter | null {
  if (!filter) return null;
  return mapClauses<ViewFilter>(filter, (clause) =>
    isShown(ctx, entity, clause.field, forEverybody)
      ? clause
      : { field: clause.field, op: clause.op, value: null },
  );
}

function isShown(ctx: TenantContext, entity: string, name: string, forEverybody: boolean): boolean {
  if (name.startsWith('custom.')) {
    const field = customOf(ctx, entity).get(name.slice('custom.'.length));
    // One that is archived may have been governed.
    if (!field) return false;
    return forEverybody ? field.classification === 'ordinary_crm' : mayReadCustomField(field, ctx.principal);
  }
  const governance = ctx.services.governed.get(camelCase(name));
  return !governance || (!forEverybody && mayRead(governance, ctx.principal));
}

/** One clause as a condition, or why it is none. */
function resolve(
  ctx: TenantContext,
  entity: string,
  clause: Clause,
  moment: Moment,
  path: string,
): FilterTree | BrokenClause {
  try {
    const kind = kindOf(ctx, entity, clause.field);
    const { op, value, not } = absolute(clause, kind, moment);
    const leaf = clause.field.startsWith('custom.')
      ? customLeaf(ctx, entity, { ...clause, op, value })
      : plainLeaf(ctx, entity, { ...clause, op, value });
    return not ? { not: leaf } : leaf;
  } catch (error) {
    const fault = faultOf(error);
    return { ...fault, path: `${path}.${fault.path}`, field: clause.field };
  }
}

const KINDS: Record<string, FieldKind> = {
  ...{ IdFilter: 'person', DateFilter: 'day', DateTimeFilter: 'instant' },
  ...{ user: 'person', date: 'day', datetime: 'instant' },
};

function kindOf(ctx: TenantContext, entity: string, field: string): FieldKind {
  const declared = field.startsWith('custom.')
    ? customOf(ctx, entity).get(field.slice('custom.'.length))?.type
    : filterOf(operationOf(ctx, entity)).type.getFields()[camelCase(field)]?.type;
  const name = typeof declared === 'object' ? getNamedType(declared).name : declared;
  return KINDS[name ?? ''] ?? 'other';
}

/** A condition on a field of the filter input, held to the schema that `filter[...]` is held to. */
function plainLeaf(ctx: TenantContext, entity: string, { field, op, value }: Clause): FilterTree {
  const { type, schema } = filterOf(operationOf(ctx, entity));
  const [fault] = ctx.services.validator.faults(schema, { [field]: { [op]: value } });
  if (fault) throw told(fault, field, entity);
  const given = { [camelCase(field)]: { [camelCase(op)]: value } };
  const conditions = coerceInputValue(given, type, (_path, _value, error) => {
    throw invalid('value', 'format', `${field}: ${error.message}`);
  }) as Record<string, Conditions>;
  assertReadable(ctx, field, conditions);
  return { conditions };
}

function told({ path, rule, message }: FieldFault, field: string, entity: string): ServiceError {
  const depth = path.split('.').length;
  if (depth === 1) return invalid('field', 'unknown_field', `There is no filter ${field} on ${entity}.`);
  if (rule === 'unknown_field')
    return invalid('op', 'operator', `The filter ${field} does not take this operator.`);
  return invalid('value', rule, `${field}: ${message}`);
}

function assertReadable(ctx: TenantContext, field: string, conditions: object): void {
  try {
    assertFilterReadable(ctx, conditions);
  } catch (error) {
    const { rule } = faultOf(error);
    throw invalid('field', rule, `You may not read ${field}, so a view that asks for it does not run.`);
  }
}

function customLeaf(ctx: TenantContext, entity: string, { field, op, value }: Clause): FilterTree {
  const custom = { key: field.slice('custom.'.length), op, value };
  if (!filterOf(operationOf(ctx, entity)).type.getFields().customFields)
    throw invalid('field', 'unknown_field', `There are no custom fields on ${entity}.`);
  try {
    resolveConditions(ctx, customEntityOf(entity), [custom]);
  } catch (error) {
    const { rule, message } = faultOf(error);
    const isField = rule === 'unknown_field' || rule === 'field_not_readable';
    const place = isField ? 'field' : rule === 'operator' ? 'op' : 'value';
    throw invalid(place, rule, `${field}: ${message}`);
  }
  return { custom };
}

/** The one fault of a refusal; anything else is a fault of ours. */
function faultOf(error: unknown): FieldFault {
  const [fault] = error instanceof ServiceError ? (error.extras.fields ?? []) : [];
  if (!fault) throw error;
  return fault;
}
