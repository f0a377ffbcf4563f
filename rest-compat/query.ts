// Reads the query string of a REST call: paging, filters, sort and their shorthands, typed by the schema.
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
import {
  type Caller,
  combineFilters,
  filterFromJson,
  isCombination,
  namesUser,
  withMe,
} from './filter-parameter.ts';

/** Shorthand parameters of lists for filters that do not have the name of their field (platform.md §3). */
const SHORTHANDS: Record<string, [field: string, operator: string]> = {
  created_after: ['created_at', 'gt'],
  created_before: ['created_at', 'lt'],
  updated_after: ['updated_at', 'gt'],
  updated_before: ['updated_at', 'lt'],
};

/** Parameters that are filters on every list, by field name or shorthand (platform.md §3, crm.md section 0). */
const FILTER_NAMES = new Set([...Object.keys(SHORTHANDS), 'owner_user_id', 'tag']);

/** Parameters that filter or sort a list, with the message for a list that does not support them. */
const LIST_PARAMETERS: Record<string, string | undefined> = {
  filter: 'This list does not support this filter; remove it.',
  sort: 'This list has a fixed order; remove sort.',
  search: 'This list does not support search; remove search.',
  view_id: 'This list has no saved views; remove view_id.',
  include_deleted: 'This list does not include deleted records; remove include_deleted.',
  deleted: 'This list does not include deleted records; remove deleted.',
};

/** The state of reading one query string. */
interface QueryReader {
  inputs: ReadonlyMap<string, OperationInput>;
  filter: OperationInput | undefined;
  isList: boolean;
  caller: Caller;
  wire: WireObject;
}

/**
 * Reads the inputs in a query string and converts them to the types of the schema. Unknown parameters are ignored, except
 * those that filter or sort a list: there a typo must not return more records than intended (platform.md §3).
 * @throws VALIDATION_ERROR for a filter, sort or search that the list does not support, and for a repeated filter
 */
export function fromQuery(operation: Operation, query: URLSearchParams, caller: Caller): WireObject {
  const inputs = new Map(
    operation.inputs
      // A dry run can be asked for in the body and in the query.
      .filter((input) => input.in === 'query' || input.wire === 'dry_run')
      .map((input) => [input.wire, input]),
  );
  const { isPage, outputSchema } = operation;
  const reader: QueryReader = {
    inputs,
    filter: inputs.get('filter'),
    isList: isPage || outputSchema.type === 'array',
    caller,
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
  const { inputs, filter, isList, caller, wire } = reader;
  const input = inputs.get(name);
  if (input && input === filter) {
    if (!members.length) {
      combineFilters(filterOf(wire), filterFromJson(filter, text, caller));
      return;
    }
    if (customCondition(wire, filter, members, text, isItem)) return;
  }
  if (name === 'sort' && inputs.has('custom_sort') && customSort(wire, input!, text, caller)) return;
  if (input && (members.length || isItem))
    setValue(wire, [name, ...members], input.type, text, caller, isItem);
  else if (input) wire[name] = convertText(input.type, text, caller.timeZone);
  else if (name === 'deleted' && inputs.has('include_deleted')) readDeleted(wire, text);
  else if (filter && readShorthand(wire, filter, name, text, caller)) return;
  else if (isList) assertNoListParameter(name, members, inputs.has('q'));
}

/** @throws VALIDATION_ERROR for a parameter that filters or sorts lists, but is not supported by this one */
function assertNoListParameter(name: string, members: string[], takesQ: boolean): void {
  if (name === 'search' && takesQ)
    throw invalid('search', 'use_q', 'This list searches by q; use q instead.');
  const parameter = FILTER_NAMES.has(name) ? 'filter' : name;
  const message = LIST_PARAMETERS[parameter];
  const rule = parameter === 'filter' ? 'unknown_field' : 'not_supported';
  if (message) throw invalid([name, ...members].join('.'), rule, message);
}

/**
 * Reads a condition on a custom field, such as `filter[custom.tier][in]=gold,silver`. Custom field names are not in the
 * schema, so it takes a list of conditions. The items of `filter[custom.tier][]` are collected in one condition.
 * @returns whether the parameter is such a condition
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
  const existing = conditions.find((condition) => condition.key === key && condition.op === operator);
  if (!existing) conditions.push({ key, op: operator, value: isItem ? [text] : text });
  else if (isItem && Array.isArray(existing.value)) existing.value.push(text);
  else throw repeatedFilter(['filter', name, operator]);
  return true;
}

/**
 * Splits `sort=-custom.score,name` into custom fields and other keys; custom fields must come first.
 * @returns whether there are custom fields
 * @throws VALIDATION_ERROR custom_first
 */
function customSort(wire: WireObject, sort: OperationInput, text: string, caller: Caller): boolean {
  const keys = text.split(',').map((key) => key.trim());
  const isCustom = (key: string) => /^-?custom\./.test(key);
  const custom = keys.filter(isCustom);
  if (custom.length === 0) return false;
  const rest = keys.slice(custom.length);
  if (rest.some(isCustom))
    throw invalid('sort', 'custom_first', 'Put the custom fields first in sort, then the other keys.');
  wire.custom_sort = custom.map((key) => key.replace('custom.', ''));
  if (rest.length) wire.sort = convertText(sort.type, rest.join(), caller.timeZone);
  return true;
}

/** Reads `deleted=include` and `deleted=only` (spec README point 6). @throws VALIDATION_ERROR enum */
function readDeleted(wire: WireObject, text: string): void {
  if (text !== 'only' && text !== 'include')
    throw invalid('deleted', 'enum', 'deleted must be only or include; leave it out for live records.');
  wire.include_deleted = true;
  if (text !== 'only') return;
  const filter = filterOf(wire);
  filter.deleted_at = { ...(filter.deleted_at as WireObject), is_null: false };
}

/** Returns the filter that has been read so far. */
function filterOf(wire: WireObject): WireObject {
  const filter = (wire.filter ?? Object.create(null)) as WireObject;
  wire.filter = filter;
  return filter;
}

/** Reads a filter that is given by its field name alone, such as `owner_user_id=`. @returns whether the list has it */
function readShorthand(
  wire: WireObject,
  filter: OperationInput,
  name: string,
  text: string,
  caller: Caller,
): boolean {
  const [field, operator] = SHORTHANDS[name] ?? [name, 'eq'];
  if (!memberType(filter.type, field) || isCombination(field)) return false;
  setValue(wire, ['filter', field, operator], filter.type, text, caller, false);
  return true;
}

/**
 * Sets the value of a parameter such as `filter[name][contains]=x`; a filter without an operator is `eq`.
 * `filter[name][]=x` adds an item to the list of `in`, and `[]` after an operator adds one to the list of that operator.
 * @throws VALIDATION_ERROR repeated
 */
function setValue(
  wire: WireObject,
  path: string[],
  type: GraphQLInputType,
  text: string,
  caller: Caller,
  isItem: boolean,
): void {
  const [parents, last] = [path.slice(0, -1), path.at(-1)!];
  const target = parents.reduce<WireObject>((parent, member) => {
    const next = parent[member];
    // Without a prototype, so that a member named __proto__ is an ordinary member.
    parent[member] = next !== null && typeof next === 'object' ? next : Object.create(null);
    return parent[member] as WireObject;
  }, wire);
  const convert = (to: GraphQLInputType): unknown => {
    const value = convertText(to, text, caller.timeZone);
    return getNamedType(to).name === 'UUID'
      ? withMe(path.findLast(namesUser) ?? '', value, caller.me)
      : value;
  };
  const current = path.slice(1).reduce<GraphQLInputType | undefined>(memberType, type);
  if (current && path.length > 1 && isInputObjectType(getNamedType(current))) {
    const operator = isItem || !memberType(current, 'eq') ? 'in' : 'eq';
    setValue(wire, [...path, operator], type, text, caller, isItem);
  } else if (isItem) {
    const item = isListType(bareType(current))
      ? (bareType(current) as GraphQLList<GraphQLInputType>).ofType
      : undefined;
    target[last] = [...[target[last] ?? []].flat(), item ? convert(item) : text];
  } else if (target[last] !== undefined) throw repeatedFilter(path);
  else target[last] = current ? convert(current) : text;
}

function repeatedFilter(path: string[]): ServiceError {
  return invalid(
    path.join('.'),
    'repeated',
    'Send this filter only once; use in with a list for several values.',
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

/** Converts text to the type of the schema; text that does not fit stays text and fails validation later. */
function convertText(type: GraphQLInputType, text: string, timeZone: string): unknown {
  const bare = getNullableType(type) as GraphQLInputType;
  if (isListType(bare))
    return text === ''
      ? []
      : text.split(',').map((item) => convertText(bare.ofType as GraphQLInputType, item.trim(), timeZone));
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
