// Values that mean something else for each viewer and on each day: @me, @today±n, @this_quarter (platform.md §8). Pure.
import { inZone } from '../../clock.ts';
import type { Clause } from './rules.ts';

/** What a field holds, as far as relative values go. */
export type FieldKind = 'person' | 'day' | 'instant' | 'other';

/** For whom and when. */
export interface Moment {
  /** What @me stands for. */
  me: string;
  /** YYYY-MM-DD, in the zone of the viewer. */
  today: string;
  /** In which relative days begin and end. */
  timeZone: string;
  /** In which a day that somebody wrote down begins: that of the workspace (platform.md §3). */
  workspaceZone: string;
}

/** From the first to the last day. */
interface Period {
  from: string;
  to: string;
}

const DAY = 86_400_000;

/** A clause whose value is absolute; `not` where it holds when the clause does not. */
export interface Absolute {
  op: string;
  value: unknown;
  not?: true;
}

/**
 * What a clause means at a moment. A day or a quarter is a span: `eq` is within it, `lt` before it, `gt` after it, `lte` and
 * `gte` include it, and `between` goes from the beginning of the first to the end of the second.
 */
export function absolute({ op, value }: Clause, kind: FieldKind, moment: Moment): Absolute {
  if (op === 'is_null' || kind === 'other') return { op, value };
  if (kind === 'person') return { op, value: mapValue(value, (one) => (one === '@me' ? moment.me : one)) };
  const given = Array.isArray(value) ? value : [value];
  if (!given.some((one) => periodOf(one, moment.today)))
    return { op, value: mapValue(value, (one) => written(one, kind, moment)) };
  const start = (one: unknown) => edge(one, kind, moment, 'from');
  const end = (one: unknown) => edge(one, kind, moment, 'to');
  switch (op) {
    case 'eq':
      return { op: 'between', value: [start(value), end(value)] };
    case 'neq':
      return { op: 'between', value: [start(value), end(value)], not: true };
    case 'between':
      return { op, value: given.map((one, at) => (at === 0 ? start(one) : end(one))) };
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

function mapValue(value: unknown, turn: (one: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(turn) : turn(value);
}

/** A value as somebody wrote it down. */
function written(value: unknown, kind: FieldKind, { workspaceZone }: Moment): unknown {
  return kind === 'instant' && typeof value === 'string' ? inZone(value, workspaceZone) : value;
}

/** The beginning or the end of what a value means. */
function edge(value: unknown, kind: FieldKind, moment: Moment, side: keyof Period): unknown {
  const period = periodOf(value, moment.today);
  if (!period) return written(value, kind, moment);
  if (kind === 'day') return period[side];
  if (side === 'from') return inZone(period.from, moment.timeZone);
  const next = Date.parse(inZone(later(period.to, 1), moment.timeZone));
  // Times are kept to the millisecond.
  return new Date(next - 1).toISOString();
}

/** The days that `@today`, `@today+7` or `@this_quarter` mean; undefined for what is none of them. */
export function periodOf(value: unknown, today: string): Period | undefined {
  if (value === '@this_quarter') {
    const [year, month] = today.split('-').map(Number) as [number, number];
    const first = Math.floor((month - 1) / 3) * 3;
    const on = (at: number, day: number) => new Date(Date.UTC(year, at, day)).toISOString().slice(0, 10);
    return { from: on(first, 1), to: on(first + 3, 0) };
  }
  const [whole, days = '0'] = (typeof value === 'string' && /^@today([+-]\d{1,4})?$/.exec(value)) || [];
  if (whole === undefined) return undefined;
  const day = later(today, Number(days));
  return { from: day, to: day };
}

function later(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}
