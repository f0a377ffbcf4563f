// Operations on rooms: their states, their NDA, and what ends the sessions of visitors.
import { v7 as uuid } from 'uuid';
import { raiseRisk } from '../../access/automation.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { completeCustomFields, readCustomFields } from '../custom-fields/record-values.ts';
import { changeRecord, type Deletion, deleteRecord, insertRecord, lockRecord } from '../records/verbs.ts';
import { applySavedView } from '../saved-views/apply.ts';
import { type RoomInput, readRoom } from './input.ts';
import { copyItems } from './items.ts';
import { roomKind } from './kind.ts';
import { Room } from './model.ts';
import { endSessions } from './sessions.ts';

/** Returns a live room. @throws NOT_FOUND */
export function getRoom(ctx: TenantContext, id: string, lookahead?: Lookahead): Promise<Room> {
  return Room.read(ctx, id, lookahead);
}

/** Returns a page of rooms. */
export async function listRooms(
  ctx: TenantContext,
  args: ListArguments & { viewId?: string | null },
  lookahead: Lookahead,
): Promise<PageOf<Room>> {
  return listPage<Room>(ctx, roomKind.listing, await applySavedView(ctx, 'rooms', args), lookahead);
}

/** Creates a draft room, with the items of another one if that is given. @throws VALIDATION_ERROR */
export async function createRoom(ctx: TenantContext, input: RoomInput): Promise<Room> {
  const fields = await readRoom(ctx, input);
  const { principal } = ctx;
  const source = input.copyItemsFrom ? await Room.live(ctx).where({ id: input.copyItemsFrom }).first() : null;
  if (input.copyItemsFrom && !source) throw invalid('copy_items_from', 'exists', 'There is no such room.');
  const customFields = await readCustomFields(ctx, 'rooms', input.customFields);
  const room = await insertRecord(ctx, roomKind, {
    id: uuid(),
    ownerUserId: principal.kind === 'user' ? principal.id : null,
    ...fields,
    customFields: completeCustomFields(ctx, 'rooms', customFields),
  });
  if (source) await copyItems(ctx, source.id, room.id);
  return room;
}

/** The fields of a published room that visitors see. */
const VISIBLE_FIELDS = ['title', 'description', 'welcomeMessage', 'branding', 'visibility'] as const;

/** Changes the given fields. Another visibility ends all sessions. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR */
export async function updateRoom(
  ctx: TenantContext,
  id: string,
  input: RoomInput,
  expectedVersion?: number | null,
): Promise<Room> {
  const before = await lockRecord(ctx, roomKind, id, { expectedVersion });
  if (input.copyItemsFrom !== undefined)
    throw invalid('copy_items_from', 'own_route', 'Items are copied when a room is created.');
  if (before.status === 'published' && VISIBLE_FIELDS.some((name) => input[name] !== undefined))
    raiseRisk(ctx, 'external_send');
  const customFields = await readCustomFields(ctx, 'rooms', input.customFields, before.customFields);
  const after = await changeRecord(ctx, roomKind, before, {
    ...(await readRoom(ctx, input, before)),
    ...(customFields && { customFields }),
  });
  if (after.visibility !== before.visibility) await endSessions(ctx, { roomId: id });
  return after;
}

/** Deletes a room: its links answer 404, its files are erased. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function deleteRoom(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const room = await lockRecord(ctx, roomKind, id, { expectedVersion });
  await endSessions(ctx, { roomId: id });
  const deletion = await deleteRecord(ctx, roomKind, room);
  await ctx.tx.rows('update rooms set logo_file_id = null where tenant_id = $1 and id = $2', [
    ctx.tenantId,
    id,
  ]);
  await ctx.tx.rows(
    'update room_items set file_id = null where tenant_id = $1 and room_id = $2 and file_id is not null',
    [ctx.tenantId, id],
  );
  return deletion;
}

/** Opens a room to its links. A published room stays as it is. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function publishRoom(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Room> {
  const room = await lockRecord(ctx, roomKind, id, { expectedVersion });
  if (room.status === 'published') return room;
  const patch = { status: 'published', publishedAt: ctx.now, closedAt: null };
  return changeRecord(ctx, roomKind, room, patch, { event: 'room.published' });
}

/**
 * Closes a room and ends its sessions. A closed room stays as it is.
 * @throws NOT_FOUND, PRECONDITION_FAILED; INVALID_STATE_TRANSITION for a draft
 */
export async function closeRoom(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Room> {
  const room = await lockRecord(ctx, roomKind, id, { expectedVersion });
  if (room.status === 'closed') return room;
  if (room.status === 'draft')
    fail('INVALID_STATE_TRANSITION', 'A draft is not open, so it cannot be closed.', {
      details: { from: 'draft', to: 'closed', allowed: ['published'] },
    });
  await endSessions(ctx, { roomId: id });
  return changeRecord(ctx, roomKind, room, { status: 'closed', closedAt: ctx.now }, { event: 'room.closed' });
}

/**
 * Sets the NDA. Another text is a new version and ends the sessions of links that require it; null removes it.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR; RESOURCE_IN_USE when it is removed while a link requires it
 */
export async function setRoomNda(
  ctx: TenantContext,
  id: string,
  text: string | null | undefined,
  expectedVersion?: number | null,
): Promise<Room> {
  // A body that leaves the text out, or blank, must not remove the NDA.
  const clean = text?.trim() ?? null;
  if (text === undefined || clean === '')
    throw invalid('text', 'required', 'Give the text of the NDA; null removes it.');
  const room = await lockRecord(ctx, roomKind, id, { expectedVersion });
  if (clean === room.ndaText) return room;
  const { tenantId, now, tx } = ctx;
  const links = await tx.rows<{ id: string }>(
    `select id from room_links where tenant_id = $1 and room_id = $2 and revoked_at is null and nda_required
       and (expires_at is null or expires_at > $3)`,
    [tenantId, id, now],
  );
  if (clean === null && links.length)
    fail('RESOURCE_IN_USE', 'Links of the room require the NDA; change or revoke them first.', {
      details: { references: [{ type: 'room_link', count: links.length }] },
    });
  const ndaVersion = clean === null ? room.ndaVersion : room.ndaVersion + 1;
  if (clean !== null) {
    const values = [tenantId, id, ndaVersion, clean, now];
    await tx.rows(
      'insert into room_ndas (tenant_id, room_id, version, text, created_at) values ($1, $2, $3, $4, $5)',
      values,
    );
    await endSessions(ctx, { roomId: id, linksWithNda: true });
  }
  const patch = { ndaText: clean, ndaVersion, ndaUpdatedAt: now };
  return changeRecord(ctx, roomKind, room, patch, { event: 'room.nda_set' });
}
