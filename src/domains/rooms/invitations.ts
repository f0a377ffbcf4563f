// Invitations to a room: a link of their own for each contact, sent by mail.
import type { TenantContext } from '../../context.ts';
import { fail, ServiceError } from '../../errors.ts';
import { queueMail } from '../../mail/queue.ts';
import { addToPreview } from '../../operations/preview.ts';
import { suppressedRecipients } from '../contacts/suppressions.ts';
import { lockRecord } from '../records/verbs.ts';
import { assertNoRelationshipOutreach } from '../relationships/agent-outreach.ts';
import { roomKind } from './kind.ts';
import { assertFewerLinks, defaultsOf, insertLink, type LinkInput, readGates } from './links.ts';
import { invitationMail } from './mails.ts';
import type { Gates, NewRoomLink, Room } from './model.ts';

export interface InvitationInput {
  contactIds?: string[] | null;
  message?: string | null;
  link?: Pick<
    LinkInput,
    'expiresAt' | 'ndaRequired' | 'allowDownload' | 'allowComments' | 'maxSessions'
  > | null;
}

type SkipReason = 'not_found' | 'erased' | 'do_not_contact' | 'opted_out' | 'suppressed' | 'no_email';

interface Invitee {
  id: string;
  name: string;
  email: string | null;
  state: SkipReason | null;
}

export interface Invitations {
  invited: { contactId: string; linkId: string }[];
  skipped: { contactId: string; reason: SkipReason }[];
}

/**
 * Mails each contact a link that passes their verified address alone.
 * @throws NOT_FOUND, VALIDATION_ERROR, RELATIONSHIP_OUTREACH_FORBIDDEN; CONFLICT room_not_open unless visitors can enter the
 *   room
 */
export async function inviteToRoom(
  ctx: TenantContext,
  roomId: string,
  { contactIds, message, link }: InvitationInput,
): Promise<Invitations> {
  const room = await lockRecord(ctx, roomKind, roomId);
  if (room.status !== 'published' || room.visibility === 'internal')
    fail('CONFLICT', 'Nobody can enter the room: publish it, and let links open it.', {
      details: { reason: 'room_not_open' },
    });
  // Checked even if nobody can be invited.
  const gates = readInvitedGates(ctx, room, link ?? {});
  const ids = [...new Set(contactIds ?? [])];
  await assertNoRelationshipOutreach(ctx, ids);
  const invitees = await loadInvitees(ctx, ids);
  const result: Invitations = { invited: [], skipped: [] };
  await assertFewerLinks(ctx, roomId, invitees.filter(({ state }) => !state).length);
  addToPreview(ctx, {
    room: room.title,
    contacts: invitees.map(({ id, name, state }) => ({ id, name, skipped: state })),
  });
  const sender = await inviterOf(ctx);
  for (const { id, name, email, state } of invitees) {
    if (state) {
      result.skipped.push({ contactId: id, reason: state });
      continue;
    }
    const created = await createInvitedLink(ctx, room, { id, name, email: email! }, gates);
    const text = message?.trim() || null;
    await queueMail(
      ctx,
      invitationMail({ email: email!, name, room: room.title, message: text, url: created.url, ...sender }),
    );
    result.invited.push({ contactId: id, linkId: created.id });
  }
  return result;
}

/** Returns the gates that all links of an invitation have. @throws VALIDATION_ERROR with paths below `link` */
function readInvitedGates(ctx: TenantContext, room: Room, link: LinkInput): Gates {
  try {
    return readGates(ctx, room, link, defaultsOf(ctx, room));
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.extras.fields) throw error;
    const fields = error.extras.fields.map((fault) => ({ ...fault, path: `link.${fault.path}` }));
    throw new ServiceError(error.code, error.message, { fields });
  }
}

/** Creates a link that only the verified address of a contact opens. */
function createInvitedLink(
  ctx: TenantContext,
  room: Room,
  { id, name, email }: { id: string; name: string; email: string },
  gates: Gates,
): Promise<NewRoomLink> {
  return insertLink(ctx, room, {
    ...readGates(ctx, room, { allowList: [email] }, gates),
    label: name.slice(0, 120),
    contactId: id,
  });
}

/** Returns each contact with its address and the first reason not to write to it, in the order asked for. */
async function loadInvitees(ctx: TenantContext, ids: readonly string[]): Promise<Invitee[]> {
  const rows = await ctx.tx.rows<{
    id: string;
    name: string;
    email: string | null;
    erased: boolean;
  }>(
    `select c.id, c.display_name as name, c.email, c.status = 'erased' as erased
     from contacts c where c.tenant_id = $1 and c.id = any($2) and (c.deleted_at is null or c.status = 'erased')`,
    [ctx.tenantId, ids],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  const recipients = rows.map(({ id, email }) => ({ role: 'to' as const, address: email, contactId: id }));
  const suppressed = new Map(
    (await suppressedRecipients(ctx, 'email', recipients)).map(({ contactId, reason }) => [
      contactId,
      reason,
    ]),
  );
  return ids.map((id) => {
    const contact = found.get(id);
    if (!contact) return { id, name: '', email: null, state: 'not_found' };
    const { name, email, erased } = contact;
    if (erased) return { id, name, email, state: 'erased' };
    const reason = suppressed.get(id);
    if (reason === 'do_not_contact' || reason === 'opted_out') return { id, name, email, state: reason };
    return { id, name, email, state: reason ? 'suppressed' : email === null ? 'no_email' : null };
  });
}

/** Returns who invites: for the approved call of an agent, the approver. */
async function inviterOf(ctx: TenantContext): Promise<{ inviter: string; replyTo?: string }> {
  const { principal } = ctx;
  const userId = principal.approval?.by.id ?? (principal.kind === 'user' ? principal.id : null);
  if (!userId) return { inviter: principal.label };
  const [user] = await ctx.tx.rows<{ name: string; email: string }>(
    'select name, email from users where id = $1',
    [userId],
  );
  return user ? { inviter: user.name, replyTo: user.email } : { inviter: principal.label };
}
