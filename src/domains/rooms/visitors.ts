// Visitors of a room and what they do, as it is stored.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { logRoomActivity } from '../activities/room-activity.ts';
import { type Room, type RoomEvent, RoomVisitor } from './model.ts';
import type { OpenLink, Visit, Visitor } from './public-links.ts';

interface Admission {
  email: string | null;
  isVerified: boolean;
  /** The name that the visitor gave. */
  name: string | null;
  fallback: string;
}

/**
 * Returns the visitor of a new session: one for each proven address of a room, else a new one. A proven address that
 * belongs to exactly one contact names it, and puts a line on the timelines of contact, company and deal.
 */
export async function admitVisitor(
  ctx: TenantContext,
  room: Room,
  { email, isVerified, name, fallback }: Admission,
): Promise<RoomVisitor> {
  const known = isVerified
    ? ((await RoomVisitor.of(ctx)
        .where({ roomId: room.id, email, emailVerified: true })
        .forUpdate()
        .first()) as RoomVisitor | undefined)
    : undefined;
  const contactId = isVerified ? await contactOf(ctx, email!) : null;
  const facts = { ...(name && { name }), contactId };
  const visitor = known
    ? await known.change(ctx, facts)
    : await RoomVisitor.insert<RoomVisitor>(ctx, {
        id: uuid(),
        roomId: room.id,
        name: name ?? fallback,
        email,
        emailVerified: isVerified,
        contactId,
      });
  if (contactId)
    await logRoomActivity(ctx, {
      subject: `${visitor.name} visited the room “${room.title}”`.slice(0, 300),
      links: linksOf(room, contactId),
      isComment: false,
    });
  return visitor;
}

/** Puts a comment of a visitor with a proven address on the timelines of contact, company and deal. */
export async function logComment({ ctx, room }: Visit, visitor: Visitor): Promise<void> {
  if (!visitor.emailVerified || !visitor.contactId) return;
  await logRoomActivity(ctx, {
    subject: `${visitor.name} commented in the room “${room.title}”`.slice(0, 300),
    links: linksOf(room, visitor.contactId),
    isComment: true,
  });
}

function linksOf({ companyId, dealId }: Room, contactId: string) {
  return [
    { entity: 'contact', id: contactId },
    ...(companyId ? [{ entity: 'company', id: companyId }] : []),
    ...(dealId ? [{ entity: 'deal', id: dealId }] : []),
  ];
}

async function contactOf(ctx: TenantContext, email: string): Promise<string | null> {
  const rows = await ctx.tx.rows<{ id: string }>(
    `select distinct m.contact_id as id from contact_methods m
     join contacts c on c.tenant_id = m.tenant_id and c.id = m.contact_id and c.deleted_at is null
     where m.tenant_id = $1 and m.kind = 'email' and m.value = $2 and m.live limit 2`,
    [ctx.tenantId, email],
  );
  return rows.length === 1 ? rows[0]!.id : null;
}

/** Stores an event that the service itself saw. */
export async function storeEvent(
  { ctx, link, room }: OpenLink & { ctx: TenantContext },
  event: Pick<RoomEvent, 'type'> &
    Partial<Pick<RoomEvent, 'reason' | 'nda' | 'visitorId' | 'sessionId' | 'itemId'>>,
): Promise<void> {
  const { type, reason, nda, visitorId, sessionId, itemId } = event;
  await ctx.tx.rows(
    `insert into room_events (tenant_id, id, room_id, type, at, link_id, session_id, visitor_id, item_id, reason, nda,
       created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $5, $5)`,
    [
      ...[ctx.tenantId, uuid(), room.id, type, ctx.now, link.id, sessionId ?? null, visitorId ?? null],
      ...[itemId ?? null, reason ?? null, nda ? JSON.stringify(nda) : null],
    ],
  );
}
