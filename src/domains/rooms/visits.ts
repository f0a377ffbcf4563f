// What visitors see and do in a room: the room, its items and files, view events, comments.
import { v7 as uuid } from 'uuid';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/transaction.ts';
import { fail, invalid } from '../../errors.ts';
import { receivesBytes } from '../../files/conditions.ts';
import type { StoredFile } from '../../files/files.ts';
import { isInlineType } from '../../files/media-type.ts';
import { type FileAddress, fileAddress } from '../../files/tickets.ts';
import { type CommentInput, insertComment } from './comments.ts';
import type { RoomComment, RoomItem } from './model.ts';
import {
  asGuest,
  type GuestVisit,
  inPublicRoom,
  limitViews,
  type Place,
  type Visit,
} from './public-links.ts';
import { closedGates, MAX_ITEMS } from './rules.ts';
import { logComment, storeEvent } from './visitors.ts';

/** What opens a room: the token of a link, and the session of a visitor. */
export interface Secrets {
  token: string;
  session?: string | null;
}

/** Types of events that browsers send; the others are written by the service. */
const VISITOR_EVENTS = new Set(['room_viewed', 'item_viewed', 'page_viewed', 'link_clicked', 'time_spent']);
const ABOUT_ITEMS = new Set(['item_viewed', 'page_viewed', 'link_clicked']);
const MAX_EVENTS_BYTES = 65_536;

type ItemRow = Pick<
  RoomItem,
  'id' | 'kind' | 'title' | 'position' | 'body' | 'url' | 'fileId' | 'allowDownload' | 'dueOn' | 'done'
> & { file: StoredFile | null };

const ITEMS = `
  select i.id, i.kind, i.title, i.position, i.body, i.url, i.file_id as "fileId", i.allow_download as "allowDownload",
    i.due_on::text as "dueOn", i.done,
    case when f.id is not null then json_build_object('tenantId', f.tenant_id, 'id', f.id, 'name', f.name, 'mime', f.mime,
      'bytes', f.bytes, 'sha256', f.sha256) end as file
  from room_items i left join files f on f.tenant_id = i.tenant_id and f.id = i.file_id
  where i.tenant_id = $1 and i.room_id = $2 and i.deleted_at is null and i.is_visible`;

/** Returns the gates of a link, and with a session the room. */
export async function viewRoom(ctx: Context, secrets: Secrets) {
  const readAhead = secrets.session ? readItems : async () => [];
  const { link, view } = await inPublicRoom(
    ctx,
    'read',
    secrets,
    async (visit, items: ItemRow[]) => ({ link: visit.link, view: await viewOf(visit, items) }),
    readAhead,
  );
  await limitViews(ctx.services, link, ctx.ip);
  return view;
}

function readItems(tx: Transaction, { tenantId, roomId }: Place): Promise<ItemRow[]> {
  return tx.rows<ItemRow>(`${ITEMS} order by i.position limit ${MAX_ITEMS}`, [tenantId, roomId]);
}

/** @param items those of the room, which only a session shows */
async function viewOf(visit: Visit, items: readonly ItemRow[]) {
  const { link, room, session, visitor } = visit;
  const granted = session !== null;
  return {
    access: {
      granted,
      requires: granted ? [] : closedGates(link, room.visibility),
      expiresAt: session?.expiresAt ?? null,
      allowDownload: link.allowDownload,
      allowComments: link.allowComments,
    },
    room: {
      title: room.title,
      description: granted ? room.description : null,
      branding: { logoUrl: await logoUrl(visit), accent: room.accent },
      welcomeMessage: room.welcomeMessage,
    },
    nda: link.ndaRequired ? { version: room.ndaVersion, text: room.ndaText! } : null,
    items: granted ? items.map((item) => publicItem(visit, item)) : null,
    visitor: visitor && { name: visitor.name, email: visitor.email },
  };
}

async function logoUrl({ ctx, room, link }: Visit): Promise<string | null> {
  if (!room.logoFileId) return null;
  const file = await ctx.services.files.find({ tenantId: ctx.tenantId, id: room.logoFileId });
  const guard = { kind: 'room_logo', link: link.id };
  return file ? fileAddress(ctx, file, { disposition: 'inline', guard }).url : null;
}

function publicItem({ link }: Visit, { file, fileId: _, allowDownload, ...item }: ItemRow) {
  return {
    ...item,
    file: file && { name: file.name, mime: file.mime, bytes: file.bytes },
    canView: file !== null && isInlineType(file.mime),
    canDownload: file !== null && link.allowDownload && allowDownload,
    view: null,
  };
}

/** Returns one item, with a short-lived address of a file that browsers can show. @throws NOT_FOUND */
export function viewItem(ctx: Context, secrets: Secrets, itemId: string) {
  return asGuest(ctx, 'read', 'publicRoomItem', secrets, async (visit) => {
    const row = await findItem(visit, itemId);
    const visible = publicItem(visit, row);
    const address = visible.canView ? addressOf(visit, row, 'inline') : null;
    const view = address && { url: address.url, expiresAt: address.expiresAt };
    return { ...visible, view };
  });
}

/** Returns the file of an item and records the download. @throws NOT_FOUND; ROOM_ACCESS_DENIED download_not_allowed */
export function downloadItem(ctx: Context, secrets: Secrets, itemId: string): Promise<FileAddress> {
  return asGuest(ctx, 'write', 'publicRoomDownload', secrets, async (visit) => {
    const row = await findItem(visit, itemId);
    if (!row.file) fail('NOT_FOUND');
    if (!publicItem(visit, row).canDownload)
      fail('ROOM_ACCESS_DENIED', 'This file may be viewed here, but not downloaded.', {
        details: { reason: 'download_not_allowed' },
      });
    const { session, visitor } = visit;
    const by = { sessionId: session.id, visitorId: visitor.id };
    const isSent = !ctx.fileRequest || receivesBytes(row.file, ctx.fileRequest);
    if (isSent) await storeEvent(visit, { type: 'downloaded', ...by, itemId });
    return addressOf(visit, row, 'attachment');
  });
}

async function findItem({ ctx, room }: GuestVisit, itemId: string): Promise<ItemRow> {
  const [row] = await ctx.tx.rows<ItemRow>(`${ITEMS} and i.id = $3`, [ctx.tenantId, room.id, itemId]);
  return row ?? fail('NOT_FOUND');
}

/** Returns an address that dies with the session. */
function addressOf(
  { ctx, session }: GuestVisit,
  { id, file }: ItemRow,
  disposition: 'inline' | 'attachment',
): FileAddress {
  const guard = { kind: 'room_session', session: session.id, item: id };
  return fileAddress(ctx, file!, { disposition, guard });
}

export interface VisitEvent {
  clientEventId: string;
  type: string;
  at: Date;
  itemId?: string | null;
  page?: number | null;
  url?: string | null;
  seconds?: number | null;
}

/**
 * Stores what a browser reports; an event that is already there counts as a duplicate.
 * @throws VALIDATION_ERROR, and then nothing is stored; PAYLOAD_TOO_LARGE, RATE_LIMITED
 */
export function storeEvents(ctx: Context, secrets: Secrets, events: readonly VisitEvent[]) {
  return asGuest(ctx, 'write', 'postPublicRoomEvents', secrets, async (visit) => {
    const { session, visitor, link, room } = visit;
    const { tx, tenantId, now } = visit.ctx;
    if (Buffer.byteLength(JSON.stringify(events)) > MAX_EVENTS_BYTES)
      fail('PAYLOAD_TOO_LARGE', 'Send at most 64 KiB of events at a time.', {
        details: { limit_bytes: MAX_EVENTS_BYTES },
      });
    await assertEvents(visit, events);
    const rows = events.map(({ at, ...event }) => ({
      id: uuid(),
      ...event,
      at: new Date(Math.min(Math.max(at.getTime(), session.createdAt.getTime()), now.getTime())),
    }));
    const stored = await tx.rows(
      `insert into room_events (tenant_id, id, room_id, link_id, session_id, visitor_id, type, at, item_id, seconds, page, url,
         client_event_id, created_at, updated_at)
       select $1, e.id, $2, $3, $4, $5, e.type, e.at, e."itemId", e.seconds, e.page, e.url, e."clientEventId", $6, $6
       from jsonb_to_recordset($7) as e(id uuid, type text, at timestamptz, "itemId" uuid, seconds int, page int, url text,
         "clientEventId" text)
       on conflict (tenant_id, session_id, client_event_id) where client_event_id is not null do nothing returning id`,
      [tenantId, room.id, link.id, session.id, visitor.id, now, JSON.stringify(rows)],
    );
    return { accepted: stored.length, duplicates: events.length - stored.length };
  });
}

async function assertEvents({ ctx, room }: GuestVisit, events: readonly VisitEvent[]): Promise<void> {
  const items = await ctx.tx.rows<{ id: string }>(
    'select id from room_items where tenant_id = $1 and room_id = $2 and deleted_at is null and is_visible',
    [ctx.tenantId, room.id],
  );
  const visible = new Set(items.map(({ id }) => id));
  events.forEach(({ type, itemId, seconds }, index) => {
    const at = `events[${index}]`;
    if (!VISITOR_EVENTS.has(type))
      throw invalid(`${at}.type`, 'enum', `Give one of ${[...VISITOR_EVENTS].join(', ')}.`);
    if (ABOUT_ITEMS.has(type) && !itemId)
      throw invalid(`${at}.item_id`, 'required', `An event ${type} names its item.`);
    if (itemId && !visible.has(itemId))
      throw invalid(`${at}.item_id`, 'exists', 'There is no such item here.');
    if (type === 'time_spent' && seconds == null)
      throw invalid(`${at}.seconds`, 'required', 'time_spent has seconds, from 1 to 3600.');
  });
}

/** Returns the comments that visitors may see, oldest first. @throws ROOM_ACCESS_DENIED comments_not_allowed */
export function listPublicComments(ctx: Context, secrets: Secrets) {
  return asGuest(ctx, 'read', 'publicRoomComments', secrets, async (visit) => {
    const rows = await visit.ctx.tx.rows<RoomComment>(
      `select c.id, c.body, c.visitor_id as "visitorId", c.created_by as "createdBy", c.item_id as "itemId",
         c.parent_id as "parentId", c.is_resolved as "isResolved", c.created_at as "createdAt"
       from room_comments c left join room_comments p on p.tenant_id = c.tenant_id and p.id = c.parent_id
       where c.tenant_id = $1 and c.room_id = $2 and c.deleted_at is null and not c.is_internal and not c.is_hidden
         and not coalesce(p.is_hidden or p.is_internal, false)
         and not exists (select from room_items i where i.tenant_id = c.tenant_id and i.id in (c.item_id, p.item_id)
           and (i.deleted_at is not null or not i.is_visible))
       order by c.created_at, c.id limit 1000`,
      [visit.ctx.tenantId, visit.room.id],
    );
    return rows.map((row) => publicComment(visit, row));
  });
}

/** Writes a comment as the visitor. @throws VALIDATION_ERROR; ROOM_ACCESS_DENIED comments_not_allowed; RATE_LIMITED */
export function postComment(ctx: Context, secrets: Secrets, input: CommentInput) {
  return asGuest(ctx, 'write', 'postPublicRoomComment', secrets, async (visit) => {
    const { session, visitor, room } = visit;
    const comment = await insertComment(visit.ctx, room, input, visitor.id);
    const by = { sessionId: session.id, visitorId: visitor.id, itemId: comment.itemId };
    await storeEvent(visit, { type: 'commented', ...by });
    await logComment(visit, visitor);
    return publicComment(visit, comment);
  });
}

function publicComment({ visitor }: GuestVisit, comment: RoomComment) {
  const { id, body, visitorId, createdBy, itemId, parentId, isResolved, createdAt } = comment;
  const author = { name: createdBy.label, isTeam: visitorId === null, isMe: visitorId === visitor.id };
  return { id, body, author, itemId, parentId, isResolved, createdAt };
}
