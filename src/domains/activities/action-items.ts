// Action items: next steps that follow from an activity (crm.md section 13); the open ones are a contact's unresolved
// next steps.
import { actorOf } from '../../access/principal.ts';
import { assertOwn } from '../../access/record-scope.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { assertMember } from '../members/look-ups.ts';
import { partKind } from '../records/kind.ts';
import { changeRecord, lockRecord } from '../records/verbs.ts';
import { actionItemListing } from './filters.ts';
import { linksOfActivity } from './loaders.ts';
import { ActionItem, Activity } from './model.ts';
import { readRequiredText } from './rules.ts';

const actionItemKind = partKind<ActionItem>({ model: ActionItem, title: 'title', withheld: ['title'] });

/** The writable fields of an action item; an absent field is left unchanged, null clears it. */
export interface ActionItemInput {
  title?: string | null;
  dueOn?: string | null;
  assigneeUserId?: string | null;
  status?: 'open' | 'done' | null;
}

/** The arguments of the list of action items, in addition to those of every list. */
export interface ActionItemArguments extends ListArguments {
  assignee?: string | null;
}

/** Returns a page of action items, ordered by due date; only open ones unless a filter says otherwise. */
export function listActionItems(
  ctx: TenantContext,
  { assignee, ...args }: ActionItemArguments,
  lookahead: Lookahead,
): Promise<PageOf<ActionItem>> {
  const filter: Record<string, unknown> = { status: { eq: 'open' }, ...args.filter };
  // Resolved before paging, because the cursor is bound to the filter: one person's cursor is not valid for another's
  // list.
  if (assignee) filter.assigneeUserId = { eq: assignee === 'me' ? ctx.principal.id : assignee };
  return listPage<ActionItem>(
    ctx,
    actionItemListing,
    { ...args, sort: args.sort ?? ['due_on'], filter },
    lookahead,
  );
}

/**
 * Adds an action item to an activity. An activity that the system wrote has no author, so anybody may add to it.
 * @throws NOT_FOUND, VALIDATION_ERROR; PERMISSION_DENIED with `record_scope`
 */
export async function addActionItem(
  ctx: TenantContext,
  activityId: string,
  input: ActionItemInput,
): Promise<ActionItem> {
  // Locked, so that no item is added to an activity that is being deleted.
  const activity = await Activity.lock<Activity>(ctx, activityId);
  if (activity.source !== 'system') assertOwn(ctx, activity);
  const fields = await parseInput(ctx, input);
  const item = await ActionItem.create(ctx, { activityId, ...fields });
  await emit(ctx, 'action_item.added', {
    object: item,
    label: item.title,
    after: { activityId, ...fields },
    links: [],
  });
  return item;
}

/**
 * Completes, reopens, reassigns or reschedules an action item.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED, VALIDATION_ERROR
 */
export async function updateActionItem(
  ctx: TenantContext,
  id: string,
  input: ActionItemInput,
  expectedVersion?: number | null,
): Promise<ActionItem> {
  const before = await lockRecord(ctx, actionItemKind, id, { expectedVersion });
  const { status, ...rest } = input;
  const statusChange = status && status !== before.status ? statusOf(ctx, status) : {};
  const fields = { ...(await parseInput(ctx, rest, before)), ...statusChange };
  const completed = fields.status === 'done';
  const links = completed ? await linksOfActivity(ctx, before.activityId) : [];
  return changeRecord(ctx, actionItemKind, before, fields, {
    event: completed ? 'action_item.completed' : 'action_item.updated',
    links: links.map(({ entity, entityId }) => ({ entity, id: entityId })),
    data: { activity_id: before.activityId },
  });
}

async function parseInput(
  ctx: TenantContext,
  { title, dueOn, assigneeUserId }: ActionItemInput,
  before?: ActionItem,
): Promise<Partial<ActionItem>> {
  const fields: Partial<ActionItem> = {};
  if (title !== undefined || !before)
    fields.title = readRequiredText(title, 'title', 'Give the action item a title.');
  if (dueOn !== undefined) fields.dueOn = dueOn;
  if (assigneeUserId !== undefined) fields.assigneeUserId = assigneeUserId;
  if (assigneeUserId && assigneeUserId !== before?.assigneeUserId) {
    await assertMember(ctx, assigneeUserId, 'assignee_user_id');
  }
  return fields;
}

function statusOf(ctx: TenantContext, status: 'open' | 'done'): Partial<ActionItem> {
  const done = status === 'done';
  return { status, completedAt: done ? ctx.now : null, completedBy: done ? actorOf(ctx.principal) : null };
}
