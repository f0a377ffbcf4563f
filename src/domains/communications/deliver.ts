// The job that hands a queued message to its mail server: once, whatever happens to the process meanwhile.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import type { JobContext } from '../../jobs/job.ts';
import { enqueue } from '../../jobs/queue.ts';
import { type MailConnector, mailConnector } from '../api-keys/mail-connectors.ts';
import { suppressedRecipients } from '../contacts/suppressions.ts';
import { earliestSending } from '../enrolments/holds.ts';
import { inWorkspace } from '../in-workspace.ts';
import { changeRecord, type Locked, lockRecord } from '../records/verbs.ts';
import { applyHardBounce } from './bounces.ts';
import { communicationKind } from './kind.ts';
import { linkedContacts, participantsOfCommunication } from './loaders.ts';
import { buildMail } from './mime.ts';
import { Communication, CommunicationParticipant } from './model.ts';
import { contactsOf } from './participants.ts';
import { setDelivery } from './send.ts';
import { type SmtpOutcome, sendBySmtp } from './smtp.ts';
import { summarizeThread } from './threads.ts';
import { deleteLine, refsOf, writeLine } from './timeline.ts';
import { unsubscribeUrl } from './unsubscribe-token.ts';

/** Longer than an attempt can take. */
const CLAIM_MS = 180_000;
/** Minutes until the next attempt, by the number of attempts made. */
const RETRY_MINUTES = [1, 5, 30];
/** Reply codes that say that there is no such mailbox. */
const NO_MAILBOX = new Set([550, 551, 553]);

/** A claimed message with everything that the attempt needs. */
interface Attempt {
  claimId: string;
  connector: MailConnector;
  recipients: CommunicationParticipant[];
  content: Buffer;
}

/** Sends one queued message, if it is due and nobody else sends it. */
export async function deliverCommunication(job: JobContext, { id }: { id: string }): Promise<void> {
  const attempt = await inWorkspace(job, (ctx) => claim(ctx, id));
  if (!attempt) return;
  const { claimId, connector, recipients, content } = attempt;
  const addresses = [...new Set(recipients.map(({ address }) => address!))];
  const outcome = await sendBySmtp(job.services.egress, connector, { recipients: addresses, content }, () =>
    inWorkspace(job, (ctx) => recordHandOver(ctx, id, claimId)),
  );
  await inWorkspace(job, (ctx) => record(ctx, id, claimId, outcome, recipients));
}

/** Claims a due message for one attempt. @returns undefined if there is nothing to send now */
async function claim(ctx: TenantContext, id: string): Promise<Attempt | undefined> {
  const message = await lockWaiting(ctx, id);
  if (!message || !(await isModuleOn(ctx))) return undefined;
  const { claimedUntil, nextAttemptAt, scheduledAt, status, handedOverAt } = message;
  if (claimedUntil && claimedUntil > ctx.now) return undefined;
  if (handedOverAt) return end(ctx, message, 'unconfirmed');
  if ((status === 'scheduled' ? scheduledAt! : (nextAttemptAt ?? ctx.now)) > ctx.now) return undefined;
  const earliest = message.purpose === 'campaign' ? await earliestSending(ctx, id) : undefined;
  if (earliest === null) return end(ctx, message, 'enrolment_ended');
  if (earliest && earliest > ctx.now) return postpone(ctx, message, earliest);
  const participants = await participantsOfCommunication(ctx, id);
  if ((await suppressedRecipients(ctx, message.channel, participants)).length)
    return end(ctx, message, 'recipient_suppressed');
  const connector = await mailConnector(ctx, message.connectorId).catch((error: unknown) => {
    if (error instanceof ServiceError) return undefined;
    throw error;
  });
  if (!connector) return end(ctx, message, 'connector');
  const recipients = participants.filter(({ role, address }) => role !== 'from' && address);
  const messageId = message.messageId ?? `${id}@${connector.from.address.split('@').at(-1)}`;
  const claimId = uuid();
  await Communication.of(ctx)
    .where({ id })
    .patch({
      status: 'queued',
      messageId,
      claimId,
      claimedUntil: new Date(ctx.now.getTime() + CLAIM_MS),
      attempts: message.attempts + 1,
    });
  const { inReplyTo, references } = await referencesOf(ctx, message);
  const content = await buildMail({
    message: Object.assign(message, { messageId }),
    recipients,
    from: connector.from,
    ...{ inReplyTo, references },
    unsubscribeUrl: earliest ? unsubscribeUrl(ctx, id) : null,
    date: ctx.now,
  });
  return { claimId, connector, recipients, content };
}

/** Records that the server may have the message from now on. @returns false if it was cancelled or claimed by another */
async function recordHandOver(ctx: TenantContext, id: string, claimId: string): Promise<boolean> {
  const handed = await Communication.live(ctx)
    .where({ id, claimId, status: 'queued' })
    .patch({ handedOverAt: ctx.now });
  return Number(handed) === 1;
}

/** Records what became of an attempt. */
async function record(
  ctx: TenantContext,
  id: string,
  claimId: string,
  outcome: SmtpOutcome,
  recipients: readonly CommunicationParticipant[],
): Promise<void> {
  const message = await lockWaiting(ctx, id);
  if (!message || message.claimId !== claimId) return;
  switch (outcome.kind) {
    case 'withdrawn':
      return;
    case 'unconfirmed':
      await end(ctx, message, 'unconfirmed');
      return;
    case 'later':
      return retry(ctx, message);
    default:
      return recordSent(ctx, message, outcome, recipients);
  }
}

async function retry(ctx: TenantContext, message: Locked<Communication>): Promise<void> {
  const minutes = RETRY_MINUTES[message.attempts - 1];
  if (minutes === undefined) return void (await end(ctx, message, 'connector'));
  await postpone(ctx, message, new Date(ctx.now.getTime() + minutes * 60_000));
}

async function postpone(ctx: TenantContext, { id }: Communication, nextAttemptAt: Date): Promise<undefined> {
  await Communication.of(ctx)
    .where({ id })
    .patch({ nextAttemptAt, claimId: null, claimedUntil: null, handedOverAt: null });
  await enqueue(ctx, 'send_communication', { id }, { key: id, runAt: nextAttemptAt });
}

async function recordSent(
  ctx: TenantContext,
  message: Locked<Communication>,
  outcome: Extract<SmtpOutcome, { kind: 'accepted' | 'refused' }>,
  recipients: readonly CommunicationParticipant[],
): Promise<void> {
  const isRefused = outcome.kind === 'refused';
  await setDelivery(ctx, message.id, isRefused ? 'bounced' : 'sent');
  for (const { address, code } of outcome.refused) {
    await CommunicationParticipant.of(ctx)
      .where({ communicationId: message.id, address })
      .patch({ deliveryState: code >= 500 ? 'bounced' : 'failed', deliveryReason: `smtp_${code}` });
    if (NO_MAILBOX.has(code)) await applyHardBounce(ctx, address);
  }
  const sent = await finish(ctx, message, isRefused ? 'communication.bounced' : 'communication.sent', {
    status: isRefused ? 'bounced' : 'sent',
    sentAt: ctx.now,
    occurredAt: ctx.now,
    ...(isRefused && { failureReason: outcome.reason }),
  });
  if (isRefused) return deleteLine(ctx, sent);
  const links = { ...sent, contactIds: await linkedContacts(ctx, sent.id) };
  await writeLine(ctx, sent, refsOf(links, contactsOf(recipients)), { occurredAt: ctx.now });
}

/** Ends a message that will not be sent. */
async function end(ctx: TenantContext, message: Locked<Communication>, reason: string): Promise<undefined> {
  await setDelivery(ctx, message.id, 'failed');
  await deleteLine(ctx, message);
  await finish(ctx, message, 'communication.failed', { status: 'failed', failureReason: reason });
}

async function finish(
  ctx: TenantContext,
  message: Locked<Communication>,
  event: EventType,
  patch: Partial<Communication>,
): Promise<Communication> {
  const after = await changeRecord(
    ctx,
    communicationKind,
    message,
    { ...patch, nextAttemptAt: null, claimId: null, claimedUntil: null },
    { event, data: patch.failureReason ? { failure_reason: patch.failureReason } : {} },
  );
  await summarizeThread(ctx, message.threadId);
  return after;
}

/** Locks a message that waits to be sent. */
async function lockWaiting(ctx: TenantContext, id: string): Promise<Locked<Communication> | undefined> {
  const message = await lockRecord(ctx, communicationKind, id).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
  return message && (message.status === 'queued' || message.status === 'scheduled') ? message : undefined;
}

/** Returns whether the workspace has the module; messages of one that has not wait. */
async function isModuleOn({ tx, tenantId }: TenantContext): Promise<boolean> {
  const [tenant] = await tx.rows<{ on: boolean }>(
    `select coalesce((modules ->> 'communications')::boolean, true) and status = 'active' as "on" from tenants where id = $1`,
    [tenantId],
  );
  return tenant?.on ?? false;
}

/** Returns the Message-IDs that a message answers. */
async function referencesOf(
  ctx: TenantContext,
  { id, threadId, inReplyTo }: Communication,
): Promise<{ inReplyTo: string | null; references: string[] }> {
  const rows = await ctx.tx.rows<{ id: string; messageId: string }>(
    `select id, message_id as "messageId" from (
       select id, message_id, coalesce(occurred_at, created_at) as at from communications
       where tenant_id = $1 and thread_id = $2 and id <> $3 and message_id is not null and deleted_at is null
         and status in ('sent', 'delivered', 'received', 'bounced', 'logged')
       order by at desc, id desc limit 20) latest order by at, id`,
    [ctx.tenantId, threadId, id],
  );
  const answered = rows.find((row) => row.id === inReplyTo) ?? rows.at(-1);
  return { inReplyTo: answered?.messageId ?? null, references: rows.map(({ messageId }) => messageId) };
}
