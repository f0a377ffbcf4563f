// Pure rules of saved views: the form of a filter, and who may edit or manage a view (platform.md §8).
import { invalid } from '../../errors.ts';

export type Visibility = 'private' | 'shared' | 'tenant';
export type Layout = 'table' | 'board' | 'calendar' | 'timeline';
export type ShareAccess = 'view' | 'edit';

export const MAX_CLAUSES = 50;
/** Maximum nesting of and, or, not above a clause. */
export const MAX_DEPTH = 5;
const MAX_LENGTH = 32_000;

/** The operators of `filter[...]` (platform.md §3). */
const OPERATORS = [
  ...['eq', 'neq', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'between'],
  ...['contains', 'starts_with', 'is_null'],
];

/** A condition on one field, in wire names; `custom.tier` is a custom field. */
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
      if (clauses > MAX_CLAUSES)
        throw invalid(path, 'max_clauses', `A filter has at most ${MAX_CLAUSES} conditions.`);
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
    const parts = operand.map((part, index) => read(part, `${path}.${operator}.${index}`, depth + 1));
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
  if (typeof field !== 'string' || !/^(custom\.)?[a-z][a-z0-9_]{0,59}$/.test(field))
    throw invalid(
      `${path}.field`,
      'unknown_field',
      'Send the name of a field of the list, such as owner_user_id or custom.tier.',
    );
  if (typeof op !== 'string' || !OPERATORS.includes(op))
    throw invalid(`${path}.op`, 'operator', `Send one of ${OPERATORS.join(', ')}.`);
  if (op === 'is_null') return { field, op, value: value ?? true };
  // Without a value the clause would match everything.
  if (value === undefined || value === null)
    throw invalid(
      `${path}.value`,
      'required',
      'Send a value; to match empty fields use the operator is_null.',
    );
  return { field, op, value };
}

/** Maps each clause of a filter, keeping the tree. @param path the path of the filter, such as `filter.and.0` */
export function mapClauses<Leaf>(
  filter: ViewFilter,
  transform: (clause: Clause, path: string) => Leaf,
  path = 'filter',
): ClauseTree<Leaf> {
  if ('and' in filter)
    return { and: filter.and.map((part, index) => mapClauses(part, transform, `${path}.and.${index}`)) };
  if ('or' in filter)
    return { or: filter.or.map((part, index) => mapClauses(part, transform, `${path}.or.${index}`)) };
  if ('not' in filter) return { not: mapClauses(filter.not, transform, `${path}.not`) };
  return transform(filter, path);
}

export type ClauseTree<Leaf> =
  | Leaf
  | { and: ClauseTree<Leaf>[] }
  | { or: ClauseTree<Leaf>[] }
  | { not: ClauseTree<Leaf> };

/** The person that a request acts for, as far as saved views depend on it. */
export interface Viewer {
  /** The user, or the owner of the token; null for a token without an owner and for the service itself. */
  userId: string | null;
  /** The time zone of relative days. */
  timeZone: string;
}

/** What the rights to a view depend on. */
export interface ViewRights {
  isOwner: boolean;
  isAdmin: boolean;
  /** Through a share with the user or one of their roles. */
  mayEditAsShared: boolean;
}

/**
 * Returns whether a viewer may edit a view: as its owner, by a share for editing, or as admin if it is visible to
 * all.
 */
export function mayEdit({ visibility }: { visibility: Visibility }, rights: ViewRights): boolean {
  return mayManage({ visibility }, rights) || (visibility !== 'private' && rights.mayEditAsShared);
}

/** Returns whether a viewer may delete and share a view: as its owner, or as admin if it is visible to all. */
export function mayManage(
  { visibility }: { visibility: Visibility },
  { isOwner, isAdmin }: ViewRights,
): boolean {
  return isOwner || (visibility === 'tenant' && isAdmin);
}
