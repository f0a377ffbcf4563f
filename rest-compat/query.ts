// What a query string carries, typed by the schema: paging, filters, sort and their shorthands.
import {
  type GraphQLInputType,
  type GraphQLList,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { inZone } from '../src/clock.ts';
import { invalid, type ServiceError } from '../src/errors.ts';
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

/** Names that mean a filter on every list, by its field or by a shorthand (platform.md §3, crm.md section 0). */
const FILTER_NAMES = new Set([...Object.keys(SHORTHANDS), 'owner_user_id', 'tag']);

/** Parameters that change which records a list shows, and why a list refuses those that it does not take. */
const LIST_PARAMETERS: Record<string, string | undefined> = {
  filter: 'This list takes no such filter; leave it out.',
  sort: 'This list has one order; leave sort out.',
  search: 'This list is not searched; leave search out.',
  view_id: 'No views are saved of this list; leave view_id out.',
  include_deleted: 'This list shows no deleted records; leave include_deleted out.',
  deleted: 'This list shows no deleted records; leave deleted out.',
};

/** The query string of one call as it is read. */
interface QueryReader {
  inputs: ReadonlyMap<string, OperationInput>;
  filter: OperationInput | undefined;
  isList: boolean;
  timeZone: string;
  wire: WireObject;
}

/**
 * The inputs that a query string carries, typed where the schema says a type. What is not an input is ignored, except
 * what would narrow or order a list: there a typo must not widen a result (platform.md §3).
 * @param timeZone in which a date without zone is read
 * @throws VALIDATION_ERROR for a filter, sort or search that the list does not take, and for a filter given twice
 */
export function fromQuery(operation: Operation, query: URLSearchParams, timeZone: string): WireObject {
  const inputs = new Map(
    operation.inputs.filter((input) => input.in === 'query').map((input) => [input.wire, input]),
  );
  const { isPage, outputSchema } = operation;
  const reader: QueryReader = {
    inputs,
    filter: inputs.get('filter'),
    isList: isPage || outputSchema.type === 'array',
    timeZone,
    wire: {},
  };
  for (const [key, text] of query) {
    const [name = '', ...members] = key.split(/[[\]]+/).filter(Boolean);
    if (name) readParameter(reader, name, members, text, key.endsWith('[]'));
  }
  return reader.wire;
}

function readParameter(
  reader: QueryReader,
  name: string,
  members: string[],
  text: string,
  isItem: boolean,
): void {
  const { inputs, filter, isList, timeZone, wire } = reader;
  const input = inputs.get(name);
  if (input && input === filter) {
    if (!members.length) throw invalid('filter', 'type', 'Name the field of the filter: filter[name]=value.');
    if (customCondition(wire, filter, members, text, isItem)) return;
  }
  if (name === 'sort' && inputs.has('custom_sort') && customSort(wire, input!, text, timeZone)) return;
  if (input && (members.length || isItem))
    place(wire, [name, ...members], input.type, text, timeZone, isItem);
  else if (input) wire[name] = typed(input.type, text, timeZone);
  else if (name === 'deleted' && inputs.has('include_deleted')) readDeleted(wire, text);
  else if (filter && shorthand(wire, filter, name, text, timeZone)) return;
  else if (isList) assertNoListParameter(name, members);
}

/** @throws VALIDATION_ERROR where a name would narrow or order a list that does not take it */
function assertNoListParameter(name: string, members: string[]): void {
  const parameter = FILTER_NAMES.has(name) ? 'filter' : name;
  const message = LIST_PARAMETERS[parameter];
  const rule = parameter === 'filter' ? 'unknown_field' : 'not_supported';
  if (message) throw invalid([name, ...members].join('.'), rule, message);
}

/**
 * A condition on a custom field, `filter[custom.tier][in]=gold,silver`, which the schema takes as a list: their names are
 * the workspace's own. Items of `filter[custom.tier][]` are collected in one condition. @returns whether it is one
 */
function customCondition(
  wire: WireObject,
  filter: OperationInput,
  [name = '', op, ...more]: string[],
  text: string,
  isItem: boolean,
): boolean {
  if (!name.startsWith('custom.') || more.length || !memberType(filter.type, 'custom_fields')) return false;
  const key = name.slice('custom.'.length);
  const operator = op ?? (isItem ? 'in' : 'eq');
  const members = filterOf(wire);
  const conditions: WireObject[] = Array.isArray(members.custom_fields) ? members.custom_fields : [];
  members.custom_fields = conditions;
  const known = conditions.find((one) => one.key === key && one.op === operator);
  if (!known) conditions.push({ key, op: operator, value: isItem ? [text] : text });
  else if (isItem && Array.isArray(known.value)) known.value.push(text);
  else throw givenTwice(['filter', name, operator]);
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

/** `deleted=include` and `deleted=only` (spec README point 6). @throws VALIDATION_ERROR enum */
function readDeleted(wire: WireObject, text: string): void {
  if (text !== 'only' && text !== 'include')
    throw invalid('deleted', 'enum', 'Give one of only, include, or leave deleted out for live records.');
  wire.include_deleted = true;
  if (text !== 'only') return;
  const filter = filterOf(wire);
  filter.deleted_at = { ...(filter.deleted_at as WireObject), is_null: false };
}

/** The filter as it has been read so far. */
function filterOf(wire: WireObject): WireObject {
  const filter = (wire.filter ?? Object.create(null)) as WireObject;
  wire.filter = filter;
  return filter;
}

/** A filter by the name of its field alone, such as `owner_user_id=`. @returns whether the list has it */
function shorthand(
  wire: WireObject,
  filter: OperationInput,
  name: string,
  text: string,
  timeZone: string,
): boolean {
  const [field, operator] = SHORTHANDS[name] ?? [name, 'eq'];
  if (!memberType(filter.type, field)) return false;
  place(wire, ['filter', field, operator], filter.type, text, timeZone, false);
  return true;
}

/**
 * Sets `filter[name][contains]=x` at its place; a filter without an operator is `eq`. `filter[name][]=x` is an item of
 * the list that `in` takes, and `[]` behind an operator an item of that operator's list.
 * @throws VALIDATION_ERROR repeated
 */
function place(
  wire: WireObject,
  path: string[],
  type: GraphQLInputType,
  text: string,
  timeZone: string,
  isItem: boolean,
): void {
  const [parents, last] = [path.slice(0, -1), path.at(-1)!];
  const target = parents.reduce<WireObject>((parent, member) => {
    const next = parent[member];
    // Without a prototype: a member that a stranger calls __proto__ must be one like any other.
    parent[member] = next !== null && typeof next === 'object' ? next : Object.create(null);
    return parent[member] as WireObject;
  }, wire);
  const current = path.slice(1).reduce<GraphQLInputType | undefined>(memberType, type);
  if (current && path.length > 1 && isInputObjectType(getNamedType(current))) {
    const operator = isItem || !memberType(current, 'eq') ? 'in' : 'eq';
    place(wire, [...path, operator], type, text, timeZone, isItem);
  } else if (isItem) {
    const item = isListType(bareType(current))
      ? (bareType(current) as GraphQLList<GraphQLInputType>).ofType
      : undefined;
    target[last] = [...[target[last] ?? []].flat(), item ? typed(item, text, timeZone) : text];
  } else if (target[last] !== undefined) throw givenTwice(path);
  else target[last] = current ? typed(current, text, timeZone) : text;
}

function givenTwice(path: string[]): ServiceError {
  return invalid(
    path.join('.'),
    'repeated',
    'Give this filter once; several values go into one list with in.',
  );
}

function bareType(type: GraphQLInputType | undefined): GraphQLInputType | undefined {
  return type && (getNullableType(type) as GraphQLInputType);
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
