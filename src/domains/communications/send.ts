// Sends a draft now or at a time, and cancels it before it leaves (rooms-communications.md points 62 to 65).
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import { addToPreview } from '../../operations/preview.ts';
import { mailConnector, notConfigured } from '../api-keys/mail-connectors.ts';
import { recordMemberFailure } from '../campaign-members/outcomes.ts';
import { suppressedRecipients } from '../contacts/suppressions.ts';
import { changeRecord, type Locked } from '../records/verbs.ts';
import { assertNoRelationshipOutreach } from '../relationships/agent-outreach.ts';
import { communicationKind } from './kind.ts';
import { linkedContacts, participantsOfCommunication } from './loaders.ts';
import { type Communication, CommunicationParticipant } from './model.ts';
import { contactsOf } from './participants.ts';
import { assertTransition } from './rules.ts';
import { assertPurpose, lockMessage } from './service.ts';
import { summarizeThread } from './threads.ts';
import { deleteLine, refsOf, writeLine } from './timeline.ts';

const YEAR_MS = 366 * 24 * 3_600_000;

/**
 * Queues a draft, or schedules it.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED, HUMAN_REQUIRED, INVALID_STATE_TRANSITION, VALIDATION_ERROR,
 *   RELATIONSHIP_OUTREACH_FORBIDDEN, RECIPIENT_SUPPRESSED, CONNECTOR_NOT_CONFIGURED; then nothing changes
 */
export async function sendCommunication(
  ctx: TenantContext,
  id: string,
  scheduledAt?: Date | null,
  expectedVersion?: number | null,
): Promise<Communication> {
  const draft = await lockMessage(ctx, id, expectedVersion);
  assertPurpose(ctx, draft.purpose);
  assertTransition(draft, scheduledAt ? 'scheduled' : 'queued');
  const participants = await participantsOfCommunication(ctx, id);
  const recipients = participants.filter(({ role, address }) => role !== 'from' && address);
  if (!draft.subject && !draft.bodyText && !draft.bodyHtml)
    throw invalid('subject', 'required', 'Give the message a subject or a body before sending it.');
  if (recipients.length === 0)
    throw invalid('participants', 'required', 'Give a recipient with an address: to, cc or bcc.');
  if (scheduledAt) assertSchedulable(scheduledAt, ctx.now);
  await assertNoRelationshipOutreach(ctx, contactsOf(recipients));
  await assertReachable(ctx, draft, participants);
  addToPreview(ctx, {
    recipients: recipients.map(({ role, address, name }) => ({ role, address, name })),
    subject: draft.subject,
    text: draft.bodyText,
    // What most recipients see; its words need not be those of the text.
    ...(draft.bodyHtml && { html: draft.bodyHtml }),
  });
  return queueMessage(ctx, draft, scheduledAt ?? null);
}

/** Queues or schedules a message that may be sent. */
export async function queueMessage(
  ctx: TenantContext,
  draft: Locked<Communication>,
  scheduledAt: Date | null,
): Promise<Communication> {
  const { id } = draft;
  await setDelivery(ctx, id, 'queued');
  const waiting = await changeRecord(
    ctx,
    communicationKind,
    draft,
    {
      status: scheduledAt ? 'scheduled' : 'queued',
      scheduledAt,
      failureReason: null,
      attempts: 0,
      nextAttemptAt: scheduledAt ? null : ctx.now,
      handedOverAt: null,
      claimId: null,
      claimedUntil: null,
    },
    { event: scheduledAt ? 'communication.scheduled' : 'communication.queued' },
  );
  if (scheduledAt) {
    const links = { ...waiting, contactIds: await linkedContacts(ctx, id) };
    const people = contactsOf(await participantsOfCommunication(ctx, id));
    await writeLine(ctx, waiting, refsOf(links, people), { occurredAt: scheduledAt, isPlanned: true });
  }
  await summarizeThread(ctx, draft.threadId);
  await enqueue(ctx, 'send_communication', { id }, { key: id, ...(scheduledAt && { runAt: scheduledAt }) });
  return waiting;
}

/**
 * Cancels a scheduled or queued message that no mail server has yet; it is a draft again.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED, HUMAN_REQUIRED, INVALID_STATE_TRANSITION
 */
export async function cancelCommunication(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Communication> {
  const message = await lockMessage(ctx, id, expectedVersion);
  assertPurpose(ctx, message.purpose);
  assertTransition(message, 'draft');
  await deleteLine(ctx, message);
  if (message.purpose === 'campaign') await recordMemberFailure(ctx, id, 'cancelled_by_hand');
  await setDelivery(ctx, id, null);
  const draft = await changeRecord(
    ctx,
    communicationKind,
    message,
    { status: 'draft', scheduledAt: null, nextAttemptAt: null, claimId: null, claimedUntil: null },
    { event: 'communication.cancelled' },
  );
  await summarizeThread(ctx, draft.threadId);
  return draft;
}

/** Sets how the delivery to every recipient went. */
export async function setDelivery(
  ctx: TenantContext,
  communicationId: string,
  state: CommunicationParticipant['deliveryState'],
): Promise<void> {
  await CommunicationParticipant.of(ctx)
    .where({ communicationId })
    .whereNot('role', 'from')
    .whereNotNull('address')
    .patch({ deliveryState: state, deliveryAt: state && ctx.now, deliveryReason: null, updatedAt: ctx.now });
  ctx.loaders.clear();
}

/** @throws RECIPIENT_SUPPRESSED, CONNECTOR_NOT_CONFIGURED */
async function assertReachable(
  ctx: TenantContext,
  { channel, connectorId }: Communication,
  participants: readonly CommunicationParticipant[],
): Promise<void> {
  const suppressed = await suppressedRecipients(ctx, channel, participants);
  if (suppressed.length) {
    const recipients = suppressed.map(({ address, contactId, reason }) => ({
      address,
      contact_id: contactId,
      reason,
    }));
    fail('RECIPIENT_SUPPRESSED', undefined, { details: { recipients } });
  }
  if (channel !== 'email') notConfigured('channel');
  await mailConnector(ctx, connectorId);
}

/** @throws VALIDATION_ERROR past, too_far */
function assertSchedulable(at: Date, now: Date): void {
  if (at <= now)
    throw invalid('scheduled_at', 'past', 'Give a time in the future, or leave scheduled_at out.');
  if (at.getTime() > now.getTime() + YEAR_MS)
    throw invalid('scheduled_at', 'too_far', 'A message can be scheduled for at most a year ahead.');
}
