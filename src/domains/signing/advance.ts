// What follows when a recipient is done: the next group is invited, or the documents are sealed.
import type { TenantContext } from '../../context.ts';
import { emit } from '../../events/emit.ts';
import { enqueue } from '../../jobs/queue.ts';
import { changeRecord, type Locked } from '../records/verbs.ts';
import { inviteOpenGroup, storedRecipients } from './invitations.ts';
import { envelopeKind } from './kind.ts';
import { mailEnd } from './mails.ts';
import type { Envelope } from './model.ts';
import { isExternal } from './provider.ts';
import { openGroup, RUNNING, statusAfter } from './rules.ts';

export interface Advanced {
  envelope: Envelope;
}

const SEAL_ATTEMPTS = 5;

/** Moves a locked envelope on after a recipient is done: has signed, approved, viewed, or declined where others go on. */
export async function advance(ctx: TenantContext, envelope: Locked<Envelope>): Promise<Advanced> {
  if (!RUNNING.includes(envelope.status)) return { envelope };
  const recipients = await storedRecipients(ctx, envelope.id);
  const isAgreed = recipients.some(({ status }) => status === 'signed' || status === 'approved');
  // Another provider says itself when everybody is done.
  if (openGroup(envelope.routing, recipients).length > 0 || (isAgreed && isExternal(envelope))) {
    const after = await envelope.changeVersion(ctx, { status: statusAfter(envelope.status, 'progress') });
    await inviteOpenGroup(ctx, after);
    return { envelope: after };
  }
  if (!isAgreed) {
    const reason = recipients.find(({ declineReason }) => declineReason)?.declineReason ?? null;
    return { envelope: await endAsDeclined(ctx, envelope, reason) };
  }
  return { envelope: await beginSeal(ctx, envelope) };
}

/** Ends an envelope because a recipient declined. */
export async function endAsDeclined(
  ctx: TenantContext,
  envelope: Locked<Envelope>,
  reason: string | null,
): Promise<Envelope> {
  const patch = {
    status: statusAfter(envelope.status, 'decline'),
    declineReason: reason,
    nextReminderAt: null,
  };
  const ended = await changeRecord(ctx, envelopeKind, envelope, patch, { event: 'envelope.declined' });
  await mailEnd(ctx, ended, 'declined', reason);
  return ended;
}

/** Begins to seal an envelope whose recipients are all done. */
export async function beginSeal(ctx: TenantContext, envelope: Locked<Envelope>): Promise<Envelope> {
  const status = statusAfter(envelope.status, 'finish');
  const sealing = await envelope.changeVersion(ctx, { status, nextReminderAt: null });
  await enqueue(ctx, 'seal_envelope', { id: envelope.id }, { key: envelope.id, maxAttempts: SEAL_ATTEMPTS });
  return sealing;
}

/** Writes the event of what a recipient has done. */
export async function announce(
  ctx: TenantContext,
  envelope: Envelope,
  event: 'envelope.viewed' | 'envelope.signed' | 'envelope.declined',
  recipientId: string,
): Promise<void> {
  await emit(ctx, event, {
    object: envelope,
    label: envelope.title,
    links: envelopeKind.links(envelope),
    data: { recipient_id: recipientId },
  });
}
