// When an item of somebody's work is due, in which order items stand, and which of them a filter keeps (delivery.md section
// 1.2, and section 8 of its details).

import { invalid } from '../../errors.ts';
import { dayOf } from '../days.ts';

export const KINDS = [
  ...(['task', 'action_item', 'milestone', 'approval', 'followup'] as const),
  ...(['ticket', 'mention', 'signature', 'time_approval', 'import_approval'] as const),
];
export type WorkKind = (typeof KINDS)[number];

export const BUCKETS = ['overdue', 'today', 'this_week', 'later', 'no_date'] as const;
export type Bucket = (typeof BUCKETS)[number];

export const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const;
export type WorkPriority = (typeof PRIORITIES)[number];

/** An item of somebody's work. */
export interface WorkItem {
  id: string;
  kind: WorkKind;
  title: string;
  bucket: Bucket;
  /** A date, or an instant in ISO form. */
  dueAt: string | null;
  priority: WorkPriority;
  entity: { type: string; id: string; label: string };
  company: { id: string; name: string } | null;
  actions: string[];
  snoozedUntil: Date | null;
}

/** The calendar that buckets follow. */
export interface Calendar {
  now: Date;
  timeZone: string;
  /** Today and the last day of the current week, YYYY-MM-DD. */
  today: string;
  weekEnd: string;
}

const DAY = 86_400_000;
const isDate = (due: string): boolean => due.length === 10;

/** Returns the calendar of a workspace; weeks begin on the first weekday of its locale. */
export function calendarOf(now: Date, timeZone: string, locale: string): Calendar {
  const today = dayOf(now, timeZone);
  const start = Date.parse(`${today}T00:00:00Z`);
  const weekday = new Date(start).getUTCDay() || 7;
  const daysLeft = (firstWeekday(locale) + 6 - weekday + 7) % 7;
  return { now, timeZone, today, weekEnd: new Date(start + daysLeft * DAY).toISOString().slice(0, 10) };
}

/** The first weekday of a locale by CLDR, 1 for Monday to 7 for Sunday. */
function firstWeekday(locale: string): number {
  try {
    const { firstDay } = (
      new Intl.Locale(locale) as unknown as { getWeekInfo(): { firstDay: number } }
    ).getWeekInfo();
    return firstDay;
  } catch {
    return 1;
  }
}

/** Returns the bucket of a date or instant. */
export function bucketOf(dueAt: string | null, { now, timeZone, today, weekEnd }: Calendar): Bucket {
  if (!dueAt) return 'no_date';
  const day = isDate(dueAt) ? dueAt : dayOf(new Date(dueAt), timeZone);
  if (isDate(dueAt) ? dueAt < today : new Date(dueAt) < now) return 'overdue';
  if (day === today) return 'today';
  return day <= weekEnd ? 'this_week' : 'later';
}

/** Tells whether an item is due between two days; one without a date is not if there is a limit. */
export function isDueBetween(
  { dueAt }: WorkItem,
  { timeZone }: Calendar,
  from?: string | null,
  to?: string | null,
): boolean {
  if (!from && !to) return true;
  if (!dueAt) return false;
  const day = isDate(dueAt) ? dueAt : dayOf(new Date(dueAt), timeZone);
  return (!from || day >= from) && (!to || day <= to);
}

/** The values that order items: bucket, priority, due date, id. */
export function orderKey({ bucket, priority, dueAt, id }: WorkItem): [number, number, string, string] {
  return [BUCKETS.indexOf(bucket), PRIORITIES.indexOf(priority), dueAt ?? '', id];
}

export function compareKeys(a: readonly unknown[], b: readonly unknown[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  if (at < 0) return 0;
  return (a[at] as string) < (b[at] as string) ? -1 : 1;
}

type Filter = Record<string, unknown>;

/** Tells whether an item matches a filter input by kind, bucket and company. */
export function matches(item: WorkItem, filter: Filter | null | undefined): boolean {
  return Object.entries(filter ?? {}).every(([name, condition]) => {
    if (condition === null || condition === undefined) return true;
    if (name === 'and') return (condition as Filter[]).every((part) => matches(item, part));
    if (name === 'or') return (condition as Filter[]).some((part) => matches(item, part));
    if (name === 'not') return !matches(item, condition as Filter);
    const value =
      name === 'companyId' ? (item.company?.id ?? null) : (item[name as 'kind' | 'bucket'] as string);
    return Object.entries(condition as Filter).every(([operator, operand]) =>
      holds(value, operator, operand),
    );
  });
}

function holds(value: string | null, operator: string, operand: unknown): boolean {
  if (operand === null || operand === undefined) return true;
  const lower = (one: unknown) => String(one).toLowerCase();
  const among = () => value !== null && (operand as unknown[]).some((one) => lower(one) === value);
  switch (operator) {
    case 'eq':
      return value === lower(operand);
    case 'neq':
      return value !== lower(operand);
    case 'in':
      return among();
    case 'nin':
      return !among();
    case 'contains':
      return value?.includes(lower(operand)) ?? false;
    case 'startsWith':
      return value?.startsWith(lower(operand)) ?? false;
    case 'not':
      return !Object.entries(operand as Filter).every(([inner, one]) => holds(value, inner, one));
    case 'isNull':
      return (value === null) === operand;
    default:
      return (value !== null) === operand;
  }
}

const MAX_SNOOZE = 90 * DAY;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Reads until when an item is hidden: an instant, or a day whose start counts.
 * @param startOf returns the start of a day in the time zone of the workspace
 * @throws VALIDATION_ERROR format, range
 */
export function readUntil(text: string, now: Date, startOf: (day: string) => Date): Date {
  const until = /^\d{4}-\d{2}-\d{2}$/.test(text)
    ? startOf(text)
    : new Date(INSTANT.test(text) ? text : Number.NaN);
  if (Number.isNaN(until.getTime()))
    throw invalid(
      'until',
      'format',
      'Give a date such as 2026-12-01 or an instant such as 2026-12-01T09:00:00Z.',
    );
  if (until <= now || until.getTime() > now.getTime() + MAX_SNOOZE)
    throw invalid('until', 'range', 'Give a time in the next 90 days.');
  return until;
}
