// Pure rules of the dates of a project that is made from a template (delivery-commercial.md B29).
import { invalid } from '../../errors.ts';
import type { TaskLink } from '../tasks/graph-rules.ts';
import { hull, push } from '../tasks/schedule-rules.ts';
import {
  dayNumber,
  dayText,
  FIRST_DAY,
  LAST_DAY,
  type WorkingCalendar,
  WorkingDays,
} from '../working-days.ts';
import type { TemplateMilestone, TemplateTask } from './structure-rules.ts';

/** The days of a project: of its start and end, and of its milestones and tasks by key. */
export interface TemplateDates {
  startDate: string;
  dueDate: string;
  milestones: Map<string, string>;
  tasks: Map<string, { startDate: string; dueDate: string }>;
}

/** What of a template becomes dates. */
interface Schedule {
  calendar: WorkingCalendar;
  milestones: readonly TemplateMilestone[];
  tasks: readonly TemplateTask[];
  links: readonly TaskLink[];
}

/**
 * Returns the dates of milestones and tasks: by their offsets in working days from the anchor, then pushed by the links.
 * A task with subtasks has the dates of its subtasks.
 * @throws VALIDATION_ERROR range if a date would be before the year 1 or behind 9999
 */
export function datesOf(
  { calendar, milestones, tasks, links }: Schedule,
  anchor: 'start' | 'end',
  date: string,
): TemplateDates {
  const days = new WorkingDays(calendar);
  const parents = new Set(tasks.map(({ parentKey }) => parentKey));
  const leaves = tasks.filter(({ key }) => !parents.has(key));
  const last = Math.max(
    0,
    ...milestones.map(({ offsetDays }) => offsetDays),
    ...leaves.map(({ offsetDays, durationDays }) => offsetDays + durationDays - 1),
  );
  const dayAt = workingDaysFrom(days, anchor, dayNumber(date), last);
  const scheduled = tasks.map(({ key, parentKey, offsetDays, durationDays }) => ({
    id: key,
    parentId: parentKey,
    projectId: null,
    start: parents.has(key) ? null : dayAt(offsetDays),
    due: parents.has(key) ? null : dayAt(offsetDays + durationDays - 1),
    isAuto: true,
    isOpen: true,
  }));
  const { moved } = push(scheduled, links, () => ({ days, pushes: true }), {
    linked: tasks.map(({ key }) => key),
  });
  const dates = hulls(scheduled.map((task) => ({ ...task, ...moved.get(task.id) })));
  const due = milestones.map(({ key, offsetDays }): [string, number] => [key, dayAt(offsetDays)]);
  const lastDays = [dayAt(0), ...due.map(([, day]) => day), ...[...dates.values()].map((task) => task.due)];
  return {
    startDate: text(dayAt(0)),
    dueDate: text(Math.max(...lastDays)),
    milestones: new Map(due.map(([key, day]) => [key, text(day)])),
    tasks: new Map(
      [...dates].map(([key, task]) => [key, { startDate: text(task.start), dueDate: text(task.due) }]),
    ),
  };
}

/** Returns a function from the number of a working day to the day; day 0 is the first one of the project. */
function workingDaysFrom(
  days: WorkingDays,
  anchor: 'start' | 'end',
  date: number,
  last: number,
): (index: number) => number {
  const list: number[] = [];
  if (anchor === 'start') {
    for (let day = date; list.length <= last; day += 1) if (days.isWorking(day)) list.push(day);
  } else {
    for (let day = date; list.length <= last; day -= 1) if (days.isWorking(day)) list.push(day);
    list.reverse();
  }
  return (index) => list[index]!;
}

interface Dated {
  id: string;
  parentId: string | null;
  start: number | null;
  due: number | null;
}

/** Returns the dates of all tasks; those of a task with subtasks span its subtasks. */
function hulls(tasks: readonly Dated[]): Map<string, { start: number; due: number }> {
  const children = Map.groupBy(tasks, ({ parentId }) => parentId);
  const result = new Map<string, { start: number; due: number }>();
  const visit = (task: Dated): { start: number; due: number } => {
    const parts = children.get(task.id);
    const dates = (parts ? hull(parts.map(visit)) : task) as { start: number; due: number };
    result.set(task.id, { start: dates.start, due: dates.due });
    return dates;
  };
  for (const task of children.get(null) ?? []) visit(task);
  return result;
}

function text(day: number): string {
  if (day < FIRST_DAY || day > LAST_DAY)
    throw invalid('date', 'range', 'The project would end behind the year 9999 or start before the year 1.');
  return dayText(day);
}
