// Reads the parameter `filter` of REST: a tree of clauses as JSON, in the form in which saved views keep it.
import { type GraphQLInputObjectType, getNamedType } from 'graphql';
import { invalid } from '../src/errors.ts';
import { type Clause, mapClauses, memberOf, readFilter } from '../src/lists/clauses.ts';
import { kindOfMember, resolveRelative, type ViewerContext } from '../src/lists/relative.ts';
import type { OperationInput } from '../src/operations/inputs.ts';
import type { WireObject } from '../src/operations/wire.ts';

/** The user and the time of a request, for values such as `me` and `@today`. */
export interface Caller {
  /** The user that `me` stands for. */
  me: string;
  /** The time zone of dates without one. */
  timeZone: string;
  now: Date;
}

/**
 * Reads a filter given as JSON, with its relative values resolved for the caller.
 * @returns a filter input in wire names; its conditions are validated like those of `filter[...]`
 * @throws VALIDATION_ERROR type, tree, depth, max_clauses, operator, required, max_length
 */
export function filterFromJson({ type }: OperationInput, text: string, caller: Caller): WireObject {
  const filter = getNamedType(type) as GraphQLInputObjectType;
  const { me, timeZone, now } = caller;
  const today = now.toLocaleDateString('sv', { timeZone });
  const viewer: ViewerContext = { me, today, timeZone, workspaceZone: timeZone };
  return mapClauses<WireObject>(readFilter(parse(text)), (clause) => inputOf(filter, clause, viewer));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(
      'filter',
      'type',
      'Write filter[field]=value, or filter= with a JSON object such as {"field":"name","op":"eq","value":"Acme"}.',
    );
  }
}

function inputOf(filter: GraphQLInputObjectType, clause: Clause, viewer: ViewerContext): WireObject {
  const { field } = clause;
  if (field.startsWith('custom.')) {
    const condition = { key: field.slice('custom.'.length), op: clause.op, value: clause.value };
    return { custom_fields: [condition] };
  }
  const { op, value, not } = resolveRelative(clause, kindOfMember(filter, field), viewer);
  const member = memberOf(field, { [op]: withMe(field, value, viewer.me) });
  return not ? { not: member } : member;
}

/** Returns whether a field, by its name, contains the id of a user. */
export function namesUser(field: string): boolean {
  return /(^|_)(user|actor|assignee|requester)_id$/.test(field);
}

/** Replaces `me` by the user's id, in the value of a field that names users. */
export function withMe(field: string, value: unknown, me: string): unknown {
  if (!namesUser(field)) return value;
  return Array.isArray(value) ? value.map((item) => withMe(field, item, me)) : value === 'me' ? me : value;
}

/** Adds a filter to another one that must hold too. */
export function combineFilters(filter: WireObject, more: WireObject): void {
  const [operator = ''] = Object.keys(more);
  if ((operator === 'or' || operator === 'not') && !(operator in filter)) filter[operator] = more[operator];
  else {
    const parts = operator === 'and' ? (more.and as WireObject[]) : [more];
    filter.and = [...((filter.and as WireObject[] | undefined) ?? []), ...parts];
  }
}

/** Returns whether a member of a filter input combines filters instead of being a field. */
export function isCombination(member: string): boolean {
  return member === 'and' || member === 'or' || member === 'not';
}
