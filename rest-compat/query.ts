// What a query string carries, typed by the schema: paging, filters, sort and their shorthands.
import { type GraphQLInputType, getNamedType, getNullableType, isInputObjectType, isListType } from 'graphql';
import { inZone } from '../src/clock.ts';
import { invalid } from '../src/errors.ts';
import { snakeCase } from '../src/naming.ts';
import type { Operation } from '../src/operations/catalogue.ts';
import type { OperationInput } from '../src/operations/inputs.ts';
import type { WireObject } from '../src/operations/wire.ts';

/** Shorthands of platform.md §3 lists that name a filter otherwise than by its field. */
const SHORTHANDS: Record<string, [field: string, operator: string]> = {
  created_after: ['created_at', 'gt'],
  created_before: ['created_at', 'lt'],
  updated_after: ['updated_at', 'gt'],
  updated_before: ['updated_at', 'lt'],
};

/**
 * The inputs that a query string carries, typed where the schema says a type; what is not an input is ignored, except
 * inside `filter[...]`, where a typo must not widen a result (platform.md §3).
 * @param timeZone in which a date without zone is read
 */
export function fromQuery(operation: Operation, query: URLSearchParams, timeZone: string): WireObject {
  const wire: WireObject = {};
  const inputs = new Map(
    operation.inputs.filter((input) => input.in === 'query').map((input) => [input.wire, input]),
  );
  const filter = inputs.get('filter');
  for (const [key, text] of query) {
    const [name, ...members] = key.split(/[[\]]+/).filter(Boolean);
    if (name === undefined) continue;
    const input = inputs.get(name);
    if (input === filter && customConditions(wire, filter, members, text)) continue;
    if (name === 'sort' && inputs.has('custom_sort') && customSort(wire, input!, text, timeZone)) continue;
    if (input && members.length) place(wire, [name, ...members], input.type, text, timeZone);
    else if (input) wire[name] = typed(input.type, text, timeZone);
    else if (filter) shorthand(wire, filter, name, text, timeZone);
    if (name === 'deleted' && inputs.has('include_deleted')) deleted(wire, text);
  }
  return wire;
}

/**
 * A condition on a custom field, `filter[custom.tier][in]=gold,silver`, which the schema takes as a list: their names are
 * the workspace's own. @returns whether it is one
 */
function customConditions(
  wire: WireObject,
  filter: OperationInput | undefined,
  [name = '', op = 'eq', ...more]: string[],
  text: string,
): boolean {
  if (!filter || !name.startsWith('custom.') || more.length || !memberType(filter.type, 'custom_fields'))
    return false;
  const members = { ...(wire.filter as WireObject) };
  const known = Array.isArray(members.custom_fields) ? members.custom_fields : [];
  members.custom_fields = [...known, { key: name.slice('custom.'.length), op, value: text }];
  wire.filter = members;
  return true;
}

/**
 * `sort=-custom.score,name`: the custom fields of an order apart from its other keys, before which they stand.
 * @returns whether there are any
 * @throws VALIDATION_ERROR custom_first
 */
function customSort(wire: WireObject, sort: OperationInput, text: string, timeZone: string): boolean {
  const keys = text.split(',').map((key) => key.trim());
  const isCustom = (key: string) => /^-?custom\./.test(key);
  const custom = keys.filter(isCustom);
  if (custom.length === 0) return false;
  const rest = keys.slice(custom.length);
  if (rest.some(isCustom))
    throw invalid('sort', 'custom_first', 'Name the custom fields first, then the other keys of the order.');
  wire.custom_sort = custom.map((key) => key.replace('custom.', ''));
  if (rest.length) wire.sort = typed(sort.type, rest.join(), timeZone);
  return true;
}

/** `deleted=include` and `deleted=only` (spec README point 6). */
function deleted(wire: WireObject, text: string): void {
  if (text !== 'only' && text !== 'include') return;
  wire.include_deleted = true;
  if (text === 'only') wire.filter = { ...(wire.filter as object), deleted_at: { is_null: false } };
}

function shorthand(
  wire: WireObject,
  filter: OperationInput,
  name: string,
  text: string,
  timeZone: string,
): void {
  const [field, operator] = SHORTHANDS[name] ?? [name, 'eq'];
  const type = getNamedType(filter.type);
  if (!isInputObjectType(type) || !Object.keys(type.getFields()).some((known) => snakeCase(known) === field))
    return;
  place(wire, ['filter', field, operator], filter.type, text, timeZone);
}

/** Sets `filter[name][contains]=x` at its place; a filter without an operator is `eq`. */
function place(
  wire: WireObject,
  path: string[],
  type: GraphQLInputType,
  text: string,
  timeZone: string,
): void {
  let target = wire;
  let current: GraphQLInputType | undefined = type;
  for (const member of path.slice(0, -1)) {
    const next = target[member];
    // Without a prototype: a member that a stranger calls __proto__ must be one like any other.
    target[member] = next !== null && typeof next === 'object' ? next : Object.create(null);
    target = target[member] as WireObject;
  }
  for (const member of path.slice(1)) current = memberType(current, member);
  const last = path.at(-1)!;
  if (current && isInputObjectType(getNamedType(current))) {
    const equal = memberType(current, 'eq') ?? memberType(current, 'in');
    target[last] = equal ? { eq: typed(equal, text, timeZone) } : text;
  } else target[last] = current ? typed(current, text, timeZone) : text;
}

function memberType(type: GraphQLInputType | undefined, member: string): GraphQLInputType | undefined {
  const named = type && getNamedType(type);
  if (!isInputObjectType(named)) return undefined;
  return Object.values(named.getFields()).find((field) => snakeCase(field.name) === member)?.type;
}

/** Text of a query string as the type that the schema asks for; what does not fit stays text, for validation to name. */
function typed(type: GraphQLInputType, text: string, timeZone: string): unknown {
  const bare = getNullableType(type) as GraphQLInputType;
  if (isListType(bare))
    return text === ''
      ? []
      : text.split(',').map((item) => typed(bare.ofType as GraphQLInputType, item.trim(), timeZone));
  switch (getNamedType(bare).name) {
    case 'Int':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
    case 'Boolean':
      return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text;
    case 'DateTime':
      return inZone(text, timeZone);
    default:
      return text;
  }
}
