// Records what a mail server has answered, recipient by recipient, and what follows for the message.
import type { TenantContext } from '../../context.ts';
import type { EventType } from '../../events/catalogue.ts';
import { enqueue } from '../../jobs/queue.ts';
import { recordMemberEvent, recordMemberFailure } from '../campaign-members/outcomes.ts';
import { changeRecord, type Locked } from '../records/verbs.ts';
import { applyHardBounce } from './bounces.ts';
import { communicationKind } from './kind.ts';
import { linkedContacts, participantsOfCommunication } from './loaders.ts';
import { Communication, CommunicationParticipant, type Status } from './model.ts';
import { contactsOf } from './participants.ts';
import { statusOfDeliveries } from './rules.ts';
import type { SmtpOutcome } from './smtp.ts';
import { summarizeThread } from './threads.ts';
import { deleteLine, refsOf, writeLine } from './timeline.ts';

/** Minutes until the next attempt, by the number of attempts made. */
const RETRY_MINUTES = [1, 5, 30];
/** Reply codes that say that there is no such mailbox. */
const NO_MAILBOX = new Set([550, 551, 553]);

/** Records what became of an attempt to send a message to some of its recipients. */
export async function recordOutcome(
  ctx: TenantContext,
  message: Locked<Communication>,
  addresses: readonly string[],
  outcome: SmtpOutcome,
): Promise<void> {
  switch (outcome.kind) {
    case 'withdrawn':
      return;
    case 'unconfirmed':
      return void (await end(ctx, message, 'unconfirmed'));
    case 'later':
      return retry(ctx, message);
    case 'refused':
      await setDeliveryOf(ctx, message.id, addresses, { state: 'bounced', reason: outcome.reason });
      return void (await conclude(ctx, message, outcome.reason));
    default:
      return recordAnswers(ctx, message, addresses, outcome.refused);
  }
}

async function retry(ctx: TenantContext, message: Locked<Communication>): Promise<void> {
  const at = nextAttempt(ctx, message);
  await (at ? postpone(ctx, message, at) : end(ctx, message, 'connector'));
}

/** Records for whom the server took the message; who was asked to wait gets it later, and nobody gets it twice. */
async function recordAnswers(
  ctx: TenantContext,
  message: Locked<Communication>,
  addresses: readonly string[],
  refused: readonly { address: string; code: number }[],
): Promise<void> {
  const at = nextAttempt(ctx, message);
  const refusedAddresses = new Set(refused.map(({ address }) => address));
  const taken = addresses.filter((address) => !refusedAddresses.has(address));
  if (taken.length === 0 && refused.every(({ code }) => code < 500)) return retry(ctx, message);
  await setDeliveryOf(ctx, message.id, taken, { state: 'sent', reason: null });
  let isDeferred = false;
  for (const { address, code } of refused) {
    const isFinal = code >= 500;
    isDeferred ||= !isFinal && at !== undefined;
    const state = isFinal ? 'bounced' : at ? 'queued' : 'failed';
    await setDeliveryOf(ctx, message.id, [address], { state, reason: `smtp_${code}` });
    if (NO_MAILBOX.has(code)) await applyHardBounce(ctx, address);
  }
  const after = await conclude(ctx, message, 'recipients', isDeferred);
  if (isDeferred) await postpone(ctx, after, at!);
}

/** Ends a message that will not be sent to those who have not got it. */
export async function end(
  ctx: TenantContext,
  message: Locked<Communication>,
  reason: string,
): Promise<undefined> {
  await CommunicationParticipant.of(ctx)
    .where({ communicationId: message.id, deliveryState: 'queued' })
    .patch({ deliveryState: 'failed', deliveryAt: ctx.now, deliveryReason: reason, updatedAt: ctx.now });
  ctx.loaders.clear();
  await conclude(ctx, message, reason);
}

/** Lets a message wait for another attempt. */
export async function postpone(
  ctx: TenantContext,
  { id }: Pick<Communication, 'id'>,
  nextAttemptAt: Date,
): Promise<undefined> {
  await Communication.of(ctx)
    .where({ id })
    .patch({ nextAttemptAt, claimId: null, claimedUntil: null, handedOverAt: null });
  await enqueue(ctx, 'send_communication', { id }, { key: id, runAt: nextAttemptAt });
}

/**
 * Gives a message the status that follows from the deliveries to its recipients.
 * @param reason why it failed or bounced, if nobody got it
 * @param isDeferred whether it waits for another attempt
 */
export async function conclude(
  ctx: TenantContext,
  message: Locked<Communication>,
  reason: string,
  isDeferred = false,
): Promise<Communication> {
  const recipients = await participantsOfCommunication(ctx, message.id);
  const states = recipients.flatMap((one) => (one.role !== 'from' && one.address ? [one.deliveryState] : []));
  const status = nextStatus(message, statusOfDeliveries(states), isDeferred);
  const isMove = message.status !== status;
  const isOut = status === 'sent' || status === 'delivered';
  const isFirst = isMove && message.sentAt === null && status !== 'failed';
  const failureReason = isOut || status === 'queued' ? null : reason;
  const after = await changeRecord(
    ctx,
    communicationKind,
    message,
    {
      ...(isMove && { status, failureReason }),
      ...(isFirst && { sentAt: ctx.now, occurredAt: ctx.now }),
      ...{ nextAttemptAt: null, claimId: null, claimedUntil: null },
    },
    {
      event: (isMove ? `communication.${status}` : 'communication.updated') as EventType,
      ...(isMove && failureReason && { data: { failure_reason: failureReason } }),
      changesParts: true,
    },
  );
  if (isMove && message.purpose === 'campaign') await tellCampaign(ctx, after, reason);
  await summarizeThread(ctx, message.threadId);
  const isUndone = isMove && status === 'bounced' && message.sentAt !== null;
  if ((isOut && isFirst) || isUndone) {
    const links = { ...after, contactIds: await linkedContacts(ctx, after.id) };
    const line = refsOf(links, contactsOf(recipients));
    await writeLine(ctx, after, line, { occurredAt: after.occurredAt ?? ctx.now });
  } else if (!isOut && !isDeferred && message.sentAt === null) await deleteLine(ctx, after);
  return after;
}

/** Tells the member of a campaign that the message was for what became of it. */
async function tellCampaign(
  ctx: TenantContext,
  { id, status }: Communication,
  reason: string,
): Promise<void> {
  if (status === 'sent' || status === 'delivered' || status === 'bounced')
    await recordMemberEvent(ctx, id, status);
  else if (status === 'failed') await recordMemberFailure(ctx, id, reason);
}

/** Returns the status after an answer; a message that somebody got neither fails nor is on its way again. */
function nextStatus(
  { status, sentAt }: Communication,
  reached: ReturnType<typeof statusOfDeliveries>,
  isDeferred: boolean,
): Status {
  if (reached === 'bounced' || reached === 'delivered') return reached;
  if (sentAt) return status === 'delivered' ? status : (reached ?? status);
  return reached ?? (isDeferred ? 'queued' : 'failed');
}

/** Records the delivery to recipients that have not got the message; an event of the provider may have come before. */
async function setDeliveryOf(
  ctx: TenantContext,
  communicationId: string,
  addresses: readonly string[],
  { state, reason }: { state: CommunicationParticipant['deliveryState']; reason: string | null },
): Promise<void> {
  if (addresses.length === 0) return;
  await CommunicationParticipant.of(ctx)
    .where({ communicationId, deliveryState: 'queued' })
    .whereIn('address', addresses as string[])
    .patch({ deliveryState: state, deliveryAt: ctx.now, deliveryReason: reason, updatedAt: ctx.now });
  ctx.loaders.clear();
}

/** Returns when a message is tried again; undefined after the last attempt. */
function nextAttempt({ now }: TenantContext, { attempts }: Communication): Date | undefined {
  const minutes = RETRY_MINUTES[attempts - 1];
  return minutes === undefined ? undefined : new Date(now.getTime() + minutes * 60_000);
}
