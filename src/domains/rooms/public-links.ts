// What every public call of a room begins with: the link of a token, its room, and the session of a visitor.
import { LRUCache } from 'lru-cache';
import { ANONYMOUS } from '../../access/principal.ts';
import type { Context, TenantContext } from '../../context.ts';
import { settleAll, type Transaction } from '../../db/transaction.ts';
import { fail, ServiceError } from '../../errors.ts';
import { deriveContext } from '../../operations/derive-context.ts';
import type { Services } from '../../services.ts';
import { countTry } from './gate.ts';
import { linkStatus } from './loaders.ts';
import { Room, RoomLink, type RoomSession } from './model.ts';
import { closedGates, type Gate } from './rules.ts';
import { secretHash } from './sessions.ts';

/** Where a link is. */
export interface Place {
  tenantId: string;
  roomId: string;
  linkId: string;
}

const NIL = '00000000-0000-0000-0000-000000000000';
/** Stands for the place of an unknown token, so that it takes as many statements as a known one. */
const NOWHERE: Place = { tenantId: NIL, roomId: NIL, linkId: NIL };

/**
 * Places of links that were open when they were last used, by the hash of their token. A place never changes, so a
 * visitor's calls need no look-up before they read.
 */
const places = new LRUCache<string, Place>({ max: 10_000 });

/** A link that is open, and its room. */
export interface OpenLink {
  tenantId: string;
  link: RoomLink;
  room: Room;
}

/** The visitor of a live session. */
export interface Visitor {
  id: string;
  name: string;
  email: string | null;
  emailVerified: boolean;
  contactId: string | null;
}

/** A public call inside a room. */
export interface Visit extends OpenLink {
  /** Acts as the visitor, in the workspace of the room. */
  ctx: TenantContext;
  session: RoomSession | null;
  visitor: Visitor | null;
}

/** A call by the visitor of a live session. */
export type GuestVisit = Visit & { session: RoomSession; visitor: Visitor };

/** Reads something of a room together with its link, before it is known whether the caller may see it. */
type ReadAhead<R> = (tx: Transaction, place: Place) => Promise<R>;

/**
 * Runs work in its own transaction, in the room that a token opens.
 * @param readAhead what is read in the same round trip and given to the work
 * @throws ROOM_NOT_FOUND, ROOM_LINK_EXPIRED, ROOM_CLOSED
 */
export function inPublicRoom<T, R = undefined>(
  ctx: Context,
  mode: 'read' | 'write',
  { token, session }: { token: string; session?: string | null },
  work: (visit: Visit, read: R) => Promise<T>,
  readAhead?: ReadAhead<R>,
): Promise<T> {
  const hash = secretHash(token);
  const known = places.get(hash);
  const visibility = known ? { tenantId: known.tenantId } : { secretHash: hash };
  return ctx.services.database[mode](visibility, async (tx) => {
    const place = known ?? (await findPlace(tx, hash)) ?? NOWHERE;
    const { tenantId } = place;
    return tx.withVisibility({ tenantId }, async () => {
      // Sent together, also for an unknown token.
      const [link, row, guest, read] = await settleAll([
        readLink(tx, place, hash),
        readRoom(tx, place),
        session ? readSession(tx, place, session, ctx.now) : null,
        readAhead?.(tx, place),
      ]);
      const open = openOrForget(hash, () => assertOpen(link, row, ctx.now));
      if (!known) places.set(hash, place);
      const principal = { ...ANONYMOUS, label: guest?.visitor.name ?? 'Visitor' };
      const visitCtx = { ...deriveContext(ctx, { tx, principal }), tenantId };
      const by = { session: guest?.session ?? null, visitor: guest?.visitor ?? null };
      return work({ ...open, ...by, ctx: visitCtx }, read as R);
    });
  });
}

/** Forgets a link that does not open: the next call looks it up again, and takes as long as with an unknown token. */
function openOrForget<T>(hash: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    places.delete(hash);
    throw error;
  }
}

async function findPlace(tx: Transaction, hash: string): Promise<Place | undefined> {
  const [place] = await tx.rows<Place>(
    'select tenant_id as "tenantId", room_id as "roomId", id as "linkId" from room_links where token_hash = $1',
    [hash],
  );
  return place;
}

/** The root fields that need the session of a visitor. */
export type GuestField =
  | 'publicRoomItem'
  | 'publicRoomDownload'
  | 'publicRoomComments'
  | 'postPublicRoomEvents'
  | 'postPublicRoomComment';

/**
 * Like `inPublicRoom`, for visitors with a live session.
 * @throws RATE_LIMITED, ROOM_ACCESS_REQUIRED; ROOM_ACCESS_DENIED comments_not_allowed
 */
export function asGuest<T>(
  ctx: Context,
  mode: 'read' | 'write',
  field: GuestField,
  secrets: { token: string; session?: string | null },
  work: (visit: GuestVisit) => Promise<T>,
): Promise<T> {
  return inPublicRoom(ctx, mode, secrets, async (visit) => work(await admitGuest(visit, field)));
}

/** Checks what comes before the input of a call: limits, the session, and whether the link allows the call. */
async function admitGuest(visit: Visit, field: GuestField): Promise<GuestVisit> {
  const { ctx, session, visitor, link, room } = visit;
  const { limiter } = ctx.services;
  if (!field.startsWith('post')) await limitViews(ctx.services, link, ctx.ip);
  if (!session || !visitor) throw accessRequired(closedGates(link, room.visibility));
  if (field === 'postPublicRoomEvents') await limiter.consume('public-room-events', session.id);
  if (field === 'postPublicRoomComment') await limiter.consume('public-room-comments', session.id);
  if (field.endsWith('Comment') || field.endsWith('Comments')) assertComments(link);
  return { ...visit, session, visitor };
}

function assertComments(link: RoomLink): void {
  if (!link.allowComments)
    fail('ROOM_ACCESS_DENIED', 'This link does not allow comments.', {
      details: { reason: 'comments_not_allowed' },
    });
}

/** Returns the error for a visitor without a session. */
export function accessRequired(requires: readonly Gate[]): ServiceError {
  return new ServiceError('ROOM_ACCESS_REQUIRED', undefined, { details: { requires } });
}

/**
 * Refuses a public call whose input is not valid as the call itself would be: the link, its limits, the session and its
 * rights come before everything that a caller could learn.
 */
export async function assertRoomReachable(
  services: Services,
  rootField: string,
  { token, session }: Record<string, unknown>,
  ip: string | undefined,
): Promise<void> {
  const asking = { services, now: services.clock.now(), ip } as Context;
  const secrets = { token: String(token), session: typeof session === 'string' ? session : null };
  if (rootField === 'openPublicRoom') {
    await inPublicRoom(asking, 'read', secrets, () => limitAccess(services, ip));
    await inPublicRoom(asking, 'write', secrets, ({ ctx, link }) => countTry(ctx, link, false));
  } else if (rootField === 'publicRoom')
    await inPublicRoom(asking, 'read', secrets, ({ link }) => limitViews(services, link, ip));
  else await asGuest(asking, 'read', rootField as GuestField, secrets, async () => undefined);
}

/** @throws RATE_LIMITED */
export async function limitViews(
  { limiter }: Services,
  link: RoomLink,
  ip: string | undefined,
): Promise<void> {
  await limiter.consume('public-room', `${link.id}:${ip}`);
}

/** @throws RATE_LIMITED */
export async function limitAccess({ limiter }: Services, ip: string | undefined): Promise<void> {
  await limiter.consume('public-room-access', String(ip));
}

interface RoomRow {
  tenant_status: string;
  module_on: boolean;
}

async function readLink(tx: Transaction, { tenantId, linkId }: Place, hash: string) {
  const [row] = await tx.rows<object>(
    'select * from room_links where tenant_id = $1 and id = $2 and token_hash = $3 and revoked_at is null',
    [tenantId, linkId, hash],
  );
  return row && (RoomLink.fromDatabaseJson(row) as RoomLink);
}

async function readRoom(tx: Transaction, { tenantId, roomId }: Place): Promise<RoomRow | undefined> {
  const [row] = await tx.rows<RoomRow>(
    `select r.*, t.status as tenant_status, coalesce((t.modules ->> 'rooms')::boolean, true) as module_on
     from rooms r join tenants t on t.id = r.tenant_id
     where r.tenant_id = $1 and r.id = $2 and r.deleted_at is null`,
    [tenantId, roomId],
  );
  return row;
}

/** @throws ROOM_NOT_FOUND, ROOM_LINK_EXPIRED, ROOM_CLOSED */
function assertOpen(link: RoomLink | undefined, row: RoomRow | undefined, now: Date): OpenLink {
  if (!link || !row?.module_on || row.tenant_status !== 'active') return fail('ROOM_NOT_FOUND');
  const room = Room.fromDatabaseJson(row) as Room;
  if (room.status === 'draft' || room.visibility === 'internal') fail('ROOM_NOT_FOUND');
  if (linkStatus(link, now) === 'expired') fail('ROOM_LINK_EXPIRED');
  if (room.status === 'closed') fail('ROOM_CLOSED');
  return { tenantId: link.tenantId, link, room };
}

async function readSession(
  tx: Transaction,
  { tenantId, linkId }: Place,
  secret: string,
  now: Date,
): Promise<{ session: RoomSession; visitor: Visitor } | null> {
  const [row] = await tx.rows<RoomSession & { visitor: Visitor }>(
    `select s.id, s.room_id as "roomId", s.link_id as "linkId", s.visitor_id as "visitorId", s.created_at as "createdAt",
       s.expires_at as "expiresAt", json_build_object('id', v.id, 'name', v.name, 'email', v.email,
         'emailVerified', v.email_verified, 'contactId', v.contact_id) as visitor
     from room_sessions s join room_visitors v on v.tenant_id = s.tenant_id and v.id = s.visitor_id
     where s.tenant_id = $1 and s.token_hash = $2 and s.link_id = $3 and s.ended_at is null and s.expires_at > $4`,
    [tenantId, secretHash(secret), linkId, now],
  );
  if (!row) return null;
  const { visitor, ...session } = row;
  return { session, visitor };
}
