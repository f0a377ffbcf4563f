// The checklists of tasks.
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { changeRecord } from '../records/verbs.ts';
import { assertItemAssignees, assertItemTitle, readChecklist } from './input.ts';
import { lockTask, taskKind } from './kind.ts';
import type { Task } from './model.ts';
import { type ChecklistItemInput, changedItem } from './rules.ts';

/** Replaces the checklist of a task; items with a known id are kept. @throws NOT_FOUND, VALIDATION_ERROR */
export async function setChecklist(
  ctx: TenantContext,
  id: string,
  items: readonly ChecklistItemInput[],
  expectedVersion?: number | null,
): Promise<Task> {
  const before = await lockTask(ctx, id, { expectedVersion: expectedVersion ?? null });
  const checklist = readChecklist(items, before.checklist, ctx.now, 'items');
  await assertItemAssignees(ctx, checklist, (index) => `items[${index}].assignee_user_id`);
  return changeRecord(ctx, taskKind, before, { checklist }, { event: 'task.checklist_changed', links: [] });
}

/** Changes an item of a checklist. @throws NOT_FOUND, VALIDATION_ERROR */
export async function updateItem(
  ctx: TenantContext,
  id: string,
  itemId: string,
  input: ChecklistItemInput,
  expectedVersion?: number | null,
): Promise<Task> {
  assertItemTitle(input, 'title');
  const before = await lockTask(ctx, id, { expectedVersion: expectedVersion ?? null });
  const at = before.checklist.findIndex((item) => item.id === itemId.toLowerCase());
  if (at < 0) fail('NOT_FOUND');
  const item = changedItem(input, before.checklist[at]!, before.checklist[at]!.id, ctx.now);
  if (input.assigneeUserId) await assertItemAssignees(ctx, [item], () => 'assignee_user_id');
  const checklist = before.checklist.with(at, item);
  return changeRecord(ctx, taskKind, before, { checklist }, { event: 'task.checklist_changed', links: [] });
}
