// Pure rules of projects: the calendar that a caller gives, states and their transitions (delivery.md section 2.2).
import { fail, invalid, ServiceError } from '../../errors.ts';
import { WEEKDAYS, type WorkingCalendar } from '../working-days.ts';

export const PROJECT_STATUSES = ['planned', 'active', 'on_hold', 'completed', 'cancelled'] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];
export type ProjectHealth = 'on_track' | 'at_risk' | 'off_track';

/** A column of the board of a project. */
export interface BoardColumn {
  id: string;
  name: string;
  status: string;
  wipLimit: number | null;
  wipMode: 'soft' | 'hard';
}

const MAX_HOLIDAYS = 366;

/** Returns a valid calendar, its holidays sorted and each once. @throws VALIDATION_ERROR with every fault */
export function readCalendar(
  input: { weekdays?: unknown; holidays?: unknown },
  path: string,
): WorkingCalendar {
  const weekdays = (input.weekdays as string[] | null | undefined) ?? ['mon', 'tue', 'wed', 'thu', 'fri'];
  const holidays = (input.holidays as string[] | null | undefined) ?? [];
  if (weekdays.length === 0)
    throw invalid(`${path}.weekdays`, 'min_items', 'Give at least one weekday, mon to sun.');
  if (holidays.length > MAX_HOLIDAYS)
    throw invalid(`${path}.holidays`, 'max_items', `Give at most ${MAX_HOLIDAYS} holidays.`);
  return {
    weekdays: WEEKDAYS.filter((name) => weekdays.includes(name)),
    holidays: [...new Set(holidays)].sort(),
  };
}

/** The states that each state may become. */
const NEXT: Readonly<Record<ProjectStatus, readonly ProjectStatus[]>> = {
  planned: ['active', 'cancelled'],
  active: ['on_hold', 'completed', 'cancelled'],
  on_hold: ['active', 'cancelled'],
  completed: ['active'],
  cancelled: ['active'],
};

/**
 * Checks a change of status.
 * @returns the trimmed reason, or null
 * @throws VALIDATION_ERROR for a missing reason; INVALID_STATE_TRANSITION
 */
export function assertTransition(
  from: ProjectStatus,
  to: ProjectStatus,
  reason: string | null | undefined,
): string | null {
  const text = reason?.trim() || null;
  const required = (why: string) => invalid('reason', 'required', `Give the reason ${why}.`);
  if (!text && (to === 'on_hold' || to === 'cancelled')) throw required(`why the project is ${to}`);
  if (!NEXT[from].includes(to))
    fail('INVALID_STATE_TRANSITION', `A project cannot change from ${from} to ${to}.`, {
      details: { from, to, allowed: NEXT[from] },
    });
  if (!text && (from === 'completed' || from === 'cancelled')) throw required('for reopening the project');
  return text;
}

/** Returns the error for a new project in a state that it cannot start in. */
export function assertInitialStatus(status: ProjectStatus): void {
  if (status === 'planned' || status === 'active') return;
  throw invalid('status', 'enum', 'A new project is planned or active.');
}

/** Throws if a project ends before it starts. @throws VALIDATION_ERROR range */
export function assertDates(startDate: string | null, dueDate: string | null): void {
  if (startDate && dueDate && startDate > dueDate)
    throw invalid('due_date', 'range', 'The due date must not be before the start date.');
}

/** Throws with one fault for each place where a record belongs to another company. */
export function companyMismatch(paths: readonly string[], message: string): never {
  throw new ServiceError('COMPANY_MISMATCH', message, {
    fields: paths.map((path) => ({ path, rule: 'company_mismatch', message })),
  });
}
