// Pure rules of scheduling: what a link demands of its successor, and how a change pushes later tasks (push only: no
// task is ever pulled earlier). Days are numbers of days.
import type { WorkingDays } from '../working-days.ts';
import { type TaskLink, type TaskNode, visitsInOrder } from './graph-rules.ts';

export interface ScheduledTask extends TaskNode {
  projectId: string | null;
  start: number | null;
  due: number | null;
  isAuto: boolean;
  isOpen: boolean;
}

/** The calendar of a project, and whether its tasks are moved. */
export interface ProjectSchedule {
  days: WorkingDays;
  pushes: boolean;
}

export interface Dates {
  start: number | null;
  due: number | null;
}

/** The least day that a link allows for the start or the due day of its successor. */
export interface Bound {
  on: 'start' | 'due';
  day: number;
}

/** Returns what a link demands; undefined if its predecessor lacks the date concerned. */
export function boundOf(
  { type, lagDays }: TaskLink,
  predecessor: Dates,
  days: WorkingDays,
): Bound | undefined {
  const fromFinish = type === 'finish_to_start' || type === 'finish_to_finish';
  const date = fromFinish ? predecessor.due : predecessor.start;
  if (date === null) return undefined;
  const from = days.onOrAfter(type === 'finish_to_start' ? date + 1 : date);
  const on = type === 'finish_to_start' || type === 'start_to_start' ? 'start' : 'due';
  return { on, day: days.add(from, lagDays) };
}

/** Returns whether the dates of a successor break a link. */
export function isBroken(link: TaskLink, predecessor: Dates, successor: Dates, days: WorkingDays): boolean {
  const bound = boundOf(link, predecessor, days);
  if (!bound) return false;
  const date = successor[bound.on];
  return date !== null && date < bound.day;
}

/** Returns the earliest dates on working days, from the given start on, that meet all bounds with the same duration. */
export function earliest(
  { start, due }: { start: number; due: number },
  bounds: readonly Bound[],
  days: WorkingDays,
): { start: number; due: number } {
  const length = days.duration(start, due);
  let from = days.onOrAfter(start);
  for (const { on, day } of bounds) {
    const needed = on === 'start' ? days.onOrAfter(day) : days.add(days.onOrAfter(day), 1 - length);
    from = Math.max(from, needed);
  }
  return { start: from, due: days.add(from, length - 1) };
}

/** The effect of a change on the schedule. */
export interface Push {
  /** The new dates of the tasks that move. */
  moved: Map<string, { start: number; due: number }>;
  /** Open tasks behind the change that break a link and stay where they are. */
  conflicts: string[];
}

/**
 * Moves the open auto tasks behind a change that break a link.
 * @param changed tasks whose dates changed; they keep them
 * @param linked tasks that got a new link
 */
export function push(
  tasks: readonly ScheduledTask[],
  links: readonly TaskLink[],
  scheduleOf: (projectId: string | null) => ProjectSchedule,
  { changed = [], linked = [] }: { changed?: Iterable<string>; linked?: Iterable<string> },
): Push {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const dates = new Map<string, Dates>(tasks.map(({ id, start, due }) => [id, { start, due }]));
  const children = Map.groupBy(tasks, ({ parentId }) => parentId);
  const incoming = Map.groupBy(links, ({ successorId }) => successorId);
  const dirty = new Set(changed);
  const forced = new Set(linked);
  const result: Push = { moved: new Map(), conflicts: [] };
  for (const { task, isEnd } of visitsInOrder(tasks, links)) {
    const parts = children.get(task.id);
    if (parts) {
      if (!isEnd) continue;
      if (parts.some(({ id }) => dirty.has(id))) dirty.add(task.id);
      if (task.isAuto) dates.set(task.id, hull(parts.map(({ id }) => dates.get(id)!)));
    } else if (isEnd) continue;
    const own = (incoming.get(task.id) ?? []).filter(({ predecessorId }) => byId.has(predecessorId));
    if (!task.isOpen || !(forced.has(task.id) || own.some(({ predecessorId }) => dirty.has(predecessorId))))
      continue;
    const { days, pushes } = scheduleOf(task.projectId);
    const now = dates.get(task.id)!;
    if (!own.some((link) => isBroken(link, dates.get(link.predecessorId)!, now, days))) continue;
    const isMovable = !parts && task.isAuto && pushes && now.start !== null && now.due !== null;
    if (!isMovable || (dirty.has(task.id) && !forced.has(task.id))) {
      result.conflicts.push(task.id);
      continue;
    }
    const bounds = own.flatMap((link) => boundOf(link, dates.get(link.predecessorId)!, days) ?? []);
    const to = earliest({ start: now.start!, due: now.due! }, bounds, days);
    dates.set(task.id, to);
    dirty.add(task.id);
    result.moved.set(task.id, to);
  }
  return result;
}

/** Returns the least start and the greatest due day of several tasks. */
export function hull(parts: readonly Dates[]): Dates {
  const starts = parts.flatMap(({ start }) => start ?? []);
  const dues = parts.flatMap(({ due }) => due ?? []);
  return { start: starts.length ? Math.min(...starts) : null, due: dues.length ? Math.max(...dues) : null };
}
