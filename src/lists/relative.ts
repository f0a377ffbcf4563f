// Pure resolution of relative filter values: @me, @today±n, @this_quarter (platform.md §8).

import { type GraphQLInputObjectType, getNamedType, isInputObjectType } from 'graphql';
import { inZone } from '../clock.ts';
import { camelCase } from '../naming.ts';
import type { Clause } from './clauses.ts';

/** The kind of a field, as far as relative values depend on it. */
export type FieldKind = 'person' | 'day' | 'instant' | 'other';

const KINDS: Record<string, FieldKind> = {
  ...{ IdFilter: 'person', DateFilter: 'day', DateTimeFilter: 'instant' },
  ...{ user: 'person', date: 'day', datetime: 'instant' },
};

/** Returns the kind of a field by its condition input, or by the type of a custom field. */
export function kindOfType(type: string): FieldKind {
  return KINDS[type] ?? 'other';
}

/** Returns the kind of a member of a filter input, such as `owner_user_id` or `company.owner_user_id`. */
export function kindOfMember(filter: GraphQLInputObjectType, field: string): FieldKind {
  const [name = '', ...rest] = field.split('.');
  const declared = filter.getFields()[camelCase(name)]?.type;
  const type = declared && getNamedType(declared);
  if (!type) return 'other';
  return rest.length && isInputObjectType(type) ? kindOfMember(type, rest.join('.')) : kindOfType(type.name);
}

/** The viewer and the time for which relative values are resolved. */
export interface ViewerContext {
  /** The user id that @me stands for. */
  me: string;
  /** Today as YYYY-MM-DD, in the viewer's time zone. */
  today: string;
  /** The time zone in which relative days begin and end. */
  timeZone: string;
  /** The time zone of literal days: that of the workspace (platform.md §3). */
  workspaceZone: string;
}

/** A range of days, both inclusive. */
interface Period {
  from: string;
  to: string;
}

const DAY = 86_400_000;

/** A clause with absolute values; `not` negates it. */
export interface AbsoluteClause {
  op: string;
  value: unknown;
  not?: true;
}

/**
 * Resolves the relative values of a clause. A day or a quarter is a range: `eq` matches within it, `lt` before it, `gt`
 * after it, `lte` and `gte` include it, and `between` spans from the beginning of the first to the end of the second.
 */
export function resolveRelative(
  { op, value }: Clause,
  kind: FieldKind,
  viewerContext: ViewerContext,
): AbsoluteClause {
  if (op === 'is_null' || op === 'exists' || kind === 'other') return { op, value };
  if (kind === 'person')
    return { op, value: mapValue(value, (item) => (item === '@me' ? viewerContext.me : item)) };
  const values = Array.isArray(value) ? value : [value];
  if (!values.some((item) => periodOf(item, viewerContext.today)))
    return { op, value: mapValue(value, (item) => absoluteValue(item, kind, viewerContext)) };
  const start = (item: unknown) => boundary(item, kind, viewerContext, 'from');
  const end = (item: unknown) => boundary(item, kind, viewerContext, 'to');
  switch (op) {
    case 'eq':
      return { op: 'between', value: [start(value), end(value)] };
    case 'neq':
      return { op: 'between', value: [start(value), end(value)], not: true };
    case 'between':
      return { op, value: values.map((item, at) => (at === 0 ? start(item) : end(item))) };
    case 'lt':
    case 'gte':
      return { op, value: start(value) };
    case 'lte':
    case 'gt':
      return { op, value: end(value) };
    default:
      return { op, value };
  }
}

function mapValue(value: unknown, transform: (item: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(transform) : transform(value);
}

/** Returns a literal value, with a day turned into an instant of the workspace's time zone. */
function absoluteValue(value: unknown, kind: FieldKind, { workspaceZone }: ViewerContext): unknown {
  return kind === 'instant' && typeof value === 'string' ? inZone(value, workspaceZone) : value;
}

/** Returns the first or the last instant or day of a value. */
function boundary(
  value: unknown,
  kind: FieldKind,
  viewerContext: ViewerContext,
  side: keyof Period,
): unknown {
  const period = periodOf(value, viewerContext.today);
  if (!period) return absoluteValue(value, kind, viewerContext);
  if (kind === 'day') return period[side];
  if (side === 'from') return inZone(period.from, viewerContext.timeZone);
  const next = Date.parse(inZone(addDays(period.to, 1), viewerContext.timeZone));
  // Times are stored with millisecond precision.
  return new Date(next - 1).toISOString();
}

/** Returns the days of `@today`, `@today+7` or `@this_quarter`; undefined for any other value. */
export function periodOf(value: unknown, today: string): Period | undefined {
  if (value === '@this_quarter') {
    const [year, month] = today.split('-').map(Number) as [number, number];
    const first = Math.floor((month - 1) / 3) * 3;
    const dateOf = (at: number, day: number) => new Date(Date.UTC(year, at, day)).toISOString().slice(0, 10);
    return { from: dateOf(first, 1), to: dateOf(first + 3, 0) };
  }
  const [whole, days = '0'] = (typeof value === 'string' && /^@today([+-]\d{1,4})?$/.exec(value)) || [];
  if (whole === undefined) return undefined;
  const day = addDays(today, Number(days));
  return { from: day, to: day };
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}
