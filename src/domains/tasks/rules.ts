// Pure rules of tasks: their states, checklists, and the gates before a state (delivery.md section 2.3).
import { fail, invalid } from '../../errors.ts';

export const TASK_STATUSES = [
  'backlog',
  'todo',
  'in_progress',
  'in_review',
  'blocked',
  'done',
  'cancelled',
] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export interface ChecklistItem {
  id: string;
  title: string;
  required: boolean;
  done: boolean;
  done_at: string | null;
  assignee_user_id: string | null;
}

/** Returns whether a state is neither done nor cancelled. */
export function isOpen(status: TaskStatus): boolean {
  return status !== 'done' && status !== 'cancelled';
}

/** Throws if the required items of a checklist are not ticked. @throws CHECKLIST_INCOMPLETE */
export function assertChecklist(checklist: readonly ChecklistItem[]): void {
  const ids = checklist.filter(({ required, done }) => required && !done).map(({ id }) => id);
  if (ids.length) fail('CHECKLIST_INCOMPLETE', undefined, { details: { ids } });
}

/** Returns the columns of a state, with what belongs to it. @throws VALIDATION_ERROR for a missing reason */
export function statusColumns(
  status: TaskStatus,
  blockedReason: string | null | undefined,
  now: Date,
): { status: TaskStatus; blockedReason: string | null; completedAt: Date | null } {
  const reason = blockedReason?.trim() || null;
  if (status === 'blocked' && !reason)
    throw invalid('blocked_reason', 'required', 'Give the reason why the task is blocked.');
  return {
    status,
    blockedReason: status === 'blocked' ? reason : null,
    completedAt: status === 'done' ? now : null,
  };
}

/** The input of an item of a checklist. */
export interface ChecklistItemInput {
  id?: string | null;
  title?: string | null;
  required?: boolean | null;
  done?: boolean | null;
  assigneeUserId?: string | null;
}

/** Returns an item of a checklist after a change; the time of ticking is kept. */
export function changedItem(
  input: ChecklistItemInput,
  before: ChecklistItem | undefined,
  id: string,
  now: Date,
): ChecklistItem {
  const done = input.done ?? (input.done === null ? false : (before?.done ?? false));
  const title = input.title?.trim() || before?.title;
  if (!title) throw invalid('title', 'required', 'Give the item a title.');
  return {
    id,
    title,
    required: input.required ?? (input.required === null ? false : (before?.required ?? false)),
    done,
    done_at: done ? (before?.done && before.done_at) || now.toISOString() : null,
    assignee_user_id:
      input.assigneeUserId === undefined ? (before?.assignee_user_id ?? null) : input.assigneeUserId,
  };
}
