// What the recipient of a message does with its link: see whether they get further mail, and unsubscribe (point 86).
import { ANONYMOUS } from '../../access/principal.ts';
import type { Context, TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { deriveContext } from '../../operations/derive-context.ts';
import { recordMemberEvent } from '../campaign-members/outcomes.ts';
import { openUnsubscribeToken } from '../communications/unsubscribe-token.ts';
import { recordUnsubscription } from '../contacts/consent.ts';
import { suppressAddress, suppressedRecipients } from '../contacts/suppressions.ts';
import { endEnrolments } from '../enrolments/endings.ts';

/** Whether an address gets further mail. */
export interface Unsubscription {
  state: 'subscribed' | 'unsubscribed';
  emailMasked: string;
}

/** The recipient of a message. */
interface Recipient {
  communicationId: string;
  address: string | null;
  /** The live contact that the message was sent to. */
  contactId: string | null;
}

/** Shows whether the recipient of a message gets further mail. @throws NOT_FOUND, RATE_LIMITED */
export function viewUnsubscription(ctx: Context, token: string): Promise<Unsubscription> {
  return asRecipient(ctx, 'read', token, (visitor, recipient) => answer(visitor, recipient));
}

/**
 * Withdraws the consent of the recipient of a message, or suppresses an address without contact, and ends their sequences. A
 * repetition changes nothing.
 * @throws NOT_FOUND, RATE_LIMITED
 */
export function unsubscribe(ctx: Context, token: string): Promise<Unsubscription> {
  return asRecipient(ctx, 'write', token, async (visitor, recipient) => {
    const { address, contactId, communicationId } = recipient;
    await recordMemberEvent(visitor, communicationId, 'opted_out');
    if (contactId) {
      const isNew = await recordUnsubscription(visitor, contactId);
      if (isNew)
        await endEnrolments(visitor, { state: 'opted_out', reason: 'unsubscribed', contactIds: [contactId] });
    } else if (address) await suppressAddress(visitor, address, 'unsubscribed');
    return answer(visitor, recipient);
  });
}

async function answer(ctx: TenantContext, { address, contactId }: Recipient): Promise<Unsubscription> {
  const suppressed = await suppressedRecipients(ctx, 'email', [{ role: 'to', address, contactId }]);
  const isSubscribed =
    address !== null && !suppressed.some(({ reason }) => reason === 'opted_out' || !contactId);
  return { state: isSubscribed ? 'subscribed' : 'unsubscribed', emailMasked: masked(address) };
}

/** Runs work in the workspace of a message, as its recipient. @throws NOT_FOUND, RATE_LIMITED */
async function asRecipient<T>(
  ctx: Context,
  mode: 'read' | 'write',
  token: string,
  work: (visitor: TenantContext, recipient: Recipient) => Promise<T>,
): Promise<T> {
  const { tenantId, communicationId } = openUnsubscribeToken(ctx, token);
  const policy = mode === 'read' ? 'public-room' : 'public-room-write';
  await ctx.services.limiter.consume(policy, `${communicationId}:${ctx.ip ?? ''}`);
  return ctx.services.database[mode]({ tenantId }, async (tx) => {
    const [recipient] = await tx.rows<Recipient>(
      `select p.communication_id as "communicationId", p.address, c.id as "contactId" from communication_participants p
       left join contacts c on c.tenant_id = $1 and c.id = p.contact_id and c.deleted_at is null
       where p.tenant_id = $1 and p.communication_id = $2 and p.role <> 'from' order by p.position limit 1`,
      [tenantId, communicationId],
    );
    if (!recipient) return fail('NOT_FOUND', 'There is no such link; use the one of your newest message.');
    const principal = { ...ANONYMOUS, tenantId, label: 'Recipient' };
    return work({ ...deriveContext(ctx, { tx, principal }), tenantId }, recipient);
  });
}

/** Returns an address of which only the first character and the domain show. */
function masked(address: string | null): string {
  const [, first, domain] = /^(.)[^@]*(@.+)$/u.exec(address ?? '') ?? [];
  return first ? `${first}***${domain}` : '***';
}
