// The rules of saved views: what a filter may look like, and who may do what to a view (platform.md §8). Pure.
import { invalid } from '../../errors.ts';

export type Visibility = 'private' | 'shared' | 'tenant';
export type Layout = 'table' | 'board' | 'calendar' | 'timeline';
export type ShareAccess = 'view' | 'edit';

export const MAX_CLAUSES = 50;
/** Levels of and, or, not above a clause. */
export const MAX_DEPTH = 5;
const MAX_LENGTH = 32_000;

/** Those of `filter[...]` (platform.md §3). */
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
 * A filter as a caller gives it, read into its tree; the clauses are held to their list elsewhere.
 * @throws VALIDATION_ERROR tree, depth, max_clauses, operator, required, max_length; naming the part
 */
export function readTree(given: unknown): ViewFilter {
  let clauses = 0;
  const read = (node: unknown, path: string, depth: number): ViewFilter => {
    if (node === null || typeof node !== 'object' || Array.isArray(node))
      throw invalid(path, 'tree', 'Give an object: and, or, not, or field with op and value.');
    const names = Object.keys(node);
    const [word = ''] = names;
    const inner = (node as Record<string, unknown>)[word];
    if (!['and', 'or', 'not'].includes(word)) {
      clauses += 1;
      if (clauses > MAX_CLAUSES)
        throw invalid(path, 'max_clauses', `A filter has at most ${MAX_CLAUSES} conditions.`);
      return readClause(node as Record<string, unknown>, path);
    }
    if (names.length > 1) throw invalid(path, 'tree', `${word} stands alone; join conditions inside of it.`);
    if (depth === MAX_DEPTH)
      throw invalid(path, 'depth', `and, or, not stand at most ${MAX_DEPTH} levels deep.`);
    if (word === 'not') return { not: read(inner, `${path}.not`, depth + 1) };
    if (!Array.isArray(inner) || inner.length === 0)
      throw invalid(`${path}.${word}`, 'tree', `Give a list of at least one condition to ${word}.`);
    const parts = inner.map((part, index) => read(part, `${path}.${word}.${index}`, depth + 1));
    return word === 'and' ? { and: parts } : { or: parts };
  };
  const tree = read(given, 'filter', 0);
  if (JSON.stringify(tree).length > MAX_LENGTH)
    throw invalid('filter', 'max_length', `A filter has at most ${MAX_LENGTH} characters.`);
  return tree;
}

function readClause(node: Record<string, unknown>, path: string): Clause {
  const { field, op = 'eq', value, ...rest } = node;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined)
    throw invalid(path, 'tree', 'A part is and, or, not, or a field with op and value; nothing else.');
  if (typeof field !== 'string' || !/^(custom\.)?[a-z][a-z0-9_]{0,59}$/.test(field))
    throw invalid(
      `${path}.field`,
      'unknown_field',
      'Name a field of the list, such as owner_user_id or custom.tier.',
    );
  if (typeof op !== 'string' || !OPERATORS.includes(op))
    throw invalid(`${path}.op`, 'operator', `Give one of ${OPERATORS.join(', ')}.`);
  if (op === 'is_null') return { field, op, value: value ?? true };
  // Left alone, it would be no condition at all, and the list would be wider than it says.
  if (value === undefined || value === null)
    throw invalid(`${path}.value`, 'required', 'Give a value; for an empty field the operator is_null.');
  return { field, op, value };
}

/** The tree with something else in the place of each clause. @param path where it stands, such as `filter.and.0` */
export function mapClauses<Leaf>(
  filter: ViewFilter,
  turn: (clause: Clause, path: string) => Leaf,
  path = 'filter',
): Joined<Leaf> {
  if ('and' in filter)
    return { and: filter.and.map((part, at) => mapClauses(part, turn, `${path}.and.${at}`)) };
  if ('or' in filter) return { or: filter.or.map((part, at) => mapClauses(part, turn, `${path}.or.${at}`)) };
  if ('not' in filter) return { not: mapClauses(filter.not, turn, `${path}.not`) };
  return turn(filter, path);
}

export type Joined<Leaf> = Leaf | { and: Joined<Leaf>[] } | { or: Joined<Leaf>[] } | { not: Joined<Leaf> };

/** Who asks, as far as it decides what may be done to a view. */
export interface Viewer {
  /** The person, or the one who answers for the token; null for a token without an owner, and for the service itself. */
  userId: string | null;
  /** In which relative days are meant. */
  timeZone: string;
}

/** What the rights hang on. */
export interface Standing {
  isOwner: boolean;
  isAdmin: boolean;
  /** By a share with the person or one of their roles. */
  mayEditAsShared: boolean;
}

/** Its owner, those that it is shared with for editing, and admins where all see it. */
export function mayEdit({ visibility }: { visibility: Visibility }, standing: Standing): boolean {
  return mayGovern({ visibility }, standing) || (visibility !== 'private' && standing.mayEditAsShared);
}

/** Deleting it and saying who sees it: its owner, and admins where all see it. */
export function mayGovern(
  { visibility }: { visibility: Visibility },
  { isOwner, isAdmin }: Standing,
): boolean {
  return isOwner || (visibility === 'tenant' && isAdmin);
}
