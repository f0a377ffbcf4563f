// The form of a filter as a tree of clauses, in which saved views and the filter parameter of REST are written.
import { invalid } from '../errors.ts';

/** Maximum number of conditions of a filter. */
export const MAX_CONDITIONS = 50;
/** Maximum nesting of and, or, not above a condition. */
export const MAX_DEPTH = 5;
const MAX_LENGTH = 32_000;

/** The operators of `filter[...]` (platform.md §3). */
const OPERATORS = [
  ...['eq', 'neq', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'between'],
  ...['contains', 'starts_with', 'is_null', 'exists'],
];

/** A condition on one field, in wire names; `custom.tier` is a custom field, `company.industry` one of a related record. */
export interface Clause {
  field: string;
  op: string;
  value?: unknown;
}

export type ViewFilter = { and: ViewFilter[] } | { or: ViewFilter[] } | { not: ViewFilter } | Clause;

/**
 * Reads the tree of a filter; `compileFilter` validates its clauses against the list.
 * @throws VALIDATION_ERROR tree, depth, max_clauses, operator, required, max_length; with the path of the part
 */
export function readFilter(input: unknown): ViewFilter {
  let clauses = 0;
  const read = (node: unknown, path: string, depth: number): ViewFilter => {
    if (node === null || typeof node !== 'object' || Array.isArray(node))
      throw invalid(path, 'tree', 'Send an object with and, or, not, or with field, op and value.');
    const names = Object.keys(node);
    const [operator = ''] = names;
    const operand = (node as Record<string, unknown>)[operator];
    if (!['and', 'or', 'not'].includes(operator)) {
      clauses += 1;
      if (clauses > MAX_CONDITIONS)
        throw invalid(path, 'max_clauses', `A filter has at most ${MAX_CONDITIONS} conditions.`);
      return readClause(node as Record<string, unknown>, path);
    }
    if (names.length > 1)
      throw invalid(
        path,
        'tree',
        `Send ${operator} as the only key of its object; put other conditions inside it.`,
      );
    if (depth === MAX_DEPTH)
      throw invalid(path, 'depth', `Nest and, or, not at most ${MAX_DEPTH} levels deep.`);
    if (operator === 'not') return { not: read(operand, `${path}.not`, depth + 1) };
    if (!Array.isArray(operand) || operand.length === 0)
      throw invalid(`${path}.${operator}`, 'tree', `Send a list of at least one condition for ${operator}.`);
    const parts = operand.map((part, index) => read(part, `${path}.${operator}[${index}]`, depth + 1));
    return operator === 'and' ? { and: parts } : { or: parts };
  };
  const tree = read(input, 'filter', 0);
  if (JSON.stringify(tree).length > MAX_LENGTH)
    throw invalid('filter', 'max_length', `A filter has at most ${MAX_LENGTH} characters.`);
  return tree;
}

function readClause(node: Record<string, unknown>, path: string): Clause {
  const { field, op = 'eq', value, ...rest } = node;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined)
    throw invalid(path, 'tree', 'A condition has field, op and value only; remove the other keys.');
  if (typeof field !== 'string' || !/^([a-z][a-z_]{0,59}\.)?[a-z][a-z0-9_]{0,59}$/.test(field))
    throw invalid(
      `${path}.field`,
      'unknown_field',
      'Send the name of a field of the list, such as owner_user_id, company.industry or custom.tier.',
    );
  if (typeof op !== 'string' || !OPERATORS.includes(op))
    throw invalid(`${path}.op`, 'operator', `Send one of ${OPERATORS.join(', ')}.`);
  if (op === 'is_null' || op === 'exists') return { field, op, value: value ?? true };
  // Without a value the clause would match everything.
  if (value === undefined || value === null)
    throw invalid(
      `${path}.value`,
      'required',
      'Send a value; to match empty fields use the operator is_null.',
    );
  return { field, op, value };
}

/** Maps each clause of a filter, keeping the tree. @param path the path of the filter, such as `filter.and[0]` */
export function mapClauses<Leaf>(
  filter: ViewFilter,
  transform: (clause: Clause, path: string) => Leaf,
  path = 'filter',
): ClauseTree<Leaf> {
  if ('and' in filter)
    return { and: filter.and.map((part, index) => mapClauses(part, transform, `${path}.and[${index}]`)) };
  if ('or' in filter)
    return { or: filter.or.map((part, index) => mapClauses(part, transform, `${path}.or[${index}]`)) };
  if ('not' in filter) return { not: mapClauses(filter.not, transform, `${path}.not`) };
  return transform(filter, path);
}

export type ClauseTree<Leaf> =
  | Leaf
  | { and: ClauseTree<Leaf>[] }
  | { or: ClauseTree<Leaf>[] }
  | { not: ClauseTree<Leaf> };

/**
 * Returns the conditions of a clause as a member of the filter input: `company.industry` is a member of `company`.
 * @param conditions by operator
 */
export function memberOf(field: string, conditions: object): Record<string, unknown> {
  const [name = '', ...rest] = field.split('.');
  return { [name]: rest.length ? memberOf(rest.join('.'), conditions) : conditions };
}
