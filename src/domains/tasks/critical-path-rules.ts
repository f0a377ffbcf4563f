// Pure rules of the critical path: early dates by a forward pass, late dates by a backward pass, and the slack between.
// Days are numbers of days.
import type { WorkingDays } from '../working-days.ts';
import { type TaskLink, visitsInOrder } from './graph-rules.ts';
import { type Bound, boundOf, earliest, type ScheduledTask } from './schedule-rules.ts';

/** The place of a task in the plan. */
export interface PlannedTask {
  id: string;
  durationDays: number;
  earlyStart: number;
  earlyFinish: number;
  lateStart: number;
  lateFinish: number;
  slackDays: number;
  isCritical: boolean;
}

interface Span {
  start: number;
  due: number;
}

/** The plan of the dated tasks of one project. */
export interface Plan {
  tasks: Map<string, PlannedTask>;
  /** Critical tasks without subtasks, in the order of the work. */
  criticalPath: string[];
  finish: number | null;
}

/**
 * Plans the dated tasks: a manual task and one without predecessors keep their dates; the others start as early as
 * their links allow.
 */
export function planOf(tasks: readonly ScheduledTask[], links: readonly TaskLink[], days: WorkingDays): Plan {
  const dated = tasks.filter(({ start, due }) => start !== null && due !== null);
  const ids = new Set(dated.map(({ id }) => id));
  const used = links.filter((link) => ids.has(link.predecessorId) && ids.has(link.successorId));
  const children = Map.groupBy(dated, ({ parentId }) => parentId);
  const visits = visitsInOrder(dated, used);
  const early = forwardPass(visits, children, used, days);
  const finishes = [...early.values()].map(({ due }) => due);
  const finish = finishes.length ? Math.max(...finishes) : null;
  const late = backwardPass(visits, children, used, days, early, finish ?? 0);
  const planned = new Map<string, PlannedTask>();
  for (const { id } of dated) {
    const [first, last] = [early.get(id), late.get(id)];
    if (!first || !last) continue;
    const slackDays = days.distance(first.start, last.start);
    planned.set(id, {
      id,
      durationDays: days.duration(first.start, first.due),
      earlyStart: first.start,
      earlyFinish: first.due,
      lateStart: last.start,
      lateFinish: last.due,
      slackDays,
      isCritical: slackDays <= 0,
    });
  }
  const path = visits.filter(({ task, isEnd }) => !isEnd && !children.has(task.id));
  const criticalPath = path.map(({ task }) => task.id).filter((id) => planned.get(id)?.isCritical);
  return { tasks: planned, criticalPath, finish };
}

type Visits = readonly { task: ScheduledTask; isEnd: boolean }[];
type Children = ReadonlyMap<string | null, readonly ScheduledTask[]>;

function forwardPass(
  visits: Visits,
  children: Children,
  links: readonly TaskLink[],
  days: WorkingDays,
): Map<string, Span> {
  const incoming = Map.groupBy(links, ({ successorId }) => successorId);
  const early = new Map<string, Span>();
  for (const { task, isEnd } of visits) {
    const parts = children.get(task.id);
    const own = { start: task.start!, due: task.due! };
    if (parts) {
      if (isEnd) early.set(task.id, task.isAuto ? spanOf(parts.map(({ id }) => early.get(id)!)) : own);
      continue;
    }
    if (isEnd) continue;
    const bounds = (incoming.get(task.id) ?? []).flatMap(
      (link): Bound | Bound[] => boundOf(link, early.get(link.predecessorId)!, days) ?? [],
    );
    const isFixed = !task.isAuto || bounds.length === 0;
    early.set(task.id, isFixed ? own : earliest(own, bounds, days));
  }
  return early;
}

function backwardPass(
  visits: Visits,
  children: Children,
  links: readonly TaskLink[],
  days: WorkingDays,
  early: ReadonlyMap<string, Span>,
  finish: number,
): Map<string, Span> {
  const outgoing = Map.groupBy(links, ({ predecessorId }) => predecessorId);
  const late = new Map<string, Span>();
  const aboveOf = new Map(
    [...children].flatMap(([parent, parts]) => parts.map(({ id }) => [id, parent] as const)),
  );
  for (const { task, isEnd } of [...visits].reverse()) {
    const parts = children.get(task.id);
    if (parts) {
      // The begin comes last: by then its subtasks have their late dates.
      if (!isEnd) late.set(task.id, spanOf(parts.map(({ id }) => late.get(id)!)));
      continue;
    }
    if (!isEnd) continue;
    const { start, due } = early.get(task.id)!;
    const length = days.duration(start, due);
    let latest = days.onOrBefore(finish);
    for (let id: string | null | undefined = task.id; id; id = aboveOf.get(id))
      for (const link of outgoing.get(id) ?? [])
        latest = Math.min(latest, latestFinish(link, late.get(link.successorId)!, length, days));
    late.set(task.id, { start: days.add(latest, 1 - length), due: latest });
  }
  return late;
}

/** Returns the latest day on which a task of a length may end, by one of its links. */
function latestFinish(
  { type, lagDays }: TaskLink,
  successor: Span,
  length: number,
  days: WorkingDays,
): number {
  const toStart = type === 'finish_to_start' || type === 'start_to_start';
  const day = days.add(days.onOrBefore(toStart ? successor.start : successor.due), -lagDays);
  if (type === 'finish_to_start') return days.add(day, -1);
  // A bound on the start of the task.
  return type === 'finish_to_finish' ? day : days.add(day, length - 1);
}

function spanOf(parts: readonly Span[]): Span {
  return {
    start: Math.min(...parts.map(({ start }) => start)),
    due: Math.max(...parts.map(({ due }) => due)),
  };
}
