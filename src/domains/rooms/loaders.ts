// Lists the parts of rooms, and loads rooms and what is counted and shown of them.
import type { TenantContext } from '../../context.ts';
import type { Listing } from '../../lists/listing.ts';
import { byId, countOf, listOf, liveId, loaderOf } from '../../lists/loaders.ts';
import { roomKind } from './kind.ts';
import { type Room, RoomComment, RoomEvent, RoomItem, RoomLink } from './model.ts';

export const itemListing: Listing = { model: RoomItem };
export const linkListing: Listing = { model: RoomLink };
export const eventListing: Listing = { model: RoomEvent };
export const commentListing: Listing = { model: RoomComment };

const roomsByCompany = { listing: roomKind.listing, parent: 'rooms.company_id' };

export const roomById = roomKind.byId;
/** The id of a linked room; null while it is deleted. */
export const liveRoomId = liveId(roomById);
export const roomsOfCompany = listOf<Room>('rooms.company', roomsByCompany);
export const countRoomsOfCompany = countOf('rooms.company', roomsByCompany);
export const itemById = byId<RoomItem>(RoomItem);

export interface Counts {
  items: number;
  linksActive: number;
  visitors: number;
  sessions: number;
  comments: number;
}

/** Returns the counts of a room; one statement for all rooms of a page. */
export function countsOfRoom(ctx: TenantContext, roomId: string): Promise<Counts> {
  return loaderOf<string, Counts>(ctx, 'rooms.counts', async (ids) => {
    const of = (table: string, condition: string) =>
      `(select count(*)::int from ${table} t where t.tenant_id = $1 and t.room_id = r.id ${condition})`;
    const rows = await ctx.tx.rows<Counts & { id: string }>(
      `select r.id, ${of('room_items', 'and t.deleted_at is null')} as items,
         ${of(
           'room_links',
           `and t.revoked_at is null and (t.expires_at is null or t.expires_at > $3)
           and (t.max_sessions is null or t.sessions_count < t.max_sessions)`,
         )} as "linksActive",
         ${of('room_visitors', '')} as visitors, ${of('room_sessions', '')} as sessions,
         ${of('room_comments', 'and t.deleted_at is null')} as comments
       from unnest($2::uuid[]) as r(id)`,
      [ctx.tenantId, ids, ctx.now],
      'generic',
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id)!);
  }).load(roomId);
}

/** What an event shows of another row. */
interface Shown {
  id: string;
}

/** Creates a loader of rows that events refer to, by id; deleted ones too. */
function loaderById<T extends Shown>(name: string, select: string) {
  return (ctx: TenantContext, id: string | null): Promise<T | null> | null => {
    if (!id) return null;
    return loaderOf<string, T | null>(ctx, name, async (ids) => {
      const rows = await ctx.tx.rows<T>(`${select} where tenant_id = $1 and id = any($2)`, [
        ctx.tenantId,
        ids,
      ]);
      const found = new Map(rows.map((row) => [row.id, row]));
      return ids.map((one) => found.get(one) ?? null);
    }).load(id);
  };
}

export const visitorById = loaderById<{
  id: string;
  name: string;
  email: string | null;
  emailVerified: boolean;
  contactId: string | null;
}>(
  'room_visitors.id',
  'select id, name, email, email_verified as "emailVerified", contact_id as "contactId" from room_visitors',
);
export const eventLinkById = loaderById<{ id: string; label: string | null }>(
  'room_links.shown',
  'select id, label from room_links',
);
export const eventItemById = loaderById<{ id: string; title: string }>(
  'room_items.shown',
  'select id, title from room_items',
);

export type LinkStatus = 'active' | 'expired' | 'exhausted' | 'revoked';

/** Returns the state of a link. */
export function linkStatus(
  {
    revokedAt,
    expiresAt,
    maxSessions,
    sessionsCount,
  }: Pick<RoomLink, 'revokedAt' | 'expiresAt' | 'maxSessions' | 'sessionsCount'>,
  now: Date,
): LinkStatus {
  if (revokedAt) return 'revoked';
  if (expiresAt && new Date(expiresAt) <= now) return 'expired';
  return maxSessions !== null && sessionsCount >= maxSessions ? 'exhausted' : 'active';
}
