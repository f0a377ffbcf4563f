// The items of a room: add, change, remove, order, upload.
import { v7 as uuid } from 'uuid';
import { raiseRisk } from '../../access/automation.ts';
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { type FileInput, storeFile, takeUpload } from '../../files/take.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { addToPreview } from '../../operations/preview.ts';
import { sanitizeHtml } from '../html.ts';
import {
  changeRecord,
  type Deletion,
  deleteRecord,
  insertRecord,
  type Locked,
  lockRecord,
} from '../records/verbs.ts';
import { uploadScope } from './input.ts';
import { itemKind, roomKind } from './kind.ts';
import { itemListing } from './loaders.ts';
import { type ItemKind, Room, RoomItem } from './model.ts';
import { assertItemMembers, MAX_ITEMS, readUrl } from './rules.ts';

export interface ItemInput {
  kind?: ItemKind | null;
  title?: string | null;
  position?: number | null;
  body?: string | null;
  url?: string | null;
  uploadId?: string | null;
  isVisible?: boolean | null;
  allowDownload?: boolean | null;
  dueOn?: string | null;
  done?: boolean | null;
}

/** Returns a page of the items of a room, in order. @throws NOT_FOUND */
export async function listItems(
  ctx: TenantContext,
  roomId: string,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<RoomItem>> {
  await Room.find(ctx, roomId);
  return listPage<RoomItem>(ctx, itemListing, { ...args, sort: ['position'] }, lookahead, (query) =>
    query.where({ roomId }),
  );
}

/** Adds an item at its place, or at the end. @throws NOT_FOUND, VALIDATION_ERROR */
export async function addItem(ctx: TenantContext, roomId: string, input: ItemInput): Promise<RoomItem> {
  const room = await lockRecord(ctx, roomKind, roomId);
  const kind = input.kind!;
  assertItemMembers(kind, input as Record<string, unknown>, true);
  if (input.isVisible !== false) raiseIfPublished(ctx, room);
  const count = await countItems(ctx, roomId);
  if (count >= MAX_ITEMS)
    throw invalid('room_id', 'max_items', `A room has at most ${MAX_ITEMS} items; remove some first.`);
  const fields = await readItem(ctx, roomId, kind, input);
  const position = Math.min(input.position ?? count, count);
  await shift(ctx, roomId, position, MAX_ITEMS, 1);
  const { title = '' } = fields as { title?: string };
  if (!title) throw invalid('title', 'required', 'An item needs a title.');
  return insertRecord(
    ctx,
    itemKind,
    {
      id: uuid(),
      roomId,
      kind,
      ...fields,
      position,
      ...(fields.fileId ? { fileVersion: 1, fileUploadedAt: ctx.now } : {}),
    },
    { data: eventFields({ roomId, kind, title }) },
  );
}

/** Returns what readers of an event need to know about its item. */
function eventFields({ roomId, kind, title }: Pick<RoomItem, 'roomId' | 'kind' | 'title'>) {
  return { room_id: roomId, kind, title };
}

/** Changes an item; another upload replaces its file. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR */
export async function updateItem(
  ctx: TenantContext,
  roomId: string,
  itemId: string,
  input: ItemInput,
  expectedVersion?: number | null,
): Promise<RoomItem> {
  const room = await lockRecord(ctx, roomKind, roomId);
  const before = await lockItem(ctx, roomId, itemId, expectedVersion);
  if (input.kind && input.kind !== before.kind)
    throw invalid('kind', 'read_only', 'The kind of an item never changes; add another item.');
  assertItemMembers(before.kind, input as Record<string, unknown>, false);
  if (input.isVisible ?? before.isVisible) raiseIfPublished(ctx, room);
  const fields = await readItem(ctx, roomId, before.kind, input, before);
  const isReplaced = fields.fileId !== undefined && fields.fileId !== before.fileId;
  const position = await moveItem(ctx, before, input.position);
  const data = eventFields({ ...before, ...(fields as Partial<RoomItem>) });
  return changeRecord(
    ctx,
    itemKind,
    before,
    {
      ...fields,
      ...(position !== undefined && { position }),
      ...(isReplaced && { fileVersion: before.fileVersion + 1, fileUploadedAt: ctx.now }),
    },
    { data },
  );
}

/** Removes an item and releases its file. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function deleteItem(
  ctx: TenantContext,
  roomId: string,
  itemId: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  await lockRecord(ctx, roomKind, roomId);
  const item = await lockItem(ctx, roomId, itemId, expectedVersion);
  addToPreview(ctx, { item: item.title });
  const deletion = await deleteRecord(ctx, itemKind, item, { data: eventFields(item) });
  await ctx.tx.rows('update room_items set file_id = null where tenant_id = $1 and id = $2', [
    ctx.tenantId,
    itemId,
  ]);
  await shift(ctx, roomId, item.position + 1, MAX_ITEMS, -1);
  return deletion;
}

/** Puts the items in order. @throws NOT_FOUND; VALIDATION_ERROR order unless each live item is named once */
export async function reorderItems(
  ctx: TenantContext,
  roomId: string,
  givenIds: readonly string[],
): Promise<RoomItem[]> {
  const itemIds = givenIds.map((id) => id.toLowerCase());
  const room = await lockRecord(ctx, roomKind, roomId);
  const items = await itemsInOrder(ctx, roomId);
  const known = new Set(items.map(({ id }) => id));
  const isComplete =
    itemIds.length === items.length &&
    new Set(itemIds).size === items.length &&
    itemIds.every((id) => known.has(id));
  if (!isComplete) throw invalid('item_ids', 'order', 'Name every item of the room exactly once.');
  const isSame = items.every(({ id }, index) => id === itemIds[index]);
  if (isSame) return items;
  await ctx.tx.rows(
    `update room_items i set position = place - 1
     from unnest($3::uuid[]) with ordinality as ordered(id, place)
     where i.tenant_id = $1 and i.room_id = $2 and i.id = ordered.id`,
    [ctx.tenantId, roomId, itemIds],
  );
  await emit(ctx, 'room.reordered', { object: room, label: room.title, links: [] });
  return itemsInOrder(ctx, roomId);
}

export interface Upload {
  uploadId: string;
  name: string;
  mime: string;
  bytes: number;
  sha256: string;
  expiresAt: Date;
}

/** Stores a file for an item or the logo of a room. @throws NOT_FOUND, VALIDATION_ERROR file, PAYLOAD_TOO_LARGE */
export async function createUpload(ctx: TenantContext, roomId: string, file: FileInput): Promise<Upload> {
  await lockRecord(ctx, roomKind, roomId);
  const { id, name, mime, bytes, sha256, expiresAt } = await storeFile(ctx, file, {
    scope: uploadScope(roomId),
  });
  await emit(ctx, 'room.file_uploaded', {
    object: { id: roomId },
    links: [],
    data: { upload_id: id, bytes },
  });
  return { uploadId: id, name, mime, bytes, sha256, expiresAt: expiresAt! };
}

/** Copies the items of a room in order, with their files; nothing else. */
export async function copyItems(ctx: TenantContext, sourceId: string, roomId: string): Promise<void> {
  const items = await itemsInOrder(ctx, sourceId);
  const rows = items.map(({ kind, title, position, body, url, fileId, isVisible, allowDownload, dueOn }) => ({
    ...{ id: uuid(), roomId, kind, title, position, body, url, fileId, isVisible, allowDownload, dueOn },
    ...(fileId && { fileVersion: 1, fileUploadedAt: ctx.now }),
  }));
  const actor = actorOf(ctx.principal);
  await RoomItem.insertAll(
    ctx,
    rows.map((row) => ({ ...row, createdBy: actor, updatedBy: actor })),
  );
}

function itemsInOrder(ctx: TenantContext, roomId: string): Promise<RoomItem[]> {
  return RoomItem.live(ctx).where({ roomId }).orderBy('position') as unknown as Promise<RoomItem[]>;
}

async function lockItem(
  ctx: TenantContext,
  roomId: string,
  itemId: string,
  expectedVersion?: number | null,
): Promise<Locked<RoomItem>> {
  const item = await RoomItem.lock<RoomItem>(ctx, itemId, { expectedVersion });
  return item.roomId === roomId ? (item as Locked<RoomItem>) : fail('NOT_FOUND');
}

/** Returns the columns that an input sets, but for its place. */
async function readItem(
  ctx: TenantContext,
  roomId: string,
  kind: ItemKind,
  input: ItemInput,
  before?: RoomItem,
): Promise<Record<string, unknown>> {
  const { uploadId, body, url, title, isVisible, allowDownload, done, dueOn } = input;
  const file =
    uploadId && uploadId !== before?.fileId ? await takeUpload(ctx, uploadId, uploadScope(roomId)) : null;
  const name = title === undefined ? undefined : title?.trim() || null;
  if (before && name === null) throw invalid('title', 'required', 'An item needs a title.');
  const html = body == null ? body : sanitizeHtml(body);
  if (kind === 'note' && html === '')
    throw invalid('body', 'required', 'Nothing of the text may be kept; write plain text.');
  return {
    ...(name && { title: name }),
    ...(!before && !name && file && { title: file.name }),
    ...(html !== undefined && { body: html || null }),
    ...(url != null && { url: readUrl(url, kind) }),
    ...(file && { fileId: file.id }),
    ...(isVisible !== undefined && { isVisible: isVisible ?? true }),
    ...(allowDownload !== undefined && { allowDownload: allowDownload ?? true }),
    ...(dueOn !== undefined && { dueOn }),
    ...(done !== undefined && { done: done ?? false }),
  };
}

/** Moves an item among the others. @returns its new place; undefined if it stays */
async function moveItem(
  ctx: TenantContext,
  { roomId, position: from }: RoomItem,
  wanted: number | null | undefined,
): Promise<number | undefined> {
  if (wanted == null) return undefined;
  const to = Math.min(wanted, (await countItems(ctx, roomId)) - 1);
  if (to === from) return undefined;
  if (to < from) await shift(ctx, roomId, to, from - 1, 1);
  else await shift(ctx, roomId, from + 1, to, -1);
  return to;
}

/** Moves the items at places `first` to `last`; that is no change of theirs. */
async function shift(
  ctx: TenantContext,
  roomId: string,
  first: number,
  last: number,
  by: number,
): Promise<void> {
  await ctx.tx.rows(
    `update room_items set position = position + $5 where tenant_id = $1 and room_id = $2 and deleted_at is null
       and position between $3 and $4`,
    [ctx.tenantId, roomId, first, last, by],
  );
}

async function countItems(ctx: TenantContext, roomId: string): Promise<number> {
  const [row] = await ctx.tx.rows<{ n: number }>(
    'select count(*)::int as n from room_items where tenant_id = $1 and room_id = $2 and deleted_at is null',
    [ctx.tenantId, roomId],
  );
  return row!.n;
}

/** A change that visitors see at once needs approval when an agent makes it. */
export function raiseIfPublished(ctx: TenantContext, room: Room): void {
  if (room.status === 'published') raiseRisk(ctx, 'external_send');
}
