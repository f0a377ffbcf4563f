// What follows when a recipient is done: the next group is invited, or the documents are sealed.
import type { TenantContext } from '../../context.ts';
import { enqueue } from '../../jobs/queue.ts';
import { changeRecord, type Locked } from '../records/verbs.ts';
import { inviteOpenGroup, storedRecipients } from './invitations.ts';
import { envelopeKind } from './kind.ts';
import { mailEnd } from './mails.ts';
import type { Envelope } from './model.ts';
import { openGroup, RUNNING, statusAfter } from './rules.ts';

export interface Advanced {
  envelope: Envelope;
}

const SEAL_ATTEMPTS = 5;

/** Moves a locked envelope on after a recipient is done. @param trigger `sign` when the recipient signed or approved */
export async function advance(
  ctx: TenantContext,
  envelope: Locked<Envelope>,
  trigger?: 'sign',
): Promise<Advanced> {
  if (!RUNNING.includes(envelope.status)) return { envelope };
  const recipients = await storedRecipients(ctx, envelope.id);
  if (openGroup(envelope.routing, recipients).length > 0) {
    const status = trigger ? statusAfter(envelope.status, trigger) : envelope.status;
    const after = await envelope.changeVersion(ctx, { status });
    await inviteOpenGroup(ctx, after);
    return { envelope: after };
  }
  const isAgreed = recipients.some(({ status }) => status === 'signed' || status === 'approved');
  if (!isAgreed) {
    const reason = recipients.find(({ declineReason }) => declineReason)?.declineReason ?? null;
    const patch = {
      status: statusAfter(envelope.status, 'decline'),
      declineReason: reason,
      nextReminderAt: null,
    };
    const ended = await changeRecord(ctx, envelopeKind, envelope, patch, { event: 'envelope.declined' });
    await mailEnd(ctx, ended, 'declined', reason);
    return { envelope: ended };
  }
  const status = statusAfter(envelope.status, 'finish');
  const sealing = await envelope.changeVersion(ctx, { status, nextReminderAt: null });
  await enqueue(ctx, 'seal_envelope', { id: envelope.id }, { key: envelope.id, maxAttempts: SEAL_ATTEMPTS });
  return { envelope: sealing };
}
