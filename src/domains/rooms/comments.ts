// Comments in a room: those of the team and their moderation. Visitors write theirs in visits.ts.
import { v7 as uuid } from 'uuid';
import { raiseRisk } from '../../access/automation.ts';
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { addToPreview } from '../../operations/preview.ts';
import { lockRecord } from '../records/verbs.ts';
import { roomKind } from './kind.ts';
import { commentListing } from './loaders.ts';
import { Room, RoomComment, RoomItem } from './model.ts';

export interface CommentInput {
  body?: string | null;
  itemId?: string | null;
  parentId?: string | null;
  isInternal?: boolean | null;
}

export interface CommentPatch {
  isResolved?: boolean | null;
  isHidden?: boolean | null;
  body?: string | null;
}

/** Returns a page of the comments of a room, oldest first. @throws NOT_FOUND */
export async function listComments(
  ctx: TenantContext,
  roomId: string,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<RoomComment>> {
  await Room.find(ctx, roomId);
  const sort = args.sort ?? ['created_at'];
  return listPage<RoomComment>(ctx, commentListing, { ...args, sort }, lookahead, (query) =>
    query.where({ roomId }),
  );
}

/** Writes a comment of the team. @throws NOT_FOUND, VALIDATION_ERROR */
export async function addComment(
  ctx: TenantContext,
  roomId: string,
  input: CommentInput,
): Promise<RoomComment> {
  const room = await lockRecord(ctx, roomKind, roomId);
  return insertComment(ctx, room, input, null);
}

/**
 * Inserts a comment and writes its event, without its text.
 * @param visitorId the visitor who writes; null for the team
 * @throws VALIDATION_ERROR exists, nested
 */
export async function insertComment(
  ctx: TenantContext,
  room: Room,
  { body, itemId, parentId, isInternal }: CommentInput,
  visitorId: string | null,
): Promise<RoomComment> {
  const text = readText(body);
  const isVisitor = visitorId !== null;
  if (itemId) await assertItem(ctx, room.id, itemId, isVisitor);
  const parent = parentId ? await findParent(ctx, room.id, parentId, isVisitor) : null;
  const comment = await RoomComment.create<RoomComment>(ctx, {
    id: uuid(),
    roomId: room.id,
    body: text,
    itemId: itemId ?? parent?.itemId ?? null,
    parentId: parentId ?? null,
    visitorId,
    isInternal: parent?.isInternal || (isInternal ?? false),
  });
  await emit(ctx, 'room.commented', {
    object: room,
    label: room.title,
    links: isVisitor ? [] : [{ entity: 'room', id: room.id }],
    data: {
      comment_id: comment.id,
      length: text.length,
      author_type: actorOf(ctx.principal).type,
      is_internal: comment.isInternal,
      ...(isVisitor && { visitor_name: ctx.principal.label }),
    },
  });
  return comment;
}

/**
 * Resolves or hides a comment, or edits the caller's own.
 * @throws NOT_FOUND, PRECONDITION_FAILED; PERMISSION_DENIED for the text of somebody else
 */
export async function moderateComment(
  ctx: TenantContext,
  roomId: string,
  commentId: string,
  { isResolved, isHidden, body }: CommentPatch,
  expectedVersion?: number | null,
): Promise<RoomComment> {
  const room = await lockRecord(ctx, roomKind, roomId);
  const before = await RoomComment.lock<RoomComment>(ctx, commentId, { expectedVersion });
  if (before.roomId !== roomId) fail('NOT_FOUND');
  const text = body === undefined ? before.body : readText(body);
  if (body !== undefined && (before.visitorId || before.createdBy.id !== ctx.principal.id))
    fail('PERMISSION_DENIED', 'Only its author may change the text of a comment.');
  const isShowing = isHidden === false && before.isHidden && !before.isInternal;
  const isRewriting = text !== before.body && !before.isInternal;
  if (room.status === 'published' && (isShowing || isRewriting)) raiseRisk(ctx, 'external_send');
  const after = await before.change(ctx, {
    ...(isResolved != null && { isResolved }),
    ...(isHidden != null && { isHidden }),
    ...(text !== before.body && { body: text, edited: true }),
  });
  if (after === before) return before;
  addToPreview(ctx, { comment: text.slice(0, 500) });
  await emit(ctx, 'room.comment_moderated', {
    object: room,
    label: room.title,
    before: before.toJSON(),
    after: after.toJSON(),
    withheld: ['body'],
    links: [],
    data: { comment_id: commentId },
  });
  return after;
}

function readText(body: string | null | undefined): string {
  const text = body?.trim();
  if (!text) throw invalid('body', 'required', 'A comment has 1 to 4,000 characters.');
  return text;
}

async function assertItem(ctx: TenantContext, roomId: string, id: string, isVisitor: boolean): Promise<void> {
  const item = await RoomItem.live(ctx).where({ id, roomId }).first();
  if (!item || (isVisitor && !item.isVisible))
    throw invalid('item_id', 'exists', 'There is no such item here.');
}

async function findParent(
  ctx: TenantContext,
  roomId: string,
  id: string,
  isVisitor: boolean,
): Promise<RoomComment> {
  const parent = (await RoomComment.live(ctx).where({ id, roomId }).first()) as RoomComment | undefined;
  const isUnseen = parent && isVisitor && !(await isSeenByVisitors(ctx, parent));
  if (!parent || isUnseen) throw invalid('parent_id', 'exists', 'There is no such comment here.');
  if (parent.parentId)
    throw invalid('parent_id', 'nested', 'Answers have no answers; name the first comment.');
  return parent;
}

/** Returns whether visitors see a comment: one about an item is as hidden as the item. */
async function isSeenByVisitors(ctx: TenantContext, comment: RoomComment): Promise<boolean> {
  const { isInternal, isHidden, itemId, roomId } = comment;
  if (isInternal || isHidden) return false;
  return itemId === null || (await isVisibleItem(ctx, roomId, itemId));
}

async function isVisibleItem(ctx: TenantContext, roomId: string, id: string): Promise<boolean> {
  return (await RoomItem.live(ctx).where({ id, roomId, isVisible: true }).first()) !== undefined;
}
